"""Options: closed lists, defaults, nearest neighbours."""

from __future__ import annotations

import pytest

from companion.base.errors import nearest
from companion.base.text import Text
from companion.games.registry import make
from companion.rules import InvalidOption, Option, UnknownGame
from companion.rules.option import choice, settle
from tests.rules.walk import Walk


def test_defaults_hold_where_nothing_is_said() -> None:
    assert make("peg").chosen == {"board": "star", "vacant": "10"}
    assert make("peg", {"board": "grid7"}).chosen == {"board": "grid7", "vacant": "d2"}


@pytest.mark.parametrize("value", [3, "3", " 3 "])
def test_values_are_numbers_or_text(value: object) -> None:
    assert make("peg", {"vacant": value}).chosen["vacant"] == "3"


@pytest.mark.parametrize("value", [True, None, 1.5, ["3"]])
def test_values_of_other_kinds_are_refused(value: object) -> None:
    with pytest.raises(InvalidOption, match="neither text nor a number"):
        make("peg", {"vacant": value})


def test_unknown_option_is_named_with_its_nearest_neighbour() -> None:
    with pytest.raises(InvalidOption, match=r"'vacnt' \(did you mean 'vacant'\?\)"):
        make("peg", {"vacnt": 3})
    said = r"^unknown option 'vacnt' .*; the options are board, vacant$"
    with pytest.raises(InvalidOption, match=said):
        make("peg", {"vacnt": 3})
    with pytest.raises(InvalidOption) as error:
        make("son_of_solomon", {"first": "w"})
    assert str(error.value) == "unknown option 'first'; the game has no options"


def test_value_depends_on_the_options_before() -> None:
    with pytest.raises(InvalidOption, match="'vacant' cannot be 'd4'"):
        make("peg", {"vacant": "d4"})
    assert Walk().chosen == {"blocked": "none", "from": "a1"}
    assert Walk({"blocked": "b2,b1", "from": "b1"}).chosen == {"blocked": "b2,b1", "from": "b1"}
    with pytest.raises(InvalidOption) as error:
        Walk({"from": "c2", "blocked": "b1,b2"})
    assert str(error.value) == "option 'from' cannot be 'c2'; choose from a1, b1, b2"


def test_the_first_value_is_the_default_and_may_depend_on_the_options_before() -> None:
    second = Option("second", Text(), lambda chosen: (chosen["first"] + "2", "x"))
    assert settle((choice("first", Text("which"), "a", "b"), second), {"first": "b"}) == {
        "first": "b",
        "second": "b2",
    }


def test_a_choice_is_an_option_with_one_list_of_values() -> None:
    option = choice("first", Text("which"), "a", "b")
    assert (option.name, option.help) == ("first", "which")
    assert (option.values({}), option.initial({})) == (("a", "b"), "a")


def test_commas_join_nothing_where_one_value_is_wanted() -> None:
    with pytest.raises(InvalidOption, match="'vacant' cannot be '3,4'"):
        make("peg", {"vacant": "3,4"})


def test_only_the_nearest_word_is_offered() -> None:
    assert nearest("whites", ("white", "whiter", "black")) == " (did you mean 'white'?)"
    assert nearest("red", ("white", "black")) == ""


def test_several_values_are_joined_by_commas() -> None:
    assert make("gomony", {"promoted": "a1,c1"}).chosen["promoted"] == "a1,c1"
    for none in ("", "none"):
        assert make("gomony", {"promoted": none}).chosen["promoted"] == "none"
    with pytest.raises(InvalidOption, match="names a value twice"):
        make("gomony", {"promoted": "a1,a1"})


def test_unknown_game_is_named_with_its_nearest_neighbour() -> None:
    with pytest.raises(UnknownGame, match=r"'halam' \(did you mean 'halma'\?\)"):
        make("halam")

"""Options: closed lists, defaults, nearest neighbours."""

from __future__ import annotations

import pytest

from companion.games.registry import make
from companion.rules import InvalidOption, UnknownGame


def test_defaults_hold_where_nothing_is_said() -> None:
    assert make("peg").chosen == {"board": "star", "vacant": "10"}
    assert make("peg", {"board": "grid7"}).chosen == {"board": "grid7", "vacant": "d4"}


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
    with pytest.raises(InvalidOption, match="the game has no options"):
        make("son_of_solomon", {"first": "w"})


def test_value_depends_on_the_options_before() -> None:
    with pytest.raises(InvalidOption, match="'vacant' cannot be 'd4'"):
        make("peg", {"vacant": "d4"})


def test_several_values_are_joined_by_commas() -> None:
    assert make("gomony", {"promoted": "a1,c1"}).chosen["promoted"] == "a1,c1"
    assert make("gomony", {"promoted": ""}).chosen["promoted"] == "none"
    with pytest.raises(InvalidOption, match="names a value twice"):
        make("gomony", {"promoted": "a1,a1"})


def test_unknown_game_is_named_with_its_nearest_neighbour() -> None:
    with pytest.raises(UnknownGame, match=r"'halam' \(did you mean 'halma'\?\)"):
        make("halam")

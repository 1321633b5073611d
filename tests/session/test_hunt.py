"""Figures are looked for at the board: with taps, and by commands of the page."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.device.lamps.scene import Meaning
from companion.protocol.commands import Corner, New, Puzzle, Step, Tell
from companion.testing import Hands
from tests.session.virtual import Virtual


@pytest.fixture
def table(tmp_path: Path) -> Virtual:
    table = Virtual(tmp_path, bare=True)
    table.begin("solomon")
    Hands(table).set_up()
    table.say(Puzzle("triangles"))
    return table


def test_corners_chosen_on_the_page_are_lit_and_the_figure_is_drawn(table: Virtual) -> None:
    for count, name in enumerate(("1", "14"), start=1):
        table.say(Corner(name))
        assert len(table.lit(Meaning.CORNER)) == count
        assert table.state.hunt is not None
        assert table.state.hunt.figure is None
    table.say(Corner("18"))
    hunt = table.state.hunt
    assert hunt is not None and hunt.figure is not None
    assert hunt.found == ("1-14-18",)
    assert table.lit(Meaning.CORNER) == {"1", "14", "18"}
    assert table.lit(Meaning.SIDE) == {"3", "7", "9", "5", "8", "11", "15", "16", "17"}
    assert table.state.message == "1-14-18 is a triangle: you have found 1."
    assert table.state.tone == "good"


def test_wrong_corners_are_lit_as_a_mistake(table: Virtual) -> None:
    for name in ("1", "3", "7"):
        table.say(Corner(name))
    assert table.lit(Meaning.MISTAKE) == {"1", "3", "7"}
    assert table.state.tone == "wrong"


def test_corners_are_tapped_on_wood_and_the_game_goes_on_as_it_was(table: Virtual) -> None:
    hands = Hands(table)
    hands.bring("7", "w", wait=0.3)
    hands.lift("7", wait=0.3)
    for name in ("2", "3"):
        hands.tap(name)
    assert table.state.hunt is not None
    assert table.state.hunt.found == ("2-3-7",)
    table.say(Puzzle(""))
    table.wait(1)
    assert table.state.phase == "rest"
    assert table.texts == []


def test_a_piece_that_stays_away_is_no_tap(table: Virtual) -> None:
    hands = Hands(table)
    hands.lift("14", wait=3.0)
    hands.put("14", wait=0.3)
    assert table.state.hunt is not None
    assert table.state.hunt.corners == ()


def test_what_was_found_is_kept_and_marked_when_all_are_shown(table: Virtual) -> None:
    for name in ("1", "3", "4"):
        table.say(Corner(name))
    table.say(Tell())
    figure = table.state.figure
    assert figure is not None and table.state.hunt is None
    assert (figure.name, figure.found) == ("1-3-4 (triangle)", True)
    table.say(Step())
    assert table.state.figure is not None
    assert not table.state.figure.found
    table.say(Puzzle(""))
    table.say(Puzzle("triangles"))
    assert table.state.hunt is not None
    assert table.state.hunt.found == ("1-3-4",)
    table.say(New("peg"))
    table.say(Puzzle("triangles"))
    assert table.state.hunt is not None
    assert table.state.hunt.found == ("1-3-4",)  # in every game


def test_the_button_tells(table: Virtual) -> None:
    Hands(table).press()
    assert table.state.figure is not None
    assert table.state.figure.number == 1


def test_a_corner_is_refused_where_none_is_asked_for(table: Virtual) -> None:
    table.say(Corner("20"))
    assert "the star board has no point '20'" in table.state.warning
    table.say(Puzzle("magic"))
    table.say(Corner("1"))
    assert "no such puzzle is shown" in table.state.warning

"""A move is demonstrated on the lamps of a board on which no game is being played."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.device.lamps.scene import Meaning
from companion.protocol.commands import Demonstrate, Puzzle, Resign
from companion.session.demonstration import LASTS
from companion.session.features.menu_feature import MenuFeature
from companion.testing import Hands
from tests.session.virtual import Virtual

_IN_USE = "the lamps are in use: a move can be shown when the game is over"


@pytest.fixture
def table(tmp_path: Path) -> Virtual:
    """A game of Solomon that is over, on a wooden board."""
    table = Virtual(tmp_path, bare=True)
    table.begin()
    Hands(table).set_up()
    table.say(Resign())
    return table


def test_a_move_is_lit_like_a_hint_and_goes_out_by_itself(table: Virtual) -> None:
    table.say(Demonstrate(("14", "12")))
    assert table.lit(Meaning.HINT) == table.lit() == {"14", "12"}
    assert table.state.message == "The lamps show how a logged game could have gone better."
    assert table.state.headline == "Black wins"
    table.wait(LASTS - 1)
    table.say(Demonstrate(("9",)))
    table.wait(LASTS - 0.1)
    assert table.lit() == {"9"}
    table.wait(0.2)
    assert table.lit() == set()
    assert table.session.lights.sweep
    assert table.state.message == "White resigned."


def test_without_points_it_ends(table: Virtual) -> None:
    table.say(Demonstrate(("14", "12")))
    table.say(Demonstrate())
    assert table.lit() == set()
    assert table.session.lights.sweep


def test_whoever_touches_a_piece_sees_the_games_own_lamps(table: Virtual) -> None:
    table.say(Demonstrate(("14", "12")))
    Hands(table).lift("16")
    assert not table.lit(Meaning.HINT)


def test_lamps_that_are_needed_are_not_lent(table: Virtual, tmp_path: Path) -> None:
    table.say(Demonstrate(("141",)))
    assert table.state.warning == "the star board has no point '141'"
    table.say(Puzzle("triangles"))
    table.say(Demonstrate(("14",)))
    assert table.state.warning == _IN_USE
    table.say(Puzzle(""))
    table.session.features.find(MenuFeature).open(table.now)
    table.say(Demonstrate(("14",)))
    assert table.state.warning == _IN_USE
    playing = Virtual(tmp_path / "playing")
    playing.begin()
    playing.say(Demonstrate(("14",)))
    assert playing.state.warning == _IN_USE
    assert not playing.lit(Meaning.HINT)

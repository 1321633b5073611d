"""The virtual table: its time, its messages, what it refuses."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from companion.config import Config
from companion.device.lamps.lamp_settings import LightSettings
from companion.device.lamps.scene import Meaning
from companion.games.registry import make
from companion.hands import Phase
from companion.protocol.views import Hello, State
from companion.rules import CompanionError, Match, Seat
from companion.testing import Hands, VirtualTable
from companion.testing.table import TODAY
from tests.records.journal.games import unfinished


@pytest.fixture
def table(tmp_path: Path) -> VirtualTable:
    made = VirtualTable(tmp_path)
    made.begin()
    return made


def test_time_passes_only_when_it_is_told_to(table: VirtualTable) -> None:
    before = table.now
    assert table.clock() == before
    table.wait(2.5)
    assert table.now == before + 2.5


def test_everything_is_heard_once_however_many_games_begin(table: VirtualTable) -> None:
    table.begin("nim")
    table.heard.clear()
    table.begin("peg")
    assert [m.game for m in table.heard if isinstance(m, Hello)][-1] == "peg"
    table.heard.clear()
    Hands(table).set_up()
    states = [m for m in table.heard if isinstance(m, State)]
    assert all(first != second for first, second in pairwise(states))


def test_lamps_and_frames_are_those_of_the_page(table: VirtualTable) -> None:
    Hands(table).set_up()
    assert table.lit(Meaning.MAY_MOVE) == table.lit() == {"14", "15", "16", "17", "18"}
    frame = table.frames[-1]
    assert len(frame) == 3 * table.board.size
    assert table.lamp("14") == frame[39:42].hex() != "000000"
    assert table.lamp("10") == "000000"
    assert table.phase is table.view.phase is Phase.REST


def test_what_is_not_there_is_refused_in_one_line(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path)
    for ask in (lambda: table.state, lambda: table.match, lambda: table.port):
        with pytest.raises(CompanionError, match=r"begin a game first|no (game|board)"):
            ask()
    with pytest.raises(CompanionError, match="unknown game 'solomom'"):
        table.begin("solomom")
    table.begin()
    with pytest.raises(CompanionError, match="the star board has no point '20'"):
        table.lamp("20")


def test_games_are_logged_in_the_directory_whatever_the_configuration_says(tmp_path: Path) -> None:
    config = Config(lights=LightSettings(palette="safe"))
    with VirtualTable(tmp_path / "here", config) as table:
        table.begin("nim", last="wins")
        assert table.state.palette == "safe"
        assert table.config.journal.path == tmp_path / "here"
    log = unfinished(tmp_path / "here")
    assert log is not None
    assert (log.head.game, log.head.options["last"]) == ("nim", "wins")


def test_computer_plays_a_seat(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, bare=True)
    table.begin_match(Match(make("solomon")), {Seat(1): "easy"})
    hands = Hands(table)
    hands.set_up()
    hands.play("14-12")
    assert table.state.headline == "The computer's move"
    (wanted,) = hands.moves
    hands.play_random()
    assert table.texts == ["14-12", wanted]
    assert len(hands.moves) > 1


def test_closed_table_is_dark_and_its_game_goes_on(tmp_path: Path) -> None:
    with VirtualTable(tmp_path, bare=True) as table:
        table.begin()
        hands = Hands(table)
        hands.set_up()
        hands.play("14-12")
        closed = table.port.occupancy()
    log = unfinished(tmp_path)
    assert log is not None
    again = VirtualTable(tmp_path, bare=True, closed=closed)
    again.resume(log)
    assert again.texts == ["14-12"]
    assert again.phase is Phase.REST


def test_every_game_begins_at_the_same_time(tmp_path: Path) -> None:
    VirtualTable(tmp_path).begin()
    log = unfinished(tmp_path)
    assert log is not None
    assert log.head.started == TODAY.isoformat(timespec="seconds")

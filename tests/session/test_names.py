from __future__ import annotations

from pathlib import Path

import pytest

from companion.protocol.commands import New
from companion.protocol.views import Hello
from companion.records.journal.reader import read_log
from tests.session.virtual import Virtual

POSITION = "b/bbbbb/../.../../wwwww/w b"


@pytest.fixture
def table(tmp_path: Path) -> Virtual:
    table = Virtual(tmp_path)
    table.begin()
    return table


def greeting(table: Virtual) -> Hello:
    return [said for said in table.heard if isinstance(said, Hello)][-1]


def test_names_of_players_are_logged_and_shown(table: Virtual) -> None:
    table.session.handle(New("solomon", players={0: "  Anna \n Maria ", 1: " "}), table.now)
    assert read_log(table.session.match.journal.path).head.players == {0: "Anna Maria"}
    assert greeting(table).players == {0: "Anna Maria"}


def test_names_are_known_again_when_a_game_is_resumed(table: Virtual, tmp_path: Path) -> None:
    table.session.handle(New("solomon", players={1: "Ben"}), table.now)
    log = read_log(table.session.match.journal.path)
    table.session.close()
    again = Virtual(tmp_path)
    again.resume(log)
    assert greeting(again).players == {1: "Ben"}


@pytest.mark.parametrize(
    ("players", "said"),
    [
        ({2: "Carl"}, "Solomon has no seat 2: name players 0 to 1"),
        ({-1: "Bag"}, "Solomon has no seat -1: name players 0 to 1"),
        ({0: "x" * 41}, "write at most 40 printable characters"),
        ({0: "A\x1b[2J"}, "write at most 40 printable characters"),
        ({1: "‮B"}, "write at most 40 printable characters"),
    ],
)
def test_name_that_cannot_be_logged_is_refused(
    table: Virtual, players: dict[int, str], said: str
) -> None:
    before = table.match
    table.session.handle(New("solomon", players=players), table.now)
    assert said in table.state.warning
    assert table.match is before


def test_game_begins_with_a_position(table: Virtual) -> None:
    table.session.handle(New("solomon", position=f" {POSITION}\n"), table.now)
    assert table.match.game.position_text(table.match.position) == POSITION
    assert read_log(table.session.match.journal.path).head.position == POSITION
    table.wait(1)
    assert (table.state.turn, table.state.position) == (1, POSITION)


def test_position_that_cannot_be_read_is_refused(table: Virtual) -> None:
    before = table.match
    table.session.handle(New("solomon", position="<b>rook</b>"), table.now)
    assert "<b>rook</b>" in table.state.warning
    assert table.match is before

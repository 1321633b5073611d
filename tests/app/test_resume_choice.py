"""Which unfinished game is resumed at a start."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app.loop import Loop
from companion.app.start import PlayRequest, start
from companion.config import Config, GameSettings, JournalSettings, PageSettings
from companion.protocol.commands import New
from companion.protocol.views import State
from companion.records.journal.reader import read_log
from companion.records.journal.record import EndRecord
from tests import broken
from tests.packages import Install, install
from tests.records.journal.games import first_moves
from tests.records.logs import write_log

__all__ = ["install"]


def resumed(folder: Path) -> Path:
    """The log that the program goes on with when it is started in this folder."""
    config = Config(journal=JournalSettings(str(folder)), page=PageSettings(enabled=False))
    loop = Loop(config, clock=lambda: 1000.0)
    start(loop, config, PlayRequest(), lambda _: None)
    path = loop.session.match.journal.path
    loop.session.close()
    return path


def test_game_whose_package_is_back_comes_before_a_newer_one_without_a_move(tmp_path: Path) -> None:
    played = write_log(tmp_path, 0, records=first_moves(3), game="ludo")
    begun = resumed(tmp_path)
    assert begun != played
    assert not read_log(begun).moves
    played.unlink()  # the same log, and the package is there
    played = write_log(tmp_path, 0, records=first_moves(3), name=played.name)
    assert resumed(tmp_path) == played
    assert read_log(begun).finished  # so it is never in the way again
    assert resumed(tmp_path) == played


def test_newest_of_several_games_with_moves_is_resumed(tmp_path: Path) -> None:
    old = write_log(tmp_path, 0, records=first_moves(3))
    new = write_log(tmp_path, 1, records=first_moves(1))
    assert resumed(tmp_path) == new
    assert not read_log(old).finished


def test_game_without_a_move_is_resumed_where_no_other_is(tmp_path: Path) -> None:
    write_log(tmp_path, 0, records=first_moves(3))
    write_log(tmp_path, 1, records=(*first_moves(2), EndRecord("win 0", "resigned")))
    empty = write_log(tmp_path, 2, records=())
    assert resumed(tmp_path) == empty


@pytest.mark.parametrize("how", ["raises", "exits", "wordy"])
def test_a_game_that_breaks_as_it_is_resumed_leaves_the_board_in_use(
    install: Install, tmp_path: Path, caplog: pytest.LogCaptureFixture, how: str
) -> None:
    install("broken-games", (f"tests.broken:colour__{how}__later",))
    config = Config(
        game=GameSettings("broken"),
        journal=JournalSettings(str(tmp_path)),
        page=PageSettings(enabled=False),
    )
    first = Loop(config, clock=lambda: 1000.0)
    start(first, config, PlayRequest(), lambda _: None)
    (log,) = tmp_path.glob("*.jsonl")
    first.session.close()
    before = log.read_bytes()
    loop = Loop(config, clock=lambda: 2000.0)
    broken.arm()
    try:
        heard: list[object] = []
        assert start(loop, config, PlayRequest(), lambda _: None)
        loop.session.listen(heard.append, 2000.0)
        (record,) = caplog.records
        assert record.getMessage().startswith("package broken-games: game 'broken': colour() ")
        told = [message for message in heard if isinstance(message, State)]
        assert "colour() " in told[-1].message
        assert log.read_bytes().startswith(before)
        assert not read_log(log).finished
        loop.session.handle(New("solomon"), 2001.0)
        assert loop.session.game.name == "solomon"
    finally:
        broken.arm(False)
        loop.session.close()

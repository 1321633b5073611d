"""The whole program at a table: loop, threads, log and page."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from urllib.request import urlopen

import pytest

from companion.base.errors import CompanionError
from companion.protocol.commands import Hint, New
from companion.records.journal.reader import list_logs
from companion.testing import ProgramTable


def test_a_game_is_played_by_the_whole_program_and_resumed(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    with ProgramTable(tmp_path) as program:
        names = {thread.name for thread in set(threading.enumerate()) - before}
        assert {"program", "writer", "web", "watchdog"} <= names
        assert any("Solomon begins" in line for line in program.lines)
        program.arrange()
        with urlopen(program.address, timeout=30) as page:
            assert b"<html" in page.read()
        program.drag("14", "12")
        program.until(lambda: program.texts == ["14-12"])
        program.say(Hint())  # a search in its thread
        program.until(lambda: program.session.live.hints.path)
    (log,) = list_logs(tmp_path)
    assert log.log is not None
    assert [move.text for move in log.log.moves] == ["14-12"]
    assert json.loads(log.log.path.read_text().splitlines()[-1])["kind"] != "end"
    with ProgramTable(tmp_path, page=False) as again:
        assert again.address == ""
        assert again.texts == ["14-12"]
        again.say(New("peg"))
        again.until(lambda: again.session.match.game.name == "peg")
    assert {t for t in threading.enumerate() if not t.daemon} <= before


def test_what_does_not_happen_is_said_in_time(tmp_path: Path) -> None:
    with (
        ProgramTable(tmp_path, page=False) as program,
        pytest.raises(CompanionError, match="it has not happened within 0 seconds"),
    ):
        program.until(lambda: False, 0)


def test_a_program_that_has_ended_is_said(tmp_path: Path) -> None:
    with ProgramTable(tmp_path, page=False) as program:
        program.loop.stop()
        with pytest.raises(CompanionError, match="the program has ended"):
            program.until(lambda: False)

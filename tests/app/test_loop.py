"""The queue of the running program: a stop need not wait for the commands in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.app.loop import Loop
from companion.config import Config, JournalSettings, PageSettings
from companion.device.lamps.scene import Scene
from companion.games.registry import make
from companion.protocol.commands import Arrange, Command, Draw, Palette, Watch
from companion.protocol.views import Broadcast, Shining, State
from companion.rules import Match
from companion.rules.geometry import Sensed
from companion.session.play.live_game import LiveGame


@pytest.fixture
def loop(tmp_path: Path) -> Loop:
    loop = Loop(
        Config(journal=JournalSettings(directory=str(tmp_path)), page=PageSettings(enabled=False))
    )
    loop.session.current.begin(Match(make("solomon")), loop.now())
    return loop


def test_only_the_present_log_is_in_use(tmp_path: Path) -> None:
    settings = JournalSettings(directory=str(tmp_path))
    loop = Loop(Config(journal=settings, page=PageSettings(enabled=False)))
    assert loop.logs_in_use == []
    loop.session.current.begin(Match(make("solomon")), loop.now())
    before = loop.session.match.journal.path
    assert loop.logs_in_use == [before]
    loop.session.current.begin(Match(make("nim")), loop.now())
    assert loop.logs_in_use == [loop.session.match.journal.path] != [before]
    tmp_path.rename(tmp_path.with_name("card"))
    loop.session.current.begin(Match(make("peg")), loop.now())
    waiting = loop.session.match.journal.path
    loop.session.current.begin(Match(make("peg")), loop.now())
    assert waiting in loop.logs_in_use
    loop.session.close()


@pytest.fixture
def handled(loop: Loop, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the session is given, oldest first."""
    events: list[Any] = []
    handle = loop.session.handle

    def kept(event: Any, at: float) -> None:
        events.append(event)
        handle(event, at)

    monkeypatch.setattr(loop.session, "handle", kept)
    return events


def test_a_stop_overtakes_the_commands_that_wait(loop: Loop, handled: list[Any]) -> None:
    done: list[int] = []
    for number in range(20_000):
        loop.command(Draw(), lambda number=number: done.append(number))  # type: ignore[misc]
    loop.stop()
    loop.run()
    assert handled == []
    assert done == list(range(20_000))


def test_what_the_board_has_reported_is_handled_before_a_stop(
    loop: Loop, handled: list[Any]
) -> None:
    assert loop.session.port.pieces is not None
    loop.session.port.pieces.arrange([["w"], *([] for _ in range(18))])
    loop.command(Draw())
    loop.stop()
    loop.run()
    assert handled
    assert all(isinstance(event, Sensed) for event in handled)


def test_a_command_is_done_when_the_session_has_handled_it(loop: Loop, handled: list[Any]) -> None:
    order: list[str] = []
    loop.command(Palette("safe"), lambda: order.append(f"{len(handled)} handled"))
    loop.command(Palette("no such palette"), lambda: order.append(f"{len(handled)} handled"))
    loop.command(Arrange(), loop.stop)
    loop.run()
    assert order == ["1 handled", "2 handled"]


def test_a_command_that_fails_unexpectedly_is_done_too(
    loop: Loop, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(command: Command, at: float) -> None:
        raise RuntimeError(f"{command} at {at}")

    monkeypatch.setattr(loop.session, "handle", broken)
    loop.command(Draw(), loop.stop)
    loop.run()
    assert "the game goes on" in caplog.text


def test_what_keeps_failing_is_logged_once(
    loop: Loop, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(command: Command, _: float) -> None:
        raise RuntimeError(type(command).__name__)

    monkeypatch.setattr(loop.session, "handle", broken)
    for _ in range(5):
        loop.command(Draw())
    loop.command(Arrange(), loop.stop)
    loop.run()
    told = [record for record in caplog.records if "unexpected error" in record.getMessage()]
    assert len(told) == 1


def test_a_failure_is_said_on_lamps_and_page_until_the_next_command(
    loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> Scene:
        raise RuntimeError("no scene")

    heard: list[Broadcast] = []
    loop.session.listen(heard.append)
    with monkeypatch.context() as patch:
        patch.setattr(LiveGame, "scene", broken)
        loop.command(Watch(True), loop.stop)
        loop.run()
    states = [message for message in heard if isinstance(message, State)]
    shining = [message for message in heard if isinstance(message, Shining)]
    assert "The program has failed" in states[-1].warning
    assert {shine.meaning for shine in shining[-1].shines} == {"failed"}
    assert sum(len(shine.lamps) for shine in shining[-1].shines) == loop.session.game.board.size

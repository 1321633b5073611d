"""Code of a package that does not come to an end is named, and a signal ends it."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from threading import get_ident
from typing import Any

import pytest

from companion.app.loop import Loop
from companion.app.watchdog import Watchdog
from companion.base.foreign import place_words
from companion.base.text import Text
from companion.config import Config, JournalSettings, PageSettings
from companion.games import registry
from companion.protocol.commands import New
from companion.protocol.views import State
from companion.rules import Match
from companion.rules.geometry import Point
from tests import broken
from tests.packages import Install, install
from tests.tiny import Position

__all__ = ["install"]


class Time:
    """A clock that is set."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_what_is_quick_or_of_the_program_is_not_told(caplog: pytest.LogCaptureFixture) -> None:
    clock, told = Time(), list[Text]()
    dog = Watchdog(clock, told.append, place=lambda _: Text())
    dog.look()
    with dog.watch():
        clock.now += 60
        dog.look()  # it is in no package's code
    dog = Watchdog(clock, told.append, place=lambda _: Text("hare.py line 3"))
    with dog.watch():
        clock.now += 4.9
        dog.look()
    with dog.watch(60):
        clock.now += 59
        dog.look()
    assert not told
    assert not caplog.records
    assert not dog.hangs


def test_what_hangs_is_told_once_and_that_it_has_ended(caplog: pytest.LogCaptureFixture) -> None:
    clock, told = Time(), list[Text]()
    asked: list[int] = []

    def place(thread: int) -> Text:
        asked.append(thread)
        return Text("hare.py line 3")

    dog = Watchdog(clock, told.append, place=place)
    with dog.watch():
        clock.now += 7
        dog.look()
        dog.look()
        assert dog.hangs
    assert not dog.hangs
    assert asked == [get_ident()]
    assert [str(text) for text in told] == [
        "code of a package; hare.py line 3 has not come to an end for 7 seconds; press Ctrl-C to "
        "quit: the game is kept"
    ]
    assert len(caplog.records) == 2


def test_a_game_that_hangs_is_named_on_the_page_and_a_signal_ends_the_program(
    install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Time()
    # The code of packages of tests is of this program's tests, which pytest calls.
    loop = Loop(
        Config(journal=JournalSettings(directory=str(tmp_path)), page=PageSettings(enabled=False)),
        clock=clock,
        place=lambda _: place_words("broken.py", 7),
    )
    heard: list[Any] = []
    armed: list[int] = []
    signals: list[int] = []
    plain, here = broken.Fine.moves, get_ident()

    def endless(self: broken.Fine, position: Position) -> list[Point]:
        while armed and get_ident() == here:  # a search may ask, too
            clock.now += 1
            loop._watchdog.look()
            if loop._watchdog.hangs:
                signals.append(1)
                signal.raise_signal(signal.SIGINT)
        return plain(self, position)

    monkeypatch.setattr(broken.Fine, "moves", endless)
    install("broken-games", ("tests.broken:Fine",))
    loop.session.current.begin(Match(registry.make("fine")), loop.now())
    loop.session.listen(heard.append, loop.now())
    armed.append(1)
    before = signal.signal(signal.SIGINT, lambda *_: loop.interrupt())
    try:
        loop.command(New("fine"))
        loop.run()
    finally:
        signal.signal(signal.SIGINT, before)
        armed.clear()
    assert signals == [1]
    warned = [state.warning for state in heard if isinstance(state, State) and state.warning]
    assert (
        "package broken-games: game 'fine': moves(); broken.py line 7 has not come to an end for 5 "
        "seconds; press Ctrl-C to quit: the game is kept"
    ) in [str(text) for text in warned]
    assert not sys.exc_info()[0]

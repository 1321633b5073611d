"""Code of a package that does not come to an end is named, and a signal ends it."""

from __future__ import annotations

import signal
import sys
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from threading import get_ident
from typing import Any

import pytest

from companion.app.loop import Loop
from companion.app.threads import ThreadedSearch
from companion.app.watchdog import Watchdog, raise_in
from companion.base.foreign import place_words
from companion.base.text import Text
from companion.config import Config, JournalSettings, PageSettings
from companion.games import registry
from companion.opponents.search_jobs import SearchResult
from companion.protocol.commands import Back, New, Resign
from companion.protocol.views import State
from companion.rules import Match
from companion.rules.geometry import Point
from companion.session.play.closed_game import ClosedGame
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
    with dog.watch(patience=60):
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
    assert set(asked) == {get_ident()}
    assert [str(text) for text in told] == [
        "code of a package; hare.py line 3 has not come to an end for 7 seconds; it is ended in 15 "
        "seconds, or press Ctrl-C to quit: the game is kept"
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
    assert 1 <= len(signals) <= 3  # what is still published may ask the game, and hang once more
    warned = [state.warning for state in heard if isinstance(state, State) and state.warning]
    assert (
        "package broken-games: game 'fine': moves(); broken.py line 7 has not come to an end for 5 "
        "seconds; it is ended in 15 seconds, or press Ctrl-C to quit: the game is kept"
    ) in [str(text) for text in warned]
    assert not sys.exc_info()[0]


def test_what_hangs_is_ended_again_and_again_until_it_ends() -> None:
    clock, ended = Time(), list[float]()
    dog = Watchdog(clock, place=lambda _: Text("hare.py line 3"))
    begun = clock.now
    with dog.watch(lambda _: ended.append(clock.now - begun)):
        for _ in range(60):
            clock.now += 1
            dog.look()
    clock.now += 60
    dog.look()
    assert ended == [20, 35, 50]


@pytest.mark.parametrize("stubborn", [0, 2])
def test_a_game_that_hangs_is_closed_and_another_can_be_begun(
    install: Install,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    stubborn: int,
) -> None:
    clock = Time()
    loop = Loop(
        Config(journal=JournalSettings(directory=str(tmp_path)), page=PageSettings(enabled=False)),
        clock=clock,
        place=lambda _: place_words("broken.py", 7),
        interrupted=True,
    )
    armed: list[int] = []
    plain, here = broken.Fine.moves, get_ident()

    def wait() -> None:
        while armed:
            clock.now += 1
            loop._watchdog.look()

    def endless(self: broken.Fine, position: Position) -> list[Point]:
        for _ in range(stubborn if get_ident() == here else 0):
            with suppress(BaseException):  # as some authors write it
                wait()
        if get_ident() == here:  # a search may ask, too
            wait()
        return plain(self, position)

    monkeypatch.setattr(broken.Fine, "moves", endless)
    install("broken-games", ("tests.broken:Fine",))
    loop.session.current.begin(Match(registry.make("fine")), loop.now())
    loop.session.listen(lambda _: None, loop.now())
    before = signal.signal(signal.SIGINT, lambda *_: loop.interrupt())
    try:
        loop.command(Resign())
        loop._step()
        armed.append(1)
        loop.command(Back())  # the game in progress is asked how it goes on
        while armed:
            loop._step()
            if isinstance(loop.session.game, ClosedGame):
                armed.clear()
        loop.command(New("solomon"))
        while loop.session.game.name != "solomon":
            loop._step()
    finally:
        armed.clear()
        signal.signal(signal.SIGINT, before)
        loop.session.close()
    assert any(
        "package broken-games: game 'fine': moves() failed: it did not come to an end; "
        in record.message
        for record in caplog.records
    )


def test_a_search_that_hangs_is_ended_and_the_next_one_runs() -> None:
    class Endless:
        def run(self, stop: Any, late: Any = None) -> SearchResult:
            while True:
                sum(range(10))

        def failed(self) -> SearchResult:
            return SearchResult("failed")

    class Quick(Endless):
        def run(self, stop: Any, late: Any = None) -> SearchResult:
            return SearchResult("found")

    clock, results = Time(), Queue[SearchResult]()
    dog = Watchdog(clock, place=lambda _: Text("hare.py line 3"))
    search = ThreadedSearch(watch=lambda: dog.watch(raise_in))
    search(Endless(), results.put)
    search(Quick(), results.put)
    found: list[Any] = []
    while len(found) < 2:
        clock.now += 1
        dog.look()
        with suppress(Empty):
            found.append(results.get(timeout=0.01).position)
    assert found == ["failed", "found"]

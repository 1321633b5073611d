"""A card that takes its time: lamps and hands go on, and nothing is told before it is stored."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.device.lamps.scene import Meaning
from companion.protocol.commands import Adjust, Arrange, Command, Lift, New, Put, Teach, Tool
from companion.protocol.views import Broadcast, Hello, SettingsView, SettingValue, State
from companion.records.journal.disk import Disk
from companion.records.journal.reader import read_log
from companion.session.tools import ToolStarter
from tests.session.far_apart import World
from tests.session.test_tools import FakeTools
from tests.session.virtual import Virtual

_QUIET = ("14-12", "2-7", "15-14", "3-2", "14-15", "1-3")
"""Moves of Solomon without a jump."""


class SlowCard:
    """Performs jobs when it is told to.

    jobs: those that wait.
    """

    def __init__(self) -> None:
        self.jobs: list[Callable[[], None]] = []

    def __call__(self, job: Callable[[], None]) -> None:
        self.jobs.append(job)

    def work(self) -> None:
        """Perform all that waits."""
        while self.jobs:
            self.jobs.pop(0)()


class Table(Virtual):
    """A game on a slow card, which has begun the log."""

    def __init__(self, folder: Path, tools: ToolStarter | None = None) -> None:
        self.card = SlowCard()
        super().__init__(folder, perform=self.card, tools=tools)
        self.begin()
        self.say(Arrange())
        self.wait(1)
        self.store()

    def store(self) -> None:
        """Let the card work, and tell the session."""
        self.card.work()
        self.session.take_written(self.now)

    def move(self) -> str:
        """Make the next quiet move. Returns its text."""
        text = _QUIET[len(self.session.match.history)]
        self.carry(*text.split("-"))
        return text

    def carry(self, origin: str, to: str) -> None:
        """Carry a piece; what that means is played when this returns."""
        played = len(self.session.match.history)
        for command in (Lift(origin, "h"), Put(to, "h")):
            self.say(command)
        for _ in range(100):
            if len(self.session.match.history) != played:
                return
            self.wait(0.05)
        raise AssertionError(f"{origin} to {to}: nothing is played")

    @property
    def logged(self) -> list[str]:
        return [move.text for move in read_log(self.session.match.journal.path).moves]

    @property
    def told(self) -> list[str]:
        return [move.text for move in self.state.moves]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def test_a_move_is_told_once_it_is_stored(table: Table) -> None:
    move = table.move()
    assert (table.logged, table.told) == ([], [])
    table.store()
    assert (table.logged, table.told) == ([move], [move])
    assert not table.state.warning


def test_lamps_and_hands_go_on_meanwhile(table: Table) -> None:
    move = table.move()
    seen = len(table.frames)
    table.say(Lift(next(iter(table.lit(Meaning.MAY_MOVE))), "h"))
    table.wait(0.2)
    assert table.lit(Meaning.FROM)
    assert len(table.frames) > seen
    assert table.told == []
    table.store()
    assert table.told == [move]


def test_a_slow_card_is_named_after_a_second(table: Table) -> None:
    move = table.move()
    table.wait(0.8)
    assert table.told == []
    table.wait(0.3)
    assert table.told == [move]
    assert "The card is slow" in table.state.warning
    table.store()
    assert not table.state.warning
    assert table.logged == [move]


def test_play_goes_on_when_a_card_never_answers(table: Table) -> None:
    moves = [table.move()]
    table.wait(2)
    for _ in range(3):
        moves.append(table.move())
        assert table.told == moves
        assert "The card is slow" in table.state.warning
    assert len(table.card.jobs) == 1  # what waits is written at once
    assert table.session.match.journal.waiting == 4
    table.store()
    assert table.logged == table.told == moves


def test_a_page_that_comes_meanwhile_is_told_everything_afterwards(table: Table) -> None:
    move = table.move()
    heard: list[Broadcast] = []
    gone: list[Broadcast] = []
    left = gone.append
    table.session.listen(heard.append, table.now)
    table.session.listen(left, table.now)
    table.session.leave(left)
    assert heard == []
    table.store()
    hello, state = heard[:2]
    assert isinstance(hello, Hello)
    assert isinstance(state, State)
    assert [played.text for played in state.moves] == [move]
    assert gone == []


def test_a_card_that_fails_in_the_end_is_named(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_disk: Disk, _file: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    move = table.move()
    with monkeypatch.context() as failing:
        failing.setattr(Disk, "sync", fail)
        table.store()
    assert table.told == [move]
    assert "check the card" in table.state.warning
    table.wait(2)
    table.store()
    assert not table.state.warning
    assert table.logged == [move]


def test_what_is_played_during_a_sync_is_written_by_the_next_one(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    moves = [table.move()]
    sync = Disk.sync

    def playing(disk: Disk, file: int) -> None:
        monkeypatch.setattr(Disk, "sync", sync)
        moves.append(table.move())  # while the first move is synced
        sync(disk, file)

    monkeypatch.setattr(Disk, "sync", playing)
    job = table.card.jobs.pop()
    job()
    assert table.logged == moves[:1]
    assert table.session.match.journal.storing
    table.store()
    assert table.logged == table.told == moves


def test_a_takeback_is_told_once_it_is_stored(table: Table) -> None:
    move = table.move()
    table.store()
    table.carry(*reversed(move.split("-")))
    assert table.session.match.history == []
    assert table.told == [move]
    table.store()
    assert table.told == []


@pytest.mark.parametrize("command", [New("solomon"), Teach("solomon")])
def test_a_slow_card_is_named_in_the_next_game_too(table: Table, command: Command) -> None:
    """What waits for it belongs to the game before."""
    table.move()
    table.say(command)
    table.wait(2)
    assert "The card is slow" in table.state.warning
    table.store()
    assert not table.state.warning


def test_no_other_warning_hides_a_slow_card(table: Table) -> None:
    move = table.move()
    table.say(New("nonsense"))
    table.wait(2)
    assert table.told == [move]
    assert "nonsense" in table.state.warning
    assert "The card is slow" in table.state.warning


def test_pages_wait_no_longer_while_a_tool_has_the_board(tmp_path: Path) -> None:
    table = Table(tmp_path, tools=FakeTools())
    table.move()
    table.say(Tool("check"))
    heard: list[Broadcast] = []
    table.session.listen(heard.append, table.now)
    assert heard == []
    table.wait(1.1)
    assert heard


def test_a_card_mended_while_a_move_is_made_gives_nothing_away(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The writer ends, with the lines before that move, just when the session looks."""
    journal = table.session.match.journal
    sync, failing = Disk.sync, [True]

    def failed(_disk: Disk, _file: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(Disk, "sync", failed)
    table.move()
    table.store()
    assert "check the card" in table.state.warning

    def mended(disk: Disk, file: int) -> None:
        if failing:  # once the lines that this writes are fixed, another move is made
            failing.clear()
            seen = len(table.heard)
            move = table.move()
            states = [one for one in table.heard[seen:] if isinstance(one, State)]
            assert all(one.warning for one in states)
            assert table.told[-1] == move
        sync(disk, file)

    monkeypatch.setattr(Disk, "sync", mended)
    table.session.match.journal.retry()
    table.card.jobs.pop(0)()
    assert journal.storing
    told = table.told
    table.wait(0.1)
    assert table.told == told
    table.store()
    assert table.logged == table.told
    assert not table.state.warning


def test_settings_are_kept_by_the_way(table: Table) -> None:
    kept: list[float] = []

    def keep(values: Mapping[str, SettingValue]) -> None:
        kept.append(len(values))
        if len(kept) == 1:
            raise CompanionError(Text("the card is full"))

    table.session.current.settings.keeper._save = keep
    told = settings_of(table)
    table.say(Adjust("lights.brightness", 0.3))
    assert kept == []
    assert settings_of(table) is told  # not before it is kept
    assert table.session.current.config.lights.brightness == 0.3
    table.store()
    assert kept == [1]
    assert settings_of(table).trouble == "the card is full"
    table.say(Adjust("lights.brightness", 0.4))
    table.store()
    assert kept == [1, 1]
    assert not settings_of(table).trouble


def test_a_flood_of_changes_keeps_no_move_waiting(table: Table) -> None:
    kept: list[float] = []
    table.session.current.settings.keeper._save = lambda values: kept.append(
        float(values["lights.brightness"])
    )
    for percent in range(20, 90):
        table.say(Adjust("lights.brightness", percent / 100))
    table.store()
    assert kept == [0.89]


def settings_of(table: Table) -> SettingsView:
    return [message for message in table.heard if isinstance(message, SettingsView)][-1]


def test_the_others_hear_of_nothing_that_is_not_in_the_log(tmp_path: Path) -> None:
    """Even if storing was asked for before the move, for another reason."""
    world = World(tmp_path)
    world.meet()
    world.wait()
    here = world.tables[0]
    journal, remote = here.session.match.journal, here.session.live.remote
    assert remote is not None
    jobs: list[Callable[[], None]] = []
    journal._perform = remote._perform = jobs.append  # type: ignore[union-attr]
    remote._changed()
    world.hands[0].play("14-12")
    while jobs:
        jobs.pop(0)()
        if any("14-12" in str(entry) for entry in world.stored[0].snapshot.entries):
            break
    assert [move.text for move in read_log(journal.path).moves] == ["14-12"]


def test_the_others_are_told_once_it_is_stored(tmp_path: Path) -> None:
    card = SlowCard()
    world = World(tmp_path)
    world.perform = card
    world.meet()
    card.work()
    world.wait()
    world.hands[0].play("14-12")
    world.wait()
    here, there = world.tables
    assert here.session.live.storing
    assert there.session.live.scene(there.now).lamps == ()
    card.work()
    world.wait()
    assert not here.session.live.storing
    assert there.lit(Meaning.THEIR_TO) == {"12"}

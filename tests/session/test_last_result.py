"""What is kept of words, lamps and matches is never out of date."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from companion.config import Config
from companion.device.ports.port_kinds import PortSettings
from companion.games.registry import make
from companion.page.messages import Broadcast, State
from companion.protocol.commands import Back, Command, Draw, Hint, Lift, New, Put, Resign, Teach
from companion.rules import Match, Seat
from companion.session.match.last_result import LastResult
from companion.testing import Hands, VirtualTable
from tests.session.far_apart import World, play


def test_a_result_is_made_anew_only_if_something_differs() -> None:
    results = iter(["first", "second", "third"])
    last: LastResult[str] = LastResult()
    asked = [last.get(basis, lambda: next(results)) for basis in [(1, 2), (1, 2), (1,), (1, 2)]]
    assert asked == ["first", "first", "second", "third"]


def by_hands(directory: Path) -> list[VirtualTable]:
    table = VirtualTable(directory, Config(port=PortSettings(bounce=True)))
    table.begin()
    table.say(New("solomon", clock="fischer 1+1"))
    hands = Hands(table)
    hands.set_up()
    wanted: list[list[Command]] = [[Draw()], [Back()], [Resign(), Back()], [Draw(), Draw()]]
    for commands in wanted:
        hands.play_random()
        table.say(Lift("14", "h"))
        table.wait(3)
        table.say(Put("tray", "h"))
        table.wait(3)
        hands.set_up()
        for command in commands:
            table.say(command)
        hands.set_up()
    return [table]


def with_hints(directory: Path) -> list[VirtualTable]:
    table = VirtualTable(directory, Config(port=PortSettings(bounce=True)))
    table.begin("peg")
    hands = Hands(table)
    hands.set_up()
    for _ in range(2):
        table.say(Hint())
        table.wait(1)
        table.say(Hint())
        hands.play_random()
    return [table]


def against_the_computer(directory: Path) -> list[VirtualTable]:
    table = VirtualTable(directory, Config(port=PortSettings(bounce=True)), bare=True)
    table.begin_match(Match(make("solomon")), {Seat(1): "easy"})
    hands = Hands(table)
    hands.set_up()
    for _ in range(8):
        hands.play_random()
    return [table]


def lesson(directory: Path) -> list[VirtualTable]:
    table = VirtualTable(directory)
    table.begin()
    table.say(Teach("solomon"))
    hands = Hands(table)
    hands.set_up()
    lesson = table.session.live.exercise
    hands.play_turn(lesson.turns(())[0])
    table.say(Back())
    hands.set_up()
    while not lesson.over:
        hands.play_turn(lesson.turns(())[0])
    return [table]


def far_apart(directory: Path) -> list[VirtualTable]:
    world = World(directory)
    world.meet()
    play(world, 4)
    world.tables[0].say(Draw())
    world.wait(1)
    return list(world.tables)


@pytest.mark.parametrize("story", [by_hands, with_hints, against_the_computer, lesson, far_apart])
def test_what_is_told_and_lit_is_the_same_as_if_nothing_were_kept(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    story: Callable[[Path], list[VirtualTable]],
) -> None:
    def told(directory: Path) -> list[list[Broadcast]]:
        return [
            [
                msgspec.structs.replace(message, log="") if isinstance(message, State) else message
                for message in table.heard
            ]
            for table in story(directory)
        ]

    kept = told(tmp_path / "kept")
    with monkeypatch.context() as patch:
        patch.setattr(LastResult, "get", lambda _, __, make: make())
        assert told(tmp_path / "anew") == kept

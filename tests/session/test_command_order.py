"""Commands that come at once do what they do when each waits for the one before it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games.registry import make
from companion.protocol.commands import Arrange, Back, Command, Confirm, Lift, Put
from companion.rules import Match
from companion.testing.acts import natural
from tests.session.virtual import Virtual
from tests.slow import slow_after

_SLOW = 1.0  # seconds after which every command has had its effect
_GAPS = (0.0, 0.005, 0.03, 0.15)  # seconds that a command leaves for the one before it
_HAND = 0.1  # seconds between two acts of a hand


class Script:
    """The same commands at two tables, one of which leaves them no time."""

    def __init__(self, folder: Path, name: str, options: dict[str, str], seed: int) -> None:
        self.random = Random(seed)
        self.tables = (Virtual(folder / "slow"), Virtual(folder / "quick"))
        self.match = Match(make(name, options))
        for table in self.tables:
            table.session.current.begin(Match(make(name, options)), table.now)
        self.send(Arrange())

    def send(self, *commands: Command) -> None:
        """Send commands: to one table one by one, to the other at once, but for hands that are
        moving a piece."""
        slow, quick = self.tables
        for command, following in zip(commands, (*commands[1:], None), strict=True):
            slow.say(command)
            slow.wait(_SLOW)
            quick.session.handle(command, quick.now)
            moving = isinstance(command, Lift | Put) and isinstance(following, Lift | Put)
            quick.wait(_HAND if moving else self.random.choice(_GAPS))
        quick.wait(len(commands) * _SLOW)

    @property
    def whole(self) -> list[Any]:
        """The legal moves that cannot go on, so that none waits for a pause however it is sent."""
        game, position = self.match.game, self.match.position
        every = {move: tuple(game.steps(position, move)) for move in self.match.moves}
        return [
            move
            for move, steps in every.items()
            if all(other[: len(steps)] != steps or other == steps for other in every.values())
        ]

    def move(self) -> Iterator[Command]:
        """The commands of a legal move."""
        move = self.random.choice(self.whole)
        game = self.match.game
        names = game.board.names
        for act in natural(game.steps(self.match.position, move), self.random):
            if act.brought:
                yield Lift("tray", act.hand, act.brought)
            yield (
                Put(names[act.point], act.hand)
                if act.occupied
                else Lift(names[act.point], act.hand)
            )
            if act.off:
                yield Put("tray", act.hand)
        self.match.play(move)

    def same(self) -> None:
        """Both tables show and have logged the same."""
        slow, quick = self.tables
        assert quick.texts == slow.texts
        assert quick.texts == [played.text for played in self.match.history]
        assert quick.session.view.phase is slow.session.view.phase
        assert quick.session.port.occupancy() == slow.session.port.occupancy()


@pytest.mark.parametrize("seed", slow_after(1, range(3)))
@pytest.mark.parametrize("name", ["solomon", "son_of_solomon", "halma", "gomony", "crowning"])
def test_commands_at_once_do_what_they_do_one_by_one(tmp_path: Path, name: str, seed: int) -> None:
    script = Script(tmp_path, name, {}, seed)
    for _ in range(3):
        script.send(*script.move(), Confirm())
        script.same()
        if not script.whole:
            break
        taken_back = [*script.move(), Back(), Arrange()]
        script.match.take_back()
        script.send(*taken_back, *script.move())
        script.same()

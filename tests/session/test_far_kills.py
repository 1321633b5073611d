"""Programs far apart are killed at any moment: what a board has shown as played is still there."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from companion.page.messages import Back, Choose
from companion.session.remote_play.remote_table import RemoteTable
from companion.testing import NotUnderstood
from tests.session.far_apart import World
from tests.slow import slow_after

GAMES: dict[str, dict[str, str]] = {
    "solomon": {},
    "soli2": {},
    "gomony": {},
    "son_of_solomon": {},
    "halma": {"rules": "simple", "players": "3"},
}
_ACTS = 60


def far(world: World, seat: int) -> RemoteTable:
    """The place of a seat at the table."""
    remote = world.tables[seat].session.live.remote
    assert remote is not None
    return remote


class Torn:
    """Two boards or more, whose hands play while the programs are killed.

    log: what has been done, for whoever looks for a fault.
    """

    def __init__(self, world: World, seed: int) -> None:
        self.world = world
        self.rng = Random(seed)
        self.log: list[str] = []

    def act(self) -> None:
        """Do something at random."""
        acts: list[tuple[int, Callable[[], None]]] = [
            (6, self.play),
            (2, self.kill),
            (1, self.ask),
            (2, self.answer),
            (1, self.cut),
            (2, self.mend),
        ]
        weights, choices = zip(*acts, strict=True)
        self.rng.choices(choices, weights)[0]()
        if self.rng.random() < 0.7:
            self.world.wait()

    def play(self) -> None:
        """Let the hands at one board do what they may, or set the board up."""
        seat = self.rng.randrange(self.world.seats)
        table, hands = self.world.tables[seat], self.world.hands[seat]
        live = table.session.live
        if live.setting_up:
            self.log.append(f"{seat} sets up")
            with suppress(NotUnderstood):
                hands.set_up()
            if live.setting_up:  # it may ask whether a piece is the one that was there
                hands.press()
        elif live.opponents.turns and not table.match.over:
            turn = live.opponents.turn or self.rng.choice(live.opponents.turns)
            self.log.append(f"{seat} plays {table.match.game.name}")
            with suppress(NotUnderstood):  # others may agree to a takeback meanwhile
                hands.play_turn(turn)

    def kill(self) -> None:
        """End a program, and check that the next one has what was told."""
        seat = self.rng.randrange(self.world.seats)
        told = self.world.tables[seat].texts
        # Without a connection, what the card lost cannot come back before it is done again.
        lost = not self.world.broker.cut and self.rng.random() < 0.3
        self.log.append(f"{seat} is killed{', and its card lost a record' * lost}")
        if lost:
            self.world.stored[seat].lose()
        self.world.kill(seat)
        kept = self.world.tables[seat].texts
        if kept[: len(told)] != told:  # others may have agreed to what it had asked for
            undone = far(self.world, seat)._replica.undone
            assert [*kept, *undone][: len(told)] == told, (told, kept, undone, self.log)

    def ask(self) -> None:
        """Ask for a takeback."""
        seat = self.rng.randrange(self.world.seats)
        if self.world.tables[seat].texts:
            self.log.append(f"{seat} asks for a takeback")
            self.world.tables[seat].say(Back())

    def answer(self) -> None:
        """Answer what is asked."""
        for seat, table in enumerate(self.world.tables):
            if table.state.question is not None:
                index = self.rng.randrange(2)
                self.log.append(f"{seat} answers {index}")
                table.say(Choose(index))
                return

    def cut(self) -> None:
        self.log.append("the broker is cut off")
        self.world.broker.cut_off()

    def mend(self) -> None:
        self.log.append("the broker is back")
        self.world.broker.mend()


@pytest.mark.parametrize("seed", slow_after(2, range(20)))
@pytest.mark.parametrize("game", GAMES)
def test_what_was_told_is_kept(game: str, seed: int, tmp_path: Path) -> None:
    world = World(tmp_path, game, **GAMES[game])
    world.meet()
    torn = Torn(world, seed)
    for _ in range(_ACTS):
        torn.act()
    torn.mend()
    for _ in range(4):
        torn.answer()
        world.wait()
    records = world.plies()
    shared = far(world, 0).plies
    for seat in range(world.seats):
        assert far(world, seat).plies == shared, (seat, torn.log)
        common = min(len(records[seat]), len(shared))
        assert tuple(records[seat][:common]) == shared[:common], (seat, torn.log)

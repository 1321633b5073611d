"""Careless hands at one game: turn after turn, each judged."""

from __future__ import annotations

from random import Random

from tests.hands.bench import last_of_hands
from tests.sloppy.habits import Habits
from tests.sloppy.kinds import KINDS, Kind, plain, take_back_ply_by_ply
from tests.sloppy.player import Excused, Misunderstood, Player
from tests.sloppy.rites import clearing
from tests.sloppy.rough import ROUGH
from tests.sloppy.rougher import ROUGHER
from tests.sloppy.tally import Tally
from tests.sloppy.world import World

_TURNS = 30  # at one match


def turns_of(habits: Habits) -> list[Kind]:
    """The kinds of turns that hands of these habits make beside plain ones."""
    if habits.only:
        return [kind for kind in (*KINDS, *ROUGH, *ROUGHER) if kind.__name__ in habits.only]
    return [*KINDS, *ROUGH, *(ROUGHER if habits.rougher else ())]


class Sloppy:
    """Plays turn after turn, at a new match now and then, and counts what becomes of them."""

    def __init__(self, world: World, seed: int, habits: Habits | None = None) -> None:
        self.world, self.seed = world, seed
        self.rng = Random(f"{seed}/{world.label}")
        self.habits = habits or Habits()
        self.player = Player(world, world.make(), self.rng, self.habits)
        self.kinds = turns_of(self.habits)
        self.tally = Tally()
        self.left = _TURNS

    def turns(self, count: int) -> Tally:
        """Make so many turns."""
        while self.tally.turns < count:
            self.turn()
        return self.tally

    def turn(self) -> None:
        """One turn of any kind."""
        player, tally = self.player, self.tally
        self.left -= 1
        if self.left < 0 or (player.mind.over and self.rng.random() < 0.7):
            self.begin()
        kind = self._kind()
        if kind is None:
            self.begin()
            return
        player.start()
        name = kind.__name__
        tally.count(name, "turns")
        try:
            player.wait(player.pause())
            kind(player)
            player.finish()
            player.wait(0.3)
        except Excused:
            tally.fail(name, "excused", self._told("excused", name))
            self.begin()
        except Misunderstood as failure:
            what = failure.what
            if what == "unresolved" and (player.stuck or player.guided):
                what = "dead switch" if player.stuck else "misguided"
            tally.fail(name, what, self._told(what, name))
            self.begin()
        else:
            tally.count(name, "steps", player.steps)
            if "led back" in player.marks:
                tally.fail(name, "led back", self._told("led back", name))
            for mark in ("asked", "piece", "confirmed", "pause"):
                if mark in player.marks:
                    tally.count(name, mark)
                    break
            else:
                tally.count(name, "once")
            for what in player.needless:
                tally.fail(name, what, self._told(what, name))

    def begin(self) -> None:
        """Sit down to another match."""
        self.left = _TURNS
        self.player.begin()

    def _kind(self) -> Kind | None:
        player = self.player
        if player.over:
            if clearing in self.kinds and player.mind.over and self.rng.random() < 0.5:
                return clearing
            return take_back_ply_by_ply if player.mind.over and last_of_hands(player.mind) else None
        if self.rng.random() < self.habits.sloppy:
            return self.rng.choice(self.kinds)
        return plain

    def _told(self, what: str, kind: str) -> str:
        return f"# {what} ({kind}, seed {self.seed}): {self.world.label}\n{self.player.told()}"

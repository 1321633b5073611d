"""A person who keeps physical pieces apart by what they look like, and follows guidance to the
letter."""

from __future__ import annotations

from random import Random

from companion.hands import Phase
from companion.rules import Action, Stack
from companion.rules.geometry import Point, points_of
from tests.hands.bench import Bench

_LOOK = 0.9  # seconds until the person looks at the lamps again
_ENOUGH = 80  # looks at the lamps


class Person:
    """A person at a board that is at rest.

    on:  the pieces on the board, by their points. off: those in the hands and in the tray.
    liftings: how many pieces guidance had lifted or put on. unknown: how many it had taken off to
    see what they are.
    """

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        stacks = bench.game.stacks(bench.match.position)
        self.on: dict[Point, Stack] = {Point(p): s for p, s in enumerate(stacks) if s}
        self.off: list[Stack] = []
        self.liftings = self.unknown = 0
        self.acts: list[str] = []
        self._carries = False

    @property
    def wanted(self) -> dict[Point, Stack]:
        """What the game believes."""
        stacks = self.bench.game.stacks(self.bench.match.position)
        return {Point(p): stack for p, stack in enumerate(stacks) if stack}

    @property
    def drawn(self) -> set[Stack]:
        """What the rules have the players place from beside the board."""
        match = self.bench.match
        steps = [s for t in match.turns for s in match.turn_game.steps(match.position, t)]
        return {(step.piece,) for step in steps if step.action is Action.ENTER}

    # Hands

    def lift(self, point: Point, after: float = 0.4) -> Stack:
        piece = self.on.pop(point)
        self.off.append(piece)
        self._act(f"-{self.bench.game.board.names[point]}", after)
        return piece

    def put(self, point: Point, piece: Stack, after: float = 0.4) -> None:
        if piece in self.off:
            self.off.remove(piece)
        self.on[point] = piece
        self._act(f"+{self.bench.game.board.names[point]}", after)

    def do(self, *acts: str) -> None:
        """`-14@2.5` lifts after so many seconds since the first; `+9@3` puts down what was lifted
        last, `+9:14@3` what was lifted from 14."""
        began = self.bench.at
        held: dict[str, Stack] = {}
        for act in acts:
            what, _, at = act.partition("@")
            after = began + float(at) - self.bench.at
            name, _, origin = what[1:].partition(":")
            point = self.bench.game.board.index[name]
            if what[0] == "-":
                held[name] = self.lift(point, after)
            else:
                origin = origin or list(held)[-1]
                self.put(point, held.pop(origin), after)

    def _act(self, act: str, after: float) -> None:
        self.acts += [f"~{after:.2f}", act]
        self.bench.wait(after)
        self.bench.act(act)

    def knock(self, rng: Random, acts: int) -> None:
        """Lift pieces and put them anywhere, one by one. Once several were in the air, none is put
        where one that looks different belongs: people know better."""
        full = [Point(p) for p in range(self.bench.game.board.size)]
        several = False
        for _ in range(acts):
            several = several or len(self.off) > 1
            after = rng.choice((0.4, 0.5, 1.0, 3.0))
            vacant = [p for p in full if p not in self.on]
            if self.off and vacant and rng.random() < 0.55:
                piece = rng.choice(self.off)
                wanted = self.wanted
                if several:
                    vacant = [p for p in vacant if wanted.get(p) in (None, piece)]
                told = dict(self.bench.view.pieces)  # nobody puts there what was not asked for
                vacant = [p for p in vacant if told.get(p) in (None, piece)]
                if vacant:
                    self.put(rng.choice(vacant), piece, after)
            elif self.on:
                self.lift(rng.choice(list(self.on)), after)
        vacant = [p for p in full if p not in self.on and p not in self.wanted]
        if vacant and not self.off and not self.drawn and rng.random() < 0.5:
            # One that was in the tray.
            self.put(rng.choice(vacant), (rng.choice(self.bench.game.pieces),))

    # Guidance

    def mend(self, *, chance: bool = True) -> None:
        """Do what guidance says until the board is at rest; put right what it leaves to players.
        chance: whether to go on where something is played by chance."""
        for _ in range(_ENOUGH):
            self.bench.wait(_LOOK)
            if self.bench.log and not chance:
                return
            if self.bench.phase is Phase.ASTRAY:
                self._obey()
            elif self.bench.phase is Phase.REST and not self._differs():
                return
            else:
                self._put_right()
        raise AssertionError(f"guidance leads nowhere: {self.bench.view}")

    def set_up(self) -> None:
        """Set the board up as the lamps say."""
        while self.bench.phase is Phase.SETUP:
            view = self.bench.view
            assert view.take_away or view.put_here
            for point in points_of(view.take_away):
                self.lift(point)
            for point in points_of(view.put_here):
                self.put(point, self.wanted[point])
            self.bench.wait(_LOOK)

    def _differs(self) -> bool:
        sensed = sum(1 << p for p in self.on)
        return sensed != self.bench.game.occupancy(self.bench.match.position)

    def _obey(self) -> None:
        view = self.bench.view
        told = dict(view.pieces)
        known = {p: piece for p, piece in told.items() if not view.then >> p & 1}
        away, here = list(points_of(view.take_away)), list(points_of(view.put_here))
        if not all(p in self.on for p in away) or any(p in self.on for p in here):
            return  # that is done, and the program is still thinking
        for point in away:
            assert known.get(point, self.on[point]) == self.on[point], "it is another piece"
        if away:
            self.liftings += len(away)
            self.unknown += sum(point not in known for point in away)
            self._carries = bool(here)  # where to may be shown anew, once it is in the hand
            for point in away:
                self.lift(point)
            return
        (to,) = here
        piece = told.get(to) or self.wanted[to]
        assert piece in self.off or piece in self.drawn, "there is no such piece to put on"
        self.liftings += not self._carries
        self._carries = False
        self.put(to, piece)

    def _put_right(self) -> None:
        wanted = self.wanted
        for point in [p for p, piece in self.on.items() if wanted.get(p) != piece]:
            self.lift(point)
        for point, piece in wanted.items():
            if point not in self.on and piece in self.off:
                self.put(point, piece)

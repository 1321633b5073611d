"""Careless hands: they dither, slide, put pieces on wrong points, and pause.

In the end they have made the move that they meant.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules import Turn
from companion.rules.geometry import Point, bits, points_of
from companion.testing.acts import HandAct, natural
from companion.testing.hands import Hands
from companion.testing.switches import Switches
from companion.testing.table import VirtualTable

_BOUNCE = 0.0005  # seconds between two edges of a switch that bounces
_HASTY = 0.05  # seconds for which a switch is closed in passing
_LONG = 2.0  # seconds of a long pause
_NOTICED = 1.5  # seconds after which wrong hands look at the lamps
_REMEMBERED = 4  # plies back to which a board could lead


@dataclass(frozen=True, slots=True)
class Habits:
    """The probabilities (0 to 1) of careless acts.

    `drag`, `slide` and `bounce` need switches; they do not affect simulated pieces.

    Attributes:
        skip: A landing in the middle of a chain is skipped: the piece passes over it in the air,
            without touching the board.
        dither: A piece is lifted and put back before it moves.
        stray: A piece is put on a wrong point first, and put back once the lamps have shown that.
        slow: A pause lasts two seconds.
        drag: A piece that moves to a neighbouring point closes its switch before the old one opens.
        slide: A piece that moves farther closes a switch on its way, and with the same probability
            a second one.
        bounce: A switch makes several edges when it changes.
    """

    skip: float = 0.5
    dither: float = 0.2
    stray: float = 0.2
    slow: float = 0.1
    drag: float = 0.3
    slide: float = 0.3
    bounce: float = 0.3

    def __post_init__(self) -> None:
        """Raise ValueError if a number is not from 0 to 1."""
        for name in self.__slots__:
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} is {getattr(self, name)}; choose from 0 to 1")


class SloppyHands(Hands):
    """Hands that play legal moves carelessly.

    None of their slips is a move by itself, so the program has to play exactly the moves that they
    mean.

    Args:
        table: The table at which they play; see `Hands`.
        switches: The switches that they close; see `Hands`.
        seed: The seed of all their choices.
        pauses: The pauses to choose from after each act of a move (seconds).
        habits: The probabilities of careless acts.

    Attributes:
        habits: The probabilities of careless acts.
        done: The number of times that they have dithered, strayed, dragged and slid, by the name of
            the habit.
    """

    def __init__(
        self,
        table: VirtualTable,
        switches: Switches | None = None,
        *,
        seed: int = 0,
        pauses: Sequence[float] = (0.03, 0.1, 0.5),
        habits: Habits = Habits(),
    ) -> None:
        super().__init__(table, switches, seed=seed, pauses=pauses)
        self.habits = habits
        self.done = {"dither": 0, "stray": 0, "drag": 0, "slide": 0}
        self._hush = 0  # the points that would tell of another turn, as bits
        self._known: tuple[object, set[int]] | None = None  # what boards mean, and where

    def pause(self) -> float:
        """Return the next pause after an act (seconds), now and then a long one."""
        return _LONG if self._does("slow") else super().pause()

    def carry_out(self, turn: Turn) -> None:
        """Perform the acts of a legal turn, carelessly, without answering any question."""
        match = self.table.session.match
        steps = match.turn_game.steps(match.position, turn)
        acts = natural(steps, self.rng, skip=self.habits.skip)
        self._hush = self._telling(turn)
        first = acts[0] if acts else None
        if first is not None and first.hand == "own" and not first.occupied:
            if self._does("dither"):
                self._dither(first.point)
            if self._does("stray"):
                self._stray(first.point, bits(act.point for act in acts))
        self.make(acts)

    def make(self, acts: Sequence[HandAct]) -> None:
        """Perform acts, with a pause after each; some pieces are dragged or slid."""
        dragged = False
        for act, after in zip(acts, [*acts[1:], None], strict=True):
            if dragged:  # that was this act
                dragged = False
                continue
            if self.switches is not None and after is not None and _moves(act, after):
                dragged = self._drag(act.point, after.point)
                if dragged:
                    continue
                self._do(act, _HASTY)
                self._slide(act.point, after.point, bits(other.point for other in acts))
                self.table.wait(self.pause())
            else:
                self._do(act, self.pause())

    def _does(self, habit: str) -> bool:
        return self.rng.random() < float(getattr(self.habits, habit))

    def _dither(self, point: Point) -> None:
        """Lift the piece and put it back, unless that could be a move."""
        if self._means_nothing(self.occupancy() & ~(1 << point)):
            self.done["dither"] += 1
            self._do(HandAct(point, False, "own"), 0.2)
            self._do(HandAct(point, True, "own"), 0.4)

    def _stray(self, point: Point, busy: int) -> None:
        """Put the piece on a wrong point, see the lamps, and put it back."""
        lifted = self.occupancy() & ~(1 << point)
        vacant = self.table.board.full & ~(lifted | busy | self._hush)
        wrong = [p for p in points_of(vacant) if self._means_nothing(lifted | 1 << p)]
        if wrong and self._means_nothing(lifted):
            self.done["stray"] += 1
            there = self.rng.choice(wrong)
            for at, occupied, wait in (
                (point, False, 0.2),
                (there, True, _NOTICED),
                (there, False, 0.2),
                (point, True, 0.4),
            ):
                self._do(HandAct(at, occupied, "own"), wait)

    def _drag(self, start: Point, end: Point) -> bool:
        """Close the next switch before this one opens, if the points are neighbours.

        Returns:
            Whether the piece was dragged.
        """
        alone = self._occupied(start) and not self._occupied(end)
        if not (alone and end in self.table.board.neighbours(start) and self._does("drag")):
            return False
        self.done["drag"] += 1
        self._change(end, True, _HASTY)
        self._change(start, False, self.pause())
        return True

    def _slide(self, start: Point, end: Point, busy: int) -> None:
        """Close one or two switches on the way to a point that is no neighbour."""
        board, here = self.table.board, start
        for _ in range(2):
            taken = self.occupancy() | busy | self._hush
            near = [p for p in board.neighbours(here) if not taken >> p & 1 and p != end]
            if end in board.neighbours(start) or not near or not self._does("slide"):
                return
            self.done["slide"] += 1
            here = self.rng.choice(near)
            self._change(here, True, _HASTY)
            self._change(here, False, _HASTY)

    def _change(self, point: Point, occupied: bool, wait: float) -> None:
        switches = self.switches
        if switches is not None and self._does("bounce"):
            for _ in range(self.rng.randint(1, 3)):
                for level in (occupied, not occupied):
                    switches.set(point, level)
                    self.table.wait(_BOUNCE)
        super()._change(point, occupied, wait)

    def _telling(self, turn: Turn) -> int:
        """Return the points, as bits, of all turns that end with the same occupancy as a turn."""
        turns, position = self.table.session.match.turn_game, self.table.match.position
        end = turns.occupancy(turns.advance(position, turn))
        return bits(
            step.point
            for other in turns.moves(position)
            if turns.occupancy(turns.advance(position, other)) == end
            for step in turns.steps(position, other)
        )

    def _means_nothing(self, board: int) -> bool:
        """Return whether an occupancy ends no turn, nor two turns, nor leads back."""
        match = self.table.session.match
        if match.turn_game.occupancy(match.position) != self.occupancy():
            return False  # something else is going on
        return board not in self._meanings()

    def _meanings(self) -> set[int]:
        """Return the occupancies that could be taken for moves or takebacks."""
        match = self.table.session.match
        key = (len(match.history), match.position)
        if self._known is None or self._known[0] != key:
            turns = match.turn_game
            positions = [played.position for played in match.history[-_REMEMBERED:]]
            positions.append(match.position)
            after = [turns.advance(p, turn) for p in positions for turn in turns.moves(p)]
            positions += after
            positions += [turns.advance(p, turn) for p in set(after) for turn in turns.moves(p)]
            self._known = key, {int(turns.occupancy(p)) for p in positions}
        return self._known[1]


def _moves(act: HandAct, after: HandAct) -> bool:
    """Return whether two acts move one piece from a point to another."""
    return (
        not act.occupied
        and after.occupied
        and act.hand == after.hand
        and not act.off
        and not after.brought
    )

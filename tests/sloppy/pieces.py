"""Which piece stands where, by the hands' own account: the program is never asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count

from companion.rules import Action, Piece, Stack, Step
from companion.rules.geometry import Point


@dataclass(slots=True, eq=False)
class Wood:
    """One piece of wood; its look changes when it is turned over."""

    number: int
    look: Piece


Held = tuple[Point, list[Wood]]
"""A piece or a stack, and the point where it was lifted."""


class Pieces:
    """Every piece on the board, in a hand or beside the board.

    stacks: those on each point, bottom first.
    hands:  those in a hand, each with the point where it was lifted; the last one comes last.
    tray:   the same for those beside the board.
    lying:  where a piece that is dragged lies already, with the point that it still stands on.
    """

    def __init__(self, stacks: Iterable[Stack]) -> None:
        self._numbers = count(1)
        self.stacks = [self._new(stack) for stack in stacks]
        self.hands: list[Held] = []
        self.tray: list[Held] = []
        self.lying: dict[Point, Point] = {}

    def look(self, point: Point) -> Stack:
        """What stands on a point, as anybody can see."""
        return _looks(self.stacks[point])

    @property
    def looks(self) -> tuple[Stack, ...]:
        """The same for every point."""
        return tuple(map(_looks, self.stacks))

    def lay_down(self) -> None:
        """Put what is in the hands beside the board."""
        self.tray += self.hands
        self.hands.clear()

    def lift(self, point: Point, off: bool) -> None:
        """Lift whatever stands on a point, or drag it away from there. off: it goes beside the
        board."""
        to = next((to for to, source in self.lying.items() if source == point), None)
        if self.lying.pop(point, None) is not None:
            return  # it is dragged back
        if to is None and self.stacks[point]:
            (self.tray if off else self.hands).append((point, self.stacks[point]))
        elif to is not None:
            del self.lying[to]
            self.stacks[to] = [*self.stacks[to], *self.stacks[point]]
        self.stacks[point] = []

    def put(
        self,
        point: Point,
        source: Point | None,
        look: Stack = (),
        *,
        drag: bool = False,
        off: bool = False,
    ) -> None:
        """Put a piece on a point: the one lifted at `source`, or dragged from there; if it has to
        look like `look`, the upper part of what stands at `source`, the one captured there, or any
        such piece. With neither, the one first lifted here, or else the one lifted last. drag: it
        is dragged, although another one that was lifted at `source` may be in a hand. off: it was
        put beside the board when it was lifted here."""
        if look:
            held = self._found(point, source, look)
        elif off and (taken := _take(self.tray, point)) is not None:
            held = taken
        elif not drag and (found := _take(self.hands, source)) is not None:
            held = found
        elif source is not None and self.stacks[source]:
            self.lying[point] = source
            return
        else:
            first = next((i for i, (origin, _) in enumerate(self.hands) if origin == point), -1)
            if first >= 0:
                held = self.hands.pop(first)[1]
            else:
                held = _take(self.tray, point) or (self.hands or self.tray).pop()[1]
        self.stacks[point] = [*self.stacks[point], *held]

    def arrange(self, point: Point, stack: Stack) -> None:
        """Do to a stack what no switch shows: turn pieces over, add to it or take from it."""
        woods = self.stacks[point]
        spare = woods[len(stack) :]
        woods = [*woods[: len(stack)], *self._new(stack[len(woods) :])]
        for wood, look in zip(woods, stack, strict=True):
            wood.look = look
        self.stacks[point] = woods
        if spare:
            self.tray.append((point, spare))

    def _found(self, point: Point, source: Point | None, look: Stack) -> list[Wood]:
        if source is None:
            found = _take(self.hands, look=look) or _take(self.tray, look=look)
        elif source != point and self.look(source)[-len(look) :] == look:
            found = self.stacks[source][-len(look) :]  # the upper part of a stack
            del self.stacks[source][-len(look) :]
        else:
            found = _take(self.tray, source, look)
        return found or self._new(look)  # it lay in the box

    def _new(self, stack: Stack) -> list[Wood]:
        return [Wood(next(self._numbers), look) for look in stack]


def _take(
    held: list[Held], origin: Point | None = None, look: Stack | None = None
) -> list[Wood] | None:
    """Take the last piece that was lifted at a point and looks like this, if there is one."""
    if origin is None and look is None:
        return None
    for i in range(len(held) - 1, -1, -1):
        lifted, woods = held[i]
        if origin in (None, lifted) and look in (None, _looks(woods)):
            del held[i]
            return woods
    return None


def _looks(stack: Iterable[Wood]) -> Stack:
    return tuple(wood.look for wood in stack)


# What a turn does to the pieces as far as switches can show it


def carried_out(looks: Sequence[Stack], steps: Sequence[Step]) -> tuple[Stack, ...]:
    """What stands where once a turn is made."""
    found, held = list(looks), Stack()
    for action, point, piece, occupied in steps:
        if action is Action.LIFT:
            held, found[point] = found[point], ()
        elif action is Action.PLACE:
            found[point] = (*found[point], *held)
        elif action is Action.ENTER:
            found[point] = (*found[point], piece)
        elif action is Action.REMOVE and not occupied:
            found[point] = ()
    return tuple(found)


def taken_back(
    looks: Sequence[Stack], steps: Sequence[Step], before: Sequence[Stack]
) -> tuple[Stack, ...]:
    """What stands where once a turn is taken back. before: what stood where before the turn."""
    found, held = list(looks), Stack()
    origin = steps[0].point
    for action, point, _, occupied in reversed(steps):
        if action is Action.PLACE:
            under = () if point == origin or not _hidden(steps, point) else before[point]
            held, found[point] = found[point][len(under) :], found[point][: len(under)]
        elif action is Action.LIFT:
            found[point] = held
        elif action is Action.ENTER:
            found[point] = ()
        elif action is Action.REMOVE and not occupied:
            found[point] = before[point]
    return tuple(found)


def _hidden(steps: Sequence[Step], point: Point) -> bool:
    """Whether a piece lands on one that stands on this point."""
    return steps[-1].action is Action.PLACE and not any(
        step.action in (Action.REMOVE, Action.LIFT) and step.point == point for step in steps
    )

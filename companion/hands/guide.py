"""Guidance from any board to the right one, piece by piece, in the fewest steps.

Switches show where pieces are missing and where there are too many. Which piece goes where follows
from what is known of them (`whereabouts.py`):

 1. A piece that is known to be in the wrong place is moved to where it belongs, or else to the
    nearest point that wants one that looks the same. The piece that was moved last comes first.
 2. Pieces that may look different are taken off if they are where none belongs, and so are those
    that they could have been exchanged with. The players then learn what goes where.
 3. A point that shows what is believed but holds a piece that looks different is wrong, too: that
    piece is moved, or taken off.
 4. Pieces that belong nowhere are taken off. Pieces that are still missing then are put on, one
    after another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.hands.pattern import MovePattern
from companion.hands.view import Mend
from companion.hands.whereabouts import Standing, Whereabouts, carried
from companion.rules import Stack, TrackedGame
from companion.rules.geometry import Board, Point, bits, points_of


class Goal(NamedTuple):
    """The board to reach.

    Attributes:
        looks: What each of its pieces looks like; None: like anything.
        homes: Where pieces go, by their origins, unless they stay; None: off the board.
    """

    looks: Mapping[Point, Stack | None]
    homes: Mapping[Point, Point | None]


def goal_of(game: TrackedGame, pieces: Whereabouts, t: MovePattern, board: int) -> Goal:
    """Return the end of a move from the believed position, or a stop on its way, as a goal.

    Args:
        game: The game.
        pieces: What is known of the pieces.
        t: The move.
        board: What the switches show there as bits, except for those that are ignored.
    """
    before, ends = pieces.stacks, board == t.end
    homes: dict[Point, Point | None] = {}
    if ends:
        homes |= carried(game.steps(pieces.position, t.move))
    elif t.path:
        stops = [hop for hop, (mask, value) in enumerate(t.stops, start=1) if board & mask == value]
        homes[t.path[0]] = t.path[stops[0]]
    looks: dict[Point, Stack | None] = {}
    entered: Sequence[Stack] | None = None
    for point in points_of(board & ~bits(to for to in homes.values() if to is not None)):
        looks[point] = before[point] or None
        if ends and (point in homes or not before[point]):
            entered = entered or game.stacks(t.after)
            looks[point] = entered[point]
    for origin, to in homes.items():
        if to is not None and board >> to & 1:
            looks[to] = before[origin]  # as it looks before it is crowned, for example
    return Goal(looks, homes)


def agreed(goals: Sequence[Goal]) -> Goal:
    """Return what several goals that show the same board have in common."""
    first, *others = goals
    looks = {
        point: look if all(other.looks[point] == look for other in others) else None
        for point, look in first.looks.items()
    }
    homes = {
        origin: to
        for origin, to in first.homes.items()
        if all(other.homes.get(origin, origin) == to for other in others)
    }
    return Goal(looks, homes)


def effort(sensed: int, wanted: int) -> tuple[int, int]:
    """Return the effort to turn a board into the wanted one.

    Returns:
        The number of pieces to handle, and the number of switches that change.
    """
    missing, extra = (wanted & ~sensed).bit_count(), (sensed & ~wanted).bit_count()
    return max(missing, extra), missing + extra


def nearest_board(sensed: int, believed: int, others: Iterable[int]) -> int:
    """Return the board that takes the least effort to reach.

    If several others are equally near, it is the believed one: to choose between them would be a
    guess at the players' intention.
    """
    best, least = [believed], effort(sensed, believed)
    for other in others:
        needed = effort(sensed, other)
        if needed < least:
            best, least = [other], needed
        elif needed == least:
            best.append(other)
    return best[0] if len(best) == 1 else believed


class Plan:
    """The obstacles to a goal, and the steps that remove them."""

    def __init__(self, board: Board, pieces: Whereabouts, goal: Goal) -> None:
        self._board = board
        self._goal = goal
        self._there = pieces.standing()
        self._in_hand = pieces.in_hand
        self._suspects = pieces.suspects
        self._trusted = pieces.trusted
        self._missing = sorted(point for point in goal.looks if point not in self._there)
        self._misplaced = [
            point for point in reversed(self._there) if self._wrong(point, self._there[point])
        ]

    @property
    def exchanges(self) -> bool:
        """Whether pieces have to be exchanged for others, which no switch shows."""
        wrong = (point for point in self._misplaced if not self._suspects >> point & 1)
        return any(point in self._goal.looks for point in wrong)

    def mend(self) -> Mend:
        """Return the next step."""
        return self._put_down() or self._move() or self._look_at() or self._take_or_put()

    def set_up(self) -> Mend:
        """Return the next step while the board is being set up.

        While some pieces are missing and others are extra, it handles one pair at a time; otherwise
        all at once, in any order.
        """
        missing, misplaced = self._missing, self._misplaced
        if not (missing and misplaced):
            return self._named(bits(misplaced), bits(missing))
        return self._move() or self._nearest((a, b) for a in misplaced for b in missing)

    def _wrong(self, point: Point, piece: Standing) -> bool:
        """Return whether the piece on a point is known to be wrong there, or has to be examined."""
        if point not in self._goal.looks or self._suspects >> point & 1:
            return True
        wanted = self._goal.looks[point]
        return None not in (wanted, *piece.looks) and wanted not in piece.looks

    def _fits(self, piece: Standing) -> list[Point]:
        """Return the vacant points that want a piece that looks like this one."""
        look = piece.look
        return [p for p in self._missing if look and self._goal.looks[p] in (look, None)]

    def _homes(self, origins: int) -> set[Point]:
        """Return where pieces with these origins belong."""
        homes = (self._goal.homes.get(origin, origin) for origin in points_of(origins))
        return {home for home in homes if home is not None}

    def _put_down(self) -> Mend | None:
        """Return the step that puts down the piece lifted just now, or None."""
        if self._in_hand is None:
            return None
        start, piece = self._in_hand
        fits = self._fits(piece)
        homes = [point for point in fits if point in self._homes(piece.origins)]
        if not fits:
            return None
        return self._named(0, 1 << min(homes or fits, key=lambda to: self._apart(start, to)))

    def _move(self) -> Mend | None:
        """Return a step that moves a piece from one point to another, or None."""
        pairs = []
        for start in self._misplaced:
            piece = self._there[start]
            if self._suspects >> start & 1:
                continue
            for to in self._fits(piece):
                if to in self._homes(piece.origins):
                    return self._named(1 << start, 1 << to)
                pairs.append((start, to))
        return self._nearest(pairs) if pairs else None

    def _look_at(self) -> Mend | None:
        """Return a step that takes off all pieces that may look different, to see what they are."""
        looks, homes, there = self._goal.looks, self._goal.homes, self._there
        unknown = [p for p in self._misplaced if there[p].look is None or self._suspects >> p & 1]
        unknown += self._displaced(unknown)
        origins = self._origins(unknown)
        missing = {point for point in self._missing if looks[point] is not None}
        at_home = []
        for point, piece in there.items():
            if point not in looks or len(piece.looks) < 2 or point in unknown:
                continue
            if self._trusted >> point & 1:
                continue
            if piece.origins >> point & 1 and homes.get(point, point) == point:
                at_home.append(point)  # people know where things belong
            elif any(looks[p] != looks[point] for p in missing & self._homes(piece.origins)):
                unknown.append(point)
                origins |= piece.origins
        exchanged = [p for p in at_home if there[p].origins & origins]
        if missing & self._homes(origins | self._origins(exchanged)):
            unknown += exchanged  # but not what they may have taken for it
        if not unknown:
            return None
        left = missing & self._homes(self._origins(unknown))
        then = [p for p in looks if p in unknown or p in left]
        return self._named(bits(unknown), 0, bits(then))

    def _displaced(self, unknown: Sequence[Point]) -> list[Point]:
        """Return pieces that are known to be in the wrong place, and whatever is in theirs."""
        found = []
        for start in self._misplaced:
            for home in self._homes(self._there[start].origins):
                there = self._there.get(home)
                if start in unknown or there is None or home in self._misplaced:
                    continue
                if (
                    home in self._goal.looks
                    and there.look is None
                    and not there.origins >> home & 1
                ):
                    found += [start, home]
        return found

    def _origins(self, points: Iterable[Point]) -> int:
        origins = 0
        for point in points:
            origins |= self._there[point].origins
        return origins

    def _take_or_put(self) -> Mend:
        """Return a step that takes one piece off or puts one on.

        Off comes a piece that is wrong where another one belongs, or one that belongs nowhere. A
        missing piece is put on last.
        """
        looks = {self._there[point].look for point in self._misplaced}
        for wanted in (True, False):
            for start in self._misplaced:
                if start in self._goal.looks and (not wanted or self._goal.looks[start] in looks):
                    return self._named(1 << start, 0)
        if self._misplaced:
            return self._named(1 << self._misplaced[0], 0)
        return self._named(0, bits(self._missing[:1]))

    def _nearest(self, pairs: Iterable[tuple[Point, Point]]) -> Mend:
        start, to = min(sorted(pairs), key=lambda pair: self._apart(*pair))
        return self._named(1 << start, 1 << to)

    def _apart(self, one: Point, other: Point) -> float:
        (ax, ay), (bx, by) = self._board.xy[one], self._board.xy[other]
        return (ax - bx) ** 2 + (ay - by) ** 2

    def _named(self, away: int, here: int, then: int = 0) -> Mend:
        """Return a step, with what is known of the pieces that it is about."""
        return Mend(away, here, then, tuple(self._pieces(away, here | then)))

    def _pieces(self, away: int, here: int) -> Iterator[tuple[Point, Stack]]:
        for point in points_of(away & ~here):
            look = self._there[point].look
            if look:
                yield point, look
        for point in points_of(here):
            look = self._goal.looks[point]
            if look:
                yield point, look

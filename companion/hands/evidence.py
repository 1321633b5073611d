"""What has happened on a board since a position was reached: explanations are judged by it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from companion.hands.flow import KNOWN, Flow
from companion.hands.history import PlyHistory
from companion.hands.pattern import MovePattern, pattern_of
from companion.rules import Played, TrackedGame
from companion.rules.geometry import Point, bits, points_of

KNOCK = 3
"""Changed switches that no single move explains: more than a slip of the hand."""

ONE_STROKE = 0.3
"""Seconds between two closings, or openings, that may be one piece, but not two hands."""

_PREPARED = 64  # positions whose patterns are kept
_BRIEF = 0.2  # seconds in which nobody answers a move, and the piece goes on


class Evidence:
    """One position, its history, and the edges since it was reached.

    Sets of points are bits of an int.

    Attributes:
        board: What is sensed and not ignored.
        ignored: The points whose switches are ignored.
        believed: What the switches should show.
        hidden: The same for those that are ignored.
        position: The believed position.
        patterns: The patterns of the legal moves.
        refilled: Where legal moves put another piece than they lift.
        history: The plies so far.
        flow: Which piece may stand where.
        touched: The points with an edge since the turn began.
        before: The same for the turn before.
        rested: The points with an edge in this turn before the board came to rest.
        unwatched: The points whose switches were ignored for a while in this turn.
        borrowed: What was touched for a move taken back, and has been left alone since.
        stood: The points where a piece stood while others moved.
        passed: The vacant points that a piece only touched on its way: it was put down and lifted
            again at once, and nothing else happened meanwhile.
        told: The move that the players have been told that they have made.
        withdrawn: The last placement whose piece was lifted again, so that it was taken back or no
            longer asked about: the position before it, and its pattern. None once it has been made
            again, or the piece has come back and the board has been at rest since.
        worst: The largest number of changed switches so far that no single move explained.
        strays: The settled boards of this turn that nothing explained, each piece on one point.
        shown_back: How many plies the board has shown at rest to be taken back, though they were
            not; 0: none.
        wanted: Whether the players must first set up the board to show the position.
        over: Whether the match has ended there.
        closed: When each point closed last (seconds).
        arrived: The same, but for a switch that flickers it is when it closed first.
        opened: When each point opened last (seconds).
    """

    def __init__(self, game: TrackedGame, board: int) -> None:
        self.game, self.board = game, board
        self.ignored = self.believed = self.hidden = self.refilled = 0
        self.position: Any = None
        self.patterns: tuple[MovePattern, ...] = ()
        self.history = PlyHistory(game)
        self.flow = Flow(game)
        self._left: tuple[Any, ...] = ()  # the positions that were last taken back
        self.touched = self.before = self.rested = self.unwatched = self.borrowed = 0
        self.stood = self.passed = 0
        self.told: MovePattern | None = None
        self.withdrawn: tuple[Any, MovePattern] | None = None
        self._returned = False  # whether its piece has come back since
        self.worst, self.strays = 0, list[int]()
        self.shown_back = 0
        self.wanted = self.over = False
        self.closed: dict[int, float] = {}
        self.arrived: dict[int, float] = {}
        self.opened: dict[int, float] = {}
        self._prepared: dict[Any, tuple[MovePattern, ...]] = {}
        self._boards: list[tuple[int, int]] = []  # each edge of the turn, and the board after it
        self._explained: dict[int, int] = {}  # explained boards of this turn: what was touched
        self._standing: dict[int, int] = {}  # the edges of other points since a point closed

    # What happens

    def follow(
        self,
        position: Any,
        moves: Sequence[Any],
        past: Sequence[Played],
        carry: int,
        wanted: bool,
        over: bool,
    ) -> None:
        """Take a new position or new legal moves.

        Args:
            position: The position.
            moves: The legal moves there.
            past: The plies that led to it.
            carry: The points already touched for it, as bits.
            wanted: Whether the players must first set up the board to show it.
            over: Whether the match has ended there.
        """
        first, further = self.position is None, len(past) - len(self.history)
        changed = bool(further) or position != self.position  # else only the moves have changed
        if changed:
            self.before = self.touched if further > 0 else 0
            self.borrowed = carry & ~self.touched if further < 0 else 0
            self.touched, self.rested, self.unwatched = carry, 0, 0
            self.stood &= carry
            self.passed &= carry
            self._explained.clear()
            self.shown_back = 0
        if further < 0 and not first:
            self._undo(position)
            later = (self.history.played(back).position for back in range(1, -further))
            self._left = (self.position, *later)
        elif further > 0:
            self._left = ()
        self.position, self.wanted, self.over = position, wanted, over
        self.history.follow(past)
        self.flow.follow(position, past, self.board, carry)
        if further > 0 and self._made_again():
            self.withdrawn = None
        self._believe(moves)
        if changed:
            reached = (i for i, (_, board) in enumerate(self._boards, 1) if board == self.believed)
            self._boards = self._boards[max(reached, default=0) :]
            self.worst = 0
            self.strays.clear()
        self.told = None
        if first:
            # A difference when a match is resumed means that pieces were moved unobserved.
            self.touched = self.board ^ self.believed
            for t in self.patterns:
                if t.end == self.board != self.believed:
                    self.touched |= t.evidence

    def _undo(self, position: Any) -> None:
        """Remember what is being taken back to a position, unless another ply was tried since."""
        one = self.history.one
        if one is None or (self.withdrawn is not None and self.withdrawn[0] == position):
            return
        after = self.position if one == 1 else self.history.played(one - 1).position
        made = (t for t in self.patterns_of(position) if t.after == after)
        self._withdraw(position, next(made, None))

    def _made_again(self) -> bool:
        """Return whether the last ply by hand puts a piece where the withdrawn one did."""
        one = self.history.one
        if self.withdrawn is None or one is None:
            return False
        return self.history.pattern(one).points == self.withdrawn[1].points

    def _withdraw(self, position: Any, t: MovePattern | None) -> None:
        entered = t is not None and t.lands and not t.path
        self.withdrawn = (position, t) if t is not None and entered else None
        self._returned = False

    def ignore(self, points: int, sensed: int) -> None:
        """Ignore the switches of `points` (bits); `sensed` is what all switches show (bits).

        What was touched there no longer counts.
        """
        moves, past = [t.move for t in self.patterns], self.history.plies
        again, self.ignored = self.ignored & ~points, points
        self._prepared.clear()
        self.history = PlyHistory(self.game, points)
        if self.position is not None:
            self.history.follow(past)
            self._believe(moves)
        self.board = sensed & ~points
        # A difference where a switch is believed again means that it changed unobserved.
        self.unwatched |= again
        self.touched = self.touched & ~points | again & (self.board ^ self.believed)
        self.passed &= ~points
        self.told, self.worst = None, 0
        self._boards.clear()

    def touch(self, point: int, closed: bool, at: float) -> None:
        """Record as evidence that this point changed at `at` (seconds); `board` shows it."""
        self.count(point, closed, at, self.board)
        self.follow_piece(point, closed, at)

    def count(self, point: int, closed: bool, at: float, board: int) -> None:
        """Count as evidence that this point changed at `at` (seconds), which made `board` (bits).

        Where that leaves the pieces is known already.
        """
        bit = 1 << point
        if closed and at - self.opened.get(point, -_BRIEF) >= _BRIEF:
            self.arrived[point] = at
        (self.closed if closed else self.opened)[point] = at
        self.touched |= bit
        self.borrowed &= ~bit
        if closed and self.withdrawn is not None and point in self.withdrawn[1].lands:
            self._returned = at - self.opened.get(point, at) < KNOWN
        self._pass_over(point, closed, at)
        self._boards.append((bit, board))
        self._stand(point, closed)

    def follow_piece(self, point: int, closed: bool, at: float) -> None:
        """Record an edge that guidance has asked for: it only tells where pieces are."""
        if closed:
            self.flow.put(point, at, refilled=bool(self.refilled))
        else:
            self.flow.lift(point, at)

    def _stand(self, point: int, closed: bool) -> None:
        if closed:
            self._standing[point] = 0
        elif self._standing.pop(point, 0) > 1:
            self.stood |= 1 << point
        for other in self._standing:
            self._standing[other] += other != point

    def _pass_over(self, point: int, closed: bool, at: float) -> None:
        bit = 1 << point
        self.passed &= ~bit
        if not closed and self._boards and self._boards[-1][0] == bit and not bit & self.believed:
            self.passed |= bit * (at - self.closed.get(point, -_BRIEF) < _BRIEF)

    def trust_edges(self, *, shown: bool) -> None:
        """Take points that closed almost together for several pieces, as the players confirmed.

        `shown` says whether they confirmed that the board shows a move, though it was knocked.
        """
        self.closed.clear()
        self.arrived.clear()
        self.opened.clear()
        if shown:
            self._forget_knock()

    def tell(self, t: MovePattern | None) -> None:
        """Take the players to have been told that they have made this ply; None: none for sure."""
        told = self.told
        other = told is not None and t is not None and not told.same_hands(t)
        if told is not None and other and not self.board & bits(told.lands):
            self._withdraw(self.position, told)
        self.told = t

    def forget(self) -> None:
        """Forget the touched points: the board has come to rest."""
        if self.told is not None:
            self._withdraw(self.position, self.told)
        elif self._returned:
            self.withdrawn = None
        self.rested |= self.touched
        self.touched &= self._refillable
        self.unwatched = self.borrowed = self.worst = self.stood = self.passed = 0
        self.shown_back = 0
        self.strays.clear()
        self.told = None
        self._boards.clear()
        self._explained.clear()
        self._standing.clear()
        self.flow.rest(self.board, self.touched)

    @property
    def _refillable(self) -> int:
        """The points that may hold another piece than the one that was lifted there, as bits.

        A piece from beside the board leaves no other trace. One that is taken back does.
        """
        return self.refilled | self.history.refilled & ~self.flow.put_back

    def remember(self) -> None:
        """Remember that the settled board is explained, in case it is knocked and put right."""
        self._explained[self.board] = self.touched

    def put_right(self) -> None:
        """Forget a knock if the board shows again what it showed before."""
        knocked = self.worst >= KNOCK or any(self.slips(b, 0) >= KNOCK for b in self.strays)
        if not knocked:
            return
        if self.board == self.believed:
            self.touched &= self._refillable
        elif self.worst >= KNOCK and self.board in self._explained:
            if any(t.end == self.board and not t.evidence & ~self.touched for t in self.patterns):
                return  # the captor may stand there by now
            self.touched = self._explained[self.board]
        else:
            return
        self._forget_knock()

    def _forget_knock(self) -> None:
        self.worst = 0
        self.strays.clear()

    def stray(self) -> None:
        """Remember that nothing explains this settled board."""
        undo = () if self.history.one is None else (self.history.pattern(self.history.one),)
        on_edge = self.straddled  # one piece may lie on these points
        board = self.board & ~(on_edge & (on_edge - 1))
        if board not in self.strays:
            self.strays.append(board)
        slips = (self.slips(board, t.touched) for t in (*self.patterns, *undo))
        self.worst = max(self.worst, min(slips, default=0))

    def prepare(self) -> None:
        """Compute what may be asked about the next board, while there is time.

        That is what else the last move may have been, and the answers to a complete one.
        """
        if self.history.one is not None:
            self.patterns_of(self.history.played(self.history.one).position)
        for t in self.patterns:
            if t.end == self.board:
                self.following(t)

    # What is known

    def slips(self, board: int, explained: int) -> int:
        """Return how many switches of a board are changed and not explained.

        Two misplaced pieces are a knock, because it is unknown which is which.
        """
        odd = (board ^ self.believed) & ~explained
        astray = odd & board
        return max(odd.bit_count(), KNOCK if astray & (astray - 1) else 0)

    @property
    def explained(self) -> bool:
        """Whether the board is the believed one, or shows a legal move or a takeback under way."""
        back = self.history.one
        return (
            self.board == self.believed
            or any(t.fits(self.board, self.believed) for t in self.patterns)
            or (back is not None and self.board == self.history.board(back))
        )

    @property
    def sensible(self) -> set[int]:
        """The boards at which a move already begun may rest."""
        return {board for t in self.begun for board in t.boards(self.board)}

    @property
    def begun(self) -> list[MovePattern]:
        """The moves that may have begun: a point where a hand may begin was touched.

        The piece that is carried may stand where it goes; or it is in the air, and nothing else is
        wrong. If another piece was lifted before that one was put down, and is missing, hands may
        as well have carried that one.
        """
        return [
            t
            for t in self.patterns
            if any(self.touched >> p & 1 for p in t.first()) and self._may_be_under_way(t)
        ]

    def _may_be_under_way(self, t: MovePattern) -> bool:
        stands = self.flow.stands(t.path[0]) if t.path else 0
        if stands is None:
            return t.fits(self.board, self.believed)
        if not stands:
            return True
        there = stands & bits(t.path[1:])
        others = self.believed & ~(self.board | t.points)
        # So are those whose points hold another piece by now.
        others |= self.believed & self.touched & ~(t.points | t.under | self.flow.put_back)
        landed = max((self.closed.get(p, 0.0) for p in points_of(there)), default=0.0)
        return there > 0 and all(self.opened.get(p, landed) >= landed for p in points_of(others))

    @property
    def straddled(self) -> int:
        """The neighbouring points that closed almost together, as bits.

        One piece may lie on both.
        """
        new = points_of(self.board & ~self.believed & self.touched)
        return bits(p for p in new if self.is_near(p, self.board & ~self.believed))

    def is_near(self, point: Point, others: int) -> bool:
        """Return whether one of some other points is beside this one and closed with it."""
        at = self.arrived.get(point, -ONE_STROKE)
        return any(
            p != point and others >> p & 1 and abs(arrived - at) < ONE_STROKE
            for p, arrived in self.arrived.items()
            if self.game.board.adjacent(Point(p), point)
        )

    def closings(self) -> tuple[Counter[int], int]:
        """Return how often each point closed in this turn, and all points that changed, as bits."""
        closings, changed = Counter[int](), 0
        for bit, board in self._boards:
            changed |= bit
            if bit & board:
                closings[bit.bit_length() - 1] += 1
        return closings, changed

    def disorder(self, points: Iterable[Point]) -> int:
        """Return how many of these points did not close after the ones before them."""
        closings, disorder, begin = [bit for bit, board in self._boards if bit & board], 0, 0
        for point in points:
            try:
                begin = closings.index(1 << point, begin) + 1
            except ValueError:
                disorder += 1
        return disorder

    def since(self, board: int) -> int | None:
        """Return the points touched since the board was last this one, as bits.

        It is None if it was not in this turn, or if the hands have gone back since.
        """
        points = 0
        for bit, shown in reversed(self._boards):
            if shown == board:
                return points
            if shown == self.believed:
                return None
            points |= bit
        return None

    def came_back(self, t: MovePattern) -> bool:
        """Return whether a ply puts down what was lifted, and soon came back to its point."""
        if self.withdrawn is None or not self._returned:
            return False
        return self.withdrawn[1].same_hands(t) and all(self.board >> p & 1 for p in t.lands)

    def was_answered(self, t: MovePattern) -> bool:
        """Return whether a ply puts down what was last taken back, which was asked for then."""
        return not t.turned and t.after in self._left

    def undone(self, t: MovePattern) -> bool:
        """Return whether the hands have made this ply and gone back, and not made it again."""
        points = 0
        for i, (bit, shown) in enumerate(reversed(self._boards)):
            if shown == t.end:
                return False
            if shown == self.believed:
                earlier = self._boards[: len(self._boards) - i - 1]
                return bool(t.evidence & ~points) and any(board == t.end for _, board in earlier)
            points |= bit
        return False

    def left(self, touched: int, position: Any) -> int:
        """Return those of the touched points that count for another position, as bits.

        So do those that were touched just before the board came to rest: another player may already
        have put a piece there in the place of the one in the hand.
        """
        touched |= self._just_rested()
        return touched and touched & refilled(self.patterns_of(position))

    def _just_rested(self) -> int:
        """Return the points that opened soon before the last edge, and were at rest since."""
        if not self.rested:
            return 0
        last = max(self.closed.values(), default=0.0)
        opened = (p for p, at in self.opened.items() if last - at < KNOWN)
        return self.rested & bits(Point(p) for p in opened)

    # Patterns

    def _believe(self, moves: Sequence[Any]) -> None:
        """Derive what is believed from the position with these legal moves."""
        occupied = self.game.occupancy(self.position)
        self.believed, self.hidden = occupied & ~self.ignored, occupied & self.ignored
        self.patterns = self.patterns_of(self.position) if moves else ()
        if [t.move for t in self.patterns] != list(moves):  # not all that the game allows
            self.patterns = self._prepare(self.position, moves)
        self.refilled = refilled(self.patterns)

    def _prepare(self, position: Any, moves: Sequence[Any]) -> tuple[MovePattern, ...]:
        start = self.game.occupancy(position)
        return tuple(pattern_of(self.game, position, m, self.ignored, start) for m in moves)

    def patterns_of(self, position: Any) -> tuple[MovePattern, ...]:
        """Return the patterns of all legal moves of a position, prepared once."""
        known = self._prepared.pop(position, None)
        if known is None:
            if len(self._prepared) >= _PREPARED:
                del self._prepared[next(iter(self._prepared))]
            known = self._prepare(position, self.game.moves(position))
        self._prepared[position] = known  # the last one used comes last
        return known

    def following(self, made: MovePattern) -> tuple[MovePattern, ...]:
        """Return the patterns of the next moves after a move, and after any forced passes."""
        position, passed = made.after, set[Any]()
        patterns = self.patterns_of(position)
        while len(patterns) == 1 and not patterns[0].points and position not in passed:
            passed.add(position)
            position = patterns[0].after
            patterns = self.patterns_of(position)
        return patterns


def refilled(patterns: Iterable[MovePattern]) -> int:
    """Return the points where these moves put another piece than they lift, as bits."""
    points = 0
    for t in patterns:
        points |= t.refilled
    return points

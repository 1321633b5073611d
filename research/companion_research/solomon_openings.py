"""Finds the positions of Solomon's opening for the book.

The *holder* of `solomon_prover.py` has an answer in the book to every move of the *challenger*,
until fewer pieces are left. Against best play, any answer that holds the draw will do. But people
err, and some answers set more problems than others. An answer that wins is preferred to all others.
Beyond that, the book has two parts. The first answers of a game are those that a plain search of a
few plies rates best, as a player would choose. The later ones force captures as soon as possible,
so that the book stays small.

Where captures cannot be forced soon, the book would grow without end. So the later answers have a
limit on the positions they may add each time. If they need more, one of the first answers is
changed: the next best takes its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

import numpy as np

from companion.base.errors import CompanionError
from companion.opponents.tables.layout import POINTS
from companion.rules.geometry import STAR
from companion_research.compiling import ByteArray, IntArray, fast
from companion_research.rows import count_points
from companion_research.solomon_prover import (
    MOST_MOVES,
    OVER,
    Prover,
    ProverTable,
    answers_to,
    count_pieces,
    holder_wins,
    is_drawn,
    positions_after,
    slot_of,
    unanswered,
)

FIRST_ANSWERS = 6
"""The number of a game's answers that the search chooses."""

_DEPTH = 7  # plies that the search looks ahead, captures aside
_FORESIGHT = 20_000  # positions searched for forced captures before a later answer
_MOST_ADDED = 400  # positions that the later answers may add after one of the first
_ROOM = 1 << 18  # positions in a book

_FULL = (1 << POINTS) - 1
_MAN, _KING = 100, 190
_AT_HOME = 4  # for each row that a man has not advanced
_WIN = 10_000
_DEEPEST = 40  # plies of the search, captures included
_LATEST = 12  # answers within which captures must be forced
_NO_KEY = 0
_TOO_MANY = _NO_WAY_OUT = -1
_CHALLENGER, _HOLDER = 0, 1

_ROWS = sorted({y for _, y in STAR.xy})
_HEIGHTS: Final = np.array([_ROWS.index(y) for _, y in STAR.xy], np.int64)
"""The row of each point, lowest first."""

_TOP: Final = len(_ROWS) - 1


@fast
def _lead(position: int) -> int:
    """Return the challenger's lead, in hundredths of a man."""
    challenger, holder, kings = position & _FULL, position >> 19 & _FULL, position >> 38
    total = _KING * (count_points(challenger & kings) - count_points(holder & kings))
    for point in range(POINTS):
        if (challenger & ~kings) >> point & 1:
            total += _MAN + _AT_HOME * (_TOP - _HEIGHTS[point])
        elif (holder & ~kings) >> point & 1:
            total -= _MAN + _AT_HOME * _HEIGHTS[point]
    return total


@fast
def _value(
    side: int,
    position: int,
    depth: int,
    alpha: int,
    beta: int,
    moves: IntArray,
    ply: int,
    ends: IntArray,
) -> int:
    """Return the alpha-beta value of a position for the side to move, 0 for the challenger.

    `moves` is a buffer for the moves of each ply.
    """
    count = positions_after(side, position, moves[ply], ends)
    if count == 0:
        drawn = is_drawn(position & _FULL, position >> 19 & _FULL, position >> 38)
        return 0 if drawn else ply - _WIN
    captures = count_pieces(moves[ply, 0]) < count_pieces(position)
    if (depth <= 0 and not captures) or ply == _DEEPEST - 1:
        return -_lead(position) if side else _lead(position)
    left = depth if count == 1 else depth - 1
    best = -2 * _WIN
    for m in range(count):
        value = -_value(1 - side, moves[ply, m], left, -beta, -alpha, moves, ply + 1, ends)
        best = max(best, value)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return best


@fast
def _best_answers(
    position: int,
    early: IntArray,
    states: ByteArray,
    known: ProverTable,
    found: IntArray,
    ends: IntArray,
) -> int:
    """Find the keys of the answers that win, or else of all that hold.

    Returns:
        Their number, or `OVER` if the game is drawn.
    """
    count = answers_to(position, early, states, True, known, found, ends)
    won = 0
    for m in range(count):
        if count_pieces(found[m]) <= known.most and holder_wins(1, found[m], known):
            found[won] = found[m]
            won += 1
    return won or count


@fast
def _ways_out(
    position: int,
    least: int,
    early: IntArray,
    states: ByteArray,
    known: ProverTable,
    found: IntArray,
    ends: IntArray,
) -> int:
    """Find the keys of the best answers, if they leave few pieces and other answers are worse.

    Few pieces are fewer than `least`.

    Returns:
        Their number, or `_NO_WAY_OUT` if a best answer leaves at least as many.
    """
    moves = positions_after(_HOLDER, position, found, ends)
    count = _best_answers(position, early, states, known, found, ends)
    if count == OVER:
        return 0
    left = 0
    for m in range(count):
        if count_pieces(found[m]) < least:
            found[left] = found[m]
            left += 1
    if left == 0:
        return _NO_WAY_OUT
    return 0 if left == moves else left


@fast
def _forces(
    key: int,
    more: int,
    target: int,
    early: IntArray,
    states: ByteArray,
    known: ProverTable,
    moves: IntArray,
    level: int,
    ends: IntArray,
    effort: IntArray,
) -> bool:
    """Return whether the holder holds a position and forces captures, whatever the challenger does.

    The holder must get down to `target` pieces with the next answer, or within `more` answers after
    it. `effort` is the number of positions that may still be searched.
    """
    effort[0] -= 1
    if more < 0 or effort[0] < 0:
        return False
    for m in range(positions_after(_CHALLENGER, key, moves[level], ends)):
        position = moves[level, m]
        if count_pieces(position) <= target:
            continue
        count = answers_to(position, early, states, True, known, moves[level + 1], ends)
        done = count == OVER
        for n in range(count):
            done |= count_pieces(moves[level + 1, n]) <= target
        for n in range(count):
            if not done:
                answer = moves[level + 1, n]
                done = _forces(
                    answer, more - 1, target, early, states, known, moves, level + 2, ends, effort
                )
        if not done:
            return False
    return True


@fast
def _simplest(
    position: int,
    members: IntArray,
    least: int,
    early: IntArray,
    states: ByteArray,
    known: ProverTable,
    moves: IntArray,
    ends: IntArray,
) -> int:
    """Return the key of the answer that adds the fewest positions to the book.

    That is a member if possible; else the answer that forces captures soonest; else the one after
    which the fewest moves of the challenger have no answer yet. `members` is a hash table of the
    book's keys.
    """
    count = _best_answers(position, early, states, known, moves[0], ends)
    for m in range(count):
        if members[slot_of(members, moves[0, m])] == moves[0, m]:
            return int(moves[0, m])
    best, target = _NO_KEY, max(count_pieces(position), least) - 1
    effort = np.array([_FORESIGHT])
    for more in range(_LATEST + 1):
        last = more == _LATEST or effort[0] <= 0
        fewest = 1 << 30
        for m in range(count):
            key = moves[0, m]
            forced = count_pieces(key) <= target or _forces(
                key, more - 1, target, early, states, known, moves, 3, ends, effort
            )
            if forced or last:
                new = unanswered(key, members, least, known, moves, ends)
                if new < fewest:
                    best, fewest = key, new
        if best != _NO_KEY or last:
            break
    return best


@fast
def _add_later(
    keys: IntArray,
    begin: int,
    most: int,
    members: IntArray,
    least: int,
    early: IntArray,
    states: ByteArray,
    known: ProverTable,
) -> int:
    """Add the answers that the position at `begin`, the book's last one, needs.

    `keys` has the positions of the book, in the order in which they were added.

    Returns:
        The new number of positions, or `_TOO_MANY` if more than `most` would be needed.
    """
    replies = np.zeros(MOST_MOVES, np.int64)
    moves = np.zeros((2 * _LATEST + 4, MOST_MOVES), np.int64)
    ends = np.zeros((1024, 3), np.int64)
    at, used = begin, begin + 1
    while at < used:
        leaves = count_pieces(keys[at]) < least
        for m in range(0 if leaves else positions_after(_CHALLENGER, keys[at], replies, ends)):
            if count_pieces(replies[m]) < least:
                continue
            count = _ways_out(replies[m], least, early, states, known, moves[0], ends)
            if count != _NO_WAY_OUT:
                used = _add_all(keys, used, members, moves[0, :count])
                continue
            key = _simplest(replies[m], members, least, early, states, known, moves, ends)
            used = _add_all(keys, used, members, np.array([key]))
            if used - begin > most + 1:
                return _TOO_MANY
        at += 1
    return used


@fast
def _add_all(keys: IntArray, used: int, members: IntArray, more: IntArray) -> int:
    """Add the positions that are not there yet. Returns the new number of positions."""
    for key in more:
        if members[slot_of(members, key)] != key:
            members[slot_of(members, key)] = keys[used] = key
            used += 1
    return used


@fast
def _refill(members: IntArray, keys: IntArray) -> None:
    """Replace the contents of a hash table with these keys."""
    members[:] = 0
    for key in keys:
        members[slot_of(members, key)] = key


class OpeningFinder:
    """Finds the positions of a book that no move of the challenger leads out of.

    Args:
        prover: The prover.
        least: The fewest pieces of a position that needs an answer to every move. An answer may
            leave fewer; if not every answer would do then, those that do are in the book, and it
            ends there.
    """

    def __init__(self, prover: Prover, least: int) -> None:
        self._prover, self._least = prover, least
        self._keys = np.zeros(2 * _ROOM, np.int64)
        self._members = np.zeros(4 * _ROOM, np.int64)
        self._used = 0
        self._given_up: set[int] = set()
        self._moves = np.zeros((_DEEPEST, MOST_MOVES), np.int64)
        self._ends = np.zeros((1024, 3), np.int64)

    @property
    def keys(self) -> list[int]:
        """The positions found, sorted."""
        return sorted(int(key) for key in self._keys[: self._used])

    def add(self, key: int, answers: int) -> bool:
        """Add a position that can be held, with everything it needs; or nothing if it is too much.

        Args:
            key: The key of the position.
            answers: The number of a game's answers before it.

        Returns:
            Whether it is in the book now.
        """
        return self._has(key) or self._add(key, answers)

    def _has(self, key: int) -> bool:
        return bool(self._members[slot_of(self._members, key)] == key)

    def _add(self, key: int, answers: int) -> bool:
        """Add a position with everything it needs, or nothing if that is too much."""
        if key in self._given_up or self._used >= _ROOM:
            return False
        begin = self._used
        self._members[slot_of(self._members, key)] = self._keys[begin] = key
        self._used += 1
        added = (
            self._add_later(begin) if answers >= FIRST_ANSWERS else self._add_first(key, answers)
        )
        if not added:
            self._used = begin
            _refill(self._members, self._keys[:begin])
            self._given_up.add(key)
        return added

    def _add_later(self, begin: int) -> bool:
        prover = self._prover
        used = _add_later(
            self._keys,
            begin,
            _MOST_ADDED,
            self._members,
            self._least,
            prover.early,
            prover.states,
            prover.known,
        )
        if used != _TOO_MANY:
            self._used = used
        return bool(used != _TOO_MANY)

    def _add_first(self, key: int, answers: int) -> bool:
        count = positions_after(_CHALLENGER, key, self._moves[0], self._ends)
        for position in sorted({int(position) for position in self._moves[0, :count]}):
            if count_pieces(position) < self._least:
                continue
            found = self._moves[0]
            ways_out = self._fill(_ways_out, position, self._least)
            if ways_out != _NO_WAY_OUT:
                self._used = _add_all(self._keys, self._used, self._members, found[:ways_out])
                continue
            choices = sorted(
                {int(answer) for answer in found[: self._fill(_best_answers, position)]}
            )
            choices.sort(key=self._search)
            if not any(self._has(c) or self._add(c, answers + 1) for c in choices):
                return False
        return True

    def _fill(self, function: Callable[..., int], position: int, *more: int) -> int:
        """Call a function that fills the first row of `_moves`."""
        prover, found = self._prover, self._moves[0]
        return int(
            function(
                position,
                *more,
                prover.early,
                prover.states,
                prover.known,
                found,
                self._ends,
            )
        )

    def _search(self, key: int) -> int:
        """Return the value of a position for the challenger."""
        value = _value(_CHALLENGER, key, _DEPTH, -2 * _WIN, 2 * _WIN, self._moves, 0, self._ends)
        return int(value)


def find_openings(
    prover: Prover, starts: Iterable[int], answers: int, least: int, also: Iterable[int] = ()
) -> list[int]:
    """Find the positions of a book for the holder, with at least `least` pieces.

    Args:
        prover: The prover.
        starts: The keys of positions that can be held and must be in the book.
        answers: The number of a game's answers before them.
        least: The fewest pieces of a position.
        also: More keys, one answer further on, which are left out if they would need too much.

    Raises:
        CompanionError: If the book would be too large.
    """
    finder = OpeningFinder(prover, least)
    for key in starts:
        if not finder.add(key, answers):
            raise CompanionError("no book of the opening was found that is small enough")
    for key in also:
        finder.add(key, answers + 1)
    return finder.keys

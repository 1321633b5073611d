"""Finds sets of positions from which a player of Solomon never loses.

The player who owns the set, the *holder*, goes down the board here, like the defender in
`outcomes.py`; the other one, the *challenger*, goes up. The other case is the same, turned round. A
set contains positions with the challenger to move. It is closed: whatever the challenger does, the
holder has a move to a position in the set, or the game is drawn. So the holder never loses.

Positions with a known outcome are easy: any move of the holder that does not lose will do. For the
others, nothing is known at first. A depth-first search goes through them and assumes that each
position it meets can be held. A position is lost if some move of the challenger has no answer, and
whatever relied on it chooses another move. When the search is done, the positions of the set are
collected, starting from those of an opening book (`solomon_openings.py`). Where the holder has a
choice, it moves to a position that is already in the set, or else to the one in which the fewest
moves of the challenger need new answers. So the set stays small.

Only one of a position and its mirror image is in the set: the one with the smaller key. A key
combines the challenger's points, the holder's, shifted by 19, and the kings of both, shifted by 38.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.base.errors import CompanionError
from companion.opponents.tables.layout import POINTS, mirrored
from companion_research.compiling import ByteArray, IntArray, WordArray, fast
from companion_research.outcomes import Outcomes, attacker_wins
from companion_research.progress import OnProgress, unreported
from companion_research.rows import (
    AHEAD,
    BEYOND,
    DOWNWARD,
    FAR_PALACE,
    NEAR,
    NEAR_PALACE,
    WAYS,
    chains,
    count_points,
)

_FULL = (1 << POINTS) - 1
START = _FULL & ~((1 << 13) - 1) | (1 << 6) - 1 << 19
"""The key of the start: the challenger's men on the last six points, the holder's on the first."""

AFTER_16_10 = START ^ 1 << 15 ^ 1 << 9
"""The key after the challenger's first move 16-10."""

MOST_MOVES = 512
"""More than the moves of any position, counting each chain of jumps."""

_LONGEST_WIN = 12  # answers in the book
_NEW, _HELD, _LOST = 0, 1, 2
_NOT_HELD, OVER = -1, -2
_STEP = 1 << 14  # positions between progress reports


class ProverTable(NamedTuple):
    """The outcomes in a form for compiled code.

    They are the largest number of pieces, the arguments of `attacker_wins`, and the sets of points
    as their mirror images and turned round.
    """

    most: int
    rank: NDArray[np.int32]
    flip: NDArray[np.bool_]
    ranks: IntArray
    choices: IntArray
    begins: IntArray
    table: WordArray
    images: IntArray
    turned: IntArray


def prover_table(outcomes: Outcomes, report: OnProgress = unreported) -> ProverTable:
    """Prepare these outcomes for compiled code."""
    n = outcomes.numbering
    images = np.array([mirrored(points) for points in range(1 << POINTS)], np.int64)
    turned = np.array([int(f"{p:0{POINTS}b}"[::-1], 2) for p in range(1 << POINTS)], np.int64)
    table = outcomes.loaded(report)
    return ProverTable(
        outcomes.most, n.rank, n.flip, n.ranks, n.choices, n.begins, table, images, turned
    )


@fast
def key_of(challenger: int, holder: int, kings: int, images: IntArray) -> int:
    """Return the smaller key of a position and its mirror image."""
    key = challenger | holder << 19 | kings << 38
    image = images[challenger] | images[holder] << 19 | images[kings] << 38
    return key if key < image else image


@fast
def is_drawn(challenger: int, holder: int, kings: int) -> bool:
    """Return whether there are just two kings, and neither can capture the other."""
    occupied = challenger | holder
    if occupied != kings or count_points(challenger) != 1 or count_points(holder) != 1:
        return False
    for point in range(POINTS):
        if occupied >> point & 1:
            for way in range(WAYS):
                over = NEAR[point, way]
                if over >= 0 and BEYOND[point, way] >= 0 and occupied >> over & 1:
                    return False
    return True


@fast
def positions_after(  # noqa: C901 - a numba kernel
    side: int, position: int, found: IntArray, ends: IntArray
) -> int:
    """Find the positions after each move of a side, 0 for the challenger.

    They are keys, possibly of the mirror image.

    Returns:
        The number of positions.
    """
    challenger, holder = position & _FULL, position >> 19 & _FULL
    kings = position >> 38
    occupied = challenger | holder
    mover = holder if side else challenger
    prey = occupied ^ mover
    palace = NEAR_PALACE if side else FAR_PALACE
    count = 0
    if is_drawn(challenger, holder, kings):
        return 0
    for point in range(POINTS):
        if not mover >> point & 1:
            continue
        near = False
        for way in range(WAYS):
            if NEAR[point, way] >= 0 and prey >> NEAR[point, way] & 1:
                near = True
        if not near:
            continue
        king = kings >> point & 1
        ahead = DOWNWARD if side else AHEAD
        for e in range(chains(point, king == 1, ahead, palace, occupied, prey, ends)):
            land, taken, crowned = ends[e, 0], ends[e, 1], ends[e, 2]
            moved = (mover ^ 1 << point) | 1 << land
            left = prey & ~taken
            crowns = kings & ~taken & ~(1 << point) | (king | crowned) << land
            if side:
                found[count] = left | moved << 19 | crowns << 38
            else:
                found[count] = moved | left << 19 | crowns << 38
            count += 1
    if count:
        return count
    for point in range(POINTS):
        if not mover >> point & 1:
            continue
        king = kings >> point & 1
        for way in range(WAYS):
            to = NEAR[point, way]
            if to < 0 or occupied >> to & 1:
                continue
            if not king and not (DOWNWARD[point, way] if side else AHEAD[point, way]):
                continue
            moved = mover ^ 1 << point ^ 1 << to
            crowns = kings
            if king:
                crowns ^= 1 << point ^ 1 << to
            elif to == palace:
                crowns |= 1 << to
            if side:
                found[count] = prey | moved << 19 | crowns << 38
            else:
                found[count] = moved | prey << 19 | crowns << 38
            count += 1
    return count


@fast
def slot_of(keys: IntArray, key: int) -> int:
    """Return the slot of a key in a hash table, or the one to put it in. A key is never 0."""
    mask = keys.size - 1
    mixed = (key & (1 << 28) - 1) * 0x9E3779B1 ^ (key >> 28) * 0x85EBCA6B
    at = (mixed ^ mixed >> 29) & mask
    while keys[at] != 0 and keys[at] != key:
        at = at + 1 & mask
    return at


@fast
def _attacker_wins(side: int, attacker: int, defender: int, kings: int, known: ProverTable) -> bool:
    """Look up `attacker_wins` in the outcomes."""
    won: bool = attacker_wins(
        side,
        attacker,
        defender,
        kings,
        known.rank,
        known.flip,
        known.ranks,
        known.choices,
        known.begins,
        known.table,
    )
    return won


@fast
def holder_wins(side: int, key: int, known: ProverTable) -> bool:
    """Return whether the holder wins, by the outcomes, with a side to move.

    The side is 0 for the holder itself.
    """
    # Turned round, so that the holder goes up, like the attacker.
    holder, challenger = known.turned[key >> 19 & _FULL], known.turned[key & _FULL]
    return _attacker_wins(side, holder, challenger, known.turned[key >> 38], known)


@fast
def _may_hold(key: int, early: IntArray, states: ByteArray, sure: bool, known: ProverTable) -> bool:
    """Return whether the holder does not lose a position with the challenger to move.

    `early` and `states` are a hash table with the search's results about positions without a known
    outcome. `sure` requires that the result is certain; without it, a possible one is enough.
    """
    challenger, holder = key & _FULL, key >> 19 & _FULL
    if count_points(challenger | holder) > known.most:
        state = states[slot_of(early, key)]
        held: bool = state == _HELD if sure else state != _LOST
        return held
    return not _attacker_wins(0, challenger, holder, key >> 38, known)


@fast
def answers_to(
    position: int,
    early: IntArray,
    states: ByteArray,
    sure: bool,
    known: ProverTable,
    found: IntArray,
    ends: IntArray,
) -> int:
    """Find the keys of the positions that the holder may move to.

    Returns:
        Their number, or `OVER` if the game is drawn.
    """
    count = positions_after(1, position, found, ends)
    if count == 0 and is_drawn(position & _FULL, position >> 19 & _FULL, position >> 38):
        return OVER
    left = 0
    for m in range(count):
        after = found[m]
        key = key_of(after & _FULL, after >> 19 & _FULL, after >> 38, known.images)
        if _may_hold(key, early, states, sure, known):
            found[left] = key
            left += 1
    return left


@fast
def _guess(
    position: int,
    early: IntArray,
    states: ByteArray,
    known: ProverTable,
    answers: IntArray,
    replies: IntArray,
    ends: IntArray,
) -> int:
    """Find an answer that may hold, preferably one with few pieces or few moves.

    Returns:
        Its key; `_NOT_HELD` if there is none, `OVER` if the game is drawn.
    """
    count = answers_to(position, early, states, False, known, answers, ends)
    if count == OVER:
        return OVER
    best, least = _NOT_HELD, 1 << 30
    for m in range(count):
        key = answers[m]
        preference = positions_after(0, key, replies, ends)
        if not _may_hold(key, early, states, True, known):
            preference += 1 << 20
        if preference < least:
            best, least = key, preference
    return best


@fast
def count_pieces(position: int) -> int:
    """Return the number of pieces in a position."""
    return count_points((position | position >> 19) & _FULL)


@fast
def unanswered(
    key: int, members: IntArray, least: int, known: ProverTable, moves: IntArray, ends: IntArray
) -> int:
    """Return the number of the challenger's moves without an answer.

    An answer leads to one of the members, or to a position with fewer than `least` pieces. `moves`
    is a buffer whose second and third row are used.
    """
    number = 0
    for n in range(positions_after(0, key, moves[1], ends)):
        position = moves[1, n]
        count = positions_after(1, position, moves[2], ends)
        answered = count == 0 or count_pieces(position) < least
        for m in range(count):
            if answered:
                break
            after = moves[2, m]
            reached = key_of(after & _FULL, after >> 19 & _FULL, after >> 38, known.images)
            answered = (
                count_pieces(reached) < least or members[slot_of(members, reached)] == reached
            )
        number += not answered
    return number


@fast
def _select(
    position: int,
    members: IntArray,
    early: IntArray,
    states: ByteArray,
    known: ProverTable,
    moves: IntArray,
    ends: IntArray,
) -> int:
    """Return the key of the answer to put into a closed set; `OVER` if the game is drawn.

    That is a member if possible; else the answer after which the fewest moves of the challenger
    have no answer yet. `members` is a hash table of the set's keys.
    """
    count = answers_to(position, early, states, True, known, moves[0], ends)
    if count == OVER:
        return OVER
    best, fewest = _NOT_HELD, 1 << 30
    for m in range(count):
        key = moves[0, m]
        if members[slot_of(members, key)] == key:
            return int(key)
        new = unanswered(key, members, 0, known, moves, ends)
        if new < fewest:
            best, fewest = key, new
    return best


@fast
def _search(
    early: IntArray,
    states: ByteArray,
    stack: IntArray,
    depth: int,
    used: int,
    limit: int,
    known: ProverTable,
) -> tuple[int, int]:
    """Continue the search for positions that can be held.

    `stack` has the keys that led here, each with the number of the challenger's move under
    consideration. `limit` is the number of positions that there is room for.

    Returns:
        The search's depth, 0 when it is done, and the number of positions it has met.
    """
    moves = np.zeros(MOST_MOVES, np.int64)
    answers = np.zeros(MOST_MOVES, np.int64)
    replies = np.zeros(MOST_MOVES, np.int64)
    ends = np.zeros((1024, 3), np.int64)
    until = used + _STEP
    while depth and used < min(until, limit) and depth < stack.shape[0] - 1:
        key = stack[depth - 1, 0]
        count = positions_after(0, key, moves, ends)
        deeper = False
        while stack[depth - 1, 1] < count:
            position = moves[stack[depth - 1, 1]]
            answer = _guess(position, early, states, known, answers, replies, ends)
            if answer == _NOT_HELD:
                states[slot_of(early, key)] = _LOST
                break
            if answer != OVER and count_pieces(answer) > known.most:
                at = slot_of(early, answer)
                if states[at] != _HELD:
                    if early[at] == 0:
                        early[at] = answer
                        used += 1
                    states[at] = _HELD
                    stack[depth, 0], stack[depth, 1] = answer, 0
                    depth += 1
                    deeper = True
                    break
            stack[depth - 1, 1] += 1
        if not deeper:
            depth -= 1
    return depth, used


@fast
def _prune(early: IntArray, states: ByteArray, known: ProverTable) -> int:
    """Give up positions that rely on others that cannot be held. Returns their number."""
    moves = np.zeros(MOST_MOVES, np.int64)
    answers = np.zeros(MOST_MOVES, np.int64)
    ends = np.zeros((1024, 3), np.int64)
    given_up = 0
    for at in range(early.size):
        if states[at] != _HELD:
            continue
        for m in range(positions_after(0, early[at], moves, ends)):
            if answers_to(moves[m], early, states, True, known, answers, ends) == 0:
                states[at] = _NEW
                given_up += 1
                break
    return given_up


@fast
def _collect(
    members: IntArray,
    waiting: IntArray,
    depth: int,
    used: int,
    early: IntArray,
    states: ByteArray,
    known: ProverTable,
) -> tuple[int, int]:
    """Collect the positions of a set, latest first.

    `waiting` has the keys of positions whose moves have not been visited.

    Returns:
        The number still waiting, and the number collected.
    """
    replies = np.zeros(MOST_MOVES, np.int64)
    moves = np.zeros((3, MOST_MOVES), np.int64)
    ends = np.zeros((1024, 3), np.int64)
    looked = 0
    while depth and looked < _STEP and depth + MOST_MOVES < waiting.size:
        depth -= 1
        looked += 1
        for m in range(positions_after(0, waiting[depth], replies, ends)):
            key = _select(replies[m], members, early, states, known, moves, ends)
            if key == OVER:
                continue
            slot = slot_of(members, key)
            if members[slot] == 0:
                members[slot] = key
                used += 1
                # The popped position has freed its place, so there is room.
                waiting[depth] = key
                depth += 1
    return depth, used


@fast
def _rehash(keys: IntArray, states: ByteArray, more: IntArray, more_states: ByteArray) -> None:
    """Move the contents of a hash table into a larger one."""
    for at in range(keys.size):
        if keys[at]:
            to = slot_of(more, keys[at])
            more[to] = keys[at]
            more_states[to] = states[at]


class Prover:
    """Finds closed sets, with the help of the outcomes.

    Args:
        outcomes: The outcomes.
        report: Receives the progress.
    """

    def __init__(self, outcomes: Outcomes, report: OnProgress = unreported) -> None:
        self.known = prover_table(outcomes, report)
        self._report = report
        self.early = np.zeros(1 << 20, np.int64)
        self.states = np.zeros(1 << 20, np.uint8)
        self._used = 0

    def key(self, position: int) -> int:
        """Return the smaller key of a position and its mirror image."""
        challenger, holder = position & _FULL, position >> 19 & _FULL
        return int(key_of(challenger, holder, position >> 38, self.known.images))

    def after(self, side: int, position: int) -> list[int]:
        """Return the keys of the positions after each move of a side, 0 for the challenger."""
        moves, ends = np.zeros(MOST_MOVES, np.int64), np.zeros((1024, 3), np.int64)
        count = positions_after(side, position, moves, ends)
        return sorted({self.key(int(move)) for move in moves[:count]})

    def first_moves(self) -> dict[str, int]:
        """Return the first moves by name, without mirror images, and the keys they lead to."""
        found = {}
        start = START >> 19 & _FULL
        for key in self.after(1, START):
            named = []
            holder = key >> 19 & _FULL
            for seen in (holder, int(self.known.images[holder])):
                origin, to = (start & ~seen).bit_length(), (seen & ~start).bit_length()
                # The holder's view is turned round: the first point is White's last.
                named.append(f"{POINTS + 1 - origin}-{POINTS + 1 - to}")
            found[min(named, key=lambda name: [int(point) for point in name.split("-")])] = key
        return found

    def holds(self, key: int) -> bool:
        """Return whether the holder can hold a position with the challenger to move."""
        challenger, holder = key & _FULL, key >> 19 & _FULL
        if (challenger | holder).bit_count() <= self.known.most:
            return bool(_may_hold(key, self.early, self.states, True, self.known))
        while True:
            at = slot_of(self.early, key)
            if self.states[at]:
                return bool(self.states[at] == _HELD)
            self._search_from(key)
            while _prune(self.early, self.states, self.known):
                pass
            self._report("searching", self._used, self._used)

    def _search_from(self, key: int) -> None:
        stack = np.zeros((1 << 16, 2), np.int64)
        at = slot_of(self.early, key)
        if self.early[at] == 0:
            self.early[at] = key
            self._used += 1
        self.states[at] = _HELD
        stack[0, 0] = key
        depth = 1
        while depth:
            if self._used * 2 > self.early.size:
                self._grow()
            if depth > stack.shape[0] - 4:
                stack = np.concatenate([stack, np.zeros_like(stack)])
            depth, self._used = _search(
                self.early,
                self.states,
                stack,
                depth,
                self._used,
                self.early.size // 2 + 1,
                self.known,
            )
            self._report("searching", self._used, self.early.size)

    def _grow(self) -> None:
        keys = np.zeros(2 * self.early.size, np.int64)
        states = np.zeros(keys.size, np.uint8)
        _rehash(self.early, self.states, keys, states)
        self.early, self.states = keys, states

    def closed_set(self, seeds: Iterable[int]) -> IntArray:
        """Return the keys of a closed set that contains these positions, in order.

        Args:
            seeds: The keys of the positions, which can be held.
        """
        members, waiting = np.zeros(1 << 20, np.int64), np.zeros(1 << 20, np.int64)
        depth = used = 0
        for key in seeds:
            members[slot_of(members, key)] = waiting[used] = key
            depth = used = used + 1
        while depth:
            if depth + 2 * MOST_MOVES > waiting.size:
                waiting = np.concatenate([waiting, np.zeros_like(waiting)])
            if 2 * (used + _STEP * 16) > members.size:
                more = np.zeros(2 * members.size, np.int64)
                nothing = np.zeros(more.size, np.uint8)
                _rehash(members, nothing, more, nothing)
                members = more
            depth, used = _collect(
                members,
                waiting,
                depth,
                used,
                self.early,
                self.states,
                self.known,
            )
            self._report("collecting", used - depth, used)
        return np.sort(members[members != 0])

    def winning_set(self, position: int, least: int) -> dict[int, int]:
        """Find positions by which the holder, to move, wins.

        Whatever the challenger does in one of them, some answer leads to another that takes fewer,
        or to a won position with fewer pieces.

        Args:
            position: The position to begin with.
            least: The fewest pieces of the positions.

        Returns:
            The keys, each with the most further answers until fewer than `least` pieces are left.

        Raises:
            CompanionError: If there are none.
        """
        for more in range(_LONGEST_WIN + 1):
            found = self._win(position, more, least)
            if found is not None:
                return found
        raise CompanionError("no win was found that is short enough for the book")

    def _win(self, position: int, more: int, least: int) -> dict[int, int] | None:
        choices = []
        for key in self.after(1, position):
            if self._wins(1, key):
                if count_pieces(key) < least:
                    return {}
                choices.append((len(self.after(0, key)), key))
        for _, key in sorted(choices) if more else []:
            replies = [reply for reply in self.after(0, key) if count_pieces(reply) >= least]
            if not all(self._wins(0, reply) for reply in replies):
                continue
            found = {key: more}
            for reply in replies:
                further = self._win(reply, more - 1, least)
                if further is None:
                    break
                found |= {k: min(m, found.get(k, m)) for k, m in further.items()}
            else:
                return found
        return None

    def _wins(self, side: int, key: int) -> bool:
        """Return whether the holder wins, or may win, with a side to move.

        The side is 0 for the holder itself.
        """
        if count_pieces(key) > self.known.most:
            return True
        return bool(holder_wins(side, key, self.known))

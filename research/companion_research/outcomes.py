"""Solves Solomon's positions of up to ten pieces: won, drawn or lost, without distances.

One player, here the *attacker*, goes up the board; the other is the *defender*. Two bit planes, one
for each player to move, mark the positions that the attacker wins. Since the rules are the same for
both players, turned round, the planes answer for both.

Rows of bits are as in `rows.py`; of a set of occupied points and its mirror image only one is
stored. Pieces move between rows only by sliding, so all positions with `a` pieces of the attacker
and `d` of the defender, a *split*, are solved together, after those that captures lead to. Sweeps
over the rows are repeated until nothing changes: with the attacker to move, a position is won if
a move leads to a win; with the defender to move, if all moves do. The rest is drawn or lost; it is
lost if the other player, as the attacker, wins.

The planes of a split are computed in memory, then appended to a file, from which the later splits
read them. The file can be continued at any time: its size tells which splits it has.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise, product
from math import comb
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.base.errors import CompanionError
from companion.opponents.tables.layout import POINTS, mirrored, stored_sets
from companion_research.compiling import ByteArray, IntArray, WordArray, fast
from companion_research.progress import OnProgress, unreported
from companion_research.rows import (
    AHEAD,
    ALL_ONES,
    BEYOND,
    DOWNWARD,
    FAR_PALACE,
    NEAR,
    NEAR_PALACE,
    NO_BITS,
    NOWHERE,
    ONE_BIT,
    WAYS,
    any_set,
    as_king,
    chains,
    count_points,
    king_word,
    spread,
    swap_bits,
)

MOST_SOLVED = 10
"""The number of pieces in the largest positions whose outcome can be solved."""

EACH_SIDE = 6
"""The number of pieces that each player starts with."""

_PARTS = 64  # of a sweep, between which progress is reported
_READ = 1 << 23  # words read at once
_BESIDE = 1 << 28  # bytes of memory kept for everything else
_IMAGE = np.array([mirrored(1 << p).bit_length() - 1 for p in range(POINTS)], np.int64)
_PAIRS = sum(p < _IMAGE[p] for p in range(POINTS))
_Flags = NDArray[np.bool_]


def splits(most: int) -> list[tuple[int, int]]:
    """Return the numbers of attackers and defenders, in the order of solving."""
    sides = range(1, EACH_SIDE + 1)
    return sorted((s for s in product(sides, sides) if sum(s) <= most), key=lambda s: (sum(s), s))


def words_of(pieces: int) -> int:
    """Return the number of words in a row of `pieces` pieces."""
    return max(1, 1 << pieces >> 6)


def plane_words(attackers: int, defenders: int) -> int:
    """Return the number of words in one plane of a split."""
    n = attackers + defenders
    # Sets that are their own mirror image have both or neither of each pair of points.
    even = sum(comb(_PAIRS, k) * comb(POINTS - 2 * _PAIRS, n - 2 * k) for k in range(n // 2 + 1))
    return (comb(POINTS, n) + even) // 2 * comb(n, attackers) * words_of(n)


class Numbering:
    """The numbering of rows.

    Args:
        most: The largest number of pieces.

    Attributes:
        sets: By the number of pieces, the stored sets of occupied points.
        rank: The number of a set, or of its mirror image, among those of its size.
        flip: Whether a set's mirror image is stored in its place.
        ranks: By the number of pieces, the number of each choice of owners among those that give
            both players the same numbers of pieces.
        choices: By the number of pieces and of attackers, the number of such choices.
        begins: By the player to move, 0 for the attacker, and the numbers of attackers and
            defenders: the offset of that plane, in words.
    """

    def __init__(self, most: int) -> None:
        """Build the tables."""
        self.sets = {n: np.array(stored_sets(n), np.int64) for n in range(1, most + 1)}
        self.rank = np.zeros(1 << POINTS, np.int32)
        self.flip = np.zeros(1 << POINTS, np.bool_)
        for sets in self.sets.values():
            images = np.array([mirrored(int(points)) for points in sets], np.int64)
            self.flip[images[images != sets]] = True
            self.rank[images] = self.rank[sets] = np.arange(sets.size)
        self.ranks = np.zeros((most + 1, 1 << most), np.int64)
        self.choices = np.zeros((most + 1, most + 1), np.int64)
        for n in range(1, most + 1):
            for owners in range(1 << n):
                attackers = owners.bit_count()
                self.ranks[n, owners] = self.choices[n, attackers]
                self.choices[n, attackers] += 1
        self.begins = np.zeros((2, EACH_SIDE + 1, EACH_SIDE + 1), np.int64)
        begin = 0
        for split in splits(most):
            size = plane_words(*split)
            self.begins[0][split], self.begins[1][split] = begin, begin + size
            begin += 2 * size

    def owners(self, attackers: int, defenders: int) -> IntArray:
        """Return the choices of owners of a split, in order."""
        masks = range(1 << attackers + defenders)
        return np.array([mask for mask in masks if mask.bit_count() == attackers], np.int64)


@fast
def _plan(order: IntArray, n: int, swaps: IntArray) -> int:
    """Find the exchanges that sort the pieces of a row.

    Args:
        order: The piece in each place of the row; it gets sorted, too.
        n: The number of pieces.
        swaps: Set to the exchanges.

    Returns:
        The number of exchanges.
    """
    count = 0
    for place in range(n):
        while order[place] != place:
            other = order[place]
            swaps[count, 0], swaps[count, 1] = place, other
            count += 1
            order[place], order[other] = order[other], other
    return count


@fast
def _place(
    n: int,
    points: IntArray,
    moved: int,
    to: int,
    taken: int,
    after: int,
    flip: _Flags,
    place: IntArray,
    order: IntArray,
) -> None:
    """Find the place of each piece in the row stored for the occupied points `after`.

    Args:
        n: The number of pieces.
        points: The points of the pieces.
        moved: The piece that moves.
        to: The point that it moves to.
        taken: The points of the captured pieces.
        after: The occupied points after the move.
        flip: As in `Numbering`.
        place: Set to the place of each piece, -1 if it was captured.
        order: Set to the piece in each place; captured ones come last.
    """
    stored = after
    if flip[after]:
        stored = 0
        for point in range(POINTS):
            if after >> point & 1:
                stored |= 1 << _IMAGE[point]
    last = n
    for t in range(n):
        point = to if t == moved else points[t]
        if t != moved and taken >> point & 1:
            last -= 1
            place[t] = NOWHERE
            order[last] = t
        else:
            if flip[after]:
                point = _IMAGE[point]
            place[t] = count_points(stored & (1 << point) - 1)
            order[place[t]] = t


@fast
def _owners_placed(owners: int, n: int, place: IntArray) -> int:
    """Return the owners, in the order of another row."""
    found = 0
    for t in range(n):
        if owners >> t & 1 and place[t] >= 0:
            found |= 1 << place[t]
    return found


@fast
def _pieces_of(side: int, owners: int, n: int, points: IntArray) -> int:
    """Return the points of a side's pieces; 0 is the attacker."""
    found = 0
    for i in range(n):
        if owners >> i & 1 != side:
            found |= 1 << points[i]
    return found


@fast
def _load_after_jump(
    side: int,
    attackers: int,
    defenders: int,
    i: int,
    jump: IntArray,
    owners: int,
    occupied: int,
    points: IntArray,
    rank: NDArray[np.int32],
    flip: _Flags,
    ranks: IntArray,
    choices: IntArray,
    begins: IntArray,
    table: WordArray,
    place: IntArray,
    order: IntArray,
    swaps: IntArray,
    word: WordArray,
) -> None:
    """Load the row of the position after a jump of the i-th piece.

    The pieces are in their old order. `jump` has the point where the piece lands, the points of the
    captured pieces, and whether it is crowned. `place`, `order` and `swaps` are overwritten.
    """
    n = attackers + defenders
    land, taken, crowned = jump[0], jump[1], jump[2]
    after = (occupied ^ 1 << points[i]) & ~taken | 1 << land
    left = count_points(after)
    a = attackers - (n - left) if side else attackers
    if a == 0 or a == left:
        word[:] = NO_BITS if side else ALL_ONES
        return
    _place(n, points, i, land, taken, after, flip, place, order)
    at = ranks[left, _owners_placed(owners, n, place)]
    few = max(1, 1 << left >> 6)
    base = begins[1 - side, a, left - a]
    base += (rank[after] * choices[left, a] + at) * few
    for w in range(word.size):
        word[w] = table[base + (w & few - 1)]
    # Whether captured pieces were kings makes no difference.
    for s in range(left, min(n, 6)):
        for w in range(word.size):
            word[w] |= word[w] << np.uint64(1 << s)
    if crowned:
        as_king(word, place[i])
    for s in range(_plan(order, n, swaps)):
        swap_bits(word, swaps[s, 0], swaps[s, 1])


@fast
def _decide_jumps(
    side: int,
    attackers: int,
    defenders: int,
    start: int,
    stop: int,
    sets: IntArray,
    masks: IntArray,
    rank: NDArray[np.int32],
    flip: _Flags,
    ranks: IntArray,
    choices: IntArray,
    begins: IntArray,
    table: WordArray,
    plane: WordArray,
    ahead: _Flags,
) -> None:
    """Decide the positions in which this side, 0 for the attacker, must jump.

    `table` has the planes of the splits with fewer pieces.
    """
    n = attackers + defenders
    palace = NEAR_PALACE if side else FAR_PALACE
    words = plane.shape[2]
    ends = np.zeros((1024, 3), np.int64)
    points = np.zeros(n, np.int64)
    place = np.zeros(n, np.int64)
    order = np.zeros(n, np.int64)
    swaps = np.zeros((n, 2), np.int64)
    word = np.zeros(words, np.uint64)
    total = np.zeros(words, np.uint64)
    jumps = np.zeros(words, np.uint64)
    for index in range(start, stop):
        occupied = sets[index]
        spread(occupied, points)
        for o in range(masks.size):
            owners = masks[o]
            prey = occupied ^ _pieces_of(side, owners, n, points)
            total[:] = ALL_ONES if side else NO_BITS
            jumps[:] = NO_BITS
            for i in range(n):
                if owners >> i & 1 == side:
                    continue
                for king in range(2):
                    found = chains(points[i], king == 1, ahead, palace, occupied, prey, ends)
                    for e in range(found):
                        _load_after_jump(
                            side,
                            attackers,
                            defenders,
                            i,
                            ends[e],
                            owners,
                            occupied,
                            points,
                            rank,
                            flip,
                            ranks,
                            choices,
                            begins,
                            table,
                            place,
                            order,
                            swaps,
                            word,
                        )
                        for w in range(words):
                            may = king_word(i, w) if king else ~king_word(i, w)
                            if side:
                                total[w] &= word[w] | ~may
                            else:
                                total[w] |= word[w] & may
                    if found:
                        for w in range(words):
                            jumps[w] |= king_word(i, w) if king else ~king_word(i, w)
            for w in range(words):
                plane[index, o, w] = total[w] & jumps[w]
            if n < 6:
                plane[index, o, 0] &= (ONE_BIT << np.uint64(1 << n)) - ONE_BIT


@fast
def _open(
    side: int,
    owners: int,
    n: int,
    occupied: int,
    points: IntArray,
    ahead: _Flags,
    row: WordArray,
    found: WordArray,
) -> bool:
    """Find the undecided positions of a row without forced jumps. Returns whether any exist."""
    prey = occupied ^ _pieces_of(side, owners, n, points)
    for w in range(found.size):
        found[w] = ~row[w]
    if n < 6:
        found[0] &= (ONE_BIT << np.uint64(1 << n)) - ONE_BIT
    if n == 2:
        # Two kings that cannot capture each other are a draw.
        drawn = True
        for way in range(WAYS):
            for i in range(2):
                if NEAR[points[i], way] == points[1 - i] and BEYOND[points[i], way] >= 0:
                    drawn = False
        if drawn:
            found[0] &= ~(ONE_BIT << np.uint64(3))
    for i in range(n):
        if owners >> i & 1 == side:
            continue
        for way in range(WAYS):
            over, land = NEAR[points[i], way], BEYOND[points[i], way]
            if land < 0 or not prey >> over & 1 or occupied >> land & 1:
                continue
            if ahead[points[i], way]:
                return False
            for w in range(found.size):
                found[w] &= ~king_word(i, w)
    return any_set(found)


@fast
def _open_rows(
    side: int,
    n: int,
    occupied: int,
    points: IntArray,
    masks: IntArray,
    ahead: _Flags,
    mine: WordArray,
    due: ByteArray,
    live: _Flags,
    still: WordArray,
) -> bool:
    """Find the rows of a set that are due and have undecided positions. Returns whether any has.

    `live` is set for them, and `still` to their undecided positions.
    """
    some = False
    for o in range(masks.size):
        live[o] = False
        if due[o]:
            due[o] = 0
            live[o] = _open(side, masks[o], n, occupied, points, ahead, mine[o], still[o])
            some |= live[o]
    return some


@fast
def _keep(still: WordArray, gain: WordArray, live: _Flags, mine: WordArray) -> int:
    """Add the gained positions to the rows of a set. Returns the number of rows that changed.

    `live` is cleared for the others.
    """
    changed = 0
    for o in range(live.size):
        if live[o]:
            for w in range(gain.shape[1]):
                gain[o, w] &= still[o, w]
            live[o] = any_set(gain[o])
        if live[o]:
            for w in range(gain.shape[1]):
                mine[o, w] |= gain[o, w]
            changed += 1
    return changed


@fast
def _mark_due(
    side: int,
    n: int,
    occupied: int,
    points: IntArray,
    masks: IntArray,
    rank: NDArray[np.int32],
    flip: _Flags,
    ranks: IntArray,
    place: IntArray,
    order: IntArray,
    live: _Flags,
    due_next: ByteArray,
) -> None:
    """Mark the rows from which a slide of the other side leads to the changed rows of a set."""
    for i in range(n):
        for way in range(WAYS):
            origin = NEAR[points[i], way]
            if origin < 0 or occupied >> origin & 1:
                continue
            before = occupied ^ 1 << points[i] ^ 1 << origin
            known = False
            for o in range(masks.size):
                if live[o] and masks[o] >> i & 1 == side:
                    if not known:
                        _place(n, points, i, origin, 0, before, flip, place, order)
                        known = True
                    at = ranks[n, _owners_placed(masks[o], n, place)]
                    due_next[rank[before], at] = 1


@fast
def _sweep(  # noqa: C901 - a numba kernel
    side: int,
    n: int,
    start: int,
    stop: int,
    sets: IntArray,
    masks: IntArray,
    rank: NDArray[np.int32],
    flip: _Flags,
    ranks: IntArray,
    mine: WordArray,
    theirs: WordArray,
    due: ByteArray,
    due_next: ByteArray,
    ahead: _Flags,
) -> int:
    """Decide positions by slides, in the rows that are due, with this side to move.

    `mine` is this side's plane, and `theirs` the other side's. `due_next` is set for the rows of
    the other side that depend on the changed ones.

    Returns:
        The number of rows that changed.
    """
    palace = NEAR_PALACE if side else FAR_PALACE
    words = mine.shape[2]
    points = np.zeros(n, np.int64)
    place = np.zeros(n, np.int64)
    order = np.zeros(n, np.int64)
    swaps = np.zeros((n, 2), np.int64)
    word = np.zeros(words, np.uint64)
    live = np.zeros(masks.size, np.bool_)
    still = np.zeros((masks.size, words), np.uint64)
    gain = np.zeros((masks.size, words), np.uint64)
    changed = 0
    for index in range(start, stop):
        occupied = sets[index]
        spread(occupied, points)
        if not _open_rows(
            side, n, occupied, points, masks, ahead, mine[index], due[index], live, still
        ):
            continue
        for o in range(masks.size):
            for w in range(words):
                gain[o, w] = still[o, w] if side else NO_BITS
        for i in range(n):
            here = points[i]
            for way in range(WAYS):
                to = NEAR[here, way]
                if to < 0 or occupied >> to & 1:
                    continue
                after = occupied ^ 1 << here ^ 1 << to
                steps = -1
                for o in range(masks.size):
                    if not live[o] or masks[o] >> i & 1 == side:
                        continue
                    if steps < 0:
                        _place(n, points, i, to, 0, after, flip, place, order)
                        steps = _plan(order, n, swaps)
                    at = ranks[n, _owners_placed(masks[o], n, place)]
                    if side == 0 and not any_set(theirs[rank[after], at]):
                        continue
                    for w in range(words):
                        word[w] = theirs[rank[after], at, w]
                    for s in range(steps):
                        swap_bits(word, swaps[s, 0], swaps[s, 1])
                    if to == palace:
                        as_king(word, i)
                    for w in range(words):
                        may = ALL_ONES if ahead[here, way] else king_word(i, w)
                        if side:
                            gain[o, w] &= word[w] | ~may
                        else:
                            gain[o, w] |= word[w] & may
                    if side and not any_set(gain[o]):
                        live[o] = False
        kept = _keep(still, gain, live, mine[index])
        if kept:
            changed += kept
            _mark_due(
                side,
                n,
                occupied,
                points,
                masks,
                rank,
                flip,
                ranks,
                place,
                order,
                live,
                due_next,
            )
    return changed


@fast
def attacker_wins(
    side: int,
    attackers: int,
    defenders: int,
    kings: int,
    rank: NDArray[np.int32],
    flip: _Flags,
    ranks: IntArray,
    choices: IntArray,
    begins: IntArray,
    table: WordArray,
) -> bool:
    """Return whether the attacker wins with this side to move, 0 for the attacker.

    `attackers`, `defenders` and `kings` are sets of points; the other arguments are the numbering
    of rows, and the planes.
    """
    occupied = attackers | defenders
    n, a = count_points(occupied), count_points(attackers)
    if a == 0 or a == n:
        return a > 0
    # The bits of the points in order, or of their mirror images in the images' order.
    owners = number = place = 0
    for p in range(POINTS):
        point = _IMAGE[p] if flip[occupied] else p
        if occupied >> point & 1:
            owners |= (attackers >> point & 1) << place
            number |= (kings >> point & 1) << place
            place += 1
    few = max(1, 1 << n >> 6)
    base = begins[side, a, n - a] + (rank[occupied] * choices[n, a] + ranks[n, owners]) * few
    bit: bool = (table[base + (number >> 6)] >> np.uint64(number & 63)) & ONE_BIT != NO_BITS
    return bit


def _memory() -> int:
    """Return the machine's memory in bytes; a very large number if it is unknown."""
    names = getattr(os, "sysconf_names", {})
    if "SC_PHYS_PAGES" not in names or "SC_PAGE_SIZE" not in names:
        return 1 << 50
    return int(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))


class Outcomes:
    """The outcomes of all positions of up to `most` pieces, in a file that grows split by split.

    Args:
        path: The file.
        most: The largest number of pieces.
    """

    def __init__(self, path: Path, most: int) -> None:
        """Open the file as far as it exists."""
        self.path, self.most = path, most
        self.numbering = Numbering(most)
        self._threads = 1

    @property
    def solved(self) -> list[tuple[int, int]]:
        """The splits in the file."""
        size = self.path.stat().st_size if self.path.exists() else 0
        found = []
        for split in splits(self.most):
            size -= 16 * plane_words(*split)
            if size < 0:
                break
            found.append(split)
        return found

    def words(self) -> WordArray:
        """Return the planes in the file, one after another, read on demand."""
        size = sum(2 * plane_words(*split) for split in self.solved)
        if not size:
            return np.zeros(0, np.uint64)
        return np.memmap(self.path, np.uint64, "r", shape=(size,))

    def loaded(self, report: OnProgress = unreported) -> WordArray:
        """Return the planes, read into memory if the machine has enough."""
        planes = self.words()
        if not planes.size or _memory() < 3 * planes.nbytes // 2:
            return planes
        found = np.empty(planes.size, np.uint64)
        with self.path.open("rb") as file:
            for start in range(0, found.size, _READ):
                file.readinto(found[start : start + _READ].data.cast("B"))
                report("reading", min(start + _READ, found.size), found.size)
        return found

    def attacker_wins(self, side: int, attackers: int, defenders: int, kings: int) -> bool:
        """Return whether the attacker wins with this side to move.

        Args:
            side: 0 for the attacker.
            attackers: The points of the attacker, as a set.
            defenders: The points of the defender.
            kings: The points of the kings of both.
        """
        n = self.numbering
        return bool(
            attacker_wins(
                side,
                attackers,
                defenders,
                kings,
                n.rank,
                n.flip,
                n.ranks,
                n.choices,
                n.begins,
                self.words(),
            )
        )

    def solve(self, report: OnProgress = unreported, threads: int = 1) -> None:
        """Solve the missing splits.

        Raises:
            CompanionError: If memory or disk space is too small.
        """
        self._threads = threads
        self.path.parent.mkdir(parents=True, exist_ok=True)
        missing = splits(self.most)[len(self.solved) :]
        self._need_room(missing)
        for attackers, defenders in missing:
            planes = self._solve(attackers, defenders, report)
            begin = 8 * int(self.numbering.begins[0, attackers, defenders])
            with self.path.open("ab") as file:
                file.truncate(begin)
                file.seek(begin)
                for plane in planes:
                    plane.tofile(file)
                file.flush()
                os.fsync(file.fileno())

    def _need_room(self, missing: list[tuple[int, int]]) -> None:
        sizes = [16 * plane_words(*split) for split in missing]
        memory, needed = _memory(), max(sizes, default=0) * 5 // 4 + _BESIDE
        if missing and memory < needed:
            raise CompanionError(
                f"{self.most} pieces take {needed >> 20} MB of memory, and there are "
                f"{memory >> 20}: solve fewer"
            )
        free = shutil.disk_usage(self.path.parent).free
        if free < sum(sizes):
            raise CompanionError(
                f"{self.path.parent} has {free >> 20} MB left, and {self.most} pieces take "
                f"{sum(sizes) >> 20}: choose another folder, or solve fewer"
            )

    def _solve(
        self, attackers: int, defenders: int, report: OnProgress
    ) -> tuple[WordArray, WordArray]:
        n = attackers + defenders
        numbers = self.numbering
        sets, masks = numbers.sets[n], numbers.owners(attackers, defenders)
        shape = sets.size, masks.size, words_of(n)
        planes = np.zeros(shape, np.uint64), np.zeros(shape, np.uint64)
        due = np.ones(shape[:2], np.uint8), np.ones(shape[:2], np.uint8)
        ahead = AHEAD, DOWNWARD
        what = f"{attackers} against {defenders} pieces"
        index = numbers.rank, numbers.flip, numbers.ranks
        table = self.words()

        def jump(part: tuple[int, int, int]) -> int:
            side, start, stop = part
            _decide_jumps(
                side,
                attackers,
                defenders,
                start,
                stop,
                sets,
                masks,
                *index,
                numbers.choices,
                numbers.begins,
                table,
                planes[side],
                ahead[side],
            )
            return stop - start

        def slide(part: tuple[int, int, int]) -> int:
            side, start, stop = part
            other = 1 - side
            return _sweep(
                side,
                n,
                start,
                stop,
                sets,
                masks,
                *index,
                planes[side],
                planes[other],
                due[side],
                due[other],
                ahead[side],
            )

        total = 2 * sets.size
        done = 0
        for count in self._in_parts(jump, sets.size, (0, 1)):
            done += count
            report(f"{what}: jumps", done, total)
        least = sets.size * masks.size
        report(f"{what}: slides", 0, 100)
        sure = False
        while True:
            changed = sum(self._in_parts(slide, sets.size, (1,)))
            changed += sum(self._in_parts(slide, sets.size, (0,)))
            least = min(least, changed)
            # Changes fade out: the remaining work is what is left of them, on a logarithmic scale.
            left = np.log(least + 1) / np.log(sets.size * masks.size + 2)
            report(f"{what}: slides", round(99 * (1 - left)), 100)
            if changed:
                sure = False
            elif sure:
                break
            else:
                # Sweep all rows once more: threads may have missed concurrent changes.
                due[0][:] = due[1][:] = 1
                sure = True
        report(f"{what}: slides", 100, 100)
        return planes

    def _in_parts(
        self, do: Callable[[tuple[int, int, int]], int], sets: int, sides: tuple[int, ...]
    ) -> Iterator[int]:
        """Process all sets of points, part by part.

        Yields:
            The result of each part.
        """
        edges = sorted({sets * part // _PARTS for part in range(_PARTS + 1)})
        parts = [(side, start, stop) for side in sides for start, stop in pairwise(edges)]
        if self._threads == 1:
            yield from map(do, parts)
        else:
            with ThreadPoolExecutor(self._threads) as pool:
                yield from pool.map(do, parts)

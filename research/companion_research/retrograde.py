"""Solves Solomon's endings by retrograde analysis, from the positions in which the game is over.

Only this program needs numpy and numba; the tables that it makes are read without them.

Positions are seen by the player to move, who goes up the board, and numbered as in `layout.py`. A
set of occupied points and a choice of owners make a row; a row has one bit for each choice of the
pieces that are kings. Most rules do not depend on which of the other pieces are kings, so one
operation on a row's words handles all of its positions: a slide to another row is a permutation of
the bits of a word, and a mask for the men, which do not go backwards.

Where a jump is forced, every move leads to fewer pieces, and these positions are solved first. The
others follow level by level: on an odd level, those with a move to a lost position; on an even
level, those whose moves all lead to won positions.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from companion import __version__
from companion.base.errors import CompanionError
from companion.opponents.tables.layout import (
    DRAWN,
    FEWEST,
    POINTS,
    SHIPPED_PIECES,
    mirrored,
    point_sets,
)
from companion.opponents.tables.table_file import Counts
from companion_research.compiling import ByteArray, IntArray, WordArray, fast
from companion_research.progress import OnProgress, unreported
from companion_research.rows import (
    AHEAD,
    ALL_ONES,
    BEYOND,
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
from companion_research.table_writer import write_table


@fast
def _fetch(word: WordArray, table: WordArray, row: int, n: int, i: int, j: int) -> None:
    """Load the row of the position after a move of the i-th piece, which becomes the j-th.

    The pieces are in their old order.
    """
    for w in range(word.size):
        word[w] = table[row, w]
    for a in range(n // 2):
        swap_bits(word, a, n - 1 - a)
    for a in range(j - 1, i - 1, -1):
        swap_bits(word, a, a + 1)
    for a in range(j, i):
        swap_bits(word, a, a + 1)


@fast
def _reverse(number: int, n: int) -> int:
    """Return the lowest n bits of a number, in reverse order."""
    found = 0
    for i in range(n):
        found = found << 1 | number >> i & 1
    return found


@fast
def _owners_after(owners: int, n: int, i: int, j: int) -> int:
    """Return the owners after a slide of the i-th piece, which becomes the j-th.

    They are those for the other player.
    """
    rest = (owners & (1 << i) - 1) | owners >> i + 1 << i
    moved = (rest & (1 << j) - 1) | 1 << j | rest >> j << j + 1
    return _reverse(moved ^ (1 << n) - 1, n)


@fast
def _better(value: int, old: int) -> bool:
    """Return whether a value is better for the player to move than `old`, or the first one."""
    if old < 0:
        return True
    if value == DRAWN:
        return old % 2 == 1
    if value % 2 == 1:  # a loss: the longer, the better
        return old % 2 == 1 and value > old
    return old == DRAWN or old % 2 == 1 or value < old


@fast
def _must_be_kings(owners: int, n: int, points: IntArray) -> int:
    """Return the pieces on a point where they would be crowned."""
    found = 0
    for i in range(n):
        if points[i] == (FAR_PALACE if owners >> i & 1 else NEAR_PALACE):
            found |= 1 << i
    return found


@fast
def _after_jump(
    n: int,
    i: int,
    land: int,
    taken: int,
    owners: int,
    occupied: int,
    points: IntArray,
    rank: IntArray,
    offsets: IntArray,
    place: IntArray,
) -> int:
    """Find the first value of the row after the i-th piece has captured.

    `place` is set to the place of each piece in that row, NOWHERE if it was captured.
    """
    after = (occupied ^ 1 << points[i]) & ~taken | 1 << land
    left = count_points(after)
    owners_after = 0
    for t in range(n):
        place[t] = NOWHERE
        point = land if t == i else points[t]
        if t == i or not taken >> point & 1:
            place[t] = left - 1 - count_points(after & (1 << point) - 1)
            if not owners >> t & 1:
                owners_after |= 1 << place[t]
    row: int = rank[after] << left | owners_after
    first: int = offsets[left] + (row << left)
    return first


@fast
def _improve(
    n: int,
    i: int,
    king: int,
    kings_only: int,
    crowned: int,
    place: IntArray,
    then: ByteArray,
    best: IntArray,
) -> None:
    """Note the values of a jump of the i-th piece, a king or a man, where they are better.

    `then` has the values of the row after it, and `best` the best values so far.
    """
    for k in range(1 << n):
        if k >> i & 1 != king or k & kings_only != kings_only:
            continue
        k_after = crowned << place[i]
        for t in range(n):
            if place[t] != NOWHERE:
                k_after |= (k >> t & 1) << place[t]
        known = int(then[k_after])
        value = DRAWN if known == DRAWN else known + 1
        if _better(value, best[k]):
            best[k] = value


@fast
def _two_kings_draw(owners: int, points: IntArray) -> bool:
    """Return whether neither of two kings can capture the other."""
    theirs, ours = (points[1], points[0]) if owners == 1 else (points[0], points[1])
    for way in range(WAYS):  # noqa: SIM110 - numba compiles no generators
        if NEAR[theirs, way] == ours and BEYOND[theirs, way] >= 0:
            return False
    return True


@fast
def _begin(
    n: int,
    sets: IntArray,
    rank: IntArray,
    offsets: IntArray,
    values: ByteArray,
    still: WordArray,
    due: ByteArray,
) -> int:
    """Solve the positions in which a jump is forced. Returns the highest value found.

    `still` is set to the other positions, and `due` to the lowest value of each row.
    """
    full = (1 << n) - 1
    size = 1 << n
    ends = np.zeros((256, 3), np.int64)
    points = np.zeros(n, np.int64)
    place = np.zeros(n, np.int64)
    best = np.zeros(size, np.int64)
    highest = 0
    for index in range(sets.size):
        occupied = sets[index]
        spread(occupied, points)
        for owners in range(size):
            row = index << n | owners
            base = offsets[n] + (row << n)
            due[row] = 255
            if owners == 0:  # A player without pieces has lost.
                values[base : base + size] = 1
            if owners == 0 or owners == full:
                continue
            own = 0
            for i in range(n):
                own |= (owners >> i & 1) << points[i]
            kings_only = _must_be_kings(owners, n, points)
            best[:] = -1
            for i in range(n):
                if not owners >> i & 1:
                    continue
                for king in range(2):
                    found = chains(
                        points[i], king == 1, AHEAD, FAR_PALACE, occupied, occupied ^ own, ends
                    )
                    for e in range(found):
                        land, taken, crowned = ends[e, 0], ends[e, 1], ends[e, 2]
                        then = _after_jump(
                            n, i, land, taken, owners, occupied, points, rank, offsets, place
                        )
                        _improve(n, i, king, kings_only, crowned, place, values[then:], best)
            for k in range(size):
                if k & kings_only != kings_only:
                    continue
                if best[k] < 0:
                    still[row, k >> 6] |= ONE_BIT << np.uint64(k & 63)
                elif best[k] != DRAWN:
                    values[base + k] = best[k]
                    due[row] = min(int(due[row]), int(best[k]))
                    highest = max(highest, int(best[k]))
            both_kings = n == 2 and still[row, 0] >> np.uint64(3) & ONE_BIT
            if both_kings and _two_kings_draw(owners, points):
                still[row, 0] ^= ONE_BIT << np.uint64(3)
    return highest


@fast
def _recall(
    row: int,
    base: int,
    size: int,
    value: int,
    values: ByteArray,
    due: ByteArray,
    decided: WordArray,
) -> int:
    """Take up the positions of a row that a jump has given this value. Returns their number.

    `decided` is set for them, and `due` to the row's next higher value.
    """
    found = 0
    due[row] = 255
    for k in range(size):
        known = values[base + k]
        if known == value:
            decided[row, k >> 6] |= ONE_BIT << np.uint64(k & 63)
            found += 1
        elif known > value:
            due[row] = min(due[row], known)
    return found


@fast
def _slide(
    n: int,
    i: int,
    owners: int,
    occupied: int,
    here: int,
    winning: bool,
    rank: IntArray,
    source: WordArray,
    word: WordArray,
    gain: WordArray,
) -> None:
    """Add the positions of a row that a slide of the i-th piece wins, or drop those that it saves.

    `source` has the lost, or won, positions of the other player.
    """
    for way in range(WAYS):
        to = NEAR[here, way]
        if to < 0 or occupied >> to & 1:
            continue
        after = occupied ^ 1 << here ^ 1 << to
        j = count_points(after & (1 << to) - 1)
        row_after = rank[after] << n | _owners_after(owners, n, i, j)
        if winning and not any_set(source[row_after]):
            continue
        _fetch(word, source, row_after, n, i, j)
        if to == FAR_PALACE:
            as_king(word, i)
        for w in range(word.size):
            may = ALL_ONES if AHEAD[here, way] else king_word(i, w)
            if winning:
                gain[w] |= word[w] & may
            else:
                gain[w] &= word[w] | ~may


@fast
def _level(
    n: int,
    level: int,
    sets: IntArray,
    rank: IntArray,
    offset: int,
    values: ByteArray,
    still: WordArray,
    due: ByteArray,
    won: WordArray,
    lost: WordArray,
) -> int:
    """Find the positions that are decided in `level` plies. Returns their number."""
    size = 1 << n
    value = level + 1
    winning = level % 2 == 1
    decided, source = (won, lost) if winning else (lost, won)
    words = still.shape[1]
    points = np.zeros(n, np.int64)
    word = np.zeros(words, np.uint64)
    gain = np.zeros(words, np.uint64)
    found = 0
    for index in range(sets.size):
        occupied = sets[index]
        spread(occupied, points)
        for owners in range(1, size - 1):
            row = index << n | owners
            base = offset + (row << n)
            if due[row] == value:
                found += _recall(row, base, size, value, values, due, decided)
            if not any_set(still[row]):
                continue
            for w in range(words):
                gain[w] = NO_BITS if winning else still[row, w]
            for i in range(n):
                if owners >> i & 1 and (winning or any_set(gain)):
                    here = points[i]
                    _slide(n, i, owners, occupied, here, winning, rank, source, word, gain)
            for w in range(words):
                gained = gain[w] & still[row, w]
                if not gained:
                    continue
                still[row, w] ^= gained
                decided[row, w] |= gained
                for k in range(min(size, 64)):
                    if gained >> np.uint64(k) & ONE_BIT:
                        values[base + (w << 6) + k] = value
                        found += 1
    return found


class EndingSolver:
    """A solver of all positions with one piece, then two, and so on.

    Args:
        most: The largest number of pieces.
    """

    def __init__(self, most: int) -> None:
        """Reserve the memory.

        Raises:
            CompanionError: If the machine has too little.
        """
        self.most = most
        self._sets = {n: np.array(point_sets(n), np.int64) for n in range(1, most + 1)}
        # The number of a set of points among those of its size, as the other player sees it.
        self._rank = np.zeros(1 << POINTS, np.int64)
        offsets = [0, 0]
        for n, sets in self._sets.items():
            self._rank[[_reverse(int(points), POINTS) for points in sets]] = np.arange(sets.size)
            offsets.append(offsets[-1] + (sets.size << 2 * n))
        self._offsets = np.array(offsets[:-1], np.int64)
        try:
            self._values = np.zeros(offsets[-1], np.uint8)
        except MemoryError:
            raise CompanionError(
                f"{most} pieces take {offsets[-1] >> 20} MB and more: solve fewer pieces"
            ) from None

    def solve(self, report: OnProgress = unreported) -> None:
        """Solve everything, from few pieces to many."""
        for n in range(1, self.most + 1):
            self._solve(n, report)

    def _solve(self, n: int, report: OnProgress) -> None:
        sets = self._sets[n]
        rows, size = sets.size << n, 1 << n
        what = f"solving {n} pieces" if n > 1 else "solving one piece"
        report(what, 0, rows * size)
        still = np.zeros((rows, max(1, size // 64)), np.uint64)
        won, lost = np.zeros_like(still), np.zeros_like(still)
        due = np.zeros(rows, np.uint8)
        highest = _begin(n, sets, self._rank, self._offsets, self._values, still, due)
        decided = level = quiet = 0
        while quiet < 2 or level < highest:
            found = _level(
                n, level, sets, self._rank, self._offsets[n], self._values, still, due, won, lost
            )
            decided += found
            report(what, decided, rows * size)
            level += 1
            quiet = 0 if found else quiet + 1
        if level >= 255:
            raise CompanionError(f"an ending of {n} pieces is too long for a table")
        report(what, rows * size, rows * size)

    def write(self, path: Path, pieces: range, report: OnProgress) -> None:
        """Write a table of the positions with these numbers of pieces."""
        counts = tuple(self._counts(n) for n in pieces)
        program = f"companion tables build {self.most}, version {__version__}"
        write_table(path, program, counts, self._stored(pieces, report))

    def _rows(self, n: int) -> Iterator[tuple[int, ByteArray]]:
        """Yield each set of points, with its values by owners and kings."""
        begin, size = int(self._offsets[n]), 1 << 2 * n
        for index, points in enumerate(self._sets[n]):
            values = self._values[begin + index * size : begin + (index + 1) * size]
            yield int(points), values.reshape(1 << n, 1 << n)[1:-1]

    def _stored(self, pieces: range, report: OnProgress) -> Iterator[bytes]:
        total = sum(self._sets[n].size for n in pieces)
        done = 0
        for n in pieces:
            for points, values in self._rows(n):
                done += 1
                if points <= mirrored(points):
                    yield values.tobytes()
                if done % 100 == 0 or done == total:
                    report(f"compressing {pieces[-1]} pieces", done, total)

    def _counts(self, n: int) -> Counts:
        owners, kings = np.arange(1, (1 << n) - 1), np.arange(1 << n)
        # A piece on a crowning point can only be a king: for the player to move that is the first
        # point, for the other player the last.
        first = ((owners & 1) == 0)[:, None] | ((kings & 1) == 1)[None, :]
        last = ((owners >> n - 1) == 1)[:, None] | ((kings >> n - 1) == 1)[None, :]
        positions = won = drawn = lost = longest = 0
        for points, values in self._rows(n):
            valid = np.ones(values.shape, np.bool_)
            if points >> FAR_PALACE & 1:
                valid &= first
            if points >> NEAR_PALACE & 1:
                valid &= last
            known = values[valid]
            positions += known.size
            drawn += int((known == DRAWN).sum())
            won += int(((known != DRAWN) & (known % 2 == 0)).sum())
            lost += int((known % 2 == 1).sum())
            longest = max(longest, int(known.max()) - 1)
        return Counts(n, positions, won, drawn, lost, longest)


def build_tables(most: int, folder: Path, report: OnProgress = unreported) -> list[Path]:
    """Solve the positions of up to `most` pieces, and write them to files in `folder`.

    Returns:
        The files: a single one if `most` is at most five, as comes with the program; else one each
        for six and seven, without the smaller positions.
    """
    solver = EndingSolver(most)
    solver.solve(report)
    shipped = [range(FEWEST, most + 1)] if most <= SHIPPED_PIECES else []
    parts = shipped or [range(n, n + 1) for n in range(SHIPPED_PIECES + 1, most + 1)]
    paths = []
    for pieces in parts:
        paths.append(folder / f"solomon-{pieces[-1]}.table")
        solver.write(paths[-1], pieces, report)
    return paths

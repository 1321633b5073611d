"""Counts every magic labelling of the star by exhaustive search.

The points are of four kinds. Let a triangle of three lines have the tips u0 u1 u2 and the other one
d0 d1 d2, ui opposite di. On the diagonal from ui to di lie ui, ai, the centre c, bi and di; ai is
also the middle of the line Di that joins the other two tips d, and bi of the line Ui that joins the
other two tips u. Where Ui and Dj cross (i and j differ) lies one of the six crossings.

Two ideas keep the search small:

*Sums of sums.* Let U, D, A, B, H be the sums of the tips u, the tips d, the middles a, the middles
b and the crossings, and s the sum of every line. Adding up the three diagonals, the three lines Ui,
the three lines Di and all nineteen numbers gives

    U + D + A + B + 3c = 3s,  2U + B + H = 3s,  2D + A + H = 3s,  U + D + A + B + H + c = 190,

and so, before trying anything,

    H = 190 + 2c - 3s,  U + D = 9s - 380 - c,  B = 6s - 190 - 2c - 2U,  A = 6s - 190 - 2c - 2D.

The sum and the centre fix the sum of the six tips; the tips u then fix all the other sums. U + D is
at least 1 + … + 6 and at most 14 + … + 19, which leaves s only the values from 45 to 55.

*Symmetry.* A rotation or reflection renumbers the diagonals, or exchanges u with d and a with b, or
does both. Exactly one of the twelve images of a labelling has u0 less than all other tips and u1 <
u2, and only that one is searched for. Replacing every n by 20 - n turns a labelling with the sum s
into one with the sum 100 - s, so it is enough to search s from 45 to 50; for s = 50 itself, it
exchanges the centres c and 20 - c.

The order: the centre, the tips u, two tips d (the third is known), a0 (and with it b0), a1 (and
with it all other middles), and one crossing, from which the lines give the other five in turn. A
set of numbers is an int with bit n for number n, so that the partners which a line leaves for a set
of numbers are found all at once, by a mirrored set and a shift.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.geometry import STAR

Labels = tuple[int, ...]
"""The number on each point of the star, in the points' order; 0 for an empty point."""

_NUMBERS = range(1, 20)
_ALL = sum(1 << n for n in _NUMBERS)

# The points in the order in which the search gives their numbers, by name: c; u; d; a; b; and the
# crossings of U0 D1, U0 D2, U1 D2, U1 D0, U2 D0, U2 D1.
_ORDER = (10, 1, 14, 18, 19, 6, 2, 4, 12, 13, 16, 8, 7, 15, 17, 11, 5, 3, 9)
_PLACES = tuple(_ORDER.index(int(name)) for name in STAR.names)
_CENTRE = STAR.index["10"]

_Three = tuple[int, int, int]
"""Three numbers, of the diagonals 0, 1 and 2."""

# Bit n for number n, and bit 20 - n for its mirror image; 0 if n is not a valid number. Negative
# indices fall into the empty upper half.
_BIT = [1 << n if n in _NUMBERS else 0 for n in range(160)]
_MIRROR = [1 << 20 - n if n in _NUMBERS else 0 for n in range(160)]


def count() -> Iterator[tuple[int, int]]:
    """Yield each possible line sum with its number of labellings.

    Rotations and reflections are not counted separately. Sums come in ascending order, each as soon
    as it has been counted.
    """
    counted = []
    for total in range(45, 51):
        found = 0
        for labels in search(total):
            found += 1 if total < 50 or labels[_CENTRE] == 10 else 2
        if found:
            counted.append((total, found))
            yield total, found
    for total, found in reversed(counted):
        if total < 50:
            yield 100 - total, found


def search(total: int) -> Iterator[Labels]:
    """Yield every labelling whose lines add up to `total`.

    Each is one of its twelve images. For 50, only those with at most 10 in the centre are found.

    Args:
        total: The line sum, at most 50.
    """
    for c, u, d, a_sum in _tips(total):
        for a, b, rest in _middles(total, c, u, d, a_sum):
            for crossings in _crossings(total, u, d, a, b, rest):
                found = (c, *u, *d, *a, *b, *crossings)
                yield tuple(found[place] for place in _PLACES)


def _tips(total: int) -> Iterator[tuple[int, _Three, _Three, int]]:
    """Yield the centre, the tips u and d, and the sum of the middles a."""
    for c in _NUMBERS if total < 50 else range(1, 11):
        tips = 9 * total - 380 - c
        doubled = 6 * total - 190 - 2 * c
        for u0 in _NUMBERS:
            for u1 in range(u0 + 1, 20):
                for u2 in range(u1 + 1, 20):
                    d_sum = tips - u0 - u1 - u2
                    a_sum = doubled - 2 * d_sum
                    b_sum = doubled - 2 * (u0 + u1 + u2)
                    if c in (u0, u1, u2) or not (6 <= a_sum <= 54 and 6 <= b_sum <= 54):
                        continue
                    free = _ALL ^ _BIT[c] ^ _BIT[u0] ^ _BIT[u1] ^ _BIT[u2]
                    for d0 in range(u0 + 1, 20):
                        if not free & _BIT[d0]:
                            continue
                        pair = d_sum - d0
                        for d1 in range(max(u0 + 1, pair - 19), min(20, pair - u0)):
                            d2 = pair - d1
                            both = _BIT[d1] | _BIT[d2]
                            if d1 != d2 and d0 != d1 and d0 != d2 and free & both == both:
                                yield c, (u0, u1, u2), (d0, d1, d2), a_sum


def _middles(
    total: int, c: int, u: _Three, d: _Three, a_sum: int
) -> Iterator[tuple[_Three, _Three, int]]:
    """Yield the middles a and b, and the six numbers left for the crossings."""
    free, mirrored = _ALL, _ALL
    for n in (c, *u, *d):
        free ^= _BIT[n]
        mirrored ^= _MIRROR[n]
    u0, u1, u2 = u
    d0, d1, d2 = d
    pair0, pair1, pair2 = (total - c - u0 - d0, total - c - u1 - d1, total - c - u2 - d2)
    either0 = _either(free, mirrored, pair0)
    either1 = _either(free, mirrored, pair1)
    either2 = _either(free, mirrored, pair2)
    if not (either0 and either1 and either2):
        return
    upper, lower = total - u1 - u2, total - d1 - d2
    while either0:
        low = either0 & -either0
        either0 ^= low
        a0 = low.bit_length() - 1
        b0 = pair0 - a0
        used = low | _BIT[b0]
        left, turned = free ^ used, mirrored ^ _MIRROR[a0] ^ _MIRROR[b0]
        # The lines U0 and D0 must each still find two crossings.
        if not (_either(left, turned, upper - b0) and _either(left, turned, lower - a0)):
            continue
        # a1 + a2 is known, and a2 one of `either2`, which is its own mirror image.
        shift = a_sum - a0 - pair2
        may = either1 & ~used & (either2 << shift if shift >= 0 else either2 >> -shift)
        while may:
            low = may & -may
            may ^= low
            a1 = low.bit_length() - 1
            a2 = a_sum - a0 - a1
            b1, b2 = pair1 - a1, pair2 - a2
            four = low | _BIT[b1] | _BIT[a2] | _BIT[b2]
            if four & left == four and four.bit_count() == 4:
                yield (a0, a1, a2), (b0, b1, b2), left ^ four


def _either(free: int, mirrored: int, pair: int) -> int:
    """Return the free numbers that add up to `pair` with another free number."""
    if not 3 <= pair <= 37:
        return 0
    found = free & (mirrored << pair - 20 if pair >= 20 else mirrored >> 20 - pair)
    return found if pair & 1 else found & ~_BIT[pair >> 1]


def _crossings(
    total: int, u: _Three, d: _Three, a: _Three, b: _Three, rest: int
) -> Iterator[tuple[int, ...]]:
    """Yield the crossings, in order round the star."""
    u0, u1, u2 = u
    d0, d1, d2 = d
    on_u0, on_u1, on_u2 = total - u1 - u2 - b[0], total - u0 - u2 - b[1], total - u0 - u1 - b[2]
    on_d0, on_d2 = total - d1 - d2 - a[0], total - d0 - d1 - a[2]
    first = rest
    while first:
        low = first & -first
        first ^= low
        v0 = low.bit_length() - 1
        v1 = on_u0 - v0
        if not rest & _BIT[v1]:
            continue
        v2 = on_d2 - v1
        if not rest & _BIT[v2]:
            continue
        v3 = on_u1 - v2
        v4 = on_d0 - v3
        v5 = on_u2 - v4
        # The line D1 then has the right sum as well, by the equations above.
        if low | _BIT[v1] | _BIT[v2] | _BIT[v3] | _BIT[v4] | _BIT[v5] == rest:
            yield v0, v1, v2, v3, v4, v5

"""From any board to the wanted one: which pair comes next."""

from __future__ import annotations

import pytest

from companion.geometry import Point, bits, grid
from companion.tracking import guide
from companion.tracking.view import Mend

BOARD = grid(5)


def mask(names: str) -> int:
    return bits(BOARD.index[name] for name in names.split())


def point(name: str) -> Point:
    return BOARD.index[name]


@pytest.mark.parametrize(
    ("sensed", "wanted", "effort"),
    [
        ("", "", (0, 0)),
        ("a1", "b1", (1, 2)),
        ("a1 a2 a3", "a1 b2", (2, 3)),
        ("a1", "a1 b2 b3", (2, 2)),
        ("a1 a2 a3", "c3", (3, 4)),
    ],
)
def test_effort_is_liftings_and_then_switches(
    sensed: str, wanted: str, effort: tuple[int, int]
) -> None:
    assert guide.effort(mask(sensed), mask(wanted)) == effort


def test_the_believed_board_is_nearest_unless_a_single_other_is_nearer() -> None:
    sensed, believed = mask("a1 b1"), mask("c1 d1")
    near, nearer, other = mask("a1 c1"), mask("a1"), mask("b1")
    assert guide.nearest_board(sensed, believed, []) == believed
    assert guide.nearest_board(sensed, believed, [mask("e1 e2")]) == believed  # as near, no nearer
    assert guide.nearest_board(sensed, believed, [near]) == near
    assert guide.nearest_board(sensed, believed, [near, nearer]) == nearer
    assert guide.nearest_board(sensed, believed, [nearer, other]) == believed
    assert guide.nearest_board(sensed, believed, [nearer, other, sensed]) == sensed


@pytest.mark.parametrize(
    ("sensed", "wanted", "pair"),
    [
        ("c3 a1", "c4 a5", ("c3", "c4")),
        ("c3 a1", "e3 a2", ("a1", "a2")),
        ("a1", "e1 c3", ("a1", "c3")),  # √8 is nearer than 4
        ("b2", "e2 b4", ("b2", "b4")),
        ("e5", "a5 e2", ("e5", "e2")),
        ("a1", "b4 d2", ("a1", "b4")),  # as near as the other: the first in reading order
    ],
)
def test_the_nearest_pair_is_mended_first(sensed: str, wanted: str, pair: tuple[str, str]) -> None:
    away, here = map(point, pair)
    assert guide.mend(BOARD, mask(sensed), mask(wanted)) == Mend(away, here)
    assert guide.towards(BOARD, mask(sensed), mask(wanted)) == (1 << here, 1 << away)


def test_what_is_only_missing_or_only_too_much_is_shown_together() -> None:
    here, none = mask("a1 c3"), 0
    assert guide.towards(BOARD, mask("b2"), mask("b2 a1 c3")) == (here, none)
    assert guide.towards(BOARD, mask("b2 a1 c3"), mask("b2")) == (none, here)
    assert guide.mend(BOARD, mask("b2"), mask("b2 a1 c3")) == Mend(None, point("c3"))
    assert guide.mend(BOARD, mask("b2 a1 c3"), mask("b2")) == Mend(point("c3"), None)
    assert guide.mend(BOARD, none, none) == Mend(None, None)

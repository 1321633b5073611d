"""The test coupon, measured as a cutter reads it."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest
from shapely import Point, box

from companion.maker.coupon import COUPON_MARKS, OFFSETS
from hardware.artwork.coupon import coupon
from hardware.artwork.dxf import dxf
from hardware.artwork.layout import MEASURES, WALL
from tests.artwork.readers import read_dxf


def test_a_pair_of_slots_has_its_offset_and_its_marks() -> None:
    page = read_dxf(dxf(coupon()))
    slots = [figure for figure in page.figures if figure.layer == "SLOT"]
    crosses = [figure for figure in page.figures if figure.layer == "ENGRAVE"]
    assert len(slots) == 2 * len(OFFSETS)
    for number, offset in enumerate(OFFSETS):
        (x, y), (u, v) = (slot.middle for slot in slots[2 * number : 2 * number + 2])
        assert (x - u, y - v) == pytest.approx((2 * offset, 2 * MEASURES.aside), abs=0.01)
        for east, north in COUPON_MARKS:
            at = (x + u) / 2 + east, (y + v) / 2 + north
            assert sum(dist(cross.middle, at) < 0.01 for cross in crosses) == 2


def test_nothing_of_it_runs_into_anything_else() -> None:
    page = read_dxf(dxf(coupon()))
    (outline,) = (box(*figure.box) for figure in page.figures if figure.layer == "CUT")
    hollows = [box(*figure.box) for figure in page.figures if figure.layer == "SLOT"]
    hollows += [
        Point(*figure.middle).buffer(figure.half) for figure in page.figures if figure.round
    ]
    assert len(hollows) == 2 * len(OFFSETS) + 6
    for one, other in combinations(hollows, 2):
        assert one.distance(other) >= WALL - 0.001
    for hollow in hollows:
        assert hollow.within(outline.buffer(-WALL))

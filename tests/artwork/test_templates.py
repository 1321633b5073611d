"""The templates, measured in DXF, SVG and PDF: holes, slots, channels, and what is left between."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations, product
from math import dist
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Point as Dot
from shapely import Polygon, STRtree, box, unary_union

from hardware.artwork.__main__ import main
from hardware.artwork.dxf import dxf
from hardware.artwork.layout import (
    BOARDS,
    LEAST,
    MEASURES,
    MOST,
    PITCH,
    RANGES,
    SHORT,
    WALL,
    InvalidLayout,
    Layout,
    Measures,
    measures_at,
)
from hardware.artwork.pdf import pdf
from hardware.artwork.shapes import TextLine
from hardware.artwork.sheets import whole
from hardware.artwork.svg import svg
from hardware.artwork.template import LAYERS, SIDES, face, underside
from hardware.artwork.union import outlines
from tests.artwork.readers import Figure, Page, Place, read_dxf, read_pdf, read_svg
from tests.artwork.truth import CLOSE, lamp_way, nearest, off, points
from tests.slow import slow_after, slow_rows_after

PITCHES = (LEAST, PITCH, 33.33, 50.0, 52.9, MOST)
_ALWAYS = [("star", LEAST), ("grid7", LEAST), *((board, PITCH) for board in BOARDS)]
PITCHED = pytest.mark.parametrize(
    ("board", "pitch"),
    slow_rows_after(len(_ALWAYS), dict.fromkeys([*_ALWAYS, *product(BOARDS, PITCHES)])),
)
EDGE = 3.0
ROUNDED = 0.002  # a file has thousandths of a millimetre
"""What has to be left to the edge."""


@cache
def cut(board: str, side: str, pitch: float) -> Page:
    """The template as a cutter reads it."""
    return read_dxf(dxf(SIDES[side](Layout(BOARDS[board], pitch))))


def on(page: Page, layer: str) -> list[Figure]:
    return [figure for figure in page.figures if figure.layer == layer]


def areas(page: Page, layer: str) -> list[Polygon]:
    return [
        Dot(*figure.middle).buffer(figure.half, 32) if figure.round else Polygon(figure.corners)
        for figure in on(page, layer)
    ]


def hollowed(borders: list[Polygon]) -> Polygon:
    """The channels: within the largest border, less the islands within."""
    outer, *islands = sorted(borders, key=lambda border: -border.area)
    assert all(island.within(outer) for island in islands)
    return Polygon(outer.exterior, [island.exterior for island in islands])


def wanted(page: Page, board: str, pitch: float, *, turned: bool) -> dict[str, Place]:
    """The points, for a template that begins at the origin."""
    width, height = page.width, page.height
    found = points(BOARDS[board], pitch, (width / 2, height / 2))
    return {name: (width - x if turned else x, y) for name, (x, y) in found.items()}


@PITCHED
@pytest.mark.parametrize("side", SIDES)
def test_points_lamps_and_reeds_lie_where_the_geometry_has_them(
    board: str, side: str, pitch: float
) -> None:
    page = cut(board, side, pitch)
    turned = side == "underside"
    lamps = [figure for figure in on(page, "DRILL") if abs(figure.half - 2.5) < 0.001]
    crosses, slots = on(page, "ENGRAVE"), on(page, "SLOT")
    places = wanted(page, board, pitch, turned=turned)
    assert len(lamps) == len(places)
    assert len(crosses) == 2 * len(places)
    assert len(slots) == 2 * len(places) * turned
    for name, (x, y) in places.items():
        assert sum(dist(cross.middle, (x, y)) < CLOSE for cross in crosses) == 2
        east, north = lamp_way(BOARDS[board], name)
        lamp = x + (-east if turned else east) * 0.375 * pitch, y + north * 0.375 * pitch
        assert off(lamps, lamp) < CLOSE
        if turned:
            # One is further east, and one further west: seen from below, on the left and the right.
            away, aside = measures_at(pitch).offset, measures_at(pitch).aside
            assert off(slots, (x - away, y + aside)) < CLOSE
            assert off(slots, (x + away, y - aside)) < CLOSE


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("board", BOARDS)
def test_every_point_is_named_at_its_cross(board: str, side: str) -> None:
    page = cut(board, side, PITCH)
    places = wanted(page, board, PITCH, turned=side == "underside")
    names = {text: at for layer, text, at in page.words if layer == "ENGRAVE"}
    assert names.keys() == places.keys()
    for name, at in names.items():
        assert nearest(places, at) == name


@pytest.mark.parametrize("pitch", PITCHES)
def test_reeds_are_off_their_point_on_both_sides(pitch: float) -> None:
    layout = Layout(BOARDS["star"], pitch)
    given = layout.measures
    assert given is (SHORT if pitch < 34 else MEASURES)
    for point, at in enumerate(layout.points):
        for slot, reed, way in zip(
            layout.slots[2 * point :], layout.reeds(point), (1, -1), strict=False
        ):
            assert ((slot.left + slot.right) / 2, (slot.bottom + slot.top) / 2) == (
                pytest.approx((reed.x, reed.y))
            )
            assert reed.x - at.x == pytest.approx(way * given.offset)
            assert reed.y - at.y == pytest.approx(way * given.aside)
            assert slot.left < at.x < slot.right
            # The leads may be bent 3 mm from the glass at the nearest.
            assert slot.right - slot.left >= given.glass + 2 * 3


def test_the_usual_measures_are_those_that_the_magnets_were_calculated_for() -> None:
    assert (MEASURES.offset, MEASURES.slot) == (4, 22)
    assert MEASURES.aside == pytest.approx(2.1)
    assert measures_at(34.4) is MEASURES
    assert measures_at(34.3) is SHORT


@PITCHED
def test_no_two_holes_or_slots_come_too_close(board: str, pitch: float) -> None:
    clear(cut(board, "underside", pitch))


@pytest.mark.slow
@settings(max_examples=20)
@given(st.sampled_from(("star", "grid7")), st.floats(LEAST, MOST))
def test_nothing_comes_too_close_at_any_pitch(board: str, pitch: float) -> None:
    clear(read_dxf(dxf(underside(Layout(BOARDS[board], pitch)))))


def clear(page: Page) -> None:
    holes, slots, channels = (areas(page, layer) for layer in ("DRILL", "SLOT", "CHANNEL"))
    wells = areas(page, "WELL")
    assert 2 * len(wells) == len(slots)
    assert not STRtree(slots).query(wells, "dwithin", WALL - ROUNDED).size
    for well, other in combinations(wells, 2):
        assert well.distance(other) >= 10
    (outline,) = areas(page, "CUT")
    hollows = [*holes, *slots]
    close = STRtree(hollows).query(hollows, "dwithin", WALL - ROUNDED)
    assert close.shape == (2, len(hollows))  # each one only to itself
    for hollow in hollows:
        assert hollow.within(outline)
        assert hollow.distance(outline.exterior) >= EDGE
    channel = hollowed(channels)
    assert channel.is_valid
    assert channel.within(outline.buffer(0.001))
    banks = channel.boundary
    for hole in holes:
        # A lamp is well inside the channel of its strip, a screw well outside.
        assert hole.distance(banks) >= WALL
    for slot in slots:
        # Leads come to a slot from one side; they meet it and do not run into it. One of the other
        # slot of the point may cross it.
        crossing = slot.intersection(channel).area
        _, low, _, high = slot.bounds
        assert crossing < 0.01 or crossing == pytest.approx(2 * (high - low), abs=0.01)
        assert slot.distance(channel) < 0.002


@pytest.mark.parametrize("board", [name for name in BOARDS if name != "star"])
def test_a_grids_wires_can_run_along_its_files(board: str) -> None:
    channel = hollowed(areas(cut(board, "underside", PITCH), "CHANNEL"))
    size = len(BOARDS[board].rows)
    # Each way round an island is a row and a file.
    assert len(channel.interiors) >= (size - 1) * (size - 1)


@PITCHED
def test_a_wall_stands_between_channels(board: str, pitch: float) -> None:
    channels = [
        box(c.left, c.bottom, c.right, c.top) for c in Layout(BOARDS[board], pitch).channels
    ]
    for a, b in combinations(channels, 2):
        assert a.intersects(b) or a.distance(b) >= WALL


@pytest.mark.parametrize("board", BOARDS)
def test_the_channel_leaves_the_board_in_one_place_only(board: str) -> None:
    page = cut(board, "underside", PITCH)
    channel, (outline,) = hollowed(areas(page, "CHANNEL")), areas(page, "CUT")
    assert channel.exterior.intersection(outline.exterior).length == pytest.approx(
        Layout(BOARDS[board]).trunk_width, abs=0.01
    )


@PITCHED
def test_the_outline_of_the_channels_covers_what_they_cover(board: str, pitch: float) -> None:
    layout = Layout(BOARDS[board], pitch)
    apart = unary_union(
        [
            box(round(c.left, 3), round(c.bottom, 3), round(c.right, 3), round(c.top, 3))
            for c in layout.channels
        ]
    )
    together = hollowed([Polygon(corners) for corners in outlines(layout.channels)])
    assert together.symmetric_difference(apart).area < 0.001


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("board", slow_after(1, BOARDS))
def test_dxf_svg_and_pdf_show_the_same(board: str, side: str) -> None:
    sheet = whole(SIDES[side](Layout(BOARDS[board])), board)
    flat = cut(board, side, PITCH)
    drawn = read_svg(svg(sheet, board, LAYERS))
    (page,) = read_pdf(pdf([sheet], board))
    (outline,) = on(drawn, "CUT")
    left, bottom, _, _ = outline.box
    pieces = {layer: on(drawn, layer) for layer in dict.fromkeys(LAYERS.values())}
    assert sum(map(len, pieces.values())) > 2 * BOARDS[board].size
    for layer, figures in pieces.items():
        assert len(figures) == len(on(flat, layer))
        for figure, other in zip(figures, on(flat, layer), strict=True):
            x, y = other.middle
            assert dist(figure.middle, (x + left, y + bottom)) < CLOSE
            assert abs(figure.half - other.half) < CLOSE
            assert off(page.figures, figure.middle) < CLOSE


@pytest.mark.parametrize("board", BOARDS)
def test_rulers_are_100_mm_long_and_out_of_the_cutters_way(board: str) -> None:
    page = cut(board, "face", PITCH)
    rulers = [figure for figure in on(page, "CHECK") if len(figure.corners) == 2]
    assert max(ruler.long for ruler in rulers) == pytest.approx(100, abs=0.001)
    assert all(ruler.box[3] < 0 for ruler in rulers)
    drawn = read_svg(svg(whole(face(Layout(BOARDS[board])), board), board, LAYERS))
    ruler = drawn.tagged("ruler")[""]
    assert ruler.long == pytest.approx(100, abs=0.001)
    assert ruler.layer == "sheet"


def test_template_and_printed_board_are_of_one_size() -> None:
    page = cut("grid9", "face", PITCH)
    assert (page.width, page.height) == pytest.approx((416, 416))


@pytest.mark.parametrize("pitch", [LEAST - 0.1, MOST + 1, 0.0, float("nan"), float("inf")])
def test_a_pitch_at_which_magnets_close_their_neighbours_reeds_is_refused(pitch: float) -> None:
    with pytest.raises(InvalidLayout, match="choose 30 to 100 mm"):
        Layout(BOARDS["star"], pitch)


@pytest.mark.parametrize("board", BOARDS)
def test_a_piece_off_its_point_covers_no_lamp(board: str) -> None:
    layout = Layout(BOARDS[board])
    for lamp, at in zip(layout.lamps, layout.points, strict=True):
        # A piece of 24 mm, 6.7 mm off; its neighbours' pieces are farther from the lamp.
        assert lamp.far(at) - 12 - 2.5 >= 6.7
        assert all(lamp.far(other) - lamp.far(at) > 7 for other in layout.points if other != at)


@pytest.mark.parametrize("board", BOARDS)
def test_channels_hold_the_wires_that_are_drawn_for_them(board: str) -> None:
    layout = Layout(BOARDS[board])
    # Half again as wide as the wires laid side by side in layers: what hands can do.
    for width, bundle in (
        (layout.trunk_width, layout.trunk_wires),
        *((layout.row_width(row), layout.row_wires(row)) for row in range(len(layout.board.rows))),
    ):
        squares = sum(count * across**2 for count, across in bundle.wires)
        assert squares / 6 <= width / 1.4
    signals = sum(count for count, across in layout.trunk_wires.wires if across == 1.3)
    rows, size = len(layout.board.rows), layout.board.size
    assert signals == (2 * rows + 1 if size > 19 else size + rows + 1)


def test_measures_are_options_and_their_files_have_a_folder_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    options = ["--slot", "20", "--offset", "5", "--lamp", "4", "--well", "9", "--screw", "3.5"]
    assert main(["--only", "star", *options]) == 0
    folder = tmp_path / "boards-40mm-slot-20-offset-5-lamp-4-well-9-screw-3.5"
    page = read_dxf((folder / "star/underside.dxf").read_text(encoding="utf-8"))
    places = wanted(page, "star", PITCH, turned=True)
    slots = on(page, "SLOT")
    assert all(2 * slot.half == pytest.approx(20) for slot in slots)
    assert all(off(slots, (x - 5, y + 2.1)) < CLOSE for x, y in places.values())
    assert {2 * figure.half for figure in on(page, "DRILL")} == {4.0, 3.5}
    assert {2 * figure.half for figure in on(page, "WELL")} == {9.0}


@pytest.mark.parametrize("board", slow_after(1, BOARDS))
@pytest.mark.parametrize(
    ("pitch", "measures"),
    [(40, Measures(slot=20)), (40, Measures(offset=6)), (100 / 3, SHORT), (34.4, MEASURES)],
)
def test_other_slots_fit_every_board(board: str, pitch: float, measures: Measures) -> None:
    clear(read_dxf(dxf(underside(Layout(BOARDS[board], pitch, measures)))))


@pytest.mark.parametrize(
    ("measures", "said"),
    [
        (replace(SHORT, glass=14, slot=19.9), "slot 19.9 mm: glass of 14 mm needs 20 mm at least"),
        (MEASURES, "at a pitch of 30 mm no room is left for wires between two points"),
        (replace(SHORT, well=4), "well 4 mm: choose at least the width of the lamp's hole, 5 mm"),
        *(
            (replace(SHORT, **{name: value}), f"{name} .* mm: choose {least:g} to {most:g} mm")
            for name, (least, most) in RANGES.items()
            for value in (least - 0.1, most + 0.1, float("nan"))
        ),
    ],
)
def test_measures_with_which_no_board_can_be_built_are_refused(
    measures: Measures, said: str
) -> None:
    with pytest.raises(InvalidLayout, match=said):
        Layout(BOARDS["grid7"], LEAST, measures)


@pytest.mark.parametrize("board", BOARDS)
def test_names_lie_on_nothing_that_is_hollowed_out(board: str) -> None:
    drawing = underside(Layout(BOARDS[board]))
    hollow = unary_union(
        [
            hollowed(areas(cut(board, "underside", PITCH), "CHANNEL")),
            *areas(cut(board, "underside", PITCH), "SLOT"),
            *areas(cut(board, "underside", PITCH), "WELL"),
        ]
    )
    names = [shape for shape in drawing.shapes if isinstance(shape, TextLine)]
    assert len(names) == BOARDS[board].size
    for words in names:
        half = 0.28 * words.size * len(words.text)
        x, y = words.at
        assert not box(x - half, y, x + half, y + 0.7 * words.size).intersects(hollow), words.text

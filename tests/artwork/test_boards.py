"""The printed boards, measured: SVG and PDF, whole, in both designs, at several pitches."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from math import dist
from typing import cast

import pytest
from pypdf import PdfReader
from pypdf.generic import DictionaryObject, StreamObject

from companion.games.registry import make
from companion.rules.geometry import STAR
from hardware.artwork.designs import DESIGNS
from hardware.artwork.editions import all_editions
from hardware.artwork.layout import PITCH
from hardware.artwork.pdf import pdf
from hardware.artwork.sheets import whole
from hardware.artwork.svg import svg
from tests.artwork.readers import Figure, Page, read_pdf, read_svg
from tests.artwork.truth import CLOSE, ground, lamps, nearest, off, points
from tests.slow import slow_after

EDITIONS = all_editions()  # those of packages, too
BOARDS = [(name, design) for name in EDITIONS for design in DESIGNS]
# Where pieces stand on squares, no lines are drawn.
LINED = [(name, design) for name, design in BOARDS if not EDITIONS[name].squares]
PITCHES = (PITCH, 30.0, 47.3)


@cache
def printed(name: str, design: str, pitch: float) -> tuple[Page, Page]:
    """The whole board as read back from its SVG and from its PDF."""
    sheet = whole(DESIGNS[design](EDITIONS[name], pitch, None), name)
    (page,) = read_pdf(pdf([sheet], name))
    return read_svg(svg(sheet, name)), page


def whole_pdf(name: str, design: str) -> bytes:
    return pdf([whole(DESIGNS[design](EDITIONS[name], PITCH, None), name)], name)


@pytest.mark.parametrize("pitch", slow_after(1, PITCHES))
@pytest.mark.parametrize(("name", "design"), BOARDS)
def test_every_point_lies_where_the_geometry_has_it(name: str, design: str, pitch: float) -> None:
    drawn, page = printed(name, design, pitch)
    marks = drawn.tagged("point")
    board = EDITIONS[name].board
    assert marks.keys() == set(board.names)
    wanted = points(board, pitch, ground(drawn.figures).middle)
    assert max(dist(marks[point].middle, at) for point, at in wanted.items()) < CLOSE
    # A PDF has no tags: there a point is a figure of the same form and size.
    wanted = points(board, pitch, ground(page.figures).middle)
    for point, at in wanted.items():
        assert off(alike(page, marks[point]), at) < CLOSE, point


def alike(page: Page, mark: Figure) -> list[Figure]:
    return [
        figure
        for figure in page.figures
        if figure.round == mark.round and figure.closed and abs(figure.half - mark.half) < CLOSE
    ]


@pytest.mark.parametrize("pitch", slow_after(1, PITCHES))
@pytest.mark.parametrize(("name", "design"), BOARDS)
def test_every_point_has_one_lamp_beside_it(name: str, design: str, pitch: float) -> None:
    for page in printed(name, design, pitch):
        holes = [f for f in page.figures if f.round and abs(f.half - 2.5) < 0.001]
        board = EDITIONS[name].board
        assert len(holes) == board.size
        wanted = lamps(board, pitch, ground(page.figures).middle)
        assert all(off(holes, at) < CLOSE for at in wanted.values())


@pytest.mark.parametrize("pitch", slow_after(1, PITCHES))
@pytest.mark.parametrize(("name", "design"), LINED)
def test_every_line_of_the_game_runs_through_its_points(
    name: str, design: str, pitch: float
) -> None:
    edition = EDITIONS[name]
    drawn, _ = printed(name, design, pitch)
    wanted = points(edition.board, pitch, ground(drawn.figures).middle)
    lines = drawn.tagged("line")
    assert len(lines) == len(edition.board.lines)
    for ends, line in lines.items():
        for point, at in zip(ends.split(), line.corners, strict=True):
            assert dist(wanted[point], at) < CLOSE


@pytest.mark.parametrize(("name", "design"), BOARDS)
def test_pdf_and_svg_show_the_same(name: str, design: str) -> None:
    drawn, page = printed(name, design, PITCH)
    assert page.width == pytest.approx(drawn.width, abs=0.01)
    assert page.height == pytest.approx(drawn.height, abs=0.01)
    assert len(page.figures) == len(drawn.figures)
    assert len(page.words) == len(drawn.words)
    for a, b in zip(drawn.figures, page.figures, strict=True):
        assert dist(a.middle, b.middle) < CLOSE
        assert abs(a.half - b.half) < CLOSE


@pytest.mark.parametrize(("name", "design"), BOARDS)
def test_nothing_of_a_board_lies_off_it(name: str, design: str) -> None:
    drawn, _ = printed(name, design, PITCH)
    left, bottom, right, top = ground(drawn.figures).box
    for figure in drawn.figures:
        if figure.layer == "board" and figure.tag != "bleed":
            a, b, c, d = figure.box
            assert left <= a + 0.001 and bottom <= b + 0.001
            assert c <= right + 0.001 and d <= top + 0.001


@pytest.mark.parametrize(("name", "design"), BOARDS)
def test_the_check_ruler_is_100_mm_long(name: str, design: str) -> None:
    drawn, page = printed(name, design, PITCH)
    assert drawn.tagged("ruler")[""].long == pytest.approx(100, abs=0.001)
    rulers = [f for f in page.figures if len(f.corners) == 2 and abs(f.long - 100) < 0.01]
    assert any(f.corners[0][1] == pytest.approx(f.corners[1][1]) for f in rulers)


@pytest.mark.parametrize("design", DESIGNS)
def test_solomon_marks_palaces_and_horizontal_lines(design: str) -> None:
    drawn, _ = printed("solomon", design, PITCH)
    assert drawn.tagged("palace").keys() == {"1", "19"}
    lines = drawn.tagged("line")
    level = {"2 6", "14 18"}
    thin = max(line.width for ends, line in lines.items() if ends not in level)
    assert all(lines[ends].width > thin for ends in level)


@pytest.mark.parametrize("design", DESIGNS)
@pytest.mark.parametrize("name", ["solomon", "trinity"])
def test_the_star_has_a_number_next_to_every_point(name: str, design: str) -> None:
    drawn, _ = printed(name, design, PITCH)
    wanted = points(STAR, PITCH, ground(drawn.figures).middle)
    numbers = {words: at for tag, words, at in drawn.words if tag.startswith("number")}
    assert numbers.keys() == set(STAR.names)
    holes = lamps(STAR, PITCH, ground(drawn.figures).middle)
    for point, at in numbers.items():
        assert nearest(wanted, at) == point
        assert all(dist(at, hole) > 2.5 + 4 for hole in holes.values())


@pytest.mark.parametrize("design", DESIGNS)
def test_trinity_marks_the_starts(design: str) -> None:
    drawn, _ = printed("trinity", design, PITCH)
    wanted = points(STAR, PITCH, ground(drawn.figures).middle)
    starts = {nearest(wanted, at): words for _, words, at in drawn.words if words in "NDQ"}
    assert starts == {"1": "N", "14": "D", "18": "Q"}


@pytest.mark.parametrize(("name", "design"), BOARDS)
def test_the_print_bleeds_3_mm_beyond_where_it_is_cut(name: str, design: str) -> None:
    drawn, page = printed(name, design, PITCH)
    bleed, board = drawn.tagged("bleed")[""], drawn.tagged("ground")[""]
    left, bottom, right, top = board.box
    around = (left - 3, bottom - 3, right + 3, top + 3)
    assert bleed.box == pytest.approx(around)
    assert bleed.fill == board.fill
    assert page.windows[0] == pytest.approx(around, abs=0.01)
    # Nothing is printed there but the ground, crop marks included.
    marks = [figure for figure in drawn.figures if figure.tag == "crop"]
    assert len(marks) == 8
    for mark in marks:
        a, b, c, d = mark.box
        assert c < around[0] or a > around[2] or d < around[1] or b > around[3]
    (sheet,) = PdfReader(BytesIO(whole_pdf(name, design))).pages
    for box, wanted in ((sheet.trimbox, board.box), (sheet.bleedbox, around)):
        assert [float(edge) * 25.4 / 72 for edge in box] == pytest.approx(wanted, abs=0.01)


@pytest.mark.parametrize(("name", "design"), BOARDS)
def test_every_font_of_a_pdf_is_embedded(name: str, design: str) -> None:
    reader = PdfReader(BytesIO(whole_pdf(name, design)))
    objects = [reader.get_object(number) for number in range(1, len(reader.xref[0]) + 1)]
    fonts = [o for o in objects if isinstance(o, DictionaryObject) and o.get("/Type") == "/Font"]
    assert fonts
    for font in fonts:
        described = cast(DictionaryObject, font["/FontDescriptor"].get_object())
        file = cast(StreamObject, described["/FontFile2"].get_object())
        assert len(file.get_data()) > 500, font["/BaseFont"]


@pytest.mark.parametrize("design", DESIGNS)
def test_gomony_has_its_dark_squares(design: str) -> None:
    marks = printed("gomony", design, PITCH)[0].tagged("point")
    dark = {name for name, mark in marks.items() if mark.fill == marks["a1"].fill}
    game = make("gomony")
    assert dark == {game.board.names[point] for point in game.areas[0].points}


@pytest.mark.parametrize("design", DESIGNS)
def test_halma_has_margin_start_rows_and_goals(design: str) -> None:
    drawn = printed("halma", design, PITCH)[0]
    marks = drawn.tagged("point")
    names = set(marks)
    inner = {name for name in names if name[0] not in "ai" and name[1] not in "19"}
    corners = {"a1", "a9", "i1", "i9"}
    assert {name for name in names if marks[name].fill == marks["e5"].fill} == inner
    assert drawn.tagged("home").keys() == drawn.tagged("goal").keys() == names - inner - corners
    # Forward is away from the edge: the tip of South's arrow head is north of its feet.
    (_, foot), (_, tip), _ = drawn.tagged("home")["e1"].corners
    assert tip > foot

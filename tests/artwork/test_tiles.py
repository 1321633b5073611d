"""The tiles: what is on one paper is on the next where they meet, and nothing is lost between."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import combinations, pairwise, product
from math import dist

import pytest

from hardware.artwork.designs import DESIGNS
from hardware.artwork.editions import all_editions
from hardware.artwork.layout import PITCH
from hardware.artwork.pdf import pdf
from hardware.artwork.sheets import PAPERS, tiles
from hardware.artwork.svg import svg
from tests.artwork.readers import Box, Page, Place, read_pdf, read_svg
from tests.artwork.truth import CLOSE, ground, lamps, off
from tests.slow import slow_rows_after

EDITIONS = all_editions()  # those of packages, too

CASES = slow_rows_after(
    4,
    (
        (name, paper, pitch)
        for paper, (name, pitch) in product(
            PAPERS, (*((edition, PITCH) for edition in EDITIONS), ("halma", 61.7))
        )
    ),
)


@cache
def printed(name: str, paper: str, pitch: float) -> list[Page]:
    return read_pdf(pdf(tiles(DESIGNS["plain"](EDITIONS[name], pitch, None), name, paper), name))


def window(page: Page) -> Box:
    """What of the page shows the board."""
    return page.windows[0]


def shown(page: Page, at: Place, around: float = 0.0) -> bool:
    """Whether the page shows the board at that place, and so far around it."""
    left, bottom, right, top = (
        edge + inwards * around for edge, inwards in zip(window(page), (1, 1, -1, -1), strict=True)
    )
    return left <= at[0] <= right and bottom <= at[1] <= top


def crosses(page: Page) -> list[Place]:
    """The registration marks, measured from the board's lower left corner."""
    left, bottom, _, _ = ground(page.figures).box
    return [
        (figure.middle[0] - left, figure.middle[1] - bottom)
        for figure in page.figures
        if figure.round and abs(figure.half - 1.5) < 0.001
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "paper", "pitch"), CASES)
def test_tiles_fit_their_paper_and_leave_what_printers_leave(
    name: str, paper: str, pitch: float
) -> None:
    for page in printed(name, paper, pitch):
        assert sorted((page.width, page.height)) == pytest.approx(sorted(PAPERS[paper]), abs=0.01)
        left, bottom, right, top = window(page)
        assert min(left, page.width - right, page.height - top) > 9.99
        assert bottom > 20
        assert ground(page.figures).half * 2 > 4 * pitch  # the board is not made smaller


@pytest.mark.parametrize(("name", "paper", "pitch"), CASES)
def test_every_tile_has_a_ruler_of_100_mm_inside_the_paper(
    name: str, paper: str, pitch: float
) -> None:
    for page in printed(name, paper, pitch):
        below = [f for f in page.figures if f.box[3] < window(page)[1]]
        (ruler,) = (f for f in below if abs(f.long - 100) < 0.01)
        assert ruler.box[0] > 9.99
        assert ruler.box[2] < page.width - 9.99


@pytest.mark.parametrize(("name", "paper", "pitch"), CASES)
def test_points_lie_right_on_every_tile_that_shows_them(
    name: str, paper: str, pitch: float
) -> None:
    board = EDITIONS[name].board
    seen = dict.fromkeys(board.names, 0)
    for page in printed(name, paper, pitch):
        holes = [f for f in page.figures if f.round and abs(f.half - 2.5) < 0.001]
        for point, lamp in lamps(board, pitch, ground(page.figures).middle).items():
            assert off(holes, lamp) < CLOSE
            seen[point] += shown(page, lamp, 2.5)
    # A lamp's hole is never cut in two on every tile that it is on.
    assert min(seen.values()) >= 1


@pytest.mark.parametrize(("name", "paper", "pitch"), CASES)
def test_tiles_leave_no_gap_and_overlap_by_12_mm(name: str, paper: str, pitch: float) -> None:
    parts, spans = [], []
    for page in printed(name, paper, pitch):
        board = ground(page.figures).box
        left, bottom, right, top = window(page)
        parts.append((left - board[0], bottom - board[1], right - board[0], top - board[1]))
        spans.append((board[2] - board[0], board[3] - board[1]))
    for low, high in ((0, 2), (1, 3)):
        edges = sorted({(round(part[low], 2), round(part[high], 2)) for part in parts})
        assert edges[0][0] < 0
        assert edges[-1][1] > spans[0][low]
        for (_, end), (start, _) in pairwise(edges):
            assert end - start == pytest.approx(12, abs=0.03)
    columns = {round(part[0], 2) for part in parts}
    rows = {round(part[1], 2) for part in parts}
    assert len(parts) == len(columns) * len(rows)


@pytest.mark.parametrize(("name", "paper", "pitch"), CASES)
def test_registration_marks_are_on_the_same_places_of_both_sheets(
    name: str, paper: str, pitch: float
) -> None:
    pages = printed(name, paper, pitch)
    marks = [crosses(page) for page in pages]
    found: dict[int, list[int]] = defaultdict(list)
    for (i, a), (j, b) in combinations(enumerate(marks), 2):
        common = [at for at in a if any(dist(at, other) < 0.02 for other in b)]
        if len(common) >= 2:
            found[i].append(j)
            found[j].append(i)
    # Every sheet is joined to another by two marks at least, and all hang together.
    reached, todo = {0}, [0]
    while todo:
        for j in found[todo.pop()]:
            if j not in reached:
                reached.add(j)
                todo.append(j)
    assert len(reached) == len(pages)


@pytest.mark.parametrize(("name", "paper", "pitch"), CASES)
def test_registration_marks_are_not_on_the_board(name: str, paper: str, pitch: float) -> None:
    for page in printed(name, paper, pitch):
        left, bottom, _, _ = ground(page.figures).box
        marks = crosses(page)
        assert marks
        for x, y in marks:
            assert not shown(page, (x + left, y + bottom), -1.5)
            # A printer reaches them.
            assert min(x + left, page.width - x - left) > 5
            assert min(y + bottom, page.height - y - bottom) > 5


def test_tiles_as_svg_are_those_of_the_pdf() -> None:
    sheets = tiles(DESIGNS["framed"](EDITIONS["soli2"], PITCH, None), "soli2", "a4")
    pages = read_pdf(pdf(sheets, "soli2"))
    for sheet, page in zip(sheets, pages, strict=True):
        drawn = read_svg(svg(sheet, "soli2"))
        for a, b in zip(drawn.figures, page.figures, strict=True):
            assert dist(a.middle, b.middle) < CLOSE

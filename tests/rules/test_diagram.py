"""Boards and matches as text: points are where they are on the board, and never run together."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from math import cos, pi, sin, sqrt

import pytest

from companion.games.registry import kinds, make
from companion.rules import Match
from companion.rules.boards import boards
from companion.rules.geometry import STAR, grid
from companion.rules.geometry.diagram import XY, draw
from tests.tiny import ROW

STAR_NAMES = """\
            1

2       3   4   5       6
      7           8
    9       10      11
      12          13
14      15  16  17      18

            19"""

SOLOMON = """\
      b

b   b b b   b
   .     .
  w   .   .
   .     .
.   w w w   w

      w

Black to move after 14-9"""

HALMA = """\
9  .. .. .. .. .. .. .. .. ..
8  .. .. .. .. .. .. .. .. ..
7  .. .. .. .. .. .. .. .. ..
6  .. .. .. .. .. .. .. .. ..
5  .. .. .. .. .. .. .. .. ..
4  .. .. .. .. .. .. .. .. ..
3  .. .. .. .. .. .. .. .. ..
2  .. .. .. .. .. .. .. .. ..
1  .. sS .. .. .. .. .. .. ..
   a  b  c  d  e  f  g  h  i

North to move after S@b1
seat to act: n, pieces in hand: STTCCD,SSTTCCD"""

COLUMNS = """\
8   .    .    .    .    .    .    .    b
7   .    .    .    .    .    .    .    .
6   .    .    .    .    .    .    .    .
5   .    .    .    .    .    .    .    .
4   .    .    .   (bw)  .    .    .    .
3   .    .    .    .    .    .    .    .
2   .    .    .    .    .    .    .    .
1   w    .    .    .    .    .    .    .
    a    b    c    d    e    f    g    h

Black to move"""


def around(points: int) -> XY:
    return [(cos(2 * pi * n / points), sin(2 * pi * n / points)) for n in range(points)]


HEXAGONS = [(x + y % 2 / 2, y * sqrt(3) / 2) for y in range(3) for x in range(4)]


def test_a_star_looks_like_a_star() -> None:
    assert str(STAR) == STAR_NAMES


def test_a_match_shows_pieces_and_the_last_move() -> None:
    match = Match(make("solomon"))
    match.play("14-9")
    assert str(match) == SOLOMON


def test_a_grid_has_files_and_ranks_and_what_is_beside_the_board() -> None:
    match = Match(make("halma"))
    match.play("S@b1")
    assert str(match) == HALMA


def test_stacks_are_in_parentheses_and_nothing_else_moves_aside() -> None:
    rows = ".......b/......../......../......../...(bw)..../......../......../w......."
    assert str(Match(make("gomony"), f"{rows} b")) == COLUMNS


@pytest.mark.parametrize(
    ("name", "texts", "said"),
    [
        ("soli2", [], "A draw from the bag"),
        ("soli2", ["draw b"], "Black to move after draw b"),
        ("nim", ["1"], "Black to move after 1"),
    ],
)
def test_who_is_to_move(name: str, texts: list[str], said: str) -> None:
    match = Match(make(name))
    for text in texts:
        match.play(text)
    assert said in str(match).splitlines()


def test_who_has_won() -> None:
    match = Match(make("solomon"))
    match.play("14-9")
    match.resign(match.to_act)
    assert str(match).endswith("\n\nWhite wins after 14-9")
    match.take_back(0)
    match.agree_draw()
    assert str(match).endswith("\n\nDraw after 14-9")


def test_points_in_a_row_and_on_hexagons() -> None:
    assert draw(ROW.xy, ["o"] * 9) == "o o o o o o o o o"
    assert draw(HEXAGONS, ["o"] * 12) == "o o o o\n o o o o\no o o o"


def test_single_points_can_be_drawn() -> None:
    assert draw([(3.0, 4.0)], ["ab"]) == "ab"


@pytest.mark.parametrize("width", [1, 2, 7])
@pytest.mark.parametrize(
    "xy",
    [
        *(board.xy for board in boards().values()),
        *(around(points) for points in (7, 12, 24, 50)),
        [*around(9), (0.0, 0.0), (0.01, 0.001)],
        grid(3).xy,
    ],
)
def test_texts_never_run_together(xy: XY, width: int) -> None:
    cells = [chr(0x400 + n) * width for n in range(len(xy))]
    drawn = draw(xy, cells)
    assert sorted(drawn.split()) == sorted(cells)
    lines = drawn.splitlines()
    places = {
        cell: (row, line.index(cell)) for row, line in enumerate(lines) for cell in line.split()
    }
    for (x, y), cell in zip(xy, cells, strict=True):
        for (a, b), other in zip(xy, cells, strict=True):
            if b > y:
                assert places[other][0] <= places[cell][0]
            if a > x:
                assert places[other][1] >= places[cell][1]


def test_edges_are_named_only_if_all_points_are_a_file_and_a_rank() -> None:
    xy = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)]
    assert draw(xy, "....", ("a1", "b1", "a2", "b2")) == "2  . .\n1  . .\n   a b"
    assert draw(xy, "....", ("a1", "b1", "a2", "c2")) == ". .\n. ."


@pytest.mark.parametrize("name", sorted(kinds()))
def test_every_game_can_be_drawn(name: str) -> None:
    match = Match(make(name))
    drawn = str(match)
    words = Counter(drawn.split())
    for piece, number in Counter(chain(*match.game.stacks(match.position))).items():
        assert words[piece.text] >= number

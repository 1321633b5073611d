"""The template for a drill: upright reeds in holes, which are felt at least as well as in slots."""

from __future__ import annotations

import csv
from itertools import combinations
from math import dist

import pytest

from hardware.artwork.drilled import DRILLED, reed_holes
from hardware.artwork.dxf import dxf
from hardware.artwork.layout import BOARDS, LEAST, MEASURES, PITCH, STRAIGHT, WALL, Layout
from hardware.artwork.template import drill
from hardware.assembly.stack import STACK
from hardware.assembly.upright import upright
from hardware.generated import HERE
from hardware.magnets.trials import Trial
from hardware.parts.magnets import PIECE
from tests.artwork.readers import Figure, Page, read_dxf


def page(board: str, pitch: float = PITCH) -> Page:
    return read_dxf(dxf(drill(Layout(BOARDS[board], pitch))))


def holes(found: Page, layer: str, width: float) -> list[Figure]:
    return [f for f in found.figures if f.layer == layer and abs(2 * f.half - width) < 0.001]


@pytest.mark.parametrize("board", BOARDS)
def test_every_point_has_two_reeds_a_wire_and_a_recess(board: str) -> None:
    found, layout = page(board), Layout(BOARDS[board])
    assert not [f for f in found.figures if f.layer in ("SLOT", "CHANNEL")]
    reeds = [f.middle for f in holes(found, "DRILL", DRILLED.hole)]
    wires = [f.middle for f in holes(found, "DRILL", DRILLED.wire)]
    recesses = [f.middle for f in holes(found, "RECESS", DRILLED.recess)]
    assert (len(reeds), len(wires), len(recesses)) == (
        2 * layout.board.size,
        layout.board.size,
        layout.board.size,
    )
    for point, at in enumerate(layout.points):
        assert min(dist(at, wire) for wire in wires) < 0.001
        assert min(dist(at, recess) for recess in recesses) < 0.001
        for hole, way in zip(reed_holes(layout, point), (1, -1), strict=True):
            assert dist(hole, (at.x + way * DRILLED.offset, at.y)) < 0.001
            assert min(dist(hole, reed) for reed in reeds) < 0.001
    wells = holes(found, "WELL", MEASURES.well)
    assert len(wells) == layout.board.size
    names = {text for layer, text, _ in found.words if layer == "ENGRAVE"}
    assert names == set(layout.board.names)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("pitch", [LEAST, 33.33, PITCH])
def test_no_two_holes_of_the_base_meet(board: str, pitch: float) -> None:
    found = page(board, pitch)
    round_holes = [
        *((f.middle, f.half) for f in found.figures if f.layer in ("WELL", "RECESS")),
        *((f.middle, f.half) for f in found.figures if f.layer == "DRILL" and f.half == 2.0),
    ]
    for (one, half), (other, other_half) in combinations(round_holes, 2):
        assert dist(one, other) - half - other_half >= WALL
    assert DRILLED.offset - DRILLED.hole / 2 - DRILLED.wire / 2 >= WALL
    assert DRILLED.recess / 2 >= DRILLED.offset + DRILLED.hole / 2 + 1


def test_reeds_stand_in_the_base_as_they_were_calculated() -> None:
    trial = Trial("two upright", PIECE, DRILLED.offset, DRILLED.straight(MEASURES.glass))
    with (HERE / "magnets/trials.csv").open(encoding="utf-8") as file:
        rows = [
            row
            for row in csv.DictReader(file)
            if (row["magnet"], row["grade"], row["cover"]) == (str(PIECE), PIECE.grade.name, "2.5")
        ]
    (ours,) = [row for row in rows if row["reeds"] == trial.kind]
    assert (float(ours["offset"]), float(ours["slot"])) == (trial.offset, trial.slot)
    assert ours["serves"] == "yes"
    (flat,) = [r for r in rows if (r["reeds"], r["offset"], r["slot"]) == ("two flat", "4", "22")]
    assert float(ours["far"]) > float(flat["far"])
    assert float(ours["margin"]) > float(flat["margin"])
    assert float(ours["stacked"]) < float(flat["stacked"])
    # The glass ends within the base, and the face covers the bend of the upper lead.
    assert DRILLED.base >= STRAIGHT + MEASURES.glass
    assert DRILLED.deep > STRAIGHT
    assert STACK.cover <= trial.cover


def test_words_of_the_drawing_do_not_overlap() -> None:
    paper = upright(Layout(BOARDS["star"]))
    for one, other in combinations(paper.words, 2):
        assert not one.meets(other), (one.text, other.text)
    for words in paper.words:
        assert words.left >= 0
        assert words.right <= paper.width

"""Strips that are not cut within a row: every pixel that is used lies in a hole, there and back."""

from __future__ import annotations

import re
from functools import cache
from math import dist, hypot
from pathlib import Path

import pytest
from shapely import LineString, box, unary_union

from companion.config import load_config
from hardware.artwork.__main__ import main
from hardware.artwork.dxf import dxf
from hardware.artwork.layout import BOARDS, WALL, Layout
from hardware.artwork.strip_files import strip_files
from hardware.artwork.template import underside
from hardware.generated import HERE
from hardware.pieces.shapes import usual_sizes
from tests.artwork.readers import read_dxf
from tests.slow import slow_after, slow_rows_after

GRIDS = pytest.mark.parametrize("board", slow_after(2, ["grid7", "grid8", "grid9"]))
PITCHES = pytest.mark.parametrize(
    ("pitch", "density"), slow_rows_after(2, [(33.33, 30), (50.0, 60), (33.3, 30)])
)
PIXEL = 5.0
"""The width of a WS2812B (5050)."""


@cache
def strip(board: str, pitch: float, density: int) -> list[tuple[float, float]]:
    """Where the pixels of a strip lie that goes there and back, as seen from the playing side.

    Worked out from the strip alone: pieces that begin and end half a pixel's distance outside of
    their outermost pixels, in the middle of the rows of wells.
    """
    page = read_dxf(dxf(underside(Layout(BOARDS[board], pitch))))
    wells = [figure.middle for figure in page.figures if figure.layer == "WELL"]
    found = []
    for number, y in enumerate(sorted({round(y, 2) for _, y in wells}, reverse=True)):
        row = sorted(page.width - x for x, up in wells if abs(up - y) < 0.02)
        count = 1 + round((row[-1] - row[0]) * density / 1000)
        left = (row[0] + row[-1] - count * 1000 / density) / 2
        places = [(left + (i + 0.5) * 1000 / density, y) for i in range(count)]
        found += places[::-1] if number % 2 else places
    return found


def written(board: str, pitch: float, folder: Path) -> dict[str, Path]:
    for name, content in strip_files(Layout(BOARDS[board], pitch)):
        (folder / name).write_bytes(content)
    return {path.name: path for path in folder.iterdir()}


@pytest.mark.slow
@GRIDS
@PITCHES
def test_the_pixel_that_the_configuration_names_lies_in_the_points_hole(
    board: str, pitch: float, density: int, tmp_path: Path
) -> None:
    files = written(board, pitch, tmp_path)
    places = strip(board, pitch, density)
    layout = Layout(BOARDS[board], pitch)
    configurations = [path for name, path in files.items() if name.endswith(".toml")]
    assert tmp_path / f"board-pico-{board}.toml" in configurations
    for path in configurations:
        wiring = load_config(path).strip.wiring(BOARDS[board])
        assert wiring.length == len(places)
        assert len(set(wiring.pixels)) == BOARDS[board].size
        for pixel, lamp in zip(wiring.pixels, layout.lamps, strict=True):
            # The whole pixel is within the well, and most of it behind the hole.
            assert dist(places[pixel], (lamp.x, lamp.y)) < (layout.measures.well - PIXEL) / 2
            assert dist(places[pixel], (lamp.x, lamp.y)) < 0.5


@GRIDS
@PITCHES
def test_the_wires_of_a_turn_find_a_channel_from_one_piece_to_the_next(
    board: str, pitch: float, density: int
) -> None:
    layout, places = Layout(BOARDS[board], pitch), strip(board, pitch, density)
    channels = [box(c.left, c.bottom, c.right, c.top) for c in layout.channels]
    hollow, slots = unary_union(channels), [box(*around) for around in edges(layout)]
    rows, count = len(BOARDS[board].rows), len(places) // len(BOARDS[board].rows)
    half = 500 / density
    for row in range(rows):
        piece = places[row * count : (row + 1) * count]
        ends = sorted(x for x, _ in (piece[0], piece[-1]))
        # The whole piece lies in its channel, with a little room at its ends.
        assert hollow.contains(
            box(ends[0] - half - 1, piece[0][1] - 5, ends[1] + half + 0.7, piece[0][1] + 5)
        )
    for turn in layout.turns:
        room = box(turn.left, turn.bottom, turn.right, turn.top)
        assert turn.right - turn.left >= 4
        assert all(room.distance(slot) >= WALL for slot in slots)
        between = LineString([(turn.left, turn.bottom), (turn.left, turn.top)])
        assert hollow.buffer(0.001).contains(between)
    assert len(layout.turns) == rows // 2


def edges(layout: Layout) -> list[tuple[float, float, float, float]]:
    return [(slot.left, slot.bottom, slot.right, slot.top) for slot in layout.slots]


def test_a_strip_of_30_a_metre_has_a_tenth_of_the_joints(tmp_path: Path) -> None:
    page = written("grid9", 33.33, tmp_path)["strip.txt"].read_text(encoding="utf-8")
    assert "30 pixels per metre" in page
    assert "9 pieces\nof 9 pixels, 300 mm each" in page
    assert "48 in all" in page
    assert "the strip would have 480." in page
    assert "    a9 -> i9   pixels 0 to 8\n    a8 <- i8   pixels 9 to 17\n" in page
    assert f"to {', '.join(f'the beginning of row {row}' for row in (1, 3, 7, 9))}." in page


def test_a_strip_longer_than_can_be_sent_is_told_of(tmp_path: Path) -> None:
    files = written("grid9", 50, tmp_path)
    assert "board-grid9.toml" not in files
    page = files["strip.txt"].read_text(encoding="utf-8")
    assert "Not possible with board-grid9.toml" in page
    assert '"spi" takes 165 pixels at most, not 225' in page
    # The dark pixels' current is taken off the budget.
    assert load_config(files["board-pico-grid9.toml"]).lights.budget_ma == 1500 - 150


def test_a_pico_has_its_limit_too(tmp_path: Path) -> None:
    files = written("grid9", 83.33, tmp_path)
    assert list(files) == ["strip.txt"]
    assert "a Pico takes 240 pixels at most, not 369" in files["strip.txt"].read_text("utf-8")


@pytest.mark.parametrize("pitch", [30, 32.9, 33.8, 40, 45, 60])
def test_at_other_pitches_the_strip_is_cut(pitch: float) -> None:
    layout = Layout(BOARDS["grid9"], pitch)
    assert layout.uncut is None
    assert (layout.strip_pieces, layout.turns, list(strip_files(layout))) == ((), (), [])


def test_the_stars_strip_is_cut_since_its_lamps_change_sides() -> None:
    assert Layout(BOARDS["star"], 33.33).uncut is None


@pytest.mark.slow
def test_another_pitch_brings_its_strip_and_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.artwork.__main__.all_editions", lambda _: {})
    monkeypatch.setattr("hardware.artwork.__main__.BOARDS", {"grid7": BOARDS["grid7"]})
    for pitch in ("33.33", "50"):
        folder = tmp_path / pitch
        assert main(["--pitch", pitch, "--to", str(folder)]) == 0
        assert (folder / "grid7/strip.txt").exists()
        assert (folder / "grid7/board-grid7.toml").exists()
    # At 33.33 mm the pieces are those that are published.
    assert not (tmp_path / "33.33/pieces").exists()
    assert len(list((tmp_path / "50/pieces").glob("*.stl"))) > 10


def test_the_guide_has_the_sizes_of_every_pitch() -> None:
    guide = (HERE / "README.md").read_text(encoding="utf-8")
    table = guide.split("### A pitch that fits strips")[1].split("\n### ")[0]
    for pitch in (33.33, 40.0, 50.0):
        layout, (row,) = (
            Layout(BOARDS["grid9"], pitch),
            re.findall(rf"^\| {pitch:g} mm .*", table, re.M),
        )
        width, height = layout.size
        assert f"| {width:.0f} × {height:.0f} mm |" in row
        assert f"| {usual_sizes(pitch).width:.0f} mm |" in row
        free = (
            hypot(*(2 * [layout.lamp_offset])) - layout.lamp_radius - usual_sizes(pitch).width / 2
        )
        assert float(re.findall(r"\| ([\d.]+) mm \| [^|]+ \|$", row)[0]) == pytest.approx(
            free, abs=0.05
        )
    for name in ("grid7", "grid8", "grid9"):
        count = len(strip(name, 50, 60))
        assert re.search(rf"\b{count}\b", table), name

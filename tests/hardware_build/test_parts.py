"""The bills of materials are counted from the boards, and what they hold is strong enough."""

from __future__ import annotations

import csv
import re
from collections import Counter
from functools import cache
from io import StringIO

import pytest

from companion.config import load_config
from companion.device.lamps.power import milliamps
from companion.games.registry import make
from companion.rules.geometry import STAR
from hardware.generated import HERE, differences
from hardware.parts.boards import PIXEL, BoardBuild, NoSupply, boards
from hardware.parts.catalogue import bill
from hardware.parts.files import files
from hardware.parts.light import WHITE, WOOD, passed, seen
from hardware.parts.magnets import GRADES
from hardware.parts.properties import CHOSEN, WITHOUT, Chosen
from hardware.parts.wires import FEED, MAIN, SIGNAL
from hardware.wiring.harness import ROOT, harnesses
from tests.published import PUBLISHED

MADE = cache(files)
BOARDS = pytest.mark.parametrize("built", boards(), ids=lambda built: built.name)


def test_the_committed_files_are_what_is_made() -> None:
    assert differences("parts", files()) == []


def counts(built: BoardBuild) -> dict[tuple[str, str], int]:
    rows = csv.DictReader(StringIO(MADE()[f"{built.name}.csv"].decode("utf-8")))
    found: Counter[tuple[str, str]] = Counter()
    for row in rows:
        found[row["part"], row["value"]] += int(row["count"])
    return dict(found)


@pytest.mark.slow
@BOARDS
def test_there_are_two_reeds_and_a_lamp_for_every_point(built: BoardBuild) -> None:
    found = counts(built)
    points = built.board.size
    assert found["reed switch", "normally open, 10 to 15 AT"] == 2 * points
    assert found["pixel", "WS2812B, 5 V"] == points
    config = load_config(HERE / built.configuration)
    assert config.strip.length == points


@BOARDS
def test_a_grid_has_a_diode_a_reed_and_a_pull_up_a_column(built: BoardBuild) -> None:
    found = counts(built)
    grid = built.board.size > STAR.size
    assert found.get(("diode", "SD101C, Schottky"), 0) == (built.board.size if grid else 0)
    route = "pico" if built.port == "pico" else "spi"
    (harness,) = [h for h in harnesses() if h.name == f"{built.board.name}-{route}"]
    columns = sum(wire.what.startswith("column") for wire in harness.wires)
    # One more is the pull-down of the level shifter's input.
    assert found["resistor", "10 kΩ"] == columns + 1
    # And one more is in the data line.
    series = sum("through 330 Ω" in wire.to for wire in harness.wires)
    assert series == (columns or built.board.size) + 2  # the button, the lamps' pin
    assert found["resistor", "330 Ω"] == series + 1


@BOARDS
def test_a_board_has_one_computer_and_one_of_everything_central(built: BoardBuild) -> None:
    names = [part.part for part, _ in bill(built)]
    assert ("Raspberry Pi Pico" in names) is (built.port == "pico")
    assert ("Raspberry Pi" in names) is (built.port != "pico")
    for part, count in bill(built):
        if part.part in ("level shifter", "fuse", "lamp supply", "push button", "socket"):
            assert count == 1


@BOARDS
def test_every_line_is_filled_in(built: BoardBuild) -> None:
    for part, count in bill(built):
        assert count > 0
        for text in (part.value(built), part.number(built), part.other(built), part.purpose):
            assert text
            assert "|" not in text


@BOARDS
def test_there_are_signals_for_every_wire_of_the_harness(built: BoardBuild) -> None:
    route = "pico" if built.port == "pico" else "spi"
    (harness,) = [h for h in harnesses() if h.name == f"{built.board.name}-{route}"]
    assert built.signals == len(harness.signals())


@BOARDS
def test_what_carries_the_lamps_bears_a_board_that_stays_white(built: BoardBuild) -> None:
    """The fuse need not blow then."""
    assert built.white < built.blows == 2.1 * built.fuse
    assert built.worst <= built.supply
    for part, _ in bill(built):
        if part.part in ("supply jack", "fuse holder"):
            assert "5 A" in part.value(built)
            assert built.worst <= 5


def test_the_page_names_the_boards_whose_fuse_can_blow_when_all_is_white() -> None:
    page = " ".join((HERE / "parts/README.md").read_text(encoding="utf-8").split())
    blowing = sorted({built.board.name for built in boards() if built.worst >= built.blows})
    assert blowing == ["grid9"]
    assert "that can happen to grid9 alone" in page
    assert "at most 24 W on the largest board" in page


@BOARDS
def test_the_supply_is_sized_from_the_power_budget(built: BoardBuild) -> None:
    assert built.budget * 1000 == load_config(HERE / built.configuration).lights.budget_ma
    assert built.white == milliamps(b"\xff" * 3 * built.board.size) / 1000
    assert built.budget < built.worst == built.board.size * PIXEL / 1000
    assert built.white < built.worst
    # The fuse carries the budget at three quarters of its rating, and the supply can blow it.
    assert built.budget <= 0.75 * built.fuse
    assert built.supply >= 2.1 * built.fuse
    assert built.fuse == (1 if built.board.size <= STAR.size else 2)
    # A fuse may carry 1.5 times its rating for an hour; the main wire bears it.
    assert 1.5 * built.fuse <= 10


def test_a_board_that_is_too_large_for_any_fuse_says_so() -> None:
    star = next(built for built in boards() if built.board is STAR)

    class Large(BoardBuild):
        @property
        def budget(self) -> float:
            return 2.4

    with pytest.raises(NoSupply, match=r"3\.20 A are more than 3\.15 A"):
        _ = Large(star.name, star.title, star.board, star.port).fuse


def test_wiring_names_the_same_supplies_and_fuses() -> None:
    text = (ROOT / "wiring.md").read_text(encoding="utf-8")
    by_name = {built.board.name: built for built in boards()}
    assert re.findall(r"^\| supply 5 V, (\d) A \|", text, re.MULTILINE) == [
        f"{by_name['star'].supply:g}"
    ]
    grids = [by_name[f"grid{n}"] for n in (7, 8, 9)]
    row = " | ".join(f"{built.supply:g} A" for built in grids)
    assert f"| supply 5 V for the lamps | {row} |" in text
    fuses = [f"{built.fuse:g} A" for built in (by_name["star"], *grids)]
    assert f"| fuse {fuses[0]}, slow" in text
    assert len(set(fuses[1:])) == 1
    assert f"{fuses[1]} on the grids" in text


@BOARDS
def test_there_are_magnets_for_every_game_of_the_board(built: BoardBuild) -> None:
    found = counts(built)
    total = found["disc magnet", "6 × 3 mm, N45 only"]
    for name, pieces in (("star", 19), ("grid", 48)):  # Nim fills the star, Soli2 has 48 counters
        if built.board.name.startswith(name):
            assert total >= pieces
    game = make("gomony")
    markers = sum(len(stack) for stack in game.stacks(game.start()))
    assert total >= markers or built.board.size <= STAR.size
    assert len(PUBLISHED) == 9  # another game, another look at this


# What a part number is chosen for


@pytest.mark.parametrize("chosen", CHOSEN, ids=lambda chosen: f"{chosen.number}: {chosen.what}")
def test_a_part_number_has_the_property_that_is_calculated_with(chosen: Chosen) -> None:
    assert chosen.fits(chosen.stated, chosen.used), (chosen.stated, chosen.used)
    assert len(chosen.stated) == len(chosen.used)
    assert chosen.source


def test_every_part_number_has_its_property_or_a_reason_for_none() -> None:
    known = {chosen.number for chosen in CHOSEN} | WITHOUT.keys()
    listed = {(part.part, part.number(built)) for built in boards() for part, _ in bill(built)}
    assert [each for each in sorted(listed) if each[1] != "any" and not known & set(each)] == []
    numbers = {number for _, number in listed}
    assert {chosen.number for chosen in CHOSEN} <= numbers
    assert all(name in numbers | {part for part, _ in listed} for name in WITHOUT)


def test_another_grade_of_magnet_would_be_noticed() -> None:
    magnet = next(chosen for chosen in CHOSEN if "remanence" in chosen.what)
    for name, grade in GRADES.items():
        fits = magnet.fits((grade.least, grade.most), magnet.used)
        assert fits is (name == "N45")


# Light


def test_white_wells_let_out_more_than_bare_ones() -> None:
    assert seen(2.5, 10) == pytest.approx(0.06, abs=0.002)
    for well in (2.5, 5):
        bare, white = (passed(2.5, well, 10, 2, reflected) for reflected in (WOOD, WHITE))
        assert seen(2.5, 12) < bare < white / 2 < 0.5
    # Without a cover, and with perfect walls, nothing is lost.
    assert passed(2.5, 2.5, 1e-9, 0, 1) == pytest.approx(1)


# Wires


def test_the_gauges_are_those_of_the_tables() -> None:
    for wire, area in ((MAIN, 0.823), (FEED, 0.326), (SIGNAL, 0.129)):
        assert wire.area == pytest.approx(area, rel=0.01)


def test_the_pixels_keep_their_volts() -> None:
    worst = max(built.worst for built in boards())
    assert MAIN.loss(worst, 0.5) + FEED.loss(worst / 3, 0.5) < 0.25

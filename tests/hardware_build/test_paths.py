"""The joints of each way to wire a board, counted once more, and what each way costs."""

from __future__ import annotations

import csv
import re
from collections import Counter
from dataclasses import replace
from functools import cache
from io import StringIO

import pytest

from hardware.generated import HERE
from hardware.magnets.places import GAMES, reeds_of_a_point
from hardware.magnets.reeds import Reeds
from hardware.magnets.zones import MARGIN, felt, judged, strengths
from hardware.parts.boards import boards
from hardware.parts.effort import all_joints, hours
from hardware.parts.files import files
from hardware.parts.orders import EUROS, UNVERIFIED
from hardware.parts.paths import Way, controller_joints, row_joints, tile_joints, ways
from hardware.pcb.controllers import GRID, SERVED, STAR_BOARD, controller
from hardware.pcb.orders import parts_list
from hardware.pcb.row import row_board
from hardware.pcb.tile import tile

BUILT = {built.name: built for built in boards()}
WAYS = pytest.mark.parametrize(
    "way", [way for built in boards() for way in ways(built)], ids=lambda way: way.file
)
COMPUTER = 40 + 3 + 2 + 2 + 3 + 2 + 2  # header, jack, fuse, capacitor, terminals

MADE = cache(files)


def rows(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(MADE()[name].decode("utf-8"))))


@pytest.mark.parametrize("size", [7, 8, 9])
def test_the_joints_of_a_grid_of_tiles(size: int) -> None:
    built = BUILT[f"grid{size}-matrix"]
    tiles, inner = size * size, size * (size - 1)
    reeds = 4 * tiles
    # ROW, 5V, data and 0V to the east; 5V, 0V and COL to the south; data back from each row's end.
    between = 4 * inner + 3 * inner + (size - 1)
    # Screw terminals hold the other ends of the lamps' wires; the button has two wires.
    lamps, button = 1 + 2 * built.feeds, 4
    assert tile_joints(built) == reeds + 2 * (between + 2 * size) + lamps + COMPUTER + button


@pytest.mark.parametrize("size", [7, 8, 9])
def test_the_joints_of_a_grid_of_rows(size: int) -> None:
    built = BUILT[f"grid{size}-matrix"]
    reeds = 4 * size * size
    # The columns, 5V, 0V and data from row to row; each row's and column's own wire.
    wires = (size + 3) * (size - 1) + 2 * size
    lamps, button = 1 + 2 * built.feeds, 4
    assert row_joints(built) == reeds + 2 * wires + lamps + COMPUTER + button


def test_the_joints_of_a_star_of_tiles() -> None:
    # Both bridges and four leads; 18 times 5V, 0V and data; a wire of its own; data and a feed.
    assert tile_joints(BUILT["star-direct"]) == 19 * 6 + 2 * (18 * 3 + 19) + 3 + COMPUTER + 4


@pytest.mark.parametrize(("name", "switches"), [("star-direct", 19 * 4 + 19 + 1),
                                                ("grid9-matrix", 81 * 5 + 18)])  # fmt: skip
def test_the_joints_with_strips_and_the_computers_circuit_board(name: str, switches: int) -> None:
    built = BUILT[name]
    # Six at each cut of the strip, three at its first pixel, two at each further feed.
    lamps = 6 * (built.points - 1) + 3 + 2 * (built.feeds - 1)
    assert controller_joints(built) == switches + lamps + COMPUTER + 4


def test_pages_do_not_claim_that_tiles_save_joints() -> None:
    for built in boards():
        if built.board.name in SERVED:
            found = {way.key: way for way in ways(built)}
            assert found[""].joints == all_joints(built)
            assert found["tiles"].joints > found[""].joints
            assert found["tiles"].hours > found[""].hours
            assert found["controller"].joints < found[""].joints
            assert ("rows" in found) is (sum(built.lines) > 0)
            if "rows" in found:
                assert found["rows"].joints < 0.7 * found[""].joints
    page = " ".join((HERE / "pcb/README.md").read_text(encoding="utf-8").split())
    assert "**Tiles do not save solder joints**" in page
    assert "**row boards do**" in page
    # The one claim with a number, about reeds that machines place.
    rows_, reeds = row_joints(BUILT["grid9-matrix"]), 4 * 81
    claim = f"{rows_ - reeds} joints by hand instead of {rows_}, and {reeds / 60:.1f} hours less"
    assert claim in page
    assert not re.search(r"\d+ (?:solder )?joints", page.replace(claim, ""))


def test_a_board_that_circuit_boards_do_not_serve_has_one_way() -> None:
    (way,) = ways(BUILT["nine-direct"])
    assert way.name == "by hand, with a stripboard"
    assert way.file == "nine-direct-order.csv"


def test_the_page_says_what_reeds_for_surface_mounting_would_feel() -> None:
    page = " ".join((HERE / "pcb/README.md").read_text(encoding="utf-8").split())
    reeds, piece = reeds_of_a_point(), GAMES["soli2"]
    usual = felt(reeds, piece)
    # Littelfuse MDSM-10: 15.62 mm from end to end, 10 to 25 AT.
    short = strengths(Reeds(*(replace(reed, straight=15.62) for reed in reeds.reeds)), piece)
    dull, sorted_ = judged(short, 25.0), judged(short, 15.0)
    assert dull.margin < 1 < MARGIN < sorted_.margin < usual.margin
    assert f"has {dull.margin:.2f} of the field" in page
    assert f"{MARGIN} is wanted, and the reeds of the parts list have {usual.margin:.2f}" in page
    assert (
        f"{100 * dull.far:.1f} % of all places are felt instead of {100 * usual.far:.1f} %" in page
    )
    assert f"Sorted to 15 AT they would do ({sorted_.margin:.2f})" in page


# What each way costs


def together(name: str) -> tuple[float, float]:
    """The cost of an order's file (EUR), from and to, added up from its rows."""
    least = most = 0.0
    for row in rows(name):
        packs = int(row["packs"])
        assert packs * int(row["pack"]) >= int(row["needed"]) > 0
        if row["price of a pack"] == UNVERIFIED:
            assert row["basis"], row["what"]
            assert 0 < float(row["estimate from"]) < float(row["to (EUR)"]), row["what"]
            least, most = least + float(row["estimate from"]), most + float(row["to (EUR)"])
        else:
            assert row["source"], row["what"]
            assert row["date"]
            cost = packs * float(row["price of a pack"])
            low, high = EUROS[row["currency"]]
            least, most = least + cost * low, most + cost * high
    return least, most


@WAYS
def test_the_published_table_is_what_the_lists_add_up_to(way: Way) -> None:
    page = (HERE / "parts/README.md").read_text(encoding="utf-8")
    (line,) = [line for line in page.splitlines() if line.startswith(f"| {way.built.title} | ")
               and line.endswith(f"| [{way.file}]({way.file}) |")]  # fmt: skip
    _, _, name, joints, work, cost, *_ = line.split("|")
    published = (HERE / "parts" / way.file).read_bytes()
    assert published == MADE()[way.file]
    least, most = together(way.file)
    assert name.strip() == way.name
    assert joints.strip() == f"{way.joints:,}"
    saved = (all_joints(way.built) - way.joints) / 60
    assert work.strip() == f"{hours(way.built) - saved:.0f} h"
    low, high = map(int, re.findall(r"\d+", cost))
    assert low == pytest.approx(least, abs=0.51)
    assert high == pytest.approx(most, abs=0.51)
    assert cost.strip() == f"{low} to {high} EUR"


@pytest.mark.slow
@WAYS
def test_an_order_has_what_the_house_is_sent(way: Way) -> None:
    """Each way's machine-placed parts are those of the lists that `make pcb` writes."""
    built, grid = way.built, sum(way.built.lines) > 0
    needed = {row["what"]: int(row["needed"]) for row in rows(way.file)}
    placed: Counter[str] = Counter()
    runs = []
    if way.key:
        computer = controller("pico" if built.port == "pico" else "pi")
        runs.append((computer, 2))  # a house fits two at the least
    if way.key == "tiles":
        runs.append((tile(), built.points))
    if way.key == "rows":
        count, columns = built.lines
        runs.append((row_board(columns), count))
    for plan, count in runs:
        values = plan.variants[GRID if grid else STAR_BOARD]
        sent = csv.DictReader(StringIO(parts_list(plan, True, values).decode("utf-8")))
        for row in sent:
            placed[row["Comment"]] += count * len(row["Designator"].split(","))
    ends = {what.rpartition(", ")[2]: count for what, count in needed.items()
            if what.startswith(("resistor, 0603", "capacitor, ceramic", "pixel, 5 × 5 mm",
                                "Schottky diode", "level shifter, SOIC"))}  # fmt: skip
    assert ends == placed
    bare = {what: count for what, count in needed.items() if what.startswith("circuit board, ")}
    assert sum(bare.values()) == sum(1 if plan.name.startswith("controller") else count
                                     for plan, count in runs)  # fmt: skip


@WAYS
def test_no_way_orders_what_it_replaces_and_each_has_the_reeds(way: Way) -> None:
    found = {part.part for part, _ in way.bill}
    assert ("stripboard" in found) is (way.key == "")
    assert ("socket" in found) is (way.key == "")
    assert ("pixel" in found) is (way.key in ("", "controller"))
    (reeds,) = [count for part, count in way.bill if part.part == "reed switch"]
    assert reeds == 2 * way.built.points
    (solder,) = [count for part, count in way.bill if part.part == "solder"]
    assert solder >= way.joints * 0.06


def test_other_currencies_are_ranges_that_the_page_names() -> None:
    page = " ".join((HERE / "parts/README.md").read_text(encoding="utf-8").split())
    for currency, (low, high) in EUROS.items():
        if currency != "EUR":
            assert low < high
            assert f"1 {currency} as {low:.2f} to {high:.2f} EUR" in page

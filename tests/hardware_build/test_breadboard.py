"""The first evening: its breadboard has the nets of the program, and a USB socket feeds it."""

from __future__ import annotations

import csv
from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import pytest

from companion.config import load_config
from companion.device.ports.harness import PI_PINS, PICO_PINS
from companion.rules.geometry import FIVE
from hardware.assembly.paper import Paper
from hardware.breadboard import drawing
from hardware.breadboard.bill import (
    BILL,
    HIGH_SHARE,
    PICO_DRAWS,
    PIN_HIGH,
    PIXEL_LEAST,
    USB,
    USB_CURRENT,
    pieces,
    pixel_volts,
    worst,
)
from hardware.breadboard.circuit import (
    REED_ROWS,
    REEDS_AT,
    Evening,
    Jumper,
    Part,
    disagreements,
    evenings,
    parts,
)
from hardware.breadboard.files import files
from hardware.breadboard.holes import PITCH, NoHole, every_hole, joined, place
from hardware.generated import HERE, differences
from hardware.magnets.reeds import Placed, Reed, Reeds
from hardware.magnets.zones import DULL, KEEN, LETS_GO, MARGIN
from hardware.parts.magnets import PIECE
from tests.maker.wired import switches_of

EVENINGS = pytest.mark.parametrize("evening", evenings(), ids=lambda evening: evening.name)


def test_the_committed_files_are_what_is_made() -> None:
    assert differences("breadboard", files()) == []


def test_a_breadboard_has_830_holes_each_in_a_place_of_its_own() -> None:
    holes = every_hole()
    assert len(holes) == 830
    assert len({place(hole) for hole in holes}) == 830
    groups = [joined(hole) for hole in holes]
    assert sorted({groups.count(group) for group in groups}) == [5, 25]


@pytest.mark.parametrize("hole", ["k1", "a0", "a64", "a", "top- 8", "top- 2", "middle 5", ""])
def test_a_hole_that_there_is_not_is_refused(hole: str) -> None:
    with pytest.raises(NoHole, match="no hole"):
        place(hole)


@EVENINGS
def test_the_breadboard_has_exactly_the_nets_of_the_program(evening: Evening) -> None:
    assert disagreements(evening, parts(), evening.jumpers) == []
    terminals = [terminal for net in evening.nets.values() for terminal in net]
    assert len(terminals) == len(set(terminals))
    # Both ends of every reed, diode and resistor, and both contacts of the button.
    legs = {f"{part.name}.{leg}" for part in parts() for leg in part.legs if "'" not in leg}
    assert legs < set(terminals)


def moved(jumper: Jumper, hole: str) -> Jumper:
    return jumper._replace(end=hole)


@EVENINGS
def test_every_wire_that_is_missing_or_in_another_column_is_told(evening: Evening) -> None:
    for number, jumper in enumerate(evening.jumpers):
        others = [*evening.jumpers[:number], *evening.jumpers[number + 1 :]]
        assert disagreements(evening, parts(), others), jumper
        assert disagreements(evening, parts(), [*others, moved(jumper, "c36")]), jumper


@EVENINGS
def test_every_part_that_is_in_another_column_is_told(evening: Evening) -> None:
    whole = parts()
    for number, part in enumerate(whole):
        for leg in part.legs:
            if "'" in leg:
                continue
            wrong = Part(part.name, {**part.legs, leg: "d37"})
            others = [*whole[:number], wrong, *whole[number + 1 :]]
            assert disagreements(evening, others, evening.jumpers), (part, leg)


@EVENINGS
def test_a_wire_that_joins_two_nets_is_told(evening: Evening) -> None:
    short = Jumper("c10", "f25", "red", "a mistake")
    assert any(
        "is joined to" in line
        for line in disagreements(evening, parts(), [*evening.jumpers, short])
    )


@EVENINGS
def test_pins_are_those_of_the_configuration(evening: Evening) -> None:
    name = "first-evening" if evening.name == "pi" else "pico-first-evening"
    config = load_config(HERE / f"board-{name}.toml")
    board = config.make_game().board
    assert board is FIVE
    config.check(board)
    wired = {j.why: int(j.start.split()[1]) for j in evening.jumpers if j.start.startswith("pin ")}
    if evening.name == "pi":
        assert {f"point {n}": PI_PINS[gpio] for n, gpio in switches_of(config).items()} == {
            what: pin for what, pin in wired.items() if what.startswith("point")
        }
        assert wired["lamps"] == PI_PINS[10]
    else:
        assert [wired[f"point {n}"] for n in FIVE.names] == [PICO_PINS[gp] for gp in range(5)]
    assert config.lights.budget_ma <= 1000 * worst()


def test_lists_name_every_hole() -> None:
    for evening in evenings():
        rows = list(csv.reader(files()[f"first-evening-{evening.name}.csv"].decode().splitlines()))
        assert len(rows) == 1 + len(parts()) + len(evening.jumpers)


@EVENINGS
def test_words_of_the_drawing_do_not_overlap(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheets: list[Paper] = []

    class Kept(Paper):
        def svg(self) -> bytes:
            sheets.append(self)
            return super().svg()

    monkeypatch.setattr(drawing, "Paper", Kept)
    drawing.draw(evening)
    (sheet,) = sheets
    holes = {"+", "-", *map(str, range(64)), *"abcdefghij"}
    words = [each for each in sheet.words if each.text not in holes]
    assert words
    for one, other in combinations(words, 2):
        assert not one.meets(other), (one.text, other.text)
    assert all(each.left >= 0 and each.right <= sheet.width for each in sheet.words)


# What it takes


def test_there_are_fewer_than_fifteen_parts() -> None:
    assert pieces() < 15
    assert {line.number for line in BILL if line.part == "reed switch"} == {FIVE.size}


def test_a_usb_socket_feeds_it_in_the_worst_case() -> None:
    assert worst() + PICO_DRAWS <= USB_CURRENT


def test_a_pin_is_high_enough_for_pixels_behind_the_diode_and_not_without() -> None:
    least, most = pixel_volts()
    assert least >= PIXEL_LEAST
    assert HIGH_SHARE * most < PIN_HIGH
    assert HIGH_SHARE * USB[1] > PIN_HIGH


def turns(offset: float, cover: float, *, away: float = 0.0, strong: bool = False) -> float:
    """Return the ampere-turns of a magnet that lies flat above a reed in the breadboard."""
    leads = PITCH * (place(f"{REED_ROWS[1]}1").down - place(f"{REED_ROWS[0]}1").down)
    reed = Reeds(Reed((0, 0, -cover - drawing.GLASS_WIDE / 2), (0, 1, 0), leads - 2))
    disc = PIECE.strongest if strong else PIECE
    return float(
        np.abs(reed.felt([Placed(disc, disc.thickness / 2)], np.array([(away, offset)])))[0, 0]
    )


def test_a_magnet_on_its_dot_closes_its_reed_and_no_other() -> None:
    columns = list(REEDS_AT)
    for offset in (drawing.MARK - 3, drawing.MARK, drawing.MARK + 3):
        for cover in (0.3, 2.0):
            assert turns(offset, cover) > DULL * MARGIN
    assert turns(0, 0.3) < LETS_GO * KEEN  # over its middle it does not
    (apart,) = {PITCH * (b - a) for a, b in pairwise(columns)}
    assert 2 * turns(drawing.MARK, 0.3, away=apart - 5, strong=True) < LETS_GO * KEEN


def test_a_reed_is_bent_no_nearer_than_3_mm_to_its_glass() -> None:
    rows = [place(f"{row}1").down for row in REED_ROWS]
    assert (PITCH * (rows[1] - rows[0]) - drawing.GLASS) / 2 >= 3


def test_pixels_of_30_a_metre_lie_over_their_reeds() -> None:
    for number, column in enumerate(REEDS_AT):
        assert abs(PITCH * (column - REEDS_AT[0]) - number * 1000 / 30) < 1.5


def test_an_evening_of_another_harness_differs() -> None:
    pico, pi = evenings()
    assert disagreements(replace(pico, harness=pi.harness), parts(), pico.jumpers)

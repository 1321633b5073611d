"""The jig's drawing and lists are those of its firmware, and of the page that tells how."""

from __future__ import annotations

import csv
import re
from io import StringIO

from companion.rules.geometry import STAR
from hardware.generated import HERE, changed_files, stale_files
from hardware.jig.files import files
from hardware.jig.wires import FIRMWARE, wires

PAGE = FIRMWARE.parent / "README.md"


def rows(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(files()[name].decode())))


def test_the_committed_files_are_those_made_now() -> None:
    assert changed_files(HERE / "jig", files()) == []
    assert stale_files("jig", files()) == []


def test_every_point_the_button_and_the_lamps_have_a_pin_of_their_own() -> None:
    made = wires()
    assert [wire.to for wire in made[: STAR.size]] == [f"point {name}" for name in STAR.names]
    assert len(made) == STAR.size + 3
    assert len({wire.signal for wire in made}) == len({wire.pin for wire in made}) == len(made)
    assert all(bool(wire.series) == (wire.signal != "GND") for wire in made)


def test_the_page_names_the_same_pins() -> None:
    page = PAGE.read_text(encoding="utf-8")
    table = dict(re.findall(r"^\| ([A-Z0-9a-z ]+) \| ([0-9a-z, ]+) \| .* \|$", page, re.MULTILINE))
    listed: list[int] = []
    for part in table["GP0 to GP18"].split(", "):
        first, _, last = part.partition(" to ")
        listed += range(int(first), int(last or first) + 1)
    by_signal = {wire.signal: wire.pin for wire in wires()}
    assert listed == [by_signal[f"GP{number}"] for number in range(19)]
    for signal in ("GP21", "GP22", "GND"):
        assert int(table[signal]) == by_signal[signal]


def test_the_drawing_names_every_wire() -> None:
    drawn = files()["jig.svg"].decode().replace("&apos;", "'")
    for row in rows("wires.csv"):
        assert f"{row['signal']}, pin {row['pin of the Pico']}" in drawn
        assert row["to"] in drawn


def test_there_is_a_resistor_for_each_wire_but_ground() -> None:
    (resistors,) = (int(row["count"]) for row in rows("parts.csv") if row["part"] == "resistor")
    assert resistors >= sum(bool(row["series resistor (ohm)"]) for row in rows("wires.csv")) == 21

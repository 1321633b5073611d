"""Checks that everything that names a pin agrees: pages, configurations, firmware, diagrams."""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Iterator
from io import StringIO

from companion.rules.boards import boards
from hardware.wiring.harness import PI_PINS, Harness, Read, harnesses, in_rows

_ON_PAGES = ("star", "grid7", "grid8", "grid9")
"""The boards whose pins are in the tables of the pages, too."""

Pins = dict[str, tuple[str, int]]
"""The name and the number of the pin of every point, row, column, of the button and the lamps."""


def disagreements(read: Read) -> list[str]:
    """Return one line for every pin on which a file and the program differ; empty if all agree.

    read: gives the text of a file by its path from the project's root.
    """
    found = []
    for harness in harnesses(read):
        wanted = harness.signals()
        for source, said in _said(harness, read):
            found += [
                f"{source}: {harness.name}: {what} is {_pin(said.get(what))}, "
                f"but the program has {_pin(wanted.get(what))}"
                for what in sorted(wanted.keys() | said.keys())
                if wanted.get(what) != said.get(what)
            ]
    return found


def sources(harness: Harness) -> dict[str, str]:
    """The files that name the pins of a board, and the kind of each, by path."""
    board, route = harness.name.split("-")
    page = "firmware/README.md" if route == "pico" else "wiring.md"
    found = {
        f"hardware/wiring/{harness.name}.csv": "list",
        f"hardware/wiring/{harness.name}.svg": "diagram",
    }
    if board in _ON_PAGES:
        found[page] = "page"
    if board == "star" and route != "pico":
        found[f"hardware/board-{route}.toml"] = "configuration"
    elif route == "spi":
        found[f"hardware/board-{board}.toml"] = "configuration"
    return found


def _said(harness: Harness, read: Read) -> Iterator[tuple[str, Pins]]:
    for path, kind in sources(harness).items():
        text = read(path)
        if kind == "page":
            yield path, _page(harness, text)
        elif kind == "list":
            yield path, _list(text)
        elif kind == "diagram":
            yield path, _diagram(text)
        else:
            yield path, _configuration(text)


def _page(harness: Harness, text: str) -> Pins:
    """The rows of the table under the board's heading."""
    board, route = harness.name.split("-")
    matrix, size = in_rows(boards()[board]), len(boards()[board].rows)
    if route == "pico":
        heading = "### A grid\n" if matrix else "### The star\n"
    else:
        of = " of a grid" if matrix else ""
        heading = f"### Pins{of} with the lamps on {route.upper()}\n"
    section = text.split(heading)[1].split("\n#")[0]
    rows = re.findall(
        r"^\| ((?:point|row|column) \d+|button|lamps) \| (?:GP)?(\d+) \| (\d+) \|(?: (.+) \|)?$",
        section,
        re.MULTILINE,
    )
    prefix = "GP" if route == "pico" else "GPIO "
    found: Pins = {}
    for what, number, pin, on in rows:
        line = re.fullmatch(r"(?:row|column) (\d)", what)
        elsewhere = on and on != "all grids" and f"{size} × {size}" not in on
        if not elsewhere and not (route == "pico" and line and int(line[1]) > size):
            found[what] = (f"{prefix}{number}", int(pin))
    return found


def _list(text: str) -> Pins:
    return {
        row["what"]: (row["signal"], int(row["pin"]))
        for row in csv.DictReader(StringIO(text))
        if row["signal"].startswith("G")
    }


def _diagram(text: str) -> Pins:
    """The parts of one line of the diagram, from the number of the pin to its purpose."""
    rows = re.findall(r">pin (\d+) · (GPIO \d+|GP\d+) · ([^<]+?)<", text)
    return {what: (signal, int(pin)) for pin, signal, what in rows}


def _configuration(text: str) -> Pins:
    table = tomllib.loads(text)
    port, strip = table["port"], table["strip"]
    found = {f"point {name}": gpio for name, gpio in port.get("switches", {}).items()}
    for which in ("rows", "columns"):
        found |= {f"{which[:-1]} {i}": gpio for i, gpio in enumerate(port.get(which, ()))}
    found["button"] = port["button"]
    # The route "spi" has no pin of its own in a configuration: it is the one that SPI has.
    found["lamps"] = strip["pin"] if strip["route"] == "pwm" else 10
    return {what: (f"GPIO {gpio}", PI_PINS.get(gpio, 0)) for what, gpio in found.items()}


def _pin(said: tuple[str, int] | None) -> str:
    return f"{said[0]} on pin {said[1]}" if said else "not there"

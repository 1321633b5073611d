"""The page of parts for readers: a table for each board, and the reasons for the choices."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hardware.artwork.layout import MEASURES
from hardware.generated import HERE
from hardware.parts.boards import PIXEL, BoardBuild, boards
from hardware.parts.catalogue import bill
from hardware.parts.light import WHITE, WOOD, passed, seen
from hardware.parts.magnets import MARKER, PIECE, reach
from hardware.parts.wires import FEED, MAIN, SIGNAL
from hardware.wiring.levels import (
    BAT85,
    CAPACITY,
    I2C,
    INSIDE,
    PI,
    PICO,
    PULL_UP,
    SILICON,
    VOLTS,
    rise,
    row_level,
)

SHIFT = MEASURES.offset
"""mm from a magnet's axis to the middle of its reed."""

GLASS = 1.2
"""mm from the top of a reed's glass to its axis, rounded up."""

FLOOR = 0.2
"""mm of glue or felt under a magnet."""


def page() -> str:
    """The page `README.md` of the parts: `page.txt` with the tables filled in."""
    text = (HERE / "parts/page.txt").read_text(encoding="utf-8")
    return text.format(
        shift=f"{SHIFT:g}",
        reach=_reach(),
        light=_light(),
        levels=_levels(),
        rise=_rise(),
        supply=_supply(),
        pixel=PIXEL,
        wires=_wires(),
        bills="\n\n".join(_bill(built) for built in boards()),
    )


def depth(turns: float, piece: bool = True) -> float:
    """The greatest thickness (mm) allowed between the playing surface and a reed's glass."""
    if piece:
        return reach(PIECE, turns, SHIFT) - PIECE.thickness / 2 - FLOOR - GLASS
    # A marker of Gomony has its magnet in its middle, and stands on teeth.
    return reach(MARKER, turns, SHIFT) - 5.6 - GLASS


def _reach() -> str:
    return _table(
        ("reed sensitivity", f"piece, {PIECE}", f"Gomony marker, {MARKER}"),
        (
            (f"{turns} ampere-turns", f"{depth(turns):.1f} mm", f"{depth(turns, False):.1f} mm")
            for turns in (10, 15, 20)
        ),
    )


def _light() -> str:
    face, base = 2.0, 10.0
    lamp, well = MEASURES.lamp / 2, MEASURES.well / 2
    return _table(
        ("lamp", "straight", "reflected, too"),
        (
            (
                name,
                f"{100 * seen(lamp, base + face):.0f} %",
                f"{100 * passed(lamp, wide, base, face, reflected):.0f} %",
            )
            for name, wide, reflected in (
                (f"hole of {2 * lamp:g} mm through both layers, bare wood", lamp, WOOD),
                ("the same, painted white inside", lamp, WHITE),
                (f"well of {2 * well:g} mm below it, bare wood", well, WOOD),
                ("the same, painted white inside", well, WHITE),
            )
        ),
    )


def _levels() -> str:
    return _table(
        ("diodes", "resistors", "Raspberry Pi", "Pi, row on GPIO 2", "Pico"),
        (
            (
                diode.name,
                f"{ohms / 1000:g} kΩ",
                *(
                    f"{row_level(pad, diode, 9, ohms, more):.2f} V"
                    for pad, more in ((PI, 0.0), (PI, VOLTS / I2C), (PICO, 0.0))
                ),
            )
            for diode in (BAT85, SILICON)
            for ohms in (PULL_UP, 22e3)
        ),
    )


def _rise() -> str:
    return _table(
        ("pull-up of a column", "to 2 V"),
        (
            (
                name,
                " to ".join(
                    f"{1e6 * rise(ohms, inside, farads):.1f}"
                    for inside, farads in zip(INSIDE, CAPACITY, strict=True)
                )
                + " µs",
            )
            for name, ohms in (
                ("inside the Pico alone, 50 to 80 kΩ", None),
                ("10 kΩ besides", PULL_UP),
                ("22 kΩ besides", 22e3),
            )
        ),
    )


def _supply() -> str:
    seen: dict[str, BoardBuild] = {}
    for built in boards():
        seen.setdefault(built.board.name, built)
    return _table(
        ("board", "pixels", "budget", "all white", "worst", "fuse", "supply"),
        (
            (
                name,
                str(built.points),
                f"{built.budget:g} A",
                f"{built.white:.2f} A",
                f"{built.worst:.2f} A",
                f"{built.fuse:g} A",
                f"{built.supply:g} A",
            )
            for name, built in seen.items()
        ),
    )


def _wires() -> str:
    worst = max(built.worst for built in boards())
    return _table(
        ("wire", "where", "carries", "drop over half a metre"),
        (
            (
                str(wire),
                where,
                f"{amperes:.3g} A",
                f"{1000 * wire.loss(amperes, 0.5):.0f} mV" if amperes > 0.01 else "negligible",
            )
            for wire, where, amperes in (
                (MAIN, "from the supply through the fuse to the feeds", worst),
                (FEED, "a third of the lamps of the largest board", worst / 3),
                (SIGNAL, "a reed, at 3.3 V and 10 kΩ", 0.00033),
            )
        ),
    )


def _bill(built: BoardBuild) -> str:
    rows = (
        (
            part.part,
            part.value(built),
            part.package,
            part.number(built),
            part.other(built),
            f"{count} {part.unit}".strip(),
            part.purpose,
        )
        for part, count in bill(built)
    )
    head = ("part", "value", "package", "part number", "alternative", "count", "purpose")
    return f"### {built.title}\n\n[{built.name}.csv]({built.name}.csv)\n\n{_table(head, rows)}"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)

"""The page of parts for readers: a table for each board, and the reasons for the choices."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from hardware.artwork.drilled import DRILLED
from hardware.artwork.layout import COVER, MEASURES
from hardware.assembly.stack import STACK
from hardware.generated import HERE
from hardware.magnets.places import GAMES, reeds_of_a_point
from hardware.magnets.zones import felt
from hardware.parts.boards import PIXEL, BoardBuild, boards
from hardware.parts.effort import FIXED, JOINT, MAGNET, POINT, all_joints, hours, lamp_joints
from hardware.parts.light import WHITE, WOOD, passed, seen
from hardware.parts.magnets import PIECE
from hardware.parts.materials import whole_bill
from hardware.parts.orders import EUROS, order, range_text, total_text
from hardware.parts.paths import ways
from hardware.parts.properties import property_rows
from hardware.parts.wires import FEED, MAIN, SIGNAL
from hardware.wiring.levels import (
    BAT85,
    CAPACITY,
    I2C,
    INSIDE,
    PI,
    PICO,
    PULL_UP,
    SD101C,
    SILICON,
    VOLTS,
    rise,
    row_level,
)

FIVE = 5.0
"""Volts of the lamps' supply."""


def page() -> str:
    """The page `README.md` of the parts: `page.txt` with the tables filled in."""
    text = (HERE / "parts/page.txt").read_text(encoding="utf-8")
    return text.format(
        offset=f"{MEASURES.offset:g}",
        cover=f"{COVER:g}",
        magnet=PIECE,
        bought=PIECE.grade.name,
        properties=_table(
            ("part", "number", "property", "stated", "source", "calculated with"), property_rows()
        ),
        reach=_reach(),
        light=_light(),
        levels=_levels(),
        rise=_rise(),
        supply=_supply(),
        certain=_certain(),
        heat=f"{FIVE * max(built.worst for built in boards()):.0f}",
        pixel=PIXEL,
        wires=_wires(),
        effort=_effort(),
        ways=_ways(),
        orders=_orders(),
        rates=_rates(),
        joint=f"{JOINT:g}",
        point=f"{POINT:g}",
        piece=f"{MAGNET:g}",
        fixed=f"{FIXED / 60:g}",
        bills="\n\n".join(_bill(built) for built in boards()),
    )


@cache
def _reach() -> str:
    piece, marker = GAMES["soli2"], GAMES["gomony"]
    return _table(
        ("cover", "piece, within ±8 mm", "margin within ±5 mm", "marker", "margin"),
        (
            (
                f"{cover:g} mm",
                *(
                    text
                    for played in (piece, marker)
                    for found in (felt(reeds_of_a_point(cover=cover), played),)
                    for text in (f"{100 * found.far:.1f} %", f"{found.margin:.1f}")
                ),
            )
            for cover in (1.5, COVER, 3.5, 4.5)
        ),
    )


def _light() -> str:
    face, base = STACK.face, STACK.base
    lamp, well = MEASURES.lamp / 2, MEASURES.well / 2
    return _table(
        ("lamp", "straight", "reflected, too"),
        (
            (
                name,
                f"{100 * seen(lamp, deep + face):.0f} %",
                f"{100 * passed(lamp, wide, deep, face, reflected):.0f} %",
            )
            for name, wide, deep, reflected in (
                (f"hole of {2 * lamp:g} mm through both layers, bare wood", lamp, base, WOOD),
                ("the same, painted white inside", lamp, base, WHITE),
                (f"well of {2 * well:g} mm below it, bare wood", well, base, WOOD),
                ("the same, painted white inside", well, base, WHITE),
                (f"the same in a drilled base of {DRILLED.base:g} mm", well, DRILLED.base, WHITE),
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
            for diode in (SD101C, BAT85, SILICON)
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


def _physical() -> list[BoardBuild]:
    """Each board once: the computer changes nothing about its lamps."""
    found: dict[str, BoardBuild] = {}
    for built in boards():
        found.setdefault(built.board.name, built)
    return list(found.values())


def _certain() -> str:
    """The boards whose fuse blows if all pixels are white and draw as much as they may."""
    found = [built.board.name for built in _physical() if built.worst >= built.blows]
    return f"{' and '.join(found)} alone" if found else "none"


def _supply() -> str:
    return _table(
        ("board", "pixels", "budget", "all white", "worst", "fuse", "blows", "supply"),
        (
            (
                built.board.name,
                str(built.points),
                f"{built.budget:g} A",
                f"{built.white:.2f} A",
                f"{built.worst:.2f} A",
                f"{built.fuse:g} A",
                f"{built.blows:.1f} A",
                f"{built.supply:g} A",
            )
            for built in _physical()
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


PITCHES = (33.33, 40.0, 50.0)
"""mm; those of the guide."""


def _effort() -> str:
    rows = []
    for builds in zip(*map(boards, PITCHES), strict=True):
        for built in builds:
            width, height = built.layout.size
            pieces = "uncut" if built.uncut else "cut apart"
            rows.append(
                (
                    built.title,
                    f"{built.pitch:g} mm",
                    f"{width:.0f} × {height:.0f} mm",
                    f"{built.pixels} pixels, {pieces}",
                    str(lamp_joints(built)),
                    str(all_joints(built)),
                    f"{hours(built):.0f} h",
                    range_text(order(built)),
                )
            )
    head = ("board", "pitch", "size", "strip", "its joints", "all joints", "work", "cost")
    return _table(head, rows)


def _ways() -> str:
    return _table(
        ("board", "way", "joints by hand", "work", "cost", "what to order"),
        (
            (
                built.title,
                way.name,
                f"{way.joints:,}",
                f"{way.hours:.0f} h",
                range_text(way.order),
                f"[{way.file}]({way.file})",
            )
            for built in boards()
            for way in ways(built)
        ),
    )


def _rates() -> str:
    """What other currencies were taken as."""
    told = [
        f"1 {currency} as {low:.2f} to {high:.2f} EUR"
        for currency, (low, high) in EUROS.items()
        if currency != "EUR"
    ]
    return " and ".join(told)


def _orders() -> str:
    return _table(
        ("board", "what to order", "lines", "prices and estimates", "together"),
        (
            (
                built.title,
                f"[{built.name}-order.csv]({built.name}-order.csv)",
                str(len(order(built))),
                total_text(order(built)),
                range_text(order(built)),
            )
            for built in boards()
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
        for part, count in whole_bill(built)
    )
    head = ("part", "value", "package", "part number", "alternative", "count", "purpose")
    files = " · ".join(
        f"[{name}]({name})" for name in (f"{built.name}.csv", f"{built.name}-order.csv")
    )
    return f"### {built.title}\n\n{files}\n\n{_table(head, rows)}"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)

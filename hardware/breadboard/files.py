"""The files of the first evening: two drawings, two lists of wires, and the page."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from io import StringIO

from hardware.breadboard.bill import (
    BILL,
    DIODE_DROP,
    HIGH_SHARE,
    PICO_DRAWS,
    PIN_HIGH,
    PIXEL_LEAST,
    USB,
    USB_CURRENT,
    cost,
    pieces,
    pixel_volts,
    worst,
)
from hardware.breadboard.circuit import Evening, Jumper, evenings, parts
from hardware.breadboard.drawing import CARD, MARK, draw
from hardware.generated import HERE


def files() -> dict[str, bytes]:
    """Return the generated files by name."""
    made = {"README.md": _page().encode("utf-8")}
    for evening in evenings():
        made[f"first-evening-{evening.name}.svg"] = draw(evening)
        made[f"first-evening-{evening.name}.csv"] = _list(evening)
    return made


def _list(evening: Evening) -> bytes:
    text = StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(("what", "from", "to", "colour"))
    for part in parts():
        legs = list(part.legs.items())
        rows.writerow((part.name, *(f"{leg}: {hole}" for leg, hole in (legs[0], legs[-1])), ""))
    for jumper in evening.jumpers:
        rows.writerow((jumper.why, jumper.start, jumper.end, jumper.colour))
    return text.getvalue().encode("utf-8")


def _page() -> str:
    text = (HERE / "breadboard/page.txt").read_text(encoding="utf-8")
    low, high = pixel_volts()
    return text.format(
        count=pieces(),
        cost=cost(),
        bill=_table(
            ("number", "part", "example", "afterwards"),
            ((str(line.number), line.part, line.example, line.later) for line in BILL),
        ),
        computer=_table(
            ("wire", "colour", "Pico", "Raspberry Pi", "hole"),
            (
                (ours.why, ours.colour, ours.start, theirs.start, f"**{ours.end}**")
                for ours, theirs in zip(*(_from_computer(each) for each in evenings()), strict=True)
            ),
        ),
        others=_table(
            ("wire", "from", "to"),
            (
                (jumper.why, _end(jumper.start), f"**{jumper.end}**")
                for jumper in evenings()[0].jumpers
                if not jumper.start.startswith("pin ")
            ),
        ),
        parts=_table(
            ("part", "holes"),
            (
                (part.name, ", ".join(f"**{hole}**" for hole in part.legs.values()))
                for part in parts()
            ),
        ),
        card=f"{CARD:g}",
        mark=f"{MARK:g}",
        worst=f"{worst():.1f}",
        usb=f"{USB_CURRENT:g}",
        pico=f"{PICO_DRAWS:g}",
        low=f"{low:.2f}",
        high=f"{high:.2f}",
        drop=f"{DIODE_DROP[0]:g} to {DIODE_DROP[1]:g}",
        socket=f"{USB[0]:g} to {USB[1]:g}",
        least=f"{PIXEL_LEAST:g}",
        needed=f"{HIGH_SHARE * high:.2f}",
        bare=f"{HIGH_SHARE * USB[1]:.2f}",
        pin=f"{PIN_HIGH:g}",
    )


def _from_computer(evening: Evening) -> list[Jumper]:
    return [jumper for jumper in evening.jumpers if jumper.start.startswith("pin ")]


def _end(end: str) -> str:
    return (
        f"{end.removeprefix('strip.')} of the strip" if end.startswith("strip.") else f"**{end}**"
    )


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)

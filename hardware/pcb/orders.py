"""What an assembly house asks for: a list of the parts, and where each is placed."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from io import StringIO

from hardware.pcb.boardfile import ORIGIN
from hardware.pcb.plan import Fitted, Plan


def parts_list(plan: Plan, machine: bool, values: Mapping[str, str] | None = None) -> bytes:
    """The bill of materials of what machines place, or of what is soldered by hand.

    values: of parts that are fitted in another way than the schematic says, by reference; "" for
    one that is left out. The column LCSC is for a shop's numbers and stays empty: none of them was
    verified.
    """
    found: dict[tuple[str, str, str], list[str]] = {}
    for part in _fitted(plan, machine, values or {}):
        value = (values or {}).get(part.ref, part.value)
        found.setdefault((value, part.kind.name, part.maker), []).append(part.ref)
    head = ("Comment", "Designator", "Footprint", "LCSC", "Maker's number (or equal)")
    rows = [
        (value, ",".join(refs), kind, "", maker) for (value, kind, maker), refs in found.items()
    ]
    return _table(head, rows)


def placements(plan: Plan, values: Mapping[str, str] | None = None) -> bytes:
    """Where machines place parts, in the coordinates of the Gerber files: millimetres, y up."""
    rows = []
    for part in _fitted(plan, True, values or {}):
        x, y = part.at[0] + ORIGIN[0], -part.at[1] - ORIGIN[1]
        rows.append((part.ref, f"{x:.4f}mm", f"{y:.4f}mm", "Top", str(part.turned % 360)))
    return _table(("Designator", "Mid X", "Mid Y", "Layer", "Rotation"), rows)


def _fitted(plan: Plan, machine: bool, values: Mapping[str, str]) -> list[Fitted]:
    return [
        part
        for part in plan.parts
        if part.kind.pins and part.maker and part.machine == machine
        and (bool(values[part.ref]) if part.ref in values else part.fitted)
    ]  # fmt: skip


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> bytes:
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return text.getvalue().encode("utf-8")

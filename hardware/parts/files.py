"""The files generated here: a bill and orders for every board, one for each way, and a page."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from io import StringIO

from hardware.parts.boards import BoardBuild, boards
from hardware.parts.materials import whole_bill
from hardware.parts.orders import UNVERIFIED, OrderLine
from hardware.parts.page import page
from hardware.parts.paths import ways


def files() -> dict[str, bytes]:
    """Return the generated files by name."""
    made = {f"{built.name}.csv": bill_file(built) for built in boards()}
    made |= {way.file: order_file(way.order) for built in boards() for way in ways(built)}
    return made | {"README.md": page().encode("utf-8")}


def bill_file(built: BoardBuild) -> bytes:
    """Return a board's bill of materials as CSV."""
    text = StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(
        ("part", "value", "package", "part number", "alternative", "count", "unit", "purpose")
    )
    for part, count in whole_bill(built):
        rows.writerow(
            (
                part.part,
                part.value(built),
                part.package,
                part.number(built),
                part.other(built),
                count,
                part.unit or "piece",
                part.purpose,
            )
        )
    return text.getvalue().encode("utf-8")


def order_file(lines: Iterable[OrderLine]) -> bytes:
    """Return what to order as CSV."""
    text = StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(
        (
            *("what", "part number", "alternative", "order numbers", "needed", "unit", "pack"),
            *("packs", "price of a pack", "currency", "date", "source", "cost"),
            *("estimate from", "to (EUR)", "basis"),
        )
    )
    for line in lines:
        offer = line.offer
        known = (
            (f"{offer.price:.2f}", offer.currency, offer.date or "no date", offer.source)
            if offer.price is not None
            else (UNVERIFIED, "", "", "")
        )
        cost = "" if line.cost is None else f"{line.cost:.2f}"
        guess = tuple(f"{amount:.2f}" for amount in line.range or ())
        rows.writerow(
            (
                *(line.what, line.number, line.other, offer.numbers, line.needed, line.unit),
                *(offer.pack, line.packs, *known, cost),
                *(guess or ("", "")),
                offer.basis if guess else "",
            )
        )
    return text.getvalue().encode("utf-8")

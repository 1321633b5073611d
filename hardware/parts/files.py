"""The files generated here: a bill of materials for every board, and a page with all of them."""

from __future__ import annotations

import csv
from io import StringIO

from hardware.parts.boards import BoardBuild, boards
from hardware.parts.catalogue import bill
from hardware.parts.page import page


def files() -> dict[str, bytes]:
    """Return the generated files by name."""
    made = {f"{built.name}.csv": _bill(built) for built in boards()}
    return made | {"README.md": page().encode("utf-8")}


def _bill(built: BoardBuild) -> bytes:
    text = StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(
        ("part", "value", "package", "part number", "alternative", "count", "unit", "purpose")
    )
    for part, count in bill(built):
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

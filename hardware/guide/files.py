"""The files of the building guides: pages, stripboards, lists of wires and bags, labels."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from io import StringIO

from hardware.guide.bags import BENCH, shares
from hardware.guide.cutlist import CutList
from hardware.guide.labels import sheets
from hardware.guide.nets import Circuit
from hardware.guide.page import Guide
from hardware.guide.strip_drawing import draw
from hardware.parts.boards import boards
from hardware.wiring.harness import harnesses


def guides() -> tuple[Guide, ...]:
    """Return the guides: of the star, and of the 9 × 9."""
    built = {each.name: each for each in boards()}
    wired = {each.name: each for each in harnesses()}
    star, grid = built["star-direct"], built["grid9-matrix"]
    return (
        Guide(
            star,
            Circuit(star.board, wired["star-spi"]),
            "star",
            "star-spi",
            "../boards/solomon/framed",
            "[other boards and computers](../README.md#other-boards) follow it with their own "
            "lists. The [9 × 9](grid9.md) has a page like this one",
        ),
        Guide(
            grid,
            Circuit(grid.board, wired["grid9-spi"]),
            "9 × 9",
            "grid9",
            "../boards/halma/framed",
            "[other boards and computers](../README.md#other-boards) follow it with their own "
            "lists. The [star](star.md) has fewer points, and no diodes: build that first",
        ),
    )


def files() -> dict[str, bytes]:
    """Return the generated files by name."""
    made = {}
    for guide in guides():
        name, wires = guide.name, guide.wires
        title = f"The stripboard of the {guide.title}"
        made[f"{name}.md"] = guide.page().encode("utf-8")
        made[f"{name}-stripboard.svg"] = draw(wires.stripboard, title, guide.labels).svg()
        made[f"{name}-wires.csv"] = _wires(wires)
        made[f"{name}-bags.csv"] = _bags(guide)
        made[f"{name}-labels.pdf"] = sheets(
            wires.cuts, f"Labels for the wires of the {guide.title}"
        )
    return made


def _wires(wires: CutList) -> bytes:
    return _table(
        ("step", "label", "length (mm)", "wire", "colour", "carries", "from", "in passing", "to"),
        (
            (
                cut.step,
                cut.label,
                f"{cut.length:g}",
                cut.gauge,
                cut.colour,
                cut.what,
                cut.stops[0].words,
                "; ".join(stop.words for stop in cut.stops[1:-1]),
                cut.stops[-1].words,
            )
            for cut in wires.cuts
        ),
    )


def _bags(guide: Guide) -> bytes:
    built = guide.built
    return _table(
        ("bag", "part", "value", "part number", "count", "unit", "purpose"),
        (
            (
                "bench" if share.bag == BENCH else share.bag,
                share.part.part,
                share.part.value(built),
                share.part.number(built),
                share.number,
                share.part.unit or "piece",
                share.part.purpose,
            )
            for share in sorted(shares(built), key=lambda share: share.bag)
        ),
    )


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return text.getvalue().encode("utf-8")

"""Tests the reeds, the magnet and the wood that a board will have, on a test coupon.

The coupon has a pair of slots for each of several offsets, and marks around the point of each pair.
One pair of reeds, wired as any point, is laid into one pair of slots after another, and a piece is
put on every mark. The smallest offset with which the piece is felt wherever it has to be, and not
where a neighbour would stand, is the one to build with.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from companion.maker.console import SETTLE_TIME, BoardConsole
from companion.maker.findings import Finding, fine, note, wrong
from companion.maker.inbox import LineEntered
from companion.maker.output import ReplyChoice
from companion.maker.progress import write_file
from companion.text import Text

OFFSETS = (2.0, 3.0, 4.0, 5.0, 6.0)
"""How far (mm) the reeds of each pair of slots are from its point, along the reeds."""

NEAR_MARKS = ((0.0, 0.0), (5.0, 0.0), (0.0, 5.0), (-5.0, 0.0), (0.0, -5.0))
"""Where a piece has to be felt, mm east and north of the point: marks 1 to 5."""

CORNER_MARKS = ((8.0, 8.0), (-8.0, 8.0), (-8.0, -8.0), (8.0, -8.0))
"""Where it should be felt: marks 6 to 9."""

NEIGHBOUR_MARK = (32.0, 0.0)
"""Where a neighbour's piece may stand, which must not be felt: mark 10."""

COUPON_MARKS = (*NEAR_MARKS, *CORNER_MARKS, NEIGHBOUR_MARK)

MEASURES_FILE = "measures.mk"
"""The file that `make hardware` takes its measures from."""

_STOP = "stop"


class Tried(NamedTuple):
    """At which marks a pair of reeds closed."""

    offset: float
    closed: tuple[bool, ...]

    @property
    def serves(self) -> bool:
        """Whether a piece is felt wherever it has to be, and a neighbour is not."""
        return all(self.closed[: len(NEAR_MARKS)]) and not self.closed[-1]

    @property
    def corners(self) -> int:
        """At how many corners it is felt."""
        return sum(self.closed[len(NEAR_MARKS) : -1])


def check_coupon(console: BoardConsole, file: Path) -> list[Finding]:
    """Ask for a piece on every mark with every offset, and write the best offset to the file.

    Raises MakerError if the file cannot be written.
    """
    console.screen.say(
        Text(
            "Coupon: one pair of reeds in {number} pairs of slots, and a piece on {marks} marks "
            "for each.",
            number=len(OFFSETS),
            marks=len(COUPON_MARKS),
        ),
        keys=Text("Type stop to end."),
    )
    tried: list[Tried] = []
    with console.screen.drawing():
        for offset in OFFSETS:
            closed = _try(console, offset)
            if closed is None:
                break
            tried.append(Tried(offset, closed))
    found = [_told(each) for each in tried]
    serving = [each for each in tried if each.serves]
    if not serving:
        return [
            *found,
            wrong(
                Text(
                    "no offset serves: try thinner wood, a stronger magnet, or reeds that close at "
                    "fewer ampere-turns"
                )
            ),
        ]
    best = max(serving, key=lambda each: (each.corners, -each.offset))
    write_file(file, f"OFFSET ?= {best.offset:g}\n".encode())
    return [
        *found,
        fine(
            Text(
                "build with: make hardware OFFSET={offset} ({file} says so, too)",
                offset=f"{best.offset:g}",
                file=file.name,
            )
        ),
    ]


def _told(tried: Tried) -> Finding:
    values = {
        "offset": f"{tried.offset:g}",
        "near": sum(tried.closed[: len(NEAR_MARKS)]),
        "all_near": len(NEAR_MARKS),
        "corners": tried.corners,
        "all_corners": len(CORNER_MARKS),
    }
    if tried.closed[-1]:
        return note(
            Text(
                "offset {offset} mm: felt at {near} of {all_near} marks within 5 mm, at {corners} "
                "of {all_corners} corners, and next door",
                **values,
            )
        )
    return note(
        Text(
            "offset {offset} mm: felt at {near} of {all_near} marks within 5 mm, at {corners} of "
            "{all_corners} corners, and not next door",
            **values,
        )
    )


def _try(console: BoardConsole, offset: float) -> tuple[bool, ...] | None:
    """Ask for a piece on each mark. Returns at which of them a switch closed, or None if the user
    stops."""
    closed = []
    for number in range(1, len(COUPON_MARKS) + 1):
        console.prompt = Text(
            "Reeds in the slots {offset} mm, the piece on mark {number}. Then press Enter.",
            offset=f"{offset:g}",
            number=number,
        )
        if not console.screen.live:
            console.screen.say(console.prompt)
        console.paint()
        with console.offering(
            ReplyChoice("", Text("The piece is there")), ReplyChoice(_STOP, Text("Stop"))
        ):
            while True:
                event = console.next_event()
                if not isinstance(event, LineEntered):
                    continue
                if event.text.strip() == _STOP:
                    return None
                if console.is_enter(event):
                    break
        console.wait(SETTLE_TIME)
        closed.append(bool(console.closed))
    return tuple(closed)

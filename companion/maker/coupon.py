"""Tests the reeds, the magnet and the wood of a future board on a test coupon.

It first asks what fits the small print, whose pockets, slots and holes have letters.

The coupon has a pair of slots for each of several offsets, and marks around the point of each pair.
One pair of reeds, wired like any point, is laid into one pair of slots after another, and a piece
is put on every mark. The offset to build with is the smallest one at which the reeds detect the
piece wherever they must, and do not detect it at a neighbour's place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from companion.base.files import os_reason
from companion.base.text import Text
from companion.device.ports.findings import Finding, fine, note, wrong
from companion.maker import MakerError
from companion.maker.console import SETTLE_TIME, BoardConsole
from companion.maker.inbox import LineEntered
from companion.maker.output import ReplyChoice
from companion.maker.progress import write_file

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

PLAYS = (0.15, 0.25, 0.35, 0.45, 0.55)
"""How much wider and deeper (mm) the pockets of the small print are than the magnet."""

SLOT_WIDTHS = (2.6, 3.0, 3.4)
"""The widths (mm) of its slots for a reed."""

SCREW_WIDTHS = (3.8, 4.0, 4.2, 4.4)
"""The widths (mm) of its holes for a screw of the frame."""

_STOP = "stop"
_LETTERS = "ABCDE"


@dataclass(frozen=True, slots=True)
class Fit:
    """A fit that is tried on the small print.

    Attributes:
        option: The name of the option of `make hardware`.
        values: The values of the option for the letters A, B, C and so on.
        question: The question which letter fits.
        label: What the pocket, slot or hole with this letter is called.
    """

    option: str
    values: tuple[float, ...]
    question: Text
    label: Callable[[str], Text]

    @property
    def letters(self) -> str:
        """The letters on the small print."""
        return _LETTERS[: len(self.values)]


FITS = (
    Fit(
        "PLAY",
        PLAYS,
        Text(
            "The magnet and the pockets of the small print: which is the tightest that it goes "
            "into by hand?"
        ),
        lambda letter: Text("Pocket {letter}", letter=letter),
    ),
    Fit(
        "SLOT_WIDTH",
        SLOT_WIDTHS,
        Text("A reed and the slots of the small print: which is the narrowest that it drops into?"),
        lambda letter: Text("Slot {letter}", letter=letter),
    ),
    Fit(
        "SCREW",
        SCREW_WIDTHS,
        Text(
            "A screw of the frame and the holes of the small print: which is the narrowest that "
            "it slides through?"
        ),
        lambda letter: Text("Hole {letter}", letter=letter),
    ),
)


class Tried(NamedTuple):
    """The marks at which a pair of reeds closed."""

    offset: float
    closed: tuple[bool, ...]

    @property
    def serves(self) -> bool:
        """Whether the piece is detected wherever it must be, and a neighbour is not."""
        return all(self.closed[: len(NEAR_MARKS)]) and not self.closed[-1]

    @property
    def corners(self) -> int:
        """The number of corners at which the piece is detected."""
        return sum(self.closed[len(NEAR_MARKS) : -1])


def check_coupon(console: BoardConsole, file: Path) -> list[Finding]:
    """Ask what fits the small print, then for a piece on every mark with every offset.

    Args:
        console: The open port.
        file: The file to write the best values to, as options of `make hardware`.

    Raises:
        MakerError: If the file cannot be read or written.
    """
    options: dict[str, float] = {}
    for fit in FITS:
        value = _ask(console, fit)
        if value is not None:
            options[fit.option] = value
    found = _offsets(console, options)
    if options:
        write_file(file, _with_options(file, options).encode())
        found.append(
            fine(
                Text(
                    "build with: make hardware {options} ({file} says so, too)",
                    options=" ".join(f"{name}={value:g}" for name, value in options.items()),
                    file=file.name,
                )
            )
        )
    return found


def _ask(console: BoardConsole, fit: Fit) -> float | None:
    """Ask which letter of the small print fits; return its value, or None if it was not tried."""
    replies = [ReplyChoice(letter, fit.label(letter)) for letter in fit.letters]
    with console.offering(*replies, ReplyChoice("", Text("Not tried"))):
        console.screen.say(
            fit.question,
            keys=Text(
                "Type a letter, {first} to {last}, or press Enter if you have not tried.",
                first=fit.letters[0],
                last=fit.letters[-1],
            ),
        )
        while True:
            event = console.next_event()
            if not isinstance(event, LineEntered):
                continue
            letter = event.text.strip().upper()
            if letter and letter in fit.letters:
                return fit.values[fit.letters.index(letter)]
            if console.is_enter(event):
                return None


def _with_options(file: Path, options: Mapping[str, float]) -> str:
    """Return the text of the file with these options, and the rest of it unchanged."""
    try:
        before = file.read_text(encoding="utf-8") if file.exists() else ""
    except (OSError, UnicodeDecodeError) as error:
        problem = os_reason(error) if isinstance(error, OSError) else error
        raise MakerError(
            Text("{name}: it cannot be read: {problem}", name=file.name, problem=problem)
        ) from None
    named = "|".join(options)
    kept = [line for line in before.splitlines() if not re.match(rf"({named})\s*[?:]?=", line)]
    return "\n".join([*kept, *(f"{name} ?= {value:g}" for name, value in options.items())]) + "\n"


def _offsets(console: BoardConsole, options: dict[str, float]) -> list[Finding]:
    """Ask for a piece on every mark with every offset, and add the best offset to the options."""
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
    if serving:
        best = max(serving, key=lambda each: (each.corners, -each.offset))
        options["OFFSET"] = best.offset
    elif tried:
        found.append(
            wrong(
                Text(
                    "no offset serves: try thinner wood, a stronger magnet, or reeds that close at "
                    "fewer ampere-turns"
                )
            )
        )
    return found


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
    """Ask for a piece on each mark.

    Returns:
        For each mark, whether a switch closed; None if the user stops.
    """
    closed = []
    for number in range(1, len(COUPON_MARKS) + 1):
        with console.offering(
            ReplyChoice("", Text("The piece is there")), ReplyChoice(_STOP, Text("Stop"))
        ):
            console.prompt = Text(
                "Reeds in the slots {offset} mm, the piece on mark {number}. Then press Enter.",
                offset=f"{offset:g}",
                number=number,
            )
            if not console.screen.live:
                console.screen.say(console.prompt)
            console.paint()
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

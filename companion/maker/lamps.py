"""Tests the lamps: one after another, all in each colour, all in white.

The user counts those that are lit, and says what else is wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.base.errors import nearest
from companion.base.text import Text
from companion.device.lamps import power
from companion.device.lamps.palette import RGB
from companion.device.ports.findings import Finding, fine, note, wrong
from companion.device.ports.harness import Wire
from companion.maker import MakerError
from companion.maker.console import BoardConsole
from companion.maker.drawing import Mark
from companion.maker.output import NO_WORDS, ReplyChoice
from companion.rules.geometry import Point

WHITE: RGB = (255, 255, 255)
LAMP_TIME = 0.25
"""Seconds that each lamp is lit."""

COLOUR_TIME = 1.5
"""Seconds that all lamps are lit in one colour."""

_COLOURS: tuple[tuple[Text, RGB], ...] = (
    (Text("All lamps red."), (255, 0, 0)),
    (Text("All lamps green."), (0, 255, 0)),
    (Text("All lamps blue."), (0, 0, 255)),
)

_REPLIES = (
    ReplyChoice("", Text("Yes, all were right")),
    ReplyChoice("colours", Text("Colours were wrong")),
    ReplyChoice("order", Text("The order was wrong")),
)


@dataclass(frozen=True, slots=True)
class LampChain:
    """The lamps to test.

    Attributes:
        points: Their points in the order in which they are to light up.
        along: The same points in the order in which the strip passes them.
        data: The wire to the first one, if it is known.
        part: Whether the strip goes on after them.
    """

    points: tuple[Point, ...]
    along: tuple[Point, ...]
    data: Wire | None
    part: bool = False


def lamp_chain(pixels: Sequence[int], data: Wire | None, first: int | None) -> LampChain:
    """Return the lamps to test.

    Args:
        pixels: The pixel of each point.
        data: The wire to the first pixel.
        first: How many lamps from the beginning of the strip; None for all.

    Raises:
        MakerError: If there are not so many.
    """
    along = tuple(sorted(map(Point, range(len(pixels))), key=lambda point: pixels[point]))
    if first is None:
        return LampChain(tuple(map(Point, range(len(pixels)))), along, data)
    if not 1 <= first <= len(along):
        raise MakerError(
            Text(
                "--first {first}: the board has {number} lamps; choose from 1 to {number}",
                first=first,
                number=len(along),
            )
        )
    return LampChain(along[:first], along[:first], data, part=first < len(along))


def check_lamps(console: BoardConsole, chain: LampChain) -> list[Finding]:
    """Show the lamps and colours, and ask what was seen."""
    with console.screen.drawing():
        if chain.part:
            said = Text(
                "Lamps: the first {number} of the strip, one after another, then all red, green, "
                "blue, white.",
                number=len(chain.points),
            )
            console.prompt = Text("Lamps along the strip.")
        else:
            said = Text(
                "Lamps: one after another in reading order, then all red, green, blue, white."
            )
            console.prompt = Text("Lamps in reading order, top row first.")
        console.screen.say(said)
        _light_in_order(console, chain.points)
        console.marks = lambda: [
            Mark("✶") if p in chain.points else Mark("·", "dim") for p in range(console.board.size)
        ]
        for prompt, colour in _COLOURS:
            console.prompt = prompt
            console.light(dict.fromkeys(chain.points, colour))
            console.wait(COLOUR_TIME)
        console.prompt = Text("All lamps white.")
        dimmed = console.light(dict.fromkeys(chain.points, WHITE))
        console.wait(COLOUR_TIME)
        supply = _supply(console, len(chain.points), dimmed)
        console.prompt = NO_WORDS
        console.paint()
        found = _counted(console, chain)
        console.lights_off()
        return [supply, *(found or _asked(console))]


def _light_in_order(console: BoardConsole, lamps: Sequence[Point]) -> None:
    for lamp in lamps:
        console.marks = lambda at=lamp: [  # type: ignore[misc]
            Mark("✶" if p == at else "·", "bold" if p == at else "dim")
            for p in range(console.board.size)
        ]
        console.light({lamp: WHITE})
        console.wait(LAMP_TIME)
    console.lights_off()


def _supply(console: BoardConsole, count: int, dimmed: bool) -> Finding:
    _, budget, share = console.lighting
    full = power.milliamps(bytes([round(255 * share)]) * (3 * count))
    if dimmed:
        return fine(
            Text(
                "all {count} lamps white at lights.brightness draw {full:.0f} mA, dimmed to stay "
                "within lights.budget_ma = {budget}",
                count=count,
                full=full,
                budget=budget,
            )
        )
    return fine(
        Text(
            "all {count} lamps white at lights.brightness draw {full:.0f} mA, within {budget} mA",
            count=count,
            full=full,
            budget=budget,
        )
    )


def _counted(console: BoardConsole, chain: LampChain) -> list[Finding]:
    """Ask how many lamps are lit now; return what is wrong if it is not all of them."""
    number = len(chain.along)
    replies = (
        ReplyChoice("", Text("All {number} are lit", number=number)),
        ReplyChoice("0", Text("No lamp is lit")),
    )
    with console.offering(*replies):
        console.screen.say(
            Text("How many lamps are lit now?"),
            keys=Text("Enter: all {number}. Else type how many.", number=number),
        )
        while True:
            answer = console.read_answer()
            if answer is None:
                return [note(Text("nobody confirmed that the lamps are right"))]
            lit = number if not answer else int(answer) if answer.isdecimal() else -1
            if 0 <= lit <= number:
                break
            console.screen.say(
                Text(
                    "{text!r} is not possible here; type a number from 0 to {number}.",
                    text=answer,
                    number=number,
                )
            )
    if lit == number:
        return []
    if not lit:
        data = chain.data.title if chain.data is not None else Text("the data wire")
        return [
            wrong(
                Text(
                    "no lamp is lit: check their supply, the level shifter, and the wire to the "
                    "first pixel ({data})",
                    data=data,
                )
            )
        ]
    names = console.board.names
    return [
        wrong(
            Text(
                "only the first {lit} of {number} lamps are lit: the pixel at {point}, or the "
                "wire to it from the pixel at {before}",
                lit=lit,
                number=number,
                point=names[chain.along[lit]],
                before=names[chain.along[lit - 1]],
            )
        )
    ]


def _asked(console: BoardConsole) -> list[Finding]:
    with console.offering(*_REPLIES, points=True):
        console.screen.say(
            Text("Was every lamp lit in its turn, and every colour as named?"),
            keys=Text(
                "Enter: yes. Else type the points whose lamps were wrong (as in 7 12), or: "
                "colours, order."
            ),
        )
        return _answered(console)


def _answered(console: BoardConsole) -> list[Finding]:
    said = {
        "colours": Text(
            'colours are wrong: another [strip] order, if it is "RGB" or "BRG"; see '
            "core_freq in wiring.md if they flicker"
        ),
        "order": Text("the lamps are in another order: run `companion calibrate`"),
    }
    while True:
        answer = console.read_answer()
        if answer is None:
            return [note(Text("nobody confirmed that the lamps are right"))]
        words = answer.replace(",", " ").split()
        if not words or words == ["yes"] or words == ["y"]:
            return [fine(Text("every lamp lit up in turn, in every colour"))]
        strange = [word for word in words if word not in said and word not in console.board.index]
        if not strange:
            points = [word for word in words if word in console.board.index]
            found = [wrong(said[word]) for word in words if word in said]
            if points:
                found.append(wrong(Text("lamps at {points} were wrong", points=", ".join(points))))
            return found
        known = [*said, *console.board.names]
        console.screen.say(
            Text(
                "There is no point {name!r}{hint}.",
                name=strange[0],
                hint=nearest(strange[0], known),
            )
        )

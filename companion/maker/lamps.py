"""Tests the lamps: one after another, all in each colour, all in white.

The user says what is wrong.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.base.errors import nearest
from companion.base.text import Text
from companion.device.lamps import power
from companion.device.lamps.palette import RGB
from companion.device.ports.findings import Finding, fine, note, wrong
from companion.maker.console import BoardConsole
from companion.maker.drawing import Mark
from companion.maker.output import ReplyChoice

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
    ReplyChoice("none", Text("No lamp was lit")),
)


def light_in_order(console: BoardConsole, lamps: Sequence[int]) -> None:
    """Light these lamps one after another; they belong to the points in reading order."""
    for point, lamp in enumerate(lamps):
        console.marks = lambda at=point: [  # type: ignore[misc]
            Mark("✶" if p == at else "·", "bold" if p == at else "dim")
            for p in range(console.board.size)
        ]
        console.light({lamp: WHITE})
        console.wait(LAMP_TIME)
    console.lights_off()


def check_lamps(console: BoardConsole) -> list[Finding]:
    """Show all lamps and colours, and ask what was seen."""
    every = range(console.board.size)
    console.screen.say(
        Text("Lamps: one after another in reading order, then all red, green, blue, white.")
    )
    with console.screen.drawing():
        console.prompt = Text("Lamps in reading order, top row first.")
        light_in_order(console, every)
        console.marks = lambda: [Mark("✶")] * console.board.size
        for prompt, colour in _COLOURS:
            console.prompt = prompt
            console.light(dict.fromkeys(every, colour))
            console.wait(COLOUR_TIME)
        console.prompt = Text("All lamps white.")
        dimmed = console.light(dict.fromkeys(every, WHITE))
        console.wait(COLOUR_TIME)
        console.lights_off()
    return [_supply(console, dimmed), *_asked(console)]


def _supply(console: BoardConsole, dimmed: bool) -> Finding:
    count, budget, share = console.lighting
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


def _asked(console: BoardConsole) -> list[Finding]:
    console.screen.say(
        Text("Was every lamp lit in its turn, and every colour as named?"),
        keys=Text(
            "Enter: yes. Else type the points whose lamps were wrong (as in 7 12), or: "
            "colours, order, none."
        ),
    )
    with console.offering(*_REPLIES, points=True):
        return _answered(console)


def _answered(console: BoardConsole) -> list[Finding]:
    while True:
        answer = console.read_answer()
        if answer is None:
            return [note(Text("nobody confirmed that the lamps are right"))]
        words = answer.replace(",", " ").split()
        if not words or words == ["yes"] or words == ["y"]:
            return [fine(Text("every lamp lit up in turn, in every colour"))]
        said = {
            "colours": Text(
                'colours are wrong: another [strip] order, if it is "RGB" or "BRG"; see '
                "core_freq in wiring.md if they flicker"
            ),
            "order": Text("the lamps are in another order: run `companion calibrate`"),
            "none": Text(
                "no lamp is lit: check the supply, the level shifter and the data wire to the "
                "first pixel; see wiring.md"
            ),
        }
        strange = [word for word in words if word not in said and word not in console.board.index]
        if not strange:
            points = [word for word in words if word in console.board.index]
            found = [wrong(said[word]) for word in words if word in said]
            if points:
                found.append(
                    wrong(
                        Text(
                            "lamps at {points} were wrong: if all after one of them are "
                            "too, that pixel or the wire to it is faulty",
                            points=", ".join(points),
                        )
                    )
                )
            return found
        known = [*said, *console.board.names]
        console.screen.say(
            Text(
                "There is no point {name!r}{hint}.",
                name=strange[0],
                hint=nearest(strange[0], known),
            )
        )

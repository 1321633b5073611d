"""The lamps, one after another, in each colour, and all in white: people look, and say."""

from __future__ import annotations

from collections.abc import Sequence

from companion.lights import power
from companion.lights.palette import RGB
from companion.maker.desk import Desk
from companion.maker.drawing import Mark
from companion.maker.findings import Finding, fine, note, wrong
from companion.rules.errors import nearest

WHITE: RGB = (255, 255, 255)
STEP = 0.25
"""Seconds for which each lamp is lit."""

LOOK = 1.5
"""Seconds for which all are lit in one colour."""

_COLOURS: tuple[tuple[str, RGB], ...] = (
    ("red", (255, 0, 0)),
    ("green", (0, 255, 0)),
    ("blue", (0, 0, 255)),
)


def walk(desk: Desk, lamps: Sequence[int]) -> None:
    """Light one after another, these lamps of the points in reading order."""
    for point, lamp in enumerate(lamps):
        desk.marks = lambda at=point: [  # type: ignore[misc]
            Mark("✶" if p == at else "·", "bold" if p == at else "dim")
            for p in range(desk.board.size)
        ]
        desk.light({lamp: WHITE})
        desk.wait(STEP)
    desk.dark()


def check_lamps(desk: Desk) -> list[Finding]:
    """Show what the lamps can do, and ask what was seen."""
    every = range(desk.board.size)
    desk.screen.say("Lamps: one after another in reading order, then all red, green, blue, white.")
    with desk.screen.drawing():
        desk.below = "Lamps in reading order, top row first."
        walk(desk, every)
        desk.marks = lambda: [Mark("✶")] * desk.board.size
        for name, colour in _COLOURS:
            desk.below = f"All lamps {name}."
            desk.light(dict.fromkeys(every, colour))
            desk.wait(LOOK)
        desk.below = "All lamps white."
        dimmed = desk.light(dict.fromkeys(every, WHITE))
        desk.wait(LOOK)
        desk.dark()
    return [_supply(desk, dimmed), *_asked(desk)]


def _supply(desk: Desk, dimmed: bool) -> Finding:
    count, budget, share = desk.lighting
    full = power.milliamps(bytes([round(255 * share)]) * (3 * count))
    how = f"dimmed to stay within lights.budget_ma = {budget}" if dimmed else f"within {budget} mA"
    return fine(f"all {count} lamps white at lights.brightness draw {full:.0f} mA, {how}")


def _asked(desk: Desk) -> list[Finding]:
    desk.screen.say(
        "Was every lamp lit in its turn, and every colour as named? Enter: yes. Else type the "
        "points whose lamps were wrong (as in 7 12), or: colours, order, none."
    )
    while True:
        answer = desk.answer()
        if answer is None:
            return [note("nobody has said whether the lamps were right")]
        words = answer.replace(",", " ").split()
        if not words or words == ["yes"] or words == ["y"]:
            return [fine("every lamp was lit in its turn, in every colour")]
        said = {
            "colours": 'colours are wrong: another [strip] order, if it is "RGB" or "BRG"; see '
            "core_freq in wiring.md if they flicker",
            "order": "the lamps are lit in another order: `companion calibrate` sorts them out",
            "none": "no lamp is lit: the supply, the level shifter, the data line at the first "
            "pixel; see wiring.md",
        }
        strange = [word for word in words if word not in said and word not in desk.board.index]
        if not strange:
            points = [word for word in words if word in desk.board.index]
            found = [wrong(said[word]) for word in words if word in said]
            if points:
                found.append(
                    wrong(
                        f"lamps at {', '.join(points)} were wrong: if all after one of them are, "
                        "it is that pixel or the wire to it"
                    )
                )
            return found
        known = [*said, *desk.board.names]
        desk.screen.say(f"There is no point {strange[0]!r}{nearest(strange[0], known)}.")

"""The legend: what each meaning looks like in a palette, in words and as a pattern.

Everything comes from the palette, the rhythms and the meanings themselves, so it is right by
itself when one of them changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.lights.palette import RGB, Palette, Rhythm
from companion.lights.rhythm import PATTERNS, Pattern, counting_pattern
from companion.lights.scene import Meaning

LEGEND: tuple[tuple[str, tuple[Meaning, ...]], ...] = (
    (
        "Playing",
        (
            Meaning.MAY_MOVE,
            Meaning.MUST_JUMP,
            Meaning.FROM,
            Meaning.TO,
            Meaning.VICTIM,
            Meaning.TAKE_OFF,
            Meaning.KEEP_JUMPING,
            Meaning.CROWN,
            Meaning.QUESTION,
            Meaning.PASSES,
            Meaning.LAST_MOVE,
        ),
    ),
    (
        "Setting up and mending",
        (Meaning.SET_UP, Meaning.PUT_HERE, Meaning.TAKE_AWAY, Meaning.FAULT),
    ),
    ("The computer and hints", (Meaning.THEIR_FROM, Meaning.THEIR_TO, Meaning.HINT)),
    ("With a clock", (Meaning.LAST_MINUTE, Meaning.LAST_SECONDS)),
    ("The menu", (Meaning.CHOICE, Meaning.PICKED, Meaning.ENDS, Meaning.PROGRESS)),
    ("Puzzles", (Meaning.CORNER, Meaning.SIDE, Meaning.MISTAKE)),
)
"""Every meaning once, in the groups that people meet them in."""

SPOKEN: Mapping[Meaning, str] = {
    Meaning.MAY_MOVE: "may move",
    Meaning.LAST_MINUTE: "may move",
    Meaning.LAST_SECONDS: "may move",
    Meaning.MUST_JUMP: "must jump",
    Meaning.FROM: "the piece in hand came from here",
    Meaning.TO: "the piece in hand may go here",
    Meaning.VICTIM: "would be captured",
    Meaning.TAKE_OFF: "take this piece off",
    Meaning.KEEP_JUMPING: "keep jumping",
    Meaning.CROWN: "crown it, or turn it over",
    Meaning.PASSES: "cannot move",
    Meaning.QUESTION: "answer",
    Meaning.SET_UP: "a piece belongs here",
    Meaning.PUT_HERE: "put a piece here",
    Meaning.TAKE_AWAY: "take this piece away",
    Meaning.THEIR_FROM: "the move to carry out starts here",
    Meaning.THEIR_TO: "the move to carry out ends here",
    Meaning.HINT: "hint",
    Meaning.LAST_MOVE: "last move",
    Meaning.FAULT: "faulty switch",
    Meaning.CORNER: "corner of the figure",
    Meaning.SIDE: "side of the figure, or a correct line",
    Meaning.MISTAKE: "wrong line",
    Meaning.CHOICE: "can be chosen",
    Meaning.ENDS: "can be chosen by holding it",
    Meaning.PICKED: "chosen now",
    Meaning.PROGRESS: "progress of the hold",
}
"""What a screen reader says of a point whose lamp has a meaning, after what stands there."""

PLACEABLE = "a piece may be placed here"
"""What it says of a vacant point in place of *may move*."""

_WORDS = {
    Rhythm.STEADY: "steady",
    Rhythm.BREATHE: "breathing",
    Rhythm.DIP: "steady with short dips",
    Rhythm.TICK: "steady with short gaps",
    Rhythm.TICK_FAST: "steady with short gaps",
    Rhythm.BLINK_SLOW: "blinking slowly",
    Rhythm.BLINK_FAST: "blinking fast",
    Rhythm.FIRST: "in turn with the other lamp, first",
    Rhythm.SECOND: "in turn with the other lamp, second",
    Rhythm.COUNT: "in turn, the first answer with one flash, the second with two, and so on",
}
_DIM = 0.5  # a steady lamp up to this level is called dim


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """What a meaning looks like.

    text:   what it means.
    look:   its colour and rhythm in words.
    colour: None for the colour of the seat that it is about.
    beats:  its pattern, as in `rhythm`; empty for steady light.
    """

    text: str
    look: str
    colour: RGB | None
    beats: Pattern


def legend_entry(meaning: Meaning, palette: Palette) -> LegendEntry:
    """Return what a meaning looks like in a palette."""
    look = palette.looks[meaning]
    # Of a question the legend shows two answers, which take turns.
    beats = counting_pattern(0b10, 2, -1) if look.rhythm is Rhythm.COUNT else PATTERNS[look.rhythm]
    seconds = sum(ms for ms, _ in beats) / 1000
    period = "" if not beats or look.rhythm is Rhythm.COUNT else f", every {seconds:g} s"
    dim = "dim, " if look.rhythm in (Rhythm.STEADY, Rhythm.DIP) and look.level <= _DIM else ""
    hue = look.hue or "the player's colour"
    return LegendEntry(
        meaning.value, f"{hue}, {dim}{_WORDS[look.rhythm]}{period}", look.colour, beats
    )

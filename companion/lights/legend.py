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
from companion.text import Text, joined

LEGEND: tuple[tuple[Text, tuple[Meaning, ...]], ...] = (
    (
        Text("Playing"),
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
        Text("Setting up and mending"),
        (Meaning.SET_UP, Meaning.PUT_HERE, Meaning.TAKE_AWAY, Meaning.FAULT),
    ),
    (Text("The computer and hints"), (Meaning.THEIR_FROM, Meaning.THEIR_TO, Meaning.HINT)),
    (Text("With a clock"), (Meaning.LAST_MINUTE, Meaning.LAST_SECONDS)),
    (Text("The menu"), (Meaning.CHOICE, Meaning.PICKED, Meaning.ENDS, Meaning.PROGRESS)),
    (Text("Puzzles"), (Meaning.CORNER, Meaning.SIDE, Meaning.MISTAKE)),
)
"""Every meaning once, in the groups that people meet them in."""

SPOKEN: Mapping[Meaning, Text] = {
    Meaning.MAY_MOVE: Text("may move"),
    Meaning.LAST_MINUTE: Text("may move"),
    Meaning.LAST_SECONDS: Text("may move"),
    Meaning.MUST_JUMP: Text("must jump"),
    Meaning.FROM: Text("the piece in hand came from here"),
    Meaning.TO: Text("the piece in hand may go here"),
    Meaning.VICTIM: Text("would be captured"),
    Meaning.TAKE_OFF: Text("take this piece off"),
    Meaning.KEEP_JUMPING: Text("keep jumping"),
    Meaning.CROWN: Text("crown it, or turn it over"),
    Meaning.PASSES: Text("cannot move"),
    Meaning.QUESTION: Text("answer"),
    Meaning.SET_UP: Text("a piece belongs here"),
    Meaning.PUT_HERE: Text("put a piece here"),
    Meaning.TAKE_AWAY: Text("take this piece away"),
    Meaning.THEIR_FROM: Text("the move to carry out starts here"),
    Meaning.THEIR_TO: Text("the move to carry out ends here"),
    Meaning.HINT: Text("hint"),
    Meaning.LAST_MOVE: Text("last move"),
    Meaning.FAULT: Text("faulty switch"),
    Meaning.CORNER: Text("corner of the figure"),
    Meaning.SIDE: Text("side of the figure, or a correct line"),
    Meaning.MISTAKE: Text("wrong line"),
    Meaning.CHOICE: Text("can be chosen"),
    Meaning.ENDS: Text("can be chosen by holding it"),
    Meaning.PICKED: Text("chosen now"),
    Meaning.PROGRESS: Text("progress of the hold"),
}
"""What a screen reader says of a point whose lamp has a meaning, after what stands there."""

PLACEABLE = Text("a piece may be placed here")
"""What it says of a vacant point in place of *may move*."""

_WORDS = {
    Rhythm.STEADY: Text("steady"),
    Rhythm.BREATHE: Text("breathing"),
    Rhythm.DIP: Text("steady with short dips"),
    Rhythm.TICK: Text("steady with short gaps"),
    Rhythm.TICK_FAST: Text("steady with short gaps"),
    Rhythm.BLINK_SLOW: Text("blinking slowly"),
    Rhythm.BLINK_FAST: Text("blinking fast"),
    Rhythm.FIRST: Text("in turn with the other lamp, first"),
    Rhythm.SECOND: Text("in turn with the other lamp, second"),
    Rhythm.COUNT: Text("in turn, the first answer with one flash, the second with two, and so on"),
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

    text: Text
    look: Text
    colour: RGB | None
    beats: Pattern


def legend_entry(meaning: Meaning, palette: Palette) -> LegendEntry:
    """Return what a meaning looks like in a palette."""
    look = palette.looks[meaning]
    # Of a question the legend shows two answers, which take turns.
    beats = counting_pattern(0b10, 2, -1) if look.rhythm is Rhythm.COUNT else PATTERNS[look.rhythm]
    seconds = sum(ms for ms, _ in beats) / 1000
    words = [look.hue or Text("the player's colour")]
    if look.rhythm in (Rhythm.STEADY, Rhythm.DIP) and look.level <= _DIM:
        words.append(Text("dim"))
    words.append(_WORDS[look.rhythm])
    if beats and look.rhythm is not Rhythm.COUNT:
        words.append(Text("every {seconds} s", seconds=f"{seconds:g}"))
    return LegendEntry(meaning.value, joined(", ", words), look.colour, beats)

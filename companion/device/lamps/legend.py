"""The legend: the look of each meaning in a palette, in words and as a pattern.

Everything is derived from the palette, the rhythms and the meanings, so it stays correct when one
of them changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.base.text import Text, joined
from companion.device.lamps.palette import RGB, Palette, Rhythm
from companion.device.lamps.rhythm import PATTERNS, Pattern, counting_pattern
from companion.device.lamps.scene import Meaning

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
        (Meaning.SET_UP, Meaning.PUT_HERE, Meaning.TAKE_AWAY, Meaning.FAULT, Meaning.FAILED),
    ),
    (Text("The computer and hints"), (Meaning.THEIR_FROM, Meaning.THEIR_TO, Meaning.HINT)),
    (Text("With a clock"), (Meaning.LAST_MINUTE, Meaning.LAST_SECONDS)),
    (Text("The menu"), (Meaning.CHOICE, Meaning.PICKED, Meaning.ENDS, Meaning.PROGRESS)),
    (Text("Puzzles"), (Meaning.CORNER, Meaning.SIDE, Meaning.MISTAKE)),
)
"""Every meaning once, grouped by the situation in which it occurs."""

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
    Meaning.FAILED: Text("the program has failed"),
    Meaning.CORNER: Text("corner of the figure"),
    Meaning.SIDE: Text("side of the figure, or a correct line"),
    Meaning.MISTAKE: Text("wrong line"),
    Meaning.CHOICE: Text("can be chosen"),
    Meaning.ENDS: Text("can be chosen by holding it"),
    Meaning.PICKED: Text("chosen now"),
    Meaning.PROGRESS: Text("progress of the hold"),
}
"""The words of a screen reader for a point whose lamp has a meaning, after the point's pieces."""

FOR_THE_MOVER = frozenset({Meaning.MAY_MOVE, Meaning.LAST_MINUTE, Meaning.LAST_SECONDS})
"""The meanings of points whose piece may move, or where a piece may be placed."""

PLACEABLE = Text("a piece may be placed here")
"""The screen reader's words for a vacant point, in place of *may move*."""

_WORDS = {
    Rhythm.STEADY: Text("steady"),
    Rhythm.BREATHE: Text("breathing"),
    Rhythm.DIP: Text("steady with short dips"),
    Rhythm.TICK: Text("steady with a short gap each second"),
    Rhythm.TICK_FAST: Text("steady with two short gaps each second"),
    Rhythm.BLINK_SLOW: Text("blinking slowly"),
    Rhythm.BLINK_FAST: Text("blinking fast"),
    Rhythm.FIRST: Text("in turn with the other lamp, first"),
    Rhythm.SECOND: Text("in turn with the other lamp, second"),
    Rhythm.COUNT: Text("in turn, the first answer with one flash, the second with two, and so on"),
}
_DIM = 0.5  # a steady lamp up to this level is called dim


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """The look of a meaning.

    Attributes:
        text: The meaning in words.
        look: Its colour and rhythm in words.
        colour: The colour; None for that of the seat concerned.
        beats: Its pattern, as in `rhythm`; empty for steady light.
    """

    text: Text
    look: Text
    colour: RGB | None
    beats: Pattern


def legend_entry(meaning: Meaning, palette: Palette) -> LegendEntry:
    """Return the look of a meaning in a palette."""
    look = palette.looks[meaning]
    # Of a question the legend shows two answers, which take turns.
    beats = counting_pattern(0b10, 2, -1) if look.rhythm is Rhythm.COUNT else PATTERNS[look.rhythm]
    words = [look.hue or Text("the player's colour")]
    if look.rhythm in (Rhythm.STEADY, Rhythm.DIP) and look.level <= _DIM:
        words.append(Text("dim"))
    words.append(_WORDS[look.rhythm])
    return LegendEntry(meaning.value, joined(", ", words), look.colour, beats)

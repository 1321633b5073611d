"""The palettes: what each meaning looks like, as data.

Colours are linear light: red, green and blue are shares (of 255) of a lamp's full output, so half
the number is half the light. Green LEDs are brighter than red ones, so amber and gold contain less
green here than on a screen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from companion.lights.scene import Meaning
from companion.rules import CompanionError
from companion.rules.errors import nearest

RGB = tuple[int, int, int]
"""Red, green and blue light, 0 to 255 each."""


class LightsError(CompanionError, ValueError):
    """An invalid setting of the lamps."""


class Rhythm(Enum):
    """How a lamp's light changes over time; `lights/rhythm.py` defines the patterns."""

    STEADY = "steady"
    BREATHE = "breathe"
    TICK = "tick"
    TICK_FAST = "tick fast"
    BLINK_SLOW = "blink slow"
    BLINK_FAST = "blink fast"
    FIRST = "alternate, first half"
    SECOND = "alternate, second half"
    COUNT = "in turn, each by its number of flashes"


@dataclass(frozen=True, slots=True)
class LampLook:
    """What a meaning looks like: a colour (None: the seat's), a rhythm and a level (0 to 1)."""

    colour: RGB | None
    rhythm: Rhythm
    level: float


@dataclass(frozen=True, slots=True)
class Palette:
    """A name, the colour of each seat (at most six), and the look of each meaning."""

    name: str
    seats: tuple[RGB, ...]
    looks: Mapping[Meaning, LampLook]

    def seat(self, seat: int | None) -> RGB:
        """Return the colour of a seat, or the first seat's colour for None."""
        return self.seats[max(seat or 0, 0) % len(self.seats)]


def _looks(
    *,
    must: RGB,
    origin: RGB,
    target: RGB,
    capture: RGB,
    crown: RGB,
    question: RGB,
    wrong: RGB,
    theirs: RGB,
    hint: RGB,
    fault: RGB,
    corner: RGB,
    side: RGB,
    mistake: RGB,
    choice: RGB,
    ends: RGB,
) -> dict[Meaning, LampLook]:
    """Return the looks of all meanings. Only colours differ between palettes; rhythms and levels
    are the same, so that one printed card explains them all."""
    return {
        # Many lamps are lit at once, so they are dim, to keep the whole board far below the power
        # budget.
        Meaning.MAY_MOVE: LampLook(None, Rhythm.STEADY, 0.30),
        Meaning.LAST_MINUTE: LampLook(None, Rhythm.TICK, 0.30),
        Meaning.LAST_SECONDS: LampLook(None, Rhythm.TICK_FAST, 0.30),
        Meaning.SET_UP: LampLook(None, Rhythm.BLINK_SLOW, 0.40),
        Meaning.MUST_JUMP: LampLook(must, Rhythm.BREATHE, 0.90),
        Meaning.FROM: LampLook(origin, Rhythm.STEADY, 0.35),
        Meaning.TO: LampLook(target, Rhythm.STEADY, 0.90),
        Meaning.VICTIM: LampLook(capture, Rhythm.STEADY, 0.90),
        Meaning.TAKE_OFF: LampLook(capture, Rhythm.BLINK_FAST, 1.00),
        Meaning.KEEP_JUMPING: LampLook(target, Rhythm.BREATHE, 0.90),
        Meaning.CROWN: LampLook(crown, Rhythm.BLINK_SLOW, 0.90),
        Meaning.PASSES: LampLook(None, Rhythm.BLINK_FAST, 0.40),
        Meaning.QUESTION: LampLook(question, Rhythm.COUNT, 1.00),
        Meaning.PUT_HERE: LampLook(wrong, Rhythm.BLINK_SLOW, 1.00),
        Meaning.TAKE_AWAY: LampLook(wrong, Rhythm.BLINK_FAST, 1.00),
        Meaning.THEIR_FROM: LampLook(theirs, Rhythm.FIRST, 0.90),
        Meaning.THEIR_TO: LampLook(theirs, Rhythm.SECOND, 0.90),
        Meaning.HINT: LampLook(hint, Rhythm.STEADY, 0.20),
        Meaning.FAULT: LampLook(fault, Rhythm.BREATHE, 0.40),
        Meaning.CORNER: LampLook(corner, Rhythm.STEADY, 0.90),
        Meaning.SIDE: LampLook(side, Rhythm.STEADY, 0.30),
        Meaning.MISTAKE: LampLook(mistake, Rhythm.STEADY, 0.90),
        Meaning.CHOICE: LampLook(choice, Rhythm.BREATHE, 0.50),
        Meaning.ENDS: LampLook(ends, Rhythm.BREATHE, 0.50),
        Meaning.PICKED: LampLook(choice, Rhythm.BLINK_SLOW, 0.90),
        Meaning.PROGRESS: LampLook(choice, Rhythm.STEADY, 0.90),
    }


STANDARD = Palette(
    name="standard",
    #      white           blue          yellow        rose          lime          azure
    seats=((140, 120, 90), (10, 35, 200), (140, 90, 0), (140, 10, 45), (50, 120, 0), (0, 60, 140)),
    looks=_looks(
        must=(255, 110, 0),  # amber
        origin=(0, 140, 140),  # cyan
        target=(0, 230, 25),  # green
        capture=(255, 55, 0),  # orange
        crown=(255, 150, 10),  # gold
        question=(0, 40, 255),  # blue
        wrong=(255, 0, 0),  # red
        theirs=(130, 0, 255),  # violet
        hint=(150, 0, 255),  # violet
        fault=(130, 0, 255),  # violet
        corner=(255, 255, 120),  # pale yellow
        side=(120, 255, 120),  # pale green
        mistake=(255, 0, 255),  # magenta
        choice=(120, 200, 255),  # icy white
        ends=(255, 0, 160),  # pink
    ),
)

# After Okabe and Ito ("Color Universal Design", 2008): sky blue, bluish green, vermilion, yellow
# and reddish purple stay apart for red-, green- and blue-blind eyes, by hue or by brightness.
SAFE = Palette(
    name="safe",
    #      white           blue         amber         faint red    pale yellow      faint blue
    seats=((120, 103, 80), (0, 40, 255), (170, 100, 0), (51, 8, 8), (255, 255, 150), (0, 0, 102)),
    looks=_looks(
        must=(255, 130, 0),  # amber
        origin=(40, 150, 255),  # sky blue
        target=(0, 255, 110),  # bluish green
        capture=(255, 55, 0),  # vermilion
        crown=(255, 190, 0),  # yellow
        question=(0, 60, 255),  # blue
        wrong=(255, 0, 90),  # reddish purple, the red in it foremost
        theirs=(130, 0, 255),  # violet
        hint=(255, 0, 150),  # reddish purple
        fault=(130, 0, 255),  # violet
        corner=(255, 255, 60),  # pale yellow
        side=(120, 255, 60),  # pale green
        mistake=(255, 0, 255),  # magenta
        choice=(120, 200, 255),  # icy white
        ends=(255, 0, 160),  # pink
    ),
)

PALETTES: Mapping[str, Palette] = {palette.name: palette for palette in (STANDARD, SAFE)}
"""Every palette by name, the default first."""


def find_palette(name: str) -> Palette:
    """Return the palette with this name. Raises LightsError if there is none."""
    if name not in PALETTES:
        raise LightsError(
            f"unknown palette {name!r}{nearest(name, PALETTES)}; choose from {', '.join(PALETTES)}"
        )
    return PALETTES[name]

"""The palettes: the look of each meaning, as data.

Colours are linear light: red, green and blue are shares (of 255) of a lamp's full output, so half
the number is half the light. Green LEDs are brighter than red ones, so amber and gold contain less
green here than on a screen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from companion.base.errors import CompanionError, nearest
from companion.base.text import Text
from companion.device.lamps.scene import Meaning

RGB = tuple[int, int, int]
"""Red, green and blue light, 0 to 255 each."""


class LightsError(CompanionError, ValueError):
    """An invalid setting of the lamps."""


class Rhythm(Enum):
    """A kind of change in a lamp's light over time; `device/lamps/rhythm.py` has the patterns."""

    STEADY = "steady"
    BREATHE = "breathe"
    DIP = "dip"
    TICK = "tick"
    TICK_FAST = "tick fast"
    BLINK_SLOW = "blink slow"
    BLINK_FAST = "blink fast"
    FIRST = "alternate, first half"
    SECOND = "alternate, second half"
    COUNT = "in turn, each by its number of flashes"


@dataclass(frozen=True, slots=True)
class LampLook:
    """The look of a meaning.

    Attributes:
        colour: The colour; None for the seat's.
        rhythm: The rhythm.
        level: The brightness (0 to 1).
        hue: The name of the colour.
    """

    colour: RGB | None
    rhythm: Rhythm
    level: float
    hue: Text = Text()


Hue = tuple[Text, RGB]
"""The name of a colour, and its light."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of seats and meanings.

    Attributes:
        name: The palette's name.
        seats: The colour of each seat (at most six).
        looks: The look of each meaning.
        hues: The names of the seats' colours.
    """

    name: str
    seats: tuple[RGB, ...]
    looks: Mapping[Meaning, LampLook]
    hues: tuple[Text, ...] = ()

    @property
    def colours(self) -> Mapping[str, Text]:
        """The name of each meaning's colour, by the meaning: `hint` is violet, for example.

        Sentences that name the colour of a lamp are messages with these values, so that they name
        the colour that is shown. Meanings that are shown in a seat's colour are left out.
        """
        return {meaning.name.lower(): look.hue for meaning, look in self.looks.items() if look.hue}

    def seat(self, seat: int | None) -> RGB:
        """Return the colour of a seat, or the first seat's colour for None."""
        return self.seats[max(seat or 0, 0) % len(self.seats)]


def _look(hue: Hue, rhythm: Rhythm, level: float) -> LampLook:
    name, colour = hue
    return LampLook(colour, rhythm, level, name)


def _looks(
    *,
    must: Hue,
    origin: Hue,
    target: Hue,
    capture: Hue,
    crown: Hue,
    question: Hue,
    wrong: Hue,
    theirs: Hue,
    hint: Hue,
    last: Hue,
    fault: Hue,
    corner: Hue,
    side: Hue,
    mistake: Hue,
    choice: Hue,
    ends: Hue,
) -> dict[Meaning, LampLook]:
    """Return the looks of all meanings.

    Only colours differ between palettes; rhythms and levels are the same, so that one printed card
    explains them all.
    """
    return {
        # Many lamps are lit at once, so they are dim, to keep the whole board far below the power
        # budget.
        Meaning.MAY_MOVE: LampLook(None, Rhythm.STEADY, 0.30),
        Meaning.LAST_MINUTE: LampLook(None, Rhythm.TICK, 0.30),
        Meaning.LAST_SECONDS: LampLook(None, Rhythm.TICK_FAST, 0.30),
        Meaning.SET_UP: LampLook(None, Rhythm.BLINK_SLOW, 0.40),
        Meaning.MUST_JUMP: _look(must, Rhythm.BREATHE, 0.90),
        Meaning.FROM: _look(origin, Rhythm.STEADY, 0.35),
        Meaning.TO: _look(target, Rhythm.STEADY, 0.90),
        Meaning.VICTIM: _look(capture, Rhythm.STEADY, 0.90),
        Meaning.TAKE_OFF: _look(capture, Rhythm.BLINK_FAST, 1.00),
        Meaning.KEEP_JUMPING: _look(target, Rhythm.BREATHE, 0.90),
        Meaning.CROWN: _look(crown, Rhythm.BLINK_SLOW, 0.90),
        Meaning.PASSES: LampLook(None, Rhythm.BLINK_FAST, 0.40),
        Meaning.QUESTION: _look(question, Rhythm.COUNT, 1.00),
        Meaning.PUT_HERE: _look(wrong, Rhythm.BLINK_SLOW, 1.00),
        Meaning.TAKE_AWAY: _look(wrong, Rhythm.BLINK_FAST, 1.00),
        Meaning.THEIR_FROM: _look(theirs, Rhythm.FIRST, 0.90),
        Meaning.THEIR_TO: _look(theirs, Rhythm.SECOND, 0.90),
        Meaning.HINT: _look(hint, Rhythm.STEADY, 0.20),
        Meaning.LAST_MOVE: _look(last, Rhythm.DIP, 0.10),
        Meaning.FAULT: _look(fault, Rhythm.BREATHE, 0.40),
        Meaning.FAILED: _look(fault, Rhythm.DIP, 0.40),
        Meaning.CORNER: _look(corner, Rhythm.STEADY, 0.90),
        Meaning.SIDE: _look(side, Rhythm.STEADY, 0.30),
        Meaning.MISTAKE: _look(mistake, Rhythm.STEADY, 0.90),
        Meaning.CHOICE: _look(choice, Rhythm.BREATHE, 0.50),
        Meaning.ENDS: _look(ends, Rhythm.BREATHE, 0.50),
        Meaning.PICKED: _look(choice, Rhythm.BLINK_SLOW, 0.90),
        Meaning.PROGRESS: _look(choice, Rhythm.STEADY, 0.90),
    }


STANDARD = Palette(
    name="standard",
    seats=((140, 120, 90), (10, 35, 200), (140, 90, 0), (140, 10, 45), (50, 120, 0), (0, 60, 140)),
    hues=(Text("white"), Text("blue"), Text("yellow"), Text("rose"), Text("lime"), Text("azure")),
    looks=_looks(
        must=(Text("amber"), (255, 110, 0)),
        origin=(Text("cyan"), (0, 140, 140)),
        target=(Text("green"), (0, 230, 25)),
        capture=(Text("orange"), (255, 55, 0)),
        crown=(Text("gold"), (255, 150, 10)),
        question=(Text("blue"), (0, 40, 255)),
        wrong=(Text("red"), (255, 0, 0)),
        theirs=(Text("violet"), (130, 0, 255)),
        hint=(Text("violet"), (150, 0, 255)),
        last=(Text("white"), (255, 255, 255)),
        fault=(Text("violet"), (130, 0, 255)),
        corner=(Text("pale yellow"), (255, 255, 120)),
        side=(Text("pale green"), (120, 255, 120)),
        mistake=(Text("magenta"), (255, 0, 255)),
        choice=(Text("icy white"), (120, 200, 255)),
        ends=(Text("pink"), (255, 0, 160)),
    ),
)

# After Okabe and Ito ("Color Universal Design", 2008): sky blue, bluish green, vermilion, yellow
# and reddish purple stay apart for red-, green- and blue-blind eyes, by hue or by brightness.
SAFE = Palette(
    name="safe",
    seats=((120, 103, 80), (0, 40, 255), (170, 100, 0), (51, 8, 8), (255, 255, 150), (0, 0, 102)),
    hues=(
        Text("white"),
        Text("blue"),
        Text("amber"),
        Text("faint red"),
        Text("pale yellow"),
        Text("faint blue"),
    ),
    looks=_looks(
        must=(Text("amber"), (255, 130, 0)),
        origin=(Text("sky blue"), (40, 150, 255)),
        target=(Text("bluish green"), (0, 255, 110)),
        capture=(Text("vermilion"), (255, 55, 0)),
        crown=(Text("yellow"), (255, 190, 0)),
        question=(Text("blue"), (0, 60, 255)),
        wrong=(Text("reddish purple"), (255, 0, 90)),  # the red in it foremost
        theirs=(Text("violet"), (130, 0, 255)),
        hint=(Text("reddish purple"), (255, 0, 150)),
        last=(Text("white"), (255, 255, 255)),
        fault=(Text("violet"), (130, 0, 255)),
        corner=(Text("pale yellow"), (255, 255, 60)),
        side=(Text("pale green"), (120, 255, 60)),
        mistake=(Text("magenta"), (255, 0, 255)),
        choice=(Text("icy white"), (120, 200, 255)),
        ends=(Text("pink"), (255, 0, 160)),
    ),
)

PALETTES: Mapping[str, Palette] = {palette.name: palette for palette in (STANDARD, SAFE)}
"""Every palette by name, the default first."""


def find_palette(name: str) -> Palette:
    """Return the palette with this name.

    Raises:
        LightsError: If there is none.
    """
    if name not in PALETTES:
        raise LightsError(
            Text(
                "unknown palette {name!r}{suggestion}; choose from {palettes}",
                name=name,
                suggestion=nearest(name, PALETTES),
                palettes=", ".join(PALETTES),
            )
        )
    return PALETTES[name]

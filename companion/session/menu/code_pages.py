"""The menu's pages for telling remote players a code, or typing theirs, by lamps alone.

The first ten points are the digits, in reading order: 1 to 9, and 0. The five points after them
count the digits; after five they begin anew, so a digit that comes twice is noticed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.base.text import Text, verbatim
from companion.device.lamps.scene import Lamp, Meaning
from companion.protocol import commands
from companion.remote.table.code import FEWEST_IN_ALL, MOST_IN_ALL, InvalidCode, TableCode
from companion.rules.geometry import Board, Point
from companion.session.menu.menu import MenuEntry, MenuPage

_DIGITS = "1234567890"
_COUNTED = 5  # lamps that count the digits
FEWEST_POINTS = len(_DIGITS) + _COUNTED + 2
"""Points that a board must have for these pages: two more are for going back and for joining."""


@dataclass(frozen=True, slots=True)
class TypedCode:
    """A code, as far as it has been typed."""

    digits: str = ""


def code_to_type(board: Board, typed: TypedCode, back: MenuEntry) -> MenuPage:
    """Return the page on which the next digit of a code is typed.

    Args:
        board: The board that the page is shown on.
        typed: The digits so far.
        back: The entry that removes the last digit.
    """
    digits, lamps = typed.digits, _counting(len(typed.digits))
    entries = [
        MenuEntry(verbatim(digit), TypedCode(digits + digit), Point(place), lamps=lamps)
        for place, digit in enumerate(_DIGITS)
        if len(digits) < MOST_IN_ALL
    ]
    entries.append(replace(back, lamps=lamps))
    title = Text("Type the code: {digits}", digits=digits)
    if len(digits) >= FEWEST_IN_ALL:
        try:
            join = commands.Join(str(TableCode.parse(digits)))
        except InvalidCode:  # it may be a longer one
            title = Text(
                "{digits} is not a code: keep typing, or go back to the wrong digit", digits=digits
            )
        else:
            entries.append(MenuEntry(Text("join"), join, Point(board.size - 1), lamps=lamps))
            return MenuPage(title, tuple(entries), len(entries) - 1)
    return MenuPage(title, tuple(entries))


def code_to_tell(code: str, title: Text, again: object, back: MenuEntry) -> MenuPage:
    """Return the page that shows a code digit by digit, as the button is pressed.

    Args:
        code: The code, in digits; empty until it is known.
        title: The title until then.
        again: The action that shows the first digit again.
        back: The entry that leads back.
    """
    digits = code.replace("-", "")
    entries = [
        MenuEntry(
            Text("digit {number}: {digit}", number=number, digit=digit),
            again,
            lamps=((Point(_DIGITS.index(digit)), Lamp(Meaning.PICKED)), *_counting(number)),
        )
        for number, digit in enumerate(digits, 1)
    ]
    if code:
        title = Text("Tell them this code: {code}", code=code)
    return MenuPage(title, (*entries, back))


def _counting(number: int) -> tuple[tuple[Point, Lamp], ...]:
    """Return the lamps that count this number of digits."""
    lit = (number - 1) % _COUNTED + 1 if number else 0
    return tuple((Point(len(_DIGITS) + place), Lamp(Meaning.PROGRESS)) for place in range(lit))

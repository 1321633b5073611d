"""Time controls and their texts.

| text | meaning |
|---|---|
| `move 30` | 30 seconds for each move |
| `fischer 5+3` | 5 minutes; each move made adds 3 seconds |
| `bronstein 5+3` | 5 minutes; the first 3 seconds of each move are given back |
| `hourglass 2` | 2 minutes; the time that one seat uses goes to the others |

More follows after commas: `fischer 5+3, black 2` gives Black 2 minutes, as a handicap. `seat 2` is
the second seat, whatever its name. `show` only shows that a flag has fallen; the seat does not
lose. Minutes and seconds may have decimals.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from companion.base.errors import CompanionError, nearest
from companion.base.text import Text
from companion.rules.piece import Seat


class InvalidClock(CompanionError, ValueError):
    """A time control that cannot be parsed or used; the message gives examples."""


class ClockKind(Enum):
    """The kinds of time control, by the word that begins their text."""

    MOVE = "move"
    FISCHER = "fischer"
    BRONSTEIN = "bronstein"
    HOURGLASS = "hourglass"


_MINUTE = 60.0
_SHOW = "show"
_MOST_MINUTES = 24 * 60
_MOST_SECONDS = 3600
_TIMES = re.compile(r"(\d{1,5}(?:\.\d{1,3})?)(?:\+(\d{1,5}(?:\.\d{1,3})?))?", re.ASCII)
_EXAMPLES = Text(
    "{others} or {last}",
    others="`fischer 5+3`, `bronstein 5+3`, `move 30`",
    last="`hourglass 2`",
)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A time control.

    Attributes:
        kind: What happens to a seat's time when it has moved.
        base: The seconds that each seat begins with; for `MOVE`, begins each move with.
        bonus: The seconds added for each move; 0 if the kind has none.
        handicaps: The seats that begin with another number of seconds.
        loses: Whether a seat whose time is over loses; otherwise the fallen flag is only shown.
    """

    kind: ClockKind
    base: float
    bonus: float = 0.0
    handicaps: Mapping[Seat, float] = field(default_factory=dict)
    loses: bool = True

    def initial(self, seat: Seat) -> float:
        """Return the seconds that a seat begins with."""
        return self.handicaps.get(seat, self.base)

    def text(self, seats: Sequence[str]) -> str:
        """Return the text of this control, for seats with these names."""
        unit = self._unit
        bonus = f"+{_number(self.bonus)}" if self._has_bonus else ""
        others = "".join(
            f", {seats[seat].lower()} {_number(time / unit)}"
            for seat, time in sorted(self.handicaps.items())
        )
        shown = "" if self.loses else f", {_SHOW}"
        return f"{self.kind.value} {_number(self.base / unit)}{bonus}{others}{shown}"

    @property
    def _unit(self) -> float:
        return 1.0 if self.kind is ClockKind.MOVE else _MINUTE

    @property
    def _has_bonus(self) -> bool:
        return self.kind in (ClockKind.FISCHER, ClockKind.BRONSTEIN)

    @classmethod
    def fitting(cls, text: str, seats: Sequence[str]) -> TimeControl:
        """Parse a text written for another game, without the handicaps of seats missing here.

        Args:
            text: The text.
            seats: The names of the seats of this game, in turn order.

        Raises:
            InvalidClock: If the rest cannot be parsed.
        """
        names = [seat.lower() for seat in seats]
        main, *others = text.split(",")
        kept = [
            one
            for one in others
            if (found := _split(one)) is None or _find_seat(found[0], names) is not None
        ]
        return cls.parse(",".join([main, *kept]), seats)

    @classmethod
    def parse(cls, text: str, seats: Sequence[str]) -> TimeControl:
        """Parse the text of a time control.

        Args:
            text: The text, in any case.
            seats: The names of the seats, in turn order.

        Raises:
            InvalidClock: If it cannot be parsed, or a time is out of range.
        """
        main, *others = (part.strip().lower() for part in text.split(","))
        word, _, times = main.partition(" ")
        try:
            kind = ClockKind(word)
        except ValueError:
            known = [one.value for one in ClockKind]
            raise InvalidClock(
                Text(
                    "clock {clock!r}: there is no kind {kind!r}{similar}; "
                    "write {examples}, or leave the clock out",
                    clock=text,
                    kind=word,
                    similar=nearest(word, known),
                    examples=_EXAMPLES,
                )
            ) from None
        found = _TIMES.fullmatch(times.strip())
        if found is None:
            raise InvalidClock(
                Text(
                    "clock {clock!r}: {time!r} is no time; write {examples}",
                    clock=text,
                    time=times.strip(),
                    examples=_EXAMPLES,
                )
            )
        control = cls(kind, 1.0)
        if found[2] is not None and not control._has_bonus:
            raise InvalidClock(
                Text(
                    "clock {clock!r}: {kind} takes one number; write {examples}",
                    clock=text,
                    kind=word,
                    examples=_EXAMPLES,
                )
            )
        bonus = float(found[2] or 0)
        if bonus > _MOST_SECONDS:
            raise InvalidClock(
                Text(
                    "clock {clock!r}: {bonus:g} seconds a move is too much; the most is {most}",
                    clock=text,
                    bonus=bonus,
                    most=_MOST_SECONDS,
                )
            )
        base = control._seconds(text, found[1])
        handicaps: dict[Seat, float] = {}
        for one in others:
            if one != _SHOW:
                seat, time = control._handicap(text, one, seats)
                if seat in handicaps:
                    name = seats[seat].lower()
                    raise InvalidClock(
                        Text(
                            "clock {clock!r}: {seat} has two times; write one",
                            clock=text,
                            seat=name,
                        )
                    )
                handicaps[seat] = time
        return cls(kind, base, bonus, handicaps, loses=_SHOW not in others)

    def _seconds(self, text: str, number: str) -> float:
        value = float(number)
        seconds = self.kind is ClockKind.MOVE
        most = _MOST_SECONDS if seconds else _MOST_MINUTES
        if not 0 < value <= most:
            raise InvalidClock(
                Text(
                    "clock {clock!r}: {time:g} seconds cannot be; "
                    "choose more than 0 and at most {most}",
                    clock=text,
                    time=value,
                    most=most,
                )
                if seconds
                else Text(
                    "clock {clock!r}: {time:g} minutes cannot be; "
                    "choose more than 0 and at most {most}",
                    clock=text,
                    time=value,
                    most=most,
                )
            )
        return value * self._unit

    def _handicap(self, text: str, part: str, seats: Sequence[str]) -> tuple[Seat, float]:
        names = [seat.lower() for seat in seats]
        example = f"`{names[-1]} 2`" if names else "`black 2`"
        found = _split(part)
        if found is None:
            raise InvalidClock(
                Text(
                    "clock {clock!r}: {part!r} makes no sense there; write a seat and its time, "
                    "such as {example}, or {show}",
                    clock=text,
                    part=part,
                    example=example,
                    show=f"`{_SHOW}`",
                )
            )
        name, number = found
        seat = _find_seat(name, names)
        if seat is None:
            raise InvalidClock(
                Text(
                    "clock {clock!r}: no seat is called {name!r}{similar}; "
                    "choose from {seats}, with a time: {example}",
                    clock=text,
                    name=name,
                    similar=nearest(name, names),
                    seats=", ".join(seats),
                    example=example,
                )
            )
        return seat, self._seconds(text, number)


def _split(part: str) -> tuple[str, str] | None:
    """Return the name and the time of a handicap, for any name; None if it is not a handicap."""
    name, _, number = part.strip().lower().rpartition(" ")
    if not name or _TIMES.fullmatch(number) is None or "+" in number:
        return None
    return name.strip(), number


def _find_seat(name: str, names: Sequence[str]) -> Seat | None:
    """Return the seat with this name, or `seat 1`, `seat 2` and so on; None if there is none."""
    numbered = [f"seat {number}" for number in range(1, len(names) + 1)]
    for known in (names, numbered):
        if name in known:
            return Seat(known.index(name))
    return None


def _number(value: float) -> str:
    return f"{round(value, 3):.12g}"

"""The options that an engine offers: their types and bounds, and values for them.

UCI has five types of options, by these names; engines that speak JSON lines use the same.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, get_args

import msgspec

from companion.base.errors import CompanionError, nearest
from companion.base.text import Text
from companion.base.toml import shown

OptionType = Literal["check", "spin", "combo", "button", "string"]
"""A switch, a whole number, one of several words, something to do, or any text."""

OptionValue = str | int | bool
"""The value of an engine's option."""

_LARGEST = 2**53 - 1  # the largest whole number that every page reads exactly
_LONGEST = 200  # characters of a name or of a word
_MOST_CHOICES = 200
_MOST_WRITTEN = 1 << 16  # characters of all options of an engine

_UCI = re.compile(r"option\s+name\s+(?P<name>.+?)\s+type\s+(?P<type>\w+)(?P<rest>(?:\s.*)?)$")
_PART = re.compile(r"\s(default|min|max|var)(?=\s|$)")


class InvalidEngineOption(CompanionError, ValueError):
    """A value that an engine's option cannot have."""


class EngineOption(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An option that an engine offers.

    Attributes:
        name: Its name.
        type: Its type.
        default: Its value if it is not set.
        min: The least value of a `spin`; None for no limit.
        max: Its greatest value; None for no limit.
        choices: The words of a `combo`.
    """

    name: str
    type: OptionType
    default: OptionValue | None = None
    min: int | None = None
    max: int | None = None
    choices: list[str] = []

    @property
    def bounds(self) -> tuple[int, int]:
        """The least and the greatest value of a `spin`."""
        least = -_LARGEST if self.min is None else max(self.min, -_LARGEST)
        return least, _LARGEST if self.max is None else min(self.max, _LARGEST)

    def check(self, value: OptionValue) -> None:
        """Check a value for this option.

        Raises:
            InvalidEngineOption: If it cannot have that value. The message says what it can have.
        """
        match self.type:
            case "check" if isinstance(value, bool):
                return
            case "spin" if type(value) is int and self.bounds[0] <= value <= self.bounds[1]:
                return
            case "combo" if value in self.choices:
                return
        raise InvalidEngineOption(
            Text(
                "option {name!r} cannot be {value}; choose {choices}",
                name=self.name,
                value=shown(value),
                choices=self._choices(value),
            )
        )

    def _choices(self, value: OptionValue) -> Text:
        match self.type:
            case "check":
                return Text("true or false")
            case "spin":
                least, most = self.bounds
                return Text("a whole number from {least} to {most}", least=least, most=most)
            case "combo":
                return Text(
                    "from {choices}{similar}",
                    choices=", ".join(self.choices),
                    similar=nearest(str(value), self.choices),
                )
        return Text("it in the configuration")


def cut_offers(offers: Sequence[EngineOption]) -> tuple[EngineOption, ...]:
    """Leave out what no page could show: an engine may say as much as it likes."""
    kept: list[EngineOption] = []
    room = _MOST_WRITTEN
    for offer in offers:
        room -= len(msgspec.json.encode(offer))
        if room < 0:
            break
        kept.append(offer)
    return tuple(kept)


def read_uci_option(line: str) -> EngineOption | None:
    """Read the line in which a UCI engine offers an option; None if it is none.

    What it says of a default or a bound is left out if it makes no sense.
    """
    found = _UCI.match(line)
    if found is None:
        return None
    kind: OptionType = "string"  # what nobody knows is left to the configuration
    for known in get_args(OptionType):
        if found["type"] == known:
            kind = known
    parts = _PART.split(found["rest"])
    said = [(key, text.strip()) for key, text in zip(parts[1::2], parts[2::2], strict=True)]
    values = {key: text for key, text in said if key != "var"}
    choices = [text[:_LONGEST] for key, text in said if key == "var" and text]
    return EngineOption(
        name=found["name"][:_LONGEST],
        type=kind,
        default=_default(kind, values.get("default")),
        min=_whole(values.get("min")),
        max=_whole(values.get("max")),
        choices=list(dict.fromkeys(choices))[:_MOST_CHOICES],
    )


def _default(kind: OptionType, text: str | None) -> OptionValue | None:
    match kind, text:
        case ("button", _) | (_, None):
            return None
        case "check", _:
            return text == "true"
        case "spin", _:
            return _whole(text)
        case _:
            return "" if text == "<empty>" else text[:_LONGEST]


def _whole(text: str | None) -> int | None:
    try:
        return None if text is None else int(text[:20])
    except ValueError:
        return None

"""The options of a game: each has a name and a list of values, checked before a game is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from companion.base.errors import InvalidOption, nearest
from companion.base.text import Text

Chosen = Mapping[str, str]
"""The options chosen so far, by name, as text."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game.

    Attributes:
        name: Its name.
        help: Its description for people.
        values: Returns the allowed values, given the options before it.
        default: Returns the default, given the options before it; None for the first value, or for
            `none` with `many`.
        many: Whether a choice is any number of values joined by commas, or `none`.
        labels: Words for values that are not self-explanatory.
    """

    name: str
    help: Text
    values: Callable[[Chosen], Sequence[str]]
    default: Callable[[Chosen], str] | None = None
    many: bool = False
    labels: Mapping[str, Text] = field(default_factory=dict, hash=False)

    def initial(self, chosen: Chosen) -> str:
        """Return the default value, given the options before this one."""
        if self.default is not None:
            return self.default(chosen)
        return "none" if self.many else self.values(chosen)[0]

    def check(self, value: object, chosen: Chosen) -> str:
        """Return a chosen value as text.

        Args:
            value: The value, text or a whole number.
            chosen: The options before this one.

        Raises:
            InvalidOption: If the option does not allow the value.
        """
        if isinstance(value, bool) or not isinstance(value, (str, int)):
            raise InvalidOption(
                Text(
                    "option {option!r}: {value!r} is neither text nor a number",
                    option=self.name,
                    value=value,
                )
            )
        text = str(value).strip()
        known = self.values(chosen)
        parts = text.split(",") if self.many and text not in ("", "none") else [text]
        if self.many and text in ("", "none"):
            return "none"
        for part in parts:
            if part not in known:
                raise InvalidOption(
                    Text(
                        "option {option!r} cannot be {value!r}{similar}; choose from {values}",
                        option=self.name,
                        value=part,
                        similar=nearest(part, known),
                        values=", ".join(known),
                    )
                )
        if len(set(parts)) < len(parts):
            raise InvalidOption(
                Text(
                    "option {option!r}: {value!r} names a value twice", option=self.name, value=text
                )
            )
        return ",".join(parts)


def choice(name: str, help: Text, *values: str, **labels: Text) -> Option:
    """Return an option with a fixed list of values.

    Args:
        name: Its name.
        help: Its description for people.
        *values: The values, the default first.
        **labels: Words for some of the values.
    """
    return Option(name, help, lambda _: values, labels=labels)


def settle(options: Sequence[Option], given: Mapping[str, object]) -> dict[str, str]:
    """Return the value of each option by name.

    Args:
        options: The options, in order.
        given: The values that were chosen; the others keep their defaults.

    Raises:
        InvalidOption: If a name or a value is unknown.
    """
    names = [option.name for option in options]
    for name in given:
        if name not in names:
            if not names:
                raise InvalidOption(
                    Text("unknown option {option!r}; the game has no options", option=name)
                )
            raise InvalidOption(
                Text(
                    "unknown option {option!r}{similar}; the options are {options}",
                    option=name,
                    similar=nearest(name, names),
                    options=", ".join(names),
                )
            )
    chosen: dict[str, str] = {}
    for option in options:
        if option.name in given:
            chosen[option.name] = option.check(given[option.name], chosen)
        else:
            chosen[option.name] = option.initial(chosen)
    return chosen

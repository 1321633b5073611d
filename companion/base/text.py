"""Words for people, which can still be translated into another language.

A `Text` is its English words, and a `str` like any other. It also remembers the message that it was
made of and the values that were filled in, so that it can be translated when it is shown:

    >>> moved = Text("Move the piece from {origin} to {to}.", origin="14", to="12")
    >>> moved
    'Move the piece from 14 to 12.'
    >>> moved.translated(german)
    'Setze den Stein von 14 auf 12.'

Messages are written out where they are used, so that they can be collected from the source. A value
may be a `Text` itself; it is translated with the message. `{what:lower}` writes the first letter of
a value in lower case, and `{what:capital}` in upper case. Each translation decides that for itself.

Every operation that changes a `Text` as a string, such as `+`, `join` or an f-string, makes a plain
`str` of it, which can no longer be translated. Use `sentences` or `joined`, or a message with
values.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from string import Formatter
from typing import Any, Protocol, Self


class Catalog(Protocol):
    """The translations of messages into one language, as in `gettext.NullTranslations`."""

    def gettext(self, message: str) -> str:
        """Return the translation of a message."""

    def ngettext(self, one: str, many: str, number: int, /) -> str:
        """Return the translation for this number of things."""

    def pgettext(self, context: str, message: str) -> str:
        """Return the translation of a message that means different things in different places."""


class Text(str):
    """English words with the message that they were made of."""

    __slots__ = ("_context", "_many", "_message", "_number", "_values")

    _message: str
    _many: str
    _number: int
    _context: str
    _values: Mapping[str, object]

    def __new__(cls, message: str = "", /, **values: object) -> Self:
        """Fill the values in.

        Args:
            message: The words, with `{name}` for a value. Without values it is taken as it is.
            **values: The values to fill in.
        """
        return cls._made(_filled(message, values), message, values)

    @classmethod
    def _made(
        cls,
        english: str,
        message: str,
        values: Mapping[str, object],
        many: str = "",
        number: int = 0,
        context: str = "",
    ) -> Self:
        text = super().__new__(cls, english)
        text._message, text._values = message, values
        text._many, text._number, text._context = many, number, context
        return text

    def translated(self, catalog: Catalog) -> str:
        """Return the words in another language; a message without a translation stays English."""
        if not self._message:
            return ""
        if self._many:
            message = catalog.ngettext(self._message, self._many, self._number)
        elif self._context:
            message = catalog.pgettext(self._context, self._message)
        else:
            message = catalog.gettext(self._message)
        values = {name: _translated(value, catalog) for name, value in self._values.items()}
        return _filled(message, values)

    def filled(self, **values: object) -> Text:
        """Return the same message with values filled in, for words that are known only later.

        Args:
            **values: The values to fill in; those that the message does not name are ignored.
        """
        return Text(self._message, **values)

    def __str__(self) -> Self:
        return self

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return str, (english(self),)


class _Joined(Text):
    """Several texts with a separator between them."""

    __slots__ = ("_parts", "_separator")

    _separator: str
    _parts: tuple[str, ...]

    def __new__(cls, separator: str, parts: tuple[str, ...]) -> Self:
        text = cls._made(separator.join(parts), "", {})
        text._separator, text._parts = separator, parts
        return text

    def translated(self, catalog: Catalog) -> str:
        return self._separator.join(str(_translated(part, catalog)) for part in self._parts)


def plural(one: str, many: str, number: int, /, **values: object) -> Text:
    """Return words about a number of things, which is filled in as `{number}`.

    Args:
        one: The message for a single thing.
        many: The message for any other number.
        number: The number.
        **values: More values to fill in.
    """
    values = {"number": number, **values}
    message = one if number == 1 else many
    return Text._made(_filled(message, values), one, values, many=many, number=number)


def sense(context: str, message: str, /, **values: object) -> Text:
    """Return words that mean different things in different places, such as *draw*.

    Args:
        context: The meaning in this place, for translators.
        message: The words, with `{name}` for a value.
        **values: The values to fill in.
    """
    return Text._made(_filled(message, values), message, values, context=context)


def joined(separator: str, parts: Iterable[str]) -> Text:
    """Return texts, or strings that stay as they are, with a separator; empty ones are left out."""
    kept = tuple(part for part in parts if part)
    return _Joined(separator, kept)


def join_words(words: Sequence[str]) -> Text:
    """Words as a readable list: a, b and c."""
    if len(words) < 2:
        return joined("", words)
    return Text("{words} and {last}", words=joined(", ", words[:-1]), last=words[-1])


def join_choices(words: Sequence[str]) -> Text:
    """Words to choose from: a or b or c."""
    said = joined("", words[:1])
    for word in words[1:]:
        said = Text("{one} or {other}", one=said, other=word)
    return said


def sentences(*parts: str) -> Text:
    """Return sentences one after another; empty ones are left out."""
    return joined(" ", parts)


def verbatim(words: str) -> Text:
    """Return words that are the same in every language, such as a player's name or a move."""
    return joined("", [words])


def recognized(words: str, messages: Sequence[Text]) -> Text:
    """Return a library's English message as a text.

    Args:
        words: The message.
        messages: The messages to try, with `{name}` for values; values are recognized as well.

    Returns:
        The first message that fits; the words as they are if none does.
    """
    for message in messages:
        pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(message))
        found = re.fullmatch(pattern, words, re.DOTALL)
        if found:
            values = {
                name: recognized(value, messages) for name, value in found.groupdict().items()
            }
            return Text(message, **values)
    return verbatim(words)


def english(text: str) -> str:
    """Return the English words as a plain `str`."""
    return str.__str__(text)


class _Formatter(Formatter):
    """Formats as `str.format` does, with `lower` and `capital` for the case of the first letter."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec not in ("lower", "capital"):
            return format(value, format_spec)
        words = str(value)
        first = words[:1].lower() if format_spec == "lower" else words[:1].upper()
        return first + words[1:]


_formatter = _Formatter()


def _filled(message: str, values: Mapping[str, object]) -> str:
    if not values:
        return english(message)
    if ":lower}" in message or ":capital}" in message:
        return _formatter.vformat(message, (), values)
    return message.format_map(values)  # the same, several times as fast


def _translated(value: object, catalog: Catalog) -> object:
    return value.translated(catalog) if isinstance(value, Text) else value

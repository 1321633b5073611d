"""Parsing of TOML that may be mistyped, badly pasted or damaged; its errors give the place.

`tomllib` fails on some texts with errors that name no place, and passes values that are useless.
Both are refused here, so that every user of the table meets only values of a sensible size.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from typing import Any

from companion.base.errors import CompanionError
from companion.base.text import Text, recognized

LONGEST = 1024
"""The length of the longest text, such as a path (characters)."""

LONGEST_KEY = 100
"""The length of the longest key (characters)."""

DEEPEST = 16
"""The most tables and lists that may lie inside one another."""

_TOO_DEEP = Text("tables or lists are nested too deeply; no setting needs more than two levels")
_WHOLE = range(-(2**63), 2**63)  # TOML's own range
_MANY_DIGITS = re.compile(r"[0-9_]{4000,}")  # `int` takes 4300
_MOST_DOTS = 200  # on a line; `tomllib` takes minutes for a key with thousands
_SHOWN = 60  # characters of a value in a message


class InvalidToml(CompanionError, ValueError):
    """A text that is not TOML or not a sensible configuration; the message gives the place."""


def parse_toml(data: bytes | str) -> dict[str, Any]:
    """Parse a configuration text.

    Args:
        data: The text, or its UTF-8 bytes; line ends of any system.

    Returns:
        The tables by name.

    Raises:
        InvalidToml: If the text is not TOML, or a value is not acceptable; the message names the
            line or the key at fault.
    """
    text = data if isinstance(data, str) else _decode(data)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    for line, content in enumerate(text.splitlines(), start=1):
        if content.partition("#")[0].count(".") > _MOST_DOTS:
            raise InvalidToml(_on_line(line, _TOO_DEEP))
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidToml(_syntax(str(error))) from None
    except RecursionError:
        raise InvalidToml(_on_line(_deepest_line(text), _TOO_DEEP)) from None
    except ValueError:  # of int()
        found = _MANY_DIGITS.search(text)
        line = 1 + text.count("\n", 0, found.start() if found else 0)
        raise InvalidToml(_on_line(line, Text("a number has thousands of digits"))) from None
    for key, depth, value in _values(table):
        _check_value(key, depth, value)
    return table


def shown(value: object) -> str:
    """Return a value as a message shows it: on one line, and not too long."""
    return _cut(repr(value))


def unknown_choice(key: str, value: object, choices: Iterable[str]) -> Text:
    """Return what to say of a key whose value is none of the choices."""
    return Text(
        "{key} is {value}; choose from {choices}",
        key=key,
        value=shown(value),
        choices=", ".join(choices),
    )


def _decode(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = 1 + data.count(b"\n", 0, error.start)
        fault = Text("it is not UTF-8 text; save the file as UTF-8")
        raise InvalidToml(_on_line(line, fault)) from None


def _on_line(line: int, fault: Text) -> Text:
    return Text("line {line}: {fault}", line=line, fault=fault)


_FAULTS = (
    Text("Cannot declare {key} twice"),
    Text("Cannot mutate immutable namespace {key}"),
    Text("Cannot overwrite a value"),
    Text("Cannot redefine namespace {key}"),
    Text("Duplicate inline table key {key}"),
    Text("Escaped character is not a Unicode scalar value"),
    Text("Expected '=' after a key in a key/value pair"),
    Text("Expected ']' at the end of a table declaration"),
    Text("Expected ']]' at the end of an array declaration"),
    Text("Expected newline or end of document after a statement"),
    Text("Expected {expected}"),
    Text("Found invalid character {character}"),
    Text("Illegal character {character}"),
    Text("Invalid date or datetime"),
    Text("Invalid hex value"),
    Text("Invalid initial character for a key part"),
    Text("Invalid statement"),
    Text("Invalid value"),
    Text("Unclosed array"),
    Text("Unclosed inline table"),
    Text("Unescaped '\\' in a string"),
    Text("Unterminated string"),
)
"""The error messages of `tomllib`."""

_PLACE = re.compile(r"line ([0-9]+), column ([0-9]+)\)")


def _syntax(said: str) -> Text:
    """Return an error of `tomllib` as a text."""
    what, bracket, end = said.rpartition(" (at ")
    fault = recognized(_cut(what), _FAULTS)
    place = _PLACE.fullmatch(end)
    if place:
        return Text(
            "it is not TOML: {fault} (at line {line}, column {column})",
            fault=fault,
            line=place[1],
            column=place[2],
        )
    if end == "end of document)":
        return Text("it is not TOML: {fault} (at end of document)", fault=fault)
    return Text("it is not TOML: {fault}{place}", fault=fault, place=bracket + end)


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def _deepest_line(text: str) -> int:
    """Return the number of the line where the most brackets are open."""
    depth, deepest, found = 0, 0, 1
    for number, line in enumerate(text.splitlines(), start=1):
        for character in line:
            depth += (character in "[{") - (character in "]}")
            if depth > deepest:
                deepest, found = depth, number
    return found


def _values(table: dict[str, Any]) -> Iterator[tuple[str, int, Any]]:
    """Yield every key and value of a table, with its dotted key and its depth."""
    waiting: list[tuple[str, int, Any]] = [("", 0, table)]
    while waiting:
        key, depth, value = waiting.pop()
        if depth:
            yield key, depth, value
        if isinstance(value, dict):
            for name, each in reversed(value.items()):
                if len(name) > LONGEST_KEY:
                    raise InvalidToml(
                        Text(
                            "the key {key} is longer than {limit} characters",
                            key=shown(name),
                            limit=LONGEST_KEY,
                        )
                    )
                waiting.append((f"{key}.{name}" if key else name, depth + 1, each))
        elif isinstance(value, list):
            waiting += [(key, depth + 1, each) for each in reversed(value)]


def _check_value(key: str, depth: int, value: object) -> None:
    said = _cut(key) if key.isprintable() else shown(key)
    if depth > DEEPEST:
        raise InvalidToml(Text("{key}: {fault}", key=said, fault=_TOO_DEEP))
    if isinstance(value, int) and value not in _WHOLE:
        raise InvalidToml(Text("{key} is too large a number; choose a smaller one", key=said))
    if isinstance(value, str) and "\0" in value:
        raise InvalidToml(
            Text("{key} is {value}: a text cannot contain zero bytes", key=said, value=shown(value))
        )
    if isinstance(value, str) and len(value) > LONGEST:
        raise InvalidToml(Text("{key} is longer than {limit} characters", key=said, limit=LONGEST))

"""The text of KiCad's files: expressions in brackets, one a line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from uuid import NAMESPACE_URL, uuid5

Expression = tuple["str | float | Quoted | Expression", ...]
"""A keyword and what belongs to it."""

Parsed = list["str | Parsed"]
"""An expression that was read: all its words as text, quoted ones as Quoted."""


class Quoted(str):
    """Text that stands in quotation marks."""

    __slots__ = ()


def written(expression: Expression) -> str:
    """The expression as text; one that has others inside takes a line for each of them."""
    return "\n".join(_lines(expression, "")) + "\n"


def read(text: str) -> Parsed:
    """The first expression of a text."""
    stack: list[Parsed] = [[]]
    for quoted, word in re.findall(r'"((?:[^"\\]|\\.)*)"|([()]|[^\s()"]+)', text):
        if word == "(":
            stack.append([])
        elif word == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            plain = quoted.replace('\\"', '"').replace("\\\\", "\\")
            stack[-1].append(word or Quoted(plain))
    whole = stack[0][0]
    return whole if isinstance(whole, list) else [whole]


def inside(expression: Parsed, keyword: str) -> Iterator[Parsed]:
    """The expressions with this keyword directly inside of another."""
    for item in expression:
        if isinstance(item, list) and item and item[0] == keyword:
            yield item


def identity(*names: object) -> Quoted:
    """The identifier of what has these names, the same every time."""
    return Quoted(uuid5(NAMESPACE_URL, "board-companion/" + "/".join(map(str, names))))


def _lines(expression: Expression, indent: str) -> Iterator[str]:
    plain = [_word(item) for item in expression if not isinstance(item, tuple)]
    nested = [item for item in expression if isinstance(item, tuple)]
    if not any(isinstance(item, tuple) for one in nested for item in one):
        inner = ["(" + " ".join(map(_word, one)) + ")" for one in nested]
        flat = indent + "(" + " ".join([*plain, *inner]) + ")"
        if len(flat) <= 100 or not nested:
            yield flat
            return
    yield indent + "(" + " ".join(plain)
    for one in nested:
        yield from _lines(one, indent + "  ")
    yield indent + ")"


def _word(item: object) -> str:
    if isinstance(item, Quoted):
        return '"' + item.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(item, float | int):
        text = f"{item:.4f}".rstrip("0").rstrip(".")
        return "0" if text == "-0" else text
    return str(item)

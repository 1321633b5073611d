"""Listens to what the program says for words that cannot be translated.

It hears everything in the language of `tests.pseudo`, whose letters are wide. So what is left in
common letters has been made of something else than messages: it has to be a name, or a notation
that is the same everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect as types

from companion.base.text import Text
from companion.device.lamps.palette import PALETTES
from companion.games.puzzles.puzzle_names import puzzle_names
from companion.rules.boards import boards
from companion.rules.geometry import STAR
from companion.session.menu.offered_clocks import CLOCKS
from tests.pseudo import PseudoLanguage

_PSEUDO = PseudoLanguage(program=True)
_NOTATION = re.compile(
    r"\S*[/\\\d]\S*|\w+\.\w+|'[!-&(-~]*'|`[^`]*`"
)  # files, points, keys, quotations
_WORD = re.compile(r"[A-Za-z]{3,}")
_NAMES = {
    "check",
    "calibrate",
    *boards(),
    *PALETTES,
    *puzzle_names(STAR),
    *" ".join(CLOCKS).split(),
}


def untranslated(text: Text) -> list[str]:
    """The words of a text that are the same in every language, apart from names and notation."""
    shown = _NOTATION.sub("", _PSEUDO.words(text))
    return [word for word in _WORD.findall(shown) if word not in _NAMES]


class Foreigner:
    """Listens to messages, and notes what cannot be translated of them.

    faults: each with the field that it was found in.
    """

    def __init__(self) -> None:
        self.faults: dict[str, str] = {}
        self._known: set[tuple[str, str]] = set()
        self._last: dict[type, Any] = {}

    def __call__(self, message: msgspec.Struct) -> None:
        last = self._last.get(type(message))
        for field, find in _fields(type(message)):
            value = getattr(message, field)
            if last is None or getattr(last, field) is not value:
                for text in find(value):
                    self._check(f"{type(message).__name__}.{field}", text)
        self._last[type(message)] = message

    def _check(self, where: str, text: str) -> None:
        if not isinstance(text, Text):
            self.faults[text] = f"{where} is a plain string"
        elif (where, text) not in self._known:
            self._known.add((where, text))
            words = untranslated(text)
            if words:
                self.faults[text] = f"{where} has {', '.join(words)}"


_Finder = Callable[[Any], Iterator[str]]
"""Finds what is declared as a text in a value."""


@cache
def _fields(kind: type) -> list[tuple[str, _Finder]]:
    """The fields of a struct that hold texts."""
    found = types.type_info(kind)
    assert isinstance(found, types.StructType)
    finders = [(field.name, _finder(field.type)) for field in found.fields]
    return [(name, find) for name, find in finders if find is not None]


def _finder(kind: types.Type) -> _Finder | None:
    match kind:
        case types.CustomType(cls=cls) if cls is Text:
            return lambda text: iter([text])
        case types.StructType(cls=cls):
            fields = _fields(cls)
            if fields:
                return lambda one: (
                    text for name, find in fields for text in find(getattr(one, name))
                )
        case types.VarTupleType(item_type=item):
            return _each(_finder(item), tuple)
        case types.DictType(value_type=item):
            return _each(_finder(item), dict.values)
        case types.UnionType(types=members):
            structs = [one.cls for one in members if isinstance(one, types.StructType)]
            return lambda one: (
                text
                for cls in structs
                if isinstance(one, cls)
                for name, find in _fields(cls)
                for text in find(getattr(one, name))
            )
    return None


def _each(find: _Finder | None, items: Callable[[Any], Iterable[Any]]) -> _Finder | None:
    return None if find is None else lambda value: (t for item in items(value) for t in find(item))

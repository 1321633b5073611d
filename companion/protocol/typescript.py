"""The messages and the library's answers as TypeScript declarations.

The page's JavaScript is checked against them. `make types` writes them to
`companion/page/static/messages.d.ts`; a test compares the file.
"""

from __future__ import annotations

import inspect
import re
import sys
from typing import Any

from msgspec import inspect as types

from companion.base.text import Text
from companion.protocol import MESSAGES_VERSION
from companion.protocol.commands import Command, Learn, Pair
from companion.protocol.library_messages import (
    Added,
    Family,
    GameStatistics,
    ReplayPart,
    ReviewPart,
    Shelf,
)
from companion.protocol.views import Broadcast, Pairing, RulesPage, State, Welcome
from companion.protocol.wall_messages import WallMessage
from companion.protocol.watched_messages import WatchedMessage

_HEAD = f"""\
// The messages between page and program. `make types` generates this from companion/protocol/.

/** The version of these messages. */
export type Version = {MESSAGES_VERSION};
"""

_ATTRIBUTE = re.compile(r"^    (\w+): (.+(?:\n        .+)*)", re.MULTILINE)
"""An entry of `Attributes:` in a docstring: a name, and what it says."""

_CHANGE = """\
/** What the program sends of a `State`: all of it after `Hello`, then what has changed. `moves` are
 * those that follow the first `kept` moves of the state before. */
export type StateChange = Pick<State, "type"> & Partial<State> & { kept?: number };
"""


def declarations() -> str:
    """Return the text of the whole file."""
    sent: Any = Broadcast | Welcome | Pairing | RulesPage
    received: Any = Command | Pair | Learn
    watched: Any = WatchedMessage | WallMessage | Pairing
    structs: dict[str, types.StructType] = {}
    unions = [
        ("Message", "What the program sends.", _sent(_names(sent, structs))),
        ("Command", "What the page sends.", _names(received, structs)),
        ("WatchedMessage", "What the program sends to a guest.", _names(watched, structs)),
    ]
    for answer in (Shelf, ReplayPart, ReviewPart, GameStatistics, Family, Added):
        _collect(types.type_info(answer), structs)
    parts = [_HEAD, *map(_declared, structs.values()), _CHANGE]
    parts += [
        f"/** {comment} */\nexport type {name} = {' | '.join(members)};\n"
        for name, comment, members in unions
    ]
    return "\n".join(parts)


def _sent(names: list[str]) -> list[str]:
    """Return the names, with the state's replaced by that of its changes."""
    return ["StateChange" if name == State.__name__ else name for name in names]


def _names(union: Any, structs: dict[str, types.StructType]) -> list[str]:
    """Return the names of a union's members, and add every struct that they need to `structs`."""
    found = types.type_info(union)
    members = found.types if isinstance(found, types.UnionType) else (found,)
    for member in members:
        _collect(member, structs)
    return [member.cls.__name__ for member in members if isinstance(member, types.StructType)]


def _collect(kind: types.Type, structs: dict[str, types.StructType]) -> None:
    """Add the structs in a type to `structs`, each after those that it needs."""
    match kind:
        case types.StructType(cls=cls, fields=fields):
            for field in fields:
                _collect(field.type, structs)
            structs.setdefault(cls.__name__, kind)
        case types.VarTupleType(item_type=item):
            _collect(item, structs)
        case types.UnionType(types=members):
            for member in members:
                _collect(member, structs)


def _declared(struct: types.StructType) -> str:
    comment, _, attributes = (inspect.getdoc(struct.cls) or "").partition("\nAttributes:\n")
    about = dict(_ATTRIBUTE.findall(attributes))
    parts = [f"/** {_on_one_line(comment)} */", f"export interface {struct.cls.__name__} {{"]
    if struct.tag_field is not None:
        parts.append(f'  {struct.tag_field}: "{struct.tag}";')
    # Defaults may be left out: by the page in commands, by the program in structs that omit them.
    sparse = struct.tag_field == "do" or struct.cls.__struct_config__.omit_defaults
    for field in struct.fields:
        if field.name in about:
            parts.append(f"  /** {_on_one_line(about[field.name])} */")
        parts.append(_field(field, optional=sparse))
    return "\n".join([*parts, "}", ""])


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


def _field(field: types.Field, *, optional: bool) -> str:
    mark = "?" if optional and not field.required else ""
    return f"  {field.encode_name}{mark}: {_written(field.type)};"


def _written(kind: types.Type) -> str:
    match kind:
        case types.StrType():
            return "string"
        case types.CustomType() if kind.cls is Text:
            return "string"
        case types.BoolType():
            return "boolean"
        case types.IntType() | types.FloatType():
            return "number"
        case types.NoneType():
            return "null"
        case types.VarTupleType(item_type=item):
            inner = _written(item)
            return f"({inner})[]" if " " in inner else f"{inner}[]"
        case types.TupleType(item_types=items):
            return f"[{', '.join(map(_written, items))}]"
        case types.DictType(key_type=key, value_type=value):
            return f"Record<{_written(key)}, {_written(value)}>"
        case types.UnionType(types=members):
            return " | ".join(dict.fromkeys(map(_written, members)))
        case types.LiteralType(values=values):
            return " | ".join(f'"{value}"' for value in values)
        case types.StructType(cls=cls):
            return cls.__name__
    raise TypeError(f"{kind} has no TypeScript declaration here")


if __name__ == "__main__":
    sys.stdout.write(declarations())

"""The messages as TypeScript declarations, for the checks of the page's JavaScript.

`make types` writes them into `companion/web/static/messages.d.ts`; a test compares that file.
"""

from __future__ import annotations

import inspect
import sys
from typing import Any

from msgspec import inspect as types

from companion.protocol import VERSION
from companion.protocol.commands import Command, Pair
from companion.protocol.views import Broadcast, Pairing, Refused, Welcome

_HEAD = f"""\
// What the page and the program say to each other. `make types` writes it from companion/protocol/.

/** The version of these messages. */
export type Version = {VERSION};
"""


def declarations() -> str:
    """The whole file."""
    told: Any = Broadcast | Welcome | Pairing | Refused
    asked: Any = Command | Pair
    structs: dict[str, types.StructType] = {}
    unions = [
        ("Message", "What the program sends.", _names(told, structs)),
        ("Command", "What the page sends.", _names(asked, structs)),
    ]
    parts = [_HEAD, *map(_declared, structs.values())]
    parts += [
        f"/** {said} */\nexport type {name} = {' | '.join(members)};\n"
        for name, said, members in unions
    ]
    return "\n".join(parts)


def _names(union: Any, structs: dict[str, types.StructType]) -> list[str]:
    """The names of a union's members; every struct that they need is added to `structs`."""
    found = types.type_info(union)
    members = found.types if isinstance(found, types.UnionType) else (found,)
    for member in members:
        _collect(member, structs)
    return [member.cls.__name__ for member in members if isinstance(member, types.StructType)]


def _collect(kind: types.Type, structs: dict[str, types.StructType]) -> None:
    """Add the structs in a type, each after those that it needs."""
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
    said = " ".join((inspect.getdoc(struct.cls) or "").split())
    lines = [f"/** {said} */", f"export interface {struct.cls.__name__} {{"]
    if struct.tag_field is not None:
        lines.append(f'  {struct.tag_field}: "{struct.tag}";')
    # What is as usual, the page may leave out of commands, and the program out of such structs.
    sparse = struct.tag_field == "do" or struct.cls.__struct_config__.omit_defaults
    lines += [_field(field, optional=sparse) for field in struct.fields]
    return "\n".join([*lines, "}", ""])


def _field(field: types.Field, *, optional: bool) -> str:
    mark = "?" if optional and not field.required else ""
    return f"  {field.encode_name}{mark}: {_written(field.type)};"


def _written(kind: types.Type) -> str:
    match kind:
        case types.StrType():
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
        case types.DictType(key_type=key, value_type=value):
            return f"Record<{_written(key)}, {_written(value)}>"
        case types.UnionType(types=members):
            return " | ".join(map(_written, members))
        case types.StructType(cls=cls):
            return cls.__name__
    raise TypeError(f"no declaration is known for {kind}")


if __name__ == "__main__":
    sys.stdout.write(declarations())

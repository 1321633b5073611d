"""Finds the kinds of boards and the routes to the lamps: the program's own, and those of packages.

Installed packages are only searched for a list of all of them, or for a name or a key that none of
the program's own has. `companion/base/plugins.py` says how a package declares its entries.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cache
from importlib import import_module
from typing import Any, TypeVar

import msgspec

from companion.base import plugins
from companion.base.foreign import Package
from companion.base.plugins import InvalidPlugin
from companion.base.text import Text
from companion.base.toml import unknown_choice
from companion.device.ports.claims import InvalidWiring
from companion.device.ports.lamp_route import LampRoute
from companion.device.ports.port_entry import PortEntry
from companion.device.ports.port_kind import PortKind

E = TypeVar("E", bound=PortEntry)

_packages: dict[type[PortEntry], Package] = {}
"""The packages of the entries that are not of this program."""

_NAME = re.compile(r"[a-z][a-z0-9_-]*")
_REQUIRED = ("wiring", "open", "raw")
_OWN: Mapping[type[PortEntry], Mapping[str, tuple[str, str]]] = {
    PortKind: {
        "simulated": ("simulated_kind", "SimulatedKind"),
        "direct": ("direct_kind", "DirectKind"),
        "matrix": ("matrix_kind", "MatrixKind"),
        "pico": ("pico_kind", "PicoKind"),
    },
    LampRoute: {
        "spi": ("pixel_strip", "SpiLamps"),
        "pwm": ("pixel_strip", "PwmLamps"),
        "pico": ("pico_kind", "PicoLamps"),
        "none": ("lamp_route", "NoLamps"),
    },
}
"""The modules and classes of the program's own: one is loaded when it is first looked for."""


def entries(base: type[E], *, added: bool = True) -> dict[str, type[E]]:
    """Return every entry of a section by name, the program's own first.

    Args:
        base: `PortKind` or `LampRoute`.
        added: Whether to include those of packages, which are then searched.
    """
    known = {**_own(), **_added()} if added else _own()
    return {getattr(e, e.tag): e for e in known.values() if issubclass(e, base)}


def find_entry(base: type[E], name: str) -> type[E] | None:
    """Return the entry of that name, or None."""
    return _own_entry(base, name) if name in _OWN[base] else entries(base).get(name)


def entry_package(entry: PortEntry) -> Package | None:
    """Return the package of an entry; None for the program's own."""
    return _packages.get(type(entry))


def section_type(chosen: type[PortEntry], keys: Collection[str]) -> type[msgspec.Struct]:
    """Return the type of the section of a configuration that has these keys.

    Keys of other entries are checked as well, and then ignored: one file may describe a board that
    is simulated at present.

    Args:
        chosen: The entry that the section names. Its keys come first.
        keys: The keys that the section has.
    """
    base = PortKind if issubclass(chosen, PortKind) else LampRoute
    made = _merged((chosen,))
    for added in (False, True):
        if set(keys) <= set(made.__struct_fields__):
            break
        made = _merged((chosen, *entries(base, added=added).values()))
    return made


def from_section(chosen: type[E], values: msgspec.Struct) -> E:
    """Return an entry with its settings.

    Args:
        chosen: The entry.
        values: A section of the type that `section_type` returns.
    """
    return chosen(**{name: getattr(values, name) for name in chosen.__struct_fields__})


def PortSettings(kind: str = "simulated", **keys: object) -> PortKind:  # noqa: N802 - see below
    """Return the section `[port]` with these keys.

    It is called like the class that it once was, because tests of other packages call it.

    Raises:
        InvalidWiring: If there is no such kind.
        msgspec.ValidationError: If a key is unknown, or has a value of the wrong type.
    """
    return _made(PortKind, kind, keys)


def StripSettings(route: str = "spi", **keys: object) -> LampRoute:  # noqa: N802 - likewise
    """Return the section `[strip]` with these keys; see `PortSettings`."""
    return _made(LampRoute, route, keys)


def _made(base: type[E], name: str, keys: Mapping[str, object]) -> E:
    chosen = find_entry(base, name)
    if chosen is None:
        raise InvalidWiring(unknown_choice(f"[{base.section}] {base.tag}", name, entries(base)))
    return from_section(chosen, msgspec.convert(keys, section_type(chosen, keys)))


def accept_port(
    value: object, before: Mapping[str, type[PortEntry]]
) -> tuple[str, type[PortEntry]]:
    """Return an entry under a name of its own.

    Args:
        value: What an entry point names.
        before: The other entries.

    Raises:
        InvalidPlugin: If the entry cannot be used; the message says why, and how to fix it.
    """
    if not (isinstance(value, type) and issubclass(value, PortKind | LampRoute)):
        raise InvalidPlugin(
            Text(
                "it is {value!r}, not a kind of board; the entry point must name a subclass of "
                "companion.device.ports.PortKind or LampRoute",
                value=value,
            )
        )
    entry: type[PortEntry] = value
    tag, name = entry.tag, getattr(entry, entry.tag)
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise InvalidPlugin(
            Text(
                "its {tag} is {name!r}; use lower-case letters, digits, - and _",
                tag=tag,
                name=name,
            )
        )
    key = f"{tag} {name}"
    if key in before:
        raise InvalidPlugin(
            Text(
                "there is already a {tag} {name!r}; rename it, or uninstall one of the packages",
                tag=tag,
                name=name,
            )
        )
    if issubclass(entry, PortKind):
        lacks = [n for n in _REQUIRED if getattr(entry, n) is getattr(PortKind, n)]
        if lacks:
            raise InvalidPlugin(
                Text(
                    "{kind} lacks {missing}; define all that companion.device.ports.PortKind "
                    "requires",
                    kind=entry.__name__,
                    missing=", ".join(lacks),
                )
            )
    required = [field.name for field in msgspec.structs.fields(entry) if field.required]
    if required:
        raise InvalidPlugin(
            Text(
                "{kind} has no default for {keys}; give each key one",
                kind=entry.__name__,
                keys=", ".join(required),
            )
        )
    return key, entry


@cache
def _own() -> dict[str, type[PortEntry]]:
    found: dict[str, type[PortEntry]] = {}
    for base, named in _OWN.items():
        for name in named:
            key, value = accept_port(_own_entry(base, name), found)
            found[key] = value
    return found


def _own_entry(base: type[E], name: str) -> type[E]:
    module, entry = _OWN[base][name]
    made: type[E] = getattr(import_module(f"{__package__}.{module}"), entry)
    return made


@cache
def _added() -> dict[str, type[PortEntry]]:
    def accept(
        value: object, before: Mapping[str, type[PortEntry]], loading: plugins.Loading
    ) -> tuple[str, type[PortEntry]]:
        from companion.device.ports.port_checks import check_entry

        key, entry = accept_port(value, {**_own(), **before})
        check_entry(entry)
        _packages[entry] = loading.package
        return key, entry

    return plugins.load(plugins.PORTS, accept)


@cache
def _merged(given: tuple[type[PortEntry], ...]) -> type[msgspec.Struct]:
    """Return a section with the keys of all entries; of two keys of one name, the first counts."""
    tag = given[0].tag
    fields: dict[str, tuple[str, Any, Any]] = {tag: (tag, str, getattr(given[0], tag))}
    for entry in given:
        for field in msgspec.structs.fields(entry):
            default = field.default
            if default is msgspec.NODEFAULT:
                default = msgspec.field(default_factory=field.default_factory)
            fields.setdefault(field.name, (field.name, field.type, default))
    return msgspec.defstruct(
        tag, fields.values(), frozen=True, kw_only=True, forbid_unknown_fields=True
    )

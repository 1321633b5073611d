"""Plug-ins: the additions of installed packages, found by their entry points.

A package declares them in the groups `companion.games` (each value is a `Game` class),
`companion.knowledge` (a `Knowledge` class: how the computer plays a game), `companion.boards` (a
`Board`), `companion.ports` (a `PortKind` or `LampRoute` class, a way to connect a board or its
lamps), `companion.artwork` (an `Edition`, a printed board), `companion.features` (a `Feature`
class), `companion.formats` (a `GameFormat` class: how other programs write games) and
`companion.commands` (a `click.Command`). They are loaded once, when they are first
needed. A faulty one is ignored: one line in the log gives the package, the fault and the remedy,
and the program goes on without it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from typing import Any, TypeVar

from companion.base.errors import CompanionError

GAMES = "companion.games"
KNOWLEDGE = "companion.knowledge"
BOARDS = "companion.boards"
PORTS = "companion.ports"
ARTWORK = "companion.artwork"
FEATURES = "companion.features"
FORMATS = "companion.formats"
COMMANDS = "companion.commands"
"""The groups of entry points."""

_T = TypeVar("_T")

log = logging.getLogger(__name__)


class InvalidPlugin(CompanionError, ValueError):
    """An addition of an installed package that cannot be used."""


@cache
def declared() -> Any:
    """Return the entry points of all installed packages, which are read once.

    Returns:
        A collection with the method `select`; its class depends on the version of Python.
    """
    # Not at the top: this import is slow, and few runs of the program need it.
    from importlib.metadata import entry_points

    return entry_points()


def distribution_of(group: str, value: object) -> str:
    """Return the package of an addition that has been loaded, with its version; empty if unknown.

    Args:
        group: The group of entry points.
        value: What was loaded.
    """
    for entry in declared().select(group=group):
        with suppress(Exception):  # another package may be faulty
            if entry.dist is not None and entry.load() is value:
                return f"{entry.dist.name} {entry.dist.version}"
    return ""


def load(
    group: str,
    accept: Callable[[object, Mapping[str, _T]], tuple[str, _T]],
    on_fault: Callable[[str], None] = lambda _: None,
) -> dict[str, _T]:
    """Load what all installed packages declare in a group.

    Args:
        group: The group of entry points.
        accept: Takes what an entry point loads and what was accepted before, and returns the name
            and value to use. It raises InvalidPlugin, with the fault and the remedy, to ignore it.
        on_fault: Called with the name of each entry point that is ignored.

    Returns:
        The values by name, in the order of the packages' names.
    """
    found: dict[str, _T] = {}
    for entry in sorted(
        declared().select(group=group), key=lambda e: (e.dist.name if e.dist else "", e.name)
    ):
        package = entry.dist.name if entry.dist else entry.value
        try:
            name, value = accept(entry.load(), found)
        except InvalidPlugin as error:
            fault = str(error)
        # The program must keep running, whatever a package does.
        except (Exception, SystemExit) as error:
            said = " ".join(f"{type(error).__name__}: {error}".split())
            fault = f"{said}; update or uninstall the package, or report this to its author"
        else:
            found[name] = value
            continue
        kind = group.rpartition(".")[2].removesuffix("s")
        log.warning("package %s: %s %r is ignored: %s", package, kind, entry.name, fault)
        on_fault(entry.name)
    return found

"""Plug-ins: what installed packages add, found by their entry points.

A package declares it in the groups `companion.games` (each value is a `Game` class),
`companion.boards` (each value is a `Board`) and `companion.artwork` (each value is an `Edition`,
a printed board). They are loaded once, when they are first needed. A faulty one is ignored: one
line in the log names the package, what is wrong and what to do, and the program goes on without it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import TypeVar

from companion.rules.errors import CompanionError

GAMES = "companion.games"
BOARDS = "companion.boards"
ARTWORK = "companion.artwork"
"""The groups of entry points."""

_T = TypeVar("_T")

log = logging.getLogger(__name__)


class InvalidPlugin(CompanionError, ValueError):
    """An installed package adds something that cannot be used."""


def load(group: str, accept: Callable[[object, Mapping[str, _T]], tuple[str, _T]]) -> dict[str, _T]:
    """Load what all installed packages declare in a group. Returns it by name, in the order of the
    packages' names.

    accept: takes what an entry point loads and what was accepted before, and returns the name and
        value to use. Raises InvalidPlugin, saying what is wrong and what to do, to ignore it.
    """
    # Not at the top: this import is slow, and few runs of the program need it.
    from importlib.metadata import entry_points

    found: dict[str, _T] = {}
    for entry in sorted(
        entry_points(group=group), key=lambda e: (e.dist.name if e.dist else "", e.name)
    ):
        package = entry.dist.name if entry.dist else entry.value
        try:
            name, value = accept(entry.load(), found)
        except InvalidPlugin as error:
            _ignore(package, group, entry.name, str(error))
        # The program must keep running, whatever a package does.
        except (Exception, SystemExit) as error:
            said = " ".join(f"{type(error).__name__}: {error}".split())
            _ignore(
                package,
                group,
                entry.name,
                f"{said}; update or uninstall the package, or report this to its author",
            )
        else:
            found[name] = value
    return found


def _ignore(package: str, group: str, entry: str, fault: str) -> None:
    kind = group.rpartition(".")[2].removesuffix("s")
    log.warning("package %s: %s %r is ignored: %s", package, kind, entry, fault)

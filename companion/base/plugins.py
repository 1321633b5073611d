"""Plug-ins: the additions of installed packages, found by their entry points.

A package declares them in the groups `companion.games` (each value is a `Game` class),
`companion.knowledge` (a `Knowledge` class: how the computer plays a game), `companion.boards` (a
`Board`), `companion.ports` (a `PortKind` or `LampRoute` class, a way to connect a board or its
lamps), `companion.artwork` (an `Edition`, a printed board), `companion.features` (a `Feature`
class), `companion.formats` (a `GameFormat` class: how other programs write games) and
`companion.commands` (a `click.Command`). They are loaded once, when they are first
needed. A faulty one is ignored: one line in the log gives the package, the fault and the remedy,
and the program goes on without it. `companion --traceback` logs the traceback as well.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from typing import Any, NamedTuple, TypeVar

from companion.base.errors import CompanionError
from companion.base.foreign import (
    TRACE,
    Package,
    PackageFault,
    comes_from,
    ends_program,
    explained,
    one_line,
)
from companion.base.text import Text, joined

GAMES = "companion.games"
KNOWLEDGE = "companion.knowledge"
BOARDS = "companion.boards"
PORTS = "companion.ports"
ARTWORK = "companion.artwork"
FEATURES = "companion.features"
FORMATS = "companion.formats"
COMMANDS = "companion.commands"
"""The groups of entry points."""

GROUPS = (GAMES, KNOWLEDGE, BOARDS, PORTS, ARTWORK, FEATURES, FORMATS, COMMANDS)

_T = TypeVar("_T")

_LONGEST_FAULT = 500  # characters of the line about one

_ignored: dict[tuple[str, str], Text] = {}
"""Why additions are ignored, by their group, and by their entry point or their own name."""

log = logging.getLogger(__name__)


class InvalidPlugin(CompanionError, ValueError):
    """An addition of an installed package that cannot be used."""


@cache
def declared() -> Any:
    """Return the entry points of all installed packages, which are read once.

    Returns:
        A collection with the method `select`; its class depends on the version of Python.
    """
    if _first_asked and not _first_asked[0]():
        return _NothingDeclared()
    # Not at the top: this import is slow, and few runs of the program need it.
    from importlib import metadata

    try:
        return metadata.entry_points()
    except Exception:  # of a package whose files are damaged, as after a power cut
        found: list[metadata.EntryPoint] = []
        for distribution in metadata.distributions():
            try:
                found += distribution.entry_points
            except Exception as error:
                folder = getattr(distribution, "_path", "")
                log.warning("%s", _damaged(folder, one_line(str(error))))
        return metadata.EntryPoints(found)


class _NothingDeclared:
    """What the entry points of all packages are if none is for this program."""

    @staticmethod
    def select(**_: str) -> tuple[()]:
        """Return nothing."""
        return ()


def _damaged(folder: object, problem: str) -> Text:
    return Text(
        "an installed package is damaged: {problem} ({folder}); install it again",
        problem=problem,
        folder=folder,
    )


def _package_of(entry: Any) -> Package:
    """Return the package of an entry point; one without a name is called like the code."""
    # By `get`: a damaged package may lack either, and `dist.name` will raise KeyError for that.
    fields = entry.dist.metadata if entry.dist else None
    name, version = (fields.get("Name"), fields.get("Version")) if fields else (None, None)
    return Package(name or entry.value, version or "")


class Loading(NamedTuple):
    """An addition while it is loaded.

    Attributes:
        package: Its package.
        late: Returns whether it has taken so long that checks should come to an end.
    """

    package: Package
    late: Callable[[], bool] = lambda: False


LoadingWatch = Callable[[str], AbstractContextManager[Callable[[], bool]]]
"""Watches over loading, given the words for what is loaded, and warns if that takes long.

It gives a function that returns whether checks should come to an end.
"""

_watches: list[LoadingWatch] = []


_first_asked: list[Callable[[], bool]] = []


def ask_first(may_declare: Callable[[], bool]) -> None:
    """Ask a function, which is quick, before the entry points of all packages are read.

    Args:
        may_declare: Returns whether any package may declare anything for this program; only if it
            is sure that none does, it returns False.
    """
    _first_asked[:] = [may_declare]


def watch_with(watch: LoadingWatch) -> None:
    """Watch over loading from now on; without this, it may take any time."""
    _watches[:] = [watch]


FaultHint = Callable[[str], Text]
"""Returns what else to say about a faulty package, by its name; or nothing."""

_hints: list[FaultHint] = []


def hint_with(hint: FaultHint) -> None:
    """Add a hint to each line about a faulty package from now on."""
    _hints[:] = [hint]


def _hint(package: str) -> Text:
    return _hints[0](package) if _hints else Text()


def _watched(what: str) -> AbstractContextManager[Callable[[], bool]]:
    return _watches[0](what) if _watches else nullcontext(lambda: False)


def package_at_fault(error: BaseException) -> Package | None:
    """Return the package through whose code an error passed; None if there is none.

    Packages are known by the modules that they declare.
    """
    for group in GROUPS:
        for entry in declared().select(group=group):
            if comes_from(error, entry.value.partition(":")[0].strip()):
                return _package_of(entry)
    return None


def why_ignored(group: str, name: str) -> Text:
    """Return why an addition that is installed is ignored; empty if none of that name is.

    Args:
        group: The group of entry points, which has been loaded.
        name: The name of the entry point, or the addition's own.
    """
    return _ignored.get((group, name), Text())


def load(
    group: str,
    accept: Callable[[object, Mapping[str, _T], Loading], tuple[str, _T]],
    on_fault: Callable[[str], None] = lambda _: None,
) -> dict[str, _T]:
    """Load what all installed packages declare in a group.

    Args:
        group: The group of entry points.
        accept: Takes what an entry point loads, what was accepted before, and where it comes from;
            returns the name and value to use. It raises InvalidPlugin, with the fault and the
            remedy, to ignore it.
        on_fault: Called with the name of each entry point that is ignored.

    Returns:
        The values by name, in the order of the packages' names.
    """
    found: dict[str, _T] = {}
    entries = [(_package_of(entry), entry) for entry in declared().select(group=group)]
    for key in [key for key in _ignored if key[0] == group]:
        del _ignored[key]
    for package, entry in sorted(entries, key=lambda each: (each[0].name, each[1].name)):
        kind = group.rpartition(".")[2].removesuffix("s")
        loaded: object = None
        try:
            with _watched(f"package {package.name}: {kind} {entry.name!r}") as late:
                loaded = entry.load()
                name, value = accept(loaded, found, Loading(package, late))
        except InvalidPlugin as error:
            fault, cause = error.text, error.__cause__
        except PackageFault as error:
            fault, cause = error.problem, error.__cause__
        # The program must keep running, whatever a package does.
        except BaseException as error:
            if ends_program(error):
                raise
            cause = error
            fault = Text(
                "{problem}; update or uninstall the package, or report this to its author",
                problem=explained(error, entry.value),
            )
        else:
            found[name] = value
            continue
        fault = joined("; ", [one_line(fault, _LONGEST_FAULT), _hint(package.name)])
        own = getattr(loaded, "name", None)
        for name in {entry.name, own if isinstance(own, str) else entry.name}:
            _ignored[group, name] = Text(
                "package {package}: {problem}", package=package.name, problem=fault
            )
        log.warning("package %s: %s %r is ignored: %s", package.name, kind, entry.name, fault)
        TRACE.debug("its traceback:", exc_info=cause)
        on_fault(entry.name)
    return found

"""The checks that a package's kind of board, or its route to the lamps, must pass to be offered.

It is made with its defaults, and everything is asked of it that needs no hardware. It may refuse
these settings, with an `InvalidWiring`; anything else that it raises, and any answer of another
form than the contract's, is named with the method.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import chain, islice
from typing import Any, NamedTuple

from companion.base.errors import CompanionError
from companion.base.foreign import ends_program, explained, is_plain, value_words
from companion.base.plugins import InvalidPlugin
from companion.base.text import Text
from companion.device.ports.claims import Claim
from companion.device.ports.computer import Requirements, SystemInfo
from companion.device.ports.findings import Finding
from companion.device.ports.lamp_route import LampRoute, NoLamps
from companion.device.ports.port_entry import ChangedDefault, PortEntry
from companion.device.ports.port_kind import PortKind
from companion.rules.geometry import STAR

_MOST = 1_000  # answers of one kind


class _Question(NamedTuple):
    """What is asked of an entry.

    Attributes:
        name: The method or attribute, for its author.
        ask: Asks it.
        fits: Returns whether the answer has the right form.
        words: The right form, for its author.
    """

    name: str
    ask: Callable[[Any], Any]
    fits: Callable[[Any], bool]
    words: Text


def _all(kind: type) -> Callable[[Any], bool]:
    return lambda value: all(isinstance(one, kind) for one in value)


def _some(answers: Iterable[Any]) -> list[Any]:
    """Return the first answers of what may be an endless generator."""
    return list(islice(answers, _MOST))


def _words(value: object) -> bool:
    return isinstance(value, str) and is_plain(value)


_YES_NO = Text("True or False")
_CLAIMS = Text("some Claim")
_FINDINGS = Text("some Finding")


def _flag(name: str) -> _Question:
    return _Question(
        name, lambda e: getattr(e, name), lambda value: isinstance(value, bool), _YES_NO
    )


def _path(name: str) -> _Question:
    return _Question(name, lambda e: getattr(e, name), _words, Text("a text on one line"))


_COMMON = (
    _Question(
        "libraries",
        lambda e: e.libraries,
        lambda value: isinstance(value, Mapping) and all(map(_words, value.values())),
        Text("a dict of packages, each with how to install it"),
    ),
    _Question(
        "interfaces",
        lambda e: e.interfaces,
        lambda value: isinstance(value, frozenset) and all(map(_words, value)),
        Text("a frozenset of names"),
    ),
    _Question(
        "requirements()",
        lambda e: _some(chain(e.requirements(pio=False), e.requirements(pio=True))),
        _all(Requirements),
        Text("some Requirements"),
    ),
    _Question(
        "needed()", lambda e: _some(e.needed(SystemInfo())), _all(str), Text("names of libraries")
    ),
    _Question("named_devices", lambda e: e.named_devices, _all(str), Text("a tuple of paths")),
    _Question("advise()", lambda e: _some(e.advise(SystemInfo())), _all(Finding), _FINDINGS),
    _Question(
        "changed_defaults()",
        lambda e: _some(e.changed_defaults(STAR)),
        _all(ChangedDefault),
        Text("some ChangedDefault"),
    ),
    _Question("report()", lambda e: e.report(), _words, Text("a text on one line")),
)

_OF_KINDS = (
    *(_flag(name) for name in ("simulated", "plugged", "scanned", "header", "diodes")),
    *(_path(name) for name in ("lamps_at", "stand_in", "bench")),
    _Question("claims()", lambda e: _some(e.claims(NoLamps(), STAR)), _all(Claim), _CLAIMS),
    _Question("wiring()", lambda e: e.wiring(NoLamps(), STAR), lambda _: True, Text("a wiring")),
    _Question(
        "lamps()",
        lambda e: e.lamps(NoLamps()),
        lambda value: isinstance(value, LampRoute),
        Text("a LampRoute"),
    ),
)

_OF_ROUTES = (
    _flag("lit"),
    _path("where"),
    _Question("claims()", lambda e: _some(e.claims()), _all(Claim), _CLAIMS),
    _Question(
        "longest()",
        lambda e: e.longest(60),
        lambda value: isinstance(value, int),
        Text("a number of pixels"),
    ),
)


def check_entry(kind: type[PortEntry]) -> None:
    """Ask everything of an entry with its default settings.

    Raises:
        InvalidPlugin: If something fails; the message names it.
    """
    entry = _asked(kind, "it", lambda _: kind(), None)
    for question in (*_COMMON, *(_OF_KINDS if issubclass(kind, PortKind) else _OF_ROUTES)):
        try:
            value = _asked(kind, question.name, question.ask, entry)
        except CompanionError as error:
            if isinstance(error, InvalidPlugin):
                raise
            continue  # it refuses these settings, as it may
        if not _fits(question, value):
            raise InvalidPlugin(
                Text(
                    "{name} is {value}; it must be {expected}",
                    name=question.name,
                    value=value_words(value),
                    expected=question.words,
                )
            )


def _asked(kind: type[PortEntry], name: str, ask: Callable[[Any], Any], entry: object) -> Any:
    try:
        return ask(entry)
    except CompanionError:
        raise
    except BaseException as error:
        if ends_program(error):
            raise
        problem = explained(error, kind.__module__)
        raise InvalidPlugin(
            Text("{method} failed: {problem}", method=name, problem=problem)
        ) from error


def _fits(question: _Question, value: object) -> bool:
    try:
        return question.fits(value)
    except Exception:
        return False

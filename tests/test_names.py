"""One public name means one thing: no two modules of the program define the same one."""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1] / "companion"

_COMMAND = "the class of a command has the name of its tag in the protocol"
_GAMES = "every game is one file, and none imports another"
_TYPES = "type variables are P and M everywhere"

_REMOTE = "the log that boards share has names of its own: nothing else imports that room"

_TEMPLATES = "a new game begins from one of two templates, which become its file"

ALLOWED = {
    "BOARD": _TEMPLATES,
    "TemplateGame": _TEMPLATES,
    "Answer": _REMOTE,
    "Entry": _REMOTE,
    "Outcome": _REMOTE,
    "Refused": _REMOTE,
    "Request": _REMOTE,
    "VERSION": _REMOTE,
    "Choose": _COMMAND,
    "Confirm": _COMMAND,
    "GAME": "the registry finds every game under this name",
    "Hop": _GAMES,
    "KNOWLEDGE": "the registry finds what is known about every game under this name",
    "M": _TYPES,
    "MYPY": "mypy reads it in files that MicroPython runs",
    "Move": _GAMES,
    "P": _TYPES,
    "Palette": _COMMAND,
    "Path": _GAMES,
    "Position": _GAMES,
    "Ray": _GAMES,
    "Step": _COMMAND,
    "TYPE_CHECKING": "typing's, without importing typing",
    "Ways": _GAMES,
    "names": "of games, called as `companion.games.names()`; the other is used in its module alone",
}
"""The names that several modules do define, each with the reason."""


def _defined(module: Path) -> set[str]:
    """The public classes, functions and constants that a module defines at its top level."""
    found: set[str] = set()
    for node in ast.parse(module.read_text(encoding="utf-8")).body:
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                found.add(name)
            case ast.AsyncFunctionDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                found.add(name)
            case ast.Assign(targets=targets):
                for target in targets:
                    found |= {n.id for n in ast.walk(target) if isinstance(n, ast.Name)}
    return {name for name in found if not name.startswith("_")}


@cache
def _repeated() -> dict[str, list[str]]:
    modules: dict[str, list[str]] = defaultdict(list)
    for path in sorted(ROOT.rglob("*.py")):
        for name in _defined(path):
            modules[name].append(str(path.relative_to(ROOT)))
    return {name: paths for name, paths in modules.items() if len(paths) > 1}


def test_no_public_name_is_defined_twice() -> None:
    unexplained = {name: paths for name, paths in _repeated().items() if name not in ALLOWED}
    assert not unexplained, "rename one of them, or give the reason in ALLOWED"


def test_every_exception_is_still_needed() -> None:
    assert set(ALLOWED) - set(_repeated()) == set()

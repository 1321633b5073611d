"""Nothing that the program says or publishes depends on the version of Python.

`make test-bare` runs all tests with the Pythons of three Debians. These look for what would differ.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion

ROOT = Path(companion.__file__).parent

RECURSION = "each Python stops at another depth: set a limit, as companion/base/json_text.py does"
DOCSTRING = "only Python 3.13 and later remove the indentation: use inspect.cleandoc or getdoc"
ALLOWED = {
    "toml.py": RECURSION,  # tomllib is written in Python, whose own limit stays the same
    "json_schema.py": DOCSTRING,  # it does remove it
    "border.py": DOCSTRING,  # it passes one on as it is
}


def _faults(source: str) -> Iterator[str]:
    """Yield what differs between the versions of Python in a module."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case (
                ast.Name(id="RecursionError")
                | ast.Attribute(attr="getrecursionlimit" | "setrecursionlimit")
            ):
                yield RECURSION
            case ast.Attribute(attr="__doc__" | "schema_components" | "schema"):
                yield DOCSTRING


def test_nothing_depends_on_the_version() -> None:
    found = {
        path.name: faults
        for path in ROOT.rglob("*.py")
        if (faults := set(_faults(path.read_text(encoding="utf-8"))))
    }
    assert found == {name: {reason} for name, reason in ALLOWED.items()}


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("try: f()\nexcept (OSError, RecursionError): pass", RECURSION),
        ("sys.setrecursionlimit(10)", RECURSION),
        ("print(Game.__doc__)", DOCSTRING),
        ("msgspec.json.schema(Move)", DOCSTRING),
        ("inspect.getdoc(Game)", None),
    ],
)
def test_what_would_is_found(source: str, fault: str | None) -> None:
    assert set(_faults(source)) == {fault} - {None}

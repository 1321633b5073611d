"""The rooms: few, each with one sentence that code and overview share, and no file name twice."""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

from companion.base.former import FORMER

ROOT = Path(__file__).parents[1]
PROGRAM = ROOT / "companion"
ROOMS = sorted(path.parent.name for path in PROGRAM.glob("*/__init__.py"))
MODULES = sorted(path.name for path in PROGRAM.glob("[!_]*.py"))
MOST = 15
"""Folders directly under `companion/`."""


def sentence_of(path: Path) -> str:
    """The first sentence of a module's docstring."""
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    first = docstring.split("\n\n")[0].replace("\n", " ")
    return re.split(r"(?<=\.) (?=[A-Z])", first)[0]


def overview() -> dict[str, str]:
    """The sentence of each room and module in CODE_OVERVIEW.md."""
    text = (ROOT / "CODE_OVERVIEW.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^\| `companion/([\w.]+)/?` \| (.+) \|$", text, re.MULTILINE))


def test_rooms_are_few() -> None:
    folders = [path for path in PROGRAM.iterdir() if path.is_dir() and path.name != "__pycache__"]
    assert len(ROOMS) <= MOST
    assert sorted(path.name for path in folders) == ROOMS


def test_the_overview_has_every_room() -> None:
    assert sorted(overview()) == sorted([*ROOMS, *MODULES])


@pytest.mark.parametrize("room", [*ROOMS, *MODULES])
def test_code_and_overview_have_the_same_sentence(room: str) -> None:
    path = PROGRAM / room
    assert sentence_of(path / "__init__.py" if path.is_dir() else path) == overview()[room]


def test_no_two_files_have_the_same_name() -> None:
    names = Counter(path.name for path in PROGRAM.rglob("*.py"))
    del names["__init__.py"]
    assert [name for name, number in names.items() if number > 1] == []


@pytest.mark.parametrize("address", sorted(FORMER))
def test_a_former_address_gives_the_module_of_today(address: str) -> None:
    try:
        assert import_module(address) is import_module(FORMER[address])
    finally:
        sys.modules.pop(address, None)


def test_what_a_former_address_gives_is_the_same_class() -> None:
    from companion.rules.geometry import Board

    namespace: dict[str, object] = {}
    exec("from companion.geometry import Board\nimport companion.lights.scene as scene", namespace)
    assert namespace["Board"] is Board
    assert namespace["scene"] is import_module("companion.device.lamps.scene")

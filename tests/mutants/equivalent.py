"""The mutants that no test can tell from the program, each with its reason."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.mutants.rooms import ROOMS, ROOT, Room
from tests.mutants.stage import Mutant

FILE = Path(__file__).with_name("equivalent.toml")

Entry = dict[str, Any]
"""A part of `equivalent.toml`: function, was, now and why."""


def entries() -> dict[str, list[Entry]]:
    """What `equivalent.toml` says, by the rooms' names."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def stale(listed: dict[str, list[Entry]]) -> list[str]:
    """The entries whose room, or whose line in that function, is not there any more."""
    rooms = {room.name: room for room in ROOMS}
    found = [f"there is no room {name}" for name in listed if name not in rooms]
    for name in rooms.keys() & listed.keys():
        functions = list(_functions(rooms[name].modules()))
        found += [
            f"{name}, {entry['function']}: {entry['was']}"
            for entry in listed[name]
            if not any(entry["function"] == one and entry["was"] in text for one, text in functions)
        ]
    return found


def _functions(modules: Sequence[Path]) -> Iterator[tuple[str, str]]:
    """Yield the functions that mutmut may change, by name, and their lines in one."""
    for module in modules:
        text = (ROOT / module).read_text(encoding="utf-8")
        for node in ast.parse(text).body:
            methods = node.body if isinstance(node, ast.ClassDef) else [node]
            within = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
            for function in methods:
                if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                    lines = text.splitlines()[function.lineno - 1 : function.end_lineno]
                    yield within + function.name, " ".join(line.strip() for line in lines)


class Equivalents:
    """The equivalent mutants of one room. unmatched: explanations that fit no surviving mutant of
    the modules that are mutated."""

    def __init__(self, room: Room) -> None:
        here = {function for function, _ in _functions(room.modules())}
        self._why: dict[tuple[str, str, str], str] = {
            (entry["function"], entry["was"], now): entry["why"]
            for entry in entries().get(room.name, [])
            for now in entry["now"]
            if entry["function"] in here
        }
        self.unmatched = {" => ".join(key) for key in self._why}

    def explain(self, mutant: Mutant) -> str:
        """Why nothing can notice this mutant; "" where something should."""
        key = (mutant.function, mutant.was, mutant.now)
        self.unmatched.discard(" => ".join(key))
        return self._why.get(key, "")

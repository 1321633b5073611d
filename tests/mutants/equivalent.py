"""The mutants that no test can tell from the program, each with its reason."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from tests.mutants.stage import Mutant

FILE = Path(__file__).with_name("equivalent.toml")


def entries(room: str) -> list[dict[str, Any]]:
    """What `equivalent.toml` says about a room."""
    listed = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return list(listed.get(room, []))


class Equivalents:
    """The equivalent mutants of one room. unmatched: explanations that fit no surviving mutant."""

    def __init__(self, room: str) -> None:
        self._why: dict[tuple[str, str, str], str] = {
            (entry["function"], entry["was"], now): entry["why"]
            for entry in entries(room)
            for now in entry["now"]
        }
        self.unmatched = {" => ".join(key) for key in self._why}

    def explain(self, mutant: Mutant) -> str:
        """Why nothing can notice this mutant; "" where something should."""
        key = (mutant.function, mutant.was, mutant.now)
        self.unmatched.discard(" => ".join(key))
        return self._why.get(key, "")

"""The figures of docs/move-recognition.md, which stand there between marks.

python -m tests.move_recognition [collisions] [states]    measure anew and put there; at first all
… | python -m tests.move_recognition bench-hands          put there what is piped in
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests import collisions, figures, state_table

PAGE = Path(__file__).parent.parent / "docs" / "move-recognition.md"


def read(name: str) -> list[str]:
    """The lines at a mark of the page."""
    return figures.read(PAGE, name)


def put(name: str, lines: list[str]) -> None:
    """Replace the lines at a mark of the page."""
    figures.put(PAGE, name, lines)


def piped() -> dict[str, list[str]]:
    return {"bench-hands": sys.stdin.read().strip().splitlines()}


MADE = {"collisions": collisions.tables, "states": state_table.tables, "bench-hands": piped}


def main(names: list[str]) -> None:
    for name in names or ("collisions", "states"):
        for mark, lines in MADE[name]().items():
            put(mark, lines)


if __name__ == "__main__":
    main(sys.argv[1:])

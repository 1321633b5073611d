"""The figures of docs/move-recognition.md, which stand there between marks.

python -m tests.move_recognition [collisions] [states]    measure anew and put there; at first all
… | python -m tests.move_recognition bench-hands          put there what is piped in
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from tests import collisions, state_table

PAGE = Path(__file__).parent.parent / "docs" / "move-recognition.md"


def _place(name: str) -> re.Pattern[str]:
    return re.compile(rf"(<!-- {name} -->\n)(.*?)(<!-- /{name} -->)", re.DOTALL)


def read(name: str) -> list[str]:
    """The lines at a mark of the page."""
    found = _place(name).search(PAGE.read_text(encoding="utf-8"))
    if found is None:
        raise LookupError(f"{PAGE.name} has no <!-- {name} --> … <!-- /{name} -->")
    return found[2].strip().splitlines()


def put(name: str, lines: list[str]) -> None:
    """Replace the lines at a mark of the page."""
    read(name)
    text = PAGE.read_text(encoding="utf-8")
    body = "\n".join(("", *lines, "", "")) if lines else ""
    PAGE.write_text(
        _place(name).sub(lambda found: found[1] + body + found[3], text), encoding="utf-8"
    )


def piped() -> dict[str, list[str]]:
    return {"bench-hands": sys.stdin.read().strip().splitlines()}


MADE = {"collisions": collisions.tables, "states": state_table.tables, "bench-hands": piped}


def main(names: list[str]) -> None:
    for name in names or ("collisions", "states"):
        for mark, lines in MADE[name]().items():
            put(mark, lines)


if __name__ == "__main__":
    main(sys.argv[1:])

"""The figures of docs/move-recognition.md, which stand there between marks.

python -m tests.move_recognition           measure the collisions and put all that is made here
… | python -m tests.move_recognition NAME  put there what is piped in, at this mark
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
    """The lines that stand at a mark of the page."""
    found = _place(name).search(PAGE.read_text(encoding="utf-8"))
    if found is None:
        raise LookupError(f"{PAGE.name} has no <!-- {name} --> … <!-- /{name} -->")
    return found[2].strip().splitlines()


def put(name: str, lines: list[str]) -> None:
    """Replace what stands at a mark of the page."""
    read(name)
    text = PAGE.read_text(encoding="utf-8")
    body = "\n".join(("", *lines, "", "")) if lines else ""
    PAGE.write_text(
        _place(name).sub(lambda found: found[1] + body + found[3], text), encoding="utf-8"
    )


def main(names: list[str]) -> None:
    for name in names:
        put(name, sys.stdin.read().strip().splitlines())
    if not names:
        made = {
            **collisions.tables(),
            "states": state_table.table(),
            "diagram": state_table.diagram(),
        }
        for name, lines in made.items():
            put(name, lines)


if __name__ == "__main__":
    main(sys.argv[1:])

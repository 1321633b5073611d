"""The examples of docs/testing.md as files: each block of code stands after the name of its file.

python -m tests.testing.examples FOLDER    write them there
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "testing.md"


def examples() -> dict[str, str]:
    """The text of each file, by its name."""
    page = PAGE.read_text(encoding="utf-8")
    found = re.findall(r"`(\w+\.py)`:\n\n```python\n(.*?)```\n", page, re.DOTALL)
    return dict(found)


def write(folder: Path) -> list[str]:
    """Write the files into a folder; their names."""
    folder.mkdir(parents=True, exist_ok=True)
    files = examples()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return list(files)


if __name__ == "__main__":
    write(Path(sys.argv[1]))

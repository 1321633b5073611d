"""Check what a release needs beside its tests, and write its notes.

python -m tests.release [TAG]     whether the changelog and the tag are those of this version
python -m tests.release --notes   print what the changelog says about this version
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from companion import __version__

ROOT = Path(__file__).parent.parent


class NotReady(Exception):
    """What a release lacks, in one line."""


def notes(changelog: str, version: str) -> str:
    """Return the section of a version, without its heading. Raises NotReady without its date."""
    heading = rf"^## {re.escape(version)} - ([^\n]+)\n"
    found = re.search(rf"{heading}(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    if found is None:
        raise NotReady(f"CHANGELOG.md: there is no section '## {version} - <date>'")
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", found[1]):
        raise NotReady(f"CHANGELOG.md: version {version} is '{found[1]}'; write a date, YYYY-MM-DD")
    return f"{found[2].strip()}\n"


def check_tag(tag: str, version: str) -> None:
    """Raise NotReady if the tag is not that of the version."""
    if tag != f"v{version}":
        raise NotReady(
            f"companion/__init__.py: version {version} has the tag v{version}, not {tag}"
        )


def main(arguments: list[str]) -> None:
    """Run the command."""
    try:
        text = notes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), __version__)
        if arguments == ["--notes"]:
            sys.stdout.write(text)
            return
        for tag in arguments:
            check_tag(tag, __version__)
    except NotReady as problem:
        sys.exit(f"make: {problem}")


if __name__ == "__main__":
    main(sys.argv[1:])

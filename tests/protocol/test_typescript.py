"""What the page's JavaScript is checked against is what the program says."""

from __future__ import annotations

import re
from pathlib import Path

from companion.protocol import MESSAGES_VERSION
from companion.protocol.typescript import declarations

STATIC = Path(__file__).parents[2] / "companion" / "page" / "static"


def test_the_published_declarations_are_those_of_the_messages() -> None:
    published = (STATIC / "messages.d.ts").read_text(encoding="utf-8")
    assert published == declarations(), "make types"


def test_the_page_knows_the_version_of_the_messages() -> None:
    script = (STATIC / "main.js").read_text(encoding="utf-8")
    found = re.search(r"^const VERSION = (\d+);", script, re.MULTILINE)
    assert found is not None
    assert int(found[1]) == MESSAGES_VERSION

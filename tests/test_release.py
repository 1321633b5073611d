"""A release needs a section of the changelog with a date, and a tag with its version."""

from __future__ import annotations

import pytest

from tests.release import NotReady, check_tag, notes

CHANGELOG = """# Changelog

## 0.3.0 - in preparation

### Added

- A game.

## 0.2.0 - 2026-12-24

### Changed

- A board.

## 0.1.0 - 2026-11-20

The first version.
"""


def test_notes_are_the_section_of_the_version() -> None:
    assert notes(CHANGELOG, "0.2.0") == "### Changed\n\n- A board.\n"
    assert notes(CHANGELOG, "0.1.0") == "The first version.\n"


@pytest.mark.parametrize(
    ("version", "said"),
    [("0.3.0", "is 'in preparation'; write a date"), ("0.2", "no section '## 0.2 - <date>'")],
)
def test_a_version_without_a_date_is_not_ready(version: str, said: str) -> None:
    with pytest.raises(NotReady, match=said):
        notes(CHANGELOG, version)


def test_a_tag_names_its_version() -> None:
    check_tag("v0.2.0", "0.2.0")
    for tag in ("0.2.0", "v0.2.1", "v0.2.0rc1"):
        with pytest.raises(NotReady, match=f"the tag v0.2.0, not {tag}"):
            check_tag(tag, "0.2.0")

"""The guide: its examples run as a stranger would run them, and it names every fixture."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.testing.examples import PAGE, examples, write

ROOT = Path(__file__).parents[2]
FIXTURES = (ROOT / "companion/testing/fixtures.py").read_text(encoding="utf-8")


@pytest.mark.slow
def test_examples_of_the_guide_pass_outside_of_the_repository(tmp_path: Path) -> None:
    assert len(write(tmp_path)) > 6
    order = [sys.executable, "-m", "pytest", "-q", "-W", "error", "-p", "no:cacheprovider", "."]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        order, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^\d+ passed in", done.stdout, re.MULTILINE), done.stdout


def test_guide_names_every_fixture_and_uses_it() -> None:
    fixtures = re.findall(r"@pytest\.fixture\ndef (\w+)\(", FIXTURES)
    assert len(fixtures) > 5
    page, code = PAGE.read_text(encoding="utf-8"), "".join(examples().values())
    rows = re.findall(r"^\| `(\w+)` \|", page.split("## Fixtures")[1], re.MULTILINE)
    assert rows == fixtures
    assert [name for name in fixtures if f"{name}: " not in code] == []


def test_links_of_the_guide_lead_somewhere() -> None:
    for link in re.findall(r"\]\(([^)#]+)[^)]*\)", PAGE.read_text(encoding="utf-8")):
        assert (PAGE.parent / link).exists(), link


def imported(code: str) -> set[str]:
    """The modules of the program that a file imports."""
    return set(re.findall(r"^ *(?:from|import) (companion(?:\.\w+)*)(?!\w)", code, re.MULTILINE))


@pytest.mark.parametrize("name", sorted(examples()))
def test_an_example_imports_from_one_module(name: str) -> None:
    assert imported(examples()[name]) <= {"companion.testing"}


def test_tests_of_the_example_packages_import_from_one_module() -> None:
    tests = list((ROOT / "docs/examples").glob("*/tests/*.py"))
    assert len(tests) > 5
    found = {module for path in tests for module in imported(path.read_text(encoding="utf-8"))}
    assert found == {"companion.testing"}

"""Tests that cannot run here say what is missing, and are counted."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests import needs
from tests.needs import Missing, Need

pytest_plugins = ["pytester"]

ROOT = Path(__file__).parent.parent
SKIP = re.compile(r"pytest\.(skip|importorskip)\(|mark\.skip")
TESTS = """
    import pytest
    from tests import needs
    from tests.needs import Missing, Need

    def look():
        raise Missing("no browser", "sudo apt install chromium")

    browser = Need(look)

    @pytest.fixture
    def page():
        browser()

    @pytest.mark.parametrize("number", range(5))
    def test_page(page, number):
        pass

    @Need(lambda: needs.program("no dice", "", ("dice-of-seven-sides",))).mark
    def test_dice():
        raise AssertionError

    def test_nothing():
        pass
"""
MODULE = """
    from tests.test_needs import broker
    broker()
"""
COUNTED = "7 skipped: 5 no browser (sudo apt install chromium), 1 no broker, 1 no dice"


@Need
def broker() -> None:
    raise Missing("no broker")


@pytest.mark.parametrize("workers", [0, 2])
def test_skipped_tests_are_counted_by_their_reasons(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, workers: int
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    pytester.makepyfile(test_all=TESTS, test_module=MODULE)
    done = pytester.runpytest_subprocess("-p", "tests.skips", "-q", "-n", str(workers))
    assert COUNTED in done.outlines
    done.assert_outcomes(passed=1, skipped=7)


def test_nothing_is_said_where_nothing_is_skipped(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_nothing(): pass")
    done = pytester.runpytest_inprocess("-p", "tests.skips", "-q", "-p", "no:xdist")
    assert not any("skipped" in line for line in done.outlines)


def test_only_needs_skip_tests() -> None:
    found = [
        str(path.relative_to(ROOT))
        for path in sorted(ROOT.glob("tests/**/*.py"))
        if SKIP.search(path.read_text(encoding="utf-8"))
    ]
    assert found == ["tests/needs.py"]


@pytest.mark.parametrize("ci", ["", "true"])
def test_what_ci_must_have_fails_there(ci: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", ci)
    with pytest.raises(pytest.skip.Exception, match=r"^no broker$"):
        broker()
    need = Need(broker._look, required=True)
    failure = pytest.fail.Exception if ci else pytest.skip.Exception
    with pytest.raises(failure, match=r"^no broker"):
        need()


def test_what_is_installed_but_does_not_run_is_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin")
    names = ("new-browser", "old-browser")

    def look() -> str:
        return needs.program("no browser", "sudo apt install browser", names)

    with pytest.raises(Missing, match=r"^no browser \(sudo apt install browser\)$"):
        look()
    for name, code in (("new-browser", 1), ("old-browser", 127)):
        (tmp_path / name).write_text(f"#!/bin/sh\nexit {code}\n")
        (tmp_path / name).chmod(0o755)
    with pytest.raises(Missing, match=rf"^new-browser does not run \(see {tmp_path}/new-browser "):
        look()
    (tmp_path / "old-browser").write_text("#!/bin/sh\n")
    assert look() == str(tmp_path / "old-browser")

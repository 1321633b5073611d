"""The tests of `board_suite` on a real board, and a report of them: what `companion hil` runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.testing.needs import needed_by

if TYPE_CHECKING:
    import pytest

_SUITE = Path(__file__).with_name("board_suite.py")


def run_board_suite(
    board: str, config: Path, *, only: str = "", junit: Path | None, report: Path | None
) -> int:
    """Test a board.

    Args:
        board: Its name, as for `pytest --board`.
        config: Its configuration.
        only: What the names of tests have in them that are run, as for `pytest -k`; all if empty.
        junit: A file for a report as JUnit XML.
        report: A file for a report as JSON.

    Returns:
        The exit status of pytest: 0 if no test failed.

    Raises:
        MissingTestLibrary: If pytest is not installed.
    """
    with needed_by("companion hil"):
        import pytest
    arguments = [str(_SUITE), f"--rootdir={_SUITE.parent}", "-p", "no:cacheprovider", "-q"]
    arguments += ["--tb=short", f"--board={board}", f"--board-config={config}"]
    if junit is not None:
        arguments += [f"--junitxml={junit}"]
    if only:
        arguments += ["-k", only]
    results = JsonReport()
    status = pytest.main(arguments, plugins=[results])
    if report is not None:
        report.write_text(json.dumps(results.report(), indent=2) + "\n", encoding="utf-8")
    return int(status)


class JsonReport:
    """A plug-in for pytest that gathers what a run of tests found."""

    def __init__(self) -> None:
        self._about: dict[str, Any] = {}
        self._tests: list[dict[str, Any]] = []

    def report(self) -> dict[str, Any]:
        """Return what was found: the board, and each test with its outcome, time and figures."""
        return {"board": self._about, "tests": self._tests}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take the outcome of a phase of a test."""
        if report.when != "call" and report.passed:
            return
        found: dict[str, Any] = {
            "test": report.nodeid.rpartition("::")[2].partition("[")[0],
            "outcome": report.outcome,
            "seconds": round(report.duration, 3),
            **dict(report.user_properties),
        }
        if report.failed:
            found["why"] = report.longreprtext
        elif report.skipped and isinstance(report.longrepr, tuple):
            found["why"] = report.longrepr[2].removeprefix("Skipped: ")
        self._tests.append(found)

    def pytest_fixture_post_finalizer(self, fixturedef: Any) -> None:
        """Take what the board says of itself."""
        made = getattr(fixturedef, "cached_result", None)
        if fixturedef.argname == "board" and made and made[0] is not None:
            self._about = made[0].properties

"""A plugin for pytest: the mark `needs`, and a line that counts why tests were skipped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

_PREFIX = "Skipped: "


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "needs(*needs): skipped unless these needs are met")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    for mark in item.iter_markers("needs"):
        for need in mark.args:
            need()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if line := summary(terminalreporter.stats.get("skipped", ())):
        terminalreporter.write_line(line)


def summary(skipped: Iterable[pytest.TestReport | pytest.CollectReport]) -> str:
    """The reasons of these reports and how often each of them was given, the most frequent first.
    Empty if there are no reports."""
    reasons = Counter(_reason(report) for report in skipped)
    parts = [f"{number} {reason}" for reason, number in reasons.most_common()]
    return f"{reasons.total()} skipped: {', '.join(parts)}" if parts else ""


def _reason(report: pytest.TestReport | pytest.CollectReport) -> str:
    if isinstance(report.longrepr, tuple):
        return report.longrepr[2].removeprefix(_PREFIX)
    return str(report.longrepr)

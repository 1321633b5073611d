"""Tests of this folder are for the kernel that `make test-kernel` boots, and for it alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.kernel import chips, machine

collect_ignore_glob = [] if machine.present() else ["test_*.py"]

_measured: list[str] = []


@pytest.fixture(scope="session")
def present() -> machine.Machine:
    found = machine.present()
    assert found is not None
    return found


@pytest.fixture(scope="module")
def header(present: machine.Machine) -> Iterator[chips.Chip]:
    """The chip of the GPIO header, among the machine's other ones."""
    with chips.header(present) as chip:
        yield chip


@pytest.fixture(scope="session")
def measured() -> Callable[[str], None]:
    """Takes what was measured, to be told at the end. Nothing fails because of it: this is a
    simulator on a machine that has other things to do."""
    return _measured.append


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for line in _measured:
        terminalreporter.write_line(f"measured: {line}")

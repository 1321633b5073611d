"""Tests of this folder are for the kernel that `make test-kernel` boots, and for it alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from companion.device.ports import DirectKind, InvalidWiring, Port, SpiLamps
from companion.rules.geometry import STAR
from companion.testing import BOARD_MAKERS, BoardChoice, BoardUnderTest, CapturedStrip, StandIn
from companion.testing.switches import SwitchBank
from companion.testing.wiring import STAR_SPI
from tests.kernel import chips, machine

collect_ignore_glob = [] if machine.present() else ["test_*.py"]

_measured: list[str] = []

_SETTLE = 0.1  # seconds; an edge takes a few milliseconds on an idle machine


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


_kept = ExitStack()
_chips: list[chips.Chip] = []


def _heard(_: Port) -> None:
    """Wait until an edge has come through the kernel and a thread of gpiozero."""
    time.sleep(_SETTLE)


def _star(stack: ExitStack, choice: BoardChoice) -> BoardUnderTest:
    """A star on the kernel's GPIO chips, through the genuine lgpio."""
    found = machine.present()
    assert found is not None, "this board is only in the kernel of make test-kernel"
    if choice.board is not STAR:
        raise InvalidWiring("the board in the kernel is a star")
    if not _chips:
        # For all tests: a second factory of gpiozero in one process gets no callbacks from lgpio.
        _chips.append(_kept.enter_context(chips.header(found)))
    for line in range(28):
        _chips[0].close_switch(line, False)
    bank = SwitchBank(STAR_SPI, _chips[0].close_switch, "kernel")
    strip = stack.enter_context(CapturedStrip())
    hardware = StandIn(DirectKind(), SpiLamps(), STAR, bank, strip.pixels, _heard)
    return BoardUnderTest("kernel", hardware, frozenset({"button", "faults", "lamps"}))


BOARD_MAKERS["kernel"] = _star


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for line in _measured:
        terminalreporter.write_line(f"measured: {line}")

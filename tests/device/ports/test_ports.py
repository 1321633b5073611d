"""What every port does, whatever stands behind it: the contract of the test kit."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random

import pytest
from gpiozero import Device

from companion.device.ports import (
    DirectKind,
    MatrixKind,
    PicoKind,
    SimulatedPort,
    StripSettings,
)
from companion.device.ports.port_kind import PortKind
from companion.device.ports.port_kinds import entries
from companion.rules.boards import find
from companion.rules.geometry import STAR
from companion.testing.board_under_test import BoardChoice, open_board
from companion.testing.pico import unhurried
from companion.testing.pins import rpigpio_switches
from companion.testing.port_contract import PortBench, PortContract, WiredContract
from companion.testing.stand_ins import StandIn, on_pico, stand_in
from companion.testing.strip import CapturedStrip
from tests import needs
from tests.pico.arduino_board import Arduino
from tests.pico.boards import MicroPico


def _simulated() -> PortBench:
    def burst(point: str, closed: bool, rng: Random) -> int:
        edges = 2 * rng.randint(1, 4) + 1
        for i in range(edges):
            port.set(STAR.index[point], closed == (i % 2 == 0))
        return edges

    def shown() -> list[tuple[int, int, int]]:
        frame = port.frame
        return [(frame[i], frame[i + 1], frame[i + 2]) for i in range(0, len(frame), 3)]

    port = SimulatedPort(STAR.size, lambda: made.now)
    made = PortBench(
        STAR, port, lambda point, on: port.set(STAR.index[point], on), burst, shown, press=None
    )
    return made


def _hardware(stack: ExitStack, kind: str, name: str, route: str) -> StandIn:
    """The stand-in for a board of this kind."""
    board = find(name)
    assert board is not None
    strip = StripSettings(route=route)
    if kind == "rpigpio":
        bank = stack.enter_context(rpigpio_switches(DirectKind().wiring(strip, board)))
        captured = stack.enter_context(CapturedStrip())
        return StandIn(DirectKind(), strip, board, bank, captured.pixels)
    if kind == "micropython":
        needs.micropython()
        return on_pico(stack.enter_context(MicroPico(name)), PicoKind(), strip, board)
    if kind == "arduino":
        needs.cpp_compiler()
        return on_pico(stack.enter_context(Arduino(name)), PicoKind(), strip, board)
    kinds = {"mock": DirectKind(), "matrix": MatrixKind(), "pico": PicoKind()}
    return stand_in(stack, kinds[kind], strip, board)


BOARDS = [f"{kind} star {route}" for kind in ("mock", "rpigpio") for route in ("spi", "pwm")]
BOARDS += [f"matrix {name} spi" for name in ("star", "grid7", "grid8", "grid9")]
BOARDS += ["matrix grid9 pwm", "micropython star pico", "arduino star pico"]
BOARDS += [f"pico {name} pico" for name in ("star", "grid7", "grid8", "grid9")]
PARTS = ["matrix grid9 spi grid7", "matrix grid9 pwm grid8", "matrix grid8 spi grid7"]
PARTS += ["pico grid9 pico grid7"]
"""A smaller board on a part of a larger one."""

ADDED = [
    kind
    for kind in entries(PortKind).values()
    if kind.bench or (kind.stand_in and not kind.__module__.startswith("companion."))
]
"""Kinds of boards of installed packages, as when the examples are tested."""


class TestSimulated(PortContract):
    @pytest.fixture
    def bench(self) -> Iterator[PortBench]:
        made = _simulated()
        yield made
        made.port.close()


class TestWired(WiredContract):
    @pytest.fixture(params=[*BOARDS, *PARTS, *(kind.kind for kind in ADDED)])
    def bench(
        self, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
    ) -> Iterator[PortBench]:
        unhurried(monkeypatch)
        words = request.param.split()
        with ExitStack() as stack:
            if len(words) == 1:
                made = PortBench.on(open_board(stack, request.param, BoardChoice()).hardware)
            else:
                part = find(words[3]) if len(words) > 3 else None
                made = PortBench.on(_hardware(stack, *words[:3]), part)
            stack.callback(made.port.close)
            yield made


class TestNamed(WiredContract):
    """The boards that tests are run on by their names."""

    @pytest.fixture
    def bench(self, port_bench: PortBench) -> PortBench:
        return port_bench


@pytest.mark.parametrize("backend", ["mock", "rpigpio"])
def test_the_fakes_leave_the_process_as_it_was(backend: str) -> None:
    def state() -> tuple[object, ...]:
        gpio = [name for name in sys.modules if name == "board" or name.startswith("RPi")]
        return Device.pin_factory, dict(os.environ), gpio

    os.environ["BLINKA_SKIP_DEPENDENCY_CHECK"] = "1"
    before = state()
    with ExitStack() as stack:
        bench = PortBench.on(_hardware(stack, backend, "star", "spi"))
        bench.port.open(lambda _: None)
        assert state() != before
        bench.port.close()
    assert state() == before

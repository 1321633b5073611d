"""What every port does, whatever stands behind it: the contract of the test kit."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from operator import itemgetter
from pkgutil import resolve_name
from random import Random

import pytest
from gpiozero import Device

from companion.device.ports import (
    DirectPort,
    MatrixKind,
    PicoKind,
    PortError,
    SimulatedPort,
    StripSettings,
    open_port,
)
from companion.device.ports.port_kind import PortKind
from companion.device.ports.port_kinds import entries
from companion.rules.geometry import STAR, grid
from companion.testing.matrix import mock_matrix
from companion.testing.pico import SimulatedPico, unhurried
from companion.testing.pins import mock_switches, rpigpio_switches
from companion.testing.port_contract import PortBench, PortContract, WiredContract
from companion.testing.strip import CapturedStrip
from companion.testing.wiring import STAR_PWM, STAR_SPI, wired
from tests import needs
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


def _direct(stack: ExitStack, backend: str, route: str) -> PortBench:
    wiring = STAR_SPI if route == "spi" else STAR_PWM
    switches = stack.enter_context(
        mock_switches(wiring) if backend == "mock" else rpigpio_switches(wiring)
    )
    strip = stack.enter_context(CapturedStrip())
    made = PortBench(
        STAR,
        DirectPort(wiring, lambda: made.now),
        switches.set,
        switches.bounce,
        strip.pixels,
        lambda down: switches.press() if down else switches.release(),
    )
    return made


BOARDS = {board.name: board for board in (STAR, grid(7), grid(8), grid(9))}
MARGINS = {("grid7", "grid9"): 1}
"""How far a board lies from the edge of a larger one, where that is not 0."""


def _printed(name: str, whole: str) -> dict[str, str]:
    """What the larger board calls the points of a board that lies on it."""
    margin = MARGINS.get((name, whole), 0)
    return {
        text: f"{chr(ord(text[0]) + margin)}{int(text[1:]) + margin}" if margin else text
        for text in BOARDS[name].names
    }


def _matrix(stack: ExitStack, name: str, route: str, whole: str = "") -> PortBench:
    """The port of a board in rows and columns, or of a part of one."""
    board, physical = BOARDS[name], BOARDS[whole or name]
    printed = _printed(name, whole)
    switches = stack.enter_context(mock_matrix(wired(physical, route)))
    strip = stack.enter_context(CapturedStrip())
    places = [physical.index[printed[text]] for text in board.names]
    port = open_port(
        MatrixKind(board=physical.name),
        StripSettings(route="pwm" if route == "pwm" else "spi"),
        board,
        lambda: made.now,
    )
    made = PortBench(
        board,
        port,
        lambda point, closed: switches.set(printed[point], closed),
        lambda point, closed, rng: switches.bounce(printed[point], closed, rng),
        lambda: [strip.pixels()[place] for place in places],
        lambda down: switches.press() if down else switches.release(),
        lambda: [c for place, c in enumerate(strip.pixels()) if place not in places],
    )
    return made


def _pico(stack: ExitStack, kind: str, name: str, whole: str = "") -> PortBench:
    """The port of a board on a Pico, or of a part of one."""
    board, physical = BOARDS[name], BOARDS[whole or name]
    printed = _printed(name, whole)
    if kind == "micropython":
        needs.micropython()
    pico = stack.enter_context(
        (MicroPico if kind == "micropython" else SimulatedPico)(physical.name)
    )
    settings = PicoKind(device=pico.device, board=physical.name)
    places = [physical.index[printed[text]] for text in board.names]
    port = open_port(
        settings,
        StripSettings(route="pico"),
        board,
        lambda: made.now,
    )

    def heard(times: int = 1) -> None:
        """Wait until all that the Pico has said has been heard, when somebody hears it."""
        with suppress(PortError):
            for _ in range(times):
                port.occupancy()

    def set_switch(switch: int, closed: bool) -> None:
        pico.set(switch, closed)
        heard()

    def burst(point: str, closed: bool, rng: Random) -> int:
        edges = 2 * rng.randint(1, 4) + 1
        for i in range(edges):
            pico.set(physical.index[printed[point]], closed == (i % 2 == 0))
        heard()
        return edges

    def pixels() -> list[tuple[int, int, int]]:
        heard(2)  # a frame may have waited for the one before
        return pico.pixels(physical.size)

    made = PortBench(
        board,
        port,
        lambda point, closed: set_switch(physical.index[printed[point]], closed),
        burst,
        lambda: list(itemgetter(*places)(pixels())),
        lambda down: set_switch(pico.button, down),
        lambda: [colour for place, colour in enumerate(pixels()) if place not in places],
    )
    return made


DIRECT = ["mock spi", "mock pwm", "rpigpio spi", "rpigpio pwm"]
PARTS = ["grid7 spi grid9", "grid8 pwm grid9", "grid7 spi grid8"]
MATRIX = ["grid7 spi", "grid8 spi", "grid9 spi", "grid9 pwm", "star spi", *PARTS]
PICO = ["cpython star", "micropython star", *(f"cpython grid{n}" for n in (7, 8, 9))]
PICO += ["cpython grid7 grid9"]


ADDED = [kind for kind in entries(PortKind).values() if kind.bench]
"""Kinds of boards of installed packages, as when the examples are tested."""


class TestSimulated(PortContract):
    @pytest.fixture
    def bench(self) -> Iterator[PortBench]:
        made = _simulated()
        yield made
        made.port.close()


class TestWired(WiredContract):
    @pytest.fixture(params=[*DIRECT, *MATRIX, *PICO, *(kind.kind for kind in ADDED)])
    def bench(
        self, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
    ) -> Iterator[PortBench]:
        unhurried(monkeypatch)
        with ExitStack() as stack:
            if request.param in MATRIX:
                made = _matrix(stack, *request.param.split())
            elif request.param in PICO:
                made = _pico(stack, *request.param.split())
            elif request.param in DIRECT:
                made = _direct(stack, *request.param.split())
            else:
                made = resolve_name(entries(PortKind)[request.param].bench)(stack)
            stack.callback(made.port.close)
            yield made


@pytest.mark.parametrize("backend", ["mock", "rpigpio"])
def test_the_fakes_leave_the_process_as_it_was(backend: str) -> None:
    def state() -> tuple[object, ...]:
        gpio = [name for name in sys.modules if name == "board" or name.startswith("RPi")]
        return Device.pin_factory, dict(os.environ), gpio

    os.environ["BLINKA_SKIP_DEPENDENCY_CHECK"] = "1"
    before = state()
    with ExitStack() as stack:
        bench = _direct(stack, backend, "spi")
        bench.port.open(lambda _: None)
        assert state() != before
        bench.port.close()
    assert state() == before

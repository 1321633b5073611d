"""The speeds of a serial line to a Pico, over a pty; `make bench` runs it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from companion.device.ports import PicoPort, PortSettings, StripSettings, open_port
from companion.device.ports.link import encode_colours, encode_message
from companion.rules.geometry import FIVE, NINE, STAR, grid
from companion.testing.pico import SIZES, Pico, SimulatedPico
from tests import needs
from tests.pico.boards import MicroPico

BOARDS = {
    "star": STAR,
    "grid7": grid(7),
    "grid8": grid(8),
    "grid9": grid(9),
    "nine": NINE,
    "five": FIVE,
}


@contextmanager
def opened(board: Pico) -> Iterator[PicoPort]:
    settings = PortSettings(kind="pico", device=board.device)
    port = open_port(settings, StripSettings(route="pico"), BOARDS[board.board], time.monotonic)
    assert isinstance(port, PicoPort)
    port.open(lambda _: None)
    yield port
    port.close()


def frames_a_second(board: Pico, port: PicoPort, seconds: float = 1.0) -> float:
    """How many different frames per second reach the pixels when too many are shown."""
    before, began, shade = board.count(), time.perf_counter(), 0
    while (took := time.perf_counter() - began) < seconds:
        shade = (shade + 1) % 256
        port.show(bytes([shade]) * (3 * port.points))
        time.sleep(0.0002)
    return (board.count() - before) / took


def measure_serial(line: Callable[[str, str, str], None]) -> None:
    """line: prints what was measured, the figures, and what was wanted."""
    kinds: dict[str, type[Pico]] = {"CPython": SimulatedPico}
    if needs.micropython.found:
        kinds["MicroPython"] = MicroPico
    for what, kind in kinds.items():
        with kind("grid9") as board, opened(board) as port:
            times = []
            for _ in range(500):
                began = time.perf_counter()
                port.occupancy()
                times.append(time.perf_counter() - began)
            times.sort()
            line(
                f"serial: whole state of 81 switches, firmware in {what}",
                f"median {times[250] * 1e3:.2f}, p99 {times[495] * 1e3:.2f} ms",
                "p99 < 10 ms",
            )
        for name, size in SIZES.items():
            with kind(name) as board, opened(board) as port:
                rate = frames_a_second(board, port)
            sent = len(encode_message(b"F00" + encode_colours(bytes(3 * size))))
            line(
                f"serial: {size} lamps, firmware in {what}",
                f"{rate:,.0f} frames/s of {sent} bytes",
                f"30, {30 * sent:,} bytes/s",
            )

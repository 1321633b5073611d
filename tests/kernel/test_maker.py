"""The maker's tools on the kernel's GPIO chips: what they ask the kernel itself."""

from __future__ import annotations

import time
from collections.abc import Callable
from io import StringIO
from statistics import median

from rich.console import Console

from companion.drivers import DirectPort, PortSettings, StripSettings
from companion.drivers.settings import wiring
from companion.geometry import STAR, Sensed
from companion.maker.desk import Desk, Lighting
from companion.maker.facts import chip_label, look
from companion.maker.inbox import Queue
from companion.maker.switches import Watch
from companion.maker.terminal import Screen
from tests.kernel.chips import Chip
from tests.kernel.machine import Machine

DIRECT = wiring(PortSettings(kind="direct"), StripSettings(route="none"), STAR)


def test_chips_are_known_by_their_labels_without_any_library(
    header: Chip, present: Machine
) -> None:
    assert chip_label(header.device) == present.header[0]
    chips = look().chips
    assert chips[header.device.name] == present.header[0]
    assert sorted(filter(None, chips.values())) == sorted(
        label for label, _ in (present.header, *present.others)
    )


def test_the_time_from_edge_to_callback_is_counted_from_the_kernels_own_time_of_the_edge(
    header: Chip, measured: Callable[[str], None]
) -> None:
    port = DirectPort(DIRECT, time.monotonic)
    screen = Screen(Console(file=StringIO()))
    desk = Desk(port, STAR, STAR.names, Lighting(19, 500, 0.5), 0.01, Queue(), screen)
    with desk.open():
        watch = Watch(desk)
        for gpio in DIRECT.switches[:5]:
            for closed in (True, False):
                header.close_switch(gpio, closed)
                assert isinstance(desk.hear(time.monotonic() + 10), Sensed)
    assert len(watch.delays) == 10
    measured(f"edge to callback as `companion check` has it: {1e3 * median(watch.delays):.2f} ms")

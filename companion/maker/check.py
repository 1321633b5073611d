"""`companion check`: checks that the board is as configured and works."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.base.text import Text
from companion.config import Config
from companion.device.ports import PortError, PortKind, open_port
from companion.device.ports.computer import SystemInfo
from companion.device.ports.findings import Finding, Severity, note, wrong
from companion.device.ports.harness import Harness
from companion.device.ports.scanning import Cells
from companion.maker import MakerError, advice, switch_test
from companion.maker.button_test import check_button
from companion.maker.console import BoardConsole, Lighting
from companion.maker.coupon import MEASURES_FILE, check_coupon
from companion.maker.diagnosis import ButtonState
from companion.maker.diodes import check_diodes
from companion.maker.inbox import Inbox
from companion.maker.lamps import check_lamps, lamp_chain
from companion.maker.output import ToolOutput
from companion.maker.report import report
from companion.rules.geometry import Board


@dataclass(frozen=True, slots=True)
class CheckParts:
    """What to check.

    Attributes:
        system: Whether to check the computer.
        lamps: Whether to test the lamps.
        first: How many lamps to test, from the beginning of the strip; None for all of them.
        switches: Whether to test the button and the switches.
        diodes: Whether to test the diodes of a matrix.
        free: Whether to watch the switches while pieces are put anywhere.
        coupon: Whether to test a test coupon instead of a board.
    """

    system: bool = True
    lamps: bool = True
    switches: bool = True
    diodes: bool = False
    free: bool = False
    coupon: bool = False
    first: int | None = None


def check_board(
    config: Config,
    parts: CheckParts,
    info: SystemInfo,
    inbox: Inbox,
    screen: ToolOutput,
    pin_factory: Any = None,
) -> tuple[str, bool]:
    """Check the board.

    Args:
        config: The configuration.
        parts: What to check.
        info: The facts about the computer.
        inbox: The events from the board and the keyboard.
        screen: The output.
        pin_factory: A gpiozero pin factory, for tests.

    Returns:
        The report, and whether no fault was found.

    Raises:
        InvalidWiring: If the settings are not possible.
        MakerError: If the diodes are to be tested and the board is not a matrix, or if there are
            fewer lamps than are to be tested.
    """
    physical = config.port.physical_board(config.make_game().board)
    config.check(physical)
    if parts.diodes and not config.port.diodes:
        raise MakerError(Text("there are no diodes to test: the board is not a matrix"))
    found: list[tuple[str, list[Finding]]] = []

    def run(name: str, findings: list[Finding]) -> None:
        for finding in findings:
            screen.find(finding)
        found.append((name, findings))

    changed = [note(line) for line in config.warnings(physical)]
    if changed:
        run("configuration", changed)
    if parts.system:
        setup = advice.hardware_setup(config.port, config.strip, physical)
        run("system", advice.advise(info, setup))
    if parts.lamps or parts.switches or parts.diodes or parts.coupon:
        try:
            _on_board(config, physical, parts, inbox, screen, run, pin_factory)
        except PortError as error:
            run("board", [wrong(error.text)])
    faultless = not any(f.level is Severity.WRONG for _, findings in found for f in findings)
    return report(config, physical, info, found), faultless


def _on_board(
    config: Config,
    physical: Board,
    parts: CheckParts,
    inbox: Inbox,
    screen: ToolOutput,
    run: Callable[[str, list[Finding]], None],
    pin_factory: Any,
) -> None:
    """Run the checks that need the board.

    Raises:
        PortError: If the board is unavailable.
    """
    port = open_port(config.port, config.strip, physical, inbox.now, pin_factory=pin_factory)
    window = config.timing.debounce / 1000
    # The unused rest of a longer strip stays dark; its idle current is not part of the budget.
    lights = config.lights_on(physical)
    lighting = Lighting(physical.size, lights.budget_ma, lights.brightness)
    console = BoardConsole(port, physical, physical.names, lighting, window, inbox, screen)
    with console.open():
        harness = config.port.harness(config.strip, physical)
        if parts.lamps and config.port.lamps(config.strip).lit:
            pixels = config.port.lamps(config.strip).wiring(physical).pixels
            run("lamps", check_lamps(console, lamp_chain(pixels, harness.lamps, parts.first)))
        cells = config.port.cells_of(config.strip, physical)
        if parts.switches:
            run("switches", _switches(console, config.port, harness, parts.free, cells))
        if parts.diodes and cells is not None:
            run("diodes", check_diodes(console, cells))
        if parts.coupon:
            run("coupon", check_coupon(console, Path(MEASURES_FILE)))


def _switches(
    console: BoardConsole, kind: PortKind, harness: Harness, free: bool, cells: Cells | None
) -> list[Finding]:
    button = ButtonState.UNTESTED
    if harness.button is not None and not free:
        button = check_button(console)  # first, because it is Enter from then on
    observed = switch_test.Observations(console)
    found = []
    if free:
        observed.stuck = console.wait_until_empty()
        found = switch_test.free(console, cells)
    else:
        switch_test.guided(console, observed)
    console.wait(0.1)  # until the last burst is over
    return [
        *found,
        *switch_test.judge(console, observed, harness, button, played=free),
        switch_test.bounce(console.monitor, kind, console.window),
        switch_test.latency(observed.delays, console.port),
        *switch_test.dropped(console.port),
    ]

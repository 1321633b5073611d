"""`companion check`: is the board as configured, and does it work?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.config import Config
from companion.drivers import PortError, open_port
from companion.drivers.scanning import Cells
from companion.drivers.settings import matrix_wiring
from companion.drivers.sub_board import physical_board
from companion.geometry import Board
from companion.maker import MakerError, advice, switches
from companion.maker.console import BoardConsole, Lighting
from companion.maker.coupon import MEASURES_FILE, check_coupon
from companion.maker.diodes import check_diodes
from companion.maker.findings import Finding, Severity, wrong
from companion.maker.inbox import Inbox
from companion.maker.lamps import check_lamps
from companion.maker.output import ToolOutput
from companion.maker.report import report
from companion.maker.system_info import SystemInfo
from companion.text import Text


@dataclass(frozen=True, slots=True)
class CheckParts:
    """What to check. free: watch the switches while pieces are put anywhere. coupon: a test coupon
    instead of a board."""

    system: bool = True
    lamps: bool = True
    switches: bool = True
    diodes: bool = False
    free: bool = False
    coupon: bool = False


def check_board(
    config: Config,
    parts: CheckParts,
    info: SystemInfo,
    inbox: Inbox,
    screen: ToolOutput,
    pin_factory: Any = None,
) -> tuple[str, bool]:
    """Check the board. Returns the report, and whether no fault was found.

    Raises InvalidWiring if the settings are not possible.
    """
    physical = physical_board(config.port, config.make_game().board)
    config.check(physical)
    if parts.diodes and config.port.kind != "matrix":
        raise MakerError(Text("there are no diodes to test: the board is not a matrix"))
    found: list[tuple[str, list[Finding]]] = []

    def run(name: str, findings: list[Finding]) -> None:
        for finding in findings:
            screen.find(finding)
        found.append((name, findings))

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
    """Run the checks that need the board. Raises PortError if it is unavailable."""
    port = open_port(config.port, config.strip, physical, inbox.now, pin_factory=pin_factory)
    window = config.timing.debounce / 1000
    # The unused rest of a longer strip stays dark; its idle current is not part of the budget.
    lights = config.lights_on(physical)
    lighting = Lighting(physical.size, lights.budget_ma, lights.brightness)
    console = BoardConsole(port, physical, physical.names, lighting, window, inbox, screen)
    with console.open():
        if parts.lamps and (config.strip.route != "none" or console.simulated):
            run("lamps", check_lamps(console))
        cells = None
        if config.port.kind == "matrix":
            cells = matrix_wiring(config.port, config.strip, physical).cells
        if parts.switches:
            run("switches", _switches(console, parts.free, cells))
        if parts.diodes and cells is not None:
            run("diodes", check_diodes(console, cells))
        if parts.coupon:
            run("coupon", check_coupon(console, Path(MEASURES_FILE)))


def _switches(console: BoardConsole, free: bool, cells: Cells | None) -> list[Finding]:
    observed = switches.Observations(console)
    found = []
    if free:
        observed.stuck = console.wait_until_empty()
        found = switches.free(console, cells)
    else:
        switches.guided(console, observed)
    console.wait(0.1)  # until the last burst is over
    return [
        *found,
        *switches.judge(console, observed, free),
        switches.bounce(console.monitor.bursts, console.port, console.window),
        switches.latency(observed.delays, console.port),
    ]

"""`companion check`: is the board what the configuration says, and is it well?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.config import Config
from companion.drivers import PortError, open_port
from companion.drivers.part import wooden
from companion.drivers.scanning import Cells
from companion.drivers.settings import matrix_wiring
from companion.geometry import Board
from companion.maker import MakerError, advice, switches
from companion.maker.desk import Desk, Lighting
from companion.maker.diodes import check_diodes
from companion.maker.facts import Facts
from companion.maker.findings import Finding, Level, wrong
from companion.maker.inbox import Inbox
from companion.maker.lamps import check_lamps
from companion.maker.report import report
from companion.maker.terminal import Screen


@dataclass(frozen=True, slots=True)
class Parts:
    """What is to be checked. free: switches by pieces that are put anywhere."""

    system: bool = True
    lamps: bool = True
    switches: bool = True
    diodes: bool = False
    free: bool = False


def check(
    config: Config,
    parts: Parts,
    facts: Facts,
    inbox: Inbox,
    screen: Screen,
    pin_factory: Any = None,
) -> tuple[str, bool]:
    """Check the board; the report, and whether nothing is wrong.

    Raises InvalidWiring when the settings cannot be followed.
    """
    wood = wooden(config.port, config.make_game().board)
    config.check(wood)
    if parts.diodes and config.port.kind != "matrix":
        raise MakerError("there are no diodes to try: the board is no matrix")
    found: list[tuple[str, list[Finding]]] = []

    def run(name: str, findings: list[Finding]) -> None:
        for finding in findings:
            screen.say(finding.line, finding.style)
        found.append((name, findings))

    if parts.system:
        need = advice.needs(config.port, config.strip, wood)
        run("system", advice.advise(facts, need))
    if parts.lamps or parts.switches or parts.diodes:
        try:
            _on_board(config, wood, parts, inbox, screen, run, pin_factory)
        except PortError as error:
            run("board", [wrong(str(error))])
    faultless = not any(f.level is Level.WRONG for _, findings in found for f in findings)
    return report(config, wood, facts, found), faultless


def _on_board(
    config: Config,
    wood: Board,
    parts: Parts,
    inbox: Inbox,
    screen: Screen,
    run: Callable[[str, list[Finding]], None],
    pin_factory: Any,
) -> None:
    """The parts of the check for which the board is wanted; PortError when it cannot be had."""
    port = open_port(config.port, config.strip, wood, inbox.now, pin_factory=pin_factory)
    window = config.timing.debounce / 1000
    # The rest of a longer strip stays dark, and what it draws then is not to be had.
    lights = config.lights_on(wood)
    lighting = Lighting(wood.size, lights.budget_ma, lights.brightness)
    desk = Desk(port, wood, wood.names, lighting, window, inbox, screen)
    with desk.open():
        if parts.lamps and (config.strip.route != "none" or desk.simulated):
            run("lamps", check_lamps(desk))
        cells = None
        if config.port.kind == "matrix":
            cells = matrix_wiring(config.port, config.strip, wood).cells
        if parts.switches:
            run("switches", _switches(desk, parts.free, cells))
        if parts.diodes and cells is not None:
            run("diodes", check_diodes(desk, cells))


def _switches(desk: Desk, free: bool, cells: Cells | None) -> list[Finding]:
    watch = switches.Watch(desk)
    found = []
    if free:
        watch.stuck = desk.clear()
        found = switches.free(desk, cells)
    else:
        switches.guided(desk, watch)
    desk.wait(0.1)  # for the last burst to be over
    return [
        *found,
        *switches.judge(desk, watch, free),
        switches.bounce(desk.senses.bursts, desk.port, desk.window),
        switches.latency(watch.delays, desk.port),
    ]

"""From the configuration to a port: for a game, and for a calibration."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any

from companion.base.monotonic import Clock
from companion.base.text import Text, join_choices, verbatim
from companion.device.ports.claims import InvalidWiring, check_claims
from companion.device.ports.foreign_port import enclosed_port
from companion.device.ports.lamp_route import LampRoute
from companion.device.ports.port import Port
from companion.device.ports.port_kind import Backends, PortKind, RawSwitches
from companion.device.ports.port_kinds import entries, entry_package
from companion.device.ports.scan_thread import MakePeriodic, PeriodicThread
from companion.device.ports.sub_board import SubBoardPort, places
from companion.rules.geometry import Board, Point


@dataclass(frozen=True, slots=True)
class BoardFit:
    """Where a game's board lies on the physical board.

    Attributes:
        physical: The whole physical board.
        places: Its point for each of the game's points.
        lamps: The number of lamps, whether the game lights them or not.
    """

    physical: Board
    places: tuple[Point, ...]
    lamps: int


def fit(port: PortKind, strip: LampRoute, board: Board) -> BoardFit:
    """Fit a game's board onto the configured board.

    Raises:
        InvalidWiring: If it does not fit, or the settings contradict each other.
    """
    physical = port.physical_board(board)
    where = places(physical, board)
    _check_pins(port, strip, physical)
    port.wiring(strip, physical)
    return BoardFit(physical, where, port.lamps(strip).wiring(physical).length)


def open_port(
    port: PortKind,
    strip: LampRoute,
    board: Board,
    clock: Clock,
    *,
    rng: Random | None = None,
    pin_factory: Any = None,
    periodic: MakePeriodic = PeriodicThread,
) -> Port:
    """Create the port that the settings describe; it reports nothing until it is opened itself.

    Args:
        port: The settings of the board.
        strip: The settings of the lamps.
        board: The game's board.
        clock: Returns the time in seconds.
        rng: The source of random bounce for simulated switches.
        pin_factory: A gpiozero pin factory, for tests.
        periodic: Calls a function regularly; by default in a thread of its own.

    Raises:
        InvalidWiring: If the settings do not fit the board.
    """
    fitting = fit(port, strip, board)
    made = port.open(strip, fitting.physical, Backends(clock, rng, pin_factory, periodic))
    package = entry_package(port)
    if package is not None:
        made = enclosed_port(made, port.kind, package)
    return made if fitting.physical.name == board.name else SubBoardPort(made, fitting.places)


@dataclass(frozen=True, slots=True)
class RawBoard:
    """A board before calibration: its switches and pixels by number, not by point.

    Attributes:
        wires: The switches. The frames of their port hold a colour for each of `lamps` pixels.
        switches: The switch of each point, as configured; empty if the settings do not say.
        pixels: The pixel of each point, as configured.
        lamps: The number of pixels.
    """

    wires: RawSwitches
    switches: tuple[int, ...]
    pixels: tuple[int, ...]
    lamps: int


def open_raw_board(
    port: PortKind,
    strip: LampRoute,
    physical: Board,
    clock: Clock,
    *,
    rng: Random | None = None,
    pin_factory: Any = None,
) -> RawBoard:
    """Open the configured physical board by its numbers; its port does not report yet.

    It does not matter which switch or pixel is configured for which point.

    Args:
        port: The settings of the board.
        strip: The settings of the lamps.
        physical: The physical board.
        clock: Returns the time in seconds.
        rng: The source of random bounce for simulated switches.
        pin_factory: A gpiozero pin factory, for tests.

    Raises:
        InvalidWiring: If the settings are not possible.
    """
    _check_pins(port, strip, physical)
    lamps = strip.wiring(physical)
    every = replace(lamps, pixels=tuple(range(lamps.length)))
    raw = port.raw(strip, every, physical, Backends(clock, rng, pin_factory))
    return RawBoard(raw, tuple(map(raw.places.index, raw.known)), lamps.pixels, lamps.length)


def _check_pins(port: PortKind, strip: LampRoute, physical: Board) -> None:
    """Check the pins of the board and its lamps.

    Raises:
        InvalidWiring: If the lamps cannot be connected to this kind of board, or if any pin is used
            twice, whichever settings name it.
    """
    lamps = port.lamps(strip)
    if lamps.where and lamps.where != port.lamps_at:
        fitting = [r.route for r in entries(LampRoute).values() if r.where in (port.lamps_at, "")]
        raise InvalidWiring(
            Text(
                '[strip] route: "{route}" is for {where}; with [port] kind = "{kind}" choose '
                "{choices}",
                route=lamps.route,
                where=lamps.where,
                kind=port.kind,
                choices=join_choices([verbatim(f'"{route}"') for route in fitting]),
            )
        )
    check_claims([*lamps.claims(), *port.claims(strip, physical)])

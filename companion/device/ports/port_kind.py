"""The contract of a kind of board: its settings, its wiring, and how it is opened and judged.

A kind is a class, and an instance of it is the section `[port]` of the configuration. The program's
own kinds and those of packages are found in the same way; see `device/ports/port_kinds.py`. What
the opened board does is the contract of `device/ports/port.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, NamedTuple

from companion.base.errors import nearest
from companion.base.monotonic import Clock
from companion.base.text import Text
from companion.device.ports.claims import Claim, InvalidWiring
from companion.device.ports.harness import Harness, unnamed_harness
from companion.device.ports.lamp_route import ON_HEADER, LampRoute, StripWiring
from companion.device.ports.port import Port
from companion.device.ports.port_entry import PortEntry
from companion.device.ports.scan_thread import MakePeriodic, PeriodicThread
from companion.device.ports.scanning import Cells
from companion.rules import boards
from companion.rules.geometry import Board

SwitchId = int | tuple[int, int]
"""A switch as the configuration names it: a number, or a pair of them, such as the row and column
of a matrix."""


class Backends(NamedTuple):
    """What a port is made with.

    Attributes:
        clock: Returns the time in seconds.
        rng: The source of random bounce for simulated switches.
        pin_factory: A gpiozero pin factory, for tests.
        periodic: Calls a function regularly; by default in a thread of its own.
    """

    clock: Clock
    rng: Random | None = None
    pin_factory: Any = None
    periodic: MakePeriodic = PeriodicThread


@dataclass(frozen=True, slots=True)
class RawSwitches:
    """A board before calibration: its switches by number, whatever points they belong to.

    Attributes:
        port: Its point k is switch k.
        names: The name of each switch for people.
        places: Each switch as the configuration names it.
        known: The place of each point's switch, as configured; empty if the settings do not say.
        key: The key of `[port]` that has the places.
    """

    port: Port
    names: Sequence[str]
    places: Sequence[SwitchId]
    known: Sequence[SwitchId]
    key: str = "switches"


class PortKind(PortEntry, frozen=True, kw_only=True):
    """A kind of board, with the section `[port]`: how the board is connected.

    A subclass defines `kind`, `wiring`, `open` and `raw`. Everything else has a default.

    Attributes:
        kind: Its name in the configuration.
        simulated: Whether its pieces are simulated, and moved on the page.
        plugged: Whether it is on a cable, so that a missing board is waited for.
        scanned: Whether switches are read regularly, so that short changes are not seen.
        debounced: Whether the board itself debounces its switches.
        header: Whether it needs the GPIO header of a Raspberry Pi.
        lamps_at: What its lamps are connected to, as in `LampRoute.where`.
        diodes: Whether its switches are in rows and columns with diodes, which can be tested.
        stand_in: The function that provides what stands in for its hardware in tests, a
            `companion.testing.StandIn`, as `package.module:function`; "" if nothing does. It is
            called with an `ExitStack`, the two sections and the whole board.
        bench: The former form of that: a function that makes a `companion.testing.PortBench` with
            the default settings.
        board: The physical board, "star", "grid7" to "grid9", "nine", "five" or one of an installed
            package, if games on smaller boards are to be played on part of it; default: the game's
            board.
    """

    section = "port"
    tag = "kind"
    kind: ClassVar[str] = ""
    simulated: ClassVar[bool] = False
    plugged: ClassVar[bool] = False
    scanned: ClassVar[bool] = False
    debounced: ClassVar[bool] = False
    header: ClassVar[bool] = False
    lamps_at: ClassVar[Text] = ON_HEADER
    diodes: ClassVar[bool] = False
    stand_in: ClassVar[str] = ""
    bench: ClassVar[str] = ""

    board: str = ""

    # What every kind defines

    def wiring(self, strip: LampRoute, board: Board) -> Any:
        """Return the wiring of a board, in a form of its own.

        Raises:
            InvalidWiring: If the settings are not possible; the message names the setting.
        """
        raise NotImplementedError

    def open(self, strip: LampRoute, board: Board, backends: Backends) -> Port:
        """Create the port of a whole board, which reports nothing until it is opened itself.

        Raises:
            InvalidWiring: If the settings are not possible.
        """
        raise NotImplementedError

    def raw(
        self, strip: LampRoute, lamps: StripWiring, board: Board, backends: Backends
    ) -> RawSwitches:
        """Create the port of a board that is to be calibrated.

        Args:
            strip: The settings of the lamps.
            lamps: Every pixel of the strip, as if each were that of a point.
            board: The whole board.
            backends: What the port is made with.

        Raises:
            InvalidWiring: If no wiring is possible, whichever switch belongs to which point.
        """
        raise NotImplementedError

    # What a kind may define

    def claims(self, strip: LampRoute, board: Board) -> Iterable[Claim]:
        """Return the pins that the switches and the button use.

        Raises:
            InvalidWiring: If one of them cannot be used.
        """
        return ()

    @property
    def has_button(self) -> bool:
        """Whether the board has a button."""
        return False

    def harness(self, strip: LampRoute, board: Board) -> Harness:
        """Return the wires of a board, for advice; by default, their pins are unknown.

        Raises:
            InvalidWiring: If the settings are not possible.
        """
        return unnamed_harness(board, button=self.has_button)

    def lamps(self, strip: LampRoute) -> LampRoute:
        """Return the lamps that the board really has."""
        return strip

    def cells_of(self, strip: LampRoute, board: Board) -> Cells | None:
        """Return the row and column of each point, if `diodes`."""
        return None

    def physical_board(self, board: Board) -> Board:
        """Return the board that is wired: the configured one, or else the game's.

        Raises:
            InvalidWiring: If there is no board of that name.
        """
        if self.board in ("", board.name):
            return board
        physical = boards.find(self.board)
        if physical is None:
            known = boards.boards()
            raise InvalidWiring(
                Text(
                    "[port] board: there is no board {board!r}{hint}; choose from {known}",
                    board=self.board,
                    hint=nearest(self.board, known),
                    known=", ".join(known),
                )
            )
        return physical

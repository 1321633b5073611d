"""Boards that tests run on, by name: `pytest --board=virtual`, `pins`, `pico`, or real ones.

The same tests run on all of them. A test asks what a board can do, never which it is:

    if board.has("lamps"):
        assert board.lamps()[6] == (0, 0, 0)
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from companion import __version__
from companion.base.errors import CompanionError, nearest
from companion.base.monotonic import Clock
from companion.config import Config
from companion.device.lamps.lamp_settings import LightSettings
from companion.device.ports.direct_kind import DirectKind
from companion.device.ports.header_kind import HeaderKind
from companion.device.ports.lamp_route import LampRoute, NoLamps
from companion.device.ports.matrix_kind import MatrixKind
from companion.device.ports.opening import fit, open_port
from companion.device.ports.pico_kind import PicoKind, PicoLamps
from companion.device.ports.pixel_strip import SpiLamps
from companion.device.ports.port import Port, PortError
from companion.device.ports.port_kind import PortKind
from companion.device.ports.port_kinds import entries
from companion.device.ports.simulated_kind import SimulatedKind
from companion.device.ports.sub_board import SubBoardPort, places
from companion.rules import boards
from companion.rules.geometry import STAR, Board, Occupancy, Point, bits
from companion.testing.real_time_table import RealTimeTable
from companion.testing.stand_ins import Pixel, StandIn, stand_in
from companion.testing.switches import BareSwitches, SwitchBank
from companion.testing.table import VirtualTable


class UnknownBoard(CompanionError, ValueError):
    """A board that does not exist, that is not there, or that is not what its name says."""


ABILITIES = {
    "button": "a button beside it",
    "faults": "switches that can be broken and mended",
    "lamps": "lamps whose colours the tests see",
    "one clock": "a clock that stamps its switches and its lamps",
    "stepped time": "no time of its own: it does all at once",
}
"""What a board can have, apart from switches."""


def _check_ability(ability: str) -> None:
    """Raise ValueError if there is no such ability."""
    if ability not in ABILITIES:
        raise ValueError(
            f"no board has {ability!r}{nearest(str(ability), ABILITIES)}; choose from "
            f"{', '.join(ABILITIES)}"
        )


class BoardUnderTest:
    """A board that tests run on: its hardware, or what stands in for it.

    Args:
        name: Its name, as in `--board`.
        hardware: Its switches and lamps.
        abilities: What it can do; some of `ABILITIES`. Without a button or lamps, it lacks these.
        opener: Creates the port of a game's board; by default as the program does.
        settings: The other sections of the program's configuration; by default the usual ones, but
            the last move is not marked.

    Attributes:
        name: Its name, as in `--board`.
        hardware: Its switches and lamps.
        bank: Its switches and its button, by the names of the physical board's points.
    """

    def __init__(
        self,
        name: str,
        hardware: StandIn,
        abilities: frozenset[str],
        opener: Callable[[Board, Clock], Port] | None = None,
        settings: Config | None = None,
    ) -> None:
        for ability in abilities:
            _check_ability(ability)
        self.name = name
        self.hardware = hardware
        self.bank = hardware.bank
        lacks = set() if hardware.bank.has_button else {"button"}
        if hardware.pixels is None or not hardware.strip.lit:
            lacks.add("lamps")
        self._abilities = abilities - lacks
        self._opener = opener
        self._settings = settings or Config(lights=LightSettings(last_move=False))

    def has(self, *abilities: str) -> bool:
        """Return whether the board can do all of this.

        Raises:
            ValueError: If something is not among `ABILITIES`.
        """
        return not self.lacks(*abilities)

    def lacks(self, *abilities: str) -> list[str]:
        """Return what the board cannot do of this.

        Raises:
            ValueError: If something is not among `ABILITIES`.
        """
        for ability in abilities:
            _check_ability(ability)
        return [ability for ability in abilities if ability not in self._abilities]

    @property
    def board(self) -> Board:
        """The physical board."""
        return self.hardware.board

    @property
    def config(self) -> Config:
        """The configuration of the program on this board."""
        return msgspec.structs.replace(
            self._settings, port=self.hardware.port, strip=self.hardware.strip
        )

    @property
    def properties(self) -> dict[str, str]:
        """What a report about the tests should say of the board."""
        made = {"board": self.name, "points": self.board.name, "kind": self.hardware.port.kind}
        made["program"] = __version__
        return made | self.hardware.properties

    def lamps(self) -> list[Pixel]:
        """Return the colour (red, green, blue) of the lamp under each point of the physical board.

        Raises:
            PortError: If nothing sees them.
        """
        return self.hardware.lamps()

    def reaction(self, patience: float) -> float | None:
        """Return the seconds from the last change of a switch to the first frame after it.

        Args:
            patience: How long to wait for the frame (seconds).

        Returns:
            The seconds; None if no frame comes.

        Raises:
            PortError: If nothing stamps them.
        """
        if self.hardware.reaction is None:
            raise PortError(f"the board {self.name} has no clock for switches and lamps")
        return self.hardware.reaction(patience)

    def open(self, board: Board, clock: Clock) -> Port:
        """Create the port of a game's board; it is not open yet.

        Raises:
            InvalidWiring: If that board does not fit.
        """
        if self._opener is not None:
            return self._opener(board, clock)
        return open_port(self.hardware.port, self.hardware.strip, board, clock)

    def table(self, directory: Path, **others: Any) -> VirtualTable:
        """Create a table at this board, on the wall clock if the board has time of its own.

        Args:
            directory: The folder for the logs of games.
            others: Other arguments of `VirtualTable`.
        """
        kind = VirtualTable if self.has("stepped time") else RealTimeTable

        def opener(board: Board, table: VirtualTable) -> Port:
            return self.open(board, table.clock)

        return kind(
            directory,
            self.config,
            opener=opener,
            switches=lambda table: TableSwitches(table, self),
            **others,
        )


class TableSwitches:
    """The switches of a board under test, by the points of the game that is played there."""

    def __init__(self, table: VirtualTable, tested: BoardUnderTest) -> None:
        self._table = table
        self._tested = tested
        tested.bank.follow(table.clock, table.periodic, self._heard)

    def occupancy(self) -> Occupancy:
        """Return the points on which pieces stand, as bits by point index."""
        standing = self._tested.bank.standing
        return bits(Point(p) for p, place in enumerate(self._places()) if standing >> place & 1)

    def set(self, point: Point, occupied: bool) -> None:
        """Put a piece on a point, or take it away."""
        bank = self._tested.bank
        bank.set(bank.names[self._places()[point]], occupied)

    def press(self, down: bool) -> None:
        """Press the button (True), or release it."""
        (self._tested.bank.press if down else self._tested.bank.release)()
        self._heard()

    def _heard(self) -> None:
        """Wait until the program has heard of the last change, if a game has begun."""
        with suppress(PortError):
            self._tested.hardware.heard(self._table.port)

    def _places(self) -> tuple[Point, ...]:
        return places(self._tested.board, self._table.board)


def _nobody(request: str) -> None:
    raise UnknownBoard(f"nobody is there to be asked: {request}")


class BoardChoice(NamedTuple):
    """Which board tests are to run on.

    Attributes:
        config: The configuration of the board; None for the default wiring.
        board: The physical board, where no configuration names one.
        ask: Asks a person to do something, and waits until that is done.
        jigs: The folder that says how jigs are wired.
    """

    config: Config | None = None
    board: Board = STAR
    ask: Callable[[str], None] = _nobody
    jigs: Path = Path("jigs")

    def sections(self, port: PortKind, strip: LampRoute) -> tuple[PortKind, LampRoute, Board]:
        """Return the sections and the physical board of the configuration.

        Args:
            port: The section `[port]` if there is no configuration.
            strip: The section `[strip]`, likewise.
        """
        if self.config is None:
            return port, strip, self.board
        return (
            self.config.port,
            self.config.strip,
            self.config.port.physical_board(self.config.make_game().board),
        )


def open_board(stack: ExitStack, name: str, choice: BoardChoice) -> BoardUnderTest:
    """Provide the board of that name.

    Args:
        stack: Ends it.
        name: A name of `board_names`.
        choice: What else is known of it.

    Raises:
        UnknownBoard: If there is no such board.
        CompanionError: If it cannot be used; the message says why.
    """
    return check_name(name)(stack, choice)


def check_name(name: str) -> BoardMaker:
    """Return what makes the board of that name.

    Raises:
        UnknownBoard: If there is no such board.
    """
    kind, _, device = name.partition(":")
    if kind == "jig":
        from companion.testing.jig_board import jig_board

        if not device:
            raise UnknownBoard("name the device of the jig, such as jig:/dev/ttyACM1")
        return jig_board(device)
    makers = {**_of_kinds(), **BOARD_MAKERS}
    if name not in makers:
        raise UnknownBoard(
            f"there is no board {name!r}{nearest(name, makers)}; choose from {', '.join(makers)}, "
            "jig:DEVICE"
        )
    return makers[name]


def configured_board(stack: ExitStack, config: Config) -> BoardUnderTest:
    """Provide a board with this configuration, and what stands in for its hardware.

    Args:
        stack: Ends it.
        config: The configuration.

    Raises:
        CompanionError: If the settings are not possible, or nothing stands in for the hardware.
    """
    choice = BoardChoice(config=config)
    return open_board(stack, "virtual" if config.port.simulated else config.port.kind, choice)


BoardMaker = Callable[[ExitStack, BoardChoice], BoardUnderTest]
"""Provides a board until a stack ends it."""

_ON_STAND_IN = frozenset({"button", "faults", "lamps", "stepped time"})


def _of_kinds() -> dict[str, BoardMaker]:
    """Return the makers of all kinds of boards that have a stand-in, by the kinds' names."""
    kinds = entries(PortKind).values()
    return {kind.kind: _of_kind(kind) for kind in kinds if kind.bench or kind.stand_in}


def _virtual(_: ExitStack, choice: BoardChoice) -> BoardUnderTest:
    """Provide switches, lamps and a button in memory."""
    port, strip, physical = choice.sections(SimulatedKind(), SpiLamps())
    physical = boards.find(port.board) or physical
    button = None if getattr(port, "button", None) == "none" else physical.size
    opened: list[BareSwitches] = []

    def opener(board: Board, clock: Clock) -> Port:
        port = BareSwitches(physical, clock, bank.sensed)
        opened.append(port)
        return port if board.name == physical.name else SubBoardPort(port, places(physical, board))

    def drive(number: int, closed: bool) -> None:
        if opened:
            opened[-1].change(number, closed)

    def pixels() -> list[Pixel] | None:
        if not opened or not opened[-1].frames:
            return None
        frame = opened[-1].frames[-1]
        return [(frame[i], frame[i + 1], frame[i + 2]) for i in range(0, len(frame), 3)]

    bank = SwitchBank.by_number(physical.names, drive, "virtual", button=button)
    lamps = strip if not strip.lit else SpiLamps()
    hardware = StandIn(SimulatedKind(), lamps, physical, bank, pixels)
    return BoardUnderTest("virtual", hardware, _ON_STAND_IN, opener, choice.config)


def _pins(stack: ExitStack, choice: BoardChoice) -> BoardUnderTest:
    """Provide mock pins of a Raspberry Pi, directly or in rows and columns."""
    usual = DirectKind() if choice.board is STAR else MatrixKind()
    port, strip, board = choice.sections(usual, SpiLamps())
    if not isinstance(port, HeaderKind):
        raise UnknownBoard(
            f"--board=pins needs a board on the GPIO header; the configured one is a {port.kind}"
        )
    return _standing_in(stack, "pins", port, strip, board, choice.config)


def _pico(stack: ExitStack, choice: BoardChoice) -> BoardUnderTest:
    """Provide the firmware of a Pico behind a pseudo-terminal."""
    port, strip, board = choice.sections(PicoKind(), PicoLamps())
    if not isinstance(port, PicoKind):
        raise UnknownBoard(f"--board=pico needs a board on a Pico; this one is a {port.kind}")
    return _standing_in(stack, "pico", port, strip, board, choice.config)


def _of_kind(kind: type[PortKind]) -> BoardMaker:
    def make(stack: ExitStack, choice: BoardChoice) -> BoardUnderTest:
        routes = entries(LampRoute).values()
        route = next((r for r in routes if r.lit and r.where == kind.lamps_at), NoLamps)
        port, strip, board = choice.sections(kind(), route())
        if not isinstance(port, kind):
            raise UnknownBoard(
                f"--board={kind.kind} needs [port] kind = {kind.kind!r}, and the configured one is "
                f"{port.kind!r}"
            )
        return _standing_in(stack, kind.kind, port, strip, board, choice.config)

    return make


def _standing_in(
    stack: ExitStack,
    name: str,
    port: PortKind,
    strip: LampRoute,
    board: Board,
    settings: Config | None,
) -> BoardUnderTest:
    fit(port, strip, board)  # which judges the pins
    hardware = stand_in(stack, port, strip, board)
    return BoardUnderTest(name, hardware, _ON_STAND_IN, settings=settings)


def open_there(port: PortKind, strip: LampRoute, board: Board) -> None:
    """Open a real board once and close it again. Raises PortError if it is not there."""
    there = open_port(port, strip, board, time.monotonic)
    try:
        there.open(lambda _: None)
        there.occupancy()  # a board on a cable is only waited for when it is opened
    finally:
        there.close()


def _person(_: ExitStack, choice: BoardChoice) -> BoardUnderTest:
    """Use a real board, whose pieces a person moves."""
    if choice.config is None:
        raise UnknownBoard(
            "--board=person needs the board's configuration: add --board-config=FILE"
        )
    port, strip, board = choice.sections(SimulatedKind(), SpiLamps())
    if port.simulated:
        raise UnknownBoard("--board=person needs a real board, and the configured one is simulated")
    open_there(port, strip, board)

    def drive(number: int, closed: bool) -> None:
        if number == board.size:
            choice.ask("Press the button and hold it." if closed else "Release the button.")
        elif closed:
            choice.ask(f"Put a piece on {board.names[number]}.")
        else:
            choice.ask(f"Take the piece from {board.names[number]}.")

    bank = SwitchBank.by_number(board.names, drive, "person", button=board.size)
    hardware = StandIn(port, strip, board, bank)
    return BoardUnderTest("person", hardware, frozenset({"button"}), settings=choice.config)


BOARD_MAKERS: dict[str, BoardMaker] = {
    "virtual": _virtual,
    "pins": _pins,
    "pico": _pico,
    "person": _person,
}
"""The makers of boards by name. A conftest.py may add its own."""

"""A public kit for tests: a whole board on its own clock, simulated hands, stand-ins for hardware.

    from companion.testing import Hands, VirtualTable

    def test_a_jump_is_forced(tmp_path):
        table = VirtualTable(tmp_path)
        table.begin("solomon")
        hands = Hands(table)
        hands.set_up()
        hands.play("14-9")
        assert table.state.message == "You must jump: 2 takes 9."

A test imports everything from here: the kit, and the names that it needs from the rest of the
program. The messages of a page are in `commands`. If a library for a stand-in is missing, its error
names it; `pip install '.[testing]'` installs them all. For pytest, `companion.testing.fixtures` has
the kit as fixtures, and `companion.testing.failures` draws boards where a test fails.

docs/testing.md is the guide.
"""

from companion.base import lazy

TYPE_CHECKING = False  # see companion/base/lazy.py
if TYPE_CHECKING:
    from companion.base.errors import (
        CompanionError,
        IllegalMove,
        InvalidMove,
        InvalidOption,
        InvalidPosition,
    )
    from companion.config import Config
    from companion.device.lamps.scene import Meaning
    from companion.device.ports.claims import InvalidWiring
    from companion.device.ports.computer import SystemInfo
    from companion.device.ports.matrix_kind import matrix_wiring
    from companion.device.ports.opening import fit
    from companion.device.ports.pixel_strip import PwmLamps, SpiLamps
    from companion.device.ports.port import PortError
    from companion.device.ports.port_kinds import PortSettings, StripSettings
    from companion.device.ports.sub_board import places
    from companion.games.registry import make
    from companion.opponents.opponent import choose
    from companion.protocol import commands
    from companion.records.game_logs import log_of
    from companion.records.game_text import read_games
    from companion.records.journal.export import export
    from companion.records.journal.reader import GameLog, list_logs, read_log, replay
    from companion.records.journal.record import EndRecord, Header, MoveRecord
    from companion.rules import Action, Match, MenPosition, Seat, perft
    from companion.rules.geometry import STAR, Board, Sensed, grid
    from companion.rules.piece import DRAWING
    from companion.testing.acts import HandAct, natural
    from companion.testing.board_under_test import (
        ABILITIES,
        BOARD_MAKERS,
        BoardChoice,
        BoardUnderTest,
        UnknownBoard,
    )
    from companion.testing.hands import Hands, NotUnderstood
    from companion.testing.matrix import ReedMatrix, mock_matrix
    from companion.testing.pico import PicoSwitches, SimulatedPico
    from companion.testing.pins import mock_switches, rpi_lgpio_switches, rpigpio_switches
    from companion.testing.pixel_signal import UnreadableSignal
    from companion.testing.port_contract import PortBench, PortContract, WiredContract
    from companion.testing.program_table import ProgramTable
    from companion.testing.real_time_table import RealTimeTable
    from companion.testing.scans import Scans
    from companion.testing.sloppy import Habits, SloppyHands
    from companion.testing.stand_ins import StandIn, stand_in
    from companion.testing.strip import CapturedStrip
    from companion.testing.switches import BareSwitches, PinSwitches, SwitchBank, Switches
    from companion.testing.table import VirtualTable, at_once
    from companion.testing.wiring import wired
else:
    __getattr__, __dir__ = lazy.offer(
        __name__,
        {
            "companion.base.errors": (
                "CompanionError",
                "IllegalMove",
                "InvalidMove",
                "InvalidOption",
                "InvalidPosition",
            ),
            "companion.config": ("Config",),
            "companion.device.lamps.scene": ("Meaning",),
            "companion.device.ports.claims": ("InvalidWiring",),
            "companion.device.ports.computer": ("SystemInfo",),
            "companion.device.ports.matrix_kind": ("matrix_wiring",),
            "companion.device.ports.opening": ("fit",),
            "companion.device.ports.pixel_strip": (
                "PwmLamps",
                "SpiLamps",
            ),
            "companion.device.ports.port": ("PortError",),
            "companion.device.ports.port_kinds": (
                "PortSettings",
                "StripSettings",
            ),
            "companion.device.ports.sub_board": ("places",),
            "companion.games.registry": ("make",),
            "companion.opponents.opponent": ("choose",),
            "companion.records.game_logs": ("log_of",),
            "companion.records.game_text": ("read_games",),
            "companion.records.journal.export": ("export",),
            "companion.records.journal.reader": (
                "GameLog",
                "list_logs",
                "read_log",
                "replay",
            ),
            "companion.records.journal.record": (
                "EndRecord",
                "Header",
                "MoveRecord",
            ),
            "companion.rules": (
                "Action",
                "Match",
                "Seat",
                "MenPosition",
                "perft",
            ),
            "companion.rules.geometry": (
                "Board",
                "STAR",
                "Sensed",
                "grid",
            ),
            "companion.rules.piece": ("DRAWING",),
            "companion.testing.acts": (
                "HandAct",
                "natural",
            ),
            "companion.testing.board_under_test": (
                "ABILITIES",
                "BOARD_MAKERS",
                "BoardChoice",
                "BoardUnderTest",
                "UnknownBoard",
            ),
            "companion.testing.hands": (
                "Hands",
                "NotUnderstood",
            ),
            "companion.testing.matrix": (
                "ReedMatrix",
                "mock_matrix",
            ),
            "companion.testing.pico": (
                "PicoSwitches",
                "SimulatedPico",
            ),
            "companion.testing.pixel_signal": ("UnreadableSignal",),
            "companion.testing.pins": (
                "mock_switches",
                "rpi_lgpio_switches",
                "rpigpio_switches",
            ),
            "companion.testing.port_contract": (
                "PortBench",
                "PortContract",
                "WiredContract",
            ),
            "companion.testing.program_table": ("ProgramTable",),
            "companion.testing.real_time_table": ("RealTimeTable",),
            "companion.testing.scans": ("Scans",),
            "companion.testing.sloppy": (
                "Habits",
                "SloppyHands",
            ),
            "companion.testing.stand_ins": (
                "StandIn",
                "stand_in",
            ),
            "companion.testing.strip": ("CapturedStrip",),
            "companion.testing.switches": (
                "BareSwitches",
                "PinSwitches",
                "SwitchBank",
                "Switches",
            ),
            "companion.testing.table": (
                "VirtualTable",
                "at_once",
            ),
            "companion.testing.wiring": ("wired",),
        },
        modules=("companion.protocol.commands",),
    )

__all__ = [
    "ABILITIES",
    "BOARD_MAKERS",
    "DRAWING",
    "STAR",
    "Action",
    "BareSwitches",
    "Board",
    "BoardChoice",
    "BoardUnderTest",
    "CapturedStrip",
    "CompanionError",
    "Config",
    "EndRecord",
    "GameLog",
    "Habits",
    "HandAct",
    "Hands",
    "Header",
    "IllegalMove",
    "InvalidMove",
    "InvalidOption",
    "InvalidPosition",
    "InvalidWiring",
    "Match",
    "Meaning",
    "MenPosition",
    "MoveRecord",
    "NotUnderstood",
    "PicoSwitches",
    "PinSwitches",
    "PortBench",
    "PortContract",
    "PortError",
    "PortSettings",
    "ProgramTable",
    "PwmLamps",
    "RealTimeTable",
    "ReedMatrix",
    "Scans",
    "Seat",
    "Sensed",
    "SimulatedPico",
    "SloppyHands",
    "SpiLamps",
    "StandIn",
    "StripSettings",
    "SwitchBank",
    "Switches",
    "SystemInfo",
    "UnknownBoard",
    "UnreadableSignal",
    "VirtualTable",
    "WiredContract",
    "at_once",
    "choose",
    "commands",
    "export",
    "fit",
    "grid",
    "list_logs",
    "log_of",
    "make",
    "matrix_wiring",
    "mock_matrix",
    "mock_switches",
    "natural",
    "perft",
    "places",
    "read_games",
    "read_log",
    "replay",
    "rpi_lgpio_switches",
    "rpigpio_switches",
    "stand_in",
    "wired",
]

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
from companion.rules import Action, Match, Seat, perft
from companion.rules.geometry import STAR, Board, Sensed, grid
from companion.rules.piece import DRAWING
from companion.testing.acts import HandAct, natural
from companion.testing.hands import Hands, NotUnderstood
from companion.testing.matrix import ReedMatrix, mock_matrix
from companion.testing.pico import PicoSwitches, SimulatedPico
from companion.testing.sloppy import Habits, SloppyHands
from companion.testing.strip import CapturedStrip
from companion.testing.switches import BareSwitches, PinSwitches, SwitchBank, Switches
from companion.testing.table import VirtualTable, at_once
from companion.testing.wiring import wired

TYPE_CHECKING = False  # see companion/base/lazy.py
if TYPE_CHECKING:
    from companion.testing.pins import mock_switches, rpigpio_switches
    from companion.testing.port_contract import PortBench, PortContract, WiredContract
else:  # they need gpiozero, or pytest
    __getattr__, __dir__ = lazy.offer(
        __name__,
        {
            "companion.testing.pins": ("mock_switches", "rpigpio_switches"),
            "companion.testing.port_contract": ("PortBench", "PortContract", "WiredContract"),
        },
    )

__all__ = [
    "DRAWING",
    "STAR",
    "Action",
    "BareSwitches",
    "Board",
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
    "MoveRecord",
    "NotUnderstood",
    "PicoSwitches",
    "PinSwitches",
    "PortBench",
    "PortContract",
    "PortError",
    "PortSettings",
    "PwmLamps",
    "ReedMatrix",
    "Seat",
    "Sensed",
    "SimulatedPico",
    "SloppyHands",
    "SpiLamps",
    "StripSettings",
    "SwitchBank",
    "Switches",
    "SystemInfo",
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
    "rpigpio_switches",
    "wired",
]

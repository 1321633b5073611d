"""From switches to moves: debouncing, move recognition, faulty switches, guidance."""

from companion.hands.board_reader import BoardReader
from companion.hands.debounce import Debouncer
from companion.hands.signals import (
    BoardReady,
    Choose,
    Confirm,
    MoveMade,
    Signal,
    TakenBack,
    Tick,
)
from companion.hands.switch_faults import Faults, Observation, SwitchFault
from companion.hands.timing import Timing, earliest
from companion.hands.tracker import Event, Tracker
from companion.hands.unread import UnreadBoard
from companion.hands.view import Phase, View

__all__ = [
    "BoardReader",
    "BoardReady",
    "Choose",
    "Confirm",
    "Debouncer",
    "Event",
    "Faults",
    "MoveMade",
    "Observation",
    "Phase",
    "Signal",
    "SwitchFault",
    "TakenBack",
    "Tick",
    "Timing",
    "Tracker",
    "UnreadBoard",
    "View",
    "earliest",
]

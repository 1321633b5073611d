"""Explains the occupancy of a board over time as moves. Sans-I/O."""

from companion.tracking.debounce import Debouncer
from companion.tracking.faults import Faults, Observation, SwitchFault
from companion.tracking.reader import BoardReader
from companion.tracking.signals import (
    BoardReady,
    Choose,
    Confirm,
    MoveMade,
    Signal,
    TakenBack,
    Tick,
)
from companion.tracking.timing import Timing, earliest
from companion.tracking.tracker import Event, Tracker
from companion.tracking.unread import UnreadBoard
from companion.tracking.view import Phase, View

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

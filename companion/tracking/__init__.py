"""Occupancy over time, explained as moves. Sans-I/O."""

from companion.tracking.debounce import Debouncer
from companion.tracking.faults import Fault, Faults, Observation
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
from companion.tracking.timing import Timing
from companion.tracking.tracker import Event, Tracker
from companion.tracking.view import Phase, View

__all__ = [
    "BoardReader",
    "BoardReady",
    "Choose",
    "Confirm",
    "Debouncer",
    "Event",
    "Fault",
    "Faults",
    "MoveMade",
    "Observation",
    "Phase",
    "Signal",
    "TakenBack",
    "Tick",
    "Timing",
    "Tracker",
    "View",
]

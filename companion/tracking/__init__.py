"""Occupancy over time, explained as moves. Sans-I/O."""

from companion.tracking.debounce import Debouncer
from companion.tracking.faults import Fault, Faults, Seen
from companion.tracking.signals import Choose, Confirm, Made, Ready, Signal, TakenBack, Tick
from companion.tracking.timing import Timing
from companion.tracking.tracker import Event, Tracker
from companion.tracking.view import Phase, View

__all__ = [
    "Choose",
    "Confirm",
    "Debouncer",
    "Event",
    "Fault",
    "Faults",
    "Made",
    "Phase",
    "Ready",
    "Seen",
    "Signal",
    "TakenBack",
    "Tick",
    "Timing",
    "Tracker",
    "View",
]

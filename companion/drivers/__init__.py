"""Ports to a board: what reports occupied points and shows frames. One file a backend."""

from companion.drivers.direct import DirectPort
from companion.drivers.opening import open_port
from companion.drivers.port import Button, Clock, Frame, Listener, Port, PortError, Report
from companion.drivers.settings import InvalidWiring, PortSettings, StripSettings, check
from companion.drivers.simulated import InvalidHandling, SimulatedPort, Tabletop

__all__ = [
    "Button",
    "Clock",
    "DirectPort",
    "Frame",
    "InvalidHandling",
    "InvalidWiring",
    "Listener",
    "Port",
    "PortError",
    "PortSettings",
    "Report",
    "SimulatedPort",
    "StripSettings",
    "Tabletop",
    "check",
    "open_port",
]

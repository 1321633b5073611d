"""Ports to a board: what reports occupied points and shows frames. One file a backend."""

from companion.drivers.direct import DirectPort
from companion.drivers.matrix import MatrixPort
from companion.drivers.opening import Fitting, check, fit, open_port
from companion.drivers.part import PartPort
from companion.drivers.pico import PicoPort
from companion.drivers.port import Button, Clock, Frame, Listener, Port, PortError, Report, Tabletop
from companion.drivers.settings import InvalidWiring, PortSettings, StripSettings
from companion.drivers.simulated import InvalidHandling, SimulatedPort

__all__ = [
    "Button",
    "Clock",
    "DirectPort",
    "Fitting",
    "Frame",
    "InvalidHandling",
    "InvalidWiring",
    "Listener",
    "MatrixPort",
    "PartPort",
    "PicoPort",
    "Port",
    "PortError",
    "PortSettings",
    "Report",
    "SimulatedPort",
    "StripSettings",
    "Tabletop",
    "check",
    "fit",
    "open_port",
]

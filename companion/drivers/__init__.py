"""Ports to a board: they report occupied points and show frames. One file for each backend."""

from companion.drivers.direct import DirectPort
from companion.drivers.matrix import MatrixPort
from companion.drivers.opening import BoardFit, fit, open_port
from companion.drivers.pico import PicoPort
from companion.drivers.port import (
    Button,
    Clock,
    Frame,
    MissingLibrary,
    PiecePlaces,
    PieceTable,
    Port,
    PortError,
    Report,
    ReportListener,
)
from companion.drivers.settings import InvalidWiring, PortSettings, StripSettings
from companion.drivers.simulated import InvalidHandling, SimulatedPort
from companion.drivers.sub_board import SubBoardPort

__all__ = [
    "BoardFit",
    "Button",
    "Clock",
    "DirectPort",
    "Frame",
    "InvalidHandling",
    "InvalidWiring",
    "MatrixPort",
    "MissingLibrary",
    "PicoPort",
    "PiecePlaces",
    "PieceTable",
    "Port",
    "PortError",
    "PortSettings",
    "Report",
    "ReportListener",
    "SimulatedPort",
    "StripSettings",
    "SubBoardPort",
    "fit",
    "open_port",
]

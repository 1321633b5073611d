"""Ports to a board: they report occupied points and show frames. One file for each backend."""

from companion.base import lazy

TYPE_CHECKING = False  # see companion/base/lazy.py
if TYPE_CHECKING:
    from companion.base.monotonic import Clock
    from companion.device.ports.chip_pins import ChipPins, PinPlace, low_points
    from companion.device.ports.claims import (
        Claim,
        InvalidWiring,
        by_point,
        check_claims,
        header_pin,
        point_name,
    )
    from companion.device.ports.computer import Requirements, SystemInfo
    from companion.device.ports.direct import DirectPort, DirectWiring
    from companion.device.ports.direct_kind import DirectKind
    from companion.device.ports.findings import Finding, fine, note, wrong
    from companion.device.ports.header_kind import HeaderKind
    from companion.device.ports.lamp_route import LampRoute, NoLamps, StripWiring
    from companion.device.ports.matrix_kind import MatrixKind, matrix_wiring
    from companion.device.ports.matrix_port import MatrixPort
    from companion.device.ports.opening import BoardFit, fit, open_port
    from companion.device.ports.pico_kind import PicoKind, PicoLamps
    from companion.device.ports.pico_port import PicoPort
    from companion.device.ports.pixel_strip import PwmLamps, SpiLamps
    from companion.device.ports.port import (
        Button,
        Frame,
        MissingLibrary,
        PiecePlaces,
        PieceTable,
        Port,
        PortError,
        Report,
        ReportListener,
    )
    from companion.device.ports.port_kind import Backends, PortKind, RawSwitches
    from companion.device.ports.port_kinds import PortSettings, StripSettings
    from companion.device.ports.scan_thread import Periodic, PeriodicThread, ScanResult, ScanTask
    from companion.device.ports.scanned_port import ScannedPort
    from companion.device.ports.simulated import InvalidHandling, SimulatedPort
    from companion.device.ports.simulated_kind import SimulatedKind
    from companion.device.ports.sub_board import SubBoardPort
else:  # a board needs only those of its own kind
    __getattr__, __dir__ = lazy.offer(
        __name__,
        {
            "companion.base.monotonic": ("Clock",),
            "companion.device.ports.chip_pins": ("ChipPins", "PinPlace", "low_points"),
            "companion.device.ports.claims": (
                "Claim",
                "InvalidWiring",
                "by_point",
                "check_claims",
                "header_pin",
                "point_name",
            ),
            "companion.device.ports.computer": ("Requirements", "SystemInfo"),
            "companion.device.ports.direct": ("DirectPort", "DirectWiring"),
            "companion.device.ports.direct_kind": ("DirectKind",),
            "companion.device.ports.findings": ("Finding", "fine", "note", "wrong"),
            "companion.device.ports.header_kind": ("HeaderKind",),
            "companion.device.ports.lamp_route": ("LampRoute", "NoLamps", "StripWiring"),
            "companion.device.ports.matrix_kind": ("MatrixKind", "matrix_wiring"),
            "companion.device.ports.matrix_port": ("MatrixPort",),
            "companion.device.ports.opening": ("BoardFit", "fit", "open_port"),
            "companion.device.ports.pico_kind": ("PicoKind", "PicoLamps"),
            "companion.device.ports.pico_port": ("PicoPort",),
            "companion.device.ports.pixel_strip": ("PwmLamps", "SpiLamps"),
            "companion.device.ports.port": (
                "Button",
                "Frame",
                "MissingLibrary",
                "PiecePlaces",
                "PieceTable",
                "Port",
                "PortError",
                "Report",
                "ReportListener",
            ),
            "companion.device.ports.port_kind": ("Backends", "PortKind", "RawSwitches"),
            "companion.device.ports.port_kinds": ("PortSettings", "StripSettings"),
            "companion.device.ports.scan_thread": (
                "Periodic",
                "PeriodicThread",
                "ScanResult",
                "ScanTask",
            ),
            "companion.device.ports.scanned_port": ("ScannedPort",),
            "companion.device.ports.simulated": ("InvalidHandling", "SimulatedPort"),
            "companion.device.ports.simulated_kind": ("SimulatedKind",),
            "companion.device.ports.sub_board": ("SubBoardPort",),
        },
    )

__all__ = [
    "Backends",
    "BoardFit",
    "Button",
    "ChipPins",
    "Claim",
    "Clock",
    "DirectKind",
    "DirectPort",
    "DirectWiring",
    "Finding",
    "Frame",
    "HeaderKind",
    "InvalidHandling",
    "InvalidWiring",
    "LampRoute",
    "MatrixKind",
    "MatrixPort",
    "MissingLibrary",
    "NoLamps",
    "Periodic",
    "PeriodicThread",
    "PicoKind",
    "PicoLamps",
    "PicoPort",
    "PiecePlaces",
    "PieceTable",
    "PinPlace",
    "Port",
    "PortError",
    "PortKind",
    "PortSettings",
    "PwmLamps",
    "RawSwitches",
    "Report",
    "ReportListener",
    "Requirements",
    "ScanResult",
    "ScanTask",
    "ScannedPort",
    "SimulatedKind",
    "SimulatedPort",
    "SpiLamps",
    "StripSettings",
    "StripWiring",
    "SubBoardPort",
    "SystemInfo",
    "by_point",
    "check_claims",
    "fine",
    "fit",
    "header_pin",
    "low_points",
    "matrix_wiring",
    "note",
    "open_port",
    "point_name",
    "wrong",
]

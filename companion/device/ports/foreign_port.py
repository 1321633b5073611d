"""The border to the port of a package: whatever its code does, it is told in one line.

A port may raise PortError, as its contract says. Anything else that one of its methods raises, or
returns against the contract, becomes a PortError that names the package, the method, the file and
the line: the board is then missing, and the program goes on. What its threads report is checked as
well. The traceback is logged once.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from companion.base.errors import CompanionError
from companion.base.foreign import Package, contained, value_words
from companion.base.text import Text
from companion.device.ports.port import (
    Button,
    Frame,
    MessageCounter,
    PieceTable,
    Port,
    PortError,
    Report,
    ReportListener,
    lamp_trouble_of,
    notice_of,
    read_button,
)
from companion.rules.geometry import Occupancy, Sensed

_T = TypeVar("_T")

_log = logging.getLogger(__name__)


def enclosed_port(port: Port, kind: str, package: Package) -> Port:
    """Return a port of a package within its border.

    Args:
        port: The port.
        kind: The name of its kind in the configuration.
        package: Its package.
    """
    made = _CountingForeignPort if isinstance(port, MessageCounter) else ForeignPort
    return made(port, kind, package)


class ForeignPort:
    """A package's port within its border; see `enclosed_port`.

    Attributes:
        points: The number of points.
    """

    def __init__(self, port: Port, kind: str, package: Package) -> None:
        self.points = port.points
        self._port = port
        self._kind = kind
        self._package = package
        self._logged: set[str] = set()
        self._dark = Text()  # why show() failed last

    @property
    def pieces(self) -> PieceTable | None:
        """The simulated pieces; None on a physical board."""
        return self._ask("pieces", lambda: self._port.pieces)

    @property
    def lamp_trouble(self) -> Text:
        """Why the last frame was not shown; empty if it was."""
        return self._dark or self._ask("lamp_trouble", lambda: lamp_trouble_of(self._port))

    @property
    def notice(self) -> Text:
        """What to put right on the board, though it can be played on; or empty."""
        return self._ask("notice", lambda: notice_of(self._port))

    def open(self, listener: ReportListener) -> None:
        """Start reporting to `listener`.

        Raises:
            PortError: If the hardware is unavailable, or the code fails.
        """

        def hear(report: Report) -> None:
            if self._is_report(report):
                listener(report)
            else:
                self._log(
                    self._fault(
                        Text(
                            "it reported {value}; it must be Sensed or Button",
                            value=value_words(report),
                        )
                    )
                )

        self._ask("open()", lambda: self._port.open(hear))

    def occupancy(self) -> Occupancy:
        """Return what every switch senses now.

        Raises:
            PortError: If they cannot be read.
        """
        sensed = self._ask("occupancy()", self._port.occupancy)
        if not isinstance(sensed, int) or not 0 <= sensed < 1 << self.points:
            raise self._log(
                self._fault(
                    Text(
                        "{method} returned {value}; it must be {expected}",
                        method="occupancy()",
                        value=value_words(sensed),
                        expected=Text("the occupied points as bits of an int"),
                    )
                )
            )
        return sensed

    def pressed(self) -> bool | None:
        """Return whether the button is down now; None if that cannot be known.

        Raises:
            PortError: If it cannot be read.
        """
        return self._ask("pressed()", lambda: read_button(self._port))

    def show(self, frame: Frame) -> None:
        """Show a frame of 3 × `points` bytes; a failure becomes `lamp_trouble`."""
        try:
            self._ask("show()", lambda: self._port.show(frame))
        except CompanionError as error:
            self._dark = error.text
        else:
            self._dark = Text()

    def close(self) -> None:
        """Switch the lamps off and release the hardware, as far as the code does that."""
        with suppress(CompanionError):  # logged, and there is nobody left who needs it
            self._ask("close()", self._port.close)

    def _ask(self, method: str, act: Callable[[], _T]) -> _T:
        def fault(problem: Text, error: BaseException) -> PortError:
            return self._log(self._fault(problem), error)

        with contained(method, type(self._port).__module__, fault):
            return act()

    def _fault(self, problem: Text) -> PortError:
        return PortError(
            Text(
                "package {package}: {about}: {problem}",
                package=self._package.name,
                about=Text("kind of board {kind!r}", kind=self._kind),
                problem=problem,
            )
        )

    def _log(self, fault: PortError, cause: BaseException | None = None) -> PortError:
        """Log a fault once, and return it."""
        if fault.text not in self._logged:
            self._logged.add(fault.text)
            _log.error("%s", fault.text, exc_info=cause)
        return fault

    def _is_report(self, report: object) -> bool:
        if isinstance(report, Sensed):
            return isinstance(report.point, int) and 0 <= report.point < self.points
        return isinstance(report, Button)


class _CountingForeignPort(ForeignPort):
    """A package's port that counts damaged messages."""

    @property
    def dropped(self) -> tuple[int, int]:
        """How many were dropped since the port was opened: by the board, and here."""
        port: Any = self._port
        return self._ask("dropped", lambda: (int(port.dropped[0]), int(port.dropped[1])))

"""The contract between the program and a board.

A port reports what its switches sense and what its button does, reads the whole occupancy on
request, and shows frames. It knows nothing about games and never interprets an edge: bounce,
chatter and stuck switches are reported as they occur, without debouncing.

What a port must do:

- `open(listener)` starts the reports. The listener may be called from any thread, only enqueues,
  and never raises. A port protects its callbacks anyway, because in some GPIO libraries an
  exception in a callback silently stops all later ones.
- `occupancy()` reads every switch now, whatever was reported before: a switch that is already
  closed when the port opens causes no edge, and edges can be lost. It raises PortError if the
  switches cannot be read.
- `pressed()` reads the button now, for an edge of it can be lost, too. A port without this method
  has no such reading, and its reports are believed.
- `show(frame)` sends a frame to the lamps, either before it returns or through a thread. A newer
  frame replaces one that still waits. If the lamps fail, the frame is dropped and the failure is
  logged once; nothing is raised. `lamp_trouble`, if there is one, then says why, until a frame is
  shown. Frames are repeated, so lamps whose power comes later light up by themselves.
- A board on a cable may be disconnected while its port is open. Meanwhile `occupancy()` raises
  PortError. When the board is back, the port reports what has changed and shows the last frame.
- Times are in seconds, from the clock that the port was created with.
- `close()` switches the lamps off, releases the hardware, and may be called twice. A closed port
  may be opened again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, runtime_checkable

from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.rules.geometry import Occupancy, Point, Sensed

Frame = bytes
"""What the lamps show: red, green and blue (0 to 255) for each point, in the board's order."""


class Button(NamedTuple):
    """The confirm button, which went down or up.

    Attributes:
        down: Whether it went down.
        at: When (seconds).
    """

    down: bool
    at: float


Report = Sensed | Button
ReportListener = Callable[[Report], None]


class PortError(CompanionError, OSError):
    """A port that is missing, busy or not permitted."""


class MissingLibrary(PortError):
    """A library that the port needs is not installed, so waiting for the board is pointless."""


@dataclass(frozen=True, slots=True)
class PiecePlaces:
    """The place of every simulated piece, by its text.

    Attributes:
        points: The stack on each point, bottom first.
        tray: The pieces beside the board.
        hands: The pieces in hands, by the hand's name.
    """

    points: tuple[tuple[str, ...], ...]
    tray: tuple[str, ...]
    hands: dict[str, tuple[str, ...]]


class PieceTable(Protocol):
    """Simulated pieces, seen and moved by method calls; see `device/ports/simulated.py`.

    Attributes:
        frame: What the lamps beneath the pieces show.
    """

    frame: Frame

    def piece_places(self) -> PiecePlaces:
        """Return the current place of every piece."""

    def lift(self, point: Point | None, hand: str, piece: str = "") -> None:
        """Lift the whole stack of a point, or one piece from the tray, with a hand."""

    def put(self, point: Point | None, hand: str) -> None:
        """Put down what a hand holds, on a point or in the tray."""

    def stock_tray(self, pieces: Iterable[str]) -> None:
        """Make sure that the tray holds at least one of each of these pieces."""

    def arrange(self, stacks: Sequence[Sequence[str]], tray: Sequence[str] = ()) -> None:
        """Arrange all pieces at once for a position."""

    def keep_in_tray(self, but: Collection[str]) -> None:
        """Remove the pieces of other games: keep only these in the tray."""

    def clear_board(self) -> None:
        """Move all pieces on the board and in hands to the tray."""


class Port(Protocol):
    """One board.

    Attributes:
        points: The number of its switches and lamps.
    """

    points: int

    @property
    def pieces(self) -> PieceTable | None:
        """The simulated pieces; None on a physical board, where only hands can move them."""

    def open(self, listener: ReportListener) -> None:
        """Start reporting to `listener`.

        Raises:
            PortError: If the hardware is unavailable.
        """

    def occupancy(self) -> Occupancy:
        """Return what every switch senses now.

        Raises:
            PortError: If they cannot be read.
        """

    def show(self, frame: Frame) -> None:
        """Show a frame of 3 × `points` bytes."""

    def close(self) -> None:
        """Switch the lamps off and release the hardware."""


def read_button(port: Port) -> bool | None:
    """Return whether a port's button is down; None if that cannot be known.

    A port that knows says it with `pressed()`. This is asked after each event.

    Raises:
        PortError: If it cannot be read.
    """
    pressed: Callable[[], bool | None] | None = getattr(port, "pressed", None)
    return None if pressed is None else pressed()


_NOTHING = Text()


def lamp_trouble_of(port: object) -> Text:
    """Return why a port, or a strip, could not show the last frame; empty if it could.

    A port that knows says it with `lamp_trouble`. This is asked for each frame.
    """
    trouble: Text = getattr(port, "lamp_trouble", _NOTHING)
    return trouble


def notice_of(port: Port) -> Text:
    """Return what to put right on a board, though it can be played on; or empty.

    A port that knows says it with `notice`. This is asked after each event.
    """
    notice: Text = getattr(port, "notice", _NOTHING)
    return notice


@runtime_checkable
class SeenLamps(Protocol):
    """A port that knows that its lamps show something else than they are asked to."""

    def seen(self, frame: Frame) -> Frame:
        """Return what is seen of a frame."""


def seeing(port: Port) -> Callable[[Frame], Frame]:
    """Return a function from a frame to what the lamps of a port make of it, as far as is known.

    What a port knows of itself is asked here once: it takes longer than to draw a frame.
    """
    return port.seen if isinstance(port, SeenLamps) else lambda frame: frame


@runtime_checkable
class MessageCounter(Protocol):
    """A port that counts the damaged messages between the board and the program."""

    @property
    def dropped(self) -> tuple[int, int]:
        """How many were dropped since the port was opened: by the board, and here."""


@runtime_checkable
class EdgeTimer(Protocol):
    """A port whose library timestamps edges, so that their delay can be measured."""

    def since_edge(self, point: Point) -> float:
        """Return the seconds since the last edge of a point's switch.

        Raises:
            PortError: If the port is not open.
        """

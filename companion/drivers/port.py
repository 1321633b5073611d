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
- `show(frame)` sends a frame to the lamps, either before it returns or through a thread. A newer
  frame replaces one that still waits. If the lamps fail, the frame is dropped and the failure is
  logged once; nothing is raised.
- A board on a cable may be disconnected while its port is open. Meanwhile `occupancy()` raises
  PortError. When the board is back, the port reports what has changed and shows the last frame.
- Times are in seconds, from the clock that the port was created with.
- `close()` switches the lamps off, releases the hardware, and may be called twice. A closed port
  may be opened again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from companion.geometry import Occupancy, Point, Sensed
from companion.rules import CompanionError

Clock = Callable[[], float]
"""Returns the seconds since some fixed moment; it never goes back."""

Frame = bytes
"""What the lamps show: red, green and blue (0 to 255) for each point, in the board's order."""


class Button(NamedTuple):
    """The confirm button went down or up at `at` (seconds)."""

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
    """Where every simulated piece is, by its text: in stacks on points (bottom first), in the tray
    beside the board, and in hands, by the hand's name."""

    points: tuple[tuple[str, ...], ...]
    tray: tuple[str, ...]
    hands: dict[str, tuple[str, ...]]


class PieceTable(Protocol):
    """Simulated pieces, seen and moved by method calls; see `drivers.simulated`. `frame` is what
    the lamps beneath them show."""

    frame: Frame

    def piece_places(self) -> PiecePlaces:
        """Return where every piece is now."""

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
    """One board. `points` is the number of its switches and lamps. `pieces` are its simulated
    pieces, or None on a physical board, where only hands can move them."""

    points: int

    @property
    def pieces(self) -> PieceTable | None:
        """The simulated pieces, if the board has any."""

    def open(self, listener: ReportListener) -> None:
        """Start reporting to `listener`. Raises PortError if the hardware is unavailable."""

    def occupancy(self) -> Occupancy:
        """Return what every switch senses now. Raises PortError if they cannot be read."""

    def show(self, frame: Frame) -> None:
        """Show a frame of 3 × `points` bytes."""

    def close(self) -> None:
        """Switch the lamps off and release the hardware."""

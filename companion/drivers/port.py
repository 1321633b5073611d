"""The contract between the program and a board.

A port reports what its switches sense and what its button does, tells the whole occupancy when
asked, and shows frames. It has no opinion about games, and it never decides what an edge means:
bounce, chatter and stuck switches are reported as they come; debouncing is not its business.

What a port must do:

- `open(listener)` starts the reports. The listener is called from any thread, only ever enqueues,
  and never raises; a port guards its callbacks all the same, because an exception in a callback of
  some GPIO libraries silences every later one.
- `occupancy()` reads every switch now, whatever was or was not reported: a switch that is closed
  when the port opens fires no edge, and edges can be lost. It raises PortError when the switches
  cannot be read.
- `show(frame)` hands a frame to the lamps before it returns, or to a thread that does; one that
  still waits there is dropped for the next. When the lamps cannot take it, it is dropped, and that
  is logged once; nothing is raised.
- A board on a cable may come and go while its port is open. Meanwhile `occupancy()` raises; when
  the board is back, what has changed is reported, and the last frame is shown.
- Times are seconds of the clock that the port was made with.
- `close()` switches the lamps off, gives the hardware back, and may be called twice. A port that
  was closed may be opened again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from companion.geometry import Occupancy, Point, Sensed
from companion.rules import CompanionError

Clock = Callable[[], float]
"""Seconds since some fixed moment, never going back."""

Frame = bytes
"""What the lamps show: red, green and blue (0 to 255) of each point, in the board's order."""


class Button(NamedTuple):
    """The confirm button went down or up at `at` (seconds)."""

    down: bool
    at: float


Report = Sensed | Button
Listener = Callable[[Report], None]


class PortError(CompanionError, OSError):
    """A port that is absent, busy, or not ours to use."""


@dataclass(frozen=True, slots=True)
class Tabletop:
    """Where every simulated piece is, as its text: stacks on points (bottom first), beside the
    board, and in hands by the hand's name."""

    points: tuple[tuple[str, ...], ...]
    tray: tuple[str, ...]
    hands: dict[str, tuple[str, ...]]


class PieceTable(Protocol):
    """Simulated pieces, which calls can see and move; `drivers.simulated` describes the calls."""

    def tabletop(self) -> Tabletop:
        """Where every piece is now."""

    def lift(self, point: Point | None, hand: str, piece: str = "") -> None:
        """A hand takes the whole stack of a point, or one piece from the tray."""

    def put(self, point: Point | None, hand: str) -> None:
        """A hand puts down what it holds, on a point or in the tray."""

    def supply(self, pieces: Iterable[str]) -> None:
        """See to it that the tray holds at least one of each of these pieces."""

    def arrange(self, stacks: Sequence[Sequence[str]], tray: Sequence[str] = ()) -> None:
        """Put all pieces at once where a position wants them."""

    def put_away(self, but: Collection[str]) -> None:
        """Pieces of other games leave the table."""

    def sweep(self) -> None:
        """All pieces off the board and out of hands, into the tray."""


class Port(Protocol):
    """One board. `points` is the number of its switches and lamps; `pieces` are its simulated
    pieces, None on a board of wood, where only hands can move them."""

    points: int

    @property
    def pieces(self) -> PieceTable | None:
        """The simulated pieces, if the board has any."""

    def open(self, listener: Listener) -> None:
        """Start reporting to `listener`; PortError when the hardware cannot be had."""

    def occupancy(self) -> Occupancy:
        """What every switch senses now; PortError when they cannot be read."""

    def show(self, frame: Frame) -> None:
        """Show a frame of 3 × `points` bytes."""

    def close(self) -> None:
        """Lamps off, hardware given back."""

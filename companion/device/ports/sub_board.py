"""A game on part of a larger physical board.

A 9 × 9 board also serves 7 × 7 and 8 × 8 games. The smaller board is centred as far as whole
squares allow; if one square is left over, it lies at the bottom left. So 7 on 9 has a margin of one
square on every side (its a1 is b2 of the physical board), and 8 on 9 keeps the printed names. Any
other board fits in the same way, if all its points fall on points of the larger one.
"""

from __future__ import annotations

from companion.base.text import Text
from companion.device.ports.claims import InvalidWiring
from companion.device.ports.port import (
    Frame,
    Port,
    Report,
    ReportListener,
    lamp_trouble_of,
    notice_of,
    read_button,
)
from companion.rules.geometry import Board, Occupancy, Point, Sensed, bits, points_of


def places(physical: Board, board: Board) -> tuple[Point, ...]:
    """Return the physical point for each point of a game's board.

    Raises:
        InvalidWiring: If the board does not fit.
    """
    if physical.name == board.name:
        return tuple(map(Point, range(board.size)))
    left, up = (_margin(physical, board, axis) for axis in (0, 1))
    where = {xy: Point(p) for p, xy in enumerate(physical.xy)}
    found = [where.get((x + left, y + up)) for x, y in board.xy]
    if None in found:
        raise InvalidWiring(
            Text(
                "[port] board: {name} has no room for the game's board {board}; choose "
                "another game, or another board",
                name=physical.name,
                board=board.name,
            )
        )
    return tuple(point for point in found if point is not None)


def _margin(physical: Board, board: Board, axis: int) -> float:
    """Return the distance by which a board is moved along an axis to be centred, in whole units."""
    low, other = (min(xy[axis] for xy in one.xy) for one in (physical, board))
    high, beyond = (max(xy[axis] for xy in one.xy) for one in (physical, board))
    return low - other + ((high - low) - (beyond - other)) // 2


class SubBoardPort:
    """A port to part of another port's board.

    Pieces on the rest of that board are not reported, and its lamps stay dark.

    Args:
        whole: The port of the whole board.
        places: `places[p]` is the whole board's point for point p of this part.
    """

    pieces = None  # a physical board: only hands move its pieces

    def __init__(self, whole: Port, places: tuple[Point, ...]) -> None:
        self.points = len(places)
        self._whole = whole
        self._places = places
        self._numbers = {place: Point(p) for p, place in enumerate(places)}

    def open(self, listener: ReportListener) -> None:
        """Start reporting to `listener`.

        Raises:
            PortError: If the hardware is unavailable.
        """

        def tell(report: Report) -> None:
            if not isinstance(report, Sensed):
                listener(report)
            elif report.point in self._numbers:
                listener(report._replace(point=self._numbers[report.point]))

        self._whole.open(tell)

    def occupancy(self) -> Occupancy:
        """Return what the switches of this part sense now.

        Raises:
            PortError: If they cannot be read.
        """
        return bits(
            self._numbers[place]
            for place in points_of(self._whole.occupancy())
            if place in self._numbers
        )

    def pressed(self) -> bool | None:
        """Return whether the button is down now; None if that cannot be known.

        Raises:
            PortError: If it cannot be read.
        """
        return read_button(self._whole)

    @property
    def lamp_trouble(self) -> Text:
        """Why the last frame could not be shown; empty if it could."""
        return lamp_trouble_of(self._whole)

    @property
    def notice(self) -> Text:
        """What to put right on the board, though it can be played on; or empty."""
        return notice_of(self._whole)

    def show(self, frame: Frame) -> None:
        """Show a frame on this part."""
        whole = bytearray(3 * self._whole.points)
        for point, place in enumerate(self._places):
            whole[3 * place : 3 * place + 3] = frame[3 * point : 3 * point + 3]
        self._whole.show(bytes(whole))

    def close(self) -> None:
        """Switch the lamps off and release the hardware."""
        self._whole.close()

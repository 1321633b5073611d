"""A game on a part of a larger board of wood.

A 9 × 9 board serves 7 × 7 and 8 × 8 games: the smaller board lies as far in the middle as whole
squares allow, and where that leaves one square over, at the bottom left. So 7 on 9 has a margin of
one square all around (its a1 is b2 of the wood), and 8 on 9 has the names that are printed there.
"""

from __future__ import annotations

from companion.drivers.port import Frame, Listener, Port, Report
from companion.drivers.settings import InvalidWiring, PortSettings
from companion.geometry import STAR, Board, Occupancy, Point, Sensed, bits, grid, points_of

_WOODEN = {board.name: board for board in (STAR, *map(grid, (7, 8, 9)))}


def wooden(port: PortSettings, board: Board) -> Board:
    """The board that is wired: the one that is configured, or that of the game."""
    if port.kind == "simulated" or port.board in ("", board.name):
        return board
    return _WOODEN[port.board]


def places(wood: Board, board: Board) -> tuple[Point, ...]:
    """The point of the wood for each point of a game's board; InvalidWiring when it has no room."""
    if wood.name == board.name:
        return tuple(map(Point, range(board.size)))
    if STAR in (wood, board) or board.size > wood.size:
        raise InvalidWiring(
            f"[port] board: {wood.name} has no room for the game's board {board.name}; "
            f"choose another game, or another board"
        )
    margin = (len(wood.rows) - len(board.rows)) // 2
    where = {xy: Point(p) for p, xy in enumerate(wood.xy)}
    return tuple(where[x + margin, y + margin] for x, y in board.xy)


class PartPort:
    """A port that shows a part of another one: what stands beside it is not reported, and the
    lamps there stay dark.

    wood: the port of the whole board, of which `places[p]` is this one's point p.
    """

    pieces = None  # of wood: only hands move them

    def __init__(self, wood: Port, places: tuple[Point, ...]) -> None:
        self.points = len(places)
        self._wood = wood
        self._places = places
        self._numbers = {place: Point(p) for p, place in enumerate(places)}

    def open(self, listener: Listener) -> None:
        """Start reporting to `listener`; PortError when the hardware cannot be had."""

        def tell(report: Report) -> None:
            if not isinstance(report, Sensed):
                listener(report)
            elif report.point in self._numbers:
                listener(report._replace(point=self._numbers[report.point]))

        self._wood.open(tell)

    def occupancy(self) -> Occupancy:
        """What the switches of this part sense now; PortError when they cannot be read."""
        return bits(
            self._numbers[place]
            for place in points_of(self._wood.occupancy())
            if place in self._numbers
        )

    def show(self, frame: Frame) -> None:
        """Show a frame on this part."""
        whole = bytearray(3 * self._wood.points)
        for point, place in enumerate(self._places):
            whole[3 * place : 3 * place + 3] = frame[3 * point : 3 * point + 3]
        self._wood.show(bytes(whole))

    def close(self) -> None:
        """Lamps off, hardware given back."""
        self._wood.close()

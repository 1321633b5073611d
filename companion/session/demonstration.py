"""The demonstration of a move on the lamps while no game is being played."""

from __future__ import annotations

from collections.abc import Sequence

from companion.base.text import Text
from companion.device.lamps.scene import Lamp, Meaning, Scene
from companion.rules.geometry import Board, Point
from companion.session.match.places import named_point

LASTS = 4.0
"""Seconds after which the lamps go out by themselves: the page that asked may have closed."""


class Demonstration:
    """Lights the points of a move, like a hint, without playing it.

    Attributes:
        points: The points that are lit now.
        until: When the lamps go out (seconds); None while they are out.
    """

    text = Text("The lamps show how a logged game could have gone better.")

    def __init__(self, board: Board) -> None:
        self.points: tuple[Point, ...] = ()
        self.until: float | None = None
        self._board = board

    def light(self, places: Sequence[str], at: float) -> None:
        """Light points by name from `at` (seconds) on; without points, none.

        Raises:
            CompanionError: If the board has no such point.
        """
        self.points = tuple(sorted({named_point(self._board, place) for place in places}))
        self.until = at + LASTS if places else None

    def end(self) -> None:
        """Turn the lamps off."""
        self.points, self.until = (), None

    def scene(self, since: float) -> Scene:
        """Return the scene of the move."""
        return Scene(tuple((point, Lamp(Meaning.HINT)) for point in self.points), since=since)

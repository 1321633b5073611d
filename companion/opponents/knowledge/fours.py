"""A search for forced fours in Son of Solomon after the placements.

It finds the side that can force four in a row, and how soon. On each turn the player has just one
piece to move, with few moves, so a search of 20 plies takes milliseconds. A branch is pruned when
the pieces that will not move again before the end leave too few in any four.
"""

from __future__ import annotations

from functools import lru_cache

from companion.games.son_of_solomon import Move, Position, SonOfSolomon
from companion.opponents.contract import Interrupted, Stop, never
from companion.opponents.tables.son_book import EACH, LONGEST_WIN
from companion.rules.geometry import Point

_ALL = 2 * EACH


class FourSearch:
    """A search for the shortest way to force four in a row."""

    def __init__(self, game: SonOfSolomon) -> None:
        self._game = game
        self._fours = tuple(
            sum(1 << point for point in line[first : first + 4])
            for line in game.board.lines
            for first in (0, 1)
        )
        self._most = lru_cache(1 << 15)(self._count)
        self._targets = lru_cache(1 << 18)(game.targets)
        self._stop: Stop = never

    def shortest(
        self, position: Position, stop: Stop = never, longest: int = LONGEST_WIN
    ) -> tuple[int, tuple[Move, ...]] | None:
        """Find the fewest plies in which the player to move can force four in a row.

        Args:
            position: The position; all pieces must be placed.
            stop: Returns True to give up.
            longest: The most plies to look ahead.

        Returns:
            The plies, and all moves that do so; None if that takes more than `longest` plies or
            cannot be forced.

        Raises:
            Interrupted: If `stop` returns True.
        """
        self._stop = stop
        moves = self._game.moves(position)
        for plies in range(1, longest + 1, 2):
            found = tuple(move for move in moves if self._wins_by(position, move, plies))
            if found:
                return plies, found
        return None

    def slowest(
        self, position: Position, stop: Stop = never, longest: int = LONGEST_WIN
    ) -> tuple[int, tuple[Move, ...]] | None:
        """Find the most plies for which the player to move can hold out against a forced four.

        Args:
            position: The position; all pieces must be placed.
            stop: Returns True to give up.
            longest: The most plies to look ahead.

        Returns:
            The plies, and all moves that do so; None if a four cannot be forced within `longest`
            plies.

        Raises:
            Interrupted: If `stop` returns True.
        """
        held: dict[Move, int] = {}
        for move in self._game.moves(position):
            after = self._game.advance(position, move)
            if self._game.outcome(after).over:
                return None
            forced = self.shortest(after, stop, longest - 1)
            if forced is None:
                return None
            held[move] = 1 + forced[0]
        most = max(held.values(), default=0)
        return (most, tuple(move for move in held if held[move] == most)) if held else None

    def _wins_by(self, position: Position, move: Move, plies: int) -> bool:
        """Return whether this move forces four in a row within `plies` plies, itself included."""
        white, black, turn, places = self._game.advance(position, move)
        seat = (turn + 1) % 2
        if self._most(black if seat else white) == 4:
            return True
        sides = [white, black]
        return plies > 2 and self._forced(list(places), sides, turn % _ALL, seat, plies - 1)

    def _forced(
        self, places: list[Point], sides: list[int], turn: int, seat: int, plies: int
    ) -> bool:
        """Return whether `seat` can force four in a row within `plies` plies, moving second."""
        if self._stop():
            raise Interrupted
        held, own = sides[seat], plies // 2
        if own <= 3:
            # All pieces that will not move again are already in their final places.
            for moved in range(own):
                held &= ~(1 << places[(turn + 1 + 2 * moved) % _ALL])
            if self._most(held) + own < 4:
                return False
        origin, other = places[turn], 1 - seat
        before = sides[other]
        ways = self._targets(origin, sides[0] | sides[1]) or (origin,)
        rest = before ^ 1 << origin
        if any(self._most(rest | 1 << to) == 4 for to in ways):
            return False
        for to in ways:
            places[turn], sides[other] = to, rest | 1 << to
            forced = self._makes(places, sides, (turn + 1) % _ALL, seat, plies - 1)
            places[turn], sides[other] = origin, before
            if not forced:
                return False
        return True

    def _makes(
        self, places: list[Point], sides: list[int], turn: int, seat: int, plies: int
    ) -> bool:
        """Return whether `seat` can force four in a row within `plies` plies, moving first."""
        origin, before = places[turn], sides[seat]
        ways = self._targets(origin, sides[0] | sides[1]) or (origin,)
        rest = before ^ 1 << origin
        if any(self._most(rest | 1 << to) == 4 for to in ways):
            return True
        if plies < 3:
            return False
        for to in ways:
            places[turn], sides[seat] = to, rest | 1 << to
            forced = self._forced(places, sides, (turn + 1) % _ALL, seat, plies - 1)
            places[turn], sides[seat] = origin, before
            if forced:
                return True
        return False

    def _count(self, held: int) -> int:
        """Return the most of these points that lie in any one four."""
        return max((held & four).bit_count() for four in self._fours)

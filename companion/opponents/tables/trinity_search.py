"""A search for the seat that can force the last move in Solomon's Trinity, and how soon.

A seat wins a position here if it makes the last move however all others play, even if they play
together. With two players, one of them nearly always can. With more, most positions have no winner:
the result then depends on whom the others favour.

First, `value` finds out whether a seat can force the last move at all. Slides use up stones, so
they never lead back. Jumps may: positions that form a cycle of jumps are solved together, from
their ends backwards, and the remaining ones are a draw by repetition. Then `within` looks for the
fewest plies, adding two plies with each try (three with three players, and so on).
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from companion.games.trinity import Position, Trinity


def _nothing() -> None:
    """Do nothing."""


class LastMoveSearch:
    """A search from positions of one match.

    Args:
        game: The game.
        barred: The positions that end the match as a draw if they come up.
        look: Called for each new position that the search visits; it may raise an exception to
            give up.
    """

    def __init__(
        self,
        game: Trinity,
        barred: Collection[Position] = (),
        look: Callable[[], None] = _nothing,
    ) -> None:
        self._game = game
        self._barred = barred
        self._look = look
        self._after: dict[Position, list[Position]] = {}
        self._values: dict[tuple[Position, int], int] = {}
        # By position and seat: plies within which it is known to win, and known not to win.
        self._wins: dict[tuple[Position, int], int] = {}
        self._not_yet: dict[tuple[Position, int], int] = {}

    def after(self, position: Position) -> list[Position]:
        """Return the positions that the moves lead to, in the order of the moves."""
        found = self._after.get(position)
        if found is None:
            self._look()
            game = self._game
            found = [game.advance(position, move) for move in game.moves(position)]
            self._after[position] = found
        return found

    def winner(self, position: Position) -> tuple[int, int] | None:
        """Return the seat that can force the last move, and the fewest plies in which it can.

        None if no seat can. The game must not be over.
        """
        seats = len(self._game.seats)
        for turn in range(seats):
            seat = (self._game.seat(position) + turn) % seats
            value = self.value(position, seat)
            if seats == 2 and value < 0:
                seat, value = 1 - seat, 1
            if value > 0:
                return seat, self.fewest(position, seat)
            if seats == 2:
                break
        return None

    def value(self, position: Position, seat: int) -> int:
        """Return the value of a position for a seat.

        Returns:
            1 if this seat can force the last move, -1 if the others together can end the game
            without that, 0 if the game goes on for ever.
        """
        asked = position, seat
        known = self._values.get(asked)
        if known is not None:
            return known
        after = self.after(position)
        if not after:
            found = 1 if self._game.outcome(position).winner == seat else -1
        elif position in self._barred:
            found = 0
        elif self._slides(position, after):
            best = 1 if self._game.seat(position) == seat else -1
            found = -best
            # Positions in which the other side has few replies are the quickest to search.
            for then in sorted(after, key=self._replies):
                value = self.value(then, seat)
                if value * best > found * best:
                    found = value
                    if found == best:
                        break
        else:
            self._solve_jumps(position, seat)
            return self._values[asked]
        self._values[asked] = found
        return found

    def _replies(self, position: Position) -> int:
        return len(self.after(position))

    def _slides(self, position: Position, after: list[Position]) -> bool:
        return self._game.supply(after[0]) < self._game.supply(position)

    def _solve_jumps(self, position: Position, seat: int) -> None:
        """Find the value of a position and of all others that jumps can lead to from it."""
        circle: dict[Position, list[Position]] = {}
        waiting = [position]
        values: dict[Position, int] = {}
        while waiting:
            here = waiting.pop()
            if here in circle or here in values:
                continue
            after = self.after(here)
            if after and here not in self._barred and not self._slides(here, after):
                circle[here] = after
                waiting += after
            else:
                values[here] = self.value(here, seat)
        changed = True
        while changed:
            changed = False
            for here, after in circle.items():
                if here in values:
                    continue
                best = 1 if self._game.seat(here) == seat else -1
                known = {values.get(then, 0) for then in after}
                if best in known or known == {-best}:
                    values[here] = best if best in known else -best
                    changed = True
        for here in circle:
            self._values[here, seat] = values.get(here, 0)

    def within(self, position: Position, seat: int, plies: int) -> bool:
        """Return whether a seat can force the last move within `plies` plies."""
        asked = position, seat
        if plies >= self._wins.get(asked, plies + 1):
            return True
        if plies <= self._not_yet.get(asked, -1) or self._values.get(asked, 1) < 1:
            return False
        after = self.after(position)
        if not after:
            return self._game.outcome(position).winner == seat
        if not plies or position in self._barred:
            return False
        if self._game.seat(position) == seat:
            found = any(self.within(then, seat, plies - 1) for then in after)
        else:
            found = all(self.within(then, seat, plies - 1) for then in after)
        if found:
            self._wins[asked] = plies
        else:
            self._not_yet[asked] = plies
        return found

    def fewest(self, position: Position, seat: int) -> int:
        """Return the fewest plies in which a seat that can force the last move makes it."""
        seats = len(self._game.seats)
        plies = (seat - self._game.seat(position)) % seats + 1
        while not self.within(position, seat, plies):
            plies += seats
        return plies

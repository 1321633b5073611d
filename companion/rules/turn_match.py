"""A match as hands play it, turn by turn.

Forced passes and draws from the program's bag need no hands: they are played and announced after
each turn. Nothing here accesses a file: a subclass that keeps a record overrides the three methods
at the end of the class.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal

from companion.base.errors import CompanionError
from companion.base.text import Text, sentences, verbatim
from companion.rules.game import CHANCE, NOBODY, AnyGame
from companion.rules.match import Match, Played
from companion.rules.outcome import Outcome
from companion.rules.piece import Piece, Seat
from companion.rules.step import Action
from companion.rules.turns import Turn, TurnGame

Bag = Callable[[Match], Any]
"""Draws for chance.

It returns one of the legal moves of a match in which chance is to act, or None if the draw is not
known yet. Such a draw is played with `TurnMatch.play` once it is known.
"""

Ending = Literal["rules", "repetition", "resigned", "agreed", "time"]
"""How a match ended."""


class TurnMatch:
    """One match, played by turns; `str` draws the board.

    Args:
        match: The match to take up.
        bag: The program's bag; None if the players have a real one.
        computers: The seats that the computer plays, and its level for each.
        at: The time (seconds).
        remote_seats: The seats of remote players.

    Attributes:
        ply_match: The same match by plies.
        turn_game: The game by turns.
        computers: The seats that the computer plays, and its level for each.
        remote_seats: The seats of remote players.
        announcement: What was played automatically since the last turn; else empty.
        passed: The seat whose forced pass was the last thing to happen, or None.
        ending: How the match ended, if the position does not show it; else empty.
        agreed: The seats that agree to a draw, the one that offered it first; empty without an
            offer.
    """

    def __init__(
        self,
        match: Match,
        bag: Bag | None = None,
        computers: Mapping[Seat, str] = MappingProxyType({}),
        at: float = 0.0,
        *,
        remote_seats: Collection[Seat] = (),
    ) -> None:
        """Take up a match; a draw from a real bag whose piece was never placed is undone."""
        self.ply_match = match
        self.turn_game = TurnGame(match.game)
        self.computers = dict(computers)
        self.remote_seats = frozenset(remote_seats)
        self.announcement = Text()
        self.passed: Seat | None = None
        self.ending = Text()
        self.agreed: tuple[Seat, ...] = ()
        self._bag = bag
        # Whose hands act in which position: needed often, and slow to compute.
        self._acting: tuple[Any, Seat] | None = None
        self._end_if_over()
        if self._drawn_by_hand(0):
            self.take_back(1)
        self._settle(at)

    def __str__(self) -> str:
        return str(self.ply_match)

    # State

    @property
    def game(self) -> AnyGame:
        """The game being played."""
        return self.ply_match.game

    @property
    def position(self) -> Any:
        """The current position."""
        return self.ply_match.position

    @property
    def history(self) -> Sequence[Played]:
        """The plies played so far, oldest first."""
        return self.ply_match.history

    @property
    def outcome(self) -> Outcome:
        """The result so far."""
        return self.ply_match.outcome

    @property
    def over(self) -> bool:
        """Whether the match has ended, for any reason."""
        return self.ply_match.over

    @property
    def seat(self) -> Seat:
        """The seat whose hands act; NOBODY when the match is over."""
        if self.over:
            return NOBODY
        if self._acting is None or self._acting[0] is not self.position:
            self._acting = self.position, self.turn_game.seat(self.position)
        return self._acting[1]

    @property
    def turns(self) -> Sequence[Turn]:
        """The legal turns; none when the match is over."""
        return [] if self.over else self.turn_game.moves(self.position)

    @property
    def proxy_seats(self) -> frozenset[Seat]:
        """The seats whose moves are made here for others: the computer, or remote players."""
        return self.remote_seats.union(self.computers)

    @property
    def offered_by(self) -> Seat | None:
        """The seat that has offered a draw, or None."""
        return self.agreed[0] if self.agreed else None

    @property
    def cache_key(self) -> tuple[object, ...]:
        """Values that stay equal until something happens in this match, as a cache key."""
        return self.ply_match.changes, self.agreed, self.announcement, self.passed, self.ending

    def plies_of(self, moves: int) -> int:
        """Return the number of plies to take back to undo the last `moves` moves made by hands.

        A resignation or an agreed draw counts as a move without plies. The computer's moves do not
        count unless it plays every seat; nor do those of remote players.

        Raises:
            CompanionError: If there are fewer moves, or `moves` is below 1.
        """
        game, by_proxy = self.game, self.proxy_seats
        others = len(by_proxy) < len(game.seats)
        if moves < 1:
            raise CompanionError(
                Text("cannot take back {moves} moves: the number must be at least 1", moves=moves)
            )
        moves -= self.ply_match.ended_by_players
        if moves == 0:
            return 0
        for plies, played in enumerate(reversed(self.history), start=1):
            counts = not (others and played.seat in by_proxy)
            moves -= counts and bool(game.steps(played.position, played.move))
            if moves == 0:
                return plies
        raise CompanionError(Text("there is no move to take back"))

    @property
    def can_take_back(self) -> bool:
        """Whether hands have made any move that can be taken back."""
        try:
            self.plies_of(1)
        except CompanionError:
            return False
        return True

    def undone(self, plies: int) -> int:
        """Return the number of plies undone by taking back `plies`, with the draws before them."""
        while plies and self._drawn_by_hand(plies):
            plies += 1
        return plies

    # Events

    def play(self, turn: Turn, at: float = 0.0) -> list[Played]:
        """Play a turn that hands made, and then all automatic plies.

        Args:
            turn: The turn.
            at: When it was made (seconds).

        Returns:
            The plies of the turn, without the automatic ones.

        Raises:
            IllegalMove: If one of the plies is not legal.
        """
        if self.seat not in self.agreed:
            self.agreed = ()  # moving declines the offer
        self._clear_announcement()
        played = [self._play(ply, at) for ply in turn.plies]
        self._settle(at)
        return played

    def take_back(self, plies: int) -> None:
        """Undo the last plies, and the draw from a real bag before them.

        The draw is undone because the drawn piece is only known once it is placed.

        Args:
            plies: The number of plies; with 0, only a resignation or an agreed draw is undone.

        Raises:
            CompanionError: If there are fewer plies, or nothing to undo.
        """
        plies = self.undone(plies)
        self.ply_match.take_back(plies)
        self.agreed = ()
        self._clear_announcement()
        self._record_takeback(plies)

    def resign(self, seat: Seat | None = None) -> None:
        """Resign for a seat.

        Args:
            seat: The seat; by default the seat to act or, on the computer's turn, its only human
                opponent.

        Raises:
            CompanionError: If the game has more than two players, or is over.
        """
        if seat is None:
            seat = self.seat
            seats = map(Seat, range(len(self.game.seats)))
            people = [one for one in seats if one not in self.computers]
            if seat in self.computers and len(people) == 1:
                seat = people[0]
        self.ply_match.resign(seat)
        self._end("resigned")
        if len(self.game.seats) > 1:
            self.ending = Text("{seat} resigned.", seat=self.game.seats[seat])

    def lose_on_time(self, seat: Seat) -> None:
        """End the match because a seat's time is up.

        Raises:
            CompanionError: If the game has more than two players, since the others would have to
                play on; or if it is over.
        """
        self.ply_match.resign(seat)
        self._end("time")
        self.ending = Text("{seat} ran out of time.", seat=self.game.seats[seat])

    def offer_draw(self) -> None:
        """Offer a draw for the seat to act, or agree to the open offer.

        The match is drawn once every seat agrees.

        Raises:
            CompanionError: If no draw can be offered now.
        """
        if self.over or len(self.game.seats) < 2:
            raise CompanionError(Text("a draw needs two or more players and an unfinished game"))
        if self.seat in self.computers:
            raise CompanionError(Text("it is the computer's turn: offer a draw on your own turn"))
        if self.seat in self.agreed:
            raise CompanionError(self._waits_for_others())
        self._agree_for(self.seat, Text("The players agreed on a draw."))

    def answer_draw(self, accepted: bool) -> None:
        """Accept or decline a draw offer for the computer, which is to act."""
        name = Text("The computer") if len(self.computers) == 1 else self.game.seats[self.seat]
        if not accepted:
            self.agreed = ()
            self._announce(Text("{player} declines the draw.", player=name))
            return
        self._agree_for(self.seat, Text("{player} accepted the draw.", player=name))
        if not self.over:
            self._announce(Text("{player} accepts the draw.", player=name))

    def agree_draw(self) -> None:
        """End the match as a draw by agreement of all players."""
        self.ply_match.agree_draw()
        self._end("agreed")
        self.ending = Text("The players agreed on a draw.")

    def _waits_for_others(self) -> Text:
        """Return why the seat to act, which has already agreed to a draw, cannot agree again."""
        if len(self.game.seats) > 2:
            if self.seat == self.offered_by:
                return Text("you have already offered a draw: the others have to accept it")
            return Text("you have already accepted a draw: the others have to accept it")
        return Text("you have already offered a draw: the other side has to accept it")

    def _agree_for(self, seat: Seat, ending: Text) -> None:
        self.agreed += (seat,)
        if len(self.agreed) == len(self.game.seats):
            self.agree_draw()
            self.ending = ending

    def _clear_announcement(self) -> None:
        self.announcement, self.passed, self.ending = Text(), None, Text()

    def _settle(self, at: float) -> None:
        """Play forced passes and draws from the program's bag, until hands have something to do."""
        while not self.over:
            seat, forced = self.ply_match.to_act, self.ply_match.forced_pass
            if seat == CHANCE:
                if self._bag is None:
                    return  # the players draw, and place what they drew
                drawn = self._bag(self.ply_match)
                if drawn is None:
                    return
                self._play(drawn, at)
                self._announce(Text("Drawn from the bag: {piece}.", piece=self._drawn()))
            elif forced is not None:
                self._play(forced, at)
                self._announce(Text("{seat} cannot move and passes.", seat=self.game.seats[seat]))
                self.passed = seat
            else:
                return

    def _announce(self, text: Text) -> None:
        self.announcement = sentences(self.announcement, text)

    def _drawn(self) -> Text:
        """Return what was just drawn from the bag: the piece that can enter now."""
        game = self.game
        pieces: list[Piece] = [
            step.piece
            for move in self.ply_match.moves[:1]
            for step in game.steps(self.position, move)
            if step.action is Action.ENTER
        ]
        if not pieces:
            return verbatim(self.history[-1].text)
        piece = pieces[0]
        if piece.seat is None:
            return Text("a {piece}", piece=piece.kind)
        return Text("a {seat} {piece}", seat=game.seats[piece.seat], piece=piece.kind)

    def _play(self, move: Any, at: float) -> Played:
        played = self.ply_match.play(move)
        self._record_ply(played, at)
        self._end_if_over()
        return played

    def _end_if_over(self) -> None:
        if self.over:
            by_rules = self.game.outcome(self.position).over
            self._end("rules" if by_rules else "repetition")

    def _drawn_by_hand(self, plies: int) -> bool:
        """Return whether the ply before the last `plies` is a draw from a real bag."""
        history = self.history
        return self._bag is None and plies < len(history) and history[-plies - 1].seat == CHANCE

    def _end(self, how: Ending) -> None:
        self.agreed = ()
        self._record_end(how)

    # For subclasses that keep a record

    def _record_ply(self, played: Played, at: float) -> None:
        """Record a ply that was played at `at` (seconds)."""

    def _record_takeback(self, plies: int) -> None:
        """Record the number of plies taken back."""

    def _record_end(self, how: Ending) -> None:
        """Record that the match has ended."""

"""A match as hands play it: turn by turn, with what no hand does played and announced.

Forced passes and draws from the program's bag happen by themselves, after each turn. Nothing here
touches a file: whoever keeps a record overrides the three methods at the end of the class.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal

from companion.rules.errors import CompanionError
from companion.rules.game import CHANCE, NOBODY, AnyGame
from companion.rules.match import Match, Played
from companion.rules.outcome import Outcome
from companion.rules.piece import Piece, Seat
from companion.rules.step import Action
from companion.rules.turns import Turn, TurnGame

Bag = Callable[[Match], Any]
"""Draws what chance yields now: one of the legal moves of a match in which chance acts."""

Ending = Literal["rules", "repetition", "resigned", "agreed"]
"""How a match came to its end."""


class TurnMatch:
    """One match, played by turns.

    ply_match:    its plies.
    turn_game:    the game with its plies folded into turns.
    computers:    the seats that the computer plays, each with its level.
    announcement: what has happened since the last turn without any hand; or empty.
    passed:       the seat whose forced pass was the last thing to happen, or None.
    ending:       how the match ended where the position does not show it; or empty.
    offered_by:   who has offered a draw that still stands, or None.
    """

    def __init__(
        self,
        match: Match,
        bag: Bag | None = None,
        computers: Mapping[Seat, str] = MappingProxyType({}),
        at: float = 0.0,
    ) -> None:
        """Take up a match at `at` (seconds). bag: draws for the program; None where the players
        have a real bag. What came out of a real bag and was never placed is undone."""
        self.ply_match = match
        self.turn_game = TurnGame(match.game)
        self.computers = dict(computers)
        self.announcement = ""
        self.passed: Seat | None = None
        self.ending = ""
        self.offered_by: Seat | None = None
        self._bag = bag
        self._end_if_over()
        if self._drawn_by_hand(0):
            self.take_back(1)
        self._settle(at)

    # What is known

    @property
    def game(self) -> AnyGame:
        """The game that is played."""
        return self.ply_match.game

    @property
    def position(self) -> Any:
        """The present position."""
        return self.ply_match.position

    @property
    def history(self) -> Sequence[Played]:
        """The plies that were played, oldest first."""
        return self.ply_match.history

    @property
    def outcome(self) -> Outcome:
        """How the match stands."""
        return self.ply_match.outcome

    @property
    def over(self) -> bool:
        """Whether the match has ended, in whatever way."""
        return self.ply_match.over

    @property
    def seat(self) -> Seat:
        """Whose hands act; NOBODY when the match is over."""
        return NOBODY if self.over else self.turn_game.seat(self.position)

    @property
    def turns(self) -> Sequence[Turn]:
        """The turns that hands may make now; none when the match is over."""
        return [] if self.over else self.turn_game.moves(self.position)

    def plies_of(self, moves: int) -> int:
        """How many plies the last `moves` moves of hands are, with what happened after them.

        The computer's moves do not count if anybody else plays. Raises CompanionError if there are
        not so many.
        """
        game = self.game
        others = len(self.computers) < len(game.seats)
        if moves < 1:
            raise CompanionError(f"cannot take back {moves} moves: it must be one or more")
        for plies, played in enumerate(reversed(self.history), start=1):
            counts = not (others and played.seat in self.computers)
            moves -= counts and bool(game.steps(played.position, played.move))
            if moves == 0:
                return plies
        raise CompanionError("there is no move to take back")

    # What happens

    def play(self, turn: Turn, at: float = 0.0) -> list[Played]:
        """Play a turn that hands have made at `at`, and what follows from it without them; its
        plies. Raises IllegalMove if a ply of it is not legal."""
        if self.offered_by != self.seat:
            self.offered_by = None  # the other side has answered it by a move
        self._forget()
        played = [self._play(ply, at) for ply in turn.plies]
        self._settle(at)
        return played

    def take_back(self, plies: int) -> None:
        """Undo so many plies, and the draws from a real bag that led to them: what came out is seen
        when it is placed again. Raises CompanionError if there are not so many."""
        while self._drawn_by_hand(plies):
            plies += 1
        self.ply_match.take_back(plies)
        self.offered_by = None
        self._forget()
        self._record_takeback(plies)

    def resign(self) -> None:
        """The seat to act gives up; at the computer's turn, its only human opponent does. Raises
        CompanionError where the rules know no resignation."""
        seat = self.seat
        people = [
            one for one in map(Seat, range(len(self.game.seats))) if one not in self.computers
        ]
        if seat in self.computers and len(people) == 1:
            seat = people[0]
        self.ply_match.resign(seat)
        self._end("resigned")
        self.ending = f"{self.game.seats[seat]} gave up."

    def offer_draw(self) -> None:
        """The seat to act offers a draw; if another seat has offered one, it is agreed. Raises
        CompanionError where no draw can be offered."""
        if self.over or len(self.game.seats) < 2:
            raise CompanionError("a draw can only be agreed on by the players of a running game")
        if self.seat in self.computers:
            raise CompanionError("it is the computer's turn: offer a draw when it is yours")
        if self.offered_by == self.seat:
            raise CompanionError("you have offered a draw already: the others have to agree to it")
        if self.offered_by is None:
            self.offered_by = self.seat
        else:
            self._agree_draw("The players agreed on it.")

    def answer_draw(self, accepted: bool) -> None:
        """The computer's answer, at its turn, to the draw that it is offered."""
        self.offered_by = None
        if accepted:
            self._agree_draw("The computer accepted it.")
        else:
            self._announce("The computer declines the draw.")

    def _agree_draw(self, said: str) -> None:
        self.ply_match.agree_draw()
        self._end("agreed")
        self.ending = said

    def _forget(self) -> None:
        self.announcement, self.passed, self.ending = "", None, ""

    def _settle(self, at: float) -> None:
        """Let happen what happens by itself, until a hand has something to do."""
        while not self.over:
            seat, forced = self.ply_match.to_act, self.ply_match.forced_pass
            if seat == CHANCE:
                if self._bag is None:
                    return  # the players draw, and place what they have drawn
                self._play(self._bag(self.ply_match), at)
                self._announce(f"The bag yields {self._drawn()}.")
            elif forced is not None:
                self._play(forced, at)
                self._announce(f"{self.game.seats[seat]} cannot move and passes.")
                self.passed = seat
            else:
                return

    def _announce(self, text: str) -> None:
        self.announcement = f"{self.announcement} {text}".lstrip()

    def _drawn(self) -> str:
        """What the bag has just yielded: the piece that can enter now."""
        game = self.game
        pieces: list[Piece] = [
            step.piece
            for move in self.ply_match.moves[:1]
            for step in game.steps(self.position, move)
            if step.action is Action.ENTER
        ]
        if not pieces:
            return self.history[-1].text
        piece = pieces[0]
        owner = "" if piece.seat is None else f" of {game.seats[piece.seat]}"
        return f"a {piece.kind}{owner}"

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
        """Whether the ply before the last `plies` is a draw from the players' own bag."""
        history = self.history
        return self._bag is None and plies < len(history) and history[-plies - 1].seat == CHANCE

    def _end(self, how: Ending) -> None:
        self.offered_by = None
        self._record_end(how)

    # What a record is kept of

    def _record_ply(self, played: Played, at: float) -> None:
        """A ply was played at `at`."""

    def _record_takeback(self, plies: int) -> None:
        """So many plies were taken back."""

    def _record_end(self, how: Ending) -> None:
        """The match has ended."""

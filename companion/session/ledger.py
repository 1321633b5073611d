"""The match and its log, kept together: what is played is written, and nothing else is.

What no hand does happens here as well, and is announced: what the bag yields, and passes that are
forced.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from companion import __version__
from companion.journal.reader import Log
from companion.journal.record import AWAITED, SET_UP, Back, End, Head, Move, Note
from companion.journal.writer import Journal
from companion.rules import (
    CHANCE,
    NOBODY,
    Action,
    CompanionError,
    Match,
    Piece,
    Seat,
    Turn,
    TurnGame,
)
from companion.session import lots
from companion.session.unlogged import Unlogged

_BAG = "bag"  # the seeds' names in the log
_COMPUTER = "computer"


class Ledger:
    """One match and its journal.

    turns:        the game as hands see it.
    announcement: what has happened since the last move of a hand without any hand; or empty.
    ending:       how the match ended where the position does not show it; or empty.
    passed:       the seat whose forced pass was the last thing to happen, or None.
    computers:    the seats that the computer plays, each with its level; `luck`: its seed.
    """

    def __init__(
        self,
        match: Match,
        journal: Journal | Unlogged,
        seed: int | None,
        started: float,
        computers: Mapping[Seat, str],
        luck: int,
    ) -> None:
        """Use `begin` or `resume`."""
        self.match = match
        self.computers = dict(computers)
        self.luck = luck
        self.turns = TurnGame(match.game)
        self.journal = journal
        self.announcement = ""
        self.passed: Seat | None = None
        self._seed = seed
        self._started = started
        self.ending = ""
        self._offer: Seat | None = None
        self._awaited = True

    @classmethod
    def begin(
        cls,
        match: Match,
        directory: Path,
        today: datetime,
        seed: int | None,
        at: float,
        computers: Mapping[Seat, str] = MappingProxyType({}),
        luck: int = 0,
    ) -> Ledger:
        """Log a match that begins at `at` (seconds) in a directory. seed: what the bag yields;
        None where the players have a real bag. computers, luck: as the ledger has them."""
        game = match.game
        seeds = {_BAG: seed} if seed is not None and _has_bag(match) else {}
        if computers:
            seeds[_COMPUTER] = luck
        head = Head(
            game=game.name,
            options=game.chosen,
            seats=game.seats,
            seeds=seeds,
            started=today.isoformat(timespec="seconds"),
            program=__version__,
            position=game.position_text(match.position),
            computers={int(seat): level for seat, level in computers.items()},
        )
        ledger = cls(match, Journal.create(directory, head), seed, at, computers, luck)
        ledger._end_if_over()
        ledger._settle(at)
        return ledger

    @classmethod
    def resume(cls, log: Log, match: Match, at: float) -> Ledger:
        """Go on with a match where its log leaves it, and with the bag that it names."""
        journal = Journal.resume(log.path)
        journal.append(Note("resumed"))
        started = at - (log.moves[-1].at if log.moves else 0.0)
        computers = {Seat(seat): level for seat, level in log.head.computers.items()}
        seeds = log.head.seeds
        luck = seeds.get(_COMPUTER, 0)
        ledger = cls(match, journal, seeds.get(_BAG), started, computers, luck)
        ledger._awaited = log.awaited
        if log.end is None:
            ledger._end_if_over()
        if ledger._drawn_by_hand(0):
            ledger.take_back(1)  # what came out of the real bag was never placed
        ledger._settle(at)
        return ledger

    @classmethod
    def unlogged(cls, match: Match, at: float) -> Ledger:
        """A match that is only looked at, until a game is chosen: nothing of it is written."""
        return cls(match, Unlogged(), None, at, {}, 0)

    @property
    def offered_by(self) -> Seat | None:
        """Who has offered a draw that still stands."""
        return self._offer

    @property
    def seat(self) -> Seat:
        """Whose hands act; NOBODY when the match is over."""
        return NOBODY if self.match.over else self.turns.seat(self.match.position)

    @property
    def lines(self) -> Sequence[Turn]:
        """The turns that hands may make now; none when the match is over."""
        return [] if self.match.over else self.turns.moves(self.match.position)

    def play(self, line: Turn, at: float) -> None:
        """Play a turn that hands have made, and what follows from it without them."""
        if self._offer != self.seat:
            self._offer = None  # the other side has answered it by a move
        self._forget()
        self._awaited = False
        for ply in line.plies:
            self._play(ply, at)
        self._settle(at)

    def take_back(self, plies: int) -> None:
        """Undo so many plies, and the draws from a real bag that led to them: what came out is seen
        when it is placed again. CompanionError when there are not so many."""
        while self._drawn_by_hand(plies):
            plies += 1
        self.match.take_back(plies)
        self.journal.append(Back(plies))
        self._offer = None
        self._forget()

    def plies_of(self, moves: int) -> int:
        """How many plies the last `moves` moves of hands are, with what happened after them.

        What the computer had moved does not count, if anybody else plays.
        """
        game = self.match.game
        others = len(self.computers) < len(game.seats)
        if moves < 1:
            raise CompanionError(f"cannot take back {moves} moves: it must be one or more")
        for plies, played in enumerate(reversed(self.match.history), start=1):
            counts = not (others and played.seat in self.computers)
            moves -= counts and bool(game.steps(played.position, played.move))
            if moves == 0:
                return plies
        raise CompanionError("there is no move to take back")

    def set_up(self, done: bool) -> None:
        """Note whether the board shows the position, or has yet to be made to: should the power
        fail meanwhile, what is on it is no move."""
        if done == self._awaited:
            self._awaited = not done
            self.journal.append(SET_UP if done else AWAITED)

    def resign(self) -> None:
        """The seat to act gives up; at the computer's turn, the one player beside it does."""
        seat = self.seat
        seats = map(Seat, range(len(self.match.game.seats)))
        people = [one for one in seats if one not in self.computers]
        if seat in self.computers and len(people) == 1:
            seat = people[0]
        self.match.resign(seat)
        self._end("resigned")
        self.ending = f"{self.match.game.seats[seat]} gave up."

    def offer_draw(self) -> None:
        """The seat to act offers a draw; when another seat has offered it, it is agreed on."""
        if self.match.over or len(self.match.game.seats) < 2:
            raise CompanionError("a draw can only be agreed on by the players of a running game")
        if self.seat in self.computers:
            raise CompanionError("it is the computer's turn: offer a draw when it is yours")
        if self._offer == self.seat:
            raise CompanionError("you have offered a draw already: the others have to agree to it")
        if self._offer is None:
            self._offer = self.seat
        else:
            self._agree_draw("The players agreed on it.")

    def answer_draw(self, accepted: bool) -> None:
        """The computer's answer to the draw that it is offered, at its turn."""
        self._offer = None
        if accepted:
            self._agree_draw("The computer accepted it.")
        else:
            self._announce("The computer declines the draw.")

    def _agree_draw(self, said: str) -> None:
        self.match.agree_draw()
        self._end("agreed")
        self.ending = said

    def abandon(self) -> None:
        """Say in the log that an unfinished game will not be gone on with."""
        if not self.match.over:
            self.journal.append(End(self.match.outcome.text, "abandoned"))

    def _forget(self) -> None:
        self.announcement, self.passed, self.ending = "", None, ""

    def _settle(self, at: float) -> None:
        """Let happen what happens by itself, until a hand has something to do."""
        while not self.match.over:
            seat = self.match.to_act
            forced = self.match.forced_pass
            if seat == CHANCE and self._seed is None:
                return  # the players draw, and place what they have drawn
            if seat == CHANCE and self._seed is not None:
                self._play(lots.draw(self.match, self._seed), at)
                self._announce(f"The bag yields {self._drawn()}.")
            elif forced is not None:
                self._play(forced, at)
                self._announce(f"{self.match.game.seats[seat]} cannot move and passes.")
                self.passed = seat
            else:
                return

    def _announce(self, text: str) -> None:
        self.announcement = f"{self.announcement} {text}".lstrip()

    def _drawn(self) -> str:
        """What the bag has just yielded: the piece that can enter now."""
        match = self.match
        pieces: list[Piece] = [
            step.piece
            for move in match.moves[:1]
            for step in match.game.steps(match.position, move)
            if step.action is Action.ENTER
        ]
        if not pieces:
            return match.history[-1].text
        piece = pieces[0]
        owner = "" if piece.seat is None else f" of {match.game.seats[piece.seat]}"
        return f"a {piece.kind}{owner}"

    def _play(self, move: Any, at: float) -> None:
        played = self.match.play(move)
        seconds = round(at - self._started, 3)
        self.journal.append(Move(played.text, int(played.seat), seconds))
        self._end_if_over()

    def _end_if_over(self) -> None:
        if self.match.over:
            by_rules = self.match.game.outcome(self.match.position).over
            self._end("rules" if by_rules else "repetition")

    def _drawn_by_hand(self, plies: int) -> bool:
        """Whether the ply before the last `plies` is a draw from the players' own bag."""
        history = self.match.history
        return self._seed is None and plies < len(history) and history[-plies - 1].seat == CHANCE

    def _end(self, how: Literal["rules", "repetition", "resigned", "agreed"]) -> None:
        self._offer = None
        self.journal.append(End(self.match.outcome.text, how))


def _has_bag(match: Match) -> bool:
    """Whether chance acts in this game: it does so at once, or has just done."""
    game = match.game
    return CHANCE in (match.to_act, game.to_act(game.start()))

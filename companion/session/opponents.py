"""The computer's seats at the board: what it thinks of is lit, and a hand carries it out.

It thinks beside the board, and while it does, nothing may be moved. Then its turn is the only one
that hands may make; nothing else is different from anybody's move. What it once answered about a
position of the match it answers again, so that a move of it that was taken back is lit at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.engines.opponent import LEVELS, Choice, choose
from companion.rules import CHANCE, AnyGame, CompanionError, Seat, Turn, TurnMatch
from companion.rules.errors import nearest
from companion.session.search import Cancel, OnResult, Search, SearchResult

Computers = Mapping[Seat, str]
"""The seats that the computer plays, each with its level."""


def check(game: AnyGame, computers: Mapping[Any, str]) -> None:
    """CompanionError for a seat or a level that there is not, and for a game of one player."""
    for seat, level in computers.items():
        if len(game.seats) < 2:
            raise CompanionError(f"{game.title} is for one player: there is no opponent in it")
        if not 0 <= seat < len(game.seats):
            raise CompanionError(
                f"there is no seat {seat} in {game.title}; "
                f"its seats are 0 to {len(game.seats) - 1}: {', '.join(game.seats)}"
            )
        if level not in LEVELS:
            raise CompanionError(
                f"unknown level {level!r}{nearest(level, LEVELS)}; choose from {', '.join(LEVELS)}"
            )


def read(game: AnyGame, texts: Sequence[str]) -> dict[Seat, str]:
    """The seats that texts like `black` or `black:strong` give to the computer; CompanionError for
    one that cannot be."""
    seats = [name.lower() for name in game.seats]
    found: dict[Seat, str] = {}
    for text in texts:
        name, _, level = (part.strip().lower() for part in text.partition(":"))
        if name not in seats and len(seats) > 1:
            known = ", ".join(game.seats)
            raise CompanionError(
                f"computer {text!r}: {game.title} has no seat {name!r}{nearest(name, seats)}; "
                f"choose from {known}, with a level if you like, as in {seats[-1]}:{LEVELS[0]}"
            )
        seat = Seat(seats.index(name) if name in seats else 0)
        if seat in found:
            raise CompanionError(
                f"computer {text!r}: {game.seats[seat]} is named twice; name it once"
            )
        found[seat] = level or "fair"
    check(game, found)
    return found


@dataclass(frozen=True, slots=True)
class MoveResult(SearchResult):
    """What the computer wants to do in a position after so many plies."""

    plies: int
    choice: Choice


@dataclass(frozen=True, slots=True)
class MoveJob:
    """What the computer is asked: what to do in a position, after those before it."""

    game: AnyGame
    position: Any
    before: tuple[Any, ...]
    level: str
    seed: int

    def run(self, stop: Callable[[], bool]) -> MoveResult:
        """The answer; Interrupted when `stop` says so."""
        choice = choose(
            self.game, self.position, self.level, before=self.before, seed=self.seed, stop=stop
        )
        return MoveResult(self.position, len(self.before), choice)


class Opponents:
    """The computer's part in one match.

    match, seed: what it plays in, and what its choices come from.

    turn:   the turn that it wants to be carried out; None while there is none.
    draws:  what may have come out of the players' bag for the computer, which cannot see it: it has
            to be told; `picked` is the one that the button has come to.
    """

    def __init__(self, match: TurnMatch, seed: int, search: Search, on_result: OnResult) -> None:
        self.turn: Turn | None = None
        self.draws: tuple[Turn, ...] = ()
        self.picked = 0
        self._match = match
        self._seed = seed
        self._search = search
        self._on_result = on_result
        self._known: dict[tuple[int, Any], MoveResult] = {}
        self._asked: tuple[int, Any] | None = None  # where it thinks
        self._cancel: Cancel = lambda: None

    @property
    def acting(self) -> bool:
        """Whether it is the computer's turn."""
        return self._match.seat in self._match.computers

    @property
    def thinking(self) -> bool:
        """Whether it has not found its move yet."""
        return self._asked is not None

    @property
    def turns(self) -> Sequence[Turn]:
        """The turns that hands may make now."""
        if not self.acting:
            return self._match.turns
        return [] if self.turn is None else [self.turn]

    @property
    def headline(self) -> str:
        """What to say at the computer's turn; empty at anybody else's."""
        if not self.acting:
            return ""
        match = self._match
        one = len(match.computers) == 1
        who = "Computer" if one else match.game.seats[match.seat]
        return f"{who} is thinking …" if self.thinking else f"{who} to move"

    def moved(self) -> None:
        """The position may be another one now: think about it, where it is the computer's turn."""
        match = self._match
        here = (len(match.history), match.position)
        if self._asked is not None and (self._asked != here or not self.acting):
            self.close()
        self.turn, self.draws = None, ()
        if not self.acting or self._asked is not None:
            return
        turns = match.turns
        if match.ply_match.to_act == CHANCE:
            self.draws = tuple(Turn((draw,)) for draw in match.ply_match.moves)
            self.picked = 0
        elif here in self._known:
            self._decide(self._known[here])
        elif len(turns) == 1 and match.offered_by is None:
            self.turn = turns[0]
        else:
            self._think(here)

    @property
    def texts(self) -> tuple[str, ...]:
        """What may have been drawn, in words."""
        match = self._match
        return tuple(match.turn_game.text(match.position, draw) for draw in self.draws)

    @property
    def drawn(self) -> Any:
        """The position after the draw that is picked; None where nothing has to be told."""
        if not self.draws:
            return None
        return self._match.turn_game.advance(self._match.position, self.draws[self.picked])

    def pick_next_draw(self) -> None:
        """The button goes on to the next of the draws."""
        self.picked = (self.picked + 1) % len(self.draws)

    def take(self, result: MoveResult) -> bool:
        """An answer has come; whether it is about the present position."""
        match = self._match
        here = (len(match.history), match.position)
        if self._asked != here or (result.plies, result.position) != here:
            return False
        self._asked = None
        self._known[here] = result
        return True

    def close(self) -> None:
        """Nobody wants the answer any more."""
        self._cancel()
        self._asked = None

    def _think(self, here: tuple[int, Any]) -> None:
        match = self._match
        before = tuple(played.position for played in match.history)
        level = match.computers[match.seat]
        self._asked = here
        job = MoveJob(match.game, match.position, before, level, self._seed)
        self._cancel = self._search(job, self._on_result)

    def _decide(self, result: MoveResult) -> None:
        """Answer an offered draw, and light the move if the game goes on."""
        match = self._match
        if match.offered_by is not None and match.offered_by not in match.computers:
            # It takes what is no worse than what it expects.
            match.answer_draw(result.choice.value <= 1 / len(match.game.seats))
        if not match.over:
            self.turn = Turn((result.choice.move,))

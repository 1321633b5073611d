"""The computer as a player: the lamps show its move, and a person makes it.

The computer thinks in the background. Until it has decided, no move may be made; then its move is
the only legal one. Everything else is as for any player's move. Its decisions are kept for the rest
of the match, so after a takeback its move is shown again at once.

While a person is to move, the computer prepares its answers to the likeliest moves. They are the
same answers that it would give later, only sooner.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.base.errors import CompanionError, nearest
from companion.base.text import Text, joined
from companion.opponents.levels import LEVELS
from companion.opponents.question import Question
from companion.opponents.roster import BUILT_IN, ComputerPlayer, Roster, all_levels, is_engine
from companion.opponents.search_jobs import Cancel, OnResult, SearchResult, SearchRunner
from companion.opponents.time_left import TimeLeft
from companion.rules import CHANCE, AnyGame, Seat, Turn, TurnMatch
from companion.session.match.thinking import Key, MoveJob, MoveResult, ThinkingAhead

Computers = Mapping[Seat, str]
"""The seats that the computer plays, each with its level."""


def check_computers(
    game: AnyGame, computers: Mapping[Any, str], roster: Roster | None = BUILT_IN
) -> None:
    """Check the computer's seats and levels.

    Args:
        game: The game.
        computers: The computer's seats, each with its level.
        roster: The available computer players; None if engines may be missing, because a match
            continues without them.

    Raises:
        CompanionError: If a seat or level does not exist, or the game is for one player.
    """
    levels = LEVELS if roster is None else all_levels(roster, game.name)
    for seat, level in computers.items():
        if len(game.seats) < 2:
            raise CompanionError(
                Text("{game} is for one player: the computer cannot play it", game=game.title)
            )
        if not 0 <= seat < len(game.seats):
            raise CompanionError(
                Text(
                    "there is no seat {seat} in {game}; its seats are 0 to {last}: {seats}",
                    seat=seat,
                    game=game.title,
                    last=len(game.seats) - 1,
                    seats=joined(", ", game.seats),
                )
            )
        if level not in levels and not (roster is None and is_engine(level)):
            raise CompanionError(
                Text(
                    "unknown level {level!r}{suggestion}; choose from {levels}",
                    level=level,
                    suggestion=nearest(level, levels),
                    levels=", ".join(levels),
                )
            )


def parse_computers(
    game: AnyGame, texts: Sequence[str], roster: Roster = BUILT_IN
) -> dict[Seat, str]:
    """Parse texts like `black`, `black:strong` or `black:stockfish:easy` into the computer's seats.

    An engine alone, as in `black:stockfish`, plays at its highest level.

    Returns:
        The level of each seat that the computer plays.

    Raises:
        CompanionError: If a text is invalid for this game.
    """
    seats = [name.lower() for name in game.seats]
    found: dict[Seat, str] = {}
    for text in texts:
        name, _, level = (part.strip().lower() for part in text.partition(":"))
        if name not in seats and len(seats) > 1:
            raise CompanionError(
                Text(
                    "computer {text!r}: {game} has no seat {seat!r}{suggestion}; choose from "
                    "{seats}, with a level if you like, as in {example}",
                    text=text,
                    game=game.title,
                    seat=name,
                    suggestion=nearest(name, seats),
                    seats=", ".join(game.seats),
                    example=f"{seats[-1]}:{LEVELS[0]}",
                )
            )
        seat = Seat(seats.index(name) if name in seats else 0)
        if seat in found:
            raise CompanionError(
                Text(
                    "computer {text!r}: {seat} is named twice; name it once",
                    text=text,
                    seat=game.seats[seat],
                )
            )
        own = [each for each in roster.levels(game.name) if each.startswith(f"{level}:")]
        found[seat] = own[-1] if own else level or "fair"
    check_computers(game, found, roster)
    return found


class Opponents:
    """The computer's part in one match.

    Args:
        match: The match.
        seed: The seed of its choices.
        search: Runs searches.
        on_result: Takes their results.
        roster: The available computer players.
        time_left: Returns the time on the match's clock; None without a clock.

    Attributes:
        turn: The turn to make here for the computer, or None.
        draws: The possible draws for the computer from the players' own bag. It cannot see the bag,
            so the players must report the draw.
        picked: The index of the draw that the button selects.
        trouble: What is wrong with an engine that plays; otherwise empty.
    """

    def __init__(
        self,
        match: TurnMatch,
        seed: int,
        search: SearchRunner,
        on_result: OnResult,
        roster: Roster = BUILT_IN,
        time_left: Callable[[], TimeLeft | None] = lambda: None,
    ) -> None:
        self.trouble = Text()
        self._roster = roster
        self._time_left = time_left
        self._players: dict[str, ComputerPlayer] = {}  # by level
        self.turn: Turn | None = None
        self.draws: tuple[Turn, ...] = ()
        self.picked = 0
        self._match = match
        self._seed = seed
        self._search = search
        self._on_result = on_result
        self._known: dict[Key, MoveResult] = {}
        self._asked: Key | None = None  # the decision in progress
        self._ahead = ThinkingAhead(match, seed, search, on_result, self._player, time_left)
        self._cancel: Cancel = lambda: None

    @property
    def acting(self) -> bool:
        """Whether it is the computer's turn."""
        return self._match.seat in self._match.computers

    @property
    def thinking(self) -> bool:
        """Whether the computer has not decided yet."""
        return self._asked is not None

    @property
    def turns(self) -> Sequence[Turn]:
        """The turns that may be made now."""
        if not self.acting:
            return self._match.turns
        return [] if self.turn is None else [self.turn]

    @property
    def headline(self) -> Text:
        """The headline on the computer's turn; otherwise empty."""
        if not self.acting:
            return Text()
        match = self._match
        if len(match.computers) == 1:
            thinks = Text("The computer is thinking …")
            return thinks if self.thinking else Text("The computer's move")
        name = match.game.seats[match.seat]
        if self.thinking:
            return Text("{seat} is thinking …", seat=name)
        return Text("{seat} to move", seat=name)

    def respond(self) -> None:
        """Start thinking if the position has changed and it is the computer's turn."""
        match = self._match
        here = (len(match.history), match.position)
        if self._asked is not None and (self._asked != here or not self.acting):
            self._forget()
        self.turn, self.draws = None, ()
        if not self.acting:
            self._think_ahead()
            return
        under_way = self._ahead.hand_over(here)
        if under_way is not None:
            self._asked, self._cancel = here, under_way
        if self._asked is not None:
            return
        turns = match.turns
        if match.ply_match.to_act == CHANCE:
            self.draws = tuple(Turn((draw,)) for draw in match.ply_match.moves)
            self.picked = 0
        elif here in self._known:
            self.trouble = self._known[here].choice.trouble
            self._decide(self._known[here])
        elif len(turns) == 1 and not self._asked_for_draw:
            self.turn = turns[0]
        else:
            self._think(here)

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of `draws`."""
        match = self._match
        return tuple(match.turn_game.text(match.position, draw) for draw in self.draws)

    @property
    def drawn(self) -> Any:
        """The position after the picked draw; None if there are no draws to choose from."""
        if not self.draws:
            return None
        return self._match.turn_game.advance(self._match.position, self.draws[self.picked])

    def pick_next_draw(self) -> None:
        """Pick the next draw."""
        self.picked = (self.picked + 1) % len(self.draws)

    def take(self, result: SearchResult) -> bool:
        """Take the result of a search, and return whether it decides the current position."""
        if not isinstance(result, MoveResult):
            self._ahead.take(result)
            return False
        about = (result.plies, result.position)
        if self._asked == about:
            self._asked = None
            self._known[about] = result
            return True
        if self._ahead.take(result):
            self._known[about] = result
        return False

    def close(self) -> None:
        """Cancel all searches, whose results are no longer needed, and end engines."""
        self._forget()
        self._ahead.close()
        for player in self._players.values():
            player.close()
        self._players.clear()

    def _forget(self) -> None:
        self._cancel()
        self._asked = None

    def _think(self, here: Key) -> None:
        match = self._match
        self._asked = here
        before = tuple(played.position for played in match.history)
        level = match.computers[match.seat]
        chooser = self._player(level).choose
        clock = self._time_left()
        question = Question(match.game, match.position, before, self._seed)
        job = MoveJob(question, level, chooser, clock)
        self._cancel = self._search(job, self._on_result)

    def _player(self, level: str) -> ComputerPlayer:
        """Return the player at a level in this match."""
        if level not in self._players:
            self._players[level] = self._roster.player(self._match.game, level)
        return self._players[level]

    def _think_ahead(self) -> None:
        match = self._match
        if match.over or match.ply_match.to_act == CHANCE or not match.computers:
            self._ahead.close()
        else:
            self._ahead.begin()

    @property
    def _asked_for_draw(self) -> bool:
        """Whether the computer must answer a draw offer."""
        match = self._match
        return bool(match.agreed) and match.seat not in match.agreed

    def _decide(self, result: MoveResult) -> None:
        """Answer a draw offer, and make the chosen turn the next one if the game goes on."""
        match = self._match
        if self._asked_for_draw:
            # It accepts a draw that is at least as good as what it expects.
            match.answer_draw(result.choice.value <= 1 / len(match.game.seats))
        if not match.over:
            self.turn = Turn((result.choice.move,))

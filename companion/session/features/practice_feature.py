"""Mistakes of a reviewed game as a set to train, one after another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.games.registry import make
from companion.protocol import commands
from companion.rules import AnyGame, Match
from companion.session.current_game import CurrentGame
from companion.session.features.feature import Feature, Features, Handler
from companion.session.play.practice_game import PastMistake, PracticeGame


class PracticeFeature(Feature):
    """The set of mistakes that a page has sent, and which of them is next."""

    def __init__(self, current: CurrentGame, others: Features) -> None:
        super().__init__(current, others)
        self._game: AnyGame | None = None
        self._mistakes: Sequence[PastMistake] = ()
        self._next = 0

    def obeys(self) -> Mapping[type, Handler]:
        """Return the handler of the command that begins a set."""
        return {commands.Practise: self._practise}

    def go_on(self, at: float) -> None:
        """Begin the next mistake; after the last one, the first.

        Raises:
            CompanionError: If there is no set.
        """
        if self._game is None:
            raise CompanionError(
                Text("no mistakes are being trained: analyse a game in the library first")
            )
        number = self._next % len(self._mistakes)
        self._next = number + 1
        current, mistake = self.current, self._mistakes[number]
        match = Match(self._game, self._game.parse_position(mistake.position))
        count = len(self._mistakes)
        live = current.starter.practise(
            match, lambda recorded: PracticeGame(mistake, number + 1, count, recorded), at
        )
        current.show(live, at)
        current.arrange()

    def _practise(self, command: commands.Practise, at: float) -> None:
        game = make(command.game, command.options)
        mistakes = [PastMistake(one.position, one.played, one.better) for one in command.mistakes]
        for mistake in mistakes:
            position = game.parse_position(mistake.position)
            legal = {game.move_text(position, move) for move in game.moves(position)}
            if mistake.better not in legal:
                raise CompanionError(
                    Text("the move {move!r} is not possible there", move=mistake.better)
                )
        if not mistakes:
            raise CompanionError(Text("there are no mistakes to train"))
        self._game, self._mistakes, self._next = game, mistakes, 0
        self.go_on(at)

"""Playing: hands, the button and pages act on the game in progress."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from companion.base.errors import CompanionError
from companion.device.ports.port import Button
from companion.games.registry import make
from companion.opponents.search_jobs import SearchResult
from companion.protocol import commands
from companion.rules import Match, Seat
from companion.rules.clock import TimeControl
from companion.rules.geometry import Sensed
from companion.rules.reasons import unplayable
from companion.session.current_game import CurrentGame, Shown
from companion.session.features.advice_feature import AdviceFeature
from companion.session.features.feature import Feature, Features, Handler
from companion.session.features.menu_feature import MenuFeature
from companion.session.modes import GameMode, Mode
from companion.session.play.live_game import GameCommand


class GameFeature(Feature):
    """The game in progress, and new ones."""

    def __init__(self, current: CurrentGame, others: Features) -> None:
        super().__init__(current, others)
        self._mode: GameMode | None = None

    def obeys(self) -> Mapping[type, Handler]:
        """Return the handlers of the commands that begin games, or that act in one."""
        in_pause = self.obeys_in_pause()
        played = (kind for kind in get_args(GameCommand) if kind not in in_pause)
        return {commands.New: self._begin, **dict.fromkeys(played, self._play)}

    def obeys_in_pause(self) -> Mapping[type, Handler]:
        """Return the handlers of the commands that a page sends by itself as it opens or closes."""
        return {commands.Assist: self._play, commands.Put: self._put, commands.Release: self._put}

    def takes(self) -> Mapping[type, Handler]:
        """Return the handlers of the board's reports, and of the results of searches."""
        current = self.current
        return {
            Sensed: lambda report, _: current.live.reader.feed(report),
            Button: lambda report, _: current.board.button.feed(report),
            SearchResult: lambda result, at: current.live.take(result, at),
        }

    @property
    def mode(self) -> Mode | None:
        """The mode of the game; it takes what no other feature wants."""
        return self._mode

    def advance(self, at: float) -> None:
        """Begin the same game again once players have confirmed that."""
        if self._mode is None or self.current.paused or not self.current.live.wants_again:
            return
        current, ended = self.current, self.current.live.match
        game = ended.game
        current.begin(
            Match(game),
            at,
            computers=ended.computers,
            control=current.control_for(game),
            players=ended.players,
        )
        current.arrange()

    def shown(self, shown: Shown) -> None:
        """Play that game from now on."""
        open_menu, advise = (
            self.others.find(MenuFeature).open,
            self.others.find(AdviceFeature).advise,
        )
        self._mode = GameMode(shown.live, self.current.board.button, open_menu, advise)

    def _begin(self, command: commands.New, at: float) -> None:
        seats = {Seat(seat): level for seat, level in command.computers.items()}
        names = {Seat(seat): person for seat, person in command.players.items()}
        game = make(command.game, command.options)
        control = TimeControl.parse(command.clock, game.seats) if command.clock else None
        position = command.position.strip()
        match = Match(game, game.parse_position(position) if position else None)
        trouble = unplayable(game, match.position)
        if trouble:
            raise CompanionError(trouble)
        for text in command.moves:
            match.play(game.parse_move(match.position, text))
        self.current.begin(match, at, computers=seats, control=control, players=names)
        self.current.arrange()
        self.current.clock = command.clock

    def _play(self, command: GameCommand, at: float) -> None:
        self.current.live.obey(command, at)

    def _put(self, command: commands.Put | commands.Release, at: float) -> None:
        if not self.current.paused:
            self.current.live.obey(command, at)

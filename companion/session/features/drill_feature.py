"""Drills: positions to practise, among them some from the players' own games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.games.registry import make
from companion.opponents.search_jobs import Cancel
from companion.protocol import commands
from companion.session.current_game import CurrentGame, Shown
from companion.session.features.feature import Feature, Features, Handler
from companion.session.features.practice_feature import PracticeFeature
from companion.session.own_drill import DrillFound, checked_drill

if TYPE_CHECKING:
    from companion.coach.drills import Drill


class DrillFeature(Feature):
    """Begins and leaves drills.

    A drill from the players' own games is first looked for in the background.
    """

    def __init__(self, current: CurrentGame, others: Features) -> None:
        super().__init__(current, others)
        self._cancel: Cancel = lambda: None  # cancels the search for a drill
        self._looked_at = 0  # the plies played when that began

    def obeys(self) -> Mapping[type, Handler]:
        """Return the handler of the command that begins a drill or, without a name, leaves it."""
        return {commands.Train: self._train}

    def takes(self) -> Mapping[type, Handler]:
        """Return the handler of the search's result."""
        return {DrillFound: self._take}

    def shown(self, shown: Shown) -> None:
        """Stop looking: another game has been chosen."""
        self._cancel()

    def begin(self, drill: Drill, at: float) -> None:
        """Begin a drill, and arrange the simulated pieces if there are any.

        Raises:
            PortError: If the board is unavailable.
        """
        self.current.show(self.current.starter.train(drill, at), at)
        self.current.arrange()

    def _train(self, command: commands.Train, at: float) -> None:
        from companion.coach.drills import OWN, find_drill
        from companion.session.play.drill_game import DrillGame
        from companion.session.play.practice_game import MISTAKES, PracticeGame

        current = self.current
        if command.drill.startswith(OWN):
            self._look(command.drill.removeprefix(OWN))
        elif command.drill == MISTAKES:
            self.others.find(PracticeFeature).go_on(at)
        elif command.drill:
            self.begin(find_drill(command.drill), at)
        elif isinstance(current.live.exercise, DrillGame | PracticeGame):
            game = current.live.match.game
            current.begin_new(make(game.name, game.chosen), {}, at)
        else:
            raise CompanionError(Text("no drill is being played: there is nothing to leave"))

    def _look(self, game: str) -> None:
        """Look for a drill in the logs of the named game."""
        kind, finder = make(game).name, self.current.services.own_drills
        if finder is None:
            raise CompanionError(Text("no games are logged here: there are no drills from them"))
        self._cancel()
        self._looked_at = len(self.current.live.match.history)
        self.current.notice = Text("Looking through the logged games …")
        self._cancel = self.current.starter.look_for_drill(finder, kind)

    def _take(self, found: DrillFound, at: float) -> None:
        """Begin the drill that was found, or report that there is none.

        If moves have been made in the meantime, the game goes on.
        """
        live = self.current.live
        if len(live.match.history) != self._looked_at:
            return
        try:
            self.begin(checked_drill(found), at)
        except CompanionError as error:
            self.current.say(error.text)

"""Lessons: guided games."""

from __future__ import annotations

from collections.abc import Mapping

from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.games.registry import make
from companion.protocol import commands
from companion.session.features.feature import Feature, Handler


class LessonFeature(Feature):
    """Begins and leaves lessons."""

    def obeys(self) -> Mapping[type, Handler]:
        """Return the handler of the command that begins a lesson or, without a game, leaves it."""
        return {commands.Teach: self._teach}

    def _teach(self, command: commands.Teach, at: float) -> None:
        from companion.coach.lessons import find_lesson
        from companion.session.play.guided_game import GuidedGame

        current = self.current
        if command.game:
            current.show(current.starter.teach(find_lesson(command.game), at), at)
            current.arrange()
        elif isinstance(current.live.exercise, GuidedGame):
            current.begin_new(make(current.live.match.game.name), {}, at)
        else:
            raise CompanionError(Text("no guided game is being played: there is nothing to leave"))

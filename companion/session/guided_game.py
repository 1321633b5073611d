"""A lesson in progress: the requested move, its sentence, and its lamps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.learning.lessons import Lesson, LessonProgress
from companion.lights.scene import Lamp, Meaning, Scene
from companion.protocol.views import LessonView
from companion.rules import Action, Seat, Turn, TurnMatch
from companion.tracking import Phase, View


class GuidedGame:
    """The lesson of a match. The current step is the only move that may be made.

    steps: the number of steps.
    """

    def __init__(self, lesson: Lesson, match: TurnMatch) -> None:
        self.steps = len(lesson.steps)
        self._progress = LessonProgress(lesson, match.game)
        self._match = match

    @property
    def done(self) -> bool:
        """Whether every step has been made, or the game was given up."""
        return self._match.over or self._progress.done(len(self._match.history))

    @property
    def ending(self) -> str:
        """What to say after the last step; empty before it, and if the game was given up."""
        made = self._progress.done(len(self._match.history))
        return self._progress.lesson.ending if made else ""

    @property
    def number(self) -> int:
        """The number of the current step, from 1."""
        return min(len(self._match.history) + 1, self.steps)

    @property
    def text(self) -> str:
        """What to do, and why."""
        return self._progress.step(len(self._match.history)).text

    @property
    def turns(self) -> Sequence[Turn]:
        """The one turn that may be made now; none at the end."""
        if self.done:
            return []
        match = self._match
        return [Turn((self._progress.move(match.position, len(match.history)),))]

    @property
    def view(self) -> LessonView:
        """The view of the lesson for the page."""
        return LessonView(self.number, self.steps, self.done)

    def light(self, scene: Scene, view: View) -> Scene:
        """Add the target of the current step to a scene; at the end, sweep over the board."""
        if view.phase is not Phase.REST:
            return scene
        if self.done:
            seats = range(len(self._match.game.seats))
            return scene if scene.sweep else Scene(sweep=tuple(map(Seat, seats)), since=scene.since)
        lamps = dict(scene.lamps)
        for turn in self.turns:
            for step in self._match.turn_game.steps(self._match.position, turn):
                if step.action in (Action.PLACE, Action.ENTER):
                    lamps.setdefault(step.point, Lamp(Meaning.HINT))
        return replace(scene, lamps=tuple(sorted(lamps.items(), key=lambda lit: lit[0])))

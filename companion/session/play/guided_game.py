"""A lesson in progress: the requested move, its sentence, and its lamps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.base.text import Text, sentences
from companion.coach.lessons import Lesson, LessonProgress
from companion.device.lamps.scene import Lamp, Meaning, Scene
from companion.hands import Phase, View
from companion.protocol.views import LessonView
from companion.rules import Action, Seat, Turn, TurnMatch
from companion.session.play.exercise import Exercise, Words


class GuidedGame(Exercise):
    """The lesson of a match, whose current step is the only move that may be made.

    Attributes:
        steps: The number of steps.
    """

    objection = Text("This step asks for another move.")
    no_hints = Text("a guided game shows every move: there are no hints")
    no_tools = Text("a guided game is being played: leave it first")
    repeats = False

    def __init__(self, lesson: Lesson, match: TurnMatch) -> None:
        super().__init__(match)
        self.steps = len(lesson.steps)
        self._progress = LessonProgress(lesson, match.game)

    @property
    def over(self) -> bool:
        """Whether every step has been made, or the game was given up."""
        return self._match.over or self._progress.done(len(self._match.history))

    @property
    def number(self) -> int:
        """The number of the current step, from 1."""
        return min(len(self._match.history) + 1, self.steps)

    def turns(self, legal: Sequence[Turn]) -> Sequence[Turn]:
        """Return the one turn that may be made now; none at the end."""
        if self.over:
            return []
        match = self._match
        return [Turn((self._progress.move(match.position, len(match.history)),))]

    def ended(self, said: Words) -> Words:
        """Return the words after the last step, or if the game was given up."""
        if self._progress.done(len(self._match.history)):
            said = said._replace(message=sentences(self._progress.lesson.ending or said.message))
        headline = said.headline if self._match.over else Text("The guided game is over")
        return said._replace(headline=headline, tone="good")

    def asked(
        self, said: Words, view: View, colours: Mapping[str, Text], *, assisted: bool = False
    ) -> Words:
        """Return the number of the step, what to do, and why."""
        headline = Text(
            "Step {number} of {steps}: {headline}",
            number=self.number,
            steps=self.steps,
            headline=said.headline,
        )
        if view.phase is not Phase.REST:
            return said._replace(headline=headline)
        match = self._match
        step = self._progress.step(len(match.history))
        text = ((step.helped if assisted else Text()) or step.text).filled(**colours)
        return Words(headline, text, "forced" if match.game.forced(match.position) else "plain")

    def light(self, scene: Scene, view: View) -> Scene:
        """Add the target of the current step to a scene; at the end, sweep over the board."""
        if view.phase is not Phase.REST:
            return scene
        if self.over:
            seats = range(len(self._match.game.seats))
            return scene if scene.sweep else Scene(sweep=tuple(map(Seat, seats)), since=scene.since)
        lamps = dict(scene.lamps)
        for turn in self.turns(()):
            for step in self._match.turn_game.steps(self._match.position, turn):
                if step.action in (Action.PLACE, Action.ENTER):
                    lamps.setdefault(step.point, Lamp(Meaning.HINT))
        return replace(scene, lamps=tuple(sorted(lamps.items(), key=lambda lit: lit[0])))

    @property
    def fields(self) -> Mapping[str, object]:
        """The view of the lesson for the page."""
        return {"lesson": LessonView(self.number, self.steps, self.over)}

"""Guided first games: a lesson is a position, the moves to make from it, and a text for each.

The moves are made on the board, so a lesson uses as few pieces as possible. Tests check everything
in a lesson against the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.base.errors import CompanionError, nearest
from companion.base.text import Text
from companion.games.registry import make
from companion.rules import AnyGame, Match


class UnknownLesson(CompanionError, LookupError):
    """The name of a game that has no lesson."""


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One move of a lesson.

    Attributes:
        move: The move as text.
        text: The instruction and the reason for it.
    """

    move: str
    text: Text


@dataclass(frozen=True, slots=True)
class Lesson:
    """A guided first game.

    Attributes:
        game: The name of the game to play.
        position: The start position, as text.
        steps: The moves of all sides.
        ending: The text after the last move.
        options: The options of the game.
    """

    game: str
    position: str
    steps: tuple[LessonStep, ...]
    ending: Text
    options: Mapping[str, str] = field(default_factory=dict, hash=False)


_SOLOMON = Lesson(
    "solomon",
    "./b..bb/../w../w./w..../. w",
    (
        LessonStep(
            "12-10",
            Text(
                "A man that glows may move. Lift White's man on 12: cyan marks where it stood, "
                "green where it may go. Put it on 10."
            ),
        ),
        LessonStep(
            "2x12",
            Text(
                "Amber means that a jump is forced. Jump with Black's man from 2 over 9 to 12, and "
                "take the man off 9."
            ),
        ),
        LessonStep(
            "10-7",
            Text(
                "Men go forward or sideways. Move White's man from 10 to 7, to clear the way for "
                "the next jump."
            ),
        ),
        LessonStep("5-4", Text("Black answers. Move the man from 5 to 4.")),
        LessonStep(
            "14x10x1",
            Text(
                "A jump goes on while it can. Jump from 14 over 12 to 10 and over 4 to 1, and take "
                "both men off. In the palace your man becomes a king."
            ),
        ),
        LessonStep(
            "6-5",
            Text(
                "Gold marks the new king: put a second piece on it. Then move Black's man from 6 "
                "to 5."
            ),
        ),
        LessonStep(
            "1x8",
            Text(
                "White's king goes backward, too. Jump from 1 over 5 to 8, and take off Black's "
                "last man."
            ),
        ),
    ),
    Text(
        "Black has no pieces left: White wins. A player who cannot move loses, too. Now play a "
        "whole game."
    ),
)

_TRINITY = Lesson(
    "trinity",
    "o/...../No/Doo/o./oooQo/. N 6 0",
    (
        LessonStep(
            "N7-3",
            Text(
                "The coins move in the order N, D, Q. Slide the nickel N from 7 to 3, and put a "
                "stone on 7, the space that it left."
            ),
        ),
        LessonStep(
            "D9-2", Text("Next comes the dime D. Slide it from 9 to 2, and put a stone on 9.")
        ),
        LessonStep(
            "Q17-19", Text("Then the quarter Q. Slide it from 17 to 19, and put a stone on 17.")
        ),
        LessonStep(
            "N3-4",
            Text(
                "The nickel again: slide it from 3 to 4, and put a stone on 3. That shuts the dime "
                "in."
            ),
        ),
        LessonStep(
            "Q19x13",
            Text(
                "The dime cannot move, so it is passed over. The quarter cannot slide, so it "
                "jumps: from 19 over 17 to 13. Move the stone from 17 to 19."
            ),
        ),
        LessonStep("N4-5", Text("Slide the nickel from 4 to 5, and put a stone on 4.")),
        LessonStep(
            "Q13-17",
            Text("One stone is left. Slide the quarter from 13 to 17, and put the stone on 13."),
        ),
    ),
    Text(
        "The supply is empty: solved! If no coin could move before that, you would have lost. Now "
        "try it from the start."
    ),
)

_HALMA = Lesson(
    "halma",
    "................../........nC......../................../......nTnS..sD..../"
    "......sC........../..sT............../................../................../"
    "......sS.......... s -,-",
    (
        LessonStep(
            "d1-d2",
            Text(
                "Each kind of piece has its own way to go. A square goes straight: move South's "
                "square from d1 to d2."
            ),
        ),
        LessonStep(
            "e8-d8",
            Text(
                "A circle goes forward, sideways, or diagonally forward. Move North's from e8 to "
                "d8."
            ),
        ),
        LessonStep("g6-f5", Text("A diamond goes diagonally. Move South's from g6 to f5.")),
        LessonStep(
            "d6-c5",
            Text(
                "A triangle goes diagonally forward, or straight back. Move North's from d6 to c5."
            ),
        ),
        LessonStep(
            "b4-d6",
            Text(
                "A piece jumps over any neighbour. Jump with South's triangle from b4 over c5 to "
                "d6. Nothing is captured."
            ),
        ),
        LessonStep("e6-e5", Text("Move North's square from e6 to e5.")),
        LessonStep(
            "d5-d7-d9",
            Text(
                "Jumps can be chained. Jump with South's circle from d5 over d6 to d7, and over d8 "
                "to d9, its goal."
            ),
        ),
    ),
    Text(
        "A piece that has reached its goal stays there. Whoever first has all seven on the goal "
        "wins. Now play a whole game."
    ),
    {"players": "2"},
)

LESSONS: Mapping[str, Lesson] = {lesson.game: lesson for lesson in (_SOLOMON, _TRINITY, _HALMA)}
"""The lessons by the name of their game."""


def find_lesson(game: str) -> Lesson:
    """Return the lesson of the game of that name.

    Raises:
        UnknownLesson: If it has none.
    """
    if game not in LESSONS:
        raise UnknownLesson(
            Text(
                "there is no guided game of {game!r}{similar}; choose from {games}",
                game=game,
                similar=nearest(game, LESSONS),
                games=", ".join(LESSONS),
            )
        )
    return LESSONS[game]


def lesson_match(lesson: Lesson) -> Match:
    """Return a match at the start of a lesson."""
    game = make(lesson.game, lesson.options)
    return Match(game, game.parse_position(lesson.position))


class LessonProgress:
    """A match's progress in a lesson.

    It depends only on the match's history, so a takeback also goes back in the lesson.

    Args:
        lesson: The lesson.
        game: The game that the match is played in.

    Attributes:
        lesson: The lesson.
    """

    def __init__(self, lesson: Lesson, game: AnyGame) -> None:
        self.lesson = lesson
        self._game = game

    def done(self, plies: int) -> bool:
        """Return whether no step is left after `plies` plies."""
        return plies >= len(self.lesson.steps)

    def step(self, plies: int) -> LessonStep:
        """Return the step after `plies` plies; the last step if none is left."""
        return self.lesson.steps[min(plies, len(self.lesson.steps) - 1)]

    def move(self, position: Any, plies: int) -> Any:
        """Return the move of the step after `plies` plies.

        Raises:
            IllegalMove: If the match has left the lesson.
        """
        return self._game.parse_move(position, self.step(plies).move)

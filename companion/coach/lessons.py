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
        text: The instruction and the reason for it, a message with `Palette.colours` as values.
        helped: The same where captured pieces, stones and kings see to themselves; if empty,
            `text`.
    """

    move: str
    text: Text
    helped: Text = Text()


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
                "A man that glows may move, and {hint} marks where to. Lift White's man on 12: "
                "{from} marks where it stood, {to} where it may go. Put it on 10."
            ),
        ),
        LessonStep(
            "2x12",
            Text(
                "{must_jump:capital} means that a jump is forced. Jump with Black's man from 2 "
                "over 9 to 12, and take the man off 9."
            ),
            Text(
                "{must_jump:capital} means that a jump is forced. Jump with Black's man from 2 "
                "over 9 to 12: that captures the man on 9."
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
            Text(
                "A jump goes on while it can. Jump from 14 over 12 to 10 and over 4 to 1: that "
                "captures both men. In the palace your man becomes a king."
            ),
        ),
        LessonStep(
            "6-5",
            Text(
                "The new king has a second piece on it, and glows in {crown}. Move Black's man "
                "from 6 to 5."
            ),
            Text("{crown:capital} marks the new king. Now move Black's man from 6 to 5."),
        ),
        LessonStep(
            "1x8",
            Text(
                "White's king goes backward, too. Jump from 1 over 5 to 8, and take off Black's "
                "last man."
            ),
            Text(
                "White's king goes backward, too. Jump from 1 over 5 to 8: that captures Black's "
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
                "The coins move in the order N, D, Q. Slide the nickel N from 7 to 3, which is "
                "{hint}, and put a stone on 7, the space that it left."
            ),
            Text(
                "The coins move in the order N, D, Q. Slide the nickel N from 7 to 3, which is "
                "{hint}: a stone takes the space that it left."
            ),
        ),
        LessonStep(
            "D9-2",
            Text("Next comes the dime D. Slide it from 9 to 2, and put a stone on 9."),
            Text("Next comes the dime D. Slide it from 9 to 2."),
        ),
        LessonStep(
            "Q17-19",
            Text("Then the quarter Q. Slide it from 17 to 19, and put a stone on 17."),
            Text("Then the quarter Q. Slide it from 17 to 19."),
        ),
        LessonStep(
            "N3-4",
            Text(
                "The nickel again: slide it from 3 to 4, and put a stone on 3. That shuts the dime "
                "in."
            ),
            Text("The nickel again: slide it from 3 to 4. The stone on 3 shuts the dime in."),
        ),
        LessonStep(
            "Q19x13",
            Text(
                "The dime cannot move, so it is passed over. The quarter cannot slide, so it "
                "jumps: from 19 over 17 to 13. Move the stone from 17 to 19."
            ),
            Text(
                "The dime cannot move, so it is passed over. The quarter cannot slide, so it "
                "jumps: from 19 over 17 to 13. The stone goes from 17 to 19."
            ),
        ),
        LessonStep(
            "N4-5",
            Text("Slide the nickel from 4 to 5, and put a stone on 4."),
            Text("Slide the nickel from 4 to 5."),
        ),
        LessonStep(
            "Q13-17",
            Text("One stone is left. Slide the quarter from 13 to 17, and put the stone on 13."),
            Text("One stone is left. Slide the quarter from 13 to 17."),
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
                "square from d1 to d2, where {hint} marks the target."
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

_GOMONY = Lesson(
    "gomony",
    ".....b../w......./.....b../....w.b./......../......../.......w/........ w",
    (
        LessonStep(
            "e5xg7",
            Text(
                "A jump is forced: {hint} marks where to. Jump with White's marker from e5 over f6"
                " to g7. What it captures goes under it: a column."
            ),
        ),
        LessonStep(
            "f8xh6",
            Text(
                "Black must jump as well: from f8 over g7 to h6. Only White's top marker is "
                "captured; the one that was below it is free."
            ),
        ),
        LessonStep(
            "a7-b8",
            Text(
                "Markers go diagonally forward. Move White's from a7 to b8, the far end: there it "
                "is turned over, and promoted."
            ),
        ),
        LessonStep("g5-f4", Text("Black answers. Move the marker from g5 to f4.")),
        LessonStep(
            "b8-c7", Text("A promoted marker goes backward, too. Move White's from b8 to c7.")
        ),
        LessonStep("f4-g3", Text("Black goes on: move the marker from f4 to g3.")),
        LessonStep("h2xf4", Text("White must jump again: with the marker on h2 over g3 to f4.")),
        LessonStep(
            "h6-g5", Text("A column belongs to the marker on top. Move Black's from h6 to g5.")
        ),
        LessonStep(
            "f4xh6xf8",
            Text(
                "A jump goes on while it can. Jump with White's column from f4 over g5 to h6, and "
                "over g7 to f8."
            ),
        ),
    ),
    Text(
        "Black owns no column any more: White wins. Nothing has left the board. Now play a whole "
        "game."
    ),
)

_SOLI2 = Lesson(
    "soli2",
    "......./.b..bw./..wbw../..b..../...wbw./......./....... b jump 0b0w -",
    (
        LessonStep(
            "e6xg6",
            Text(
                "{hint:capital} marks where to. Jump with Black's counter from e6 over f6 to g6, "
                "along a line, and take the counter off f6."
            ),
        ),
        LessonStep(
            "c5xc3",
            Text(
                "White has one jump, and a player who can jump must: from c5 over c4 to c3. Take "
                "the counter off c4."
            ),
        ),
        LessonStep(
            "e3xg3",
            Text("Jump with Black's counter from e3 over f3 to g3, and take the counter off f3."),
        ),
        LessonStep(
            "d3xb3",
            Text(
                "Even one's own counter is jumped over. Jump with White's from d3 over c3 to b3, "
                "and take the counter off c3."
            ),
        ),
        LessonStep(
            "d5xf5",
            Text(
                "One jump is left. Jump with Black's counter from d5 over e5 to f5, and take the "
                "counter off e5."
            ),
        ),
    ),
    Text(
        "Nobody can jump any more. Black has four counters and White one: Black wins. A whole game"
        " begins with a bag of counters. Now play one."
    ),
)

_PEG = Lesson(
    "peg",
    "./oo..o/.o/.../../..ooo/o",
    (
        LessonStep(
            "2x4",
            Text(
                "{hint:capital} marks where to. A peg jumps over its neighbour to the free point "
                "behind it: jump from 2 over 3 to 4, and take the peg off 3."
            ),
        ),
        LessonStep("6x10", Text("Jump from 6 over 8 to 10, and take the peg off 8.")),
        LessonStep(
            "19x13",
            Text("Any peg may jump, along any line: from 19 over 17 to 13. Take the peg off 17."),
        ),
        LessonStep("10x19", Text("Jump from 10 over 16 to 19, and take the peg off 16.")),
        LessonStep(
            "18x10",
            Text(
                "The peg on 13 is the neighbour now: jump from 18 over 13 to 10, and take it off "
                "13."
            ),
        ),
        LessonStep(
            "4x16",
            Text(
                "Two pegs meet in the middle. Jump from 4 over 10 to 16, and take the peg off 10."
            ),
        ),
        LessonStep("19x10", Text("The last jump: from 19 over 16 to 10. Take the peg off 16.")),
    ),
    Text(
        "One peg is left, in the middle: solved! With more than one and no jump, you would have "
        "lost. Now try it from the start."
    ),
)

_CROWNING = Lesson(
    "crowning",
    "./oooo./.o/(oo).(oo)/(oo)./(oo)(oo)o(oo)./.",
    (
        LessonStep(
            "2-5",
            Text(
                "A piece moves over exactly two others. {hint:capital} marks where to: go from "
                "2 over 3 and 4 to 5, on top of the piece there. The two are a king."
            ),
        ),
        LessonStep(
            "4-6",
            Text("A king counts as two pieces. Go from 4 over the king on 5 to 6, which is free."),
        ),
        LessonStep(
            "3-6",
            Text("Free points do not count. Go from 3 over 5 to 6, and crown the piece there."),
        ),
        LessonStep(
            "8-18",
            Text(
                "Kings never move, but all others may pass over them. Go from 8 over the king on "
                "11 to 18."
            ),
        ),
        LessonStep(
            "16-18",
            Text(
                "One king is missing. Go from 16 over the king on 17 to 18, and crown the piece "
                "there."
            ),
        ),
    ),
    Text("Nine kings: solved! Now try it from the start, with as few moves as you can."),
)

_NIM = Lesson(
    "nim",
    "./ooooo/../.o./../oo..o/. w",
    (
        LessonStep(
            "3:5",
            Text(
                "Take neighbours off a line, as many as you like. Pieces that glow may go. It is "
                "White's turn: take off 3, 4 and 5. That leaves 2 and 6 alone."
            ),
        ),
        LessonStep("14:15", Text("Now Black takes two: take off 14 and 15.")),
        LessonStep(
            "2",
            Text(
                "Four are left, and none has a neighbour: an even number is good for White. Take "
                "off 2."
            ),
        ),
        LessonStep("6", Text("Black has to take one: take off 6.")),
        LessonStep("10", Text("White takes one as well: take off 10. That leaves a single piece.")),
        LessonStep("18", Text("Black has no choice: take off 18, the last one.")),
    ),
    Text(
        "Black took the last piece, and whoever does that loses: White wins. Now play a whole game."
    ),
)

_SON_OF_SOLOMON = Lesson(
    "son_of_solomon",
    "./.1a../cb/2../d./3.4../. w 5 place",
    (
        LessonStep(
            "5@17",
            Text(
                "Pieces come onto the board in the order of their numbers. White's last one is 5: "
                "put it on 17, where {hint} shows it."
            ),
        ),
        LessonStep("e@6", Text("Black's 5 comes as well: put it on 6.")),
        LessonStep(
            "3-2",
            Text(
                "From now on they move, in the same order. Slide White's 1 along its line from 3 "
                "to 2."
            ),
        ),
        LessonStep("4-1", Text("Slide Black's 1 from 4 to 1.")),
        LessonStep(
            "9x15",
            Text(
                "White's 2 has no free neighbour, so it jumps: from 9 over 12 to 15. Nothing is "
                "captured."
            ),
        ),
    ),
    Text("White has four in a row on 14, 15, 16 and 17, and wins. Now play a whole game."),
)

LESSONS: Mapping[str, Lesson] = {
    lesson.game: lesson
    for lesson in (
        _SOLOMON,
        _TRINITY,
        _HALMA,
        _GOMONY,
        _SOLI2,
        _PEG,
        _CROWNING,
        _NIM,
        _SON_OF_SOLOMON,
    )
}
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

"""The puzzle of the day: which kind it is, and what it is; both depend on the date alone.

On a star there are four kinds, in turn: an ending of Solomon in which one move wins, found with the
exact tables; a position of peg solitaire with few pieces, made by undoing jumps; a magic labelling
to be completed; and a position from the players' own games in which one move wins. On other boards
there are as many of these as can be played on them. The random numbers come from the date, so that
everybody has the same puzzle on the same day; only one from own games depends on the games.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.coach.daily_names import DailyKind, daily_name
from companion.coach.drills import Drill, DrillStart, peg_drill
from companion.games.peg import Peg
from companion.games.puzzles.counting import Labels
from companion.games.puzzles.magic import partial_labelling
from companion.games.registry import make
from companion.opponents.analysis import analyse
from companion.opponents.contract import Interrupted, Stop, never
from companion.opponents.question import Question, SearchLimits
from companion.rules.geometry import Point

Randrange = Callable[[int], int]
"""A function that returns a random number from 0 up to, but not including, its argument."""

_PEG_JUMPS = range(4, 10)
_GIVEN = 9  # numbers of a labelling
_PLIES = range(3, 16)  # of a win to be found
_QUICK = 0.02  # the effort that every position gets: the tables need none
_PIECES = ((1, 2), (2, 2), (2, 1), (2, 3), (3, 2))  # of who is to move, and of the other


@dataclass(frozen=True, slots=True)
class DailyLabelling:
    """A labelling to be completed; there is only one way.

    Attributes:
        name: The name of the puzzle.
        given: The numbers that are given; 0 for the others.
    """

    name: str
    given: Labels


DailyPuzzle = Drill | DailyLabelling


def daily_puzzle(
    day: str, kind: DailyKind, randrange: Randrange, stop: Stop = never
) -> DailyPuzzle:
    """Return the puzzle of a day.

    Args:
        day: The date.
        kind: Its kind; one from own games is an ending here, for those who have no such games.
        randrange: Returns the random numbers that belong to the day.
        stop: Returns True to give up.

    Raises:
        InvalidDay: If the date is not written like 2026-11-28.
        Interrupted: If `stop` returns True.
    """
    name = daily_name(day)
    match kind:
        case "labelling":
            return DailyLabelling(name, partial_labelling(randrange, _GIVEN))
        case "peg":
            jumps = _PEG_JUMPS[randrange(len(_PEG_JUMPS))]
            position = _peg_position(jumps, randrange)
            return peg_drill(name, Text("Puzzle of the day"), jumps, (position,))
        case _:
            return _ending(name, randrange, stop)


def _peg_position(jumps: int, randrange: Randrange) -> str:
    """Return a position that can be solved, made by undoing jumps from a single piece."""
    game = Peg()
    while True:
        position = 1 << randrange(game.board.size)
        for _ in range(jumps):
            undone = [
                position ^ (1 << origin | 1 << over | 1 << to)
                for origin, over, to in game.jumps
                if position >> to & 1 and not position & (1 << origin | 1 << over)
            ]
            if not undone:
                break
            position = undone[randrange(len(undone))]
        # Where only one jump is possible at first, there is nothing to think about.
        if position.bit_count() == jumps + 1 and len(game.moves(position)) > 1:
            return game.position_text(position)


def _ending(name: str, randrange: Randrange, stop: Stop) -> Drill:
    game = make("solomon")
    while True:
        if stop():
            raise Interrupted
        text = _men_and_kings(randrange)
        try:
            position = game.parse_position(text)
        except CompanionError:  # such as a man who would have been crowned
            continue
        moves = game.moves(position)
        if len(moves) < 3:
            continue
        rated = analyse(Question(game, position), SearchLimits(_QUICK, stop)).moves
        won = [move for move in rated if move.exact and move.value == 1]
        certain = all(move.exact for move in rated)
        if len(won) == 1 and certain and won[0].plies in _PLIES:
            seat = game.to_act(position)
            task = Text("{seat} has one move that is sure to win: find it.", seat=game.seats[seat])
            start = DrillStart(game.position_text(position), won[0].plies or 0)
            return Drill(name, Text("Puzzle of the day"), game.name, seat, task, (start,))


def _men_and_kings(randrange: Randrange) -> str:
    """Return the text of a random position of Solomon with few pieces, White to move."""
    game = make("solomon")
    own, other = _PIECES[randrange(len(_PIECES))]
    free = list(range(game.board.size))
    shown = {}
    for n in range(own + other):
        point = free.pop(randrange(len(free)))
        shown[Point(point)] = ("wW" if n < own else "bB")[randrange(2)]
    empty = game.position_text(game.start()).split()[0]
    marks = iter(range(game.board.size))
    rows = "".join(c if c == "/" else shown.get(Point(next(marks)), ".") for c in empty)
    return f"{rows} w"

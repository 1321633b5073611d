"""Checks the book of Son of Solomon: White may do anything, and Black wins.

This program shares nothing with the one that makes the book, nor with the game that people play.
Its rules follow the text of docs/games/son_of_solomon.md, with points called by their numbers, and
pieces in the order of their turns: White 1, Black 1, White 2, and so on. It places pieces for White
everywhere, asks the book for Black's answers, and proves for each board on which all pieces are
placed that Black can have four in a row within the plies that the book names, whatever White does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from companion.tables.checker import LINES

FIRSTS = (1, 3, 4, 10)
"""White's first points: the star's symmetries map every other one to one of these."""

MOST_GAMES = 4 * 17 * 15 * 13 * 11
"""How many ways White has of placing pieces; fewer if Black has won before all are placed."""

Pieces10 = tuple[int, ...]
"""Where the pieces are, in the order of their turns; those not placed yet are left out."""

AskBook = Callable[[Pieces10], tuple[int, int] | None]
"""Black's answer in the book, and the plies of the moving phase that Black needs at most; None if
the book has none."""

_LINES = [[int(point) for point in line.split("-")] for line in LINES.split()]
_POINTS = range(1, 20)
_ALL = 10
# Four consecutive points of one line.
_FOURS = [set(line[first : first + 4]) for line in _LINES for first in (0, 1)]
_WAYS = {
    point: [
        way[way.index(point) + 1 :]
        for line in _LINES
        for way in (line, line[::-1])
        if point in way[:-1]
    ]
    for point in _POINTS
}


def most_in_a_row(own: set[int]) -> int:
    """How many of these points are in one four, at most."""
    return max(len(own & four) for four in _FOURS)


def goes_to(pieces: Pieces10, turn: int) -> list[int]:
    """The points that a piece may go to; its own if it has to pass."""
    ways = _WAYS[pieces[turn]]
    slides = [way[0] for way in ways if way[0] not in pieces]
    if slides:
        return slides
    # A piece that cannot slide jumps over as few pieces as it can, to the first vacant point.
    jumps = []
    for way in ways:
        for passed, point in enumerate(way):
            if point not in pieces:
                jumps.append((passed, point))
                break
    fewest = min((passed for passed, _ in jumps), default=0)
    return [point for passed, point in jumps if passed == fewest] or [pieces[turn]]


def black_wins(pieces: Pieces10, turn: int, plies: int) -> bool:
    """Whether Black, whatever White does, has four in a row within so many plies."""
    black_to_move = turn % 2 == 1
    # Each of Black's moves brings at most one more piece into a four.
    if most_in_a_row(set(pieces[1::2])) + (plies + black_to_move) // 2 < 4:
        return False
    for to in goes_to(pieces, turn):
        after = (*pieces[:turn], to, *pieces[turn + 1 :])
        four = most_in_a_row(set(after[turn % 2 :: 2])) == 4
        if black_to_move:
            if four or (plies > 2 and black_wins(after, (turn + 1) % _ALL, plies - 1)):
                return True
        elif four or not black_wins(after, (turn + 1) % _ALL, plies - 1):
            return False
    return not black_to_move


def _wins_within(pieces: Pieces10, plies: int) -> bool:
    # Short wins first: most of what wins at all wins soon.
    return any(black_wins(pieces, 0, fewer) for fewer in range(2, plies + 1, 2))


def answer_fault(pieces: Pieces10, ask: AskBook) -> tuple[Pieces10, str]:
    """The pieces after Black's answer, and what is wrong with it; that is empty if nothing is. Of a
    game that Black has won with that answer, the pieces are none."""
    if most_in_a_row(set(pieces[::2])) == 4:
        return (), "White has four in a row"
    answer = ask(pieces)
    if answer is None:
        return (), "the book has no answer"
    point, plies = answer
    if point not in _POINTS or point in pieces:
        return (), f"the book's answer is {point}, which is not vacant"
    pieces = (*pieces, point)
    if most_in_a_row(set(pieces[1::2])) == 4:
        return (), ""
    if len(pieces) == _ALL and not _wins_within(pieces, plies):
        return (), f"Black does not win within {plies} plies"
    return pieces, ""


def every_game(ask: AskBook, pieces: Pieces10 = ()) -> Iterator[str]:
    """Place White's pieces everywhere. Each time that Black has won, or all pieces are placed, this
    yields what is wrong; or an empty text."""
    for point in _POINTS if pieces else FIRSTS:
        if point in pieces:
            continue
        after, wrong = answer_fault((*pieces, point), ask)
        if wrong:
            yield f"{_said((*pieces, point))}: {wrong}"
        elif after and len(after) < _ALL:
            yield from every_game(ask, after)
        else:
            yield ""


def some_games(ask: AskBook, number: int, random: Random) -> Iterator[str]:
    """Place White's pieces at random, so many times, and yield the same."""
    for _ in range(number):
        pieces: Pieces10 = ()
        wrong = ""
        while len(pieces) < _ALL:
            pieces = (*pieces, random.choice([p for p in _POINTS if p not in pieces]))
            before = pieces
            pieces, wrong = answer_fault(pieces, ask)
            if not pieces:
                break
        yield f"{_said(before)}: {wrong}" if wrong else ""


def _said(pieces: Pieces10) -> str:
    return "placed on " + ", ".join(str(point) for point in pieces)

"""Checks that Black wins Son of Solomon by its book, whatever White does.

It shares no code with the program that makes the book, nor with the game that people play. Its
rules follow docs/games/son_of_solomon.md, with points identified by number, and pieces by the order
of their turns: White 1, Black 1, White 2, and so on. It tries all placements of White, looks up
Black's answers in the book, and, once all pieces are placed, proves that Black can get four in a
row within the plies that the book gives, whatever White does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from companion_research.checker import LINES

FIRSTS = (1, 3, 4, 10)
"""White's first points: the star's symmetries map every other point to one of these."""

MOST_GAMES = 4 * 17 * 15 * 13 * 11
"""The number of ways for White to place pieces, unless Black wins before all are placed."""

Pieces10 = tuple[int, ...]
"""The pieces' points in the order of their turns, without those not placed yet."""

AskBook = Callable[[Pieces10], tuple[int, int] | None]
"""Looks up Black's answer in the book, and the most plies of the moving phase that Black needs.

It returns None if the book has no answer.
"""

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
    """Return the most of these points that lie in any one four."""
    return max(len(own & four) for four in _FOURS)


def goes_to(pieces: Pieces10, turn: int) -> list[int]:
    """Return the points that a piece can move to; its own if it has to pass."""
    ways = _WAYS[pieces[turn]]
    slides = [way[0] for way in ways if way[0] not in pieces]
    if slides:
        return slides
    # A piece that cannot slide jumps over as few pieces as possible, to the first vacant point.
    jumps = []
    for way in ways:
        for passed, point in enumerate(way):
            if point not in pieces:
                jumps.append((passed, point))
                break
    fewest = min((passed for passed, _ in jumps), default=0)
    return [point for passed, point in jumps if passed == fewest] or [pieces[turn]]


def black_wins(pieces: Pieces10, turn: int, plies: int) -> bool:
    """Return whether Black can get four in a row within `plies` plies, whatever White does."""
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
    # Short wins first: most won positions are won quickly.
    return any(black_wins(pieces, 0, fewer) for fewer in range(2, plies + 1, 2))


def answer_fault(pieces: Pieces10, ask: AskBook) -> tuple[Pieces10, str]:
    """Return the pieces after Black's answer, and its fault.

    The fault is empty if there is none. No pieces if Black's answer has won the game.
    """
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
    """Try all placements of White.

    Yields:
        The fault, whenever Black has won, or all pieces are placed; empty if there is none.
    """
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
    """Yield the same as `every_game` for `number` games with random placements of White."""
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

"""Checks a table of Solomon's endings against the rules, position by position.

It shares no code with the program that makes the tables, nor with the game that people play. Its
rules follow docs/games/solomon.md as literally as possible, one position at a time, and so do its
points and lines. It looks up a position and all positions that its moves lead to, and checks that
the first value follows from the others:

- a position without a move is lost in 0 plies, and two kings that cannot capture are a draw;
- a win in n plies has a move to a loss in n - 1, and none to a shorter one;
- a loss in n plies has moves to wins only, and the longest of these takes n - 1;
- a draw has a move to a draw, and none to a loss.

If this holds everywhere, every value is right: wins and losses by induction on their length, and
draws because either player can keep to drawn positions for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, product
from random import Random

LINES = (
    "1-3-7-9-14 1-5-8-11-18 2-9-12-15-19 6-11-13-17-19 2-3-4-5-6 "
    "14-15-16-17-18 1-4-10-16-19 2-7-10-13-18 6-8-10-12-14"
)
ROWS = "1 / 2 3 4 5 6 / 7 8 / 9 10 11 / 12 13 / 14 15 16 17 18 / 19"

_LINES = [[int(point) for point in line.split("-")] for line in LINES.split()]
_HEIGHT = {
    int(point): -row for row, points in enumerate(ROWS.split("/")) for point in points.split()
}
_CROWNED_ON = {"w": 1, "b": 19}
_OTHER = {"w": "b", "b": "w"}

Pieces = dict[int, str]
"""The piece on each occupied point: a man `w` or `b`, a king `W` or `B`."""

Known = tuple[int, int | None]
"""The value for the player to move, 1, 0 or -1, and the plies to the end, None for a draw."""

Ask = Callable[[Pieces, str], Known | None]
"""Looks up a position in a table, given the player to move, `w` or `b`."""


def _triples(point: int) -> Iterator[tuple[int, int | None]]:
    """Yield a point's neighbours along the lines, each with the point immediately beyond it."""
    for line in _LINES:
        for way in (line, line[::-1]):
            if point in way[:-1]:
                place = way.index(point)
                yield way[place + 1], way[place + 2] if place + 2 < len(way) else None


_TRIPLES = {point: list(_triples(point)) for point in _HEIGHT}


def _may_go(piece: str, origin: int, to: int) -> bool:
    # A man never slides or jumps backward; along horizontal lines it moves both ways.
    rise = _HEIGHT[to] - _HEIGHT[origin]
    return piece.isupper() or rise == 0 or (rise > 0) == (piece == "w")


def _jumps(pieces: Pieces, origin: int) -> Iterator[Pieces]:
    """Yield the boards after each single jump of a piece, before any crowning."""
    piece = pieces[origin]
    for over, beyond in _TRIPLES[origin]:
        if beyond is None or beyond in pieces or over not in pieces:
            continue
        if pieces[over].lower() != piece.lower() and _may_go(piece, origin, over):
            after = dict(pieces)
            del after[origin], after[over]
            after[beyond] = piece
            yield after


def _moved_to(before: Pieces, after: Pieces) -> int:
    return next(point for point in after if point not in before)


def _chains(pieces: Pieces, origin: int) -> Iterator[Pieces]:
    """Yield the boards after each complete chain of jumps of a piece."""
    piece = pieces[origin]
    for after in _jumps(pieces, origin):
        to = _moved_to(pieces, after)
        if piece.islower() and to == _CROWNED_ON[piece]:
            after[to] = piece.upper()  # The turn ends here, even in the middle of a chain.
            yield after
        else:
            # The same piece keeps jumping until it can jump no further.
            yield from list(_chains(after, to)) or [after]


def _slides(pieces: Pieces, origin: int) -> Iterator[Pieces]:
    piece = pieces[origin]
    for to, _ in _TRIPLES[origin]:
        if to not in pieces and _may_go(piece, origin, to):
            after = dict(pieces)
            del after[origin]
            crowned = piece.islower() and to == _CROWNED_ON[piece]
            after[to] = piece.upper() if crowned else piece
            yield after


def boards_after(pieces: Pieces, player: str) -> list[Pieces]:
    """Return the boards after each legal move of this player."""
    own = [point for point, piece in pieces.items() if piece.lower() == player]
    # If a jump is available, one must be made.
    jumps = [after for origin in own for after in _chains(pieces, origin)]
    return jumps or [after for origin in own for after in _slides(pieces, origin)]


def _ends_drawn(pieces: Pieces) -> bool:
    """Return whether each side has just one king, and neither can capture the other."""
    if sorted(pieces.values()) != ["B", "W"]:
        return False
    return not any(list(_jumps(pieces, origin)) for origin in pieces)


def value_fault(pieces: Pieces, player: str, ask: Ask) -> str:
    """Describe the fault of a table's value; empty if it follows from the rules."""
    said = ask(pieces, player)
    if said is None:
        return "is not in the table"
    if _ends_drawn(pieces):
        return "" if said == (0, None) else f"is drawn, but the table says {said}"
    after: list[Known] = []
    for board in boards_after(pieces, player):
        if not any(piece.lower() != player for piece in board.values()):
            after.append((-1, 0))  # A player who has no pieces loses.
            continue
        known = ask(board, _OTHER[player])
        if known is None:
            return "has a move to a position that is not in the table"
        after.append(known)
    lost = [plies for value, plies in after if value < 0 and plies is not None]
    won = [plies for value, plies in after if value > 0 and plies is not None]
    right: Known
    if lost:
        right = 1, min(lost) + 1
    elif len(won) == len(after):
        right = -1, max(won, default=-1) + 1
    else:
        right = 0, None
    return "" if said == right else f"is {right} by its moves, but the table says {said}"


def _legal(pieces: Pieces) -> bool:
    """Return whether no man is where it would be crowned, and both players have pieces."""
    if len({piece.lower() for piece in pieces.values()}) < 2:
        return False
    return all(pieces.get(point) != man for man, point in _CROWNED_ON.items())


def every_position(count: int) -> Iterator[tuple[Pieces, str]]:
    """Yield all positions with `count` pieces and White to move."""
    for points in combinations(_HEIGHT, count):
        for kinds in product("wbWB", repeat=count):
            pieces = dict(zip(points, kinds, strict=True))
            if _legal(pieces):
                yield pieces, "w"


def some_positions(count: int, number: int, random: Random) -> Iterator[tuple[Pieces, str]]:
    """Yield `number` random positions with `count` pieces and either player to move."""
    while number:
        points = sorted(random.sample(sorted(_HEIGHT), count))
        pieces = {point: random.choice("wbWB") for point in points}
        if _legal(pieces):
            number -= 1
            yield pieces, random.choice("wb")


def first_fault(positions: Iterable[tuple[Pieces, str]], ask: Ask) -> str:
    """Describe the first position whose value is wrong; empty if all are right."""
    for pieces, player in positions:
        if found := value_fault(pieces, player, ask):
            shown = " ".join(f"{piece}{point}" for point, piece in sorted(pieces.items()))
            return f"{shown}, {player} to move, {found}"
    return ""

"""Checks the solutions of Gomony with few markers against the rules, position by position.

It shares no code with the program that solves these positions, nor with the game that people play.
Its rules follow docs/games/gomony.md. It looks up a position and all positions that its moves lead
to, and checks that the first answer follows from the others, as in `checker.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

ColumnBoard = dict[tuple[int, int], str]
"""The markers of each column, bottom first, by its file and rank, 1 to 8."""

AskGomony = Callable[[ColumnBoard], tuple[int, int | None]]
"""Looks up a position with White to move: 1, 0 or -1, and the plies, None for a draw."""

_SQUARES = [(f, r) for f in range(1, 9) for r in range(1, 9) if (f + r) % 2 == 0]  # a1 is dark


def _directions(top: str) -> list[tuple[int, int]]:
    forward = [(-1, 1), (1, 1)]
    return forward if top == "w" else [*forward, (-1, -1), (1, -1)]


def _chains(
    board: ColumnBoard, here: tuple[int, int], jumped: list[tuple[int, int]]
) -> list[ColumnBoard]:
    """Return the boards after a white column jumps on for as long as it can.

    The list is empty if it cannot jump.
    """
    found = []
    for right, up in _directions(board[here][-1]):
        over, to = (here[0] + right, here[1] + up), (here[0] + 2 * right, here[1] + 2 * up)
        if over in jumped or board.get(over, "w")[-1] not in "bB":
            continue
        if to not in _SQUARES or to in board:
            continue
        after = dict(board)
        column = after.pop(here)
        taken, rest = after[over][-1], after.pop(over)[:-1]
        if rest:
            after[over] = rest
        after[to] = taken + column
        if column[-1] == "w" and to[1] == 8:
            after[to] = taken + column[:-1] + "W"
            found.append(after)
        else:
            found += _chains(after, to, [*jumped, over]) or [after]
    return found


def column_moves(board: ColumnBoard) -> list[ColumnBoard]:
    """Return the boards after each move of White."""
    own = [here for here, column in board.items() if column[-1] in "wW"]
    jumps = [after for here in own for after in _chains(board, here, [])]
    if jumps:
        return jumps
    found = []
    for here in own:
        for right, up in _directions(board[here][-1]):
            to = here[0] + right, here[1] + up
            if to in _SQUARES and to not in board:
                after = dict(board)
                column = after.pop(here)
                promoted = column[-1] == "w" and to[1] == 8
                after[to] = column[:-1] + "W" if promoted else column
                found.append(after)
    return found


def turned_round(board: ColumnBoard) -> ColumnBoard:
    """Return the board as the other player sees it, with the colours exchanged."""
    other = str.maketrans("wWbB", "bBwW")
    return {(9 - file, 9 - rank): text.translate(other) for (file, rank), text in board.items()}


def some_board(markers: int, random: Random) -> ColumnBoard:
    """Return a random position with `markers` markers, at least one of each colour."""
    while True:
        board: ColumnBoard = {}
        for _ in range(markers):
            square = random.choice(_SQUARES)
            board[square] = board.get(square, "") + random.choice("wWbB")
        tops = [(rank, column[-1]) for (_, rank), column in board.items()]
        if len({marker.lower() for column in board.values() for marker in column}) == 2 and not (
            (8, "w") in tops or (1, "b") in tops
        ):
            return board


def gomony_fault(board: ColumnBoard, ask: AskGomony) -> str:
    """Describe the fault of the answer for a position with White to move; empty if none."""
    after = [ask(turned_round(then)) for then in column_moves(board)]
    lost = [plies for value, plies in after if value < 0 and plies is not None]
    won = [plies for value, plies in after if value > 0 and plies is not None]
    right: tuple[int, int | None] = (0, None)
    if lost:
        right = (1, 1 + min(lost))
    elif not after:
        buried = not any(column[-1] in "wW" for column in board.values())
        right = (-1, 0) if buried else (0, None)
    elif len(won) == len(after):
        right = (-1, 1 + max(won))
    found = ask(board)
    return "" if found == right else f"{sorted(board.items())}: {found} instead of {right}"

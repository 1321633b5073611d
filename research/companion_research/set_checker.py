"""Checks that a set of Solomon's positions is closed, so that a player who stays in it never loses.

It shares no code with the program that finds the sets, nor with the game that people play. Its
rules follow docs/games/solomon.md, on a board of twenty cells, of which cell 0 is unused. White is
the challenger, and Black the holder; if White holds the draw, the board is turned by half and the
colours are exchanged, which changes nothing, because the rules are the same for both.

In each position of the set, White to move, it makes every move. Each of them must have an answer
that leads to a position of the set, or must end the game as a draw. So Black always has a move, and
never loses.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion_research.checker import LINES, ROWS
from companion_research.compiling import IntArray, fast

_Board = NDArray[np.int8]

_EMPTY, _WHITE_MAN, _WHITE_KING, _BLACK_MAN, _BLACK_KING = range(5)
_ROOM = 512  # more than the moves of any position


def _read_lines() -> IntArray:
    """Return, by point, pairs of a neighbour along a line and the point beyond it.

    The point beyond is 0 if there is none.
    """
    found: list[list[tuple[int, int]]] = [[] for _ in range(20)]
    for text in LINES.split():
        line = [int(point) for point in text.split("-")]
        for way in (line, line[::-1]):
            for place, point in enumerate(way[:-1]):
                found[point].append((way[place + 1], (*way, 0)[place + 2]))
    table = np.zeros((20, 6, 2), np.int64)
    for point, pairs in enumerate(found):
        for place, pair in enumerate(pairs):
            table[point, place] = pair
    return table


def _read_rows() -> tuple[IntArray, IntArray]:
    """Return, by point, its row, from the top, and its mirror image."""
    height, image = np.zeros(20, np.int64), np.zeros(20, np.int64)
    for row, text in enumerate(ROWS.split("/")):
        points = [int(point) for point in text.split()]
        for point, other in zip(points, points[::-1], strict=True):
            height[point], image[point] = row, other
    return height, image


_NEXT = _read_lines()
_ROW, _IMAGE = _read_rows()


@fast
def _is_white(piece: int) -> bool:
    return piece in (_WHITE_MAN, _WHITE_KING)


@fast
def _is_king(piece: int) -> bool:
    return piece in (_WHITE_KING, _BLACK_KING)


@fast
def _may_go(piece: int, origin: int, to: int) -> bool:
    # A man never slides or jumps backward; along horizontal lines it moves both ways.
    if _is_king(piece) or _ROW[origin] == _ROW[to]:
        return True
    upward: bool = _ROW[to] < _ROW[origin]
    return upward == _is_white(piece)


@fast
def _crowned(piece: int, point: int) -> int:
    """Return the piece, or the king that it becomes on this point."""
    if piece == _WHITE_MAN and point == 1:
        return _WHITE_KING
    if piece == _BLACK_MAN and point == 19:
        return _BLACK_KING
    return piece


@fast
def _jump_on(board: _Board, here: int, begun: bool, found: _Board, count: int) -> int:
    """Add the boards after each chain of jumps that continues from here. Returns the new count."""
    if count < 0:
        return count
    piece = board[here]
    ended = True
    for n in range(6):
        over, beyond = _NEXT[here, n, 0], _NEXT[here, n, 1]
        if beyond == 0 or board[beyond] != _EMPTY or board[over] == _EMPTY:
            continue
        if _is_white(board[over]) == _is_white(piece) or not _may_go(piece, here, over):
            continue
        ended = False
        taken = board[over]
        board[here] = board[over] = _EMPTY
        board[beyond] = _crowned(piece, beyond)
        if board[beyond] != piece:
            # The turn ends here, even in the middle of a chain.
            found[count] = board
            count += 1
        else:
            # The same piece keeps jumping until it can jump no further.
            count = _jump_on(board, beyond, True, found, count)
        board[beyond] = _EMPTY
        board[here], board[over] = piece, taken
    if ended and begun:
        found[count] = board
        count += 1
    return count


@fast
def _every_move(board: _Board, white: bool, found: _Board) -> int:
    """Find the boards after each legal move of a player. Returns their number."""
    count = 0
    for point in range(1, 20):
        if board[point] != _EMPTY and _is_white(board[point]) == white:
            count = _jump_on(board, point, False, found, count)
    if count:
        return count  # If a jump is available, one must be made.
    for point in range(1, 20):
        piece = board[point]
        if piece == _EMPTY or _is_white(piece) != white:
            continue
        for n in range(6):
            to = _NEXT[point, n, 0]
            if to and board[to] == _EMPTY and _may_go(piece, point, to):
                found[count] = board
                found[count, point] = _EMPTY
                found[count, to] = _crowned(piece, to)
                count += 1
    return count


@fast
def _is_drawn(board: _Board, found: _Board) -> bool:
    """Return whether each side has just one king, and neither can capture the other."""
    white = black = men = 0
    for point in range(1, 20):
        if board[point] == _WHITE_KING:
            white += 1
        elif board[point] == _BLACK_KING:
            black += 1
        elif board[point] != _EMPTY:
            men += 1
    if men or white != 1 or black != 1:
        return False
    for point in range(1, 20):
        if board[point] != _EMPTY and _jump_on(board, point, False, found, 0):
            return False
    return True


@fast
def _read_key(key: int, board: _Board) -> None:
    """Set up the pieces of a key on a board."""
    board[0] = _EMPTY
    for point in range(1, 20):
        king = key >> 37 + point & 1
        if key >> point - 1 & 1:
            board[point] = _WHITE_KING if king else _WHITE_MAN
        elif key >> 18 + point & 1:
            board[point] = _BLACK_KING if king else _BLACK_MAN
        else:
            board[point] = _EMPTY


@fast
def _key_of(board: _Board, mirrored: bool) -> int:
    """Return the key of a board, or of its mirror image."""
    key = 0
    for point in range(1, 20):
        piece = board[_IMAGE[point] if mirrored else point]
        if piece != _EMPTY:
            key |= 1 << (point - 1 if _is_white(piece) else 18 + point)
            if _is_king(piece):
                key |= 1 << 37 + point
    return key


@fast
def _has(keys: IntArray, board: _Board) -> bool:
    """Return whether a set of sorted keys contains a board."""
    wanted = min(_key_of(board, False), _key_of(board, True))
    low, high = 0, keys.size
    while low < high:
        middle = (low + high) // 2
        if keys[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low < keys.size and keys[low] == wanted


@fast
def _answered(board: _Board, keys: IntArray, found: _Board) -> bool:
    """Return whether Black, to move, draws at once or has a move into the set."""
    if _is_drawn(board, found):
        return True
    for n in range(_every_move(board, False, found)):  # noqa: SIM110 - numba compiles no generators
        if _has(keys, found[n]):
            return True
    return False


@fast
def _check(keys: IntArray, chosen: IntArray) -> tuple[int, int]:
    """Check positions of a set.

    Returns:
        The number of White's moves in them, and the first position in which one of these has no
        answer, or -1.
    """
    board = np.zeros(20, np.int8)
    moves = np.zeros((_ROOM, 20), np.int8)
    answers = np.zeros((_ROOM, 20), np.int8)
    checked = 0
    for number in range(chosen.size):
        _read_key(chosen[number], board)
        if _is_drawn(board, answers):
            continue
        count = _every_move(board, True, moves)
        for n in range(count):
            if not _answered(moves[n], keys, answers):
                return checked, chosen[number]
        checked += count
    return checked, -1


class SetFinding(NamedTuple):
    """The result of a check.

    Attributes:
        moves: The number of moves of the challenger that have an answer in the set.
        fault: The fault; empty if there is none.
    """

    moves: int
    fault: str


def check_part(keys: IntArray, chosen: IntArray) -> SetFinding:
    """Check the chosen positions of a set.

    Args:
        keys: All keys of the set, sorted.
        chosen: The keys of the positions to check.
    """
    checked, wrong = _check(keys, chosen)
    if wrong < 0:
        return SetFinding(checked, "")
    board = np.zeros(20, np.int8)
    _read_key(wrong, board)
    pieces = " ".join(f"{'.wWbB'[board[p]]}{p}" for p in range(1, 20) if board[p] != _EMPTY)
    return SetFinding(checked, f"{pieces}, w to move, has a move without an answer in the set")


def starts_in(keys: IntArray, *, holder_first: bool) -> bool:
    """Return whether a set has the start, or a position after the holder's first move.

    Args:
        keys: All keys of the set, sorted.
        holder_first: Whether the holder begins the game.
    """
    board = np.zeros(20, np.int8)
    board[1:7], board[14:20] = _BLACK_MAN, _WHITE_MAN
    if holder_first:
        return bool(_answered(board, keys, np.zeros((_ROOM, 20), np.int8)))
    return bool(_has(keys, board))

"""Compares the rules with python-chess over random games, half of them of Chess 960:

    python tests/compare.py 100000

python-chess is only needed here. It is under the GPL, and no part of the package.
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random

import chess
from companion_chess import notation, rules
from companion_chess.chess import USUAL, Chess
from companion_chess.rules import Move, Position
from companion_chess.uci import UCI

from companion.testing import Match

_BACK = 0.15  # how often a side moves its last piece back, so that positions recur
_WRITTEN = 5  # of so many positions, the moves of one are written and read


def compare(positions: int, seed: int) -> Counter[str]:
    """Compare at least so many positions. Returns how often games ended in each way. Raises
    AssertionError, with the FEN, at the first difference."""
    random, ends, seen = Random(seed), Counter[str](), 0
    while seen < positions:
        number = random.choice((USUAL, random.randrange(960)))
        end, plies = _game(number, random)
        ends[end] += 1
        seen += plies
    ends["positions"] = seen
    return ends


def _game(number: int, random: Random) -> tuple[str, int]:
    """One game, compared ply by ply: how it ended, and how many positions it had."""
    match = Match(Chess({"start": number}))
    board = chess.Board.from_chess960_pos(number)
    while True:
        position, end = match.position, _end(board)
        _compare_position(position, board)
        _compare_outcome(match, board, end)
        if end:
            return end, len(match.history) + 1
        if len(match.history) % _WRITTEN == 0:
            _compare_texts(position, board)
        moves = match.moves
        move = random.choice(moves)
        if len(match.history) > 1 and random.random() < _BACK:
            last = match.history[-2].move
            move = next((one for one in moves if one == (last.to, last.origin, 0)), move)
        match.play(move)
        board.push(_theirs(move))


def _end(board: chess.Board) -> str:
    if board.is_checkmate():
        return "mate"
    if board.is_stalemate():
        return "stalemate"
    if board.is_insufficient_material():
        return "dead"
    if board.halfmove_clock >= 100:
        return "50 moves"
    return "repetition" if board.is_repetition(3) else ""


def _compare_position(position: Position, board: chess.Board) -> None:
    text = board.fen(en_passant="legal")
    assert notation.fen(position, board.fullmove_number) == text
    assert notation.parse_fen(board.fen()) == (position, board.fullmove_number), text
    ours = {_theirs(move) for move in rules.legal_moves(position)}
    assert ours == set(board.legal_moves), text
    written = {UCI.move_text(position, move) for move in rules.legal_moves(position)}
    assert written == {move.uci() for move in board.legal_moves}, text
    assert rules.in_check(position, position.seat) == board.is_check(), text
    assert rules.dead(position) == board.is_insufficient_material(), text


def _compare_outcome(match: Match, board: chess.Board, end: str) -> None:
    text = board.fen()
    if end == "mate":
        assert match.outcome.winner == int(board.turn), text
    else:
        assert match.outcome.text == ("draw" if end else "ongoing"), text
    assert board.is_repetition(match.occurrences), text
    assert not board.is_repetition(match.occurrences + 1), text


def _compare_texts(position: Position, board: chess.Board) -> None:
    for move in rules.legal_moves(position):
        text = board.san(_theirs(move))
        assert notation.san(position, move) == text, board.fen()
        assert notation.parse_move(position, text) == move, board.fen()
        assert notation.parse_move(position, board.uci(_theirs(move), chess960=True)) == move


def _theirs(move: Move) -> chess.Move:
    """A move as python-chess has it: squares are counted from a1 there."""
    return chess.Move(move.origin ^ 56, move.to ^ 56, move.promotion or None)


if __name__ == "__main__":
    print(dict(compare(int(sys.argv[1]), seed=2026)))  # noqa: T201

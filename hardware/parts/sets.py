"""The pieces that are printed for a board, to play every game that it has, and what they weigh."""

from __future__ import annotations

from math import ceil

from companion.games.registry import kinds, make
from companion.rules import AnyGame
from companion.rules.geometry import STAR, Board, grid
from hardware.slicing.prints import read_prints

WASTE = 1.1
"""Filament for skirts, and for what goes wrong."""

_COINS = ("coin-nickel", "coin-dime", "coin-quarter")
# As many men as the game with the most has; Trinity's stones are men.
_STAR = {"man": 19, "crown": 6} | {f"number-{n}": 2 for n in range(1, 6)} | dict.fromkeys(_COINS, 1)
_SOLI2 = {"man": 48}
# And eight caps of two halves, four for each player.
_GOMONY = {"gomony-half": 48, "gomony-cap-half": 16}
_HALMA = {"halma-square": 8, "halma-triangle": 8, "halma-circle": 8, "halma-diamond": 4}

MARKER_HALVES = 2

NO_MAGNET = ("crown", "gomony-cap-half")
"""What is put on top of other pieces."""


def piece_set(board: Board) -> dict[str, int]:
    """Return how many of each model are printed for a board."""
    if board is STAR:
        return dict(_STAR)
    size = len(board.rows)
    if board not in map(grid, (7, 8, 9)):
        return {"man": max(map(_pieces, games_on(board)), default=board.size)}
    return _SOLI2 | (_GOMONY if size >= 8 else {}) | (_HALMA if size >= 9 else {})


def games_on(board: Board) -> list[AnyGame]:
    """Return the games that are played on a board, with the options that they need for it."""
    found = []
    for name, kind in kinds().items():
        options = {o.name: board.name for o in kind.options if o.name == "board"}
        if not options or board.name in kind.options[0].values({}):
            game = make(name, options)
            found += [game] * (game.board.name == board.name)
    return found


def _pieces(game: AnyGame) -> int:
    """Return the number of pieces at the start of a game: on the board, and in hand."""
    start = game.start()
    return game.occupancy(start).bit_count() + sum(getattr(game, "hands", ()))


def magnets(board: Board) -> int:
    """Return the number of magnets that a board's pieces take.

    A piece has one, as have both halves of a marker together; crowns and caps have none.
    """
    found = 0
    for model, count in piece_set(board).items():
        if model not in NO_MAGNET:
            found += count // MARKER_HALVES if model == "gomony-half" else count
    return found


def filament(board: Board) -> int:
    """Return the grams of filament for a board's pieces, rounded up to ten."""
    prints = read_prints()
    grams = sum(
        count * prints[f"pieces/{model}.stl"].grams for model, count in piece_set(board).items()
    )
    return ceil(grams * WASTE / 10) * 10

"""Random positions of Solomon with few pieces, reproducible by seed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from companion.games.solomon import Solomon
from companion.rules import placement


def endings(pieces: int, number: int, seed: int) -> Iterator[int]:
    """So many legal positions of `pieces` pieces, both players having some, with either to move."""
    game, random = Solomon(), Random(seed)
    while number:
        kinds = random.choices("wbWB", k=pieces)
        cells = ["."] * game.board.size
        for point, kind in zip(random.sample(range(game.board.size), pieces), kinds, strict=True):
            cells[point] = kind
        # No man stands where it would be a king.
        if len({kind.lower() for kind in kinds}) < 2 or cells[0] == "w" or cells[-1] == "b":
            continue
        yield game.parse_position(f"{placement.write(game.board, cells)} {random.choice('wb')}")
        number -= 1

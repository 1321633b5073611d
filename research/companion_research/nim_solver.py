"""Solves Solomon Nim, and writes its book."""

from __future__ import annotations

from pathlib import Path

from companion.games.nim import Nim
from companion.opponents.tables.book_file import checksum
from companion.opponents.tables.nim_book import FORMS, SETS, NimProvenance
from companion_research.book_writer import write_book


def solve_nim(last: str, sets: int = SETS) -> bytes:
    """Return the plies to the end from each set of pieces below `sets`, in one form.

    It works upwards: taking pieces off leads to a set with a smaller number.
    """
    game = Nim({"last": last})
    runs = sorted(game.run(move) for move in game.moves(game.start()))
    last_wins = last == "wins"
    plies = bytearray(sets)
    for pieces in range(1, sets):
        won, lost = SETS, 0  # the shortest win and the longest loss
        for run in runs:
            if run > pieces:
                break
            if pieces & run == run:
                then = plies[pieces ^ run] + 1
                if then % 2 == last_wins:
                    won = min(won, then)
                elif then > lost:
                    lost = then
        plies[pieces] = won if won < SETS else lost
    return bytes(plies)


def write_nim_book(path: Path, program: str, forms: tuple[bytes, bytes]) -> None:
    """Write a book atomically."""
    lost = tuple(
        sum(number % 2 != (last == "wins") for number in plies)
        for last, plies in zip(FORMS, forms, strict=True)
    )
    data = b"".join(forms)
    made = NimProvenance(
        game="nim", program=program, sha256=checksum(data), lost=(lost[0], lost[1])
    )
    write_book(path, made, data)

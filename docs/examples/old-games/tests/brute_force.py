"""Counts of moves that share no code with the games: every rule is written once more, plainly."""

from __future__ import annotations

from collections.abc import Callable, Iterator

Cells = dict[tuple[int, int], str]
"""What stands on each point, by its file and rank, both from 0; `.` for nothing."""

State = tuple[Cells, str, tuple[int, ...]]
"""The board, the letter of the player to move, and the numbers behind it."""

Rules = Callable[[State], Iterator[State]]
"""Yields every state that one move leads to, once for each move."""


def read(text: str, rows: str) -> State:
    """Return the state of a position's text; `rows` are the names of the points, row by row."""
    placed, turn, *numbers = text.split(" ")
    names = rows.replace("/", " ").split()
    cells = {
        (ord(name[0]) - ord("a"), int(name[1]) - 1): cell
        for name, cell in zip(names, placed.replace("/", ""), strict=True)
    }
    return cells, turn, tuple(map(int, numbers))


def count(rules: Rules, state: State, depth: int) -> int:
    """Return the number of sequences of `depth` moves."""
    if depth == 0:
        return 1
    return sum(count(rules, after, depth - 1) for after in rules(state))


def moved(cells: Cells, *changes: tuple[tuple[int, int], str]) -> Cells:
    """Return the board with some of its points changed."""
    return {**cells, **dict(changes)}

"""The printed boards: our own, and those that installed packages bring."""

from __future__ import annotations

from collections.abc import Collection

from companion.games.artwork import CONTRACT, Edition, installed
from companion.games.registry import make
from hardware.artwork.designs import DESIGNS
from hardware.artwork.layout import BOARDS, PITCH, InvalidLayout
from hardware.artwork.pdf import words_fault


def _coins() -> tuple[tuple[str, str], ...]:
    """Where Trinity's three coins start, from its first position."""
    game = make("trinity")
    stacks = game.stacks(game.start())
    return tuple(
        (game.board.names[point], stack[-1].text) for point, stack in enumerate(stacks) if stack
    )


EDITIONS = {
    edition.name: edition
    for edition in (
        Edition(
            contract=CONTRACT,
            name="solomon",
            title="Solomon",
            motto="Checkers on the star of nineteen points",
            game="solomon",
            numbers=True,
            level=True,
        ),
        Edition(
            contract=CONTRACT,
            name="trinity",
            title="Solomon’s Trinity",
            motto="Three coins, nineteen points",
            game="trinity",
            numbers=True,
            starts=_coins(),
        ),
        Edition(
            contract=CONTRACT,
            name="soli2",
            title="Soli2",
            motto="Forty-nine points, two colours",
            game="soli2",
        ),
        Edition(
            contract=CONTRACT,
            name="gomony",
            title="Gomony",
            motto="Checkers of columns",
            game="gomony",
        ),
        Edition(
            contract=CONTRACT,
            name="halma",
            title="Pythagoreic Halma",
            motto="Squares, triangles, circles and a diamond",
            game="halma",
            # With four players every side has its start row and its goal.
            options=(("players", "4"),),
        ),
        Edition(
            contract=CONTRACT,
            name="starter",
            title="Nine Points",
            motto="Three in a row",
            game="nim",
            options=(("board", "nine"),),
        ),
    )
}


def all_editions(taken: Collection[str] = ()) -> dict[str, Edition]:
    """Return our own printed boards and those of installed packages, by name.

    A faulty one is left out, and one line in the log says why.

    Args:
        taken: The names of other files, which no board may have.
    """
    return {**EDITIONS, **installed({*EDITIONS, *BOARDS, *taken}, check_edition)}


def check_edition(edition: Edition) -> None:
    """Draw an edition in both designs. Raises InvalidLayout if it cannot be printed."""
    name = edition.board.name
    if name not in BOARDS:
        raise InvalidLayout(
            f"there is no layout for the board {name!r}; choose a game on {', '.join(BOARDS)}, or "
            "make its plain board with `python -m hardware.kit`"
        )
    for design, draw in DESIGNS.items():
        fault = words_fault(draw(edition, PITCH, None))
        if fault:
            raise InvalidLayout(f"{design} design: {fault}")

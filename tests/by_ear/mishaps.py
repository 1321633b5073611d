"""What goes wrong at a board, or is asked there, between two moves of a player who cannot see.

Each is done at a moment at which nothing is in hand. What has to be put right then, the player
knows from the voice alone.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.by_ear.player import PlayerByEar

Mishap = Callable[[PlayerByEar, Random], None]


def knock(player: PlayerByEar, rng: Random) -> None:
    """Push a piece, or two or three, to points beside them or off the board."""
    for _ in range(rng.choice((1, 1, 2, 3))):
        pieces = player.occupied
        if not pieces:
            return
        name = rng.choice(pieces)
        beside = [other for other in player.beside(name) if not player.feels(other)]
        held = player.lift(name)
        if beside and rng.random() < 0.7:
            player.put(rng.choice(beside), held)
        else:
            player.drop()


def fall(player: PlayerByEar, rng: Random) -> None:
    """Knock a piece off the board."""
    if player.occupied:
        player.take_off(rng.choice(player.occupied))


def wrong_move(player: PlayerByEar, rng: Random) -> None:
    """Move a piece to any vacant point."""
    if player.occupied and player.vacant:
        held = player.lift(rng.choice(player.occupied))
        player.put(rng.choice(player.vacant), held)


def swap(player: PlayerByEar, rng: Random) -> None:
    """Exchange two pieces, one in each hand."""
    if len(player.occupied) >= 2:
        one, two = rng.sample(player.occupied, 2)
        first, second = player.lift(one), player.lift(two)
        player.put(one, second)
        player.put(two, first)


def undo(player: PlayerByEar, _: Random) -> None:
    """Take the last turn back by hand."""
    for name, before, _after in reversed(list(player.last)):
        player.set_back(name, before)
    player.undone = True


def undo_by_menu(player: PlayerByEar, _: Random) -> None:
    """Take a move back with the menu."""
    player.press(3.0)
    player.choose_if("take a move back", "back to the game")


def change_of_mind(player: PlayerByEar, rng: Random) -> None:
    """Lift a piece, listen, and put it back."""
    if player.occupied:
        name = rng.choice(player.occupied)
        held = player.lift(name)
        player.listen()
        player.put(name, held)


def touch(player: PlayerByEar, rng: Random) -> None:
    """Ask for a vacant point with a small magnet."""
    if player.vacant:
        player.touch(rng.choice(player.vacant))


def ask(player: PlayerByEar, rng: Random) -> None:
    """Ask what now, once or twice."""
    for _ in range(rng.choice((1, 2))):
        player.asked += 1
        player.press()
        player.table.wait(rng.choice((0.5, 3.0)))


def ask_what_may_move(player: PlayerByEar, _: Random) -> None:
    """Ask what may move."""
    player.asked += 1
    player.press(2.0)


def leave(player: PlayerByEar, rng: Random) -> None:
    """Go away for a minute, with the menu open or not."""
    if rng.random() < 0.5:
        player.press(3.0)
    player.table.wait(70)


MISHAPS: dict[str, Mishap] = {
    "knocks": knock,
    "pieces off the board": fall,
    "wrong moves": wrong_move,
    "swaps": swap,
    "takebacks by hand": undo,
    "takebacks by menu": undo_by_menu,
    "pieces lifted and put back": change_of_mind,
    "points touched": touch,
    "questions: what now": ask,
    "questions: what may move": ask_what_may_move,
    "breaks": leave,
}
"""What may happen between two moves, by its name."""

"""Legal moves of every game as hands make them, and those in which a scenario can happen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property
from itertools import islice, pairwise
from random import Random
from typing import Any, NamedTuple

import pytest

from companion.games.registry import make
from companion.rules import CHANCE, Action, AnyGame, Turn
from companion.rules.geometry import Point, points_of

_GAMES = 6  # random games in which a scenario is looked for
_LENGTH = 130  # plies of each
_SLOW = pytest.mark.slow

SETS: dict[str, tuple[str, dict[str, str]]] = {
    "solomon": ("solomon", {}),
    "son_of_solomon": ("son_of_solomon", {}),
    "nim": ("nim", {}),
    "peg": ("peg", {}),
    "crowning": ("crowning", {}),
    "trinity": ("trinity", {}),
    "trinity for two": ("trinity", {"seats": "2"}),
    "soli2": ("soli2", {}),
    "gomony": ("gomony", {}),
    "halma": ("halma", {}),
    "halma advanced": ("halma", {"rules": "advanced"}),
}
"""What the scenarios are played with: the games and their options, by a label."""


class Ply:
    """A legal move in a position, as what hands do to the switches.

    label:  what it is played with, as in `SETS`.
    own:    the acts of the hand that carries the piece (`-14` lifts, `+9` puts down).
    off:    what the other hand lifts: captured pieces, or one that goes elsewhere.
    on:     what the other hand then puts down.
    path:   the points of the carried piece, origin first.
    taken:  the points whose piece leaves the board.
    """

    def __init__(self, label: str, game: AnyGame, position: Any, move: Any) -> None:
        self.label, self.game, self.position, self.move = label, game, position, move
        self.own: list[str] = []
        self.off: list[str] = []
        self.on: list[str] = []
        self.path: list[str] = []
        self.taken: list[str] = []
        held = self.before
        for action, point, _, occupied in game.steps(position, move):
            name = game.board.names[point]
            changes = bool(held >> point & 1) != occupied
            held = held | 1 << point if occupied else held & ~(1 << point)
            mine = not self.path or name == self.path[-1]
            if action is Action.LIFT:
                (self.own if mine else self.off).append(f"-{name}")
                self.path += [] if self.path else [name]
            elif action is Action.PLACE and self.off and not self.on and not self.taken:
                self.on.append(f"+{name}")  # the piece that was lifted aside
            elif action is Action.PLACE:
                self.path.append(name)
                self.own += [f"+{name}"] if changes else []
            elif action is Action.ENTER:
                (self.on if self.path else self.own).append(f"+{name}")
            elif action is Action.REMOVE and changes:
                self.off.append(f"-{name}")
                self.taken.append(name)

    @property
    def text(self) -> str:
        return self.game.move_text(self.position, self.move)

    @property
    def line(self) -> Turn:
        return Turn((self.move,))

    @property
    def before(self) -> int:
        return int(self.game.occupancy(self.position))

    @cached_property
    def after(self) -> Any:
        return self.game.advance(self.position, self.move)

    @cached_property
    def end(self) -> int:
        return int(self.game.occupancy(self.after))

    @cached_property
    def rivals(self) -> list[Ply]:
        """The other legal moves."""
        game, position = self.game, self.position
        plies = (Ply(self.label, game, position, move) for move in game.moves(position))
        return [ply for ply in plies if ply.move != self.move]

    @cached_property
    def answers(self) -> list[Ply]:
        """The legal moves after it, where a hand makes the next one."""
        game = self.game
        if game.to_act(self.after) == CHANCE:
            return []
        plies = [Ply(self.label, game, self.after, move) for move in game.moves(self.after)]
        return [ply for ply in plies if ply.acts]

    @property
    def acts(self) -> list[str]:
        """The move as hands may make it."""
        return [*self.own, *self.off, *self.on]

    @property
    def unseen(self) -> bool:
        """Whether the carried piece lands on another one: no switch can tell that it has."""
        return bool(self.path) and f"+{self.path[-1]}" not in self.own

    @property
    def clear(self) -> bool:
        """Whether the board that it leads to tells it from every other legal move."""
        return self.end != self.before and all(r.end != self.end for r in self.rivals)

    @property
    def plain(self) -> bool:
        """Whether its acts may come in any order: it lands nowhere where it has captured."""
        return self.clear and not set(self.path) & {act[1:] for act in self.off}

    @property
    def slide(self) -> bool:
        """Whether a piece goes from one point to another, and nothing else happens."""
        return len(self.own) == 2 and not self.off and not self.on and self.clear

    @property
    def capture(self) -> bool:
        return bool(self.taken and self.path) and self.plain

    @property
    def chain(self) -> bool:
        """Whether the carried piece lands on the way, on points that nothing stood on."""
        return len(self.path) > 2 and self.plain and len(set(self.path)) == len(self.path)

    @property
    def drop(self) -> bool:
        return not self.path and len(self.own) == 1 and self.own[0][0] == "+"

    @property
    def vacant(self) -> list[str]:
        """The points that are vacant before and after, and that the move does not touch."""
        return self._names(~(self.before | self.end) & self.game.board.full & ~self.touched)

    @property
    def others(self) -> list[str]:
        """The points with a piece before and after that the move does not touch."""
        return self._names(self.before & self.end & ~self.touched)

    @cached_property
    def touched(self) -> int:
        """The points that the move touches."""
        names = {act[1:] for act in self.acts} | set(self.path)
        return sum(1 << self.game.board.index[name] for name in names)

    def _names(self, mask: int) -> list[str]:
        return [self.game.board.names[p] for p in points_of(mask)]

    def near(self, name: str) -> list[str]:
        """The points next to one, along the lines."""
        board = self.game.board
        found: set[Point] = set()
        for line in board.lines:
            for one, two in pairwise(line):
                if board.index[name] in (one, two):
                    found |= {one, two}
        return [board.names[p] for p in sorted(found) if board.names[p] != name]

    def __repr__(self) -> str:
        return f"{self.label} {self.game.position_text(self.position)!r} {self.text}"


class _Walk:
    """The plies of random games, with each position's moves in a random order. Made on demand."""

    def __init__(self, label: str) -> None:
        self._made: list[Ply] = []
        self._source = self._walk(label)

    def __iter__(self) -> Iterator[Ply]:
        at = 0
        while True:
            if at == len(self._made):
                self._made += islice(self._source, 200)
                if at == len(self._made):
                    return
            yield self._made[at]
            at += 1

    @staticmethod
    def _walk(label: str) -> Iterator[Ply]:
        name, options = SETS[label]
        game = make(name, options)
        for seed in range(_GAMES):
            rng, position = Random(seed), game.start()
            for _ in range(_LENGTH):
                moves = list(game.moves(position))
                if not moves:
                    break
                rng.shuffle(moves)
                if game.to_act(position) != CHANCE:
                    yield from (Ply(label, game, position, move) for move in moves[:12])
                position = game.advance(position, moves[0])


@cache
def _walk(label: str) -> _Walk:
    return _Walk(label)


Wanted = Callable[[Ply], bool]


@cache
def find(label: str, wanted: Wanted, plies: int | None = None) -> Ply | None:
    """The first legal move of random games in which a scenario can happen, among `plies` of them;
    None if there is none."""
    return next(filter(wanted, islice(_walk(label), plies)), None)


class Scenario(NamedTuple):
    """One thing that can go wrong. wanted: whether a move is one in which it can happen; possible:
    the labels of what it is played with; why: why not with the others, though a move may look it
    (`held`), or because there is none."""

    name: str
    wanted: Wanted
    possible: frozenset[str]
    why: str
    held: bool


SCENARIOS: list[Scenario] = []
"""All that the tests of this package play."""


def scenario(
    name: str, wanted: Wanted, possible: Iterable[str], why: str, *, held: bool = False
) -> pytest.MarkDecorator:
    """Parametrise a test by a `ply` for each label that its scenario can happen in; the arguments
    are those of `Scenario`. Only `make test-slow` plays the variants of a game that is played
    anyway."""
    noted = Scenario(name, wanted, frozenset(possible), why, held)
    SCENARIOS.append(noted)
    plies = [(label, find(label, wanted)) for label in SETS if label in noted.possible]
    missing = [label for label, ply in plies if ply is None]
    assert not missing, f"{name}: no position found for {', '.join(missing)}"
    return pytest.mark.parametrize(
        "ply",
        [
            pytest.param(ply, id=label, marks=_SLOW if _variant(label, noted) else ())
            for label, ply in plies
        ],
    )


def _variant(label: str, noted: Scenario) -> bool:
    """Whether the same game is played with other options, too."""
    name, options = SETS[label]
    return bool(options) and name in noted.possible

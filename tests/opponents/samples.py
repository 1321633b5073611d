"""Positions of the solitaires that random players reach, reproducible by seed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

from companion.games.registry import make
from companion.rules import AnyGame, Match
from companion.rules.geometry import STAR

_BLOCKABLE = ("none", *(name for name in STAR.names if name not in ("1", "14", "18")))
OPTIONS = {
    "peg": [{"vacant": name} for name in STAR.names],
    "crowning": [{"vacant": name} for name in STAR.names],
    "trinity": [
        *({"stones": "15", "blocked": name} for name in _BLOCKABLE),
        {"stones": "16", "blocked": "none"},
    ],
}
"""The option sets of each solitaire; a sixteenth stone and a blocked space never go together."""


def games(name: str) -> list[AnyGame]:
    """A solitaire with each of its option sets."""
    return [make(name, options) for options in OPTIONS[name]]


def _move(match: Match, random: Random, *, narrow: float, eager: float) -> object:
    """A random move; with probability `narrow` one that leaves few moves, and with probability
    `eager` one that vacates a point for good, as crowning does, where there is any."""
    game, position, moves = match.game, match.position, match.moves
    after = {move: game.advance(position, move) for move in moves}
    if random.random() < eager:
        held = game.occupancy(position).bit_count()
        fewer = [move for move in moves if game.occupancy(after[move]).bit_count() < held]
        moves = fewer or moves
    if random.random() < narrow:
        moves = sorted(moves, key=lambda m: (len(game.moves(after[m])), random.random()))[:2]
    return random.choice(moves)


def played(name: str, random: Random, longest: int = 30) -> Iterator[Match]:
    """Without end: matches of that solitaire, each again after every move until it is over."""
    every = games(name)
    while True:
        match, narrow, eager = Match(random.choice(every)), random.random(), random.random()
        for _ in range(longest):
            match.play(_move(match, random, narrow=narrow, eager=eager))
            if match.over:
                break
            yield match


_HARD: tuple[tuple[str, dict[str, str], str], ...] = (
    ("crowning", {}, "./.o(oo)(oo)./(oo)o/(oo)oo/oo/..ooo/o"),
    ("crowning", {}, "(oo)/.(oo)oo./oo/oo./(oo)o/.(oo)oo./o"),
    ("crowning", {}, "./ooo(oo)./o(oo)/.oo/oo/.oo(oo)./(oo)"),
    ("crowning", {}, "./.(oo)ooo/(oo)o/o../oo/.(oo)ooo/(oo)"),
    ("trinity", {"blocked": "7"}, "o/.N.../#./D../.Q/o...o/. N 12 0"),
    ("trinity", {"blocked": "15"}, "o/...../../ND./../o#..Q/. Q 13 0"),
    ("trinity", {"stones": "16"}, "o/...../../NQ./../oD..o/. N 13 0"),
)
"""Positions that took longest, of tens of thousands that were tried and varied."""


def sample(name: str, count: int) -> Iterator[Match]:
    """The starts of a solitaire, its hard positions, and this many reached by random players."""
    yield from (Match(game) for game in games(name))
    for kind, options, text in _HARD:
        if kind == name:
            game = make(name, options)
            yield Match(game, game.parse_position(text))
    yield from islice(played(name, Random(1)), count)


def met(match: Match) -> list[object]:
    """The positions of a match before the present one."""
    return [ply.position for ply in match.history]

"""What searches answered in many positions of every game: `answers.jsonl`.

Whoever makes the rules or a search faster must not change what it finds. A line is a random match:
its game, options and moves, a checksum of all legal moves on the way in their order, and what was
found after some of its plies: by alpha-beta [ply, move, value, depth, nodes], by playouts [ply,
move, visits, value]. Most matches are played to their end, so endings are among them.

    python -m tests.opponents.answers     plays them anew, after an evaluation has been changed
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from zlib import crc32

from companion.games.registry import make
from companion.opponents import knowledge_for
from companion.opponents.alphabeta import AlphaBeta
from companion.opponents.contract import never
from companion.opponents.playouts import Playouts
from companion.rules import CHANCE, AnyGame, Match

FILE = Path(__file__).with_name("answers.jsonl")

_NODES, _PLAYOUTS = 700, 40
_TRIED = 8  # moves that playouts try
_LONGEST = 160  # plies of a match
_EACH = 5  # answers in a match
_SETS: tuple[tuple[str, dict[str, str], int], ...] = (  # with how many matches of each
    ("solomon", {}, 4),
    ("solomon", {"first": "b"}, 1),
    ("gomony", {}, 3),
    ("gomony", {"stalemate": "loses", "promoted": "a1,c1,b8"}, 1),
    ("halma", {}, 2),
    ("halma", {"rules": "advanced"}, 3),
    ("halma", {"players": "3"}, 1),
    ("halma", {"players": "4", "rules": "advanced"}, 2),
    ("son_of_solomon", {}, 3),
    ("soli2", {}, 2),
    ("soli2", {"variant": "give_away"}, 1),
    ("soli2", {"variant": "pure_skill"}, 1),
    ("trinity", {"seats": "2"}, 3),
    ("trinity", {"seats": "2", "blocked": "9"}, 1),
    ("trinity", {"seats": "3"}, 2),
    ("nim", {}, 1),
    ("peg", {}, 1),
    ("crowning", {}, 1),
)


class Searched(NamedTuple):
    """A match with what was found in it; see the top of this file."""

    game: str
    options: dict[str, str]
    moves: str
    order: int
    answers: list[list[Any]]

    def __str__(self) -> str:
        return " ".join([self.game, *self.options.values()])

    def again(self) -> Searched:
        """The same match, with the searches made once more."""
        match = Match(make(self.game, self.options))
        plies = {ply for ply, *_ in self.answers}
        order, answers = 0, []
        for move in [*self.moves.split(","), None]:
            if len(match.history) in plies:
                answers.append([len(match.history), *_found(match)])
            if move is None:
                break
            texts = [match.game.move_text(match.position, one) for one in match.moves]
            order = crc32(" ".join(texts).encode(), order)
            match.play(match.moves[texts.index(move)])
        return self._replace(order=order, answers=answers)


def _found(match: Match) -> list[Any]:
    """What the search of this game finds with few nodes."""
    game, position = match.game, match.position
    before = [played.position for played in match.history]
    evaluation = knowledge_for(game).evaluation(position)
    if evaluation is not None:
        best = AlphaBeta(game, evaluation, Random(1), before).search(position, _NODES)
        return [game.move_text(position, best.move), best.value, best.depth, best.nodes]
    search = Playouts(game, knowledge_for(game).playouts(), Random(1), before)
    tried = search.search(position, match.moves[:_TRIED], _PLAYOUTS, never)
    first = max(tried, key=lambda one: (one.visits, one.value))
    return [game.move_text(position, first.move), first.visits, round(first.value, 6)]


def _played(name: str, options: dict[str, str], seed: int) -> Searched:
    """A random match, still without answers."""
    game, random = make(name, options), Random(f"{name} {seed}")
    match, moves, plies = Match(game), list[str](), list[int]()
    while not match.over and len(moves) < _LONGEST:
        if match.to_act != CHANCE and len(game.seats) > 1:
            plies.append(len(moves))
        move = _drawn(game, match, random)
        moves.append(game.move_text(match.position, move))
        match.play(move)
    last = len(plies) - 1
    asked = sorted({plies[last * i // (_EACH - 1)] for i in range(_EACH)}) if plies else []
    return Searched(name, options, ",".join(moves), 0, [[ply] for ply in asked])


def _drawn(game: AnyGame, match: Match, random: Random) -> Any:
    if match.to_act == CHANCE:
        weights = [game.weight(match.position, move) for move in match.moves]
        return random.choices(match.moves, weights)[0]
    return random.choice(match.moves)


def recorded() -> list[Searched]:
    """The lines of the file."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return [Searched(**json.loads(line)) for line in lines]


def main() -> None:
    """Write the file anew."""
    found = [
        _played(name, options, seed).again()
        for name, options, matches in _SETS
        for seed in range(matches)
    ]
    text = "".join(json.dumps(searched._asdict()) + "\n" for searched in found)
    FILE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

from __future__ import annotations

from random import Random

from companion.games.registry import make
from companion.protocol.views import MoveView
from companion.rules import Match
from companion.session.match.move_list import MoveList


def test_the_list_follows_every_move_and_takeback() -> None:
    random, moves = Random(6), MoveList()
    match = Match(make("solomon"))
    for _ in range(400):
        if match.history and (match.over or random.random() < 0.3):
            match.take_back(random.randint(1, len(match.history)))
        for _ in range(random.randint(0, 3)):
            if not match.over:
                match.play(random.choice(match.moves))
        told = moves.follow(match.history)
        assert told == tuple(MoveView(played.seat, played.text) for played in match.history)
        assert moves.follow(match.history) is told

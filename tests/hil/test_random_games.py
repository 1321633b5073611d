"""Random games, hand by hand, on simulated switches that bounce: every move is recognised, none is
invented, and the journal says what was played."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.games.registry import make
from companion.journal import reader
from companion.web.messages import Arrange, Lift, Put
from tests.hands import natural
from tests.session.virtual import Virtual

_PLIES = 150  # games that go on for longer are left there


def play_out(table: Virtual, rng: Random) -> list[str]:
    """Play legal moves drawn at random until the game is over; what was played."""
    played: list[str] = []
    game, names = table.session.game, table.session.game.board.names
    while not table.match.over and len(played) < _PLIES:
        position = table.match.position
        move = rng.choice(table.match.moves)
        for act in natural(game.steps(position, move), rng):
            place, hand = names[act.point], act.hand
            table.session.handle(Put(place, hand) if act.occupied else Lift(place, hand), table.now)
            table.wait(rng.choice((0.03, 0.1, 0.5, 2.0)))
            if act.off:
                table.session.handle(Put("tray", hand), table.now)
        table.wait(0.5)
        played.append(game.move_text(position, move))
        assert table.texts == played, f"after {game.position_text(position)!r}"
    return played


@pytest.mark.parametrize(
    ("name", "batch"), [*(("solomon", n) for n in range(20)), *(("peg", n) for n in range(4))]
)
def test_random_games_are_followed_move_by_move(name: str, batch: int, tmp_path: Path) -> None:
    for seed in range(batch * 10, batch * 10 + 10):
        directory = tmp_path / str(seed)
        table = Virtual(directory)
        table.session.begin(make(name), table.now)
        table.session.handle(Arrange(), table.now)
        table.wait(0.5)
        played = play_out(table, Random(seed))
        table.session.close()
        (summary,) = reader.logs(directory)
        assert summary.log is not None
        assert [move.text for move in summary.log.moves] == played
        assert reader.replay(summary.log, make(name)).outcome == table.match.outcome
        assert summary.log.finished == table.match.over
        assert reader.verify(summary.path, make(name)) == []

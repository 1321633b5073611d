"""Random games, hand by hand, on simulated switches that bounce: every move is recognised, none is
invented, and the journal says what was played."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.games.registry import make
from companion.hands import Phase
from companion.page.messages import Arrange, Lift, Put
from companion.records.journal import reader
from companion.rules import AnyGame, Match
from companion.testing.acts import HandAct, natural
from tests.conformance.option_sets import parameters
from tests.session.virtual import Virtual
from tests.slow import slow_after, slow_rows_after

_FEW, _MANY = 40, 150  # plies; games that go on for longer are left there


def hand(table: Virtual, act: HandAct) -> None:
    """Do one act with the simulated pieces."""
    place = table.session.game.board.names[act.point]
    if act.brought:
        table.session.handle(Lift("tray", act.hand, act.brought), table.now)
    order = Put(place, act.hand) if act.occupied else Lift(place, act.hand)
    table.session.handle(order, table.now)
    if act.off:
        table.session.handle(Put("tray", act.hand), table.now)


def play_out(table: Virtual, rng: Random, plies: int) -> list[str]:
    """Play legal moves drawn at random until the game is over, or for so many plies; what was
    played."""
    played: list[str] = []
    game = table.session.game
    while not table.match.over and len(played) < plies:
        position, before = table.match.position, len(table.texts)
        move = rng.choice(table.match.moves)
        for act in natural(game.steps(position, move), rng):
            hand(table, act)
            table.wait(rng.choice((0.03, 0.1, 0.5, 2.0)))
        table.wait(0.5)
        if table.session.view.phase is Phase.CONFIRM:
            table.wait(5)  # the pause after which an optional chain counts as over
        played.append(game.move_text(position, move))
        assert table.texts[before : before + 1] == played[-1:], (
            f"{played[-1]} in {game.position_text(position)!r}: {table.session.view}"
        )
    return played


def follow_games(directory: Path, make_game: AnyGame, seeds: range, plies: int = _MANY) -> None:
    for seed in seeds:
        table = Virtual(directory / str(seed))
        table.session.current.begin(Match(make_game), table.now)
        table.session.handle(Arrange(), table.now)
        table.wait(0.5)
        play_out(table, Random(seed), plies)
        table.session.close()
        (summary,) = reader.list_logs(directory / str(seed))
        assert summary.log is not None
        assert [move.text for move in summary.log.moves] == table.texts
        assert reader.replay(summary.log, make_game).outcome == table.match.outcome
        assert summary.log.finished == table.match.over
        assert reader.verify(summary.path, make_game) == []


@pytest.mark.parametrize("batch", slow_after(1, range(40)))
def test_solomon_is_followed_move_by_move(batch: int, tmp_path: Path) -> None:
    follow_games(tmp_path, make("solomon"), range(batch * 5, batch * 5 + 5))


@pytest.mark.parametrize(("seed", "plies"), slow_rows_after(1, [(0, _FEW), (0, _MANY), (1, _MANY)]))
@pytest.mark.parametrize(("name", "options"), parameters())
def test_every_game_is_followed_move_by_move(
    name: str, options: dict[str, str], seed: int, plies: int, tmp_path: Path
) -> None:
    follow_games(tmp_path, make(name, options), range(seed, seed + 1), plies)

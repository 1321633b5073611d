"""Whatever the game: what was played is what the journal gives back."""

from __future__ import annotations

from random import Random

import pytest

from companion.games import registry
from companion.records.journal.reader import read_log, replay
from companion.records.journal.record import EndRecord, MoveRecord, TakebackRecord
from companion.records.journal.writer import Journal
from companion.rules import CHANCE, Match
from tests.records.journal.disks import HastyDisk
from tests.records.journal.games import head


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", registry.kinds())
def test_the_journal_of_a_random_game_replays_to_the_same_match(
    tmp_path_factory: pytest.TempPathFactory, name: str, seed: int
) -> None:
    random, game = Random(seed), registry.make(name)
    match = Match(game)
    journal = Journal.create(tmp_path_factory.mktemp("log"), head(game), HastyDisk())
    for ply in range(120):
        if match.over:
            break
        if match.history and random.random() < 0.1:
            plies = random.randint(1, min(3, len(match.history)))
            match.take_back(plies)
            journal.append(TakebackRecord(plies))
            continue
        played = match.play(random.choice(match.moves))
        assert played.seat >= CHANCE
        journal.append(MoveRecord(played.text, played.seat, ply / 4))
    if match.over:
        by_rules = game.outcome(match.position).over
        journal.append(EndRecord(match.outcome.text, "rules" if by_rules else "repetition"))
    log = read_log(journal.path)
    again = replay(log, game)
    assert again.history == match.history
    assert again.position == match.position
    assert again.outcome == match.outcome
    assert [move.text for move in log.moves] == [played.text for played in match.history]
    assert log.finished == match.over

"""`make bench-remote`, with little of everything."""

from __future__ import annotations

import pytest

from companion.config import TimingSettings
from tests import needs
from tests.bench_remote.__main__ import main
from tests.bench_remote.crowd import Manner
from tests.bench_remote.lamp import play as play_boards
from tests.bench_remote.measures import DROPPED
from tests.bench_remote.sizes import grow, handshake
from tests.bench_remote.tables import Load
from tests.bench_remote.tables import play as play_tables
from tests.bench_remote.wall import measure


def test_a_snapshot_has_the_whole_log() -> None:
    short, long = grow((10, 40))
    assert 10 <= short.entries < 40 <= long.entries
    assert 3 * short.snapshot < long.snapshot < long.published
    assert long.packed < long.bare < long.snapshot
    assert long.delta < short.snapshot


def test_a_handshake_takes_time() -> None:
    assert 0 < handshake(1) < 10


def test_what_cannot_be_measured_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["speed"])
    assert "there is no 'speed'" in capsys.readouterr().err


@needs.mosquitto.mark
def test_every_move_reaches_the_page_of_a_wall() -> None:
    found = measure(4, 6)
    assert len(found.moves) == len(found.plain) == 6
    assert 0 < found.change < found.standing < found.first


@pytest.mark.slow
def test_moves_are_lit_at_the_other_board() -> None:
    played = play_boards(4, TimingSettings(settle=50))
    assert len(played.journeys) == 4
    for near, far, plain, synced in played.journeys:
        assert near.committed < near.handed < far.heard < far.taken < far.lit
        assert plain > 0 < synced
    assert [way.near.entries for way in played.journeys] == [1, 2, 3, 4]


@pytest.mark.slow
@pytest.mark.parametrize("storm", [False, True])
def test_nothing_is_lost_at_many_tables(storm: bool) -> None:
    manner = Manner(pace=0.2, game="solomon", entries=5)
    found = play_tables(Load(4, manner, seconds=2.0, warming=0.5, processes=2, storm=storm))
    assert found.done.in_line == 4
    assert found.done.plies > found.before.plies > 0
    assert found.done.troubles == found.counts[DROPPED] == 0
    assert (found.storm > 0) == storm

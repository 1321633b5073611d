"""The clock of somebody far away: what this board has seen bounds what the other board says."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.protocol.commands import Back, Choose
from companion.rules import Seat
from companion.session.remote_play.seen_time import (
    LEAST_ALLOWANCE,
    MAKING,
    MOST_ALLOWANCE,
    TRAVEL,
    SeenTime,
)
from companion.testing import VirtualTable
from tests.session.far_apart import World

SEAT = Seat(1)
SECONDS = st.floats(0, 600, allow_nan=False)


@given(
    st.floats(1, 3600),
    st.lists(st.tuples(st.floats(0, MAKING), SECONDS, st.floats(0, TRAVEL), st.booleans())),
)
def test_an_honest_board_is_believed(
    initial: float, turns: list[tuple[float, float, float, bool]]
) -> None:
    """Each turn: the time for making the others' moves, for thinking, and for travelling."""
    seen, at = SeenTime((0.0, initial)), 0.0
    for number, (making, thinking, travel, tells) in enumerate(turns):
        seen.follow(number, SEAT, at, counts=True)
        at += making
        if tells:  # otherwise that message is lost
            seen.follow(number, SEAT, at, counts=True, thinks=True)
        at += thinking + travel
        seen.follow(number, SEAT, at, counts=False)
        used = thinking if tells else thinking + making
        assert seen.claim(used, at) == pytest.approx(used, abs=1e-6)


@given(
    st.floats(1, 3600),
    st.lists(st.tuples(SECONDS, SECONDS, st.floats(0, 1), st.booleans()), min_size=1),
)
def test_what_a_board_gains_is_limited(
    initial: float, turns: list[tuple[float, float, float, bool]]
) -> None:
    """Each turn: before and while it says that it thinks, what it claims of that, if anything."""
    seen, at, gained, due_later = SeenTime((0.0, initial)), 0.0, 0.0, []
    for number, (before, thinking, share, tells) in enumerate(turns):
        seen.follow(number, SEAT, at, counts=True)
        at += before
        seen.follow(number, SEAT, at, counts=True, thinks=tells)
        due = seen.due(seen.least(at) + 1)
        assert due is not None
        due_later.append(due > at)
        assert seen.least(due) >= seen.least(at)
        at += thinking
        seen.follow(number, SEAT, at, counts=False)
        counted = seen.claim(share * thinking, at)
        assert counted >= share * thinking
        assert seen.claim(0, at) == counted  # asked again
        real = thinking if tells else 0.0
        gained += max(0.0, real - counted - TRAVEL, before + thinking - counted - TRAVEL - MAKING)
    assert gained <= min(max(initial / 5, LEAST_ALLOWANCE), MOST_ALLOWANCE) + 1e-3
    assert all(due_later)


def test_time_without_a_connection_is_not_counted() -> None:
    seen = SeenTime((0.0, 60.0))
    seen.follow(0, SEAT, 0.0, counts=True, thinks=True)
    seen.follow(0, SEAT, 10.0, counts=False)
    assert seen.due(1000) is None
    seen.follow(0, SEAT, 500.0, counts=True, thinks=True)
    assert seen.claim(0.0, 505.0) == 0.0  # of 15 s, 3 are for travelling, 12 may be missing
    assert SeenTime((0.0, 60.0)).claim(7.0, 0.0) == 7.0


@pytest.mark.parametrize("seed", range(3))
def test_a_board_that_claims_no_time_runs_out_here(tmp_path: Path, seed: int) -> None:
    """White thinks for half a minute on a clock of twelve seconds, and says that it took none."""
    random = Random(seed)
    world = World(tmp_path, clock="fischer 0.2+0")
    world.meet()
    white, black = world.tables
    remote = white.session.live.remote
    assert remote is not None
    remote.lose_on_time = lambda: None  # type: ignore[method-assign]
    play = remote._replica.play
    remote._replica.play = lambda text, spent=0: play(text, 0 * spent)  # type: ignore[method-assign]
    waits = random.uniform(21, 40)
    for _ in range(20):
        world.wait(waits / 20)
    assert "White's time is up by this board's clock" in black.state.message
    world.hands[0].play("14-12")
    world.wait()
    assert _left(black)[0] < 0
    world.hands[1].play("14-12")
    world.wait()
    assert "White's time is up" in black.state.message
    assert not black.match.over


@pytest.mark.parametrize("seed", range(3))
def test_boards_that_tell_the_truth_have_the_same_clock(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    world = World(tmp_path, clock="fischer 5+0")
    world.meet()
    for ply in range(6):
        world.wait(random.uniform(0, 40))
        world.hands[ply % 2].play_random()
        world.wait(random.uniform(0, 2))
        turn = world.tables[1 - ply % 2].session.live.opponents.turn
        assert turn is not None
        world.hands[1 - ply % 2].play_turn(turn)
        world.wait()
        left = [_left(table)[ply % 2] for table in world.tables]
        assert left[0] == pytest.approx(left[1], abs=0.001)
    assert not any("is up" in table.state.message for table in world.tables)


def test_a_turn_that_is_played_again_is_measured_anew(tmp_path: Path) -> None:
    world = World(tmp_path, clock="fischer 5+0")
    world.meet()
    world.exchange("14-12")
    world.wait()
    world.tables[0].say(Back(1))
    world.wait()
    world.tables[1].say(Choose(0))
    world.wait()
    for hands in world.hands:
        hands.set_up()
    for _ in range(10):
        world.wait(6)
    world.exchange("14-12")
    left = [_left(table)[0] for table in world.tables]
    assert left[0] < 245
    assert left[0] == pytest.approx(left[1], abs=0.001)


def test_an_allowance_is_not_counted_twice() -> None:
    seen = SeenTime((0.0, 60.0))
    seen.follow(0, SEAT, 0.0, counts=True, thinks=True)
    assert seen.claim(5.0, 20.0) == 5.0  # of 17 s, the allowance of 12 covers the rest
    assert seen.least(20.0) == 5.0


def _left(table: VirtualTable) -> tuple[float, ...]:
    clock = table.session.match.clock
    assert clock is not None
    return clock.read(table.now).left

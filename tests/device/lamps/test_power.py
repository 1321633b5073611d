from __future__ import annotations

from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.device.lamps import power
from companion.device.lamps.frame import frame
from companion.device.lamps.lamp_settings import LightSettings
from companion.device.lamps.palette import PALETTES, Palette
from companion.device.lamps.scene import Lamp, Meaning, Scene
from companion.rules import Seat
from companion.rules.geometry import STAR, Board, Point, grid

frames = st.integers(1, 81).flatmap(lambda n: st.binary(min_size=3 * n, max_size=3 * n))


def test_dark_lamps_draw_their_idle_current() -> None:
    assert power.milliamps(bytes(3 * 19)) == power.idle_milliamps(19) == 19


def test_full_colours_draw_what_the_model_says() -> None:
    assert power.milliamps(bytes((255, 0, 0))) == (80 + 5) / 5
    assert power.milliamps(bytes((0, 255, 0))) == (55 + 5) / 5
    assert power.milliamps(bytes((0, 0, 255))) == (75 + 5) / 5
    assert power.milliamps(b"\xff" * 57) == 19 * 215 / 5


@given(frames, st.integers(0, 4000))
def test_no_frame_ever_exceeds_the_budget(shown: bytes, extra: int) -> None:
    budget = ceil(power.idle_milliamps(len(shown) // 3)) + extra
    fed = power.limit_power(shown, budget)
    assert power.milliamps(fed.frame) <= budget
    assert len(fed.frame) == len(shown)
    assert fed.dimmed == (power.milliamps(shown) > budget)
    assert fed.dimmed or fed.frame == shown
    assert all(low <= high for low, high in zip(fed.frame, shown, strict=True))


@given(frames)
def test_a_budget_that_is_just_enough_changes_nothing(shown: bytes) -> None:
    assert power.limit_power(shown, ceil(power.milliamps(shown))) == (shown, False)


def test_dimming_spends_most_of_the_budget() -> None:
    fed = power.limit_power(b"\xff" * 57, 500)
    assert 490 < power.milliamps(fed.frame) <= 500
    assert len(set(fed.frame)) == 1


def test_below_the_idle_current_all_lamps_are_dark() -> None:
    assert power.limit_power(b"\x80" * 57, 10) == (bytes(57), True)


def budgeted(board: Board, palette: Palette, meaning: Meaning, count: int) -> bool:
    settings = LightSettings()
    scene = Scene(tuple((Point(p), Lamp(meaning, Seat(p % 6), 1)) for p in range(count)), choices=1)
    shares = settings.shares(board)
    shown = (frame(scene, palette, at / 10, board.size, shares) for at in range(24))
    return any(power.limit_power(one, settings.budget_ma).dimmed for one in shown)


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_a_full_star_of_any_meaning_stays_below_the_default_budget(palette: Palette) -> None:
    for meaning in Meaning:
        assert not budgeted(STAR, palette, meaning, STAR.size), meaning


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_81_pieces_that_may_move_stay_below_the_default_budget(palette: Palette) -> None:
    assert not budgeted(grid(9), palette, Meaning.MAY_MOVE, 81)


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_the_sweep_stays_below_the_default_budget_on_the_largest_board(palette: Palette) -> None:
    settings = LightSettings()
    board = grid(9)
    for sweep in ((Seat(0),), (Seat(0), Seat(1))):
        for at in range(30):
            shown = frame(Scene((), sweep), palette, at / 10, 81, settings.shares(board))
            assert not power.limit_power(shown, settings.budget_ma).dimmed

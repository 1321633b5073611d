from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.device.lamps.frame import SWEEP_MS, frame, next_change
from companion.device.lamps.palette import PALETTES, SAFE, STANDARD, Palette, Rhythm
from companion.device.lamps.rhythm import FRAME_MS, PATTERNS, flashes
from companion.device.lamps.scene import Lamp, Meaning, Scene
from companion.rules import Seat
from companion.rules.geometry import STAR, Point

DARK = (0, 0, 0)
POINTS = STAR.size


def one(meaning: Meaning, choices: int = 0, since: float = 0.0) -> Scene:
    return Scene(((Point(4), Lamp(meaning, Seat(1))),), choices=choices, since=since)


def at_point(shown: bytes, point: int) -> tuple[int, ...]:
    return tuple(shown[3 * point : 3 * point + 3])


def changes(scene: Scene, until: float, palette: Palette = STANDARD) -> list[float]:
    """The times at which somebody who sleeps until `next_change` wakes up."""
    woken: list[float] = []
    at = next_change(scene, palette, scene.since)
    while at is not None and at < until:
        woken.append(at)
        at = next_change(scene, palette, at)
    return woken


lamps = st.builds(
    Lamp,
    st.sampled_from(list(Meaning)),
    st.one_of(st.none(), st.integers(0, 5).map(Seat)),
    st.integers(0, 7),
)
scenes = st.builds(
    Scene,
    st.dictionaries(st.integers(0, 18).map(Point), lamps).map(lambda d: tuple(sorted(d.items()))),
    st.lists(st.integers(0, 5).map(Seat), max_size=3).map(tuple),
    st.integers(1, 3),
    st.integers(-1, 2),
    st.floats(0, 1e7),
)


def test_an_empty_scene_is_dark_for_ever() -> None:
    assert frame(Scene(), STANDARD, 3.0, POINTS) == bytes(3 * POINTS)
    assert next_change(Scene(), STANDARD, 3.0) is None


def test_only_the_lit_point_is_lit() -> None:
    shown = frame(one(Meaning.TO), STANDARD, 0.0, POINTS)
    assert [p for p in range(POINTS) if at_point(shown, p) != DARK] == [4]
    assert at_point(shown, 4) == (0, 207, 22)


def test_may_move_takes_the_movers_colour_and_is_dim() -> None:
    shown = frame(one(Meaning.MAY_MOVE), STANDARD, 0.0, POINTS)
    assert at_point(shown, 4) == tuple(round(0.3 * c) for c in STANDARD.seats[1])


@pytest.mark.parametrize("meaning", Meaning)
def test_one_frame_is_enough_where_the_rhythm_is_steady(meaning: Meaning) -> None:
    steady = STANDARD.looks[meaning].rhythm is Rhythm.STEADY
    due = next_change(one(meaning, choices=2), STANDARD, 0.0)
    asked = meaning is Meaning.QUESTION  # this lamp is no candidate's: it only glows
    assert (due is None) == (steady or asked)


@pytest.mark.parametrize(("meaning", "half"), [(Meaning.PUT_HERE, 0.6), (Meaning.TAKE_AWAY, 0.2)])
def test_blinking_needs_only_its_flips(meaning: Meaning, half: float) -> None:
    scene = one(meaning, since=100)
    woken = changes(scene, 103)
    assert woken == pytest.approx([100 + half * (i + 1) for i in range(len(woken))])
    lit = [at_point(frame(scene, STANDARD, at, POINTS), 4) != DARK for at in [100.0, *woken]]
    assert lit == [i % 2 == 0 for i in range(len(lit))]


def test_no_rhythm_flashes_more_than_three_times_a_second() -> None:
    for beats in PATTERNS.values():
        if any(level == 0 for _, level in beats):
            assert sum(ms for ms, _ in beats) > 1000 / 3


def test_breathing_is_drawn_20_times_a_second_and_never_goes_dark() -> None:
    scene = one(Meaning.MUST_JUMP)
    woken = changes(scene, 3.0)
    assert len(woken) == 59
    levels = [at_point(frame(scene, STANDARD, at, POINTS), 4)[0] for at in [0.0, *woken]]
    assert levels[0] == max(levels) == 230
    assert 0 < min(levels) < 15
    assert levels[30] == min(levels)


def test_from_and_to_of_their_move_alternate() -> None:
    scene = Scene(
        ((Point(0), Lamp(Meaning.THEIR_FROM)), (Point(1), Lamp(Meaning.THEIR_TO))), since=0.0
    )
    for at in (0.0, 0.4, 0.5, 0.9, 1.0):
        shown = frame(scene, STANDARD, at, POINTS)
        dark = at_point(shown, 0) == DARK, at_point(shown, 1) == DARK
        assert dark == ((False, True) if at % 1 < 0.5 else (True, False))


def question(picked: int = -1) -> Scene:
    lit = {0: 0b001, 1: 0b010, 2: 0b100, 3: 0b111}
    return Scene(
        tuple((Point(p), Lamp(Meaning.QUESTION, None, mask)) for p, mask in lit.items()),
        choices=3,
        picked=picked,
    )


def bright(scene: Scene, at: float, point: int) -> bool:
    return at_point(frame(scene, STANDARD, at, POINTS), point)[2] > 100


def flashes_of(scene: Scene, point: int, start: float, end: float) -> int:
    lit = [bright(scene, start + i / 100, point) for i in range(round(100 * (end - start)))]
    return lit[0] + sum(b and not a for a, b in pairwise(lit))


def test_candidates_take_turns_each_with_its_own_number_of_flashes() -> None:
    scene = question()
    turns = [(0.0, 0.8), (0.8, 2.0), (2.0, 3.6)]
    for turn, (start, end) in enumerate(turns):
        for point in range(3):
            wanted = flashes(turn) if point == turn else 0
            assert flashes_of(scene, point, start, end) == wanted
        assert flashes_of(scene, 3, start, end) == flashes(turn)  # it belongs to all three
    assert frame(scene, STANDARD, 3.6, POINTS) == frame(scene, STANDARD, 0.0, POINTS)


def test_a_candidate_glows_when_it_is_not_its_turn() -> None:
    assert 0 < at_point(frame(question(), STANDARD, 1.0, POINTS), 0)[2] < 20


def test_the_picked_candidate_is_shown_alone() -> None:
    scene = question(picked=1)
    for at in (i / 50 for i in range(200)):
        shown = frame(scene, STANDARD, at, POINTS)
        assert at_point(shown, 0) == at_point(shown, 2) == DARK
        assert at_point(shown, 1) == at_point(shown, 3) != DARK
    assert flashes_of(scene, 1, 0.0, 1.2) == 2


def test_a_single_candidate_still_flashes() -> None:
    scene = Scene(((Point(0), Lamp(Meaning.QUESTION, None, 1)),), choices=1)
    assert flashes_of(scene, 0, 0.0, 1.6) == 2


def test_the_sweep_passes_every_point_and_ends_in_a_steady_picture() -> None:
    scene = Scene(sweep=(Seat(0),), since=50.0)
    woken = changes(scene, 60.0)
    assert woken[-1] == pytest.approx(50 + 2 * SWEEP_MS / 1000)
    assert len(woken) == 2 * SWEEP_MS / FRAME_MS
    lit = [max(frame(scene, STANDARD, at, POINTS)[0::3]) for at in woken]
    peak = [
        max(at_point(frame(scene, STANDARD, at, POINTS), p)[0] for at in woken) for p in range(19)
    ]
    assert max(lit) > 100
    assert min(peak) > 80
    assert next_change(scene, STANDARD, woken[-1]) is None
    still = frame(scene, STANDARD, woken[-1], POINTS)
    assert still == frame(scene, STANDARD, 1e6, POINTS)
    assert {at_point(still, p) for p in range(19)} == {(42, 36, 27)}


def test_a_draw_ends_in_the_colours_of_both() -> None:
    scene = Scene(sweep=(Seat(0), Seat(1)))
    still = frame(scene, SAFE, 100.0, POINTS)
    shown = [tuple(round(0.3 * c) for c in SAFE.seats[seat]) for seat in (0, 1)]
    assert [at_point(still, p) for p in range(4)] == shown * 2


def test_lamps_are_drawn_over_the_sweep() -> None:
    scene = Scene(((Point(4), Lamp(Meaning.TAKE_OFF)),), sweep=(Seat(0),))
    assert at_point(frame(scene, STANDARD, 100.0, POINTS), 4) == (255, 55, 0)
    assert at_point(frame(scene, STANDARD, 100.2, POINTS), 4) == DARK


def test_a_points_share_dims_that_point_alone() -> None:
    scene = Scene(tuple((Point(p), Lamp(Meaning.TAKE_OFF)) for p in (0, 1)))
    shown = frame(scene, STANDARD, 0.0, 2, (0.5, 1.0))
    assert at_point(shown, 0) == (128, 28, 0)
    assert at_point(shown, 1) == (255, 55, 0)


def test_a_time_before_the_scene_began_shows_its_beginning() -> None:
    scene = one(Meaning.PUT_HERE, since=10)
    assert frame(scene, STANDARD, 9.0, POINTS) == frame(scene, STANDARD, 10.0, POINTS)


@given(scenes, st.sampled_from(list(PALETTES.values())), st.floats(0, 20))
def test_nothing_changes_before_the_next_change(
    scene: Scene, palette: Palette, after: float
) -> None:
    at = scene.since + after
    shown = frame(scene, palette, at, POINTS)
    assert len(shown) == 3 * POINTS
    due = next_change(scene, palette, at)
    if due is None:
        assert frame(scene, palette, at + 1234.5, POINTS) == shown
        return
    assert due > at
    for share in (0.2, 0.7, 1.0):
        before = max(at, at + share * (due - at) - 0.002)
        assert frame(scene, palette, before, POINTS) == shown
    after_due = next_change(scene, palette, due)
    assert after_due is None or after_due > due


@given(scenes, st.floats(0, 20))
def test_the_same_moment_gives_the_same_frame_whenever_the_scene_began(
    scene: Scene, after: float
) -> None:
    millisecond = round(after * 1000) / 1000
    moved = Scene(scene.lamps, scene.sweep, scene.choices, scene.picked, 0.0)
    assert frame(scene, SAFE, scene.since + millisecond, POINTS) == frame(
        moved, SAFE, millisecond, POINTS
    )

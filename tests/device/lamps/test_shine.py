"""What is told of a scene once is what its frames show at any time."""

from __future__ import annotations

import re
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from companion.device.lamps.frame import brightest_frame, frame, sweeping
from companion.device.lamps.legend import SPOKEN
from companion.device.lamps.palette import STANDARD
from companion.device.lamps.rhythm import level_at
from companion.device.lamps.scene import Lamp, Meaning, Scene
from companion.device.lamps.shine import shines
from companion.rules import Seat
from tests.device.lamps.test_frame import POINTS, scenes

SIGNS = Path("companion/page/static/signs.js")


@given(scenes, st.integers(0, 20_000), st.lists(st.floats(0, 1), min_size=POINTS, max_size=POINTS))
def test_shines_make_the_frames_of_any_moment(scene: Scene, ms: int, dim: list[float]) -> None:
    still = Scene(scene.lamps, (), scene.choices, scene.picked, 0.0)
    expected = frame(still, STANDARD, ms / 1000, POINTS, dim)
    made = bytearray(3 * POINTS)
    brightest = brightest_frame(still, STANDARD, POINTS, dim)
    for shine in shines(still, STANDARD, brightest):
        level, _ = level_at(shine.beats, ms)
        for point, rgb in shine.lamps:
            made[3 * point : 3 * point + 3] = bytes(round(channel * level) for channel in rgb)
    # The brightest light has been rounded before.
    assert all(abs(one - other) <= 1 for one, other in zip(made, expected, strict=True))


@given(scenes, st.integers(0, 20_000))
def test_no_frame_is_brighter_than_the_brightest_one(scene: Scene, ms: int) -> None:
    still = Scene(scene.lamps, (), scene.choices, scene.picked, 0.0)
    shown = frame(still, STANDARD, ms / 1000, POINTS)
    brightest = brightest_frame(still, STANDARD, POINTS)
    assert all(now <= most for now, most in zip(shown, brightest, strict=True))


def test_lamps_of_one_meaning_shine_together() -> None:
    lamps = tuple((p, Lamp(Meaning.MAY_MOVE, Seat(p % 2))) for p in range(4))
    scene = Scene(lamps)  # type: ignore[arg-type] # plain integers
    (shine,) = shines(scene, STANDARD, brightest_frame(scene, STANDARD, POINTS))
    assert [point for point, _ in shine.lamps] == [0, 1, 2, 3]
    assert shine.lamps[0][1] == shine.lamps[2][1] != shine.lamps[1][1]


def test_a_sweep_ends() -> None:
    scene = Scene(sweep=(Seat(0),), since=5.0)
    assert sweeping(scene, 5.0)
    assert not sweeping(scene, 8.0)
    assert not sweeping(Scene(since=5.0), 5.0)


def test_every_meaning_is_spoken() -> None:
    assert set(SPOKEN) == set(Meaning)


def test_every_meaning_has_a_sign_of_its_own_on_the_page() -> None:
    signs = dict(re.findall(r'^  (\w+): "(.*)",$', SIGNS.read_text(), re.MULTILINE))
    assert set(signs) == {meaning.name.lower() for meaning in Meaning}
    drawn = {name: sign for name, sign in signs.items() if sign}
    assert set(signs) - set(drawn) == {"may_move", "last_move"}  # told apart by their rings
    assert len(set(drawn.values())) == len(drawn)

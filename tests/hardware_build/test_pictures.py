"""The rendered pictures: what they show is what the models are."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from hardware.artwork.shapes import XY, Circle, Drawing, Polygon, Style, TextLine, box
from hardware.assembly.solids import block
from hardware.comparison import visible_changes
from hardware.generated import HERE, differences
from hardware.guide.bags import BENCH, shares
from hardware.guide.page import STEPS
from hardware.pictures.files import (
    ARRIVING,
    FALLING,
    MOST,
    RESTING,
    STILL,
    TURNING,
    arriving,
    files,
    still,
    stills,
)
from hardware.pictures.print_image import image
from hardware.pictures.renderer import Array, Camera, Look, Scene, render, visible
from hardware.pictures.scenes import View
from hardware.pictures.step_scenes import StepScenes, step_scenes
from hardware.pictures.things import add, table
from tests.slow import slow_after

FOLDER = HERE / "pictures"
LEAST = 100
"""Pixels of a part that is seen."""
RED, GREEN = Look((0.9, 0.1, 0.1)), Look((0.1, 0.9, 0.1))


def above(scene: Scene, size: int = 60) -> Array:
    """The picture of a scene from above, its rows from the north, with 1 mm to each pixel."""
    far = 10_000.0
    camera = Camera((0, -0.01, far), (0, 0, 0), float(2 * np.degrees(np.arctan(size / 2 / far))))
    return render(scene, camera, size, size).astype(float)


# The renderer.


def test_a_solid_is_seen_where_it_is_and_in_its_colour() -> None:
    scene = Scene()
    add(scene, block(5, 10, 0, 25, 20, 4), RED)
    seen = above(scene)
    red = seen[..., 0] > 1.5 * seen[..., 1]
    rows, columns = np.nonzero(red)
    assert [int(columns.min()), int(columns.max())] == [35, 54]
    assert [int(rows.min()), int(rows.max())] == [10, 19]
    assert red.sum() == 200


def test_what_is_nearer_hides_what_is_farther() -> None:
    for first, last in ((RED, GREEN), (GREEN, RED)):
        scene = Scene()
        add(scene, block(-10, -10, 5, 10, 10, 8), last)
        add(scene, block(-20, -20, 0, 20, 20, 3), first)
        red, green, _ = above(scene)[30, 30]
        assert (red > green) == (last is RED)


def test_the_sun_casts_a_shadow_on_the_side_away_from_it() -> None:
    scene = Scene()
    table(scene, 0, (0, 0), 100)
    add(scene, block(-4, -4, 0, 4, 4, 12), RED)
    seen = above(scene).mean(axis=2)
    lit, dark = seen[40, 18], seen[24, 36]  # south-west, north-east
    assert dark < 0.85 * lit
    assert seen[5, 5] == pytest.approx(lit, rel=0.1)


def test_a_print_lies_the_right_way_round() -> None:
    drawing = Drawing(
        40,
        40,
        (
            Polygon(box(0, 0, 40, 40), Style(fill="#ffffff")),
            Polygon(box(0, 30, 10, 40), Style(fill="#ff0000")),
            Circle(XY(35, 5), 4, Style(fill="#0000ff")),
            TextLine(XY(20, 18), "M", 8, "#000000", "middle", "sans"),
        ),
    )
    flat = image(drawing, 4)
    assert flat.shape == (160, 160, 3)
    assert flat[-10, 10].tolist() == [1, 0, 0]  # rows begin in the south
    assert flat[20, 140].tolist() == [0, 0, 1]
    assert flat[60:100, 60:100].min() < 0.2
    scene = Scene()
    add(
        scene, block(-20, -20, 0, 20, 20, 1), Look((1, 1, 1), image=flat, size=(40, 40)), (-20, -20)
    )
    seen = above(scene)
    assert seen[12, 12, 0] > 2 * seen[12, 12, 1]  # north-west
    assert seen[45, 45, 2] > 2 * seen[45, 45, 1]  # south-east


def test_a_camera_sees_all_of_its_scene() -> None:
    scene = Scene()
    add(scene, block(0, 0, 0, 300, 40, 25), RED)
    table(scene, 0, (150, 20))
    for turn in (0.0, 75.0, 200.0):
        camera = View(scene).camera(STILL, turn)
        seen = (scene.subject.reshape(-1, 3) - np.asarray(camera.eye)) @ camera.axes().T
        flat = seen[:, :2] / seen[:, 2:] / np.tan(np.radians(camera.angle) / 2)
        flat[:, 1] *= STILL[0] / STILL[1]
        assert np.abs(flat).max() < 1
        assert np.abs(flat).max() > 0.8


# The files.


def test_pictures_are_small_and_complete() -> None:
    moving = {f"{board}-{how}" for board in step_scenes() for how in ("turning", "building")}
    names = {path.stem for path in FOLDER.glob("*.webp")}
    assert names == stills().keys() | moving
    assert sum((FOLDER / f"{name}.webp").stat().st_size for name in names) <= MOST
    for name in names:
        with Image.open(FOLDER / f"{name}.webp") as picture:
            assert picture.size == (TURNING if name in moving else STILL)
            assert getattr(picture, "n_frames", 1) > 10 or name not in moving


@pytest.mark.parametrize(
    "name", slow_after(2, ("star-step-09", "grid9-step-03", *sorted(stills())))
)
def test_a_picture_shows_its_scene(name: str) -> None:
    size = STILL[0] // 4, STILL[1] // 4

    def small(other: str) -> Array:
        with Image.open(FOLDER / f"{other}.webp") as picture:
            return np.asarray(picture.convert("RGB").resize(size, Image.Resampling.BOX), float)

    with Image.open(BytesIO(still(stills()[name](), size))) as picture:
        made = np.asarray(picture.convert("RGB"), float)
    apart = {other: float(np.abs(small(other) - made).mean()) for other in stills()}
    assert apart[name] < 6
    assert apart[name] == min(apart.values())


# The steps.


STEP = pytest.mark.parametrize(
    ("scenes", "number"),
    [
        pytest.param(scenes, number, id=f"{name}-{number}")
        for name, scenes in step_scenes().items()
        for number in range(1, len(STEPS) + 1)
    ],
)


@STEP
def test_each_step_of_a_guide_has_its_picture(scenes: StepScenes, number: int) -> None:
    guide = scenes.guide
    page = (HERE / f"guide/{guide.name}.md").read_text(encoding="utf-8")
    (section,) = (
        part
        for part in page.split("\n### ")
        if part.startswith(f"{number} · {STEPS[number - 1]['title']}")
    )
    name = f"{guide.name}-step-{number:02}"
    assert f"(../pictures/{name}.webp)" in section
    assert name in stills()


@STEP
def test_every_part_of_a_steps_bag_is_seen_in_its_picture(scenes: StepScenes, number: int) -> None:
    bag = {share.part.part for share in shares(scenes.guide.built) if share.bag == number}
    view = scenes.all[number - 1]()
    seen = visible(view.scene, view.camera(STILL), *STILL)
    assert {part for part in bag if seen[part] < LEAST} == set()
    # And no part is in it that another step's bag, or none, holds.
    assert set(view.scene.stages) - {""} == bag


def test_every_part_of_the_list_is_in_the_picture_of_some_step() -> None:
    for scenes in step_scenes().values():
        stages = {part for make in scenes.all for part in make().scene.stages}
        counted = {share.part.part for share in shares(scenes.guide.built) if share.bag != BENCH}
        assert counted == stages - {""}


def test_what_is_hidden_is_not_counted_as_seen() -> None:
    scene = Scene()
    scene.arrive("reed switch")
    add(scene, block(-5, -5, 0, 5, 5, 3), RED)
    camera = Camera((0, -0.01, 80), (0, 0, 0))
    assert visible(scene, camera, 80, 80)["reed switch"] > LEAST
    scene = Scene()
    scene.arrive("reed switch")
    add(scene, block(-5, -5, 0, 5, 5, 3), RED)
    scene.arrive()
    add(scene, block(-9, -9, 4, 9, 9, 6), GREEN)
    assert visible(scene, camera, 80, 80)["reed switch"] == 0


def test_parts_arrive_one_after_another_from_above() -> None:
    scene = Scene()
    table(scene, 0, (0, 0), 100)
    scene.arrive("fuse")
    add(scene, block(-20, -5, 0, -10, 5, 3), RED)
    scene.arrive("foot")
    add(scene, block(10, -5, 0, 20, 5, 3), GREEN)

    def heights(time: float) -> dict[str, float]:
        now = scene.before(time)
        lows = {}
        for number in range(len(now.looks)):
            mine = now.triangles[now.owners == number]
            lows[now.part(number)] = float(mine[..., 2].min())
        return lows

    assert heights(0.0) == {"": 0}
    early = heights(0.25)
    assert early.keys() == {"", "fuse"}
    assert early["fuse"] > 0
    assert heights(0.5) == {"": 0, "fuse": 0}
    late = heights(0.75)
    assert late["fuse"] == 0 < late["foot"]
    assert heights(1.0) == {"": 0, "fuse": 0, "foot": 0}


@pytest.mark.parametrize("scenes", step_scenes().values(), ids=step_scenes())
def test_the_building_of_a_board_takes_twenty_seconds(scenes: StepScenes) -> None:
    with Image.open(FOLDER / f"{scenes.guide.name}-building.webp") as picture:
        count = getattr(picture, "n_frames", 1)
        times = []
        for number in range(count):
            picture.seek(number)
            picture.load()
            times.append(picture.info["duration"])
    assert sum(times) == len(STEPS) * ((ARRIVING - 1) * FALLING + RESTING)
    assert sum(times) == pytest.approx(20_000, rel=0.02)


@pytest.mark.parametrize("step", slow_after(1, ("star 9", "grid9 3")))
def test_a_step_in_the_building_of_a_board_ends_as_its_picture(step: str) -> None:
    board, _, digits = step.partition(" ")
    number = int(digits)
    with Image.open(FOLDER / f"{board}-building.webp") as picture:
        starts, at = [], 0
        for frame in range(getattr(picture, "n_frames", 1)):
            picture.seek(frame)
            picture.load()
            at += picture.info["duration"]
            starts.append((at, np.asarray(picture.convert("RGB"), float)))
    each = (ARRIVING - 1) * FALLING + RESTING
    shown = next(seen for end, seen in starts if end >= number * each)
    *_, last = arriving(step_scenes()[board].all[number - 1]())
    assert float(np.abs(shown - last).mean()) < 6


@pytest.mark.slow
def test_the_committed_files_are_what_is_made() -> None:
    assert differences("pictures", files()) == []


def test_pictures_are_compared_by_what_they_show() -> None:
    def webp(picture: Array, quality: int) -> bytes:
        out = BytesIO()
        Image.fromarray(picture.astype(np.uint8)).save(out, "WEBP", quality=quality)
        return out.getvalue()

    ramp = np.tile(np.linspace(0, 255, 64), (64, 1))[..., None].repeat(3, axis=2)
    assert visible_changes("a.webp", webp(ramp, 80), webp(ramp, 60)) == []
    (line,) = visible_changes("a.webp", webp(ramp, 80), webp(ramp[:, ::-1], 80))
    assert "shades off" in line
    (line,) = visible_changes("a.webp", webp(ramp, 80), webp(ramp[:32], 80))
    assert "64 × 32" in line

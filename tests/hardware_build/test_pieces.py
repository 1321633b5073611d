"""The printable pieces are closed solids of the right size, with room for their magnets."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from itertools import combinations, pairwise
from math import cos, hypot, pi

import pytest
import trimesh
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import LineString
from shapely.ops import polygonize

from companion.games.registry import make
from companion.maker.coupon import PLAYS as PLAYS_TRIED
from companion.maker.coupon import SCREW_WIDTHS, SLOT_WIDTHS
from hardware.artwork.layout import MOST
from hardware.generated import HERE, differences
from hardware.magnets.forces import FRICTION, MAGNETLESS, force, push, weight
from hardware.magnets.trials import TOUCHING
from hardware.parts.magnets import PIECE, Disc
from hardware.pieces.coupon import coupon, coupon_plate
from hardware.pieces.files import files
from hardware.pieces.loft import CORNERS, angles, ring, solid, stl
from hardware.pieces.shapes import (
    PLAYS,
    SIZES,
    SKIN,
    WIDEST,
    InvalidSizes,
    Sizes,
    half_marker_height,
    pieces,
    usual_sizes,
)
from tests.published import PUBLISHED

NAMES = pytest.mark.parametrize("name", pieces())
POCKETLESS = {*MAGNETLESS}
PLA = 1.24e-3  # g a mm³


@cache
def mesh(name: str, sizes: Sizes = SIZES) -> trimesh.Trimesh:
    loaded = trimesh.load_mesh(BytesIO(stl(name, solid(pieces(sizes)[name]))), file_type="stl")
    assert isinstance(loaded, trimesh.Trimesh)
    return loaded


def test_the_committed_files_are_what_is_made() -> None:
    assert differences("pieces", files()) == []


def test_the_committed_files_are_small() -> None:
    for path in (HERE / "pieces").glob("*.stl"):
        assert path.stat().st_size < 256_000


@NAMES
def test_a_piece_is_a_closed_solid(name: str) -> None:
    made = mesh(name)
    assert made.is_watertight
    assert made.is_winding_consistent
    assert made.is_volume
    assert made.volume > 0


def test_a_solid_with_a_face_left_out_is_not_closed() -> None:
    triangles = solid(pieces()["man"])[1:]
    made = trimesh.load_mesh(BytesIO(stl("torn", triangles)), file_type="stl")
    assert not made.is_watertight


@NAMES
def test_no_surface_of_a_piece_crosses_itself(name: str) -> None:
    # Rings share their directions, so it is enough to look at the profile in each of them.
    rings = pieces()[name]
    for direction in range(CORNERS):
        profile = [made[direction] for made in rings]
        profile = [(0.0, profile[0][1]), *profile, (0.0, profile[-1][1])]
        edges = list(pairwise(profile))
        assert all(a != b for a, b in edges)
        for (i, one), (j, other) in combinations(enumerate(edges), 2):
            assert j == i + 1 or not crossing(one, other), (name, direction, one, other)


Edge = tuple[tuple[float, float], tuple[float, float]]


def crossing(one: Edge, other: Edge) -> bool:
    def side(edge: Edge, at: tuple[float, float]) -> float:
        (x, y), (u, v) = edge
        return (u - x) * (at[1] - y) - (v - y) * (at[0] - x)

    return (
        side(one, other[0]) * side(one, other[1]) < 0
        and side(other, one[0]) * side(other, one[1]) < 0
    )


@NAMES
def test_a_piece_covers_no_lamp(name: str) -> None:
    # A lamp's hole, 5 mm wide, is 15 mm up and 15 mm aside where points are 40 mm apart, and a
    # piece may stand 6.7 mm off its point.
    made = mesh(name)
    assert max(hypot(x, y) for x, y, _ in made.vertices) <= SIZES.width / 2 + 1e-3
    assert SIZES.width / 2 + 6.7 < hypot(15, 15) - 2.5


@pytest.mark.slow
def test_pieces_for_larger_pitches_are_solids_whose_walls_can_be_printed() -> None:
    sizes = usual_sizes(MOST)
    width = sizes.width
    assert width == WIDEST
    for name, rings in pieces(sizes).items():
        made = mesh(name, sizes)
        assert made.is_volume, name
        assert max(hypot(x, y) for x, y, _ in made.vertices) <= width / 2 + 1e-3
        if name not in POCKETLESS:
            assert min(r for r, _ in rings[2]) - rings[0][0][0] >= 1.5, name


@pytest.mark.parametrize(("pitch", "free"), [(33.33, 3), (40, 6.7), (50, 9)])
def test_a_piece_of_any_pitch_may_stand_off_its_point(pitch: float, free: float) -> None:
    lamp = hypot(0.375 * pitch, 0.375 * pitch) - 2.5
    assert lamp - usual_sizes(pitch).width / 2 >= free
    # Two pieces side by side leave room for fingers.
    assert pitch - usual_sizes(pitch).width >= 9


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("man", (24, 24, 7)),
        ("number-5", (24, 24, 7)),
        ("stone", (19.2, 19.2, 8)),
        ("gomony-half", (24, 24, 5.6)),
        ("gomony-cap-half", (24, 24, 3.1)),
        ("coin-nickel", (21.12, 21.12, 8.6)),
        ("coin-dime", (18, 18, 8.6)),
        ("coin-quarter", (24, 24, 8.6)),
        ("halma-square", (23.08, 23.08, 12)),
        ("halma-triangle", (20.78, 18, 12)),
        ("halma-circle", (21.6, 21.6, 12)),
        ("halma-diamond", (24, 15.36, 12)),
        ("crown", (20, 20, 7.2)),
    ],
)
def test_a_piece_has_its_size(name: str, size: tuple[float, float, float]) -> None:
    assert mesh(name).extents == pytest.approx(size, abs=0.05)


def pocket(made: trimesh.Trimesh) -> tuple[float, float]:
    """Diameter and depth of what opens at the underside around the axis."""
    low = made.bounds[0][2]
    across = 2 * min(hypot(x, y) for x, y, z in made.vertices if abs(z - low) < 1e-6)
    depth = min(z for x, y, z in made.vertices if hypot(x, y) < 1e-6) - low
    return across, depth


@settings(max_examples=4)
@given(
    diameter=st.floats(min_value=3, max_value=8),
    thickness=st.floats(min_value=1, max_value=3),
    play=st.floats(min_value=0.05, max_value=0.4),
)
def test_the_pocket_fits_the_magnet(diameter: float, thickness: float, play: float) -> None:
    sizes = Sizes(magnet=Disc(diameter, thickness), play=play)
    for name in ("man", "halma-triangle", "halma-diamond"):
        made = mesh(name, sizes)
        assert made.is_volume
        across, depth = pocket(made)
        assert across == pytest.approx(diameter + play, abs=1e-3)
        assert depth == pytest.approx(thickness + play, abs=1e-3)


@NAMES
def test_every_piece_but_crowns_and_caps_has_a_pocket(name: str) -> None:
    across, depth = pocket(mesh(name))
    if name in POCKETLESS:
        assert depth == 0
    elif name == "gomony-half":  # as near to the outer face as it can be
        assert (across, depth) == pytest.approx((6.35, 4.8 - SKIN), abs=1e-3)
    else:
        assert (across, depth) == pytest.approx((6.35, 3.35), abs=1e-3)


@NAMES
def test_a_piece_needs_no_supports(name: str) -> None:
    made = mesh(name)
    low = made.bounds[0][2]
    _, deep = pocket(made)
    for normal, corners in zip(made.face_normals, made.triangles, strict=True):
        # What faces down by more than 45 degrees lies on the printer's bed, or bridges a pocket.
        if normal[2] < -0.72:
            high, far = max(z for _, _, z in corners), max(hypot(x, y) for x, y, _ in corners)
            bridged = high == pytest.approx(low + deep, abs=1e-3) and far < 4.3
            assert high == pytest.approx(low, abs=1e-3) or bridged, (name, corners)


def test_a_crown_rests_in_the_dish_of_a_man() -> None:
    man, crown = (
        [made[0] for made in pieces()[name]] for name in ("man", "crown")
    )  # the profile in direction 0, where a man has no notch
    top = max(z for _, z in man)
    recess, bottom = man[-1]
    for radius, z in crown:
        height = bottom + z
        assert radius < recess - 0.1 or height > top + 0.05


@NAMES
def test_the_walls_around_a_pocket_can_be_printed(name: str) -> None:
    if name in POCKETLESS:
        return
    rings = pieces()[name]
    (radius, depth), roof = rings[0][0], min(z for _, z in rings[-1])
    assert min(r for r, _ in rings[2]) - radius >= 1.2  # three lines of a nozzle of 0.4 mm
    assert roof - depth >= (SKIN - 1e-9 if name == "gomony-half" else 1.5)


# The small print


@cache
def small_print() -> trimesh.Trimesh:
    loaded = trimesh.load_mesh(BytesIO(stl("coupon", coupon())), file_type="stl")
    assert isinstance(loaded, trimesh.Trimesh)
    return loaded


def test_the_small_print_is_a_plate_and_two_parts_all_closed() -> None:
    made = small_print()
    assert made.is_watertight
    assert made.is_winding_consistent
    parts = sorted(made.split(), key=lambda part: part.bounds[0][0])
    assert len(parts) == 3
    assert all(part.is_volume for part in parts)
    assert [part.bounds[0][2] for part in parts] == [0, 0, 0]
    plate, *others = parts
    assert plate.volume == pytest.approx(coupon_plate().volume(), rel=1e-4)
    assert {round(part.volume) for part in others} == {
        round(mesh(name).volume) for name in ("gomony-half", "gomony-cap-half")
    }
    for one, other in combinations(parts, 2):
        apart = [
            max(a, b)
            for a, b in zip(one.bounds[0] - other.bounds[1], other.bounds[0] - one.bounds[1],
                            strict=True)
        ]  # fmt: skip
        assert max(apart) >= 2
    assert max(made.extents[:2]) < 200


def hollows(height: float) -> list[tuple[float, float]]:
    """The widths and heights of the holes in the plate at a height, from west to east."""
    cut = trimesh.intersections.mesh_plane  # without types
    segments = cut(small_print(), (0, 0, 1), (0, 0, height))  # type: ignore[no-untyped-call]
    plate, *_ = sorted(
        polygonize([LineString(ends) for ends in segments.round(3)[:, :, :2]]),
        key=lambda found: -found.area,
    )
    boxes = sorted(ring_.bounds for ring_ in plate.interiors)
    return [(c - a, d - b) for a, b, c, d in boxes]


def test_the_small_print_has_what_it_is_asked_for() -> None:
    """Cut at two heights: near the bed pockets, slots and holes; above the pockets what goes
    through."""
    low, high = hollows(1.01), hollows(3.81)
    assert len(low) == len(high) + len(PLAYS_TRIED)
    slots, screws = high[: len(SLOT_WIDTHS)], high[len(SLOT_WIDTHS) :]
    assert slots == [pytest.approx((width, 22), abs=0.01) for width in SLOT_WIDTHS]
    for (across, _), width in zip(screws, SCREW_WIDTHS, strict=True):
        assert width + 0.15 <= across <= width + 0.35  # as in the frame
    pockets = [across for across, tall in low if 6 < across < 7 and tall < 7]
    assert pockets == pytest.approx([PIECE.diameter + play for play in PLAYS_TRIED], abs=0.03)
    assert SIZES.play in PLAYS_TRIED


@pytest.mark.parametrize("play", PLAYS)
def test_pieces_with_the_least_and_the_most_play_can_be_printed(play: float) -> None:
    sizes = Sizes(play=play)
    for name, rings in pieces(sizes).items():
        if name not in POCKETLESS:
            assert min(r for r, _ in rings[2]) - rings[0][0][0] >= 1.1, name
    assert mesh("halma-triangle", sizes).is_volume
    assert min(PLAYS) <= min(PLAYS_TRIED) <= max(PLAYS_TRIED) <= max(PLAYS)
    with pytest.raises(InvalidSizes, match=r"choose 0\.05 to 0\.55 mm"):
        Sizes(play=play + (0.1 if play > 0.3 else -0.1))


# Markers of Gomony

HALF_TURN = CORNERS // 6  # the angle, in corners, from the middle of a tooth to that of a gap


def test_any_two_faces_of_markers_lock() -> None:
    heights = [half_marker_height(angle) for angle in angles()]
    # Turning a marker over mirrors its teeth, which are the same then.
    assert heights == pytest.approx(heights[:1] + heights[:0:-1])
    stacked = [
        a + b for a, b in zip(heights, heights[HALF_TURN:] + heights[:HALF_TURN], strict=True)
    ]
    assert max(stacked) == pytest.approx(SIZES.marker)
    # Teeth on teeth they would stand off by more than a millimetre: the fit can be felt.
    assert max(2 * height for height in heights) > SIZES.marker + 1
    # A little off they still fit, so that hands need not aim.
    for off in (-2, 2):
        turned = heights[HALF_TURN + off :] + heights[: HALF_TURN + off]
        assert max(a + b for a, b in zip(heights, turned, strict=True)) <= SIZES.marker + 1e-9


def test_a_cap_locks_onto_any_marker() -> None:
    marker, cap = (
        [half_marker_height(angle, thick) for angle in angles()]
        for thick in (SIZES.marker / 2, SIZES.cap / 2)
    )
    assert max(
        a + b for a, b in zip(marker, cap[HALF_TURN:] + cap[:HALF_TURN], strict=True)
    ) == pytest.approx(SIZES.marker / 2 + SIZES.cap / 2)


def test_a_marker_that_was_turned_over_would_throw_off_its_neighbour() -> None:
    # So a promoted one is not turned over, but gets a cap.
    assert force(PIECE, (0, 0, SIZES.marker), turned=True)[2] > 4 * weight("gomony-half")


@NAMES
def test_no_piece_is_pushed_by_a_neighbour_that_touches_it(name: str) -> None:
    if name not in POCKETLESS:
        assert push(PIECE, TOUCHING) < FRICTION * weight(name)


@NAMES
def test_the_weight_is_that_of_the_model(name: str) -> None:
    copies = 2 if name == "gomony-half" else 1
    plastic = copies * mesh(name).volume * PLA
    magnet = 0 if name in POCKETLESS else pi / 4 * 6**2 * 3 * 7.5e-3
    assert weight(name) == pytest.approx(plastic + magnet, rel=1e-3)


# What the pieces are for


def test_the_page_says_what_to_use_for_every_game_and_kind() -> None:
    page = (HERE / "pieces/README.md").read_text(encoding="utf-8")
    for kind in PUBLISHED:
        game = make(kind)
        (row,) = [line for line in page.splitlines() if line.startswith(f"| [{game.title}](")]
        for piece in game.pieces:
            assert piece.kind in row, (game.title, piece.kind)


def test_the_page_links_every_model() -> None:
    page = (HERE / "pieces/README.md").read_text(encoding="utf-8")
    for name in files():
        assert f"({name})" in page


def test_outlines_have_their_corners() -> None:
    for name, count in (("halma-square", 4), ("halma-triangle", 3), ("halma-diamond", 4)):
        sides = [r for r, _ in pieces()[name][3]]
        peaks = sum(sides[i - 1] < sides[i] > sides[(i + 1) % CORNERS] for i in range(CORNERS))
        assert peaks == count
    assert ring(lambda angle: 5 + cos(angle), 1)[0] == (6.0, 1)
    assert angles()[CORNERS // 2] == pytest.approx(pi)

"""How a board goes together: thicknesses add up, light and cables have their way, parts fit."""

from __future__ import annotations

import re
from functools import cache
from io import BytesIO
from itertools import combinations, pairwise
from math import cos, hypot, pi, sin

import pytest
import trimesh

from hardware.artwork.layout import BOARDS, COVER, STRAIGHT, WALL, Layout, Measures
from hardware.artwork.shapes import XY, Circle, Polygon
from hardware.assembly.__main__ import main
from hardware.assembly.carrier import carrier, kinds, meeting
from hardware.assembly.case import BED, PI_BOARD, PICO_BOARD, Case, CaseTooLarge, Computer
from hardware.assembly.files import PUBLISHED, drawings, files, models
from hardware.assembly.harness import PIXEL_WIDE
from hardware.assembly.panels import panels
from hardware.assembly.paper import Paper
from hardware.assembly.places import point_lamp, point_slots
from hardware.assembly.solids import Plan, Solid, block, overlap, plate, polygon, rectangle
from hardware.assembly.stack import LINED, STACK, WALL_OF_DIFFUSER, Stack
from hardware.generated import HERE, differences
from hardware.magnets.places import reeds_of_a_point, standing
from hardware.pieces.shapes import SIZES

ALL = pytest.mark.parametrize("name", BOARDS)


@cache
def layout(name: str) -> Layout:
    return Layout(BOARDS[name])


@cache
def case(name: str) -> Case:
    return Case(layout(name))


FITTING = pytest.mark.parametrize(
    ("name", "computer"),
    [pytest.param(name, computer, id=f"{name}-{computer.name}") for name in BOARDS
     for computer in case(name).computers],
)  # fmt: skip


@cache
def every(name: str) -> dict[str, bytes]:
    return models(layout(name))


@cache
def made() -> dict[str, bytes]:
    return files()


@cache
def drawn() -> dict[str, Paper]:
    return drawings()


def test_the_committed_files_are_what_is_made() -> None:
    assert differences("assembly", made()) == []


def test_the_committed_models_are_small() -> None:
    sizes = [len(content) for name, content in made().items() if name.endswith(".stl")]
    assert len(sizes) > 10
    assert max(sizes) < 80_000
    assert sum(sizes) < 450_000


# Thicknesses.


def test_thicknesses_add_up() -> None:
    assert STACK.cover == STACK.sheet + STACK.face <= COVER
    assert STACK.height == pytest.approx(
        STACK.foot + STACK.floor + STACK.room + STACK.base + STACK.face + STACK.sheet
    )
    assert Stack(base=8).height == STACK.height - 2


def test_the_page_has_the_thicknesses() -> None:
    page = (HERE / "assembly/README.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| (\w+) \| ([\d.]+) \| ", page, re.M))
    assert rows.keys() == {"felt", "print", "face", "base", "wires", "room", "floor", "foot"}
    for name, mm in rows.items():
        assert getattr(STACK, "sheet" if name == "print" else name) == float(mm), name


def test_screws_hold_the_case_and_do_not_touch_the_table() -> None:
    assert STACK.nut < STACK.screw_end < STACK.foot
    page = " ".join((HERE / "assembly/README.md").read_text("utf-8").split())
    assert f"screws (M4, {STACK.screw:g} mm)" in page
    assert f"stand out by {STACK.screw_end:g} mm below" in page


def test_a_lead_is_straight_for_as_long_as_reeds_need() -> None:
    assert STACK.straight() >= STRAIGHT
    # A slot that is only just long enough for the glass and twice 3 mm leaves no room for bends.
    assert STACK.straight(Measures(glass=14, slot=20)) < STRAIGHT


def test_the_wood_below_a_reed_holds_it() -> None:
    assert 2 * STACK.glass < STACK.base - STACK.pixel


def test_a_magnet_is_as_far_from_its_reed_as_is_calculated() -> None:
    # The zones are calculated for the thickest cover that is allowed.
    for reed in reeds_of_a_point().reeds:
        between = standing() - reed.middle[2]
        assert between == pytest.approx(STACK.to_reed(SIZES.magnet.thickness) + COVER - STACK.cover)


def test_a_slot_with_no_room_for_bends_is_noted() -> None:
    notes: list[str] = []
    models(Layout(BOARDS["star"], 40, Measures(glass=14, slot=20)), notes)
    assert notes == [
        "star: leads are straight for 2.25 mm beside the glass, and reeds want 3 mm: choose a "
        "longer slot or a shorter glass"
    ]


# Light.


@ALL
def test_light_reaches_its_hole_and_no_reed_is_in_its_way(name: str) -> None:
    board = layout(name)
    inner = board.well_radius - LINED - WALL_OF_DIFFUSER
    assert hypot(PIXEL_WIDE / 2, PIXEL_WIDE / 2) < inner  # the pixel fits into the diffuser
    assert board.lamp_radius < inner
    for point in range(board.board.size):
        lamp = point_lamp(board, point)
        for at in board.points:
            for slot in point_slots(board, board.points.index(at)):
                x = board.points[point].x + lamp.x - at.x
                y = board.points[point].y + lamp.y - at.y
                beside = max(slot.left - x, 0, x - slot.right)
                above = max(slot.bottom - y, 0, y - slot.top)
                assert hypot(beside, above) > board.well_radius + WALL / 2


def test_the_diffuser_fits_its_well() -> None:
    for name in BOARDS:
        board = case(name)
        left, bottom, low, right, top, high = board.diffuser.bounding_box()
        assert right - left == pytest.approx(top - bottom)
        assert right - left < board.layout.measures.well
        assert (low, high) == pytest.approx((0, STACK.base))


# Models.


def check_model(content: bytes) -> trimesh.Trimesh:
    mesh = trimesh.load_mesh(BytesIO(content), file_type="stl")
    assert mesh.is_watertight
    assert mesh.is_winding_consistent
    assert mesh.is_volume
    assert max(mesh.extents[:2]) <= BED
    return mesh


@ALL
def test_every_model_is_closed_and_fits_the_bed(name: str) -> None:
    found = {file for file in every(name) if file.endswith(".stl")}
    # Frame and floor, in quarters or whole, and the diffuser.
    parts = 2 if name == "nine" else 8
    assert len(found) == parts + 1 + len(kinds(layout(name)))
    for file in found:
        check_model(every(name)[file])
    whole = case(name)
    for part in (*whole.frames.values(), *whole.floors.values(), whole.diffuser):
        assert len(part.decompose()) == 1


@ALL
def test_no_model_needs_supports(name: str) -> None:
    for file, content in every(name).items():
        if not file.endswith(".stl"):
            continue
        mesh = check_model(content)
        low = mesh.bounds[0][2]
        for normal, triangle in zip(mesh.face_normals, mesh.triangles, strict=True):
            if triangle[:, 2].max() > low + 1e-3:
                assert normal[2] >= -0.7072, (file, normal, triangle)


@ALL
def test_parts_do_not_meet(name: str) -> None:
    whole = case(name)
    parts = [*whole.frames.values(), *whole.floors.values()]
    for one, other in combinations(parts, 2):
        assert overlap(one, other) < 1e-6
    divided = sum(part.volume() for part in whole.frames.values()) < whole.frame.volume()
    assert divided is (len(whole.frames) > 1)
    assert sum(part.volume() for part in whole.frames.values()) > 0.98 * whole.frame.volume()


@ALL
def test_the_floor_fits_the_frame_with_play(name: str) -> None:
    whole = case(name)
    assert overlap(whole.floor, whole.frame) < 1e-6
    play = whole.sizes.play
    for dx, dy in ((play, 0), (-play, 0), (0, play), (0, -play)):
        moved = whole.floor.translate((dx * 0.99, dy * 0.99, 0))
        assert overlap(moved, whole.frame) < 1e-6
        assert overlap(whole.floor.translate((dx * 1.5, dy * 1.5, 0)), whole.frame) > 1
    # It lies against the blocks.
    assert overlap(whole.floor.translate((0, 0, 0.1)), whole.frame) > 1


def things(whole: Case, computer: Computer) -> list[Solid]:
    low = -STACK.room
    found = []
    for thing in whole.things(computer):
        stands = STACK.stand if thing.name == computer.name else 0.0
        found.append(
            block(thing.left, thing.bottom, low + stands, thing.right, thing.top, low + thing.high)
        )
    return found


@FITTING
def test_all_that_lies_in_the_case_has_room(name: str, computer: Computer) -> None:
    whole = case(name)
    inside = things(whole, computer)
    width, depth = whole.size
    room = block(0, 0, -STACK.room, width, depth, -STACK.wires)
    for one, other in combinations([*inside, whole.frame], 2):
        assert overlap(one, other) < 1e-6
    for thing in inside:
        assert overlap(thing, whole.floor) < 1e-6
        assert thing.volume() == pytest.approx(overlap(thing, room))


@FITTING
def test_every_cable_has_a_way_out(name: str, computer: Computer) -> None:
    whole = case(name)
    inside, low = things(whole, computer), -STACK.room
    cables = whole.cables(computer)
    assert len(cables) == 2
    for cable in cables:
        half = cable.across / 2
        assert cable.way[-1].y > whole.size[1]
        for start, end in pairwise(cable.way):
            run = plate(_along(start, end, half), low + cable.high - half, low + cable.high + half)
            assert overlap(run, whole.frame) < 1e-6, cable.name
            others = inside if cable.name.startswith("the computer") else inside[2:]
            touched = [overlap(run, thing) > 1e-6 for thing in others]
            # It begins at its plug.
            assert not any(touched[(start == cable.way[0]) :]), cable.name
    # There is room for the plug and the bend of the computer's cable.
    socket = whole.socket(computer)
    assert whole.size[1] - whole.sizes.wall - socket.y >= whole.sizes.plug - 1e-6


def _along(start: XY, end: XY, half: float) -> Plan:
    long = start.far(end)
    if long < 1e-6:
        return rectangle(start.x - half, start.y - half, start.x + half, start.y + half)
    return rectangle(
        min(start.x, end.x) - half,
        min(start.y, end.y),
        max(start.x, end.x) + half,
        max(start.y, end.y),
    )


def test_the_holes_are_those_of_the_drawings() -> None:
    # Raspberry Pi 4: 58 x 49 mm, 3.5 mm from two edges. Pico: 47 x 11.4 mm, 2 mm from both ends.
    whole = case("star")
    for computer, along, across in ((PI_BOARD, 58, 49), (PICO_BOARD, 11.4, 47)):
        xs, ys = ([at[axis] for at in whole.holes(computer)] for axis in (0, 1))
        assert max(xs) - min(xs) == pytest.approx(along)
        assert max(ys) - min(ys) == pytest.approx(across)
        thing = whole.pi if computer is PI_BOARD else whole.pico
        assert thing.left < min(xs) < max(xs) < thing.right
        assert thing.bottom < min(ys) < max(ys) < thing.top


@ALL
def test_no_slot_is_under_a_stand(name: str) -> None:
    whole = case(name)
    slots = [*whole.vents, *whole.ties]
    for computer in whole.computers:
        for at in whole.holes(computer):
            for left, bottom, right, top in slots:
                beside = max(left - at.x, 0, at.x - right)
                above = max(bottom - at.y, 0, at.y - top)
                assert hypot(beside, above) > computer.hole / 2 + 1.7


def test_the_starter_boards_case_fits_a_bed_in_two_parts_and_takes_a_pico() -> None:
    whole = case("nine")
    assert max(whole.size) <= 200
    assert whole.computers == (PICO_BOARD,)
    assert list(whole.frames) == list(whole.floors) == ["whole"]
    names = {name for name in made() if name.startswith("nine-") and name.endswith(".stl")}
    assert {"nine-frame-whole.stl", "nine-floor-whole.stl", "nine-diffuser.stl"} < names
    assert set(PUBLISHED) == {name.partition("-")[0] for name in made() if name.endswith(".stl")}
    for name in ("star", "grid7", "grid8", "grid9"):
        assert case(name).computers == (PI_BOARD, PICO_BOARD)
        assert len(case(name).frames) == 4


def test_the_ribbon_cable_of_a_pi_beside_the_board_has_a_way_out() -> None:
    whole = case("nine")
    middle, (wide, high) = whole.gates()[-1]
    ribbon = 40 * 1.27
    assert wide > ribbon + 1
    low, depth = -STACK.room, whole.size[1]
    for thick in (1.0, high - 0.1):
        cable = block(
            middle - ribbon / 2, depth - 30, low, middle + ribbon / 2, depth + 5, low + thick
        )
        assert overlap(cable, whole.frame) < 1e-6
    # It comes from the stripboard without the Pico in its way, which is not there then.
    assert not any(overlap(cable, thing) > 1e-6 for thing in things(whole, PICO_BOARD)[1:])
    # A Pi does not fit beside the stripboard.
    assert whole.pi.left < whole.shifter.right


def test_the_button_of_the_starter_board_has_room_behind_it() -> None:
    whole = case("nine")
    x = whole.button.x
    button = block(x - 8, 4, -STACK.room / 2 - 8, x + 8, 4 + 40, -STACK.room / 2 + 8)
    inside = [*things(whole, PICO_BOARD), whole.frame]
    assert not any(overlap(button, thing) > 1e-6 for thing in inside)


def test_a_case_that_fits_no_bed_is_refused() -> None:
    large = Layout(BOARDS["grid9"], 50)
    with pytest.raises(CaseTooLarge, match="saw the case from the panels"):
        models(large)
    notes: list[str] = []
    assert "grid9-panels.dxf" in models(large, notes)
    assert len(notes) == 1


@ALL
def test_the_panels_are_those_of_the_case(name: str) -> None:
    whole = case(name)
    drawing = panels(whole)
    outlines = {
        shape.tag: shape.corners
        for shape in drawing.shapes
        if isinstance(shape, Polygon) and shape.tag.split()[-1] != "slot"
    }
    width, depth = whole.size
    high = STACK.room + STACK.floor
    for wall, long in (("north", width), ("south", width), ("west", None), ("east", None)):
        corners = outlines[f"outline {wall}"]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        assert max(xs) - min(xs) == pytest.approx(long or depth - 2 * whole.sizes.wall)
        assert max(ys) - min(ys) == pytest.approx(high)
    screws = [s for s in drawing.shapes if isinstance(s, Circle)]
    stands = sum(len(computer.holes) for computer in whole.computers)
    assert len(screws) == len(whole.layout.screws) + stands + 1


# Carriers.


@ALL
def test_carriers_of_neighbours_do_not_meet(name: str) -> None:
    assert meeting(layout(name)) < 1e-6


def test_carriers_that_would_meet_are_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.assembly.carrier.WALL", 16.0)
    assert meeting(layout("star")) > 1
    notes: list[str] = []
    assert not [file for file in models(layout("star"), notes) if "carrier" in file]
    assert notes == ["star: at 40 mm carriers would meet; rout the base instead"]


def test_points_of_one_kind_have_one_carrier() -> None:
    board = layout("star")
    for points in kinds(board).values():
        first = carrier(board, points[0])
        for point in points[1:2]:
            assert carrier(board, point).volume() == pytest.approx(first.volume())


@ALL
def test_a_carrier_holds_reed_lead_light_and_strip(name: str) -> None:
    board = layout(name)
    half, bend = board.measures.glass / 2, STACK.straight(board.measures)
    for points in kinds(board).values():
        point = points[0]
        made_of, lamp = carrier(board, point), point_lamp(board, point)
        for slot in point_slots(board, point):
            y, middle = (slot.bottom + slot.top) / 2, (slot.left + slot.right) / 2
            glass = block(
                middle - half, y - STACK.glass, -2 * STACK.glass, middle + half, y + STACK.glass, 0
            )
            assert overlap(glass, made_of) < 1e-6
            thick = STACK.lead / 2
            for way in (-1, 1):
                end = middle + way * (half + bend + STACK.bend)
                straight = sorted((middle, end))
                lead = block(
                    straight[0] - thick, y - thick, -STACK.glass - thick,
                    straight[1] + thick, y + thick, -STACK.glass + thick,
                )  # fmt: skip
                down = block(
                    end - thick, y - thick, -STACK.base - 1, end + thick, y + thick, -STACK.glass
                )
                assert overlap(lead, made_of) < 1e-6
                assert overlap(down, made_of) < 1e-6
        light = plate(_round(lamp, board.lamp_radius * 0.99), -STACK.base, 1)
        assert overlap(light, made_of) < 1e-6
        low = -STACK.base
        strip = block(
            lamp.x - 17, lamp.y - 5, low, lamp.x + 17, lamp.y + 5, low + STACK.tape
        ) + block(
            lamp.x - 2.5, lamp.y - 2.5, low, lamp.x + 2.5, lamp.y + 2.5,
            low + STACK.tape + STACK.pixel,
        )  # fmt: skip
        assert overlap(strip, made_of) < 1e-6


def _round(at: XY, radius: float) -> Plan:
    turns = [2 * pi * i / 24 for i in range(24)]
    return polygon([(at.x + radius * cos(t), at.y + radius * sin(t)) for t in turns])


def test_the_page_counts_the_carriers() -> None:
    page = (HERE / "assembly/README.md").read_text("utf-8")
    counts = dict(re.findall(r"\[(\w\w)\]\(star-carrier-\1\.stl\) \| (\d+) \|", page))
    found = {kind: str(len(points)) for kind, points in kinds(layout("star")).items()}
    assert counts == found
    for name in ("grid7", "grid8", "grid9", "nine"):
        assert list(kinds(layout(name))) == ["ne"]


# Drawings.


@pytest.mark.parametrize(
    "name",
    ["section", "exploded", "case", "nine-case", "carrier", "calibrate"]
    + [f"step-{n:02}" for n in range(1, 13) if n != 2],
)
def test_the_words_of_a_drawing_are_legible(name: str) -> None:
    paper = drawn()[name]
    assert paper.width <= 190  # what A4 leaves
    assert paper.height <= 277
    assert len(paper.words) >= 4
    for one, other in combinations(paper.words, 2):
        assert not one.meets(other), (one.text, other.text)
    for words in paper.words:
        assert 1 <= words.left < words.right <= paper.width - 1, words.text
        assert 1 <= words.bottom < words.top <= paper.height - 1, words.text
    letters = [float(size) for size in re.findall(rb'font-size="([\d.]+)"', paper.svg())]
    assert min(letters) >= 2.4  # 7 points


def test_overlapping_words_are_noticed() -> None:
    paper = Paper(100, 50, "two labels")
    paper.label((20, 20), "one")
    paper.label((21, 21), "two")
    assert paper.words[0].meets(paper.words[1])


def test_every_step_drawing_is_on_the_pages_of_the_guides() -> None:
    steps = {name for name in drawn() if name.startswith("step")}
    assert len(steps) == 11
    for guide in ("star", "grid9"):
        page = (HERE / f"guide/{guide}.md").read_text("utf-8")
        assert set(re.findall(r"\(\.\./assembly/(step-\d\d)\.svg\)", page)) == steps
        for step in steps:
            number = int(step.removeprefix("step-"))
            title = page.split(f"### {number} · ")[1].split("\n")[0]
            assert f"{number} · {title}" in drawn()[step].words[0].text


def test_drawings_follow_the_measures() -> None:
    # The offset and the slot of the reed are on the drawings.
    words = {words.text for words in drawn()["section"].words}
    measures = layout("star").measures
    assert {
        f"slot {measures.slot:g}",
        f"glass {measures.glass:g}",
        f"well {measures.well:g}",
    } <= words


def test_measures_that_cannot_be_built_are_refused(
    tmp_path: object, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--slot", "12", "--to", str(tmp_path)]) == 1
    assert "assembly: slot 12 mm" in capsys.readouterr().err

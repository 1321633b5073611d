"""The circuit boards are what pins and configurations say, and every net is joined."""

from __future__ import annotations

import csv
import re
import shutil
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from io import StringIO
from itertools import combinations, pairwise, permutations
from math import hypot
from pathlib import Path

import pytest

from hardware.artwork.layout import BOARDS, InvalidLayout, Layout
from hardware.generated import changed_files
from hardware.parts.boards import boards
from hardware.parts.catalogue import bill
from hardware.pcb import __main__ as command
from hardware.pcb.controllers import GRID, LOGIC, ON_PWM, SERVED, STAR_BOARD, SUPPLY, controller, of
from hardware.pcb.expressions import Parsed, inside, read
from hardware.pcb.files import files, plans, quick_files
from hardware.pcb.kinds import RESISTOR, pins
from hardware.pcb.labels import misleading, overlapping, references
from hardware.pcb.models import MODELS, detailed, library
from hardware.pcb.orders import parts_list, placements
from hardware.pcb.plan import CLEARANCE, GROUND, VIA, Fitted, Plan
from hardware.pcb.routing import RoutingError, Track, Via, route
from hardware.pcb.row import LINK, row_board
from hardware.pcb.tile import tile
from hardware.wiring.harness import PI_5V, PI_GROUND, PICO_GROUND, ROOT, Harness, harnesses

PLANS = pytest.mark.parametrize("plan", plans(), ids=lambda plan: plan.name)
HARNESSES = pytest.mark.parametrize(
    "harness",
    [harness for harness in harnesses() if harness.name.partition("-")[0] in SERVED],
    ids=lambda harness: harness.name,
)


# The files.


def test_the_committed_projects_are_those_of_the_plans() -> None:
    assert changed_files(command.BOARDS, quick_files(), "make pcb-boards") == []


def test_no_file_is_left_from_an_older_plan() -> None:
    wanted = set(quick_files()) | {f"{p.name}/{p.name}.kicad_pcb" for p in plans()}
    # KiCad leaves its own notes beside a project that it opened.
    there = [path for path in command.BOARDS.rglob("*")
             if path.is_file() and path.suffix != ".kicad_prl"]  # fmt: skip
    assert {str(path.relative_to(command.BOARDS)) for path in there} <= wanted


@pytest.mark.slow
@PLANS
def test_a_committed_board_is_routed_like_this_every_time(plan: Plan) -> None:
    assert changed_files(command.BOARDS, files(plan.name), "make pcb-boards") == []


def committed(plan: Plan) -> Parsed:
    return _parsed(command.BOARDS / plan.name / f"{plan.name}.kicad_pcb")


@cache
def _parsed(path: Path) -> Parsed:
    return read(path.read_text(encoding="utf-8"))


def numbers(expression: Parsed, keyword: str) -> list[float]:
    return [float(str(word)) for word in next(inside(expression, keyword))[1:]]


@PLANS
def test_every_pad_of_a_committed_board_has_the_net_of_its_plan(plan: Plan) -> None:
    found, at = {}, {}
    for footprint in inside(committed(plan), "footprint"):
        ref = next(str(p[2]) for p in inside(footprint, "property") if p[1] == "Reference")
        at[ref] = numbers(footprint, "at")
        for pad in inside(footprint, "pad"):
            net = next(inside(pad, "net"), None)
            found[ref, str(pad[1])] = str(net[2]) if net else ""
    wanted = {(part.ref, land.number): net for part, land, net in plan.lands()}
    free = {key: net for key, net in found.items() if net.startswith("unconnected-")}
    assert {key: "" if key in free else net for key, net in found.items()} == wanted
    assert all(
        (x - 100, y - 100, *turned) == pytest.approx((*part.at, part.turned), abs=1e-3)
        for part in plan.parts
        for x, y, *turned in [at[part.ref]]
    )


def copper(plan: Plan) -> tuple[list[Track], list[Via]]:
    """The tracks and vias of a committed board."""
    board = committed(plan)
    names = {str(net[1]): str(net[2]) for net in inside(board, "net")}

    def place(item: Parsed, keyword: str) -> tuple[float, float]:
        x, y = numbers(item, keyword)
        return x - 100, y - 100

    tracks = [
        Track(
            names[str(next(inside(item, "net"))[1])],
            ["F.Cu", "B.Cu"].index(str(next(inside(item, "layer"))[1])),
            numbers(item, "width")[0],
            place(item, "start"),
            place(item, "end"),
        )
        for item in inside(board, "segment")
    ]
    vias = [
        Via(names[str(next(inside(item, "net"))[1])], place(item, "at"))
        for item in inside(board, "via")
    ]
    return tracks, vias


def islands(plan: Plan, tracks: list[Track], vias: list[Via]) -> dict[str, int]:
    """How many separate pieces of copper the pads of each net are, without any pour."""
    pads = defaultdict(list)
    for part, land, net in plan.lands():
        if net:
            pads[net].append((part.covers(land), bool(land.drill)))
    result = {}
    for net, boxes in pads.items():
        mine = [track for track in tracks if track.net == net]
        pairs: list[tuple[object, object]] = [
            (one, two)
            for one, two in combinations(mine, 2)
            if one.layer == two.layer
            and (any(_on(e, two) for e in (one.start, one.end))
                 or any(_on(e, one) for e in (two.start, two.end)))
        ]  # fmt: skip
        pairs += [(v, t) for v in vias if v.net == net for t in mine if _on(v.at, t)]
        pairs += [
            (number, track)
            for number, (box, through) in enumerate(boxes)
            for track in mine
            if (through or track.layer == 0)
            and any(box[0] <= x <= box[2] and box[1] <= y <= box[3] for x, y in along(track))
        ]
        result[net] = _groups(range(len(boxes)), pairs)
    return result


def _groups(wanted: Iterable[object], pairs: list[tuple[object, object]]) -> int:
    """In how many groups these things are if pairs belong together."""
    leader: dict[object, object] = {}

    def first(item: object) -> object:
        while leader.setdefault(item, item) != item:
            item = leader[item]
        return item

    for one, two in pairs:
        leader[first(one)] = first(two)
    return len({first(item) for item in wanted})


def along(track: Track) -> list[tuple[float, float]]:
    """Places along the middle of a track, 0.1 mm apart."""
    (a, b), (c, d) = track.start, track.end
    steps = max(1, int(hypot(c - a, d - b) / 0.1))
    return [(a + (c - a) * i / steps, b + (d - b) * i / steps) for i in range(steps + 1)]


def _on(at: tuple[float, float], track: Track) -> bool:
    (a, b), (c, d), (x, y) = track.start, track.end, at
    long = hypot(c - a, d - b)
    beside = abs((c - a) * (y - b) - (d - b) * (x - a))
    far = ((x - a) * (c - a) + (y - b) * (d - b)) / long
    return beside < 1e-3 * long and -1e-3 < far < long + 1e-3


@PLANS
def test_tracks_of_a_committed_board_meet_at_their_ends(plan: Plan) -> None:
    """KiCad's check takes an end in the middle of another track for a loose one."""
    tracks, _ = copper(plan)
    for one, two in permutations(tracks, 2):
        if (one.net, one.layer) == (two.net, two.layer):
            for end in (one.start, one.end):
                near = min(hypot(end[0] - x, end[1] - y) for x, y in (two.start, two.end))
                assert near < 1e-3 or not _on(end, two), (one, two)


@PLANS
def test_tracks_join_every_net_of_a_committed_board_even_without_its_pours(plan: Plan) -> None:
    assert {net: n for net, n in islands(plan, *copper(plan)).items() if n != 1} == {}


@PLANS
def test_a_missing_track_is_noticed(plan: Plan) -> None:
    tracks, vias = copper(plan)
    longest = max(tracks, key=lambda t: hypot(t.start[0] - t.end[0], t.start[1] - t.end[1]))
    tracks.remove(longest)
    assert islands(plan, tracks, vias)[longest.net] > 1


@PLANS
def test_supply_tracks_between_terminals_are_wide(plan: Plan) -> None:
    tracks, _ = copper(plan)
    widest = {net: max(t.width for t in tracks if t.net == net) for net in plan.widths}
    assert widest == {net: width.main for net, width in plan.widths.items()}
    assert plan.widths[SUPPLY].main >= 1.2


@pytest.mark.slow
@PLANS
def test_every_part_has_a_reference_that_can_be_read(plan: Plan) -> None:
    assert overlapping(plan) == []
    assert references(plan).keys() == {part.ref for part in plan.parts if part.kind.pins}


@pytest.mark.slow
@PLANS
def test_a_reference_is_nearer_to_its_part_than_to_another(plan: Plan) -> None:
    places = references(plan)
    wrong = {part.ref for part in plan.parts
             if part.ref in places and misleading(plan, part, places[part.ref][0])}  # fmt: skip
    # There, parts and words leave no other room.
    assert wrong == ({"J6"} if plan.name == "controller-pi" else set())


@PLANS
def test_parts_lie_on_the_board_and_not_on_each_other(plan: Plan) -> None:
    boxes = {part.ref: part.box(part.kind.body) for part in plan.parts}
    width, height = plan.size
    assert all(a >= 0 and b >= 0 and c <= width and d <= height for a, b, c, d in boxes.values())
    assert not [
        (one, two)
        for (one, a), (two, b) in combinations(boxes.items(), 2)
        if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
    ]


# The computers' boards, compared with every wire of every harness.


def at_net(plan: Plan, net: str) -> list[tuple[Fitted, str]]:
    return plan.nets().get(net, [])


def behind(plan: Plan, net: str, values: Mapping[str, str]) -> list[tuple[str, str]]:
    """The value of each resistor at a net that is fitted, and the net behind it."""
    found = []
    for part, pin in at_net(plan, net):
        value = values.get(part.ref, part.value if part.fitted else "")
        if part.kind is RESISTOR and value:
            found.append((value, part.nets["2" if pin == "1" else "1"]))
    return found


def computer_pin(plan: Plan, pin: int) -> str:
    part = next(p for p in plan.parts if len(p.kind.pins) == 40)
    return part.nets.get(str(pin), "")


@HARNESSES
def test_a_board_joins_every_wire_of_a_harness(harness: Harness) -> None:
    name, route_ = harness.name.split("-")
    plan = controller("pico" if route_ == "pico" else "pi")
    star = name == "star"
    values = plan.variants[(STAR_BOARD if star else GRID) + (ON_PWM if route_ == "pwm" else "")]
    for wire in harness.wires:
        net = computer_pin(plan, wire.pin)
        kind = wire.what.split()[0]
        if kind == "ground":
            assert net == GROUND
        elif wire.what == "3.3 V":
            assert net == LOGIC
        elif kind == "lamps":
            assert reaches_shifter(plan, net, values)
        else:
            series = [(value, to) for value, to in behind(plan, net, values)
                      if to != "DATA_IN"]  # fmt: skip
            assert len(series) == 1, f"{wire.what}: one resistor in series"
            value, outer = series[0]
            assert value == ("0 Ω" if kind == "row" else "330 Ω")
            ends = [part for part, _ in at_net(plan, outer) if part.kind.letter == "J"]
            assert len(ends) == 1, f"{wire.what}: one hole for its wire"
            pulled = ("10 kΩ", LOGIC) in behind(plan, outer, values)
            assert pulled or kind != "column", f"{wire.what} is pulled up"


def test_with_lamps_on_pwm_the_other_resistor_is_placed_and_no_pull_up_is_at_their_pin() -> None:
    plan = controller("pi")
    for name in (GRID, STAR_BOARD):
        usual, pwm = plan.variants[name], plan.variants[name + ON_PWM]
        for values, route_, other in ((usual, "GPIO10", "GPIO18"), (pwm, "GPIO18", "GPIO10")):
            assert reaches_shifter(plan, route_, values)
            assert not reaches_shifter(plan, other, values)
        assert ("10 kΩ", LOGIC) in behind(plan, "GPIO18_OUT", usual)
        assert ("10 kΩ", LOGIC) not in behind(plan, "GPIO18_OUT", pwm)
        placed = {row["Designator"] for row in rows(placements(plan, pwm))}
        assert placed ^ {row["Designator"] for row in rows(placements(plan, usual))} == {
            "R11", "R35", "R36"
        }  # fmt: skip
    assert not any(name.endswith(ON_PWM) for name in controller("pico").variants)


def reaches_shifter(plan: Plan, net: str, values: Mapping[str, str]) -> bool:
    return ("330 Ω", "DATA_IN") in behind(plan, net, values)


@pytest.mark.parametrize("computer", ["pi", "pico"])
def test_the_level_shifter_is_wired_as_the_page_says(computer: str) -> None:
    plan = controller(computer)
    page = (ROOT / "wiring.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| (\d?[A-Z]+) \| (.+) \|$", page, re.MULTILINE)
    assert len(rows) == 14
    chip = next(part for part in plan.parts if part.value == "74AHCT125")
    names = {pin.number: pin.name for pin in chip.kind.pins}
    for pin, name, text in rows:
        assert names[pin] == name
        net = chip.nets.get(pin, "")
        if text.startswith("nothing"):
            assert net == ""
        elif text.startswith("ground"):
            assert net == GROUND
        elif text.startswith("5 V"):
            assert net == SUPPLY
    assert ("10 kΩ", GROUND) in behind(plan, chip.nets["2"], {})
    assert ("330 Ω", "DATA_OUT") in behind(plan, chip.nets["3"], {})


@pytest.mark.parametrize("computer", ["pi", "pico"])
def test_the_lamps_supply_never_meets_the_computers(computer: str) -> None:
    plan = controller(computer)
    part = next(p for p in plan.parts if len(p.kind.pins) == 40)
    grounds = {n for n, net in part.nets.items() if net == GROUND}
    assert grounds == {str(n) for n in (PI_GROUND if computer == "pi" else PICO_GROUND)}
    fives = PI_5V if computer == "pi" else (39, 40)
    assert not {str(n) for n in fives} & part.nets.keys()
    assert SUPPLY not in part.nets.values()


@pytest.mark.parametrize("computer", ["pi", "pico"])
def test_the_fuse_is_between_the_jack_and_everything_else(computer: str) -> None:
    plan = controller(computer)
    kinds = {part.kind.name for part, _ in at_net(plan, "JACK")}
    assert kinds == {"PJ-102AH", "Fuse_5x20"}


def test_every_line_of_any_board_has_its_hole() -> None:
    for computer in ("pi", "pico"):
        plan = controller(computer)
        wanted = {s for h in of(computer) for w, (s, _) in h.signals().items() if w != "lamps"}
        holes = {
            net for part in plan.parts if part.kind.letter == "J" for net in part.nets.values()
        }
        found = {net.removesuffix("_OUT") for net in holes if re.match(r"GP.*_OUT$", net)}
        button = of(computer)[0].signals()["button"][0]
        assert found == {signal.replace(" ", "") for signal in wanted - {button}}


# The tile.


@pytest.mark.parametrize("pitch", [40.0, 45.0, 50.0])
def test_a_tile_has_reeds_and_lamps_where_the_templates_have_them(pitch: float) -> None:
    plan = tile(pitch)
    layout = Layout(BOARDS["grid9"], pitch)
    point, lamp = layout.points[0], layout.lamps[0]
    pixel = next(part for part in plan.parts if part.ref == "D2")
    reeds = [part for part in plan.parts if part.kind.letter == "S"]
    each = len(layout.slots) // layout.board.size
    assert len(reeds) == each
    for part, slot in zip(reeds, layout.slots, strict=False):
        x, y = (slot.left + slot.right) / 2, (slot.bottom + slot.top) / 2
        # The board's y goes up, that of the plan goes down.
        assert part.at[0] - pixel.at[0] == pytest.approx(x - lamp.x, abs=1e-3)
        assert part.at[1] - pixel.at[1] == pytest.approx(lamp.y - y, abs=1e-3)
        ends = [part.place(land.x, land.y)[0] for land in part.kind.lands]
        assert abs(ends[1] - ends[0]) <= slot.right - slot.left
    assert point.x < lamp.x


def test_tiles_do_not_overlap_on_any_board_and_their_pixels_are_below_the_lamps() -> None:
    plan = tile()
    width, height = plan.size
    for board in BOARDS.values():
        layout = Layout(board)
        boxes = []
        for row, points in enumerate(board.rows):
            for number in points:
                at, lamp = layout.points[number], layout.lamps[number]
                half_turn = -layout.side(row)
                spots = []
                for ref in ("D2", "D3"):
                    pixel = next(part for part in plan.parts if part.ref == ref)
                    east = pixel.at[0] - width / 2
                    up = layout.lamp_offset + 3.3 - pixel.at[1]
                    spots.append((at.x - half_turn * east, at.y - half_turn * up))
                assert any(hypot(x - lamp.x, y - lamp.y) < 0.01 for x, y in spots)
                north = layout.lamp_offset + 3.3
                low, high = (north - height, north) if half_turn < 0 else (-north, height - north)
                boxes.append((at.x - width / 2, at.y + low, at.x + width / 2, at.y + high))
        assert not [
            1
            for a, b in combinations(boxes, 2)
            if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
        ]


def test_a_tile_that_has_no_room_is_refused() -> None:
    with pytest.raises(InvalidLayout, match=r"choose a .*wider pitch"):
        tile(36)


def test_a_cell_is_that_of_the_diagram() -> None:
    parts = {part.ref: part for part in tile().parts}
    assert parts["D1"].nets == {"1": "ROW", "2": "MID"}, "the ring points to the row"
    for part in parts.values():
        if part.kind.letter == "S":
            assert set(part.nets.values()) == {"MID", "COL"}
    west, east = parts["J1"].nets, parts["J2"].nets
    assert {**west, "3": "DOUT"} == east
    assert parts["J3"].nets == parts["J4"].nets


# The row.


@pytest.mark.parametrize(("points", "pitch"), [(9, 40.0), (7, 40.0), (9, 50.0)])
def test_a_row_has_reeds_and_lamps_where_the_templates_have_them(points: int, pitch: float) -> None:
    plan = row_board(points, pitch)
    layout = Layout(BOARDS[f"grid{points}"], pitch)
    first = layout.board.rows[0]
    parts = {part.ref: part for part in plan.parts}
    origin = parts["D11"].at
    lamp = layout.lamps[first[0]]
    for i, number in enumerate(first):
        pixel, at = parts[f"D{i + 11}"].at, layout.lamps[number]
        # The board's y goes up, that of the plan goes down.
        assert pixel[0] - origin[0] == pytest.approx(at.x - lamp.x, abs=1e-3)
        assert pixel[1] - origin[1] == pytest.approx(lamp.y - at.y, abs=1e-3)
        for j, middle in enumerate(layout.reeds(number), start=1):
            reed = parts[f"S{2 * i + j}"].at
            assert reed[0] - origin[0] == pytest.approx(middle.x - lamp.x, abs=1e-3)
            assert reed[1] - origin[1] == pytest.approx(lamp.y - middle.y, abs=1e-3)
    width, height = plan.size
    assert height < pitch
    assert width < layout.size[0]


def test_the_cells_of_a_row_are_tiles_and_its_data_go_from_pixel_to_pixel() -> None:
    parts = {part.ref: part for part in row_board().parts}
    data = ["DIN", *(f"DATA{i}" for i in range(1, 9)), "DOUT"]
    for i in range(9):
        mid, column = f"MID{i + 1}", f"COL{i + 1}"
        assert parts[f"D{i + 1}"].nets == {"1": "ROW", "2": mid}, "the ring points to the row"
        for j in (1, 2):
            assert set(parts[f"S{2 * i + j}"].nets.values()) == {mid, column}
        pixel = parts[f"D{i + 11}"].nets
        assert [pixel["4"], pixel["2"]] == data[i : i + 2]
        assert {pixel["1"], pixel["3"]} == {SUPPLY, GROUND}


def test_the_holes_of_a_row_face_those_of_the_next() -> None:
    plan = row_board()

    def holes(edge: str) -> dict[tuple[float, float], str]:
        return {
            (round(x, 3), round(y, 3)): net
            for part, land, net in plan.lands()
            if part.value == edge
            for x, y in [part.place(land.x, land.y)]
        }

    south, north = holes("south"), holes("north")
    below = {(x, round(y + 40, 3)): net for (x, y), net in north.items()}
    assert len(south) == len(below) == 9 + 3
    names = set()
    for (x, y), net in south.items():
        faced = below[x, round(y + LINK, 3)]
        assert faced == ("DIN" if net == "DOUT" else net)
        names.add(net)
    assert names == {SUPPLY, GROUND, "DOUT", *(f"COL{i}" for i in range(1, 10))}
    assert (LINK / 2.54).is_integer()


def test_the_pixels_of_a_row_keep_their_volts() -> None:
    """All nine in full white, fed from one end, through the track of the supply alone."""
    plan = row_board()
    wide = plan.widths[SUPPLY].main
    ohms = 0.0175 / (wide * 0.035) * 0.04  # 35 µm of copper, from pixel to pixel
    assert sum(ohms * 0.06 * left for left in range(9, 0, -1)) < 0.05


@pytest.mark.parametrize("points", [1, 10])
def test_a_row_that_is_too_short_or_too_long_is_refused(points: int) -> None:
    with pytest.raises(InvalidLayout, match=f"{points} points: a row has 2 to 9"):
        row_board(points)


def test_a_row_that_has_no_room_is_refused() -> None:
    with pytest.raises(InvalidLayout, match="choose a wider pitch"):
        row_board(9, 36)


def test_the_page_has_the_size_of_a_row_and_counts_its_wires_and_screws() -> None:
    page = " ".join((ROOT / "hardware/pcb/README.md").read_text(encoding="utf-8").split())
    plan = row_board()
    width, height = plan.size
    assert f"| {width:g} × {height:g} mm | a row of a 9 × 9 grid" in page
    assert f"{LINK:g} mm away" in page
    assert "twelve for each gap" in page
    assert sum(part.kind.letter == "H" for part in plan.parts) == 6
    assert "Six screws M2 hold a row" in page


# The router.


def small(*parts: Fitted, size: tuple[float, float] = (20, 12)) -> Plan:
    return Plan("small", "small", size, parts)


def strip(ref: str, at: tuple[float, float], *nets: str) -> Fitted:
    return Fitted(ref, pins(len(nets)), "", at, 0, dict(zip("123456", nets, strict=False)))


def distance(one: Track, two: Track) -> float:
    """About how far the middles of two tracks are from each other."""
    return min(hypot(a - c, b - d) for a, b in along(one) for c, d in along(two))


def test_nets_that_cross_go_over_different_layers_and_keep_their_distance() -> None:
    plan = small(strip("J1", (3, 6), "A", "B", "GND"), strip("J2", (17, 6), "B", "A", "GND"))
    tracks, vias = route(plan)
    assert islands(plan, tracks, vias) == {"A": 1, "B": 1, "GND": 1}
    for one, two in combinations(tracks, 2):
        if one.net != two.net and one.layer == two.layer:
            assert distance(one, two) >= CLEARANCE + (one.width + two.width) / 2 - 1e-6
    for via in vias:
        for track in tracks:
            if track.net != via.net:
                spot = Track(via.net, track.layer, VIA, via.at, via.at)
                assert distance(spot, track) >= CLEARANCE + (VIA + track.width) / 2 - 1e-6


def test_what_is_shut_in_is_said() -> None:
    wall = [strip(f"J{i}", (10, 1.3 + 1.6 * i), "GND") for i in range(7)]
    plan = small(strip("J8", (3, 6), "A"), strip("J9", (17, 6), "A"), *wall, size=(20, 12.2))
    with pytest.raises(RoutingError, match="small: A cannot reach the pad"):
        route(plan)


# What is sent to a house.


def rows(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(content.decode("utf-8"))))


@PLANS
def test_lists_have_the_columns_that_houses_want_and_name_the_same_parts(plan: Plan) -> None:
    for values in plan.variants.values():
        bom, cpl = rows(parts_list(plan, True, values)), rows(placements(plan, values))
        assert list(bom[0])[:4] == ["Comment", "Designator", "Footprint", "LCSC"]
        assert list(cpl[0]) == ["Designator", "Mid X", "Mid Y", "Layer", "Rotation"]
        named = [ref for row in bom for ref in row["Designator"].split(",")]
        assert sorted(named) == sorted(row["Designator"] for row in cpl)
        assert len(named) == len(set(named))
        assert not any(row["LCSC"] for row in bom), "no number is verified"
        hand = {
            ref for row in rows(parts_list(plan, False)) for ref in row["Designator"].split(",")
        }
        assert not hand & set(named)


def test_a_grid_has_diodes_and_the_star_has_none() -> None:
    plan = tile()
    found = {
        name: {row["Comment"] for row in rows(parts_list(plan, True, values))}
        for name, values in plan.variants.items()
    }
    assert "SD101CW" in found["grid"]
    assert all("SD101CW" not in found[name] for name in ("star", "star-west"))


# The command.


def test_without_kicad_one_line_says_that_nothing_was_checked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setattr(sys, "argv", ["pcb", "--build", str(tmp_path)])
    for ci, code in (("", 0), ("true", 1)):
        monkeypatch.setenv("CI", ci)
        with pytest.raises(SystemExit) as stopped:
            command.main()
        assert int(stopped.value.code or 0) == code
        said = capsys.readouterr().err
        assert said.startswith("NOT RUN: the checks of the circuit boards; they need kicad-cli")
        assert said.count("\n") == 1


def test_what_was_written_is_read() -> None:
    assert read('(a "b (c)" (d 1.5 "say \\"e\\"") ())') == [
        "a",
        "b (c)",
        ["d", "1.5", 'say "e"'],
        [],
    ]


def test_a_track_has_no_length_of_zero() -> None:
    for plan in plans():
        tracks, _ = copper(plan)
        assert all(one != two for t in tracks for one, two in pairwise((t.start, t.end)))


def test_the_page_names_the_resistors_that_a_builder_changes() -> None:
    page = (ROOT / "hardware" / "pcb" / "README.md").read_text(encoding="utf-8")
    for computer in ("pi", "pico"):
        rows_ = list(controller(computer).variants[GRID])
        assert f"bridge {rows_[0]} to {rows_[-1]} with solder" in page
    text, plan = " ".join(page.split()), controller("pi")
    differ = plan.variants[STAR_BOARD + ON_PWM]
    (placed,) = [ref for ref, value in differ.items() if value]
    spi, pull_up = sorted(ref for ref in differ if ref != placed)[::-1]
    for ref, route_ in ((spi, "SPI"), (placed, "PWM")):
        at = next(part.at for part in plan.parts if part.ref == ref)
        word = min(plan.words, key=lambda word: hypot(word.at[0] - at[0], word.at[1] - at[1]))
        assert word.text == route_
    assert (
        f"{placed}, marked PWM, takes the place of {spi}, marked SPI, and {pull_up} is left" in text
    )
    assert f"move {spi} to {placed} and take out {pull_up} by hand" in text
    for name in plan.variants:
        assert f"…-bom-{name}.csv" in text


def test_the_diode_is_that_of_the_catalogue() -> None:
    named = [part.value(built) for built in boards() for part, _ in bill(built)
             if part.part == "diode"]  # fmt: skip
    value = next(part.value for part in tile().parts if part.ref == "D1")
    assert named
    assert all(name.startswith(value.removesuffix("W")) for name in named)


# KiCad's models.


def test_every_part_but_a_reed_has_a_model_of_kicads_and_keeps_its_block_without_it(
    tmp_path: Path,
) -> None:
    tall = {part.kind.name for plan in plans() for part in plan.parts if part.kind.height}
    assert tall - MODELS.keys() == {"Reed_P21mm"}
    assert MODELS.keys() <= tall
    for plan in plans():
        text = (command.BOARDS / plan.name / f"{plan.name}.kicad_pcb").read_text(encoding="utf-8")
        assert detailed(text, tmp_path) == text
    for model in MODELS.values():
        path = tmp_path / f"{model.path}.step"
        path.parent.mkdir(exist_ok=True)
        path.touch()
    for plan in plans():
        text = (command.BOARDS / plan.name / f"{plan.name}.kicad_pcb").read_text(encoding="utf-8")
        made = detailed(text, tmp_path)
        counted = Counter(part.kind.name for part in plan.parts if part.kind.height)
        blocks = Counter(re.findall(r"companion\.3dshapes/([^\"]+)\.wrl", made))
        assert blocks == {name: n for name, n in counted.items() if name.startswith("Reed")}
        found = Counter(str(m[1]) for f in inside(read(made), "footprint")
                        for m in inside(f, "model") if str(tmp_path) in str(m[1]))  # fmt: skip
        assert found == Counter({
            str(tmp_path / f"{MODELS[name].path}.step"): n
            for name, n in counted.items() if name in MODELS
        })  # fmt: skip


def test_kicads_models_are_where_kicad_says_or_where_debian_has_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("KICAD9_3DMODEL_DIR", "/elsewhere")
    assert library() == Path("/elsewhere")
    monkeypatch.delenv("KICAD9_3DMODEL_DIR")
    assert library() == Path("/usr/share/kicad/3dmodels")

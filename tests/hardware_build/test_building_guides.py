"""The building guides: their wires, stripboards, bags and steps are those of the board."""

from __future__ import annotations

import ast
import csv
import re
from collections import Counter
from dataclasses import replace
from functools import cache
from io import StringIO
from itertools import combinations, pairwise
from math import dist
from typing import NamedTuple

import pytest

from companion.config import load_config
from companion.device.ports.harness import PI_PINS
from hardware.artwork.shapes import XY
from hardware.generated import HERE, differences
from hardware.guide import bags
from hardware.guide.bags import NoBag, shares
from hardware.guide.board_layout import stripboard
from hardware.guide.cutlist import MOST_DATA, RIBBON, Cut, CutList, board_edges
from hardware.guide.files import files, guides
from hardware.guide.labels import ends
from hardware.guide.minutes import minutes
from hardware.guide.page import STEPS, Guide
from hardware.guide.strip_drawing import draw
from hardware.guide.stripboard import (
    COLUMNS,
    DIP,
    RESISTOR_LEAST,
    SIZE,
    STRIPS,
    Hole,
    Landing,
    Link,
    NoHole,
    Part,
    Stripboard,
    disagreements,
    hole,
)
from hardware.parts.catalogue import PARTS
from hardware.parts.effort import hours
from hardware.wiring.harness import ROOT
from tests.maker.wired import switches_of

GUIDES = pytest.mark.parametrize("guide", guides(), ids=lambda guide: guide.name)


@cache
def page(guide: Guide) -> str:
    return (HERE / f"guide/{guide.name}.md").read_text(encoding="utf-8")


def told(guide: Guide, made: Stripboard) -> list[str]:
    return disagreements(made, guide.circuit.nets(), guide.wires.joined())


def test_the_committed_files_are_what_is_made() -> None:
    assert differences("guide", files()) == []


# The net list.


@GUIDES
def test_the_net_list_has_the_pins_and_cells_of_the_configuration(guide: Guide) -> None:
    config = load_config(HERE / guide.built.configuration)
    board = guide.built.board
    net_of = {t: name for name, net in guide.circuit.nets().items() for t in net}
    cells = config.port.cells_of(config.strip, board)
    if cells is None:
        for name, gpio in switches_of(config).items():
            assert net_of[f"pin {PI_PINS[gpio]}"] == net_of[f"series point {name}.pin"]
            assert net_of[f"reed {name} east.w"] == net_of[f"series point {name}.board"]
            assert net_of[f"reed {name} west.e"] == net_of["pin 14"]
        return
    table = config.port
    rows, columns = (getattr(table, which) for which in ("rows", "columns"))
    for name, (row, column) in zip(board.names, cells, strict=True):
        assert net_of[f"diode {name}.ring"] == net_of[f"pin {PI_PINS[rows[row]]}"]
        file = net_of[f"reed {name} west.w"]
        series = f"series column {column}"
        assert file == net_of[f"{series}.board"] == net_of[f"pull-up column {column}.a"]
        assert net_of[f"{series}.pin"] == net_of[f"pin {PI_PINS[columns[column]]}"]
        assert net_of[f"reed {name} east.e"] == net_of[f"diode {name}.a"] != file


@GUIDES
def test_nets_share_no_terminal(guide: Guide) -> None:
    every = [terminal for net in guide.circuit.nets().values() for terminal in net]
    assert len(every) == len(set(every))


# The stripboard.


@GUIDES
def test_stripboard_and_wires_make_exactly_the_net_list(guide: Guide) -> None:
    assert told(guide, guide.wires.stripboard) == []


@GUIDES
def test_everything_that_is_missing_or_elsewhere_on_the_stripboard_is_told(guide: Guide) -> None:
    made, ground = guide.wires.stripboard, guide.circuit.nets()["ground"]
    wrong: list[Stripboard] = []
    for number, cut in enumerate(made.cuts):
        rest = (*made.cuts[:number], *made.cuts[number + 1 :])
        wrong += [made._replace(cuts=rest), made._replace(cuts=(*rest, cut._replace(column=1)))]
    for number in range(len(made.links)):
        wrong.append(made._replace(links=(*made.links[:number], *made.links[number + 1 :])))
    for number, part in enumerate(made.parts):
        rest_of = (*made.parts[:number], *made.parts[number + 1 :])
        wrong.append(made._replace(parts=rest_of))
        for leg in part.legs:
            moved = {**part.legs, leg: hole("X30" if f"{part.name}.{leg}" in ground else "W30")}
            wrong.append(made._replace(parts=(*rest_of, part._replace(legs=moved))))
    for number, landing in enumerate(made.landings):
        rest_on = (*made.landings[:number], *made.landings[number + 1 :])
        moved_to = Landing(landing.terminal, Hole(landing.at.strip % len(STRIPS) + 1, 12))
        wrong += [made._replace(landings=rest_on), made._replace(landings=(*rest_on, moved_to))]
    unnoticed = [each for each in wrong if not told(guide, each)]
    assert unnoticed == []


@GUIDES
def test_every_wire_that_is_missing_or_changed_is_told(guide: Guide) -> None:
    nets, joined = guide.circuit.nets(), guide.wires.joined()
    made = guide.wires.stripboard
    for number, joint in enumerate(joined):
        # Lamps are joined twice where the strip is fed further on: those are not told.
        supply = {t.rpartition(".")[2] for t in joint} <= {"5V", "0V", "out"}
        if len(joint) < 2 or supply or joint[0].startswith("pin "):
            continue
        others = [*joined[:number], *joined[number + 1 :]]
        short = "button.a" if joint[0].startswith("jack") else "jack.5V"
        assert disagreements(made, nets, others), joint
        assert disagreements(made, nets, [*others, (*joint[:-1], "pixel nowhere.DIN")]), joint
        assert disagreements(made, nets, [*joined, (joint[-1], short)]), joint


def test_a_link_between_two_nets_and_a_hole_with_two_things_are_told() -> None:
    guide, _ = guides()
    made = guide.wires.stripboard
    short = Link(Hole(23, 30), Hole(24, 30), "ground")
    assert any("is joined to" in line for line in told(guide, made._replace(links=(short,))))
    twice = Part("decoupling", "100 nF", {"a": Hole(10, 37), "b": Hole(10, 37)})
    crowded = made._replace(parts=(*made.parts, twice._replace(name="other")))
    assert any("Hole" in line or ":" in line for line in told(guide, crowded))


@GUIDES
def test_parts_have_the_room_that_they_need(guide: Guide) -> None:
    made = guide.wires.stripboard
    bodies: list[tuple[str, float, float, float, float]] = []
    for part in made.parts:
        strips = [at.strip for at in part.legs.values()]
        columns = [at.column for at in part.legs.values()]
        tall, wide = max(strips) - min(strips), max(columns) - min(columns)
        if part.name == "chip":
            assert (tall + 1, wide) == DIP
            rows = [[part.legs[str(n)] for n in run] for run in (range(1, 8), range(14, 7, -1))]
            for row in rows:
                assert [at.strip for at in row] == list(range(min(strips), max(strips) + 1))
                assert len({at.column for at in row}) == 1
        elif "Ω" in part.value:
            assert tall + wide >= RESISTOR_LEAST
            assert min(tall, wide) == 0
        half = 0.45
        edges = min(strips) - half, min(columns) - half, max(strips) + half, max(columns) + half
        bodies.append((part.name, *edges))
    bodies += [
        (
            f"link {link.start}",
            link.start.strip - 0.2,
            link.start.column - 0.2,
            link.end.strip + 0.2,
            link.end.column + 0.2,
        )
        for link in made.links
    ]
    for link in made.links:
        assert link.start.column == link.end.column
        assert link.start.strip < link.end.strip
    for one, other in combinations(bodies, 2):
        apart = one[3] <= other[1] or other[3] <= one[1] or one[4] <= other[2] or other[4] <= one[2]
        assert apart, (one[0], other[0])
    for landing in made.landings:
        inside = [b[0] for b in bodies if b[1] < landing.at.strip < b[3] and
                  b[2] < landing.at.column < b[4]]  # fmt: skip
        assert not inside, (landing, inside)


@pytest.mark.parametrize("name", ["Y1", "A0", "A38", "A", "7", "", "AA1"])
def test_a_hole_that_there_is_not_is_refused(name: str) -> None:
    with pytest.raises(NoHole, match="no hole"):
        hole(name)
    assert hole("K27") == Hole(11, 27)
    assert str(Hole(24, COLUMNS)) == "X37"


@GUIDES
def test_the_stripboard_is_that_of_the_parts_list_and_fits_its_place(guide: Guide) -> None:
    across, along = board_edges()
    assert across <= SIZE[0]
    assert along <= SIZE[1]
    thing = guide.wires.case.shifter
    assert (thing.right - thing.left, thing.top - thing.bottom) == pytest.approx(SIZE)
    (share,) = [each for each in shares(guide.built) if each.part.part == "stripboard"]
    numbers = [int(text) for text in re.findall(r"\d+", share.part.value(guide.built))]
    assert numbers == [len(STRIPS), COLUMNS, *SIZE]


@GUIDES
def test_words_of_the_drawing_do_not_overlap(guide: Guide) -> None:
    sheet = draw(guide.wires.stripboard, "The stripboard", guide.labels)
    for one, other in combinations(sheet.words, 2):
        assert not one.meets(other), (one.text, other.text)
    assert all(each.left >= 0 and each.right <= sheet.width for each in sheet.words)
    said = {words.text for words in sheet.words}
    assert set(guide.labels.values()) <= said


# The wires.


@GUIDES
def test_every_wire_of_the_harness_is_in_the_cut_list_once(guide: Guide) -> None:
    ribbon = [cut.what for cut in guide.wires.cuts if cut.gauge == RIBBON]
    wired = [wire.what for wire in guide.circuit.harness.wires]
    assert sorted(ribbon) == sorted(wired)
    coloured = {
        wire.what: wire.colour
        for wire in guide.circuit.harness.wires
        if wire.what.startswith(("point", "row", "column", "button"))
    }
    on = {c.what: c.colour for c in guide.wires.cuts if c.gauge != RIBBON and c.what in coloured}
    assert on == coloured


@GUIDES
def test_labels_are_unique_and_printed_for_both_ends(guide: Guide) -> None:
    cuts = guide.wires.cuts
    assert max(Counter(cut.label for cut in cuts).values()) == 1
    printed = Counter(label for label, _ in ends(cuts))
    on_board = {c.label for c in cuts if c.gauge != RIBBON and not c.label.startswith("L")}
    assert printed == dict.fromkeys(on_board, 2)


class Place(NamedTuple):
    """Where an end is, and the height of that place above the floor's level or the base's."""

    at: XY
    floor: bool


def place(wires: CutList, terminal: str) -> Place:
    """Where a terminal is, from the layout alone."""
    layout, case = wires.layout, wires.case
    names = layout.board.names
    landed = {each.terminal: each.at for each in wires.stripboard.landings}
    if terminal in landed:
        return Place(wires.hole(landed[terminal]), True)
    kind, _, rest = terminal.partition(" ")
    name = re.split(r"[ .]", rest)[0] if rest else ""
    if kind in ("reed", "diode"):
        return Place(layout.points[names.index(name)], False)
    if kind == "pixel" or terminal.startswith("data resistor"):
        return Place(layout.lamps[names.index(name)] if kind == "pixel" else layout.lamps[0], False)
    if terminal.startswith("button"):
        return Place(case.button, False)
    thing = case.fuse if terminal.startswith("fuse") else case.jack
    return Place(XY(thing.middle.x, thing.bottom), True)


def needed(wires: CutList, cut: Cut) -> float:
    """The straight way through all stops of a wire, and down to the floor: it needs more."""
    places = [place(wires, stop.terminals[0]) for stop in cut.stops]
    way = sum(dist(a.at, b.at) for a, b in pairwise(places))
    down = wires.case.stack.room if len({each.floor for each in places}) > 1 else 0.0
    return way + down


@GUIDES
def test_every_wire_is_long_enough_and_not_twice_as_long(guide: Guide) -> None:
    wires = guide.wires
    for cut in wires.cuts:
        if cut.gauge == RIBBON:
            continue
        least = needed(wires, cut)
        if cut.label.startswith("L"):
            least -= 2 * 16.7  # each pixel is on half of its piece of strip
        assert least < cut.length, (cut.label, least)
        # The trunk is a detour, and the floor opens.
        assert cut.length < 2 * least + 260, (cut.label, least)
    (data,) = [cut for cut in wires.cuts if cut.label == "D"]
    assert data.length <= MOST_DATA


@GUIDES
def test_lengths_follow_the_places(guide: Guide) -> None:
    wider = replace(guide.wires, layout=replace(guide.wires.layout, pitch=44.0, given=None))
    for before, after in zip(guide.wires.cuts, wider.cuts, strict=True):
        assert before.label == after.label
        assert after.length >= before.length or before.step == 4
    assert sum(c.length for c in wider.cuts) > 1.05 * sum(c.length for c in guide.wires.cuts)


@GUIDES
def test_the_parts_list_has_enough_wire(guide: Guide) -> None:
    bought = {
        share.part.value(guide.built).partition(",")[0]: share.number
        for share in shares(guide.built)
        if "wire, " in share.part.part
    }
    for what, metres in guide.metres().items():
        assert metres <= bought[what.partition(",")[0]], what


@GUIDES
def test_the_list_of_wires_has_every_wire_and_the_page_has_its_length(guide: Guide) -> None:
    rows = list(csv.DictReader(StringIO(files()[f"{guide.name}-wires.csv"].decode())))
    assert [row["label"] for row in rows] == [cut.label for cut in guide.wires.cuts]
    text = page(guide)
    for cut in guide.wires.cuts:
        if cut.gauge != RIBBON and not cut.label.startswith("L"):
            assert f"| **{cut.label}** | {cut.length:g} mm |" in text, cut.label


# The bags.


@GUIDES
def test_bags_hold_exactly_the_parts_list(guide: Guide) -> None:
    listed: Counter[tuple[str, ...]] = Counter()
    with (HERE / f"parts/{guide.built.name}.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            listed[row["part"], row["value"], row["purpose"]] += int(row["count"])
    bagged: Counter[tuple[str, ...]] = Counter()
    text = (HERE / f"guide/{guide.name}-bags.csv").read_text(encoding="utf-8")
    for row in csv.DictReader(StringIO(text)):
        assert row["bag"] == "bench" or 1 <= int(row["bag"]) <= len(STEPS)
        assert int(row["count"]) > 0
        bagged[row["part"], row["value"], row["purpose"]] += int(row["count"])
    assert bagged == listed


@GUIDES
def test_bags_hold_what_the_stripboard_takes(guide: Guide) -> None:
    on_board = Counter(part.value for part in guide.wires.stripboard.parts)
    in_bag: Counter[str] = Counter()
    for share in shares(guide.built):
        if share.bag == 2:
            in_bag[share.part.value(guide.built)] += share.number
    assert on_board["330 Ω"] == in_bag["330 Ω"]
    assert on_board["10 kΩ"] == in_bag["10 kΩ"]


def test_a_part_without_a_bag_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    guide, _ = guides()
    strange = replace(PARTS[0], part="propeller", purpose="flies")
    monkeypatch.setattr(bags, "whole_bill", lambda _: [(strange, 1)])
    with pytest.raises(NoBag, match="propeller"):
        shares(guide.built)


# The steps.


@GUIDES
def test_the_minutes_of_all_steps_are_the_hours_of_the_parts_page(guide: Guide) -> None:
    assert sum(minutes(guide.built)) / 60 == pytest.approx(hours(guide.built))
    assert len(minutes(guide.built)) == len(STEPS) == 12
    assert f"{hours(guide.built):.0f} hours of work" in page(guide)


@GUIDES
def test_every_step_has_all_that_a_builder_needs(guide: Guide) -> None:
    steps = re.split(r"^### \d+ · ", page(guide).split("\n## The stripboard")[0], flags=re.M)[1:]
    assert len(steps) == 12
    for number, step in enumerate(steps, 1):
        for part in ("**Time:** ", "**Tools:** ", f"**Bag {number}:** ", "\n1. ", "*Test:* "):
            assert part in step, (number, part)
        remedies = step.split("*If not:*")[1]
        assert re.search(r"^- .+", remedies, re.M), number
        pictures = re.findall(r"^!\[.+\]\((.+)\)$", step, re.M)
        assert len(pictures) == 2
        assert all((HERE / "guide" / picture).is_file() for picture in pictures)
    for option in ("--system", "--free", "--lamps", "--switches", "--report"):
        assert f"companion check --config board.toml {option}" in page(guide)
    assert ("--diodes" in page(guide)) == guide.circuit.matrix


def literals() -> set[str]:
    """Every text of the tools for makers."""
    return {
        node.value
        for path in (ROOT / "companion/maker").glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


@GUIDES
def test_what_a_step_says_the_program_prints_is_what_it_prints(guide: Guide) -> None:
    known = [
        re.compile(re.sub(r"\\{\w+(?::[^}]*)?\\}", ".+", re.escape(text)))
        for text in literals()
        if len(text) > 8 or text == "no faults"
    ]
    said = re.findall(r"^It prints (.*?)(?:\n\n|\Z)", page(guide), re.M | re.S)
    assert len(said) == 8
    for line in said:
        words = re.findall(r"`([^`]+)`", " ".join(line.split()))
        assert words
        for each in (word for word in words if word != "●"):
            assert any(pattern.fullmatch(each) for pattern in known), each


@GUIDES
def test_no_line_of_a_paragraph_begins_like_a_list(guide: Guide) -> None:
    before = ""
    for line in page(guide).splitlines():
        mark = re.match(r" *(?:\d+\.|[-+*]) ", line)
        if mark and before.strip() and not re.match(r" *(?:\d+\.|[-+*]) ", before):
            # It goes on with a list only if what is before is an item's second line.
            assert before.startswith(" ") and not line.startswith(" "), line
        before = line


def test_holes_on_the_page_are_those_of_the_stripboard() -> None:
    for guide in guides():
        made = stripboard(guide.circuit)
        landed = {str(landing.at) for landing in made.landings}
        legs = {str(at) for part in made.parts for at in part.legs.values()}
        ends_of = {str(at) for link in made.links for at in (link.start, link.end)}
        cuts = {str(cut) for cut in made.cuts}
        named = set(re.findall(r"\b([A-X]\d{1,2})\b", page(guide))) - {"A4", "N45", "M4"}
        labels = {cut.label.rstrip("+−") for cut in guide.wires.cuts}
        assert named - labels - {"F1", "F2", "F3", "F4", "L1"} <= landed | legs | ends_of | cuts
        assert landed | cuts | ends_of <= named | labels

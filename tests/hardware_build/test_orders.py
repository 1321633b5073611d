"""Orders: whole packs of what a bill counts, prices with a source, and counts made another way."""

from __future__ import annotations

import csv
import re
from collections import Counter
from functools import cache
from io import StringIO
from itertools import pairwise
from math import dist
from pathlib import Path

import pytest
import trimesh

from companion.config import load_config
from companion.games.registry import make
from hardware.artwork.layout import BOARDS, Layout
from hardware.artwork.strip_files import strip_files
from hardware.generated import HERE
from hardware.parts.boards import BoardBuild, boards
from hardware.parts.effort import all_joints, hours, lamp_joints
from hardware.parts.files import files
from hardware.parts.lengths import feed_metres, main_metres, signal_metres
from hardware.parts.materials import whole_bill
from hardware.parts.orders import (
    UNVERIFIED,
    estimated,
    offers,
    order,
    order_key,
    total_text,
    totals,
)
from hardware.parts.paths import ways
from hardware.parts.sets import filament, magnets, piece_set
from tests.artwork.truth import lamps, points
from tests.published import PUBLISHED

BUILDS = pytest.mark.parametrize("built", boards(), ids=lambda built: built.name)
PITCHES = (33.33, 40.0, 50.0)


MADE = cache(files)


def rows(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(MADE()[name].decode("utf-8"))))


# Packs and prices


@pytest.mark.slow
@BUILDS
def test_an_order_has_all_that_the_bill_counts(built: BoardBuild) -> None:
    counted: Counter[str] = Counter()
    for row in rows(f"{built.name}.csv"):
        what = f"{row['part']}, {row['value']}"
        counted[what if row["part number"] == "any" else row["part number"]] += int(row["count"])
    ordered = {
        row["what"] if row["part number"] == "any" else row["part number"]: row
        for row in rows(f"{built.name}-order.csv")
    }
    assert {key: int(row["needed"]) for key, row in ordered.items()} == counted
    for row in ordered.values():
        packs, pack, needed = int(row["packs"]), int(row["pack"]), int(row["needed"])
        assert packs * pack >= needed > 0
        # Not a pack more than spares want.
        assert (packs - 1) * pack < 1.1 * needed + 1e-6


@pytest.mark.slow
@BUILDS
def test_what_breaks_and_gets_lost_has_spares(built: BoardBuild) -> None:
    for row in rows(f"{built.name}-order.csv"):
        if row["what"].startswith(("reed switch", "diode", "disc magnet")):
            assert int(row["packs"]) * int(row["pack"]) >= 1.1 * int(row["needed"]) - 1e-6


@BUILDS
def test_the_total_is_the_sum_of_what_is_verified(built: BoardBuild) -> None:
    known: dict[str, float] = {}
    missing = 0
    for row in rows(f"{built.name}-order.csv"):
        if row["price of a pack"] == UNVERIFIED:
            assert row["cost"] == row["currency"] == row["source"] == ""
            missing += 1
        else:
            cost = int(row["packs"]) * float(row["price of a pack"])
            assert float(row["cost"]) == pytest.approx(cost, abs=0.005)
            assert row["source"]
            known[row["currency"]] = known.get(row["currency"], 0) + cost
    sums, without = totals(order(built))
    assert sums == pytest.approx(known)
    assert without == missing
    assert total_text(order(built)) in MADE()["README.md"].decode("utf-8")


@BUILDS
def test_every_line_has_a_price_or_an_estimate_with_its_basis(built: BoardBuild) -> None:
    least = most = 0.0
    for row in rows(f"{built.name}-order.csv"):
        guessed = row["price of a pack"] == UNVERIFIED
        assert guessed == bool(row["basis"]) == bool(row["estimate from"]) == bool(row["to (EUR)"])
        if guessed:
            assert 0 < float(row["estimate from"]) < float(row["to (EUR)"])
            least, most = least + float(row["estimate from"]), most + float(row["to (EUR)"])
    low, high, count = estimated(order(built))
    assert low == pytest.approx(least)
    assert high == pytest.approx(most)
    assert count == totals(order(built))[1]
    assert f"and {least:.0f} to {most:.0f} EUR by estimate" in total_text(order(built))


def test_every_offer_is_for_a_part_and_says_where_its_price_is_from() -> None:
    used = {
        order_key(part, built)
        for pitch in PITCHES
        for built in boards(pitch)
        for part, _ in whole_bill(built)
    }
    used |= {order_key(part, built) for built in boards() for way in ways(built)
             for part, _ in way.bill}  # fmt: skip
    assert offers().keys() <= used
    for key, offer in offers().items():
        assert offer.pack >= 1, key
        assert (offer.price is None) == (offer.source == "") == (offer.currency == ""), key
        assert (offer.estimate is None) == (offer.basis == ""), key
        assert re.fullmatch(r"(\d{4}-\d\d(-\d\d)?)?", offer.date), key


# Counted another way


@BUILDS
def test_the_lists_beside_the_diagrams_have_as_many_resistors(built: BoardBuild) -> None:
    route = "pico" if built.port == "pico" else "spi"
    text = (HERE / f"wiring/{built.board.name}-{route}.csv").read_text(encoding="utf-8")
    columns = len(re.findall(r"^.*\bcolumn \d", text, re.M))
    found = {row["part number"]: int(row["needed"]) for row in rows(f"{built.name}-order.csv")}
    # One more for the level shifter's input, and one for the first pixel.
    assert found["Yageo CFR-25JB-52-10K"] == columns + 1
    assert found["Yageo CFR-25JB-52-330R"] == text.count("330 Ω") + 1


@pytest.mark.parametrize("pitch", PITCHES)
def test_the_strip_that_is_ordered_is_as_long_as_the_configuration_says(
    pitch: float, tmp_path: Path
) -> None:
    for built in boards(pitch):
        made = dict(strip_files(Layout(BOARDS[built.board.name], pitch)))
        text = made.get(built.configuration, (HERE / built.configuration).read_bytes())
        (tmp_path / "board.toml").write_bytes(text)
        length = load_config(tmp_path / "board.toml").strip.length
        (pixels,) = [count for part, count in whole_bill(built) if part.part == "pixel"]
        assert pixels == length == built.pixels


@BUILDS
def test_there_are_pieces_for_every_game_of_the_board(built: BoardBuild) -> None:
    has = piece_set(built.board)
    for name in PUBLISHED:
        game = make(name, {"players": "4"} if name == "halma" else {})
        fits = game.board.name == built.board.name or (any(built.lines) and game.board.columns)
        if not fits or len(game.board.rows) > len(built.board.rows):
            continue
        stacks = game.stacks(game.start())
        pieces = [piece for stack in stacks for piece in stack]
        if name == "gomony":
            assert has["gomony-half"] == 2 * len(pieces)
        elif name == "halma":
            shapes = Counter(f"halma-{piece.kind}" for piece in pieces)
            assert {shape: has[shape] for shape in shapes} == shapes
        else:
            assert has["man"] >= len(pieces)
    if built.board.name == "star":
        assert has["man"] == 19  # Nim fills the board
    elif built.board.name == "nine":
        assert has["man"] == 9  # likewise
    else:
        assert has["man"] == 48  # Soli2 has 24 counters of each colour


@BUILDS
def test_there_is_a_magnet_for_every_piece_with_a_pocket(built: BoardBuild) -> None:
    pocketed = 0
    for model, count in piece_set(built.board).items():
        mesh = trimesh.load_mesh(HERE / f"pieces/{model}.stl")
        low = mesh.bounds[0][2]
        # Over a pocket the middle of the underside is higher than its edge.
        middle = min(z for x, y, z in mesh.vertices if dist((x, y), (0, 0)) < 1e-6)
        # Two halves of a marker share one.
        pocketed += count * (middle - low > 0.5) // (2 if model == "gomony-half" else 1)
    assert magnets(built.board) == pocketed


@BUILDS
def test_the_filament_is_what_the_models_weigh(built: BoardBuild) -> None:
    solid = sum(
        count * float(trimesh.load_mesh(HERE / f"pieces/{model}.stl").volume) * 1.24e-3
        for model, count in piece_set(built.board).items()
    )
    # A tenth is waste; skirts, and what the slicer rounds, are a few per cent.
    assert 1.05 * solid <= filament(built.board) <= 1.3 * solid


# Wires


def outline(built: BoardBuild) -> tuple[tuple[float, float], float]:
    width, height = built.layout.size
    return (width / 2, height / 2), height


@pytest.mark.parametrize("pitch", PITCHES)
def test_wires_reach_from_the_computer_to_the_farthest_reed_and_are_not_wasted(
    pitch: float,
) -> None:
    for built in boards(pitch):
        middle, height = outline(built)
        places = points(built.board, pitch, middle)
        names = built.board.names
        # From the north-west corner, where the wires leave: to the last point of each row, and of
        # each column; without rows and columns to each point.
        ends = [places[names[row[-1]]] for row in built.board.rows]
        if sum(built.lines):
            ends += [places[names[column[-1]]] for column in built.board.columns]
        else:
            ends += list(places.values())
        least = sum(300 + x + height - y - built.layout.margin for x, y in ends)
        assert least / 1000 <= signal_metres(built.layout) <= 1.6 * least / 1000 + 2


def test_wires_from_pixel_to_pixel_bridge_what_the_strip_does_not() -> None:
    for built in boards():
        places = list(lamps(built.board, 40, outline(built)[0]).values())
        steps = [dist(a, b) for a, b in pairwise(places)]
        least = sum(max(step - 1000 / 30, 0) for step in steps)
        assert least / 1000 <= feed_metres(built.layout, uncut=False) <= 3 * least / 1000 + 2


def test_a_strip_that_is_not_cut_takes_less_wire() -> None:
    for built in boards(33.33):
        if built.uncut:
            cut, uncut = (feed_metres(built.layout, uncut=way) for way in (False, True))
            assert uncut < cut or cut == 1


def test_every_feed_has_its_wires() -> None:
    for built in boards():
        width, height = built.layout.size
        # To the first lamp, and on a grid to the middle and to the last one.
        farthest = (width + height) / 1000 + 0.3
        assert 0.3 * built.feeds <= main_metres(built.layout) <= 1.15 * built.feeds * farthest + 1


# Joints and hours


def test_a_strip_that_fits_the_pitch_has_a_tenth_of_the_joints() -> None:
    by_pitch = {pitch: {built.name: built for built in boards(pitch)} for pitch in PITCHES}
    cut, uncut = by_pitch[40.0]["grid9-pico"], by_pitch[33.33]["grid9-pico"]
    # The first pixel's three, and two for each further feed, besides.
    others = 3 + 2 * (cut.layout.feeds - 1)
    assert lamp_joints(cut) == 6 * 80 + others
    assert lamp_joints(uncut) == 6 * 8 + others
    assert all_joints(cut) - all_joints(uncut) == 6 * 72
    assert hours(cut) - hours(uncut) == pytest.approx(6 * 72 / 60)
    assert lamp_joints(by_pitch[33.33]["star-direct"]) == 6 * 18 + 3
    # SPI cannot send 225 pixels, a Pico can.
    assert not by_pitch[50.0]["grid9-matrix"].uncut
    assert by_pitch[50.0]["grid9-pico"].pixels == 225


def test_the_guide_has_the_hours_and_joints_of_the_largest_board() -> None:
    guide = (HERE / "README.md").read_text(encoding="utf-8")
    text = " ".join(guide.split())
    at = {
        pitch: next(built for built in boards(pitch) if built.name == "grid9-pico")
        for pitch in (40.0, 33.33)
    }
    assert (
        f"a 9 × 9 board takes about {hours(at[40.0]):.0f} hours and {all_joints(at[40.0])} joints "
        f"at 40 mm, {hours(at[33.33]):.0f} hours and {all_joints(at[33.33])} joints at 33.33 mm"
    ) in text
    joints = {(built.pitch, built.name): lamp_joints(built) for p in PITCHES for built in boards(p)}
    assert (
        f"On a 9 × 9 board at 40 mm, the lamps alone are {joints[40, 'grid9-pico']} joints" in text
    )
    assert f"{joints[33.33, 'grid9-pico']} joints, with the feeds" in text
    assert f"so its strip is always cut: {joints[40, 'star-direct']} joints" in text

"""The joints of each way to wire a board, counted once more."""

from __future__ import annotations

import re

import pytest

from hardware.generated import HERE
from hardware.parts.boards import boards
from hardware.parts.effort import all_joints
from hardware.parts.paths import tile_joints, ways
from hardware.pcb.controllers import SERVED

BUILT = {built.name: built for built in boards()}


@pytest.mark.parametrize("size", [7, 8, 9])
def test_the_joints_of_a_grid_of_tiles(size: int) -> None:
    built = BUILT[f"grid{size}-matrix"]
    tiles, inner = size * size, size * (size - 1)
    reeds = 4 * tiles
    # ROW, 5V, data and 0V to the east; 5V, 0V and COL to the south; data back from each row's end.
    between = 4 * inner + 3 * inner + (size - 1)
    away = 2 * size + 1 + 2 * built.feeds
    computer = 40 + 3 + 2 + 2 + 3 + 2 + 2  # header, jack, fuse, capacitor, terminals
    assert tile_joints(built) == reeds + 2 * (between + away) + computer + 2


def test_the_joints_of_a_star_of_tiles() -> None:
    # Both bridges and four leads; 18 times 5V, 0V and data; a wire of its own, data and a feed.
    assert tile_joints(BUILT["star-direct"]) == 19 * 6 + 2 * (18 * 3 + 19 + 1 + 2) + 54 + 2


def test_pages_do_not_claim_that_tiles_save_joints() -> None:
    for built in boards():
        if built.board.name in SERVED:
            wired, tiled = ways(built)
            assert wired.joints == all_joints(built)
            assert tiled.joints > wired.joints
            assert tiled.hours > wired.hours
    page = " ".join((HERE / "pcb/README.md").read_text(encoding="utf-8").split())
    assert "do not save solder joints" in page
    assert not re.search(r"\d+ (?:solder )?joints", page)


def test_a_board_that_circuit_boards_do_not_serve_has_one_way() -> None:
    (way,) = ways(BUILT["nine-direct"])
    assert way.name == "wired by hand"

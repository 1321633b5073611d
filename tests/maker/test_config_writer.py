"""The maps are written into configurations of every form, and nothing else in them changes."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import pytest

from companion.config import load_config, parse_config
from companion.device.ports.direct_kind import STAR_SWITCHES
from companion.maker import MakerError
from companion.maker.config_writer import update_config
from companion.rules.geometry import STAR
from tests.maker.wired import cells_of, switches_of

PINS = dict(zip(STAR.names, reversed(STAR_SWITCHES["spi"]), strict=True))
PIXELS = {name: 18 - p for p, name in enumerate(STAR.names)}
ROOT = Path(__file__).parents[2]

FORMS = {
    "nothing": "",
    "comments alone": "# mine\n\n# all of it\n",
    "a section": '[port]\nkind = "direct"\nbutton = 15 # red\n',
    "a section without a line end": '[port]\nkind = "direct"',
    "both sections": '[port]\nkind = "direct"\n\n[strip]\norder = "RGB"\n\n[lights]\n# dim\n',
    "the map in the section": '[port]\nkind = "direct"\nswitches = {}\n',
    "a map of its own": "[port.switches]\n"
    + "".join(
        f"{n} = {g} # wire {n}\n" for n, g in zip(STAR.names, STAR_SWITCHES["spi"], strict=True)
    ),
    "out of order": '[port]\nkind = "direct"\n[strip]\norder = "RGB"\n[port.switches]\n'
    + "".join(f"{n} = {g}\n" for n, g in zip(STAR.names, STAR_SWITCHES["spi"], strict=True)),
    "dotted keys": 'port.kind = "direct"\nstrip.order = "RGB"\n',
    "inline tables": 'port = {kind = "direct"}\nstrip = {order = "RGB"}\n',
    "line ends of Windows": '[port]\r\nkind = "direct"\r\n\r\n[lights]\r\nbudget_ma = 700\r\n',
    "text of the world": '[page]\ncode = "дом"  # π\n',
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "board.toml"


@pytest.mark.parametrize("form", FORMS)
def test_maps_are_written_and_all_else_stays(path: Path, form: str) -> None:
    text = FORMS[form]
    path.write_bytes(text.encode())
    update_config(path, "switches", PINS, PIXELS)
    after = path.read_bytes().decode()
    config = load_config(path)
    assert (switches_of(config), config.strip.pixels) == (PINS, PIXELS)
    was, now = tomllib.loads(text), tomllib.loads(after)
    for table in (was, now):
        table.setdefault("port", {}).pop("switches", None)
        table.setdefault("strip", {}).pop("pixels", None)
    assert now == was
    for line in text.splitlines():
        if "#" in line and "wire" not in line:
            assert line in after.splitlines()
    assert (path.parent / "board.toml.bak").read_bytes() == text.encode()


def test_comments_beside_entries_stay_beside_them(path: Path) -> None:
    path.write_text(FORMS["a map of its own"])
    update_config(path, "switches", PINS, None)
    lines = path.read_text().splitlines()
    assert lines[0] == "[port.switches]"
    assert lines[1:] == [f"{n} = {PINS[n]} # wire {n}" for n in STAR.names]


@pytest.mark.parametrize("name", ["board-spi.toml", "board-pwm.toml"])
def test_configurations_to_copy_can_be_written_into(path: Path, name: str) -> None:
    text = (ROOT / "hardware" / name).read_text()
    path.write_text(text)
    own = switches_of(load_config(path))
    pins = dict(zip(own, reversed(own.values()), strict=True))
    said = update_config(path, "switches", pins, PIXELS)
    assert said[0].startswith("[port.switches]: 1 = 27 (was ")
    assert said[1] == "[strip.pixels]: new, 19 points"
    assert said[-1] == "Written to board.toml; backup: board.toml.bak"
    for line in text.splitlines():
        if line.startswith("#") or "#" in line:
            assert line in path.read_text().splitlines()


def test_a_matrix_has_rows_and_columns(path: Path) -> None:
    path.write_text('[port]\nkind = "matrix"\n')
    cells = {name: (p // 5, p % 5) for p, name in enumerate(STAR.names)}
    said = update_config(path, "cells", cells, None)
    assert cells_of(load_config(path)) == cells
    assert said[0] == "[port.cells]: new, 19 points"
    moved = {**cells, "1": (3, 4), "19": (3, 3)}
    moved["19"], moved["1"] = (0, 0), cells["19"]
    assert update_config(path, "cells", moved, None)[0] == (
        "[port.cells]: 1 = [3, 3] (was [0, 0]), 19 = [0, 0] (was [3, 3])"
    )


def test_every_copy_is_kept_and_nothing_is_written_twice(path: Path) -> None:
    path.write_text("# 1\n")
    update_config(path, "switches", PINS, None)
    update_config(path, "switches", None, PIXELS)
    assert update_config(path, "switches", PINS, PIXELS) == [
        "The configuration is already up to date."
    ]
    assert sorted(p.name for p in path.parent.iterdir()) == [
        "board.toml",
        "board.toml.bak",
        "board.toml.bak2",
    ]
    assert switches_of(parse_config((path.parent / "board.toml.bak").read_text())) == {}


def test_a_link_stays_a_link(path: Path) -> None:
    real = path.with_name("real.toml")
    real.write_text("")
    path.symlink_to(real)
    update_config(path, "switches", PINS, None)
    assert path.is_symlink()
    assert switches_of(load_config(real)) == PINS


def test_what_cannot_be_written_is_one_line(path: Path) -> None:
    with pytest.raises(MakerError, match="cannot be read"):
        update_config(path, "switches", PINS, None)
    path.write_text("")
    if os.geteuid() != 0:
        path.parent.chmod(0o500)
        try:
            with pytest.raises(MakerError, match="cannot be written"):
                update_config(path, "switches", PINS, None)
        finally:
            path.parent.chmod(0o700)
    path.with_name(".board.toml.bak.new").mkdir()
    with pytest.raises(MakerError, match="cannot be written"):
        update_config(path, "switches", PINS, None)
    assert path.read_text() == ""

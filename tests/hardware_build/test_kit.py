"""Every board can be built: the files of a kit come from its points, its lines and the pitch."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from importlib.metadata import distributions
from io import StringIO
from itertools import combinations
from pathlib import Path

import pytest
from shapely import Polygon

from companion.config import load_config, parse_config
from companion.device.ports import DirectKind, MatrixKind
from companion.rules.boards import boards
from companion.rules.geometry import NINE, Board, grid
from hardware.artwork.layout import WALL, InvalidLayout, Layout, check_room
from hardware.generated import HERE
from hardware.kit import kit, main
from tests.artwork.readers import read_dxf, read_svg
from tests.maker.wired import switches_of
from tests.packages import Install, packages_installed

ROOT = HERE.parent
OLD_GAMES = ROOT / "docs/examples/old-games"
PACKAGED = ("alquerque", "cross", "hare_and_hounds", "three_mens_morris")
_GAMES = (
    "alquerque:Alquerque",
    "fox_and_geese:FoxAndGeese",
    "hare_and_hounds:HareAndHounds",
    "three_mens_morris:ThreeMensMorris",
)
_BOARDS = (
    "alquerque:BOARD",
    "fox_and_geese:CROSS",
    "hare_and_hounds:BOARD",
    "three_mens_morris:BOARD",
)


@pytest.fixture
def old_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The example with boards of other shapes, installed for one test."""
    if "companion-old-games" in {found.name for found in distributions()}:
        yield
        return
    monkeypatch.syspath_prepend(str(OLD_GAMES))
    install: Install
    with packages_installed(tmp_path) as install:
        module = "companion_old_games."
        install(
            "old-games", tuple(module + name for name in _GAMES), tuple(module + b for b in _BOARDS)
        )
        yield


def rows(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(content.decode())))


@pytest.mark.usefixtures("old_games")
@pytest.mark.parametrize("name", PACKAGED)
def test_a_board_of_a_package_has_every_file(name: str) -> None:
    board = boards()[name]
    files = kit(board)
    wanted = {"board.toml", "wiring.svg", "wiring.csv", "parts.csv", "order.csv"}
    wanted |= {
        f"{sheet}.{kind}" for sheet in ("plain", "face", "underside") for kind in ("svg", "pdf")
    }
    assert wanted <= files.keys()
    config = parse_config(files["board.toml"].decode())
    assert config.make_game().board is board
    config.check(board)
    assert isinstance(config.port, DirectKind if board.size <= 19 else MatrixKind)
    wires = {row["what"]: row for row in rows(files["wiring.csv"])}
    if board.size <= 19:
        assert {f"point {point}" for point in board.names} <= wires.keys()
    else:
        across = max(map(len, board.rows))
        assert {f"row {n}" for n in range(len(board.rows))} <= wires.keys()
        assert {f"column {n}" for n in range(across)} <= wires.keys()
    reeds = [row for row in rows(files["parts.csv"]) if row["part"] == "reed switch"]
    assert [int(row["count"]) for row in reeds] == [2 * board.size]


@pytest.mark.usefixtures("old_games")
@pytest.mark.parametrize("name", PACKAGED)
def test_its_template_has_room_for_every_hole_and_slot(name: str) -> None:
    board = boards()[name]
    page = read_dxf(kit(board)["underside.dxf"].decode())
    slots = [Polygon(f.corners) for f in page.figures if f.layer == "SLOT"]
    wells = [f for f in page.figures if f.layer == "WELL"]
    assert (len(slots), len(wells)) == (2 * board.size, board.size)
    for one, other in combinations(slots, 2):
        assert one.distance(other) >= WALL - 1e-6
    assert {text for _, text, _ in page.words if text != "100 mm"} == set(board.names)


@pytest.mark.usefixtures("old_games")
@pytest.mark.parametrize("name", PACKAGED)
def test_its_print_has_every_point_line_and_lamp(name: str) -> None:
    board = boards()[name]
    drawn = kit(board)["plain.svg"].decode()
    for point in board.names:
        assert f'data-is="point {point}"' in drawn
        assert f'data-is="lamp {point}"' in drawn
    for line in board.lines:
        assert f'data-is="line {board.names[line[0]]} {board.names[line[-1]]}"' in drawn
    files = {point[0] for point in board.names}
    assert files <= {text for _, text, _ in read_svg(drawn).words}


def test_the_starter_board_is_a_kit_like_any_other() -> None:
    files = kit(NINE)
    for name in ("face.svg", "underside.svg", "underside.dxf"):
        assert files[name] == (HERE / "boards/nine" / name).read_bytes()
    listed = rows((HERE / "wiring/nine-spi.csv").read_bytes())
    assert rows(files["wiring.csv"]) == listed
    bought = rows((HERE / "parts/nine-direct.csv").read_bytes())
    assert rows(files["parts.csv"]) == bought
    assert not [row for row in bought if row["part"] == "diode"]
    mine, published = (
        parse_config(files["board.toml"].decode()),
        load_config(HERE / "board-nine.toml"),
    )
    assert mine.make_game().board is published.make_game().board is NINE
    assert mine.port.wiring(mine.strip, NINE) == published.port.wiring(published.strip, NINE)
    assert mine.lights == published.lights
    assert switches_of(published).keys() == set(NINE.names)


def test_the_starter_board_fits_on_a_sheet_of_a4_and_a_small_printer() -> None:
    assert max(Layout(NINE).size) <= 200
    for name in ("starter/plain", "starter/framed", "nine/face", "nine/underside"):
        for paper in ("a4", "letter"):
            content = (HERE / f"boards/{name}-{paper}.pdf").read_bytes()
            assert content.count(b"/Type /Page\n") == 1, name


def test_points_that_are_too_close_together_are_told() -> None:
    # The lamp in the middle has a slot on both sides of it.
    xy = [(-35.0, 20.0), (35.0, 20.0), (0.0, 0.0), (-35.0, -60.0), (35.0, -60.0)]
    close = Board("close", list("abcde"), [[0, 1], [2], [3, 4]], xy, [[0, 1]], style="points")
    with pytest.raises(InvalidLayout, match="of the board close would meet; choose a wider pitch"):
        check_room(Layout(close))
    bent = Board("bent", ["a", "b"], [[0, 1]], [(0.0, 0.0), (1.0, 0.2)], [[0, 1]], style="points")
    with pytest.raises(InvalidLayout, match="the row a b of the board bent is not straight"):
        check_room(Layout(bent))
    check_room(Layout(NINE))


def test_a_board_that_cannot_be_built_is_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["nime", "--to", str(tmp_path)]) == 1
    assert capsys.readouterr().err.startswith(
        "kit: there is no board 'nime' (did you mean 'nine'?)"
    )
    assert main(["nine", "--pitch", "20", "--to", str(tmp_path)]) == 1
    assert "pitch 20 mm: choose 30 to 100 mm" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
    with pytest.raises(InvalidLayout, match="no game is played on the board grid4"):
        kit(grid(4))


def test_a_kit_is_written_into_a_folder_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["nine", "--pitch", "33.33"]) == 0
    assert capsys.readouterr().out.endswith(" files in nine-kit\n")
    # At this pitch the strip lies uncut, there and back.
    config = load_config(tmp_path / "nine-kit/board.toml")
    assert config.strip.wiring(NINE).pixels == (0, 1, 2, 5, 4, 3, 6, 7, 8)

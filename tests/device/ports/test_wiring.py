"""wiring.md and the configurations to copy say what the program does."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from companion.config import load_config
from companion.device.ports import DirectKind, PortSettings, PwmLamps, StripSettings, fit
from companion.device.ports.direct import DirectWiring
from companion.device.ports.matrix_kind import matrix_wiring
from companion.games.registry import make
from companion.rules.geometry import STAR, grid
from companion.testing.wiring import STAR_PWM, STAR_SPI, wired

ROOT = Path(__file__).parents[3]
ROUTES = pytest.mark.parametrize(
    ("route", "default", "lamps"),
    [("spi", STAR_SPI, 10), ("pwm", STAR_PWM, 18)],
    ids=["spi", "pwm"],
)


def pin_table(route: str) -> dict[str, tuple[int, int]]:
    """What is wired by a route: the GPIO number and the header pin, as wiring.md has it."""
    text = (ROOT / "wiring.md").read_text(encoding="utf-8")
    section = text.split(f"### Pins with the lamps on {route.upper()}\n")[1].split("\n#")[0]
    rows = re.findall(r"^\| (point \d+|button|lamps) \| (\d+) \| (\d+) \|$", section, re.MULTILINE)
    table = {what: (int(gpio), int(pin)) for what, gpio, pin in rows}
    assert len(table) == len(rows), "a row stands twice"
    return table


@ROUTES
def test_the_pin_table_is_the_default_wiring(route: str, default: DirectWiring, lamps: int) -> None:
    expected = {
        f"point {name}": gpio for name, gpio in zip(STAR.names, default.switches, strict=True)
    }
    expected |= {"button": 15, "lamps": lamps}
    assert default.button == 15
    assert {what: gpio for what, (gpio, _) in pin_table(route).items()} == expected


@ROUTES
@pytest.mark.parametrize("revision", ["a02082", "902120", "c03112", "c04170"])
def test_the_header_pins_are_those_of_every_pi(
    route: str, default: DirectWiring, lamps: int, revision: str
) -> None:
    # The revisions are those of a Pi 3, a Zero 2 W, a Pi 4 and a Pi 5.
    header = MockFactory(revision=revision).board_info.headers["J8"].pins
    table = pin_table(route)
    assert len(table) == len(default.switches) + 2
    assert lamps in [gpio for gpio, _ in table.values()]
    for gpio, pin in table.values():
        assert header[pin].name == f"GPIO{gpio}"


def test_the_ground_pins_are_those_of_the_header() -> None:
    text = (ROOT / "wiring.md").read_text(encoding="utf-8")
    (listed,) = re.findall(r"Ground is on the header pins ([\d, and]+)\.", text)
    header = MockFactory().board_info.headers["J8"].pins
    ground = [number for number, pin in sorted(header.items()) if pin.name == "GND"]
    assert [int(number) for number in re.findall(r"\d+", listed)] == ground


def test_the_level_shifter_is_fed_from_the_lamps_pins() -> None:
    text = (ROOT / "wiring.md").read_text(encoding="utf-8")
    (row,) = re.findall(r"^\| 2 \| 1A \| (.*) \|$", text, re.MULTILINE)
    found = [
        (int(gpio), int(pin)) for gpio, pin in re.findall(r"GPIO (\d+) \(header pin (\d+)\)", row)
    ]
    assert found == [pin_table("spi")["lamps"], pin_table("pwm")["lamps"]]


@ROUTES
def test_the_configuration_to_copy_is_the_default_wiring(
    route: str, default: DirectWiring, lamps: int
) -> None:
    config = tomllib.loads((ROOT / f"hardware/board-{route}.toml").read_text(encoding="utf-8"))
    port, strip = PortSettings(**config["port"]), StripSettings(**config["strip"])
    assert isinstance(port, DirectKind)
    assert set(port.switches) == set(STAR.names)
    assert port.wiring(strip, STAR) == default
    assert strip.route == route
    assert route == "spi" or (isinstance(strip, PwmLamps) and strip.pin == lamps)


# The grids

LAMPS = {"spi": 10, "pwm": 18}
SIZES = pytest.mark.parametrize("size", [7, 8, 9])


def grid_table(route: str, size: int) -> dict[str, tuple[int, int]]:
    """The same of a grid, of which the table says on which boards a line is."""
    text = (ROOT / "wiring.md").read_text(encoding="utf-8")
    section = text.split(f"### Pins of a grid with the lamps on {route.upper()}\n")[1]
    rows = re.findall(
        r"^\| ((?:row|column) \d|button|lamps) \| (\d+) \| (\d+) \| (.+) \|$",
        section.split("\n#")[0],
        re.MULTILINE,
    )
    found = {
        what: (int(gpio), int(pin))
        for what, gpio, pin, on in rows
        if on == "all grids" or f"{size} × {size}" in on
    }
    assert len(rows) == 20
    return found


@SIZES
@pytest.mark.parametrize("route", LAMPS)
def test_the_pin_tables_of_the_grids_are_the_default_wiring(route: str, size: int) -> None:
    made = wired(grid(size), route)
    expected = {f"row {i}": gpio for i, gpio in enumerate(made.rows)}
    expected |= {f"column {i}": gpio for i, gpio in enumerate(made.columns)}
    expected |= {"button": 15, "lamps": LAMPS[route]}
    assert made.button == 15
    assert len(expected) == 2 * size + 2
    assert {what: gpio for what, (gpio, _) in grid_table(route, size).items()} == expected


@pytest.mark.parametrize("route", LAMPS)
@pytest.mark.parametrize("revision", ["a02082", "902120", "c03112", "c04170"])
def test_the_header_pins_of_the_grids_are_those_of_every_pi(route: str, revision: str) -> None:
    header = MockFactory(revision=revision).board_info.headers["J8"].pins
    for gpio, pin in grid_table(route, 9).values():
        assert header[pin].name == f"GPIO{gpio}"


def test_the_resistors_of_the_columns_go_to_3_volts() -> None:
    text = " ".join((ROOT / "wiring.md").read_text(encoding="utf-8").split())
    (first, second) = re.findall(r"to 3\.3 V \(header pin (\d+) or (\d+)\)", text)[0]
    header = MockFactory().board_info.headers["J8"].pins
    assert {header[int(first)].name, header[int(second)].name} == {"3V3"}


@SIZES
def test_the_configuration_of_a_grid_to_copy_is_the_default_wiring(size: int) -> None:
    config = load_config(ROOT / f"hardware/board-grid{size}.toml")
    board = config.make_game().board
    assert board.name == config.port.board == f"grid{size}"
    assert matrix_wiring(config.port, config.strip, board) == wired(board)
    assert fit(config.port, config.strip, board).lamps == size * size
    config.check(board)


@pytest.mark.parametrize(
    ("name", "sizes"), [("soli2", (7, 8, 9)), ("gomony", (8, 9)), ("halma", (9,))]
)
def test_the_configuration_of_a_large_grid_serves_the_games_of_the_smaller_ones(
    name: str, sizes: tuple[int, ...]
) -> None:
    for size in sizes:
        load_config(ROOT / f"hardware/board-grid{size}.toml").check(make(name).board)


def test_the_comments_of_the_grid_name_corners_and_first_points() -> None:
    for size in (7, 8, 9):
        text = (ROOT / f"hardware/board-grid{size}.toml").read_text(encoding="utf-8")
        assert f'first = "{grid(size).names[0]}"' in text
        assert f"[port.cells]:  {grid(size).names[0]} = [0, 0]" in text


def test_the_example_of_a_map_in_the_text_is_the_default() -> None:
    text = (ROOT / "wiring.md").read_text(encoding="utf-8")
    example = text.split("### Other orders\n")[1].split("\nThe star can be")[0]
    table = tomllib.loads("".join(re.findall(r"^    (.*\n)", example, re.MULTILINE)))
    made = wired(grid(7))
    assert table["port"]["rows"] == list(made.rows)
    assert table["port"]["columns"] == list(made.columns)
    index = grid(7).index
    for name, cell in table["port"]["cells"].items():
        assert made.cells[index[name]] == tuple(cell)

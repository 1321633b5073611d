"""wiring.md and the configurations to copy say what the program does."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import msgspec
import pytest
from gpiozero.pins.mock import MockFactory

from companion.drivers import PortSettings, StripSettings
from companion.drivers.settings import Wiring, wiring
from companion.geometry import STAR
from tests.hardware import STAR_PWM, STAR_SPI

ROOT = Path(__file__).parents[2]
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
def test_the_pin_table_is_the_default_wiring(route: str, default: Wiring, lamps: int) -> None:
    expected = {
        f"point {name}": gpio for name, gpio in zip(STAR.names, default.switches, strict=True)
    }
    expected |= {"button": 15, "lamps": lamps}
    assert default.button == 15
    assert {what: gpio for what, (gpio, _) in pin_table(route).items()} == expected


@ROUTES
@pytest.mark.parametrize("revision", ["a02082", "902120", "c03112", "c04170"])
def test_the_header_pins_are_those_of_every_pi(
    route: str, default: Wiring, lamps: int, revision: str
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
    route: str, default: Wiring, lamps: int
) -> None:
    config = tomllib.loads((ROOT / f"hardware/board-{route}.toml").read_text(encoding="utf-8"))
    port = msgspec.convert(config["port"], PortSettings)
    strip = msgspec.convert(config["strip"], StripSettings)
    assert port.kind == "direct"
    assert set(port.switches) == set(STAR.names)
    assert wiring(port, strip, STAR) == default
    assert strip.route == route
    assert route == "spi" or strip.pin == lamps

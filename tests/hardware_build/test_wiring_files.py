"""Diagrams, lists of wires, pages, configurations and firmware name the same pins."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from companion.config import load_config
from companion.device.ports import DirectKind, MatrixKind, PwmLamps, direct_kind, matrix_kind
from hardware.generated import HERE, differences
from hardware.wiring.agreement import disagreements, sources
from hardware.wiring.files import files
from hardware.wiring.harness import (
    PI_3V3,
    PI_5V,
    PI_GROUND,
    PI_PINS,
    PICO_3V3,
    PICO_GROUND,
    PICO_PINS,
    ROOT,
    Harness,
    harnesses,
)

HARNESSES = pytest.mark.parametrize("harness", harnesses(), ids=lambda harness: harness.name)


def text(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def test_the_committed_files_are_what_is_made() -> None:
    assert differences("wiring", files()) == []


def test_all_sources_agree() -> None:
    assert disagreements(text) == []


def changed(path: str, pattern: str) -> Callable[[str], str]:
    """The files with the first number that `pattern` marks, in one of them, made another."""
    before = text(path)
    found = re.search(pattern, before, re.MULTILINE)
    assert found, f"{path} has no {pattern}"
    start, end = found.span(1)
    after = before[:start] + str(int(found[1]) + 1) + before[end:]
    return lambda asked: after if asked == path else text(asked)


MUTATIONS = {
    "wiring.md": [
        r"^\| point 3 \| (\d+) \|",
        r"^\| point 7 \| \d+ \| (\d+) \|",
        r"^\| row 2 \| (\d+) \|",
        r"^\| column 4 \| \d+ \| (\d+) \|",
        r"^\| button \| (\d+) \|",
        r"^\| lamps \| (\d+) \|",
    ],
    "firmware/README.md": [
        r"^\| point 3 \| GP(\d+) \|",
        r"^\| row 2 \| GP(\d+) \|",
        r"^\| column 4 \| GP\d+ \| (\d+) \|",
        r"^\| lamps \| GP(\d+) \|",
    ],
    "firmware/pins.py": [
        r'^LAMPS = "GP(\d+)"',
        r'^BUTTON = "GP(\d+)"',
        r'^DIRECT = .* "nine": (\d+)',
        r"^COLUMNS .* range\((\d+), ",
    ],
    "hardware/board-spi.toml": [r"^3 = (\d+)$", r"^button = (\d+)"],
    "hardware/board-pwm.toml": [r"^3 = (\d+)$", r"^pin = (\d+)"],
    "hardware/board-nine.toml": [r"^a3 = (\d+)$", r"^button = (\d+)"],
    "hardware/board-grid7.toml": [r"^rows = \[(\d+)", r"^columns = \[(\d+)"],
    "hardware/board-grid8.toml": [r"^rows = \[(\d+)", r"^button = (\d+)"],
    "hardware/board-grid9.toml": [r"^rows = \[(\d+)", r"^columns = \[(\d+)"],
}


@pytest.mark.parametrize(
    ("path", "pattern"),
    [(path, pattern) for path, patterns in MUTATIONS.items() for pattern in patterns],
)
def test_a_pin_that_is_changed_in_one_file_is_told(path: str, pattern: str) -> None:
    # Where the number no longer fits at all, reading may refuse it: that is telling, too.
    try:
        found = disagreements(changed(path, pattern))
    except ValueError:
        return
    assert found


@HARNESSES
def test_a_pin_that_is_changed_in_a_diagram_or_a_list_is_told(harness: Harness) -> None:
    for path, pattern in (
        (f"hardware/wiring/{harness.name}.svg", r">pin (\d+) · G"),
        (f"hardware/wiring/{harness.name}.svg", r">pin \d+ · (?:GPIO |GP)(\d+) · "),
        (f"hardware/wiring/{harness.name}.csv", r",(?:GPIO |GP)(\d+),"),
    ):
        (told, *_) = disagreements(changed(path, pattern))
        assert told.startswith(f"{path}: {harness.name}: ")


def test_every_source_of_every_board_is_changed_in_some_test() -> None:
    named = {path for harness in harnesses() for path in sources(harness)}
    assert {path for path in named if "hardware/wiring/" not in path} == MUTATIONS.keys() - {
        "firmware/pins.py"  # what the others are compared with
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "value"),
    [
        (
            "direct_kind.DIRECT_SWITCHES",
            {
                "star": {
                    **direct_kind.STAR_SWITCHES,
                    "spi": (3, 2, *range(4, 7), 12, 13, *range(16, 28)),
                }
            },
        ),
        ("matrix_kind.MATRIX_ROWS", (5, 4, *matrix_kind.MATRIX_ROWS[2:])),
        (
            "matrix_kind.MATRIX_COLUMNS",
            dict(matrix_kind.MATRIX_COLUMNS) | {"pwm": (8, *range(19, 27))},
        ),
    ],
)
def test_a_default_that_is_changed_is_told(
    monkeypatch: pytest.MonkeyPatch, name: str, value: object
) -> None:
    monkeypatch.setattr(f"companion.device.ports.{name}", value)
    assert disagreements(text)
    assert differences("wiring", files())


def test_a_default_button_that_is_missing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.wiring.harness.DirectKind", lambda: DirectKind(button="none"))
    assert disagreements(text)


def test_the_header_is_that_of_every_pi() -> None:
    for revision in ("a02082", "902120", "c03112", "c04170"):  # Pi 3, Zero 2 W, 4 and 5
        pins = MockFactory(revision=revision).board_info.headers["J8"].pins
        names = {number: pin.name for number, pin in pins.items()}
        assert {p: f"GPIO{g}" for g, p in PI_PINS.items()} == {
            number: name for number, name in names.items() if name.startswith("GPIO")
        }
        for wanted, listed in (("GND", PI_GROUND), ("3V3", PI_3V3), ("5V", PI_5V)):
            assert tuple(sorted(n for n, name in names.items() if name == wanted)) == listed


def test_the_ground_of_the_pico_is_where_its_page_says() -> None:
    (listed,) = re.findall(
        r"Ground is on the pins\s+([\d, and]+)\s+of the Pico", text("firmware/README.md")
    )
    assert tuple(int(pin) for pin in re.findall(r"\d+", listed)) == PICO_GROUND
    assert not set(PICO_PINS.values()) & set(PICO_GROUND)


@HARNESSES
def test_no_pin_carries_two_wires_and_ground_is_ground(harness: Harness) -> None:
    pins = [wire.pin for wire in harness.wires]
    assert len(set(pins)) == len(pins)
    (ground,) = [wire.pin for wire in harness.wires if wire.what == "ground"]
    assert ground in (PICO_GROUND if harness.name.endswith("pico") else PI_GROUND)


@HARNESSES
def test_columns_are_pulled_up_to_3_volts(harness: Harness) -> None:
    pulled = [wire.pin for wire in harness.wires if wire.what == "3.3 V"]
    if "grid" not in harness.name:
        assert pulled == []
    elif harness.name.endswith("pico"):
        assert pulled == [PICO_3V3] == [36]
    else:
        assert pulled == [17]
        assert pulled[0] in PI_3V3


@HARNESSES
def test_every_diagram_and_list_is_linked_from_the_page_of_its_pins(harness: Harness) -> None:
    page = text("firmware/README.md" if harness.name.endswith("pico") else "wiring.md")
    assert f"hardware/wiring/{harness.name}.svg)" in page


def test_the_circuits_name_the_pins_of_the_level_shifter_as_its_table_does() -> None:
    drawn = (HERE / "wiring/circuit-lamps.svg").read_text(encoding="utf-8")
    section = text("wiring.md").split("## The level shifter, pin by pin\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (\d+) \| (\w+) \| (.*) \|$", section, re.MULTILINE)
    assert len(rows) == 14
    tied = {"5 V": [], "ground": []}  # type: dict[str, list[str]]
    for pin, _, to in rows:
        for rail, pins in tied.items():
            if to.startswith(rail):
                pins.append(pin)
    assert tied == {"5 V": ["4", "10", "13", "14"], "ground": ["1", "5", "7", "9", "12"]}
    for words in ("4, 10, 13", "5, 9, 12", "2OE 3OE 4OE", "2A 3A 4A", "VCC", "GND", ">14<", ">7<"):
        assert words in drawn


@pytest.mark.parametrize("size", [7, 8, 9])
def test_a_grid_with_lamps_on_pwm_is_configured_as_its_page_says(size: int, tmp_path: Path) -> None:
    section = text("wiring.md").split("### Pins of a grid with the lamps on PWM\n")[1]
    block = section.split("\n## ")[0].split("\n### ")[0]
    wanted = tomllib.loads("\n".join(re.findall(r"^    (.*)$", block, re.MULTILINE)))
    told = text(f"hardware/board-grid{size}.toml")
    columns = wanted["port"]["columns"][:size]
    told = re.sub(r"^columns = \[.*\]", f"columns = {columns}", told, flags=re.MULTILINE)
    told = told.replace(
        'route = "spi"', "\n".join(f"{k} = {v!r}" for k, v in wanted["strip"].items())
    )
    path = tmp_path / "board.toml"
    path.write_text(told, encoding="utf-8")
    config = load_config(path)
    assert isinstance(config.strip, PwmLamps)
    assert config.strip.pin == 18
    assert isinstance(config.port, MatrixKind)
    assert config.port.columns == matrix_kind.MATRIX_COLUMNS["pwm"][:size]

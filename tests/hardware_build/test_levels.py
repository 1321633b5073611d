"""What computers read from the switches, in the worst case."""

from __future__ import annotations

import pytest

from companion.device.ports.matrix_kind import MATRIX_ROWS
from hardware.wiring.harness import ROOT
from hardware.wiring.levels import (
    BAT85,
    CAPACITY,
    DIODE,
    HIGH,
    I2C,
    INSIDE,
    LOW,
    PI,
    PICO,
    PULL_UP,
    SD101C,
    SERIES,
    SILICON,
    VOLTS,
    own_level,
    rise,
    row_level,
)


@pytest.mark.parametrize("columns", [7, 8, 9])
def test_a_full_row_is_low_with_what_the_bill_lists(columns: int) -> None:
    for pad in (PI, PICO):
        assert row_level(pad, DIODE, columns) < LOW - 0.1


def test_what_the_pages_forbid_is_not_low() -> None:
    assert row_level(PI, SILICON, 9) > LOW - 0.1
    assert row_level(PI, SILICON, 9, more=VOLTS / I2C) > LOW
    assert row_level(PI, DIODE, 9, more=VOLTS / I2C) > LOW - 0.1
    assert not {2, 3} & set(MATRIX_ROWS)
    # With weaker pull-ups a Pi bears silicon diodes.
    assert row_level(PI, SILICON, 9, 22e3) < LOW - 0.1


def test_the_pages_have_the_levels() -> None:
    wiring = " ".join((ROOT / "wiring.md").read_text(encoding="utf-8").split())
    for text, diode, ohms in (
        ("with SD101C it is up to {:.2f} V", SD101C, PULL_UP),
        ("with 1N4148 and 10 kΩ up to {:.2f} V, which is too much", SILICON, PULL_UP),
        ("with 1N4148 and 22 kΩ up to {:.2f} V", SILICON, 22e3),
    ):
        assert text.format(row_level(PI, diode, 9, ohms)) in wiring
    simulated = (ROOT / "hardware/simulation/README.md").read_text(encoding="utf-8")
    for pad in (PI, PICO):
        level = f"{row_level(pad, DIODE, 9):.2f} V"
        assert f"| low level of a full row | grid9, {pad.name} | {level} |" in simulated


def test_the_level_is_that_of_the_currents_which_it_makes() -> None:
    level = row_level(PI, DIODE, 9)
    # From the pin back to the column: what is inside flows through the resistor in series.
    column = level - SERIES * (VOLTS - level) / 50e3
    each = (VOLTS - level) / 50e3 + (VOLTS - column) / 10e3
    row = PI.ohms * (9 * each + (VOLTS - level) / 50e3)
    assert level == pytest.approx(column + SERIES * (VOLTS - level) / 50e3)
    assert column == pytest.approx(DIODE.forward(each) + row, abs=1e-3)
    for kind in (SD101C, BAT85, SILICON):
        assert kind.forward(1e-4) == pytest.approx(kind.tenth + 0.05)
        assert kind.forward(1e-3) == pytest.approx(kind.full + 0.05)


def test_a_pico_needs_the_resistors_to_read_the_next_row() -> None:
    for inside, farads in zip(INSIDE, CAPACITY, strict=True):
        assert rise(None, inside, farads) > 4e-6
        assert rise(PULL_UP, inside, farads) < 1.8e-6
    # After that time a column has reached the level.
    assert VOLTS * (1 - 2.718281828 ** -(rise(PULL_UP, 1e12, 1e-10) / 1e-6)) == pytest.approx(HIGH)


def test_series_resistors_protect_pins_and_let_reeds_close() -> None:
    assert VOLTS / SERIES <= 0.010001
    assert own_level() < LOW - 0.2
    assert own_level(1000) > LOW

"""Decks hold what the board has; what ngspice says of some agrees with formulas done by hand."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from pathlib import Path

import pytest

from companion.device.ports import matrix_kind
from companion.device.ports.pixel_timing import TIMINGS
from companion.rules.geometry import STAR
from hardware.artwork.layout import BOARDS, Layout
from hardware.parts.boards import BoardBuild, boards
from hardware.parts.catalogue import bill
from hardware.parts.wires import COMMON, COPPER, FEED, MAIN
from hardware.simulation import __main__ as command
from hardware.simulation.back_power import computer_off, lamps_off
from hardware.simulation.data_line import LONGEST, SHORTEST, DataLine, data_line, pulses, spi_bits
from hardware.simulation.files import files
from hardware.simulation.lengths import CABLE, STRIP_PIECE, Lengths
from hardware.simulation.netlist import Deck, Netlist
from hardware.simulation.ngspice import Curves, SimulationError, run
from hardware.simulation.page import quantity, results_table
from hardware.simulation.pi_board import pull_up_to_remove, pwm_input
from hardware.simulation.reeds import (
    PI_READER,
    PICO_READER,
    Matrix,
    beside_falling,
    full_row,
    own_reed,
    settling,
)
from hardware.simulation.results import NANOSECONDS, VOLTS, Result, refused, results
from hardware.simulation.same import same
from hardware.simulation.supply import all_on, evenly, farthest, inrush, strip
from hardware.simulation.values import (
    CONTACTS,
    CORD_OHMS,
    FUSE_OHMS,
    KNOWN,
    PIXEL_VOLTS,
    STRIP_OHMS,
    SUPPLY_HIGH,
    SUPPLY_LOW,
    Known,
)
from hardware.simulation.waves import above, at_time, first, integral, settled
from hardware.wiring.harness import ROOT
from hardware.wiring.levels import (
    BULK,
    DATA_SERIES,
    DECOUPLING,
    DIODE,
    I2C,
    PI,
    PICO,
    PULL_UP,
    SERIES,
    SILICON,
    own_level,
    row_level,
)
from tests import needs

GRID9 = next(built for built in boards() if built.name == "grid9-matrix")
STAR_BUILD = boards()[0]


def simulated(deck: Deck) -> Curves:
    """Simulate a deck."""
    needs.ngspice()
    return run(deck)


def element(deck: Deck, name: str) -> list[str]:
    (line,) = (line.split() for line in deck.elements if line.split()[0] == name)
    return line


def value(deck: Deck, name: str) -> float:
    return float(element(deck, name)[3])


# Decks of the switches


@pytest.mark.parametrize("reader", [PI_READER, PICO_READER], ids=lambda reader: reader.name)
@pytest.mark.parametrize("size", [7, 8, 9])
def test_a_matrix_has_every_reed_with_its_diode_and_every_wire(size: int, reader: object) -> None:
    matrix = Matrix(size, reader)  # type: ignore[arg-type]
    deck = settling(matrix, 0, 2)
    for row in range(size):
        for column in range(size):
            vacant = (row, column) == (1, 2)
            reed = element(deck, f"{'C' if vacant else 'R'}reed_{row}_{column}")
            assert reed[1:3] == [f"column{column}", f"reed{row}_{column}"]
            diode = element(deck, f"D_{row}_{column}")
            # Its ring is towards the row.
            assert diode[1:] == [f"reed{row}_{column}", f"row{row}", DIODE.name]
    notes = [line for line in deck.elements if line.startswith("* ")]
    wanted = [
        f"* {wire.what}: {wire.signal}, pin {wire.pin}, {wire.colour}"
        for wire in matrix.harness.wires
        if wire.what.startswith(("row", "column"))
    ]
    assert notes == wanted
    assert len(notes) == 2 * size


def test_a_matrix_has_the_resistors_of_the_diagram() -> None:
    deck = full_row(Matrix(9, PI_READER))
    for column in range(9):
        assert element(deck, f"Rpull_up_column{column}")[1:3] == ["v33", f"column{column}"]
        assert value(deck, f"Rpull_up_column{column}") == PULL_UP
        assert value(deck, f"Rseries_column{column}") == SERIES
    without = full_row(Matrix(9, PI_READER, None))
    assert not any(line.startswith("Rpull_up") for line in without.elements)
    assert ".model pad SW(RON=75 " in deck.text()
    assert ".model pad SW(RON=41.6667 " in full_row(Matrix(9, PICO_READER)).text()


def test_a_pin_that_is_changed_changes_its_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    before = full_row(Matrix(7, PI_READER))
    monkeypatch.setattr(matrix_kind, "MATRIX_ROWS", (5, 4, *matrix_kind.MATRIX_ROWS[2:]))
    after = full_row(Matrix(7, PI_READER))
    assert before.elements != after.elements
    assert "* row 0: GPIO 5, pin 29, brown" in after.elements


def test_a_value_that_is_changed_changes_its_deck() -> None:
    matrix = Matrix(7, PI_READER)
    longer = replace(matrix, reader=replace(PI_READER, cable=2 * CABLE))
    for other, name in (
        (replace(matrix, pull_up=4.7e3), "Rpull_up_column3"),
        (longer, "Cwire_column3"),
        (longer, "Cbetween_row0_row1"),
    ):
        assert value(full_row(matrix), name) != value(full_row(other), name)
    silicon = full_row(replace(matrix, diode=SILICON))
    assert f".model {SILICON.name} D(" in silicon.text()
    assert DIODE.name not in silicon.text()


def test_wires_are_as_long_as_the_channels_they_lie_in() -> None:
    lengths = Lengths(Layout(BOARDS["grid9"]))
    alone, bundled = lengths.column(0)
    assert alone == pytest.approx(0.328)  # eight squares of 40 mm, and 8 mm to the last row's wires
    # Each column is a square farther from the trunk than the one before.
    assert lengths.column(8)[1] - bundled == pytest.approx(8 * 0.04)
    assert lengths.column(8)[1] > CABLE + 0.7
    # The top row has the shortest way out of the board.
    assert sorted(range(9), key=lambda row: lengths.row(row)[1]) == list(range(9))
    wider = Lengths(Layout(BOARDS["grid9"], 50.0))
    assert wider.column(0)[0] > alone
    assert len(lengths.lamps) == 80
    # The strip goes on in the next row, at the same side of the board as in the row before.
    assert {round(metres, 3) for metres in lengths.lamps} == {0.04, 0.36}
    star = Lengths(Layout(STAR))
    assert len(star.lamps) == 18
    assert lengths.feeds == (0, 27, 53, 80)
    assert star.feeds == (0,)
    # The last lamp is in the bottom right corner, the farthest from where the feeds come in.
    assert max(map(lengths.feed, range(81))) == pytest.approx(lengths.feed(80))


# Decks of the lamps


@pytest.mark.parametrize("built", boards(), ids=lambda built: built.name)
def test_a_strip_has_every_lamp_and_feed(built: BoardBuild) -> None:
    deck = strip(built, evenly(built))
    lamps = [line.split() for line in deck.elements if line.startswith("Ilamp")]
    assert len(lamps) == built.points
    assert sum(float(lamp[3]) for lamp in lamps) == pytest.approx(built.budget, rel=1e-4)
    feeds = [line for line in deck.elements if line.startswith("Rfeed")]
    assert len(feeds) == 2 * built.feeds
    assert value(deck, "Rfuse") == pytest.approx(FUSE_OHMS[built.fuse] + CONTACTS)
    assert sum(all_on(built)) == pytest.approx(built.worst)
    # As many white lamps as the budget allows, not one more.
    assert built.budget - 0.043 < sum(farthest(built)) <= built.budget


def test_the_farthest_lamps_are_between_the_feeds() -> None:
    lit = [lamp for lamp, amperes in enumerate(farthest(GRID9)) if amperes > 0.01]
    assert {13, 14, 40, 66, 67} <= set(lit)
    assert not {0, 1, 26, 27, 28, 52, 53, 54, 79, 80} & set(lit)


def test_the_wiring_page_names_the_places_that_are_fed() -> None:
    page = " ".join((ROOT / "wiring.md").read_text(encoding="utf-8").split())
    for size in (7, 8, 9):
        *firsts, last = (lamp + 1 for lamp in Lengths(Layout(BOARDS[f"grid{size}"])).feeds)
        numbers = ", ".join(map(str, firsts))
        assert f"{size} × {size} at pixels {numbers} and {last}" in page


@pytest.mark.parametrize("built", boards()[:5], ids=lambda built: built.name)
def test_the_farthest_lamp_has_some_margin(built: BoardBuild) -> None:
    """Two hundredths of a volt above the range of its sheet, whatever is lit within the budget."""
    for currents in (evenly(built), farthest(built)):
        curves = simulated(strip(built, currents))
        lowest = min(curves.last(probe) for probe in curves.probes if probe.startswith("v"))
        assert lowest >= PIXEL_VOLTS["characteristics"] + 0.0195


def test_bits_are_those_of_the_timing() -> None:
    timing = TIMINGS["WS2812B"]
    zero, one = spi_bits(timing, 6.4e6)
    assert zero == pytest.approx((312.5e-9, 1.25e-6))
    assert one == pytest.approx((781.25e-9, 1.25e-6))
    sent = pulses((zero, one), 3.3)
    assert [volts for _, volts in sent] == [0, 0, 3.3, 3.3, 0, 0, 3.3, 3.3, 0]
    longer = pulses((zero,), 3.3, 10e-9)
    assert longer[3][0] - longer[1][0] == pytest.approx(322.5e-9)
    slower = replace(timing, one=0b11111100)
    assert data_line(spi_bits(slower), LONGEST) != data_line(spi_bits(timing), LONGEST)


def test_the_data_line_has_what_the_diagram_draws() -> None:
    deck = data_line(spi_bits(TIMINGS["SK6812"]), SHORTEST)
    assert value(deck, "Rpin") == pytest.approx(PI.ohms + SERIES)
    assert value(deck, "Rpull_down") == 10e3
    assert value(deck, "Rseries_end") == DATA_SERIES[0]
    at_shifter = data_line(spi_bits(TIMINGS["SK6812"]), SHORTEST, DataLine(at_pixel=False))
    assert element(at_shifter, "Rseries")[1:] == ["y", "wire", f"{DATA_SERIES[0]:g}"]
    drawn = (ROOT / "hardware/wiring/circuit-lamps.svg").read_text(encoding="utf-8")
    for text in (
        "{:g} to {:g} Ω".format(*DATA_SERIES),
        f"{BULK * 1e6:g} µF",
        f"{DECOUPLING * 1e9:g} nF",
        f"{SERIES:g} Ω",
    ):
        assert text in drawn


def test_lists_name_the_same_values_as_decks() -> None:
    listed = {(part.part, part.value(GRID9)) for part, _ in bill(GRID9)}
    assert ("capacitor", f"{BULK * 1e6:g} µF, 10 V") in listed
    assert ("resistor", f"{PULL_UP / 1e3:g} kΩ") in listed
    assert ("resistor", f"{DATA_SERIES[0]:g} Ω") in listed
    assert ("diode", f"{DIODE.name}, Schottky") in listed
    assert value(inrush(GRID9), "Cbulk") == BULK
    assert not any(line.startswith("Cbulk") for line in inrush(GRID9, bulk=0).elements)


def test_only_a_shifter_with_a_diode_to_its_supply_has_one() -> None:
    assert any(line.startswith("Dinput") for line in lamps_off(GRID9, "74HCT125").elements)
    assert not any(line.startswith("Dinput") for line in lamps_off(GRID9).elements)
    assert any(line.startswith("Ddin") for line in lamps_off(GRID9, "none").elements)


# What ngspice says, and what formulas say


def test_a_resistor_and_a_capacitor_take_the_time_of_the_formula() -> None:
    made = Netlist()
    made.steps("step", "in", "0", ((0, 0), (1e-6, 0), (1.001e-6, 3.3)))
    made.resistor("up", "in", "out", 10e3)
    made.capacitor("wire", "out", "0", 200e-12)
    curves = simulated(made.deck("RC", ["v(out)"], (12e-6, 10e-9)))
    at = first(curves.times, curves.probes["v(out)"], 2.0, True) - 1e-6
    assert at == pytest.approx(-10e3 * 200e-12 * math.log(1 - 2 / 3.3), rel=0.01)


@pytest.mark.parametrize(
    ("reader", "pad"), [(PI_READER, PI), (PICO_READER, PICO)], ids=["Pi", "Pico"]
)
def test_the_low_level_of_a_full_row_is_that_of_the_formula(reader: object, pad: object) -> None:
    curves = simulated(full_row(Matrix(9, reader)))  # type: ignore[arg-type]
    levels = [curves.last(probe) for probe in curves.probes]
    # The formula leaves out the reeds themselves.
    wanted = row_level(pad, DIODE, 9)  # type: ignore[arg-type]
    assert levels == pytest.approx([wanted] * 9, abs=0.001)


def test_the_level_of_a_reed_on_gpio_2_is_that_of_the_formula() -> None:
    assert simulated(own_reed(I2C)).last("v(pin)") == pytest.approx(own_level(), abs=1e-3)


def test_the_drop_along_a_strip_is_that_of_the_formula() -> None:
    """A strip of n lamps of i amperes, fed at its first one: the last gets 2 · r · i · n(n - 1)/2
    less, where r is the resistance from one lamp to the next."""
    amperes, lengths = 0.02, Lengths(Layout(STAR))
    curves = simulated(strip(STAR_BUILD, [amperes] * 19))
    volts = [curves.last(probe) for probe in curves.probes if probe.startswith("v")]
    ohms = [
        STRIP_PIECE * STRIP_OHMS + max(metres - STRIP_PIECE, 0) * COPPER / FEED.area
        for metres in lengths.lamps
    ]
    drop = sum(2 * r * amperes * (18 - lamp) for lamp, r in enumerate(ohms))
    assert volts[0] - volts[-1] == pytest.approx(drop, rel=1e-3)
    before = FUSE_OHMS[1.0] + CONTACTS
    before += 2 * (COMMON + lengths.feed(0)) * COPPER / MAIN.area
    assert SUPPLY_LOW - volts[0] == pytest.approx(19 * amperes * before, rel=1e-3)


def test_plugging_in_costs_a_fuse_what_the_formula_says() -> None:
    """A capacitor that is charged through resistors turns as much into heat there as it stores;
    without the current's rise the fuse's share is CV²/2R."""
    curves = simulated(inrush(STAR_BUILD))
    heat = integral(curves.times, [i * i for i in curves.probes["i(lcord)"]])
    ohms = FUSE_OHMS[1.0] + CONTACTS + CORD_OHMS + 2 * COMMON * COPPER / MAIN.area + 0.03
    assert heat == pytest.approx(BULK * SUPPLY_HIGH**2 / 2 / ohms, rel=0.05)


def test_what_was_found_to_be_wrong_is_still_seen() -> None:
    """BAT85 behind a Pico, and a metre of cable without its resistor."""
    pico = Matrix(9, PICO_READER)
    levels = []
    for matrix in (pico, replace(pico, diode=replace(DIODE, farads=18.7e-12))):
        curves = simulated(beside_falling(matrix, 1, 0))
        levels.append(min(curves.probes["v(pin_column0)"]))
    assert levels[1] < 1.6 < 2.0 < levels[0]
    hard = replace(SHORTEST, pin=25.0)
    counts = []
    for line in (DataLine(), DataLine(source=0.001)):
        curves = simulated(data_line(spi_bits(TIMINGS["WS2812B-V5"])[:1], hard, line))
        counts.append(len(above(curves.times, curves.probes["v(din)"], 3.5)))
    assert counts == [1, 2]


def test_a_pull_up_at_the_lamps_pin_is_seen_in_the_deck_and_by_ngspice() -> None:
    assert pull_up_to_remove() == "R11"
    rests = pwm_input(pulled_up=True)
    assert value(rests, "RR36") == SERIES
    assert value(rests, "RR37") == 10e3
    assert not any(line.startswith(("RR11 ", "RR35 ")) for line in rests.elements)
    lifted = pwm_input(pulled_up=True, restored="R11")
    assert element(lifted, "RR11")[1:] == ["GPIO18_OUT", "+3V3", "10000"]
    # From 3.3 V through 50 kΩ, on the board 10 kΩ and 330 Ω beside it, and 330 Ω to 10 kΩ.
    for deck, above_ in ((rests, 50e3), (lifted, 1 / (1 / 50e3 + 1 / 10.33e3))):
        wanted = 3.3 * 10e3 / (10.33e3 + above_)
        assert simulated(deck).last("v(data_in)") == pytest.approx(wanted, rel=1e-3)


def test_what_is_off_stays_off() -> None:
    assert simulated(computer_off()).last("v(pin)") == pytest.approx(1e-6 * 10e3, rel=0.01)


def test_a_deck_that_cannot_be_simulated_says_why() -> None:
    made = Netlist()
    made.resistor("one", "a", "b", 1)
    with pytest.raises(SimulationError, match="ngspice said"):
        simulated(made.deck("nothing", ["v(nowhere)"], (1e-6, 1e-9)))


# Results and page


@pytest.mark.slow
def test_every_limit_holds_and_the_page_says_so() -> None:
    simulated(own_reed())  # is there ngspice?
    made: dict[Deck, Curves] = {}

    def once(deck: Deck) -> Curves:
        return made.setdefault(deck, made[deck] if deck in made else run(deck))

    held, broken = results(once), refused(once)
    assert [result for result in held if not result.holds] == []
    assert [result for result in broken if result.holds] == []
    folder = ROOT / "hardware/simulation"
    for name, content in files(once, held, broken).items():
        assert same((folder / name).read_bytes(), content, name.endswith(".svg")), name


def test_without_ngspice_a_line_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.delenv("CI", raising=False)
    assert command.main([]) == 0
    assert capsys.readouterr().err.startswith("NOT RUN: the simulated circuits")
    monkeypatch.setenv("CI", "true")
    assert command.main([]) == 1
    with pytest.raises(SimulationError, match="apt install ngspice"):
        run(own_reed())


def test_a_broken_limit_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = Result("level", "star", (0.9,), VOLTS, most=0.8)
    monkeypatch.setattr(command, "found", lambda: "ngspice")
    monkeypatch.setattr(command, "results", lambda _: [bad])
    monkeypatch.setattr(command, "refused", lambda _: [])
    monkeypatch.setattr(command, "files", lambda *_: {"README.md": b"other"})
    assert command.main([]) == 1
    said = capsys.readouterr()
    assert said.out == "BROKEN level, star: 0.90 V (at most 0.80 V)\n"
    assert said.err == (
        "hardware-sim: a limit is broken: level, star\n"
        "hardware-sim: hardware/simulation/README.md is out of date: make hardware-sim UPDATE=1\n"
    )


def test_results_are_written_with_their_limits() -> None:
    both = Result("a 0", "SPI", (300e-9, 287.4e-9), NANOSECONDS, 220e-9, 380e-9)
    assert (both.found, both.limit, both.holds) == ("287 to 300 ns", "220 to 380 ns", True)
    least = Result("level", "star", (1.9,), VOLTS, least=2.0)
    assert (least.found, least.limit, least.holds) == ("1.90 V", "at least 2.00 V", False)
    exact = Result("level", "star", (-1.5,), VOLTS, -1.5, -1.5)
    assert (exact.found, exact.limit, exact.holds) == ("−1.50 V", "−1.50 V", True)
    table = results_table([both, least])
    assert table.splitlines()[2:] == [
        "| a 0 | SPI | 287 to 300 ns | 220 to 380 ns | holds |",
        "| level | star | 1.90 V | at least 2.00 V | broken |",
    ]


def test_every_value_has_a_source_and_is_on_the_page() -> None:
    page = (ROOT / "hardware/simulation/README.md").read_text(encoding="utf-8")
    for known in KNOWN:
        assert known.source
        assert f"| {known.what} | {quantity(known)} | {known.source} |" in page
    assert len({known.what for known in KNOWN}) == len(KNOWN)


@pytest.mark.parametrize(
    ("number", "unit", "text"),
    [
        (100e-12, "F", "100 pF"),
        (0.15, "Ω", "0.15 Ω"),
        (1.2e-6, "s", "1.2 µs"),
        (0.3, "", "0.3"),
        (16e-3, "A", "16 mA"),
        (92.7, "A²s", "92.7 A²s"),
    ],
)
def test_values_are_written_as_people_write_them(number: float, unit: str, text: str) -> None:
    kept = list(KNOWN)
    try:
        assert quantity(Known(number, unit, "", "")) == text
    finally:
        KNOWN[:] = kept


# Curves


def test_curves_are_measured() -> None:
    times = (0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0)
    values = (0.0, 4.0, 4.0, 0.0, 0.0, 4.0, 4.0)
    assert first(times, values, 2.0, True) == 0.5
    assert first(times, values, 2.0, False) == 2.5
    assert first(times, values, 2.0, True, after=1) == 4.5
    assert above(times, values, 2.0) == (2.0,)
    assert settled(times, values, 2.0, 0.0) == 4.5
    assert settled(times, values, -1.0, 0.5) == 0.5
    assert at_time(times, values, 2.25) == 3.0
    assert integral(times, values) == 2 + 4 + 2 + 0 + 2 + 4
    with pytest.raises(ValueError, match="never crossed"):
        first(times, values, 5.0, True)
    with pytest.raises(ValueError, match="does not stay"):
        settled(times, values, 5.0, 0.0)
    with pytest.raises(ValueError, match="does not reach"):
        at_time(times, values, 7.0)


def test_files_of_another_machine_are_the_same_within_a_last_digit() -> None:
    assert same(b"at 4.50 V, 12 ns", b"at 4.51 V, 12 ns")
    assert not same(b"at 0.50 V", b"at 0.53 V")
    assert not same(b"at 4.50 V", b"at 4.50 A")
    assert not same(b"10.0,20.0", b"10.0,21.9")
    assert same(b"10.0,20.0", b"10.0,22.9", drawn=True)
    assert not same(b"10.0,20.0", b"10.0,23.2", drawn=True)


def test_decks_are_the_same_whenever_they_are_written() -> None:
    matrix = Matrix(7, PI_READER)
    assert settling(matrix, 0, 1).text() == settling(matrix, 0, 1).text()
    text = strip(STAR_BUILD, evenly(STAR_BUILD)).text()
    assert text.startswith("* star-direct: the strip\n")
    assert text.endswith(".end\n")
    names = re.findall(r"^([RCLVIDSTEB]\S+) ", text, re.MULTILINE)
    assert len({name.lower() for name in names}) == len(names)
    assert not Path("curves.txt").exists()

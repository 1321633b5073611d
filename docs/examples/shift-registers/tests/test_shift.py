"""64 switches behind eight shift registers: settings, the contract, a game, the maker's tools."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest
from companion_shift import shift
from companion_shift.shift import ShiftKind, ShiftPort
from companion_shift.stand_in import Bus, mock_shift, stand_in

from companion.testing import (
    CapturedStrip,
    Config,
    Hands,
    InvalidWiring,
    PinSwitches,
    PortBench,
    PortError,
    PwmLamps,
    Sensed,
    SpiLamps,
    SwitchBank,
    SystemInfo,
    VirtualTable,
    WiredContract,
    fit,
    grid,
)

BOARD = grid(8)
PORT = ShiftKind().wiring(SpiLamps(), BOARD)


class TestContract(WiredContract):
    @pytest.fixture
    def bench(self) -> Iterator[PortBench]:
        with ExitStack() as stack:
            made = PortBench.on(stand_in(stack, ShiftKind(), SpiLamps(), BOARD))
            stack.callback(made.port.close)
            yield made


@contextmanager
def switches(kind: ShiftKind, bus: Bus | None = None) -> Iterator[SwitchBank]:
    with CapturedStrip(), mock_shift(kind.wiring(SpiLamps(), BOARD), BOARD.names, bus) as bank:
        yield bank


# Settings


def test_switches_are_in_the_order_of_the_board_unless_they_are_named() -> None:
    assert (PORT.places[0], PORT.places[7], PORT.places[8]) == ((0, 0), (0, 7), (1, 0))
    turned = {name: divmod(63 - p, 8) for p, name in enumerate(BOARD.names)}
    assert ShiftKind(switches=turned).wiring(SpiLamps(), BOARD).places == PORT.places[::-1]


IN_ORDER = {name: divmod(p, 8) for p, name in enumerate(BOARD.names)}


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (ShiftKind(registers=7), "7 × 8 inputs are too few for the 64 points of the board grid8"),
        (ShiftKind(registers=99), "registers is 99; choose from 1 to 32"),
        (ShiftKind(switches=IN_ORDER | {"b8": (0, 0)}), "register 0 D0 is used twice: .* a8 .* b8"),
        (ShiftKind(switches=IN_ORDER | {"b8": (8, 0)}), "b8 has register 8 and input 0; .* 0 to 7"),
        (ShiftKind(switches=IN_ORDER | {"b8": (0, 8)}), "b8 has register 0 and input 8"),
        (ShiftKind(switches={"a8": (0, 0)}), "point b8 is missing; give its register and input"),
        (ShiftKind(latch=19), r"GPIO 19 is used twice: for SPI1 \(MISO\) and for the latch"),
        (ShiftKind(button=22), "GPIO 22 is used twice: for the latch and for the button"),
    ],
)
def test_settings_that_cannot_be_wired_are_refused_in_one_line(kind: ShiftKind, said: str) -> None:
    with pytest.raises(InvalidWiring, match=said) as caught:
        fit(kind, SpiLamps(), BOARD)
    assert "\n" not in str(caught.value)


def test_a_pin_that_lamps_and_bus_both_need_is_one_message() -> None:
    with pytest.raises(InvalidWiring, match=r"^GPIO 18 is used twice: for the lamps .* \(CE0\)"):
        fit(ShiftKind(), PwmLamps(pin=18), BOARD)


# The bus


@pytest.mark.parametrize(("mode", "right"), [(0, False), (1, False), (2, True), (3, False)])
def test_only_mode_2_reads_the_registers(mode: int, right: bool) -> None:
    with switches(ShiftKind()) as bank, ExitStack() as stack:
        stack.enter_context(patch.object(shift, "POLARITY", mode >> 1))
        stack.enter_context(patch.object(shift, "PHASE", mode & 1))
        bank.close("a8")
        bank.close("c5")
        port = ShiftPort(PORT, lambda: 0.0)
        stack.callback(port.close)
        try:
            port.open(lambda _: None)
            occupied = port.occupancy()
        except PortError as error:
            assert "samples while the registers shift" in str(error)
            assert not right
        else:
            wanted = 1 << BOARD.index["a8"] | 1 << BOARD.index["c5"]
            assert (occupied == wanted) is right


def test_a_bus_that_is_off_says_what_enables_it() -> None:
    bus = Bus(8)
    bus.missing = True
    with switches(ShiftKind(), bus):
        port = ShiftPort(PORT, lambda: 0.0)
        with pytest.raises(PortError, match=r"^the shift registers on /dev/spidev1\.0: .*overlay"):
            port.open(lambda _: None)
        with pytest.raises(PortError, match="not open"):
            port.occupancy()


def test_a_bus_that_fails_for_a_while_loses_no_change(caplog: pytest.LogCaptureFixture) -> None:
    bus = Bus(8)
    heard: list[object] = []
    with switches(ShiftKind(), bus) as bank:
        port = ShiftPort(PORT, lambda: 0.0)
        port.open(heard.append)
        bus.fault = OSError(110, "Connection timed out")
        bank.close("c5")
        bank.close("d5")
        with pytest.raises(PortError, match=r"cannot be read: .*timed out"):
            port.occupancy()
        assert heard == []
        bus.fault = None
        bus.scan()
        assert heard == [Sensed(BOARD.index[name], True, 0.0) for name in ("c5", "d5")]
        port.close()
    assert [record.message.split(";")[0] for record in caplog.records] == [
        "the switches cannot be read",
        "the switches can be read again",
    ]


# A game, and the computer


def test_a_game_is_played_on_it(tmp_path: Path) -> None:
    kind = ShiftKind()
    with switches(kind) as bank, VirtualTable(tmp_path, Config(port=kind)) as table:
        table.begin("gomony")
        hands = Hands(table, PinSwitches(bank, BOARD.names))
        hands.set_up()
        moves = [hands.play_random() for _ in range(6)]
        assert table.texts == moves


def test_the_computer_is_judged() -> None:
    pi: dict[str, str | None] = {"gpiochip0": "pinctrl-bcm2711"}
    off, on = (
        [finding.text for finding in ShiftKind().advise(SystemInfo(chips=pi, interfaces=enabled))]
        for enabled in (frozenset[str](), frozenset({"spi1"}))
    )
    assert any("SPI1 is off, but the shift registers need it" in line for line in off)
    assert on == ["the header is gpiochip0, labelled pinctrl-bcm2711"]


def test_a_service_may_use_the_bus() -> None:
    groups = [group for rights in ShiftKind().requirements(pio=False) for group in rights.groups]
    assert groups == ["gpio", "spi"]

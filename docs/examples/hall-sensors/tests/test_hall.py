"""64 Hall sensors behind four expanders: settings, the contract, games, and the maker's tools."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from companion_hall.hall import HallKind, HallPort
from companion_hall.stand_in import Bus, mock_hall, stand_in

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


class TestContract(WiredContract):
    @pytest.fixture
    def bench(self) -> Iterator[PortBench]:
        with ExitStack() as stack:
            made = PortBench.on(stand_in(stack, HallKind(), SpiLamps(), BOARD))
            stack.callback(made.port.close)
            yield made


@contextmanager
def sensors(kind: HallKind, bus: Bus | None = None) -> Iterator[SwitchBank]:
    with CapturedStrip(), mock_hall(kind.wiring(SpiLamps(), BOARD), BOARD.names, bus) as bank:
        yield bank


# Settings


def test_sensors_are_in_the_order_of_the_board_unless_they_are_named() -> None:
    places = HallKind().wiring(SpiLamps(), BOARD).places
    assert (places[0], places[15], places[16], places[63]) == ((0, 0), (0, 15), (1, 0), (3, 15))
    turned = {name: divmod(63 - p, 16) for p, name in enumerate(BOARD.names)}
    assert HallKind(switches=turned).wiring(SpiLamps(), BOARD).places == places[::-1]


IN_ORDER = {name: divmod(p, 16) for p, name in enumerate(BOARD.names)}


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (HallKind(expanders=(0x20, 0x21, 0x22)), "3 × 16 pins are too few for the 64 points"),
        (HallKind(expanders=(0x20, 0x21, 0x22, 0x30)), "0x30 is not an address of an MCP23017"),
        (
            HallKind(expanders=(0x20, 0x21, 0x22, 0x20)),
            "expanders: 0x20 is used twice: for expander 0 and for expander 3",
        ),
        (
            HallKind(switches=IN_ORDER | {"b8": (0, 0)}),
            "0 GPA0 is used twice: .* a8 .* b8",
        ),
        (HallKind(switches=IN_ORDER | {"b8": (4, 0)}), "b8 has expander 4 and pin 0; .* 0 to 3"),
        (HallKind(switches=IN_ORDER | {"b8": (0, 16)}), "b8 has expander 0 and pin 16"),
        (HallKind(switches={"a8": (0, 0)}), "point b8 is missing; give its expander and pin"),
        (HallKind(button=3), r"GPIO 3 is used twice: for the I2C bus \(SCL\) and for the button"),
    ],
)
def test_settings_that_cannot_be_wired_are_refused_in_one_line(kind: HallKind, said: str) -> None:
    with pytest.raises(InvalidWiring, match=said) as caught:
        fit(kind, SpiLamps(), BOARD)
    assert "\n" not in str(caught.value)


def test_a_pin_that_lamps_and_button_both_name_is_one_message() -> None:
    with pytest.raises(InvalidWiring, match=r"^GPIO 13 is used twice: for the lamps .* the button"):
        fit(HallKind(button=13), PwmLamps(pin=13), BOARD)


# The bus


def test_an_expander_that_is_missing_is_named_with_its_address() -> None:
    kind = HallKind()
    with sensors(kind, Bus((0x20, 0x21, 0x23))):
        port = HallPort(kind.wiring(SpiLamps(), BOARD), lambda: 0.0)
        with pytest.raises(PortError, match=r"the expander at 0x22: .*; check its wires"):
            port.open(lambda _: None)
        with pytest.raises(PortError, match="not open"):
            port.occupancy()


def test_a_bus_that_fails_for_a_while_loses_no_change(caplog: pytest.LogCaptureFixture) -> None:
    kind, bus = HallKind(), Bus((0x20, 0x21, 0x22, 0x23))
    heard: list[object] = []
    with sensors(kind, bus) as bank:
        port = HallPort(kind.wiring(SpiLamps(), BOARD), lambda: 0.0)
        port.open(heard.append)
        bus.fault = OSError(121, "Remote I/O error")
        bank.close("c5")
        bank.close("d5")
        with pytest.raises(PortError, match=r"cannot be read: .*Remote I/O error"):
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
    kind = HallKind()
    with sensors(kind) as bank, VirtualTable(tmp_path, Config(port=kind)) as table:
        table.begin("gomony")
        hands = Hands(table, PinSwitches(bank, BOARD.names))
        hands.set_up()
        moves = [hands.play_random() for _ in range(6)]
        assert table.texts == moves


def test_a_smaller_game_is_played_on_a_part_of_it() -> None:
    fitting = fit(HallKind(board="grid8"), SpiLamps(), grid(7))
    assert (fitting.physical.name, len(fitting.places)) == ("grid8", 49)


def test_the_computer_is_judged() -> None:
    pi: dict[str, str | None] = {"gpiochip0": "pinctrl-bcm2711"}
    off, on = (
        [finding.text for finding in HallKind().advise(SystemInfo(chips=pi, interfaces=enabled))]
        for enabled in (frozenset[str](), frozenset({"i2c"}))
    )
    assert any("I2C is off, but the expanders need it" in line for line in off)
    assert on == ["the header is gpiochip0, labelled pinctrl-bcm2711"]


def test_a_service_may_use_the_bus() -> None:
    groups = [group for rights in HallKind().requirements(pio=False) for group in rights.groups]
    assert groups == ["gpio", "i2c"]
    assert all(
        f'GROUP="{group}"' in rule
        for rights in HallKind().requirements(pio=False)
        for group, rule in zip(rights.groups, rights.rules, strict=True)
    )

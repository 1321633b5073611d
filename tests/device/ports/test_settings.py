from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from companion.device.ports import (
    DirectPort,
    InvalidWiring,
    PortSettings,
    SimulatedPort,
    StripSettings,
    fit,
    open_port,
)
from companion.device.ports.direct_kind import MAX_GPIO_SWITCHES, DirectKind
from companion.device.ports.lamp_route import LampRoute
from companion.device.ports.port_kind import PortKind
from companion.rules.geometry import FIVE, NINE, STAR, Board, grid

DIRECT = PortSettings(kind="direct")
SPI = dict(zip(STAR.names, (2, 14, 4, 5, 6, 12, 13, *range(16, 28)), strict=True))
IN_ORDER = {name: i for i, name in enumerate(STAR.names)}


def direct(switches: dict[str, int], button: int | str = 15) -> PortKind:
    return PortSettings("direct", switches=switches, button=button)


@pytest.mark.parametrize(
    ("route", "pins"),
    [
        ("spi", [2, 14, 4, 5, 6, 12, 13, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27]),
        ("none", [2, 14, 4, 5, 6, 12, 13, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27]),
        ("pwm", [4, 5, 6, 7, 8, 9, 11, 12, 13, 16, 17, 19, 20, 22, 23, 24, 25, 26, 27]),
    ],
)
def test_the_star_has_default_pins_by_the_route_of_the_lamps(route: str, pins: list[int]) -> None:
    made = DIRECT.wiring(StripSettings(route), STAR)
    assert list(made.switches) == pins
    assert made.button == 15
    assert made.strip.pixels == tuple(range(19))
    assert made.strip.length == 19


def test_maps_may_be_in_any_order() -> None:
    turned = dict(reversed(SPI.items()))
    pixels = {name: 30 - i for i, name in enumerate(STAR.names)}
    made = direct(turned, "none").wiring(StripSettings(pixels=pixels, length=31), STAR)
    assert made.switches == tuple(SPI.values())
    assert made.button is None
    assert made.strip.pixels == tuple(range(30, 11, -1))


@pytest.mark.parametrize(
    ("port", "strip", "said"),
    [
        (
            direct(SPI | {"3": 2}),
            StripSettings(),
            "GPIO 2 is used twice: for point 1 and for point 3",
        ),
        (direct(SPI | {"3": 15}), StripSettings(), "GPIO 15 .* for point 3 and for the button"),
        (
            direct(SPI | {"3": 10}),
            StripSettings(),
            r'GPIO 10 .* for the lamps \(\[strip\] route "spi"\) and for point 3',
        ),
        (direct(SPI | {"3": 8}), StripSettings(), "GPIO 8 .* for the lamps"),
        (DIRECT, StripSettings(route="pwm", pin=12), "GPIO 12 .* for the lamps .* and for point 8"),
        (DIRECT, StripSettings(route="pwm", pin=28), "pin is 28; choose from 12, 13, 18"),
        (direct(SPI, 11), StripSettings(), "GPIO 11 .* for the lamps .* and for the button"),
        (
            direct(SPI | {"3": 28}),
            StripSettings(),
            "GPIO 28, used for point 3, is not on the header",
        ),
        (
            direct(SPI | {"3": -4}),
            StripSettings(),
            "GPIO -4, used for point 3, is not on the header",
        ),
        (direct(SPI | {"3": 0}), StripSettings(), "GPIO 0, used for point 3, is reserved"),
        (direct(SPI, 1), StripSettings(), "GPIO 1, used for the button, is reserved"),
        (
            direct({name: pin for name, pin in SPI.items() if name != "12"}),
            StripSettings(),
            r"\[port\] switches: point 12 is missing; give its GPIO number",
        ),
        (
            direct(SPI | {"119": 7}),
            StripSettings(),
            r"no point '119' \(did you mean '19'\?\)",
        ),
        (
            DIRECT,
            StripSettings(pixels=IN_ORDER | {"5": 0}),
            r"\[strip\] pixels: pixel 0 is used twice: for point 1 and for point 5",
        ),
        (DIRECT, StripSettings(pixels=IN_ORDER | {"5": 19}), "point 5 has pixel 19, .* 0 to 18"),
        (DIRECT, StripSettings(pixels=IN_ORDER | {"5": -1}), "point 5 has pixel -1"),
        (DIRECT, StripSettings(pixels=IN_ORDER | {"x": 3}), r"\[strip\] pixels: .* no point 'x'"),
        (DIRECT, StripSettings(pixels={"1": 0}), r"\[strip\] pixels: point 2 is missing"),
        (DIRECT, StripSettings(length=18), r"\[strip\] length: 18 pixels are too few"),
        (DIRECT, StripSettings(length=-1), r"\[strip\] length: -1 pixels are too few"),
        (DIRECT, StripSettings(length=166), 'the route "spi" takes 165 pixels at most, not 166'),
        (DIRECT, StripSettings(length=151, timing="WS2812B-V5"), "takes 150 pixels at most"),
    ],
)
def test_settings_that_cannot_be_wired_are_refused_in_one_line(
    port: PortKind, strip: LampRoute, said: str
) -> None:
    with pytest.raises(InvalidWiring, match=said) as caught:
        fit(port, strip, STAR)
    assert "\n" not in str(caught.value)


def test_a_board_with_more_points_than_pins_is_refused() -> None:
    with pytest.raises(
        InvalidWiring, match=f"49 points, the GPIO header takes {MAX_GPIO_SWITCHES}"
    ):
        fit(DIRECT, StripSettings(), grid(7))


@pytest.mark.parametrize("route", ["spi", "pwm"])
def test_a_small_board_of_another_shape_has_default_pins(route: str) -> None:
    strip = StripSettings(route)
    for board in (FIVE, NINE, grid(4)):
        assert fit(DIRECT, strip, board).physical is board
        pins = DirectKind().wiring(strip, board).switches
        assert len(set(pins)) == board.size
        assert not {2, 3, 14} & set(pins)  # pull-ups, waking up, the console


def test_a_board_with_more_points_than_the_star_wants_its_pins_named() -> None:
    row = range(20)
    board = Board("long", [f"p{n}" for n in row], [row], [(float(n), 0.0) for n in row], [row])
    with pytest.raises(InvalidWiring, match="long has no default"):
        fit(DIRECT, StripSettings(), board)


def test_the_pins_of_a_small_board_can_be_named() -> None:
    board = grid(4)
    pins = dict(zip(board.names, [2, 3, 4, 5, 6, 12, 13, *range(16, 25)], strict=True))
    fit(direct(pins), StripSettings(), board)


def test_a_simulated_board_may_have_any_size_and_leave_pins_alone() -> None:
    fit(PortSettings(), StripSettings(length=-1), grid(9))


@pytest.mark.parametrize(
    ("section", "make"),
    [
        ({"kind": "sirect"}, PortSettings),
        ({"debounce": 5}, PortSettings),
        ({"button": "nine"}, PortSettings),
        ({"switches": {"1": True}}, PortSettings),
        ({"switches": {"1": "2"}}, PortSettings),
        ({"route": "wifi"}, StripSettings),
        ({"order": "GRBW"}, StripSettings),
        ({"colour": "GRB"}, StripSettings),
    ],
)
def test_unknown_keys_and_values_are_refused(
    section: dict[str, Any], make: Callable[..., object]
) -> None:
    with pytest.raises((msgspec.ValidationError, InvalidWiring)):
        make(**section)


def test_the_port_of_the_settings_is_made() -> None:
    simulated = open_port(
        PortSettings(bounce=True), StripSettings(), grid(7), lambda: 0.0, rng=Random(1)
    )
    assert isinstance(simulated, SimulatedPort)
    assert simulated.points == 49
    heard: list[object] = []
    simulated.open(heard.append)
    simulated.arrange([["w"]] + [[]] * 48)
    assert len(heard) > 1
    made = open_port(DIRECT, StripSettings(), STAR, lambda: 0.0)
    assert isinstance(made, DirectPort)
    assert made.points == 19


def test_a_direct_port_that_cannot_be_wired_is_not_made() -> None:
    with pytest.raises(InvalidWiring):
        open_port(DIRECT, StripSettings(), grid(7), lambda: 0.0)


@pytest.mark.parametrize("pin", [12, 13, 18, 19, 21])
def test_lamps_on_pwm_are_on_a_pin_that_their_library_drives(pin: int) -> None:
    assert [claim.gpio for claim in StripSettings(route="pwm", pin=pin).claims()] == [pin]


@pytest.mark.parametrize("pin", [-1, 0, 4, 10, 17, 20, 31, 41])
def test_lamps_on_pwm_cannot_be_anywhere_else(pin: int) -> None:
    with pytest.raises(
        InvalidWiring, match=rf"pin is {pin}; choose from 12, 13, 18, 19, 21 for lamps on PWM$"
    ):
        fit(DIRECT, StripSettings(route="pwm", pin=pin), STAR)

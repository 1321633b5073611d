from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPin

from companion.device.ports import DirectPort, NoLamps, PortError, Report, SpiLamps
from companion.device.ports.direct import DirectWiring
from companion.rules.geometry import Point, Sensed, bits
from companion.testing.pins import ReedPin, mock_switches
from companion.testing.strip import CapturedStrip
from companion.testing.wiring import STAR_SPI

DARK = replace(STAR_SPI, strip=replace(STAR_SPI.strip, route=NoLamps()))


def port_on(wiring: DirectWiring = DARK, factory: Any = None) -> DirectPort:
    return DirectPort(wiring, lambda: 0.0, factory)


@pytest.fixture(autouse=True)
def _no_factory() -> Iterator[None]:
    with patch.object(Device, "pin_factory", None):
        yield


def refusing(error: Exception, gpio: int) -> MockFactory:
    """A factory that refuses one pin."""

    class Pin(ReedPin):
        def _set_pull(self, value: str) -> None:
            if self.info.name == f"GPIO{gpio}" and value == "up":
                raise error
            super()._set_pull(value)

    return MockFactory(pin_class=Pin)


def test_a_listener_that_raises_is_logged_and_later_edges_still_come(
    caplog: pytest.LogCaptureFixture,
) -> None:
    heard: list[Report] = []

    def listener(report: Report) -> None:
        if not heard:
            heard.append(report)
            raise RuntimeError("full")
        heard.append(report)

    with mock_switches(DARK) as switches:
        port = port_on()
        port.open(listener)
        switches.close("3")
        switches.close("4")
        port.close()
    assert heard == [Sensed(Point(2), True, 0.0), Sensed(Point(3), True, 0.0)]
    (record,) = caplog.records
    assert record.levelno == logging.ERROR
    assert "an edge was lost" in record.message


def test_points_and_pins_may_be_in_any_order() -> None:
    wiring = replace(DARK, switches=DARK.switches[::-1])
    with mock_switches(wiring) as switches:
        port = port_on(wiring)
        heard: list[Report] = []
        port.open(heard.append)
        Device.pin_factory.pin(DARK.switches[0]).drive_low()
        assert heard == [Sensed(Point(18), True, 0.0)]
        switches.close("1")
        assert heard[1:] == [Sensed(Point(0), True, 0.0)]
        assert port.occupancy() == bits([Point(0), Point(18)])
        port.close()


def test_pixels_may_be_in_any_order() -> None:
    strip = replace(STAR_SPI.strip, route=SpiLamps(order="RGB"), pixels=tuple(range(18, -1, -1)))
    wiring = replace(STAR_SPI, strip=strip)
    with mock_switches(wiring), CapturedStrip() as captured:
        port = port_on(wiring)
        port.open(lambda _: None)
        port.show(bytes([1, 2, 3]) + bytes(54))
        assert captured.frames[-1] == bytes(54) + bytes([1, 2, 3])
        port.close()


def test_a_factory_that_is_passed_is_used_and_the_process_keeps_its_own() -> None:
    factory = MockFactory(pin_class=ReedPin)
    port = port_on(factory=factory)
    heard: list[Report] = []
    port.open(heard.append)
    factory.pin(DARK.switches[4]).drive_low()
    assert heard == [Sensed(Point(4), True, 0.0)]
    assert Device.pin_factory is None
    port.close()


def test_a_board_without_a_button_has_none() -> None:
    factory = MockFactory(pin_class=ReedPin)
    port = port_on(replace(DARK, button=None), factory)
    heard: list[Report] = []
    port.open(heard.append)
    factory.pin(15).drive_low()
    assert heard == []
    port.close()


@pytest.mark.parametrize(
    ("error", "said"),
    [
        # What lgpio raises: not an OSError, and its text is in quotes.
        (Exception("'GPIO busy'"), r"GPIO 13 \(point 7\) is in use: 'GPIO busy'"),
        (
            PermissionError(13, "Permission denied"),
            r"GPIO 13 \(point 7\): permission denied; add yourself",
        ),
        (ValueError("what\never"), r"GPIO 13 \(point 7\) is unavailable: what ever"),
    ],
)
def test_a_pin_that_cannot_be_had_is_named_with_its_user(error: Exception, said: str) -> None:
    factory = refusing(error, 13)
    with pytest.raises(PortError, match=said) as caught:
        port_on(factory=factory).open(lambda _: None)
    assert "\n" not in str(caught.value)


def test_a_pin_taken_by_the_same_process_is_in_use() -> None:
    from gpiozero import LED

    factory = MockFactory(pin_class=ReedPin)
    lamp = LED(15, pin_factory=factory)
    with pytest.raises(PortError, match=r"GPIO 15 \(the button\) is in use"):
        port_on(factory=factory).open(lambda _: None)
    lamp.close()


def test_a_port_that_cannot_open_gives_back_the_pins_it_had() -> None:
    factory = refusing(Exception("'GPIO busy'"), 27)
    with pytest.raises(PortError, match="GPIO 27"):
        port_on(factory=factory).open(lambda _: None)
    port = port_on(replace(DARK, switches=DARK.switches[:-1], names=DARK.names[:-1]), factory)
    port.open(lambda _: None)
    port.close()


def test_the_switches_of_a_port_that_is_not_open_cannot_be_read() -> None:
    with pytest.raises(PortError, match="not open"):
        port_on().occupancy()


def test_switches_that_can_no_longer_be_read_raise_a_port_error() -> None:
    class Gone(ReedPin):
        gone = False

        def _get_state(self) -> bool:
            if self.gone:
                raise Exception("'unknown handle'")
            state: bool = super()._get_state()
            return state

    port = port_on(factory=MockFactory(pin_class=Gone))
    port.open(lambda _: None)
    with patch.object(Gone, "gone", True), pytest.raises(PortError, match="'unknown handle'"):
        port.occupancy()
    port.close()


def test_without_gpiozero_the_error_says_how_to_install_it() -> None:
    with (
        patch.dict(sys.modules, {"gpiozero": None}),
        pytest.raises(
            PortError, match=r"gpiozero is missing; install it with .*pip install .*\[pi\]"
        ),
    ):
        port_on().open(lambda _: None)


def test_the_mock_pin_of_the_tests_can_be_closed_at_the_start_and_gpiozeros_cannot() -> None:
    for pin_class, low in ((ReedPin, True), (MockPin, False)):
        factory = MockFactory(pin_class=pin_class)
        pin = factory.pin(4)
        pin.closed = True
        pin.drive_low()
        pin.pull = "up"
        assert (pin.state == 0) is low


def test_it_is_known_how_long_ago_an_edge_was() -> None:
    now = [10.0]
    with mock_switches(DARK) as switches, patch("gpiozero.pins.mock.monotonic", lambda: now[0]):
        port = port_on()
        with pytest.raises(PortError, match="the port is not open"):
            port.since_edge(Point(4))
        port.open(lambda _: None)
        for change in (switches.close, switches.open):
            now[0] += 2.0
            change("5")
            now[0] += 0.5
            assert port.since_edge(Point(4)) == 0.5
        port.close()

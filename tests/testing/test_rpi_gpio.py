"""The kit's RPi.GPIO is as strict as the genuine one; the messages are those of version 0.7.1."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import current_thread
from typing import Any

import pytest

from companion.testing.pins import rpigpio_switches
from companion.testing.switches import SwitchBank

FIRST = 2
"""The GPIO number of point 1."""


class Time:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Time:
    return Time()


@pytest.fixture
def bank(clock: Time) -> Iterator[SwitchBank]:
    with rpigpio_switches(clock=clock) as switches:
        yield switches


@pytest.fixture
def gpio(bank: SwitchBank) -> Any:  # noqa: ARG001 - it has to be there first
    import RPi.GPIO as GPIO

    GPIO.setwarnings(False)
    return GPIO


@pytest.mark.parametrize(
    ("use", "error", "said"),
    [
        (lambda g: g.setmode(g.BOARD), ValueError, "A different mode has already been set!"),
        (lambda g: g.setup(99, g.IN), ValueError, "The channel sent is invalid on a Raspberry Pi"),
        (lambda g: g.setup(4, 7), ValueError, "An invalid direction"),
        (lambda g: g.setup(4, g.OUT, g.PUD_UP), ValueError, "not valid for outputs"),
        (lambda g: g.setup(4, g.IN, initial=1), ValueError, "not valid for inputs"),
        (lambda g: g.setup(4, g.IN, 99), ValueError, "Invalid value for pull_up_down"),
        (lambda g: g.input(4), RuntimeError, r"You must setup\(\) the GPIO channel first"),
        (lambda g: g.output(4, 1), RuntimeError, "has not been set up as an OUTPUT"),
        (lambda g: g.add_event_detect(4, g.BOTH), RuntimeError, "as an input first"),
        (lambda g: g.add_event_detect(FIRST, 1), ValueError, "RISING, FALLING or BOTH"),
        (
            lambda g: g.add_event_detect(FIRST, g.BOTH, bouncetime=0),
            ValueError,
            "Bouncetime must be greater than 0",
        ),
        (lambda g: g.add_event_detect(FIRST, g.BOTH, 5), TypeError, "must be callable"),
        (lambda g: g.add_event_callback(FIRST, print), RuntimeError, "add_event_detect first"),
        (lambda g: g.wait_for_edge(FIRST, g.BOTH, timeout=0), ValueError, "Timeout must be"),
        (lambda g: g.PWM(FIRST, 50), RuntimeError, "as an output first"),
    ],
)
def test_what_the_genuine_library_refuses_is_refused(
    gpio: Any, use: Callable[[Any], None], error: type[Exception], said: str
) -> None:
    gpio.setmode(gpio.BCM)
    gpio.setup(FIRST, gpio.IN, gpio.PUD_UP)
    with pytest.raises(error, match=said):
        use(gpio)


def test_nothing_works_before_a_mode_is_set(gpio: Any) -> None:
    for use in (gpio.input, gpio.gpio_function, gpio.remove_event_detect):
        with pytest.raises(RuntimeError, match="Please set pin numbering mode"):
            use(4)
    with pytest.raises(ValueError, match="An invalid mode was passed to setmode"):
        gpio.setmode(99)


def test_edges_are_detected_once_a_channel_and_not_after_cleanup(gpio: Any) -> None:
    gpio.setmode(gpio.BCM)
    gpio.setup(FIRST, gpio.IN, gpio.PUD_UP)
    gpio.add_event_detect(FIRST, gpio.BOTH)
    with pytest.raises(RuntimeError, match="Conflicting edge detection already enabled"):
        gpio.add_event_detect(FIRST, gpio.BOTH)
    gpio.cleanup(FIRST)
    with pytest.raises(RuntimeError, match=r"You must setup\(\) the GPIO channel first"):
        gpio.input(FIRST)
    with pytest.raises(RuntimeError, match="as an input first"):
        gpio.add_event_detect(FIRST, gpio.BOTH)


@pytest.mark.parametrize(("edge", "levels"), [("FALLING", [0]), ("RISING", [1]), ("BOTH", [0, 1])])
def test_an_edge_calls_back_in_its_direction(
    gpio: Any, bank: SwitchBank, edge: str, levels: list[int]
) -> None:
    seen: list[int] = []
    gpio.setmode(gpio.BCM)
    gpio.setup(FIRST, gpio.IN, gpio.PUD_UP)
    gpio.add_event_detect(FIRST, getattr(gpio, edge), lambda pin: seen.append(gpio.input(pin)))
    bank.close("1")
    bank.open("1")
    assert seen == levels
    assert gpio.event_detected(FIRST)
    assert not gpio.event_detected(FIRST)


def test_bouncetime_drops_what_comes_too_early(gpio: Any, bank: SwitchBank, clock: Time) -> None:
    seen: list[int] = []
    gpio.setmode(gpio.BOARD)
    gpio.setup(3, gpio.IN, gpio.PUD_UP)
    gpio.add_event_detect(3, gpio.BOTH, seen.append, bouncetime=50)
    for now in (1.0, 1.02, 1.05, 1.06, 1.2):
        clock.now = now
        (bank.open if gpio.input(3) == 0 else bank.close)("1")
    assert seen == [3, 3, 3]  # the header's pin 3 is GPIO 2: at 1.0, 1.06 and 1.2 s


def test_warnings_are_those_of_the_genuine_library(gpio: Any) -> None:
    gpio.setwarnings(True)
    gpio.setmode(gpio.BCM)
    with pytest.warns(RuntimeWarning, match="A physical pull up resistor is fitted"):
        gpio.setup(FIRST, gpio.IN, gpio.PUD_UP)
    gpio.cleanup()
    with pytest.warns(RuntimeWarning, match="nothing to clean up!"):
        gpio.cleanup()


def test_callbacks_have_a_thread_of_their_own_if_that_is_wanted(
    capfd: pytest.CaptureFixture[str],
) -> None:
    seen: list[str] = []

    def called(_pin: int) -> None:
        seen.append(current_thread().name)
        raise RuntimeError("a fault of the callback")

    with rpigpio_switches(threaded=True) as bank:
        import RPi.GPIO as GPIO

        GPIO.setmode(GPIO.BCM)
        GPIO.setwarnings(False)
        GPIO.setup(FIRST, GPIO.IN, GPIO.PUD_UP)
        GPIO.add_event_detect(FIRST, GPIO.BOTH, called)
        bank.close("1")
        bank.open("1")
    assert seen == ["RPi.GPIO"] * 2
    assert capfd.readouterr().err.count("a fault of the callback") >= 2


def test_an_edge_can_be_waited_for(gpio: Any) -> None:
    gpio.setmode(gpio.BCM)
    gpio.setup(FIRST, gpio.IN, gpio.PUD_UP)
    assert gpio.wait_for_edge(FIRST, gpio.FALLING, timeout=1) is None


def test_outputs_and_their_pwm_are_checked(gpio: Any) -> None:
    gpio.setmode(gpio.BCM)
    gpio.setup([4, 5], gpio.OUT, initial=gpio.HIGH)
    assert (gpio.input(4), gpio.gpio_function(5)) == (1, gpio.OUT)
    gpio.output([4, 5], (0, 1))
    assert [gpio.input(pin) for pin in (4, 5)] == [0, 1]
    with pytest.raises(RuntimeError, match="Number of channels != number of values"):
        gpio.output([4, 5], [0])
    pwm = gpio.PWM(4, 50)
    with pytest.raises(RuntimeError, match="already exists"):
        gpio.PWM(4, 50)
    with pytest.raises(ValueError, match="dutycycle"):
        pwm.start(101)
    with pytest.raises(ValueError, match="frequency"):
        pwm.ChangeFrequency(0)
    pwm.stop()

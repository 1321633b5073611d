"""A buzzer on a pin, with gpiozero's mock pins."""

from __future__ import annotations

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.device.speech.buzzer import SOUNDS, Buzzer
from companion.device.speech.speaker import SpeakerError
from companion.device.speech.utterances import UtteranceKind


@pytest.fixture
def pins() -> MockFactory:
    return MockFactory(pin_class=MockPWMPin)


def test_each_sound_is_heard_and_ends(pins: MockFactory) -> None:
    buzzer = Buzzer(17, pins)
    pin = pins.pin(17)
    for kind in UtteranceKind:
        buzzer.sound(kind, 10.0)
        heard, at = [], 10.0
        while buzzer.deadline is not None:
            heard.append((round(pin.frequency or 0), at))
            at = buzzer.deadline
            buzzer.advance(at)
        tones = SOUNDS.get(kind, ())
        assert [frequency for frequency, _ in heard] == [round(tone) for tone, _ in tones]
        assert at == pytest.approx(10.0 + sum(seconds for _, seconds in tones))
        assert not pin.frequency
    buzzer.close()


def test_a_new_sound_replaces_the_present_one(pins: MockFactory) -> None:
    buzzer = Buzzer(17, pins)
    buzzer.sound(UtteranceKind.RESULT, 0.0)
    buzzer.sound(UtteranceKind.FAULT, 0.01)
    assert round(pins.pin(17).frequency) == 233
    buzzer.advance(0.36)
    assert not pins.pin(17).frequency
    assert buzzer.deadline is None
    buzzer.close()


def test_right_wrong_your_turn_and_the_clock_sound_different() -> None:
    kinds = (UtteranceKind.MOVE, UtteranceKind.FAULT, UtteranceKind.TASK, UtteranceKind.CLOCK)
    assert len({SOUNDS[kind] for kind in kinds}) == len(kinds)
    for tones in SOUNDS.values():
        assert sum(seconds for _, seconds in tones) <= 0.6
        assert all(frequency == 0 or 220 <= frequency <= 880 for frequency, _ in tones)


def test_a_pin_that_is_taken_is_one_line(pins: MockFactory) -> None:
    first = Buzzer(17, pins)
    with pytest.raises(SpeakerError, match="the buzzer on GPIO 17 cannot be used: "):
        Buzzer(17, pins)
    first.close()

"""A passive buzzer on a pin, for boards without a loudspeaker: right, wrong, your turn, clock."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from companion.base.text import Text
from companion.device.speech.speaker import SpeakerError
from companion.device.speech.utterances import UtteranceKind

Tones = tuple[tuple[float, float], ...]
"""Tones one after another: each a frequency (Hz; 0: silence) and a duration (seconds)."""

_RIGHT: Tones = ((523.0, 0.07), (784.0, 0.1))
_WRONG: Tones = ((233.0, 0.35),)
_TURN: Tones = ((784.0, 0.08), (0.0, 0.06), (784.0, 0.08))
_CLOCK: Tones = ((880.0, 0.04), (0.0, 0.08), (880.0, 0.04), (0.0, 0.08), (880.0, 0.04))

SOUNDS: dict[UtteranceKind, Tones] = {
    UtteranceKind.FAULT: _WRONG,
    UtteranceKind.MOVE: _RIGHT,
    UtteranceKind.RESULT: (*_RIGHT, (0.0, 0.1), *_RIGHT),
    UtteranceKind.TASK: _TURN,
    UtteranceKind.QUESTION: _TURN,
    UtteranceKind.CLOCK: _CLOCK,
}
"""The sound for each kind of utterance; the others are silent."""


class Buzzer:
    """Plays sounds without blocking.

    Args:
        gpio: The GPIO number.
        pin_factory: The pins of gpiozero; by default the real ones.

    Raises:
        SpeakerError: If the pin is unavailable.
    """

    def __init__(self, gpio: int, pin_factory: Any = None) -> None:
        try:
            from gpiozero import TonalBuzzer

            self._device = TonalBuzzer(gpio, pin_factory=pin_factory)
        except Exception as error:  # gpiozero's backends raise errors of many kinds
            raise SpeakerError(
                Text("the buzzer on GPIO {gpio} cannot be used: {reason}", gpio=gpio, reason=error)
            ) from None
        self._left: list[tuple[float, float]] = []
        self.deadline: float | None = None

    def sound(self, kind: UtteranceKind, at: float) -> None:
        """Begin the sound of a kind of utterance at `at` (seconds), instead of the present one."""
        tones = SOUNDS.get(kind)
        if tones:
            self._left = list(tones)
            self.deadline = at
            self.advance(at)

    def advance(self, at: float) -> None:
        """Go on to the next tone if it is due by `at` (seconds)."""
        if self.deadline is None or at < self.deadline:
            return
        frequency, duration = self._left.pop(0) if self._left else (0.0, None)
        if frequency:
            self._device.play(frequency)
        else:
            self._device.stop()
        self.deadline = None if duration is None else at + duration

    def close(self) -> None:
        """Fall silent, and release the pin."""
        with suppress(Exception):
            self._device.close()

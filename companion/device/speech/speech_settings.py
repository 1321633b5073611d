"""The section `[speech]` of the configuration."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

import msgspec

from companion.base.errors import CompanionError
from companion.base.languages.language import CODE
from companion.base.text import Text
from companion.base.toml import shown
from companion.device.ports.claims import Claim, header_pin
from companion.device.ports.computer import Requirements

SpeechLevel = Literal["auto", "off", "errors", "moves", "everything"]
"""How much is said; `auto` is `moves` on a wooden board with a sound device, otherwise `off`."""

SpeakerName = Literal["auto", "espeak-ng", "speech-dispatcher", "piper"]
"""The program that speaks; `auto` is the first that is installed."""

Letters = Literal["plain", "words"]
"""How a letter in a point's name is said: `A5`, or `alfa 5`."""

SPEECH_RANGES = {"rate": (50, 300), "volume": (0, 100)}
"""The least and the most of each number in the section `[speech]`, in percent."""

QUIET_HOURS = ("", "20:00-8:00", "21:00-7:00", "22:00-7:00", "23:00-9:00")
"""The quiet hours that the page offers; the configuration may name any."""

LONGEST_VOICE = 200
"""The most characters of the name of a voice."""

_QUIET = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)-([01]?\d|2[0-3]):([0-5]\d)")


class InvalidSpeech(CompanionError, ValueError):
    """Invalid settings; the message names the key and the value."""


class SpeechSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The section `[speech]`.

    Attributes:
        level: How much is said.
        speaker: The program that speaks.
        language: The language's code, such as "de"; empty for that of the terminal or the service.
        voice: A voice of the speaker, such as "en-gb-scotland"; for piper, the path of a model.
            Empty for the speaker's own choice.
        rate: How fast (percent of the usual rate).
        volume: How loud (percent).
        letters: How letters in the names of points are said.
        quiet: Hours in which nothing is said, such as "22:00-7:00"; empty for none.
        buzzer: The GPIO number of a passive buzzer; "none" without one.
    """

    level: SpeechLevel = "auto"
    speaker: SpeakerName = "auto"
    language: str = ""
    voice: str = ""
    rate: int = 100
    volume: int = 100
    letters: Letters = "plain"
    quiet: str = ""
    buzzer: int | Literal["none"] = "none"

    @property
    def buzzer_pin(self) -> int | None:
        """The GPIO number of the buzzer; None without one."""
        return self.buzzer if isinstance(self.buzzer, int) else None

    def check(self) -> None:
        """Check every value.

        Raises:
            CompanionError: If one cannot be used.
        """
        for name, (least, most) in SPEECH_RANGES.items():
            value = getattr(self, name)
            if not least <= value <= most:
                raise InvalidSpeech(
                    Text(
                        "speech.{name} is {value}; choose from {least} to {most} percent",
                        name=name,
                        value=value,
                        least=least,
                        most=most,
                    )
                )
        if self.language and not CODE.fullmatch(self.language):
            raise InvalidSpeech(
                Text(
                    "speech.language is {value}; write a language's code, such as 'de'",
                    value=shown(self.language),
                )
            )
        wrong = len(self.voice) > LONGEST_VOICE or not self.voice.isprintable()
        if wrong or self.voice.startswith("-"):
            raise InvalidSpeech(
                Text(
                    "speech.voice is {value}; write the name of a voice, such as 'en-us'",
                    value=shown(self.voice),
                )
            )
        if self.quiet and not _QUIET.fullmatch(self.quiet):
            raise InvalidSpeech(
                Text(
                    "speech.quiet is {value}; write two times of day, such as '22:00-7:00'",
                    value=shown(self.quiet),
                )
            )
        for _ in self.claims():
            pass

    def claims(self) -> tuple[Claim, ...]:
        """Return the pin of the buzzer, if there is one.

        Raises:
            InvalidWiring: If the pin cannot be used.
        """
        pin = self.buzzer_pin
        return () if pin is None else (header_pin(pin, Text("the buzzer")),)

    def requirements(self) -> Iterator[Requirements]:
        """Yield what a service needs to be heard, unless it is told to say nothing."""
        if self.level != "off":
            yield Requirements(groups=("audio",), devices=("char-alsa",), modules=("snd",))

    def is_quiet(self, minute: int) -> bool:
        """Return whether nothing is said at a time of day (minutes after midnight)."""
        hours = _QUIET.fullmatch(self.quiet)
        if hours is None:
            return False
        first, last = (int(hours[i]) * 60 + int(hours[i + 1]) for i in (1, 3))
        if first <= last:
            return first <= minute < last
        return minute >= first or minute < last

"""The contract of a speaker, which says one utterance at a time.

A speaker never blocks: `say` begins, `busy` tells whether it still speaks, `stop` ends it at once.
`tests/device/speech` runs one suite over all of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from companion.base.errors import CompanionError
from companion.device.speech.utterances import UtteranceKind


class SpeakerError(CompanionError):
    """A speaker cannot speak; the message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """How something is said.

    Attributes:
        language: The code of its language, such as `en` or `pt_BR`.
        voice: The name of a voice; empty for the speaker's own choice.
        rate: The rate (percent of the usual one).
        volume: The volume (percent).
    """

    language: str
    voice: str = ""
    rate: int = 100
    volume: int = 100

    @property
    def tag(self) -> str:
        """The language as a tag, such as `pt-br`."""
        return self.language.replace("_", "-").lower()


class Speaker(Protocol):
    """Says words aloud."""

    def say(self, words: str, delivery: Delivery, kind: UtteranceKind) -> None:
        """Begin to say words, and return at once; what is spoken until then is ended.

        Args:
            words: The words, in plain text.
            delivery: The language and the voice.
            kind: What they are, for speakers that order the speech of several programs.

        Raises:
            SpeakerError: If that is impossible.
        """

    def busy(self) -> bool:
        """Return whether the words are still being said.

        Raises:
            SpeakerError: If they could not be said, or not to the end; once for each `say`.
        """

    def stop(self) -> None:
        """End what is being said at once; no effect if nothing is. It must not raise."""

    def close(self) -> None:
        """Stop, and release everything. It must not raise."""

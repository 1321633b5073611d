"""What somebody beside the board hears: its voice, on the clock of a virtual table."""

from __future__ import annotations

from companion.app.voice import Voice
from companion.base.languages import find_language
from companion.base.text import Text
from companion.device.speech.speaker import Delivery
from companion.device.speech.speech_settings import SpeechSettings
from companion.device.speech.utterances import UtteranceKind
from companion.protocol.views import Broadcast, SettingsView
from companion.testing import VirtualTable

BEFORE, PER_LETTER = 0.4, 0.065
"""The seconds that a voice takes for a sentence, and for each letter; see test_pace.py."""


class Ear:
    """A speaker that notes what was said, and for how long.

    heard: what was said to the end, or is being said, oldest first.
    cut:   what was interrupted.
    """

    def __init__(self, table: VirtualTable) -> None:
        self._table = table
        self.heard: list[tuple[UtteranceKind, str]] = []
        self.cut: list[str] = []
        self.deliveries: list[Delivery] = []
        self._until = 0.0

    def say(self, words: str, delivery: Delivery, kind: UtteranceKind) -> None:
        self.heard.append((kind, words))
        self.deliveries.append(delivery)
        self._until = self._table.now + BEFORE + len(words) * PER_LETTER

    def busy(self) -> bool:
        return self._table.now < self._until

    @property
    def left(self) -> float:
        """The seconds until what is said has been said."""
        return max(self._until - self._table.now, 0.0)

    def stop(self) -> None:
        if self.busy():
            self.cut.append(self.heard[-1][1])
        self._until = 0.0

    def close(self) -> None:
        self.stop()

    @property
    def words(self) -> list[str]:
        return [words for _, words in self.heard]


def listen_to(
    table: VirtualTable,
    level: str = "everything",
    language: str = "en",
    settings: SpeechSettings | None = None,
    minute: int = 600,
    looks: float = 0.05,
    adjusts: bool = False,
) -> Ear:
    """Give a table a voice, and return what hears it. A game must have begun, or a menu be open.

    looks:   the seconds between two looks at the voice.
    adjusts: whether the voice follows the settings of the table, too.
    """
    ear = Ear(table)
    told: list[Text] = []
    voice = Voice(
        settings or SpeechSettings(level=level),  # type: ignore[arg-type] # a level
        find_language([language]),
        lambda _: ear,
        told.append,
        wooden=True,
        sound=True,
        minute=lambda: minute,
    )

    def hear(message: Broadcast) -> None:
        if adjusts or not isinstance(message, SettingsView):  # by default, the table has no voice
            voice.take(message, table.now)

    def look() -> float:
        voice.advance(table.now)
        return looks

    table.session.listen(hear)
    table.periodic(look)
    return ear

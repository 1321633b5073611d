"""The board's voice: hears what pages hear, and says it, in a thread of its own.

Whatever a voice does, no lamp and no move waits for it: the session only puts its messages into a
queue. A voice that fails is reported in one line, and the game goes on in silence; what is said
next is tried again.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from queue import Empty, SimpleQueue
from threading import Thread
from typing import get_args

from msgspec.structs import replace

from companion.base.languages import Language
from companion.base.monotonic import Clock
from companion.base.text import Text
from companion.base.timed_queue import next_item
from companion.device.speech.buzzer import Buzzer
from companion.device.speech.finding_speaker import level_in_use
from companion.device.speech.speaker import Delivery, Speaker, SpeakerError
from companion.device.speech.speech_settings import SpeechSettings
from companion.device.speech.utterances import Utterance, UtteranceKind, UtteranceQueue
from companion.protocol.views import Broadcast, SettingsView
from companion.session.speech.narration import SPOKEN_AT, Narrated, Narrator
from companion.session.speech.said_words import SaidWords

_HEARD = (*get_args(Narrated), SettingsView)
_LOOKS = 0.05  # seconds between looks at a speaker that speaks
_PATIENCE = 5.0  # seconds that a voice may take besides those for its words
_PER_LETTER = 0.2  # seconds that a letter may take at the usual rate, twice as long as it does
_SLOWLY = 0.7  # of the rate, for what is asked for once more
_LAST_WORDS = 3.0  # seconds for them after the end of the game
_SECTION = "speech."
_REST = 60.0  # seconds after which an idle thread looks round; a queue cannot wait for ever

_log = logging.getLogger(__name__)


class Voice:
    """Says what is worth saying, in one thread and without a clock of its own.

    Args:
        settings: The section `[speech]`.
        language: The language that is spoken.
        find: Returns the speaker for settings; it may raise SpeakerError.
        tell: Takes a line about a fault.
        wooden: Whether the board is a real one.
        sound: Whether there is a sound device, and a program that speaks.
        minute: Returns the time of day (minutes after midnight).
        buzzer: The buzzer, or None.
    """

    def __init__(
        self,
        settings: SpeechSettings,
        language: Language,
        find: Callable[[SpeechSettings], Speaker],
        tell: Callable[[Text], None],
        *,
        wooden: bool,
        sound: bool,
        minute: Callable[[], int],
        buzzer: Buzzer | None = None,
    ) -> None:
        self._settings = settings
        self._language = language
        self._find = find
        self._tell = tell
        self._wooden = wooden
        self._sound = sound
        self._minute = minute
        self._buzzer = buzzer
        self._speaker: Speaker | None = None
        self._narrator = Narrator()
        self._queue = UtteranceQueue()
        self._trouble = Text()  # the last one that was told, until something has been said
        self._until = 0.0  # when the voice is considered hung
        self._looks: float | None = None

    @property
    def deadline(self) -> float | None:
        """When `advance` next has something to do if no message comes (seconds), or None."""
        times = (
            self._looks,
            self._narrator.deadline,
            None if self._buzzer is None else self._buzzer.deadline,
        )
        return min((each for each in times if each is not None), default=None)

    def take(self, message: Broadcast, at: float) -> None:
        """Take a message to pages at `at` (seconds)."""
        if isinstance(message, SettingsView):
            self._adjust(message)
        else:
            self._add(self._narrator.hear(message, at), at)
        self.advance(at)

    def advance(self, at: float) -> None:
        """Do what is due by `at` (seconds)."""
        self._add(self._narrator.advance(at), at)
        if self._buzzer is not None:
            self._buzzer.advance(at)
        self._look(at)
        while (utterance := self._queue.take(at)) is not None:
            self._say(utterance, at)
        self._looks = None if self._queue.speaking is None else at + _LOOKS

    @property
    def answering(self) -> bool:
        """Whether it says what a person has asked for, such as the last words of all."""
        spoken = self._queue.speaking
        return spoken is not None and spoken.kind is UtteranceKind.ANSWER

    def close(self) -> None:
        """Fall silent and release everything."""
        self._queue.clear()
        if self._speaker is not None:
            self._speaker.close()
        if self._buzzer is not None:
            self._buzzer.close()

    def _adjust(self, view: SettingsView) -> None:
        """Use the settings that were chosen on a page."""
        chosen = {
            setting.key.removeprefix(_SECTION): setting.value
            for setting in view.settings
            if setting.key.startswith(_SECTION)
        }
        before, self._settings = self._settings, replace(self._settings, **chosen)
        if self._settings.speaker != before.speaker and self._speaker is not None:
            self._speaker.close()
            self._speaker = None
            self._queue.finish()
        if self._level == "off":
            self._queue.clear()
            if self._speaker is not None:
                self._speaker.stop()

    @property
    def _level(self) -> str:
        return level_in_use(self._settings, wooden=self._wooden, sound=self._sound)

    def _add(self, utterances: list[Utterance], at: float) -> None:
        if not utterances:
            return
        said = SPOKEN_AT[self._level]
        quiet = bool(self._settings.quiet) and self._settings.is_quiet(self._minute())
        for utterance in utterances:
            if quiet:
                continue
            if self._buzzer is not None:
                self._buzzer.sound(utterance.kind, at)
            if utterance.kind in said and self._queue.add(utterance, at) and self._speaker:
                self._speaker.stop()

    def _look(self, at: float) -> None:
        """See whether the speaker has ended, or never will."""
        if self._queue.speaking is None or self._speaker is None:
            return
        try:
            if self._speaker.busy():
                if at >= self._until:
                    self._speaker.stop()
                    raise SpeakerError(Text("the voice does not come to an end, and was stopped"))
                return
            self._trouble = Text()
            self._queue.finish()
        except SpeakerError as error:
            self._fail(error)

    def _say(self, utterance: Utterance, at: float) -> None:
        settings = self._settings
        spelled = settings.letters == "words" or utterance.slowly
        rate = round(settings.rate * _SLOWLY) if utterance.slowly else settings.rate
        words = SaidWords(self._narrator.names, self._language.words, spelled=spelled)
        said = words.said(utterance.text)
        delivery = Delivery(self._language.code, settings.voice, rate=rate, volume=settings.volume)
        self._until = at + _PATIENCE + len(said) * _PER_LETTER * 100 / rate
        try:
            if self._speaker is None:
                self._speaker = self._find(settings)
            self._speaker.say(said, delivery, utterance.kind)
        except SpeakerError as error:
            self._fail(error)

    def _fail(self, error: SpeakerError) -> None:
        """Drop everything that waits, and report a fault once."""
        self._queue.clear()
        if error.text != self._trouble:
            self._trouble = error.text
            self._tell(Text("the board is silent: {problem}", problem=error.text))


def minute_of_day() -> int:
    """Return the time of day (minutes after midnight)."""
    now = datetime.now()
    return now.hour * 60 + now.minute


class VoiceThread:
    """Runs a voice in a thread of its own.

    Args:
        voice: The voice; from now on, only the thread uses it.
        clock: Returns the time (seconds).
    """

    def __init__(self, voice: Voice, clock: Clock = time.monotonic) -> None:
        self._voice = voice
        self._clock = clock
        self._inbox: SimpleQueue[Broadcast | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="voice", daemon=True)

    def start(self) -> None:
        """Begin to speak."""
        self._thread.start()

    def hear(self, message: Broadcast) -> None:
        """Take a message to pages, from any thread; returns at once."""
        if isinstance(message, _HEARD):
            self._inbox.put(message)

    def close(self) -> None:
        """Fall silent soon, after an answer that is being said; returns at once."""
        self._inbox.put(None)

    def join(self, seconds: float) -> bool:
        """Wait until a closed voice has fallen silent; return whether it has."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _run(self) -> None:
        try:
            going = True
            while going:
                try:
                    going = self._step()
                except Exception:  # the next message may be another story
                    _log.exception("unexpected error; something was not said")
            end = self._clock() + _LAST_WORDS
            while self._voice.answering and self._clock() < end:
                with suppress(Empty):
                    next_item(self._inbox, _LOOKS)
                self._voice.advance(self._clock())
        finally:
            self._voice.close()

    def _step(self) -> bool:
        """Handle the next message or deadline. Returns whether to go on."""
        deadline = self._voice.deadline
        wait = _REST if deadline is None else deadline - self._clock()
        with suppress(Empty):
            message = next_item(self._inbox, wait)
            if message is None:
                return False
            self._voice.take(message, self._clock())
            return True
        self._voice.advance(self._clock())
        return True

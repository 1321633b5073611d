"""The board's voice: what fails is one line, and nothing waits for it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest

from companion.app.voice import Voice, VoiceThread
from companion.base.languages import find_language
from companion.base.text import Text
from companion.device.speech.speaker import Delivery, Speaker, SpeakerError
from companion.device.speech.speech_settings import SpeechSettings
from companion.device.speech.utterances import UtteranceKind
from companion.protocol.views import SettingsView, SettingView, SpokenAnswer, State, Waiting
from companion.testing import Hands, VirtualTable

PATIENCE = 30.0  # seconds for what takes a fraction of one


class FakeSpeaker:
    """Speaks until it is told to end. trouble: what `say` raises; fault: what `busy` raises."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.stopped = 0
        self.closed = False
        self.speaks = False
        self.trouble = self.fault = ""
        self.heard = Event()

    def say(self, words: str, delivery: Delivery, kind: UtteranceKind) -> None:
        if self.trouble:
            raise SpeakerError(self.trouble)
        self.said.append(words)
        self.speaks = True
        self.heard.set()

    def busy(self) -> bool:
        if self.speaks and self.fault:
            self.speaks = False
            raise SpeakerError(self.fault)
        return self.speaks

    def stop(self) -> None:
        self.stopped += self.speaks
        self.speaks = False

    def close(self) -> None:
        self.stop()
        self.closed = True


def voice_of(
    speaker: FakeSpeaker,
    told: list[str],
    find: Callable[[SpeechSettings], Speaker] | None = None,
    level: str = "everything",
) -> Voice:
    return Voice(
        SpeechSettings(level=level),  # type: ignore[arg-type] # a level
        find_language(["en"]),
        find or (lambda _: speaker),
        told.append,
        wooden=True,
        sound=True,
        minute=lambda: 600,
    )


def choose(key: str, value: str) -> SettingsView:
    """What pages and the voice are told when a setting is changed."""
    view = SettingView(key, Text(), Text(), Text(), "choice", value, value)
    return SettingsView((view,), Text())


def level(name: str) -> SettingsView:
    return choose("speech.level", name)


def answer(words: str) -> SpokenAnswer:
    return SpokenAnswer(Text(words))


def test_a_voice_that_fails_is_told_once_and_tried_again() -> None:
    speaker, told = FakeSpeaker(), list[str]()
    voice = voice_of(speaker, told)
    speaker.trouble = "no device"
    voice.take(answer("one"), 0.0)
    voice.take(answer("two"), 1.0)
    assert told == ["the board is silent: no device"]
    assert voice.deadline is None  # nothing waits for a voice that is gone
    speaker.trouble = ""
    voice.take(answer("three"), 2.0)
    speaker.speaks = False
    voice.advance(3.0)
    assert speaker.said == ["three"]
    speaker.trouble = "no device"
    voice.take(answer("four"), 4.0)
    assert len(told) == 2  # it had been well in between


def test_a_device_that_goes_away_while_it_speaks_is_one_line() -> None:
    speaker, told = FakeSpeaker(), list[str]()
    voice = voice_of(speaker, told)
    for at in range(5):
        voice.take(answer(f"word {at}"), float(at))
        speaker.fault = "the device is gone"
        voice.advance(at + 0.5)
    assert told == ["the board is silent: the device is gone"]


def test_a_voice_that_hangs_is_stopped() -> None:
    speaker, told = FakeSpeaker(), list[str]()
    voice = voice_of(speaker, told)
    voice.take(answer("Hello."), 0.0)
    at = 0.0
    while voice.deadline is not None and at < 60:
        at = voice.deadline
        voice.advance(at)
    assert 5 < at < 10
    assert speaker.stopped == 1
    assert told == ["the board is silent: the voice does not come to an end, and was stopped"]


def test_a_speaker_that_is_missing_is_one_line() -> None:
    told = list[str]()

    def missing(_: SpeechSettings) -> Speaker:
        raise SpeakerError("espeak-ng is not installed")

    voice = voice_of(FakeSpeaker(), told, missing)
    for at in range(3):
        voice.take(answer("word"), float(at))
    assert told == ["the board is silent: espeak-ng is not installed"]


def test_the_page_changes_the_voice_at_once() -> None:
    speaker, told = FakeSpeaker(), list[str]()
    voice = voice_of(speaker, told)

    voice.take(Waiting(Text("no board")), 0.0)
    assert speaker.said == ["no board."]
    voice.take(choose("speech.level", "off"), 0.1)
    assert speaker.stopped == 1
    voice.take(answer("one"), 0.2)
    voice.take(choose("speech.level", "errors"), 0.3)
    voice.take(choose("lights.palette", "safe"), 0.4)
    voice.take(answer("two"), 0.5)
    assert speaker.said == ["no board.", "two"]


def test_a_game_goes_on_in_silence(tmp_path: Path) -> None:
    speaker, told = FakeSpeaker(), list[str]()
    speaker.trouble = "no device"
    voice = voice_of(speaker, told)
    with VirtualTable(tmp_path, bare=True) as table:
        table.begin()
        table.session.listen(lambda message: voice.take(message, table.now))
        hands = Hands(table)
        hands.set_up()
        for _ in range(6):
            hands.play_random()
        assert len(table.texts) == 6
    assert told == ["the board is silent: no device"]


def test_the_thread_speaks_and_falls_silent() -> None:
    speaker, told = FakeSpeaker(), list[str]()
    thread = VoiceThread(voice_of(speaker, told))
    thread.start()
    thread.hear(answer("Hello."))
    assert speaker.heard.wait(PATIENCE)
    speaker.speaks = False
    thread.close()
    assert thread.join(PATIENCE)
    assert speaker.said == ["Hello."]
    assert speaker.closed


def test_a_fault_of_the_program_is_logged_and_the_voice_goes_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    speaker, told = FakeSpeaker(), list[str]()
    calls = 0

    def find(_: SpeechSettings) -> Speaker:
        nonlocal calls
        calls += 1
        if calls == 1:
            raise RuntimeError("a bug")
        return speaker

    thread = VoiceThread(voice_of(speaker, told, find))
    thread.start()
    thread.hear(answer("one"))
    thread.hear(answer("two"))
    assert speaker.heard.wait(PATIENCE)
    speaker.speaks = False
    thread.close()
    assert thread.join(PATIENCE)
    assert "something was not said" in caplog.text
    assert speaker.said == ["two"]


def test_a_voice_that_blocks_delays_no_move(tmp_path: Path) -> None:
    """Even one that breaks the contract: its thread waits, and nobody else."""
    speaker, told, released = FakeSpeaker(), list[str](), Event()

    class Blocking(FakeSpeaker):
        def say(self, words: str, delivery: Delivery, kind: UtteranceKind) -> None:
            speaker.heard.set()
            released.wait(PATIENCE)

    blocking = Blocking()
    thread = VoiceThread(voice_of(blocking, told))
    thread.start()
    with VirtualTable(tmp_path, bare=True) as table:
        table.begin()
        table.session.listen(thread.hear)
        hands = Hands(table)
        hands.set_up()
        assert speaker.heard.wait(PATIENCE)
        for _ in range(6):
            hands.play_random()
        assert len(table.texts) == 6
        assert not released.is_set()
    thread.close()
    released.set()
    assert thread.join(PATIENCE)


def test_what_a_voice_says_is_also_shown(tmp_path: Path) -> None:
    """For people who do not hear: every sentence about the game is one of the page's."""
    speaker = FakeSpeaker()
    voice = voice_of(speaker, [])
    with VirtualTable(tmp_path, bare=True) as table:
        table.begin()
        hands = Hands(table)
        hands.set_up()
        table.session.listen(lambda message: voice.take(message, table.now))
        voice.take(level("everything"), table.now)
        for _ in range(8):
            hands.play_random()
            speaker.speaks = False
            voice.advance(table.now)
        shown = " ".join(
            " ".join((m.headline, m.message, m.told, m.warning, m.announcement, m.hint))
            for m in table.heard
            if isinstance(m, State)
        )
        touched = {words for words in speaker.said if re.fullmatch(r".*'s \w+ on \d+\.", words)}
        others = [words for words in speaker.said if words not in touched and words != "Solomon."]
        assert others
        for words in others:
            for sentence in re.findall(r"[^.]+", words):
                assert sentence.strip() in shown, words

"""Which speaker is found."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.device.speech import finding_speaker
from companion.device.speech.finding_speaker import find_speaker, is_installed, level_in_use
from companion.device.speech.speaker import SpeakerError
from companion.device.speech.speech_settings import SpeechSettings

PROGRAMS = {"espeak-ng": "/bin/espeak-ng", "piper": "/bin/piper", "aplay": "/bin/aplay"}


def found(settings: SpeechSettings, environ: Mapping[str, str]) -> Any:
    """What stands in for the speaker that is found."""
    return find_speaker(settings, environ)


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    there = dict(PROGRAMS)
    monkeypatch.setattr(finding_speaker, "find_program", there.get)
    for name in ("EspeakSpeaker", "PiperSpeaker"):
        monkeypatch.setattr(finding_speaker, name, lambda *found, name=name: (name, *found))
    return there


def dispatcher(monkeypatch: pytest.MonkeyPatch, folder: Path, *, answers: bool) -> dict[str, str]:
    """The environment of a computer where speech-dispatcher has left its socket."""
    (folder / "speech-dispatcher").mkdir()
    (folder / "speech-dispatcher" / "speechd.sock").touch()

    def made() -> str:
        if not answers:
            raise SpeakerError("it does not answer")
        return "DispatcherSpeaker"

    monkeypatch.setattr(finding_speaker, "DispatcherSpeaker", made)
    return {"XDG_RUNTIME_DIR": str(folder)}


def test_speech_dispatcher_comes_first_if_it_answers(
    monkeypatch: pytest.MonkeyPatch, programs: dict[str, str], tmp_path: Path
) -> None:
    auto, named = SpeechSettings(), SpeechSettings(speaker="speech-dispatcher")
    assert found(auto, {"XDG_RUNTIME_DIR": str(tmp_path)}) == (
        "EspeakSpeaker",
        programs["espeak-ng"],
    )
    there = dispatcher(monkeypatch, tmp_path, answers=True)
    assert found(auto, there) == found(named, {}) == "DispatcherSpeaker"
    assert is_installed(auto, there)


@pytest.mark.usefixtures("programs")
def test_a_speech_dispatcher_that_does_not_answer_is_passed_over(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    there = dispatcher(monkeypatch, tmp_path, answers=False)
    assert found(SpeechSettings(), there)[0] == "EspeakSpeaker"


def test_what_is_missing_is_told(programs: dict[str, str]) -> None:
    piper = SpeechSettings(speaker="piper")
    assert found(piper, {}) == ("PiperSpeaker", programs["piper"], programs["aplay"])
    assert is_installed(piper, {})
    del programs["aplay"]
    with pytest.raises(SpeakerError, match="piper needs aplay: sudo apt install alsa-utils"):
        find_speaker(piper, {})
    programs.clear()
    with pytest.raises(SpeakerError, match="espeak-ng"):
        find_speaker(SpeechSettings(), {})
    assert not is_installed(SpeechSettings(), {})


def test_how_much_is_said() -> None:
    assert level_in_use(SpeechSettings(), wooden=True, sound=True) == "moves"
    assert level_in_use(SpeechSettings(), wooden=True, sound=False) == "off"
    assert level_in_use(SpeechSettings(level="errors"), wooden=False, sound=False) == "errors"

"""The contract of a speaker, on the genuine programs. Their sound goes to a device that is not."""

from __future__ import annotations

import os
import signal
import socket as socketlib
import subprocess
import wave
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.device.speech.dispatcher_speaker import DispatcherSpeaker
from companion.device.speech.finding_speaker import find_speaker
from companion.device.speech.process_speaker import EspeakSpeaker, PiperSpeaker
from companion.device.speech.speaker import Delivery, Speaker, SpeakerError
from companion.device.speech.speech_settings import SpeechSettings
from companion.device.speech.utterances import UtteranceKind
from tests import needs
from tests.faults.campaign import until

# speechd ends its thread with SystemExit, which Python ignores and pytest does not.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")

PATIENCE = 30.0  # seconds for what takes a fraction of one
NOWHERE = "pcm.!default { type null }\nctl.!default { type null }\n"
DISPATCHER = """\
LogLevel 1
LogDir "{folder}"
CommunicationMethod "unix_socket"
SocketPath "{folder}/socket"
AudioOutputMethod "alsa"
AudioALSADevice "null"
AddModule "espeak-ng" "sd_espeak-ng" "espeak-ng.conf"
DefaultModule espeak-ng
"""


@pytest.fixture
def espeak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Speaker]:
    """Speak to a sound device that swallows everything at once."""
    path = tmp_path / "asound.conf"
    path.write_text(NOWHERE)
    monkeypatch.setenv("ALSA_CONFIG_PATH", str(path))
    speaker = EspeakSpeaker(needs.espeak())
    yield speaker
    speaker.close()


@pytest.fixture
def dispatcher(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Speaker]:
    needs.espeak()
    path = needs.speech_dispatcher()
    (tmp_path / "modules").mkdir()
    (tmp_path / "modules/espeak-ng.conf").touch()
    (tmp_path / "speechd.conf").write_text(DISPATCHER.format(folder=tmp_path))
    socket = tmp_path / "socket"
    command = [path, "-s", "-C", str(tmp_path), "-S", str(socket), "-P", str(tmp_path / "pid")]
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("SPEECHD_ADDRESS", f"unix_socket:{socket}")
    process = subprocess.Popen(
        [*command, "-t", "0"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        assert until(lambda: _listens(socket), PATIENCE)
        speaker = DispatcherSpeaker()
        yield speaker
        speaker.close()
        process.send_signal(signal.SIGTERM)
        assert until(lambda: process.poll() is not None, PATIENCE)
    finally:
        process.kill()
        process.wait(PATIENCE)


def _listens(path: Path) -> bool:
    """Whether a server takes connections at a socket: it is there a little earlier."""
    with socketlib.socket(socketlib.AF_UNIX) as probe:
        return probe.connect_ex(str(path)) == 0


@pytest.fixture(params=["espeak", "dispatcher"])
def speaker(request: pytest.FixtureRequest) -> Speaker:
    """Every speaker that can be tested without a sound device."""
    found: Speaker = request.getfixturevalue(request.param)
    return found


def silent_again(speaker: Speaker) -> bool:
    return until(lambda: not speaker.busy(), PATIENCE)


def test_it_says_words_and_is_ready_for_more(speaker: Speaker) -> None:
    for kind in UtteranceKind:
        speaker.say("White, 14 to 12, takes 13.", Delivery("en"), kind)
        assert silent_again(speaker)
    speaker.say("Weiß: 14 nach 12.", Delivery("de", rate=200, volume=50), UtteranceKind.MOVE)
    assert silent_again(speaker)


def test_it_can_be_stopped_at_any_time(speaker: Speaker) -> None:
    speaker.stop()
    speaker.say("This is a long sentence, " * 50, Delivery("en"), UtteranceKind.GUIDANCE)
    speaker.stop()
    assert not speaker.busy()
    speaker.say("Again.", Delivery("en"), UtteranceKind.FAULT)
    assert silent_again(speaker)


def test_new_words_end_those_before(speaker: Speaker) -> None:
    speaker.say("This is a long sentence, " * 50, Delivery("en"), UtteranceKind.GUIDANCE)
    speaker.say("Again.", Delivery("en"), UtteranceKind.FAULT)
    assert silent_again(speaker)


def test_words_are_never_options(espeak: Speaker, tmp_path: Path) -> None:
    espeak.say(f"-w {tmp_path}/stolen.wav", Delivery("en"), UtteranceKind.MOVE)
    assert silent_again(espeak)
    assert not (tmp_path / "stolen.wav").exists()


def failure(speaker: Speaker) -> str:
    """What `busy` complains about."""
    said: list[str] = []

    def ended() -> bool:
        try:
            return not speaker.busy()
        except SpeakerError as error:
            said.append(str(error))
            return True

    assert until(ended, PATIENCE)
    return said[0] if said else ""


def test_a_language_without_a_voice_is_one_line(espeak: Speaker) -> None:
    espeak.say("Hello", Delivery("xx"), UtteranceKind.MOVE)
    told = failure(espeak)
    assert told == "espeak-ng cannot speak: there is no such voice; espeak-ng --voices lists them"
    assert not espeak.busy()


def test_no_sound_device_is_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ALSA_CONFIG_PATH", str(tmp_path / "none"))
    monkeypatch.setenv("PULSE_SERVER", "unix:/nonexistent")
    speaker = EspeakSpeaker(needs.espeak())
    speaker.say("Hello", Delivery("en"), UtteranceKind.MOVE)
    assert failure(speaker) == (
        "espeak-ng cannot speak: no sound device can be used (No such file or directory)"
    )


def script(path: Path, text: str) -> str:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


def test_a_voice_that_hangs_is_killed_with_its_children(tmp_path: Path) -> None:
    note = tmp_path / "children"
    speaker = EspeakSpeaker(script(tmp_path / "hangs", f'sleep 600 & echo $! > "{note}"\nwait'))
    speaker.say("Hello", Delivery("en"), UtteranceKind.MOVE)
    assert until(lambda: note.exists() and note.read_text().strip() != "", PATIENCE)
    assert speaker.busy()
    speaker.stop()
    assert not speaker.busy()
    child = int(note.read_text())
    assert until(lambda: _gone(child), PATIENCE)


def _gone(process: int) -> bool:
    try:
        os.kill(process, 0)
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except (ProcessLookupError, FileNotFoundError):
        return True
    return state == "Z"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("exit 3", "exit status 3"),
        ("echo it broke >&2; exit 1", "it broke"),
        ("kill -SEGV $$", "exit status -11"),
    ],
)
def test_a_voice_that_crashes_is_one_line(tmp_path: Path, text: str, told: str) -> None:
    speaker = EspeakSpeaker(script(tmp_path / "crashes", text))
    speaker.say("Hello", Delivery("en"), UtteranceKind.MOVE)
    assert failure(speaker) == f"espeak-ng cannot speak: {told}"


def test_a_program_that_cannot_be_run_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(SpeakerError, match="espeak-ng cannot speak: No such file"):
        EspeakSpeaker(str(tmp_path / "none")).say("Hello", Delivery("en"), UtteranceKind.MOVE)


def test_rate_and_volume_are_the_voice_s(tmp_path: Path) -> None:
    def length(rate: int) -> float:
        path = tmp_path / f"{rate}.wav"
        speaker = EspeakSpeaker(needs.espeak(), str(path))
        speaker.say("White, 14 to 12, takes 13.", Delivery("en", rate=rate), UtteranceKind.MOVE)
        assert silent_again(speaker)
        with wave.open(str(path)) as sound:
            return float(sound.getnframes() / sound.getframerate())

    assert length(200) < 0.75 * length(100) < 0.75 * 0.75 * length(50)


def piper_stand_in(tmp_path: Path) -> PiperSpeaker:
    """What piper and aplay get: they note their words and their input."""
    piper = script(tmp_path / "piper", f'echo "$@" > "{tmp_path}/words"; cat')
    player = script(tmp_path / "aplay", f'cat > "{tmp_path}/played"')
    return PiperSpeaker(piper, player)


def test_piper_speaks_through_a_player(tmp_path: Path) -> None:
    speaker = piper_stand_in(tmp_path)
    speaker.say(
        "White to move.", Delivery("en", "/voices/a; touch x.onnx", rate=200), UtteranceKind.MOVE
    )
    assert silent_again(speaker)
    assert (tmp_path / "played").read_text() == "White to move."
    words = (tmp_path / "words").read_text().strip()
    assert words == "--model /voices/a; touch x.onnx --length_scale 0.50 --output_file -"


def test_piper_needs_a_model(tmp_path: Path) -> None:
    with pytest.raises(SpeakerError, match=r"speech\.voice names no model"):
        piper_stand_in(tmp_path).say("Hello", Delivery("en"), UtteranceKind.MOVE)


@pytest.mark.usefixtures("dispatcher")
def test_a_speech_dispatcher_that_runs_comes_first(tmp_path: Path) -> None:
    place = tmp_path / "speech-dispatcher"
    place.mkdir(exist_ok=True)
    (place / "speechd.sock").touch()
    found = find_speaker(SpeechSettings(), {"XDG_RUNTIME_DIR": str(tmp_path)})
    assert isinstance(found, DispatcherSpeaker)
    found.close()
    assert isinstance(find_speaker(SpeechSettings(), {}), EspeakSpeaker)


# speechd leaves the socket open that it could not connect.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_speech_dispatcher_that_goes_away_is_one_line(
    dispatcher: Speaker, tmp_path: Path
) -> None:
    dispatcher.say("Hello", Delivery("en"), UtteranceKind.MOVE)
    assert silent_again(dispatcher)
    process = int((tmp_path / "pid").read_text())
    os.kill(process, signal.SIGTERM)
    assert until(lambda: _gone(process), PATIENCE)
    for _ in range(2):  # the second time, it tries to connect again
        with pytest.raises(SpeakerError, match="speech-dispatcher cannot speak: "):
            dispatcher.say("Hello", Delivery("en"), UtteranceKind.MOVE)
        assert not dispatcher.busy()


def test_a_missing_sound_device_is_named_as_the_reason() -> None:
    errors = "ALSA lib pcm.c:2666: Unknown PCM default\nerror: No such file or directory\n"
    said = EspeakSpeaker("espeak-ng").failure(0, errors)
    assert said == "no sound device can be used (No such file or directory)"

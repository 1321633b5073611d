"""Finds the speaker to use, and whether there is anything to be heard with."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from companion.base.text import Text
from companion.device.speech.dispatcher_speaker import DispatcherSpeaker
from companion.device.speech.process_speaker import EspeakSpeaker, PiperSpeaker, find_program
from companion.device.speech.speaker import Speaker, SpeakerError
from companion.device.speech.speech_settings import SpeechLevel, SpeechSettings

_CARDS = Path("/proc/asound/cards")
_DISPATCHER = "speech-dispatcher/speechd.sock"
_SERVERS = ("pulse/native", "pipewire-0")


def has_sound(cards: Path = _CARDS, environ: Mapping[str, str] = os.environ) -> bool:
    """Return whether there is a sound device: a card, or a sound server.

    Args:
        cards: The file in which Linux lists its sound cards.
        environ: The environment variables.
    """
    if environ.get("PULSE_SERVER") or any(
        _runtime(environ, server).exists() for server in _SERVERS
    ):
        return True
    try:
        return any(line.strip()[:1].isdigit() for line in cards.read_text().splitlines())
    except OSError:
        return False


def is_installed(settings: SpeechSettings, environ: Mapping[str, str] = os.environ) -> bool:
    """Return whether the speaker that the settings name is installed, as far as a look can tell."""
    if settings.speaker == "auto":
        return _runtime(environ, _DISPATCHER).exists() or find_program("espeak-ng") is not None
    return find_program(settings.speaker) is not None


def level_in_use(settings: SpeechSettings, *, wooden: bool, sound: bool) -> SpeechLevel:
    """Return how much is said; never `auto`.

    Args:
        settings: The settings.
        wooden: Whether the board is a real one.
        sound: Whether there is a sound device, and a program that speaks.
    """
    if settings.level != "auto":
        return settings.level
    return "moves" if wooden and sound else "off"


def find_speaker(settings: SpeechSettings, environ: Mapping[str, str] = os.environ) -> Speaker:
    """Return the speaker that the settings name; by default, the best that is there.

    That is speech-dispatcher if it runs, and otherwise espeak-ng.

    Raises:
        SpeakerError: If it is not installed.
    """
    name = settings.speaker
    if name == "auto":
        running = _runtime(environ, _DISPATCHER).exists()
        name = "speech-dispatcher" if running else "espeak-ng"
        if running:
            try:
                return DispatcherSpeaker()
            except SpeakerError:
                name = "espeak-ng"
    if name == "speech-dispatcher":
        return DispatcherSpeaker()
    path = find_program(name)
    if path is None:
        raise SpeakerError(_missing(name))
    if name == "espeak-ng":
        return EspeakSpeaker(path)
    player = find_program("aplay")
    if player is None:
        raise SpeakerError(Text("piper needs aplay: sudo apt install alsa-utils"))
    return PiperSpeaker(path, player)


def _missing(name: str) -> Text:
    if name == "piper":
        return Text("piper is not installed: pip install piper-tts")
    return Text("{program} is not installed: sudo apt install {program}", program=name)


def _runtime(environ: Mapping[str, str], name: str) -> Path:
    return Path(environ.get("XDG_RUNTIME_DIR") or "/nonexistent", name)

"""Every sentence of a game as espeak-ng says it, and how long that takes beside hands."""

from __future__ import annotations

import wave
from pathlib import Path

import pytest

from companion.device.speech.process_speaker import EspeakSpeaker
from companion.device.speech.speaker import Delivery
from companion.device.speech.utterances import UtteranceKind
from companion.testing import Hands, VirtualTable
from tests import needs
from tests.ear import BEFORE, PER_LETTER, Ear, listen_to
from tests.faults.campaign import until

PATIENCE = 30.0  # seconds for what takes a fraction of one
TURN = 5.0
"""Seconds from a move to the next one of a quick player: Solomon's own pace in the games of
tests/by_ear is one act in 4 to 6 s."""


def sentences(directory: Path, game: str, language: str) -> tuple[Ear, int]:
    """Play up to 24 moves of a game at the pace of hands. Returns what was heard, and the number of
    moves."""
    with VirtualTable(directory, bare=True) as table:
        table.begin(game)
        hands = Hands(table, seed=3, pauses=(0.5, 1.0, 1.5))
        ear = listen_to(table, language=language)
        hands.set_up()
        table.wait(TURN)
        for _ in range(24):
            if table.match.over:
                break
            hands.play_random()
            table.wait(TURN)
        table.wait(TURN)
        return ear, len(table.texts)


def seconds(words: str, language: str, path: Path) -> float:
    """How long espeak-ng takes to say some words."""
    speaker = EspeakSpeaker(needs.espeak(), str(path))
    speaker.say(words, Delivery(language), UtteranceKind.MOVE)
    assert until(lambda: not speaker.busy(), PATIENCE)
    with wave.open(str(path)) as sound:
        return float(sound.getnframes() / sound.getframerate())


@needs.espeak.mark
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", ["solomon", "gomony"])
def test_moves_are_said_faster_than_they_are_made(tmp_path: Path, game: str, language: str) -> None:
    ear, made = sentences(tmp_path / "games", game, language)
    lengths = {
        words: (kind, seconds(words, language, tmp_path / "said.wav")) for kind, words in ear.heard
    }
    moves = sorted(length for kind, length in lengths.values() if kind is UtteranceKind.MOVE)
    echoes = sorted(length for kind, length in lengths.values() if kind is UtteranceKind.ECHO)
    assert sum(moves) / len(moves) < 0.65 * TURN
    assert moves[len(moves) * 8 // 10] < TURN  # longer ones are jumps, for which hands need longer
    assert max(moves) < 1.5 * TURN
    assert echoes[len(echoes) * 8 // 10] < TURN  # longer ones are tall columns
    assert max(echoes) < 1.5 * TURN
    said = [words for kind, words in ear.heard if kind is UtteranceKind.MOVE]
    assert len(said) == 1 + made  # the name of the game, and every move


@needs.espeak.mark
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_ear_of_the_tests_takes_as_long_as_the_voice(tmp_path: Path, language: str) -> None:
    ear, _ = sentences(tmp_path / "games", "solomon", language)
    said = sorted(set(ear.words))
    genuine = sum(seconds(words, language, tmp_path / "said.wav") for words in said)
    assumed = sum(BEFORE + PER_LETTER * len(words) for words in said)
    assert 0.75 < assumed / genuine < 1.33

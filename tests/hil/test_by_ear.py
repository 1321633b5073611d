"""Whole games by ear: a player who knows only what was spoken, and what the fingers feel."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.device.speech.utterances import UtteranceKind
from companion.rules import Seat
from companion.session.features.menu_feature import MenuFeature
from companion.testing import Match, VirtualTable, make
from tests.by_ear.player import PlayerByEar
from tests.ear import Ear, listen_to

SIGHT = re.compile(r"\b(lit|lamps?|blink\w*|lights?|here|page|shown)\b")
"""Words that help nobody who cannot see."""


def play(directory: Path, game: str, computer: str = "", seed: int = 1) -> tuple[str, Ear]:
    """Play a game to its end by ear. Returns what was said of the end, and all that was heard."""
    with VirtualTable(directory, bare=True) as table:
        table.begin_match(Match(make(game)), {Seat(1): computer} if computer else {})
        ear = listen_to(table)
        ended = PlayerByEar(table, ear, seed).play()
        assert table.match.over
        assert table.texts
        return ended, ear


def helps_without_sight(ear: Ear) -> list[str]:
    """What was said that needs eyes."""
    return [words for words in ear.words if SIGHT.search(words)]


@pytest.mark.parametrize(
    ("game", "computer"), [("solomon", "beginner"), ("nim", "beginner"), ("trinity", "")]
)
def test_a_game_is_played_by_ear(tmp_path: Path, game: str, computer: str) -> None:
    ended, ear = play(tmp_path, game, computer)
    assert re.search("wins|You won|You lost|Draw|Solved|Lost", ended)
    assert helps_without_sight(ear) == []


@pytest.mark.slow
@pytest.mark.parametrize("game", ["solomon", "gomony", "son_of_solomon", "peg", "soli2"])
@pytest.mark.parametrize("seed", [1, 2])
def test_more_games_are_played_by_ear(tmp_path: Path, game: str, seed: int) -> None:
    _, ear = play(tmp_path, game, seed=seed)
    assert helps_without_sight(ear) == []


@pytest.mark.slow
@pytest.mark.parametrize("game", ["crowning", "halma"])
def test_pieces_that_nobody_can_tell_apart_are_asked_about_in_words(
    tmp_path: Path, game: str
) -> None:
    ended, ear = play(tmp_path, game)
    assert ended
    assert UtteranceKind.QUESTION in [kind for kind, _ in ear.heard]
    assert helps_without_sight(ear) == []


def test_the_last_move_is_said_before_the_result_and_nothing_after_it(tmp_path: Path) -> None:
    _, ear = play(tmp_path, "peg")
    (*_, (before, _), (last, _)) = ear.heard
    assert (before, last) == (UtteranceKind.MOVE, UtteranceKind.RESULT)


def test_from_switching_on_to_shutting_down(tmp_path: Path) -> None:
    with VirtualTable(tmp_path, bare=True) as table:
        table.session.features.find(MenuFeature).wait(make("solomon"), table.now)
        table.wait(0.1)
        ear = listen_to(table)
        player = PlayerByEar(table, ear, seed=4)
        player.choose("Solomon Nim")
        player.choose("start")
        assert "wins" in player.play()
        player.press(3.0)
        assert "The board is shut down." in player.choose("shut down", hold=3.5)

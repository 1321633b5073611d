"""Whole games by ear: a player who knows only what was spoken, and what the fingers feel."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from companion.base.languages import find_language
from companion.base.text import Text
from companion.device.speech.utterances import UtteranceKind
from companion.rules import Action, Seat, TurnMatch
from companion.session.features.menu_feature import MenuFeature
from companion.session.match.spoken_move import spoken_move
from companion.session.speech.said_words import SaidWords
from companion.testing import Match, VirtualTable, make
from tests.by_ear import campaign
from tests.by_ear.campaign import GAMES
from tests.by_ear.player import PlayerByEar
from tests.ear import Ear, listen_to
from tests.slow import slow_after, slow_rows_after

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


@pytest.mark.parametrize(
    ("game", "computer", "seat", "seed"),
    [
        ("solomon", "easy", 1, 2),
        *slow_rows_after(
            0,
            [
                ("solomon", "casual", 0, 3),
                ("gomony", "beginner", 1, 1),
                ("gomony", "easy", 0, 2),
                ("halma", "beginner", 1, 1),
                ("halma", "beginner", 0, 2),
            ],
        ),
    ],
)
def test_the_transcript_of_the_speech_is_the_game(
    tmp_path: Path, game: str, computer: str, seat: int, seed: int
) -> None:
    """A game against the computer is played by ear, and once more from what was said alone."""
    with VirtualTable(tmp_path, bare=True) as table:
        table.begin_match(Match(make(game)), {Seat(seat): computer})
        ear = listen_to(table)
        PlayerByEar(table, ear, seed).play()
        texts = table.texts
    told = (UtteranceKind.MOVE, UtteranceKind.TASK)
    transcript = [words for kind, words in ear.heard if kind in told][1:]  # without the game's name
    assert replayed(Match(make(game)), transcript, Seat(seat)) == texts


def replayed(match: Match, transcript: list[str], computer: Seat) -> list[str]:
    """Play the moves that a transcript tells, and return them."""
    said = iter(transcript)
    while not match.over:
        words = next(said)
        fits = [move for move in match.moves if tells(words, match, move, computer)]
        assert len({str(match.game.advance(match.position, move)) for move in fits}) == 1, words
        match.play(fits[0])
    return match.texts


def tells(words: str, match: Match, move: Any, computer: Seat) -> bool:
    """Whether a sentence tells this move: in words, or as what to do for the computer."""
    steps = match.game.steps(match.position, move)
    names = match.game.board.names
    board = SaidWords(names, find_language(["en"]).words)
    if match.game.to_act(match.position) != computer:
        after = Match(match.game, match.position)
        after.play(move)
        return board.said(spoken_move(TurnMatch(after))) in words
    if "(" in words:  # a move of several parts
        text = match.game.move_text(match.position, move)
        return f"({board.said(Text('{move}', move=text))})" in words
    points = [names[step.point].upper() for step in steps]
    taken = {names[step.point].upper() for step in steps if step.action is Action.REMOVE}
    said = re.findall(r"\b[A-Z]?\d+\b", words)
    placed = [
        p for p, s in zip(points, steps, strict=True) if s.action in (Action.PLACE, Action.ENTER)
    ]
    lifted = [p for p, s in zip(points, steps, strict=True) if s.action is Action.LIFT]
    kinds = {step.piece.kind for step in steps if step.action is Action.ENTER}
    named = {*lifted[:1], *placed[-1:], *taken} <= set(said)
    return named and said[0] == (lifted or points)[0] and all(kind in words for kind in kinds)


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


@pytest.mark.parametrize(
    "game",
    slow_after(1, ["hare_and_hounds", *(name for name in GAMES if name != "hare_and_hounds")]),
)
def test_mishaps_and_questions_leave_no_player_stuck(game: str) -> None:
    """A share of `python -m tests.by_ear`."""
    tally = campaign.play(game, seed=5)
    assert tally.stuck == []
    assert tally.turns > 0

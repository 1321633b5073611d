"""The lessons keep to the rules, and say what they ask for."""

from __future__ import annotations

import re

import pytest

from companion.base.languages.language import find_language
from companion.base.text import Text
from companion.coach.lessons import (
    LESSONS,
    Lesson,
    LessonProgress,
    UnknownLesson,
    find_lesson,
    lesson_match,
)
from companion.device.lamps.palette import PALETTES, STANDARD
from companion.games.registry import built_in
from companion.rules import Action, IllegalMove, Match, Step

lessons = pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)


def played(lesson: Lesson) -> tuple[Match, list[tuple[Step, ...]]]:
    """The match after a lesson, and what hands did in each step."""
    match, done = lesson_match(lesson), []
    for step in lesson.steps:
        move = match.game.parse_move(match.position, step.move)
        done.append(match.game.steps(match.position, move))
        match.play(move)
    return match, done


def test_every_game_has_a_lesson() -> None:
    assert set(LESSONS) == set(built_in())


@lessons
def test_the_first_sentence_says_what_the_lamps_show(lesson: Lesson) -> None:
    _, done = played(lesson)
    placed = {hand.action for hand in done[0]} & {Action.PLACE, Action.ENTER}
    first = lesson.steps[0]
    for text in (first.text, first.helped or first.text):
        assert ("{hint" in text) == bool(placed)
        assert placed or "glow" in text


@lessons
def test_it_ends_with_a_result_wherever_the_game_can_be_won_so_soon(lesson: Lesson) -> None:
    match, _ = played(lesson)
    assert match.over == (lesson.game != "halma")
    won = match.outcome.winner
    if won is not None and len(match.game.seats) > 1:
        winner = match.game.seats[won]
        assert f"{winner} wins" in lesson.ending or f"{winner} has four" in lesson.ending


@lessons
def test_every_step_is_a_legal_move_with_the_very_text(lesson: Lesson) -> None:
    match, _ = played(lesson)
    assert [ply.text for ply in match.history] == [step.move for step in lesson.steps]
    assert 5 <= len(lesson.steps) <= 10


@lessons
def test_a_sentence_names_the_points_of_its_move(lesson: Lesson) -> None:
    match, done = played(lesson)
    names = match.game.board.names
    for step, hands in zip(lesson.steps, done, strict=True):
        said = set(re.findall(r"\b(?:[a-i][1-9]|\d+)\b", step.text))
        touched = {names[hand.point] for hand in hands}
        assert touched <= said, step.text
        assert step.text.endswith(".")
        assert len(step.text) <= 150


@lessons
def test_a_sentence_says_whose_piece_it_is_about(lesson: Lesson) -> None:
    """A person who moves for both sides has to know for which."""
    match = lesson_match(lesson)
    before = None
    for step in lesson.steps:
        seat = match.game.to_act(match.position)
        if len(match.game.seats) > 1 and seat != before:
            other = match.game.seats[1 - seat]
            assert match.game.seats[seat] in step.text or other not in step.text, step.text
        before = seat
        match.play(match.game.parse_move(match.position, step.move))


def test_solomon_teaches_jumps_chains_and_kings_and_ends_with_a_win() -> None:
    match, done = played(LESSONS["solomon"])
    assert match.outcome.text == "win 0"
    actions = [[step.action for step in hands] for hands in done]
    assert actions[0] == [Action.LIFT, Action.PLACE]
    assert actions[1] == [Action.LIFT, Action.PLACE, Action.REMOVE]
    assert actions[4].count(Action.REMOVE) == 2
    assert Action.TURN in actions[4]
    assert done[6][0].piece.kind == "king"


def test_trinity_teaches_stones_and_jumps_and_is_solved() -> None:
    match, done = played(LESSONS["trinity"])
    assert match.outcome.winner == 0
    assert sum(Action.ENTER in [step.action for step in hands] for hands in done) == 6
    assert done[4][2].piece.kind == "stone"
    moved = [hands[0].piece.text for hands in done]
    assert moved == ["N", "D", "Q", "N", "Q", "N", "Q"]  # the dime is shut in


def test_halma_teaches_every_kind_of_piece_and_ends_on_the_goal() -> None:
    match, done = played(LESSONS["halma"])
    kinds = {hands[0].piece.kind for hands in done}
    assert kinds == {"square", "triangle", "circle", "diamond"}
    last = match.game.board.names[done[-1][-1].point]
    assert last == "d9"
    assert len(done[-1]) == 4


@lessons
def test_few_pieces_are_needed(lesson: Lesson) -> None:
    match = lesson_match(lesson)
    assert match.game.occupancy(match.position).bit_count() <= 12


@lessons
def test_how_far_a_lesson_has_come_follows_from_the_number_of_plies(lesson: Lesson) -> None:
    match = lesson_match(lesson)
    progress = LessonProgress(lesson, match.game)
    for plies, step in enumerate(lesson.steps):
        assert not progress.done(plies)
        assert progress.step(plies) == step
        move = progress.move(match.position, plies)
        assert match.game.move_text(match.position, move) == step.move
        match.play(move)
    assert progress.done(len(lesson.steps))
    assert progress.step(len(lesson.steps)) == lesson.steps[-1]
    with pytest.raises(IllegalMove):
        progress.move(match.position, 0)


def test_a_lesson_that_there_is_not_is_refused() -> None:
    assert find_lesson("halma") is LESSONS["halma"]
    with pytest.raises(UnknownLesson, match=r"no guided game of 'solomn' \(did you mean 'solomon'"):
        find_lesson("solomn")


@pytest.mark.parametrize("language", ["en", "de"])
@lessons
def test_a_sentence_names_no_colour_but_as_a_value_of_the_palette(
    lesson: Lesson, language: str
) -> None:
    marked = {name: Text(f"[{name}]") for name in STANDARD.colours}
    names = {hue for palette in PALETTES.values() for hue in palette.colours.values()}
    translate = find_language(language).words
    banned = {translate(name).lower() for name in names} - {"white", "weiß"}  # a player's name
    for step in lesson.steps:
        for text in (step.text, step.helped):
            said = translate(text.filled(**marked)).lower()
            assert not banned & set(re.findall(r"\w+", said)), said
    assert not banned & set(re.findall(r"\w+", translate(lesson.ending).lower()))

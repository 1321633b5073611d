"""Why one move is better than another."""

from __future__ import annotations

from random import Random

import pytest

from companion.coach.comparison import why_better
from companion.coach.review import ReviewedMove
from companion.games.registry import built_in, make
from companion.opponents.analysis import RatedMove
from companion.rules import Match, Seat
from tests.coach.test_review import played, reviewed
from tests.foreign import untranslated


def compared(
    name: str, text: str, made: tuple[str, ...], better: tuple[str, ...], **values: object
) -> str:
    """Why the first of the better moves is better. values: of the two ratings."""
    game = make(name)
    position = game.parse_position(text) if text else game.start()

    def rated(texts: tuple[str, ...], value: float, plies: int | None) -> RatedMove:
        at, line = position, []
        for one in texts:
            line.append(game.parse_move(at, one))
            at = game.advance(at, line[-1])
        return RatedMove(line[0], value, bool(values.get("exact")), plies, tuple(line))

    low = float(str(values.get("low", 0.2)))
    high = float(str(values.get("high", 0.6)))
    plies = values.get("plies")
    assert plies is None or isinstance(plies, int)
    review = ReviewedMove(1, Seat(0), rated(made, low, None), rated(better, high, plies), "mistake")
    return why_better(game, position, review)


OPEN = "b/bbbbb/../.../../wwwww/w w"  # the start of Solomon


def test_what_the_opponent_takes_comes_first() -> None:
    said = compared("solomon", OPEN, ("14-9", "2x12"), ("15-12", "3-7"))
    assert said == "After 14-9, Black takes a piece with 2x12."


def test_the_end_of_the_game_needs_no_other_reason() -> None:
    said = compared(
        "nim", "o/oo.../../.../../...../. w", ("1",), ("1:3",), exact=True, high=1, low=0, plies=1
    )
    assert said == "1:3 ends the game at once."


def test_a_forced_win_of_the_opponent() -> None:
    game = make("nim")
    found = reviewed(played(game, ["1:8"]), game.start(), 0.1)[1]
    assert why_better(game, game.start(), found) == "After 1:8, Black can win whatever you do."


def test_a_puzzle_that_can_no_longer_be_solved() -> None:
    game, random = make("peg"), Random(4)
    match = Match(game)
    while not match.over:
        match.play(random.choice(match.moves))
    [bad] = [one for one in reviewed(match, game.start(), 0.5).values() if one.grade]
    said = why_better(game, match.history[bad.number - 1].position, bad)
    assert said == f"After {match.history[bad.number - 1].text} it can no longer be solved."


def test_the_move_that_was_made_needs_no_reason() -> None:
    assert compared("solomon", OPEN, ("14-9",), ("14-9",)) == ""


@pytest.mark.parametrize("name", [name for name in built_in() if len(make(name).seats) < 3])
def test_every_reason_is_one_sentence_in_any_language(name: str) -> None:
    game, random = make(name), Random(4)
    match = Match(game)
    while not match.over and len(match.history) < 24:
        match.play(random.choice(match.moves))
    for one in reviewed(match, game.start(), 0.05).values():
        said = why_better(game, match.history[one.number - 1].position, one)
        if not one.grade:
            continue
        assert said.count(". ") == 0
        assert not said or said.endswith(".")
        if said:
            assert [word for word in untranslated(said) if len(word) > 3] == []

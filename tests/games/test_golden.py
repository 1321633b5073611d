"""Every figure of tests/golden is reproduced by the game that it belongs to."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules import AnyGame, perft
from tests import golden
from tests.golden import generate
from tests.published import PUBLISHED

# Positions to be made for a line that always runs, and for one that is counted move by move.
_FAST = 60_000
_PLAIN = 30_000_000


def _made(count: golden.Count) -> int:
    """How many positions a plain count makes: the sum of all shallower lines and its own."""
    return sum(
        line.nodes
        for line in golden.counts()
        if line.setting == count.setting and line.depth <= count.depth
    )


def _plainly(count: golden.Count) -> bool:
    """Whether to make every position of a line, or to count equal ones once.

    Of the lines that take long only the deepest of a setting is made in full: on the way it goes
    through the positions of all shallower ones.
    """
    within = [
        line.depth
        for line in golden.counts()
        if line.setting == count.setting and _made(line) <= _PLAIN
    ]
    return _made(count) <= _FAST or count.depth == max(within)


def _split(game: AnyGame, position: Any, depth: int) -> str:
    known: dict[tuple[Any, int], int] = {}
    lines = {
        game.move_text(position, move): generate.count(
            game, game.advance(position, move), depth - 1, known
        )
        for move in game.moves(position)
    }
    return "\n".join(f"{text} {nodes}" for text, nodes in sorted(lines.items()))


def _counts() -> list[Any]:
    return [
        pytest.param(count, id=str(count), marks=() if _made(count) <= _FAST else pytest.mark.slow)
        for count in golden.counts()
    ]


@pytest.mark.parametrize("count", _counts())
def test_the_moves_from_a_position_add_up(count: golden.Count) -> None:
    game, position = count.setting.make()
    if _plainly(count):
        nodes = perft(game, position, count.depth)
    else:
        nodes = generate.count(game, position, count.depth, {})
    if nodes != count.nodes:
        text = game.position_text(position)
        split = _split(game, position, count.depth)
        pytest.fail(
            f"perft({count.depth}) of {count.setting.name} from {text!r} is {nodes} "
            f"instead of {count.nodes}; by move:\n{split}"
        )


@pytest.mark.parametrize("game", sorted({met.setting.game for met in golden.met()}))
def test_positions_met_in_random_play_have_these_moves_and_outcomes(game: str) -> None:
    for met in golden.met():
        if met.setting.game != game:
            continue
        rules, position = met.setting.make()
        where = f"{met.setting.name} {met.setting.text}"
        assert rules.position_text(position) == met.setting.text, where
        texts = [rules.move_text(position, move) for move in rules.moves(position)]
        assert tuple(sorted(texts)) == met.moves, where
        assert rules.outcome(position).text == met.outcome, where


@pytest.mark.parametrize("name", golden.positions())
def test_positions_of_mid_game_are_read_and_printed(name: str) -> None:
    setting = golden.positions()[name]
    game, position = setting.make()
    assert game.position_text(position) == setting.text


def test_every_game_of_the_card_has_golden_data() -> None:
    assert {count.setting.game for count in golden.counts()} == set(PUBLISHED)
    assert {met.setting.game for met in golden.met()} == set(PUBLISHED)


def test_making_the_golden_data_again_changes_nothing() -> None:
    text = {name: (generate.HERE / name).read_text(encoding="utf-8") for name in generate.FILES}
    assert generate.counts(text["perft.txt"], limit=300) == text["perft.txt"]
    assert generate.positions(text["positions.txt"]) == text["positions.txt"]
    some = "".join(text["random.jsonl"].splitlines(keepends=True)[::7])
    assert generate.met(some) == some


def test_a_game_that_is_new_on_the_card_gets_golden_data(monkeypatch: pytest.MonkeyPatch) -> None:
    others = [line for line in golden.counts() if line.setting.game != "nim"]
    monkeypatch.setattr(golden, "counts", lambda: others)
    text = generate.counts("# head\n", 0)
    assert text.startswith("# head\n")
    assert "\nnim board=star last=loses | 2 " in text
    assert text.endswith("\n")

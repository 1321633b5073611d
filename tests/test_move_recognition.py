"""docs/move-recognition.md says what is so: its figures are those that are measured, its states
those of the tracker, and its examples come out as they stand there."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, NamedTuple

import pytest

from companion.games.registry import make
from companion.hands import Phase
from companion.hands.explanation import FLAWS, Case, Flaw
from companion.hands.responses import ROWS as ROWS_OF_RESPONSES
from companion.hands.responses import Act
from companion.rules import Turn, TurnGame
from tests import move_recognition, state_table
from tests.collisions import (
    KINDS,
    ROWS,
    Row,
    alike,
    alike_line,
    end_line,
    kind_lines,
    kind_of,
    measure,
    told,
    turns_of,
)
from tests.conformance.option_sets import option_sets
from tests.hands.bench import Bench
from tests.published import PUBLISHED

PAGE = move_recognition.PAGE.read_text(encoding="utf-8")


class Example(NamedTuple):
    """What hands do in a position of a game, and what the page says that comes of it."""

    game: str
    options: dict[str, Any]
    position: str
    hands: str
    outcome: str


def _examples() -> list[Example]:
    found = []
    for block in re.findall(r"(?:^    \S.* \| .+\n)+", PAGE, re.MULTILINE):
        (head, position), *lines = (line.strip().split(" | ") for line in block.splitlines())
        name, *options = head.split()
        chosen = dict(option.split("=") for option in options)
        found += [Example(name, chosen, position, *line) for line in lines]
    return found


def _outcome(example: Example) -> str:
    bench = Bench(example.game, example.position, match=None, **example.options)
    for act in example.hands.split():
        if act == "button":
            bench.confirm()
        elif act[0] == "!":
            bench.do(f"-{act[1:]}", "~0.2", f"+{act[1:]}")
        else:
            bench.do(act)
    bench.wait(1)
    if bench.log:
        return f"plays {', '.join(bench.log)}"
    texts = ", ".join(bench.texts(bench.view.candidates))
    said = {Phase.ASK: f"asks {texts}", Phase.CONFIRM: f"to be confirmed: {texts}"}
    return said.get(bench.phase, "plays nothing")


@pytest.mark.parametrize("example", _examples(), ids=lambda e: f"{e.game}: {e.hands}")
def test_examples_of_the_page_come_out_as_it_says(example: Example) -> None:
    assert _outcome(example) == example.outcome


def test_the_page_has_an_example_of_every_kind_that_was_met() -> None:
    kinds = set()
    for example in _examples():
        game = make(example.game, example.options)
        found = alike(turns_of(TurnGame(game), game.parse_position(example.position)))
        kinds |= {kind_of((turn, *others)) for turn, others in found}
    named = {line.split(" | ")[0].removeprefix("| ") for line in move_recognition.read("kinds")[2:]}
    assert {KINDS[kind] for kind in kinds} == named


def test_every_option_set_stands_in_one_line_of_the_tables() -> None:
    counted = Counter(
        (row.game, *chosen.items(), row.real) for row in ROWS for chosen in row.option_sets()
    )
    assert set(counted.values()) == {1}
    sets = {(name, *chosen.items()) for name, chosen in option_sets() if name in PUBLISHED}
    assert {(name, *chosen) for name, *chosen, _ in counted} == sets
    assert all(row.positions >= 3000 for row in ROWS)


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.title)
def test_lines_of_the_tables_are_those_that_are_measured(row: Row) -> None:
    tally = measure(row)
    assert alike_line(row, tally) in move_recognition.read("alike")
    assert end_line(row, tally) in move_recognition.read("ends")
    named = [line for line in move_recognition.read("kinds") if f" | {row.title} | " in line]
    assert named == kind_lines(row, tally)


def test_tables_have_no_other_lines() -> None:
    titles = [row.title for row in ROWS]
    for name in ("alike", "ends"):
        assert [line.split(" | ")[0].removeprefix("| ") for line in _body(name)] == titles
    named = [tuple(line.removeprefix("| ").split(" | ")[:2]) for line in _body("kinds")]
    assert named == [
        (what, title) for title in titles for what in KINDS.values() if (what, title) in named
    ]


def _body(name: str) -> list[str]:
    """The lines of a table below its head."""
    return move_recognition.read(name)[2:]


def test_tables_and_diagram_are_the_trackers() -> None:
    for name, lines in state_table.tables().items():
        assert move_recognition.read(name) == lines


def test_diagram_has_every_kind_of_explanation_and_everything_that_comes_of_it() -> None:
    lines = state_table.diagram()
    for row in ROWS_OF_RESPONSES:
        assert any(line.startswith(f"    {row.kind.name}[") for line in lines)
        for end in filter(None, (row.then.then, row.then.confirmed)):
            name = end.name if isinstance(end, Act) else f"{end.name}_SHOWN"
            assert any(line.startswith(f"    {name}([") for line in lines)
            assert any(f"    {row.kind.name} -->" in line and f"| {name}" in line for line in lines)


def test_every_kind_of_explanation_has_a_row_that_fits_whatever_its_doubts() -> None:
    for kind in Case:
        assert any(
            row.kind is kind and not row.flaws and row.rival is None for row in ROWS_OF_RESPONSES
        )
    assert set(FLAWS) == set(Flaw)


def test_turns_with_the_same_points_are_asked_about_and_others_told() -> None:
    game = make("gomony")
    examples = {e.position for e in _examples() if e.game == "gomony"}
    found = set()
    for text in examples:
        turns = turns_of(TurnGame(game), game.parse_position(text))
        for turn, others in alike(turns):
            assert isinstance(turn.pattern.move, Turn)
            (move,) = turn.pattern.move.plies
            found.add((game.move_text(game.parse_position(text), move), told(turn, others)))
    assert found == {
        ("d6xf4xd2", "touched"),
        ("d6xb4xd2", "touched"),
        ("c3xa5xc7xe5xc3", "asked"),
        ("g7xe5xg3xe1xc3xe5", "asked"),
        ("g7xe5xc3xe1xg3xe5", "asked"),
        ("c3xe5xc7xa5xc3", "asked"),
    }

"""What the page says, where games differ in what hands have to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.registry import make
from companion.rules import Match, Seat
from companion.web.messages import Arrange
from tests.session.test_opponents import begin, move
from tests.session.virtual import Virtual


def people(directory: Path, name: str) -> Virtual:
    table = Virtual(directory)
    table.session.begin(Match(make(name)), table.now)
    table.session.listen(table.heard.append)
    table.session.handle(Arrange(), table.now)
    table.wait(0.5)
    return table


@pytest.mark.parametrize(
    ("name", "acts", "said"),
    [
        ("solomon", ["-16", "+10", "-4", "+16"], "Take the captured piece off 10."),
        ("gomony", ["-c3", "+d4", "-f6", "+e5", "-d4", "+f6"], "Put the top piece of e5 under"),
        ("trinity", ["-1", "+3"], "Put a stone on 1."),
        ("trinity", ["-1"], "Put it down on 3, 4,"),
        ("nim", ["-2"], "Go on, or confirm that the move is over"),
    ],
)
def test_it_says_what_the_game_wants_next(
    tmp_path: Path, name: str, acts: list[str], said: str
) -> None:
    table = people(tmp_path, name)
    for act in acts:
        move(table, act)
        table.wait(1)
    assert table.state.message.startswith(said)


def test_another_move_than_the_computers_is_called_so(tmp_path: Path) -> None:
    table = begin(Virtual(tmp_path), computers={Seat(1): "easy"})
    move(table, "-16", "+10")
    table.wait(1)
    assert table.state.message == "Carry out 4x16. Take the captured piece off 10."
    move(table, "-3", "+7")
    table.wait(1)
    assert table.state.message.startswith("That is not the computer's move.")

"""With a piece in hand, a click on a piece that it can take takes that piece."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.registry import built_in
from companion.protocol.commands import Assist, Click
from companion.rules import Action, Match
from companion.testing import VirtualTable
from tests.session.test_continued import played


def one_capture(name: str) -> tuple[Match, str, str, str] | None:
    """A position with a piece that only one move takes: it, the move, its captor, and the piece."""
    for moves in range(2, 60):
        match = played(name, {}, moves)
        game = match.game
        if match.over:
            return None
        found = []
        for move in match.moves:
            steps = game.steps(match.position, move)
            gone = [step.point for step in steps if step.action is Action.REMOVE]
            if len(gone) == 1 and steps[0].action is Action.LIFT and gone[0] != steps[0].point:
                names = game.board.names
                found.append(
                    (game.move_text(match.position, move), names[steps[0].point], names[gone[0]])
                )
        takers = {(origin, gone) for _, origin, gone in found}
        if len(found) == 1 and len(takers) == 1:
            return match, *found[0]
    return None


_WITH_CAPTURES = [name for name in built_in() if one_capture(name) is not None]


def test_there_are_games_with_captures() -> None:
    assert {"gomony", "solomon"} <= set(_WITH_CAPTURES)


@pytest.mark.parametrize("name", _WITH_CAPTURES)
def test_a_click_on_what_is_captured_captures(tmp_path: Path, name: str) -> None:
    found = one_capture(name)
    assert found is not None
    match, move, origin, taken = found
    with VirtualTable(tmp_path) as table:
        table.begin(name, match.game.position_text(match.position))
        table.say(Assist(True))
        table.wait(3)
        table.say(Click(origin, "h"))
        table.wait(0.5)
        table.say(Click(taken, "h"))
        table.wait(4)
        assert table.texts[:1] == [move]

"""After the end, hands may clear the board, or set it up for the same game once more."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.device.lamps.scene import Meaning
from companion.games.registry import make
from companion.page.messages import Confirm, Resign, Train
from companion.records.journal import reader
from companion.rules import Match, Seat
from tests.session.fingers import Fingers
from tests.session.virtual import Virtual

EMPTY_AT_FIRST = ["soli2", "son_of_solomon", "gomony", "halma"]
FULL_AT_FIRST: list[tuple[str, dict[str, str]]] = [
    ("solomon", {}),
    ("crowning", {}),
    ("trinity", {"seats": "2"}),
]
OTHER = "For another game, hold the button for the menu, or choose one here."


def ended(
    directory: Path, game: str, options: dict[str, str], computers: dict[Seat, str] | None = None
) -> Fingers:
    """A board on whose game its player has resigned at the start."""
    table = Virtual(directory, bare=True)
    table.begin_match(Match(make(game, options)), computers or {})
    hands = Fingers(table)
    hands.set_up()
    table.say(Resign())
    table.wait(1)
    assert table.match.over
    return hands


def cleared(hands: Fingers) -> None:
    """Take everything off the board."""
    board = hands.table.match.game.board
    for point in range(board.size):
        if hands.port.occupancy() >> point & 1:
            hands.change(board.names[point], 0.3)
    hands.table.wait(2)


@pytest.mark.parametrize("by_page", [False, True], ids=["button", "page"])
@pytest.mark.parametrize(("game", "options"), FULL_AT_FIRST)
def test_the_same_game_begins_once_its_start_is_set_up_and_confirmed(
    game: str, options: dict[str, str], by_page: bool, tmp_path: Path
) -> None:
    hands = ended(tmp_path, game, options)
    table, first = hands.table, hands.table.match
    cleared(hands)
    assert table.state.message.endswith(f"To play this game again, set up its start. {OTHER}")
    assert not table.state.confirm
    hands.set_up()
    table.wait(60)
    assert table.match is first, "nothing begins unasked"
    assert table.state.confirm
    assert table.state.message.endswith("same game: confirm, and it begins.")
    assert not table.session.lights.lamps
    table.say(Confirm()) if by_page else hands.press()
    table.wait(1)
    assert table.match is not first
    assert (table.match.over, table.state.phase) == (False, "rest")
    assert hands.lit(Meaning.MAY_MOVE, Meaning.MUST_JUMP)
    ends = [log.log.end for log in reader.list_logs(tmp_path) if log.log]
    assert sorted(end.how if end else "" for end in ends) == ["", "resigned"]


def test_the_computer_keeps_its_seat(tmp_path: Path) -> None:
    hands = ended(tmp_path, "solomon", {}, {Seat(1): "beginner"})
    cleared(hands)
    hands.set_up()
    hands.press()
    assert hands.table.session.match.computers == {Seat(1): "beginner"}
    assert not hands.table.match.over


@pytest.mark.parametrize("game", EMPTY_AT_FIRST)
def test_a_board_that_is_cleared_begins_nothing(game: str, tmp_path: Path) -> None:
    hands = ended(tmp_path, game, {})
    first = hands.table.match
    hands.change(first.game.board.names[0], 1)
    cleared(hands)
    hands.press()
    hands.table.wait(5)
    assert hands.table.match is first
    assert first.over
    assert not hands.table.state.confirm


def test_a_board_that_nobody_touched_begins_nothing(tmp_path: Path) -> None:
    hands = ended(tmp_path, "solomon", {})
    hands.press()
    assert hands.table.match.over
    assert "To play it again, set up its start" in hands.table.state.advice


def test_a_drill_does_not_begin_again(tmp_path: Path) -> None:
    hands = Fingers(Virtual(tmp_path, bare=True))
    hands.table.begin("solomon")
    hands.table.say(Train(drill="two_kings"))
    hands.set_up()
    drill = hands.table.match
    hands.table.say(Resign())
    cleared(hands)
    assert "another game" not in hands.table.state.message
    start = drill.game.occupancy(drill.game.start())
    for point in range(drill.game.board.size):
        if start >> point & 1:
            hands.change(drill.game.board.names[point])
    hands.press()
    assert hands.table.match is drill

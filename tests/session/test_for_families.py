"""What a family meets that knows nothing of switches: clicks, false reproaches, words and ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.device.lamps.scene import Meaning
from companion.games.registry import make
from companion.hands import Phase
from companion.protocol.commands import (
    Arrange,
    Assist,
    Back,
    Click,
    Confirm,
    Lift,
    New,
    PlacePieces,
    Release,
    Resign,
)
from companion.protocol.library_messages import ShelfQuery
from companion.protocol.views import State
from companion.rules import Match, Seat, Turn
from companion.session.library.shelf import Library
from companion.session.match.spoken_move import said_turn
from companion.session.view_builder import board_greeting
from companion.testing import VirtualTable


def begin(directory: Path, game: str, position: str = "", *computers: int) -> VirtualTable:
    table = VirtualTable(directory)
    made = make(game)
    match = Match(made, made.parse_position(position) if position else None)
    table.begin_match(match, {Seat(seat): "easy" for seat in computers})
    table.say(Assist(True))
    table.say(Arrange())
    table.wait(1)
    return table


def click(table: VirtualTable, place: str, piece: str = "") -> None:
    table.say(Click(place, "c", piece))
    table.wait(0.4)


def refusal(table: VirtualTable) -> str:
    assert table.state.refusal is not None
    return str(table.state.refusal.text)


def test_a_click_takes_a_piece_of_nim_off_and_confirming_ends_the_move(tmp_path: Path) -> None:
    table = begin(tmp_path, "nim")
    click(table, "14")
    assert table.state.confirm
    table.say(Confirm())
    table.wait(1)
    assert table.texts == ["14"]


def test_a_run_of_nim_is_three_clicks(tmp_path: Path) -> None:
    table = begin(tmp_path, "nim")
    for place in ("2", "3", "4"):
        click(table, place)
    table.say(Confirm())
    table.wait(1)
    assert table.texts == ["2:4"]


def test_a_piece_taken_off_by_mistake_comes_back_with_a_click(tmp_path: Path) -> None:
    table = begin(tmp_path, "nim")
    for place in ("2", "13", "13"):
        click(table, place)
    assert table.state.tabletop is not None
    assert table.state.tabletop.tray == ("o",)
    click(table, "2")
    assert (table.phase, table.state.refusal) == (Phase.REST, None)


def test_a_jump_goes_on_with_one_click_on_its_next_point(tmp_path: Path) -> None:
    table = begin(tmp_path, "solomon", "./..b.b/w./.../b./w..../. w")
    click(table, "14")
    click(table, "10")
    assert table.state.message == "Keep jumping: from 10 to 1."
    click(table, "1")
    table.wait(3)
    assert table.texts == ["14x10x1"]


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("19", "White's man on 19 cannot move now."),
        ("2", "It is White's turn."),
        ("10", "Choose a piece first, then where it goes."),
    ],
)
def test_what_cannot_be_done_is_said_at_the_first_click(
    tmp_path: Path, place: str, said: str
) -> None:
    table = begin(tmp_path, "solomon")
    click(table, place)
    assert refusal(table) == said
    assert table.phase is Phase.REST


def test_a_dragged_piece_without_a_move_says_so_when_it_is_lifted(tmp_path: Path) -> None:
    table = begin(tmp_path, "solomon")
    table.say(Lift("19", "h"))
    assert refusal(table) == "White's man on 19 cannot move now."


def test_a_click_on_another_own_piece_lifts_that_one(tmp_path: Path) -> None:
    table = begin(tmp_path, "solomon")
    click(table, "14")
    click(table, "15")
    assert table.state.tabletop is not None
    assert table.state.tabletop.origins == {"c": "15"}
    click(table, "15")
    assert table.phase is Phase.REST


def test_a_page_that_closes_is_not_reproached(tmp_path: Path) -> None:
    table = begin(tmp_path, "solomon")
    for lift in (Lift("14", "p1.h"), Click("14", "p1.c")):
        table.say(lift)
        table.wait(0.3)
        table.say(Release(lift.hand))
        table.wait(3)
        assert table.state.refusal is None
        assert (table.phase, table.texts) == (Phase.REST, [])


def test_a_captured_piece_is_in_the_tray_after_a_restart(tmp_path: Path) -> None:
    table = begin(tmp_path, "solomon")
    for origin, to in (("14", "9"), ("2", "12")):
        click(table, origin)
        click(table, to)
        table.wait(2)
    assert table.texts == ["14-9", "2x12"]
    again = table.power_cut()
    again.say(Arrange())
    assert again.state.tabletop is not None
    assert again.state.tabletop.tray == ("w",)


def test_a_game_without_a_move_is_not_in_the_library(tmp_path: Path) -> None:
    table = begin(tmp_path, "solomon")
    library = Library(tmp_path, board_greeting)
    nobody = ShelfQuery()
    assert library.shelf(nobody, 0).total == 0
    assert library.statistics(nobody).games == 0
    click(table, "14")
    click(table, "12")
    table.wait(2)
    assert library.shelf(nobody, 0).total == 1
    assert library.shelf(nobody, 0).games[0].count == 1
    library.close()


def messages(table: VirtualTable) -> list[str]:
    return [str(told.message) for told in table.heard if isinstance(told, State)]


def test_the_page_orders_nothing_that_it_does_itself(tmp_path: Path) -> None:
    table = begin(tmp_path, "solomon", "", 1)
    table.heard.clear()
    click(table, "14")
    click(table, "9")
    table.wait(8)
    assert table.texts[:2] == ["14-9", "2x12"]
    told = messages(table)
    assert "The computer: 2 to 12, takes 9." in told
    for said in told:
        assert not said.startswith(("Take", "Move", "Put the")), said


def test_a_click_on_what_is_about_to_be_taken_off_is_no_mistake(tmp_path: Path) -> None:
    table = begin(tmp_path, "solomon", "", 1)
    click(table, "14")
    click(table, "9")
    for _ in range(80):
        table.wait(0.1)
        if table.lit(Meaning.TAKE_OFF):
            break
    assert table.lit(Meaning.TAKE_OFF) == {"9"}
    table.say(Click("9", "c"))
    assert table.state.refusal is None
    table.wait(8)
    assert table.texts[:2] == ["14-9", "2x12"]


@pytest.mark.parametrize(
    ("game", "computers", "said"),
    [
        ("solomon", (), "Click one of the lit pieces, then a point that lights up."),
        ("nim", (1,), "Click a lit piece to take it off."),
        ("son_of_solomon", (), "Place White's number 1. Click the point for it."),
        ("solomon", (0,), "Click one of the lit pieces, then a point that lights up."),
    ],
)
def test_a_newcomer_is_told_how_to_make_the_first_move(
    tmp_path: Path, game: str, computers: tuple[int, ...], said: str
) -> None:
    table = begin(tmp_path, game, "", *computers)
    table.wait(8)  # the computer's first move
    assert table.state.message == said
    table.say(Assist(False))
    table.wait(1)
    assert "Click" not in table.state.message


def test_whoever_has_made_a_move_is_not_told_how(tmp_path: Path) -> None:
    table = begin(tmp_path, "solomon")
    click(table, "14")
    click(table, "12")
    table.wait(1)
    assert table.texts == ["14-12"]
    assert not table.state.message


def test_whoever_has_placed_pieces_is_told_how_to_move_them(tmp_path: Path) -> None:
    table = begin(tmp_path, "halma")
    assert table.state.message.endswith("Click a piece in the tray, then the point for it.")
    table.say(PlacePieces("all"))
    table.wait(1)
    assert table.state.message == "Click one of the lit pieces, then a point that lights up."


def test_a_lifted_piece_that_may_crown_another_is_not_asked_about(tmp_path: Path) -> None:
    table = begin(tmp_path, "crowning")
    origin = table.match.game.board.names[
        table.match.game.steps(table.match.position, table.match.moves[0])[0].point
    ]
    click(table, origin)
    table.wait(1)
    assert table.state.message.startswith("Put it down on ")
    assert "If you have put it on another piece" not in table.state.message
    assert (table.state.phase, table.state.confirm) == ("hand", False)
    target = table.match.game.steps(table.match.position, table.match.moves[0])[-1].point
    click(table, table.match.game.board.names[target])
    table.wait(1)
    assert len(table.texts) == 1


def test_draws_and_passes_are_listed_in_words(tmp_path: Path) -> None:
    table = begin(tmp_path, "soli2")
    move = table.state.moves[0]
    drawn = "Black" if move.text == "draw b" else "White"
    assert str(move.said) == f"drawn: {drawn}"
    passed = begin(
        tmp_path / "pass",
        "soli2",
        "b....../......./......./......./......./......./..ww... b jump 0b0w -",
    )
    assert passed.state.moves[0].text == "pass"
    assert str(passed.state.moves[0].said) == "passes"
    turn = Turn((passed.session.match.history[-1].move,))
    assert str(said_turn(passed.session.match, turn)) == "passes"  # also before it is made


def test_a_click_on_a_point_for_one_of_several_pieces_asks_for_the_piece(tmp_path: Path) -> None:
    table = begin(tmp_path, "halma")
    click(table, "d1")
    assert refusal(table) == "Choose a piece in the tray first, then where it goes."
    click(table, "e5")  # where nothing may be placed
    assert refusal(table).startswith("Place one of your pieces")


def test_moves_are_listed_in_words(tmp_path: Path) -> None:
    table = begin(tmp_path, "solomon", "", 1)
    click(table, "14")
    click(table, "9")
    table.wait(8)
    assert [(move.text, str(move.said)) for move in table.state.moves[:2]] == [
        ("14-9", "14 to 9"),
        ("2x12", "2 to 12, takes 9"),
    ]


@pytest.mark.parametrize(("computer", "said"), [(1, "You lost"), (0, "You won")])
def test_a_game_against_the_computer_ends_in_the_second_person(
    tmp_path: Path, computer: int, said: str
) -> None:
    table = begin(tmp_path, "solomon", "", computer)
    table.session.match.resign(Seat(0))
    table.say(Back()) if not table.session.match.over else table.wait(0.1)
    assert table.state.headline == said


def test_two_people_are_called_by_their_seats(tmp_path: Path) -> None:
    table = begin(tmp_path, "solomon")
    table.say(Resign())
    assert table.state.headline == "Black wins"


def test_a_board_without_one_side_begins_no_game(tmp_path: Path) -> None:
    table = begin(tmp_path, "solomon")
    table.say(New("solomon", position="./...../.../.../../w..../. w"))
    assert "Black has no piece on the board" in table.state.warning or table.state.warning
    table.say(New("solomon", position="./...../../.../../w..../. w"))
    assert table.state.warning == "Black has no piece on the board: put at least one there"
    table.wait(13)
    assert table.state.warning == ""


def test_why_an_answer_was_refused_goes_when_the_game_moves_on(tmp_path: Path) -> None:
    table = begin(tmp_path, "solomon")
    table.say(Resign(seen=-1))
    assert "the game has moved on meanwhile" in table.state.warning
    click(table, "14")
    click(table, "12")
    table.wait(1)
    assert table.state.warning == ""

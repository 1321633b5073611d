"""The assistant: what it does for players on a simulated board, and what it leaves to them."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.games.registry import kinds, make
from companion.hands import Phase
from companion.protocol.commands import Arrange, Assist, Back, Click, Confirm, Lift, Put, Sweep
from companion.protocol.views import State
from companion.rules import Action, Match, Seat
from companion.testing import Hands, VirtualTable
from tests.slow import slow_after


def begin(
    directory: Path, game: str = "solomon", position: str = "", *computers: int, on: bool = True
) -> VirtualTable:
    table = VirtualTable(directory)
    made = make(game)
    seats = {Seat(seat): "easy" for seat in computers}
    table.begin_match(Match(made, made.parse_position(position) if position else None), seats)
    table.say(Assist(on))
    table.say(Arrange())
    table.wait(0.5)
    return table


def drag(table: VirtualTable, origin: str, to: str, piece: str = "") -> None:
    table.say(Lift(origin, "h", piece))
    table.wait(0.1)
    table.say(Put(to, "h"))


def standing(table: VirtualTable, name: str) -> str:
    assert table.port.pieces is not None
    return " ".join(table.port.pieces.piece_places().points[table.board.index[name]])


@pytest.mark.parametrize(
    ("origin", "to", "said"),
    [
        ("14", "10", "Without a jump, a piece moves one point only."),
        ("14", "15", "15 is occupied."),
        ("14", "tray", "Nothing captures White's man on 14."),
        ("2", "7", "It is White's turn."),
    ],
)
def test_a_piece_goes_back_from_where_it_may_not_be(
    tmp_path: Path, origin: str, to: str, said: str
) -> None:
    table = begin(tmp_path)
    piece = standing(table, origin)
    drag(table, origin, to)
    table.wait(1)
    assert standing(table, origin) == piece
    refusal = table.state.refusal
    assert refusal is not None
    assert (refusal.origin, refusal.to, refusal.text) == (origin, "" if to == "tray" else to, said)
    table.wait(6)
    assert (table.state.refusal, table.phase, table.texts) == (None, Phase.REST, [])


def test_a_refusal_is_over_when_the_next_piece_is_lifted(tmp_path: Path) -> None:
    table = begin(tmp_path)
    drag(table, "14", "10")
    table.wait(1)
    table.say(Lift("14", "h"))
    assert table.state.refusal is None
    table.say(Put("12", "h"))
    table.wait(1)
    assert table.texts == ["14-12"]


def test_what_was_captured_is_taken_off(tmp_path: Path) -> None:
    table = begin(tmp_path)
    drag(table, "14", "9")
    table.wait(1)
    drag(table, "2", "12")
    table.wait(2)
    assert table.texts == ["14-9", "2x12"]
    assert standing(table, "9") == ""


def test_a_wrong_hop_goes_back_to_where_the_chain_has_come(tmp_path: Path) -> None:
    table = begin(tmp_path, "solomon", "b/bbwbb/../.../.w/ww.w./w b")
    drag(table, "1", "10")
    table.wait(1)
    drag(table, "10", "11")
    table.wait(1.5)
    assert standing(table, "10") == "b"
    refusal = table.state.refusal
    assert refusal is not None
    assert refusal.text == "You must jump: 1 takes 4, 13 and 17."
    drag(table, "10", "18")
    table.wait(1)
    drag(table, "18", "16")
    table.wait(3)
    assert table.texts == ["1x10x18x16"]


def test_a_stone_is_laid_where_a_coin_has_left(tmp_path: Path) -> None:
    table = begin(tmp_path, "trinity")
    drag(table, "1", "3")
    table.wait(2)
    assert (table.texts, standing(table, "1")) == (["N1-3"], "o")


def test_a_takeback_by_hand_brings_the_captured_piece_back(tmp_path: Path) -> None:
    table = begin(tmp_path)
    for origin, to in (("14", "9"), ("2", "12"), ("12", "2")):
        drag(table, origin, to)
        table.wait(3)
    assert (table.texts, table.phase) == (["14-9"], Phase.REST)
    assert standing(table, "9") == "w"


def test_a_takeback_from_the_page_moves_the_pieces(tmp_path: Path) -> None:
    table = begin(tmp_path)
    for origin, to in (("14", "9"), ("2", "12")):
        drag(table, origin, to)
        table.wait(2)
    table.say(Back(2))
    table.wait(2)
    assert (table.texts, table.phase) == ([], Phase.REST)
    assert (standing(table, "14"), standing(table, "2"), standing(table, "9")) == ("w", "b", "")


@pytest.mark.parametrize("game", slow_after(4, kinds()))
def test_a_takeback_from_the_page_leaves_a_board_to_play_on(tmp_path: Path, game: str) -> None:
    table = VirtualTable(tmp_path)
    table.begin(game)
    hands = Hands(table, seed=2)
    hands.set_up()
    for _ in range(4):
        hands.play_random()
        table.say(Assist(True))
        table.say(Back())
        table.wait(10)
        assert table.phase is Phase.REST, table.state.message
        assert table.port.pieces is not None
        places = table.port.pieces.piece_places()
        match = table.session.match
        right = tuple(tuple(p.text for p in s) for s in match.game.stacks(match.position))
        assert tuple(map(tuple, places.points)) == right
        table.say(Assist(False))
        hands.play_random()


def test_a_board_that_was_cleared_is_left_to_the_players(tmp_path: Path) -> None:
    table = begin(tmp_path)
    table.say(Sweep())
    table.wait(5)
    assert table.phase is Phase.SETUP
    assert standing(table, "14") == ""


@pytest.mark.parametrize(
    "game", slow_after(2, ["solomon", "nim", "gomony", "halma", "son_of_solomon"])
)
def test_the_computers_moves_are_played(tmp_path: Path, game: str) -> None:
    table = begin(tmp_path, game, "", 0, 1)
    table.wait(12)
    assert len(table.texts) >= 5
    assert table.phase in (Phase.REST, Phase.HAND)


def test_hands_are_not_told_to_make_the_computers_move(tmp_path: Path) -> None:
    table = begin(tmp_path, "solomon", "", 1)
    table.say(Click("15", "h"))
    table.wait(0.5)
    table.say(Click("12", "h"))
    for _ in range(400):
        table.wait(0.005)
    said = {str(state.message) for state in table.heard if isinstance(state, State)}
    assert any(text.startswith("The computer: ") for text in said)
    assert not any("Move the computer's piece" in text for text in said)
    table.close()


def test_the_computers_piece_is_left_alone_while_somebody_holds_one(tmp_path: Path) -> None:
    table = begin(tmp_path, "solomon", "", 0)
    table.say(Lift("2", "h"))
    table.wait(5)
    assert table.texts == []
    table.say(Put("7", "h"))
    table.wait(1)
    refusal = table.state.refusal
    assert refusal is not None
    assert refusal.text == "That is not the computer's move."
    table.wait(3)
    assert (standing(table, "2"), len(table.texts)) == ("b", 1)


def test_it_does_nothing_unless_it_is_asked_to(tmp_path: Path) -> None:
    table = begin(tmp_path, "solomon", "", 0, on=False)
    assert table.state.assisted is False
    table.wait(5)
    assert table.texts == []
    drag(table, "2", "7")
    table.wait(3)
    assert standing(table, "7") == "b"
    table.say(Assist(True))
    table.wait(5)
    assert (standing(table, "2"), len(table.texts)) == ("b", 1)


def test_a_wooden_board_has_no_assistant(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, bare=True)
    table.begin("solomon")
    assert table.state.assisted is None
    table.say(Assist(True))
    assert table.state.warning == "these pieces are wooden: only hands can move them"


@pytest.mark.parametrize("game", slow_after(2, kinds()))
def test_whatever_hands_do_the_game_goes_on(tmp_path: Path, game: str) -> None:
    """Pieces are put anywhere, again and again; nothing goes wrong for good."""
    random = Random(game)
    table = begin(tmp_path, game)
    assert table.port.pieces is not None
    names = table.board.names
    for _ in range(20):
        places = table.port.pieces.piece_places()
        origins = [name for name, stack in zip(names, places.points, strict=True) if stack]
        origin = random.choice([*origins, "tray"] if places.tray else origins)
        piece = random.choice(places.tray) if origin == "tray" else ""
        drag(table, origin, random.choice([*names, "tray"]), piece)
        table.wait(random.choice([0.1, 0.5, 3]))
    table.wait(8)
    if table.phase is Phase.HAND:  # a piece is off the board that a legal move may capture
        removed = {
            step.point
            for turn in table.session.match.turns
            for step in table.session.match.turn_game.steps(table.session.match.position, turn)
            if step.action is Action.REMOVE
        }
        assert any(standing(table, names[point]) == "" for point in removed)
    else:
        assert table.phase in (Phase.REST, Phase.CONFIRM, Phase.ASK)


ROUND = ".b...(bW).b/b.b.b.b./.....b../....b.b./......../w.w.w.../......../........ w"
"""White's king on f8 takes four pieces on its way round to f8: g7, g5, e5 and e7."""

TOWERS = ROUND.replace("/b.b.b.b./", "/b.b.(wb).(wb)./").replace("/....b.b./", "/....(wb).(wb)./")


@pytest.mark.parametrize("text", [ROUND, TOWERS], ids=["men", "towers"])
def test_a_capture_that_ends_where_it_began_is_made(tmp_path: Path, text: str) -> None:
    table = begin(tmp_path, "gomony", text, 0)
    table.wait(60)
    if text == TOWERS:  # nothing shows that the towers have lost their tops
        assert table.state.phase == "confirm"
        table.say(Confirm())
        table.wait(1)
    assert len(table.texts) == 1
    assert table.texts[0].startswith("f8x")
    assert table.texts[0].endswith("xf8")
    assert table.state.phase == "rest"

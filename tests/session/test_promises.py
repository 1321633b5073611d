"""Small promises of a session, each kept at the table: what is answered, retried, and lit when."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.base.text import Text
from companion.games.registry import make
from companion.page.messages import Arrange, Confirm, Draw, Lift, New, Put, Puzzle, Resign
from companion.records.journal import reader
from tests.session.virtual import BarePort, Virtual

_DARK = "000000"


@pytest.fixture
def table(tmp_path: Path) -> Virtual:
    return Virtual(tmp_path / "card")


@pytest.fixture
def bare(tmp_path: Path) -> Virtual:
    return Virtual(tmp_path / "card", bare=True)


def move(table: Virtual, *acts: str) -> None:
    """Hands: `-14` takes the piece on 14 up, `+9` puts it on 9."""
    for act in acts:
        table.say(Lift(act[1:], "right") if act[0] == "-" else Put(act[1:], "right"))
        table.wait(0.1)
    table.wait(0.5)


def port_of(table: Virtual) -> BarePort:
    port = table.session.port
    assert isinstance(port, BarePort)
    return port


def set_up(table: Virtual, *, without: str = "") -> None:
    """Put a piece on every point where the game has one, but for one that stays empty."""
    board = table.match.game.board
    for point in board.index.values():
        standing = table.match.game.occupancy(table.match.position) >> point & 1
        if standing and board.names[point] != without:
            port_of(table).set(point, True)
            table.wait(0.1)


def hold_button(table: Virtual, seconds: float) -> None:
    port_of(table).press(True)
    table.wait(seconds)
    port_of(table).press(False)
    table.wait(0.2)


def shown(table: Virtual, point: str) -> set[str]:
    """Every colour that a lamp has within two seconds."""
    colours = set()
    for _ in range(40):
        table.wait(0.05)
        colours.add(table.lamp(point))
    return colours


def test_the_computer_answers_a_draw_offer_even_with_a_single_legal_move(table: Virtual) -> None:
    table.begin()
    table.say(New("solomon", {}, {1: "easy"}))
    table.wait(0.5)
    table.say(Draw())
    assert table.state.draw_offered_by == 0
    move(table, "-14", "+9")  # Black can only jump: 2x12
    assert table.texts == ["14-9"]
    assert table.state.draw_offered_by is None
    declined = "declines the draw" in table.state.announcement
    assert declined != (table.match.outcome.text == "draw")


def test_the_end_of_a_game_is_written_as_soon_as_the_card_is_back(
    table: Virtual, tmp_path: Path
) -> None:
    card, pocket = tmp_path / "card", tmp_path / "pocket"
    table.begin()
    table.wait(1)
    card.rename(pocket)
    table.say(Resign())
    table.wait(3)
    assert table.match.over
    assert "put the card back" in table.state.warning
    pocket.rename(card)
    table.wait(3)
    assert table.state.warning == ""
    (summary,) = reader.list_logs(card)
    assert summary.log is not None
    assert summary.log.end is not None
    assert summary.log.end.how == "resigned"


@pytest.mark.parametrize("over", [False, True], ids=["playing", "over"])
def test_why_a_command_was_refused_goes_when_a_piece_is_lifted(bare: Virtual, over: bool) -> None:
    bare.begin()
    set_up(bare)
    bare.wait(5)
    if over:
        bare.say(Resign())
    bare.say(Resign(seen=-1))
    assert "the game has moved on meanwhile" in bare.state.warning
    bare.wait(5)  # nothing happens
    assert "the game has moved on meanwhile" in bare.state.warning
    port_of(bare).set(bare.match.game.board.index["14"], False)
    bare.wait(0.5)
    assert not bare.state.warning


def test_why_there_is_no_drill_goes_when_a_piece_is_lifted(bare: Virtual) -> None:
    bare.begin()
    set_up(bare)
    bare.session.current.say(Text("there is nothing to train"))
    bare.wait(60)
    assert bare.state.warning == "there is nothing to train"
    port_of(bare).set(bare.match.game.board.index["14"], False)
    bare.wait(0.5)
    assert not bare.state.warning


def test_what_was_said_before_a_switch_was_doubted_does_not_confirm_the_doubt(
    bare: Virtual,
) -> None:
    bare.begin()
    set_up(bare, without="14")  # a piece stands there as well, but its switch is dead
    before = bare.state
    assert (before.phase, before.confirm) == ("setup", False)
    bare.wait(5)
    assert bare.state.confirm
    assert "If there is a piece on 14, confirm" in bare.state.message
    bare.say(Confirm(seen=before.stage))
    assert "the game has moved on meanwhile" in bare.state.warning
    assert bare.state.phase == "setup"
    bare.say(Confirm(seen=bare.state.stage))
    bare.wait(1)
    assert bare.state.phase == "rest"
    assert "The switch under 14 seems to be stuck open" in bare.state.warning


def test_a_hold_answers_no_question_while_a_puzzle_is_shown(bare: Virtual) -> None:
    bare.begin("crowning")
    set_up(bare)
    bare.wait(1)
    port_of(bare).set(make("crowning").board.index["1"], False)
    bare.wait(2)
    hold_button(bare, 0.1)  # steps to the first candidate
    assert bare.state.question is not None
    assert bare.state.question.picked == 0
    bare.say(Puzzle("triangles"))
    hold_button(bare, 1.2)
    assert bare.texts == []
    bare.say(Puzzle(""))
    assert bare.state.question is not None
    hold_button(bare, 1.2)
    assert bare.texts == ["1-9"]


def test_the_lamp_of_a_crowning_is_dark_while_the_next_piece_is_in_hand(table: Virtual) -> None:
    table.begin(position="./.w.../../.../../....b/. w")
    table.say(Arrange())
    table.wait(0.5)
    move(table, "-3", "+1")
    assert table.texts == ["3-1"]
    assert shown(table, "1") != {_DARK}
    move(table, "-18")
    assert table.state.phase == "hand"
    assert shown(table, "1") == {_DARK}
    move(table, "+18")
    assert shown(table, "1") != {_DARK}

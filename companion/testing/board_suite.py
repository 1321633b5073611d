"""What every board has to do, as tests: those that `companion hil` runs.

pytest --board=person --board-config=board.toml --pyargs companion.testing.board_suite
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest

from companion.device.ports.claims import InvalidWiring
from companion.device.ports.sub_board import places
from companion.games.registry import in_menu_order, make
from companion.testing import BoardUnderTest, Hands, Meaning, PortBench, PortContract, VirtualTable

Tables = Callable[..., VirtualTable]

REACTION = 5.0
"""Seconds after which lamps that show nothing count as dark."""


class TestContract(PortContract):
    """Every switch and every lamp, and what a port does with them."""

    @pytest.fixture
    def bench(self, port_bench: PortBench) -> PortBench:
        """Return the bench of the board."""
        return port_bench


def begun(board_table: Tables) -> tuple[VirtualTable, Hands]:
    """Return a table with Solomon set up, and the hands there."""
    table = board_table()
    table.begin("solomon")
    hands = Hands(table)
    hands.set_up()
    return table, hands


@pytest.mark.board(on="star")
def test_a_game_is_begun(board_table: Tables) -> None:
    """Play a move and the jump that it forces."""
    table, hands = begun(board_table)
    hands.play("14-9")
    assert table.state.message == "You must jump: 2 takes 9."
    hands.play("2x12")
    assert table.texts == ["14-9", "2x12"]


@pytest.mark.board(on="star")
def test_a_wrong_move_is_led_back(board_table: Tables) -> None:
    """Put a man where it may not go, and obey the lamps."""
    table, hands = begun(board_table)
    hands.lift("14")
    hands.put("10", wait=2)
    assert table.lit(Meaning.TAKE_AWAY) == {"10"}
    hands.lift("10")
    hands.put("14", wait=1)
    assert table.texts == []


@pytest.mark.board("lamps", on="star")
def test_the_lamps_show_where_a_man_may_go(board: BoardUnderTest, board_table: Tables) -> None:
    """Lift a man, and see both its targets in green."""
    _, hands = begun(board_table)
    hands.lift("14", wait=0.5)
    shown = dict(zip(board.board.names, board.lamps(), strict=True))
    for name in ("9", "12"):
        red, green, blue = shown[name]
        assert green > red
        assert green > blue
    assert shown["7"] == (0, 0, 0)


@pytest.mark.board("lamps", "one clock")
def test_the_lamps_answer_a_switch(
    board: BoardUnderTest, board_table: Tables, request: pytest.FixtureRequest
) -> None:
    """Measure the time from a lifted piece to the lamps."""
    table = board_table()
    table.begin(_fitting(board)[0])
    hands = Hands(table)
    hands.set_up()
    standing = hands.occupancy()
    hands.lift(next(n for p, n in enumerate(table.board.names) if standing >> p & 1), wait=0.5)
    seconds = board.reaction(REACTION)
    assert seconds is not None, "no lamp changed when a piece was lifted"
    request.node.user_properties.append(("switch to lamps (ms)", round(seconds * 1000, 1)))


@pytest.mark.board("button", on="star")
def test_the_button_opens_the_menu(board_table: Tables) -> None:
    """Hold the button."""
    table, hands = begun(board_table)
    hands.press(2.7)
    assert table.state.headline == "Menu"


@pytest.mark.board(on="star")
def test_a_move_is_taken_back_by_hand(board_table: Tables) -> None:
    """Make a move and its reverse."""
    table, hands = begun(board_table)
    hands.play("14-12")
    hands.lift("12")
    hands.put("14", wait=2)
    assert table.texts == []


@pytest.mark.board(on="grid9")
def test_a_smaller_game_is_played_on_a_part_of_a_board(board_table: Tables) -> None:
    """Play peg solitaire in the middle of a 9 × 9 grid."""
    table = board_table()
    table.begin("peg", board="grid7")
    hands = Hands(table)
    hands.set_up()
    moves = [hands.play_random() for _ in range(4)]
    assert table.texts == moves


@pytest.mark.board("faults", on="star")
def test_a_stuck_switch_is_named_at_the_set_up(board: BoardUnderTest, board_table: Tables) -> None:
    """Set up while a switch stays closed, and mend it."""
    table = board_table()
    table.begin("solomon")
    board.bank.stuck("9")
    hands = Hands(table)
    with pytest.raises(AssertionError, match="9"):
        hands.set_up()
    assert table.lit(Meaning.TAKE_AWAY) == {"9"}
    board.bank.mend("9")
    hands.set_up()
    assert table.state.headline == "White to move"


@pytest.mark.board("faults", "stepped time", on="star")
def test_a_switch_that_chatters_is_left_out(board: BoardUnderTest, board_table: Tables) -> None:
    """Play on beside a switch that opens and closes."""
    table, hands = begun(board_table)
    board.bank.chatter("19")
    table.wait(30)
    assert "19" in table.state.warning + table.state.message
    hands.play("14-12")
    assert table.texts == ["14-12"]


@pytest.mark.board(on="star")
def test_a_power_cut_leaves_the_pieces(board_table: Tables) -> None:
    """Cut the power, and go on with the game."""
    table, hands = begun(board_table)
    hands.play("14-12")
    again = table.power_cut()
    assert again.texts == ["14-12"]
    later = Hands(again)
    later.play(next(iter(later.moves)))
    assert len(again.texts) == 2
    again.close()


def test_a_game_of_every_kind_is_begun(board: BoardUnderTest, board_table: Tables) -> None:
    """Set up each game that fits, and make three moves."""
    for name in _fitting(board):
        table = board_table()
        table.begin(name)
        hands = Hands(table)
        hands.set_up()
        moves = [hands.play_random() for _ in range(3)]
        assert table.texts == moves, name
        table.close()


def _fitting(board: BoardUnderTest) -> list[str]:
    """Return the names of the games that can be played on a board."""
    found = []
    for name in in_menu_order():
        with suppress(InvalidWiring):
            places(board.board, make(name).board)
            found.append(name)
    return found

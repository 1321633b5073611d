"""People far away are invited and joined by switches, the button and the lamps alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.base.text import Text
from companion.device.lamps.scene import Meaning
from companion.protocol.commands import Invite, Join, LetIn, TurnAway
from companion.protocol.views import GuestView
from companion.remote.table.code import TableCode
from companion.remote.table.seat_link import GuestCame, Invited, PairingFailed
from companion.testing import VirtualTable
from tests.session.far_apart import CODE, WATCH_CODE, World
from tests.session.fingers import Fingers

GAMES = {"solomon": 4, "soli2": 2, "gomony": 1, "halma": 1}
"""A game of each board, and the point on which it lies there."""


def point(hands: Fingers, number: int) -> str:
    """The name of the so-many-th point; of one counted from the last for a negative number."""
    return hands.table.session.game.board.names[number - 1 if number > 0 else number]


def open_far_away(hands: Fingers) -> None:
    """Open the menu, and in it what can be done about people far away."""
    hands.open_menu()
    hands.touch(point(hands, -6))


def told_code(hands: Fingers) -> str:
    """The code that the lamps show: press after press, up to the point for going back."""
    names = hands.table.session.game.board.names
    digits = ""
    while True:
        (lit,) = hands.lit(Meaning.PICKED)
        if lit == names[-2]:
            return digits
        counted = hands.lit(Meaning.PROGRESS)
        assert counted == set(names[10 : 11 + len(digits) % 5])
        digits += str((names.index(lit) + 1) % 10)
        hands.press()


def type_code(hands: Fingers, code: str) -> None:
    """Touch the digits of a code, one after the other."""
    for digit in code:
        hands.touch(point(hands, int(digit) or 10))


def invite(hands: Fingers, game: str) -> None:
    """Invite to a game as it usually is, from the menu's page about people far away."""
    hands.touch(point(hands, 2))
    hands.touch(point(hands, GAMES[game]))
    if hands.table.state.message.startswith("Tell"):
        return
    hands.touch(point(hands, -1))


@pytest.mark.parametrize("game", GAMES)
def test_boards_meet_without_a_page(game: str, tmp_path: Path) -> None:
    world = World(tmp_path, game)
    for table in world.tables:
        table.begin(game)
        table.wait(0.1)
    white, black = (Fingers(table) for table in world.tables[:2])
    for hands in (white, black):
        hands.set_up()
    open_far_away(white)
    invite(white, game)
    code = told_code(white)
    assert TableCode.parse(code) == TableCode.parse(CODE)
    open_far_away(black)
    black.touch(point(black, 1))
    type_code(black, code)
    black.touch(point(black, -1))
    world.wait()
    remotes = [table.state.remote for table in world.tables]
    assert [remote and remote.seat for remote in remotes] == [0, 1]


def alone(directory: Path) -> tuple[World, Fingers]:
    """A board that is about to meet somebody."""
    world = World(directory)
    table = world.tables[0]
    table.begin("solomon")
    hands = Fingers(table)
    hands.set_up()
    open_far_away(hands)
    return world, hands


def menu(table: VirtualTable) -> list[str]:
    """What can be chosen."""
    view = table.state.menu
    assert view is not None
    return [entry.text for entry in view.entries]


def test_a_wrong_digit_is_taken_back(tmp_path: Path) -> None:
    _, hands = alone(tmp_path)
    code = TableCode.parse(CODE).digits.replace("-", "")
    hands.touch("1")
    type_code(hands, code[:8] + "0")
    assert len(hands.lit(Meaning.PROGRESS)) == 4
    hands.touch("18")
    assert len(hands.lit(Meaning.PROGRESS)) == 3
    type_code(hands, code[8:])
    assert hands.lit(Meaning.PICKED) == {"19"}


def test_what_is_no_code_cannot_be_joined(tmp_path: Path) -> None:
    _, hands = alone(tmp_path)
    hands.touch("1")
    type_code(hands, "4711567694")
    assert "join" not in menu(hands.table)
    assert "19" not in hands.lit()
    assert "4711567694 is not a code" in hands.table.state.message
    type_code(hands, "1111")
    assert menu(hands.table) == ["back"]


def test_an_invitation_waits_while_the_menu_is_closed(tmp_path: Path) -> None:
    world, hands = alone(tmp_path)
    invite(hands, "solomon")
    hands.table.wait(40)
    assert hands.table.state.menu is None
    open_far_away(hands)
    assert "stop inviting" in menu(hands.table)
    hands.touch("4")
    assert TableCode.parse(told_code(hands)) == TableCode.parse(CODE)
    world.tables[1].begin("peg")
    world.tables[1].say(Join(CODE))
    world.wait()
    assert hands.table.state.menu is None
    assert hands.table.state.remote is not None
    assert hands.table.state.remote.seat == 0


def test_a_new_code_is_shown_from_its_first_digit(tmp_path: Path) -> None:
    world, hands = alone(tmp_path)
    invite(hands, "solomon")
    hands.press()
    world.asks[0].report(Invited(WATCH_CODE, seat=1))
    hands.table.wait(0.1)
    assert TableCode.parse(told_code(hands)) == TableCode.parse(WATCH_CODE)


def test_a_guest_is_turned_away_by_a_point(tmp_path: Path) -> None:
    world, hands = alone(tmp_path)
    invite(hands, "solomon")
    world.asks[0].report(GuestCame(1, "Mo", wrong_codes=1))
    hands.table.wait(0.1)
    assert "Mo has come to play. 1 wrong code was typed" in hands.table.state.message
    assert menu(hands.table) == ["turn Mo away", "back"]
    hands.touch("1")
    assert world.asks[0].invitation.done == ["turn away 1"]
    world.asks[0].report(Invited(WATCH_CODE, seat=1))
    hands.table.wait(0.1)
    assert TableCode.parse(told_code(hands)) == TableCode.parse(WATCH_CODE)


def test_guests_are_let_in_or_turned_away_on_the_page(tmp_path: Path) -> None:
    world = World(tmp_path)
    table = world.tables[0]
    table.begin("peg")
    for premature in (TurnAway(1), LetIn()):
        table.say(premature)
        assert "nobody has come" in table.state.warning
    table.say(Invite(game="solomon"))
    world.asks[0].report(GuestCame(1, "Bo"))
    table.wait(0.1)
    assert table.state.remote is not None
    assert table.state.remote.guests == (GuestView(1, "Bo", GuestCame(1, "Bo").text),)
    assert not table.state.remote.code
    table.say(LetIn())
    table.say(TurnAway(1))
    assert world.asks[0].invitation.done == ["let in", "turn away 1"]
    assert not table.state.remote.guests


def test_an_invitation_that_fails_leads_back(tmp_path: Path) -> None:
    world, hands = alone(tmp_path)
    invite(hands, "solomon")
    world.asks[0].report(PairingFailed(Text("the broker has gone")))
    hands.table.wait(0.1)
    assert "people far away" in menu(hands.table)
    assert "the broker has gone" in hands.table.state.warning


def test_an_invitation_is_given_up(tmp_path: Path) -> None:
    _, hands = alone(tmp_path)
    invite(hands, "solomon")
    hands.hold(1.2)  # the first digit again, and no other
    hands.touch("18")
    hands.touch("14")
    hands.touch("5")
    assert hands.table.state.remote is None
    hands.touch("14")
    assert "stop inviting" not in menu(hands.table)


def test_the_seat_and_the_clock_are_chosen_before(tmp_path: Path) -> None:
    world, hands = alone(tmp_path)
    hands.table.session.current.clock = "fischer 5+3"
    hands.touch("2")
    hands.touch("4")
    hands.touch("1")  # whoever begins: White
    hands.touch("2")  # Black plays here
    (invitation,) = world.asks[0].asked
    assert (invitation.game, invitation.seat, invitation.clock) == ("solomon", 1, "fischer 5+3")
    assert invitation.options == {"first": "w"}


def test_games_for_one_are_not_offered(tmp_path: Path) -> None:
    _, hands = alone(tmp_path)
    hands.touch("2")
    assert not {"Peg solitaire", "The Crowning Problem"} & set(menu(hands.table))


def test_somebody_is_let_in_to_watch(tmp_path: Path) -> None:
    world = World(tmp_path)
    world.meet()
    hands = Fingers(world.tables[0])
    open_far_away(hands)
    hands.touch("3")
    code = told_code(hands)
    assert TableCode.parse(code) == TableCode.parse(WATCH_CODE)


def test_nobody_is_met_where_no_broker_is_configured(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, bare=True)
    table.begin("solomon")
    hands = Fingers(table)
    hands.set_up()
    hands.open_menu()
    assert "people far away" not in menu(table)

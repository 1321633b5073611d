"""What is known of every piece after what hands did, as a table of acts and of what they tell."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.base.text import Text
from companion.games.registry import make
from companion.hands.whereabouts import Whereabouts, carried
from companion.rules import Action, Match, Piece, Stack, Step, TurnGame
from companion.rules.geometry import Occupancy, Point, bits, points_of


class Account:
    """The pieces of a board, by the names of its points. Each act comes a second after the last."""

    def __init__(
        self,
        game: str = "solomon",
        text: str = "",
        *,
        past: Sequence[str] = (),
        missing: str = "",
        extra: str = "",
    ) -> None:
        """missing: pieces that are not on the board, extra: points that should be vacant."""
        played = make(game)
        self.board = played.board
        self.match = Match(played, played.parse_position(text) if text else None)
        for ply in past:
            self.match.play_text(ply)
        self.at = 10.0
        self.pieces = Whereabouts(TurnGame(played))
        occupied = played.occupancy(self.match.position)
        self.sensed = Occupancy(occupied & ~self.mask(missing) | self.mask(extra))
        self.follow()

    def mask(self, names: str) -> Occupancy:
        return bits(self.point(name) for name in names.split())

    def point(self, name: str) -> Point:
        return self.board.index[name]

    def stack(self, text: str) -> Stack:
        return tuple(p for letter in text for p in self.match.game.pieces if p.text == letter)

    def follow(self) -> None:
        self.pieces.follow(self.match.position, self.match.history, self.sensed)

    def do(self, script: str) -> Account:
        """`-14` lifts and `+9` puts down; `~.1` is the time until the next act, in seconds."""
        wait = 1.0
        for act in script.split():
            if act[0] == "~":
                wait = float(act[1:])
                continue
            self.at += wait
            wait = 1.0
            if act[0] == "-":
                self.pieces.lift(self.point(act[1:]), self.at)
            else:
                self.pieces.put(self.point(act[1:]), self.at)
            self.sensed = Occupancy(self.sensed ^ 1 << self.point(act[1:]))
        return self

    def put(
        self, name: str, *, hidden: str = "", beside: bool = False, told: str | None = None
    ) -> Account:
        self.at += 1
        self.pieces.put(
            self.point(name),
            self.at,
            hidden=self.mask(hidden),
            beside=beside,
            told=None if told is None else self.stack(told),
        )
        return self

    def play(self, text: str) -> Account:
        self.match.play_text(text)
        self.follow()
        return self

    def back(self, plies: int = 1) -> Account:
        self.match.take_back(plies)
        self.follow()
        return self

    def ignore(self, points: str, again: str = "") -> Account:
        self.pieces.ignore(self.mask(again), self.mask(points), self.sensed)
        return self

    def rest(self) -> Account:
        self.pieces.rest(self.sensed)
        return self

    def wrong(self, points: str = "") -> str:
        """Which of these points, or of all that are occupied, hold a wrong piece."""
        believed = self.match.game.occupancy(self.match.position)
        found = self.pieces.wrong(self.mask(points) if points else believed)
        return " ".join(self.board.names[p] for p in points_of(found))

    def known(self) -> str:
        """What is known of the points that do not just hold their own pieces: `9=2|14` for one of
        the pieces of 2 and 14, `new` for one from beside the board, `off` for one that is in the
        position no more."""
        standing = self.pieces.standing()
        return " ".join(
            f"{self.board.names[point]}={self.origins(piece.origins)}"
            for point, piece in standing.items()
            if piece.origins != 1 << point
        )

    def origins(self, origins: int) -> str:
        size = self.board.size
        return "|".join(
            self.board.names[o] if o < size else "new" if o == size else "off"
            for o in points_of(origins)
        )

    def looks(self, name: str) -> set[str]:
        """What the piece on a point may look like; `?` for like any piece."""
        looks = self.pieces.standing()[self.point(name)].looks
        return {"?" if look is None else "".join(p.text for p in look) for look in looks}


# Lifting and putting down

HANDS = [
    ("", ""),
    # A single piece in the air is the one that comes down.
    ("-14 +9", "9=14"),
    ("-14 +9 -9 +10", "10=14"),
    ("-14 +9 -9 +14", ""),
    ("-14 +9 -2 +10", "9=14 10=2"),
    # One of two comes down: each place holds one of them.
    ("-14 -2 +9", "9=2|14"),
    ("-14 -2 +9 +10", "9=2|14 10=2|14"),
    ("-14 -2 +9 +10 -3 +7", "9=2|14 10=2|14 7=3"),
    ("-14 -2 -3 +9 +10 +11", "9=2|3|14 10=2|3|14 11=2|3|14"),
    ("-14 -2 +9 -9 -3 +10", "10=2|3|14"),
    ("-14 -2 +14 +2", "14=2|14 2=2|14"),
    # Pieces that look alike are one as good as the other, and go home if they can.
    ("-14 -15 +9 +10", "9=15 10=14"),
    ("-14 -15 +14 +9", "9=15"),
    ("-15 -14 +14 +9", "9=15"),
    ("-14 -15 -16 +15 +9 +10", "9=16 10=14"),
    # What comes down while nothing is in the air is a piece from beside the board.
    ("+9", "9=new"),
    ("+9 +10", "9=new 10=new"),
    ("-14 +9 +10", "9=14 10=new"),
    ("+9 -9 +10", "10=new"),
    ("-14 +9 +10 -2 +7", "9=14 10=new 7=2"),
    # Nobody exchanges two pieces within a moment.
    ("-14 -2 ~.1 +2 +9", "9=14"),
    ("-14 -2 ~.2 +2 +9", "9=14"),
    ("-14 -2 ~.25 +2 +9", "2=2|14 9=2|14"),
    ("-14 ~.1 -2 ~.1 +14 +9", "9=2"),
    ("-14 -2 ~.1 +9 +2", "9=2|14 2=2|14"),
    ("-14 +9 -9 ~.1 +9", "9=14"),
    # A magnet that is slid closes the next switch before its own opens.
    ("+9 ~.1 -14", "9=14"),
    ("+9 ~.2 -14", "9=14"),
    ("+9 ~.25 -14", "9=new"),
    ("+9 ~.25 -14 +10", "9=new 10=14"),
    ("+9 ~.1 -14 +10", "9=14 10=new"),
    ("+9 ~.1 -14 -9 +10", "10=14|new"),
    ("+9 ~.1 -14 +14 -14 +10", "9=14 10=14|new"),
    # It does not slide as far as to a point that lies away, but switches may be late.
    ("+9 ~.1 -3", "9=new"),
    ("+9 ~.1 -3 +10", "9=new 10=3"),
    ("+9 ~.1 -3 +3 -9 +10", "10=3|new"),
    ("-14 +9 ~.1 -2 +2 -9 +10", "10=2|14"),
    ("-14 +9 ~.2 -2 +2 -9 +10", "10=2|14"),
    ("-14 +9 ~.25 -2 +2 -9 +10", "10=14"),
    ("-14 +9 ~.1 -2 ~.1 -3 +3 -9 +10", "10=2|3|14"),
    ("-14 ~.1 -2 ~.1 +9 ~.1 -9 +9", "9=2|14"),
    ("+9 ~.1 -9 ~.1 -14 +10", "10=14|new"),  # what was lifted again was not slid
    ("-14 +9 ~.1 -2 ~.1 -16 +16 +2 -9 +10", "16=2|16 2=2|16 10=2|14|16"),
]


@pytest.mark.parametrize(("script", "known"), HANDS)
def test_what_hands_did_tells_what_stands_where(script: str, known: str) -> None:
    assert Account().do(script).known() == known


def test_the_last_piece_put_down_is_named_last() -> None:
    account = Account().do("-2 +2 -14 +9")
    assert [account.board.names[p] for p in account.pieces.standing()][-2:] == ["2", "9"]


def test_a_piece_looks_like_what_it_may_be() -> None:
    account = Account().do("-14 -2 +9 -3 +10 +7")
    assert account.looks("9") == {"w", "b"}
    assert account.looks("15") == {"w"}
    assert account.pieces.standing()[account.point("15")].look == account.stack("w")
    assert account.pieces.standing()[account.point("9")].look is None
    account.do("+11 +12")
    assert account.looks("12") == {"?"}
    assert account.pieces.standing()[account.point("12")].look is None


def test_where_all_pieces_are_alike_it_is_known_what_comes_from_beside_the_board() -> None:
    account = Account("peg").do("-14 +10 +14")
    assert account.looks("14") == {"o"}
    assert Account("peg").do("-14 -2 -3 +10 +2 +14").known() == "10=3"


def test_where_pieces_are_stacked_it_is_unknown_how_many_come_from_beside_the_board() -> None:
    flat, stacked = "o/oo.oo/oo/ooo/oo/ooo../o", "(oo)/oo.oo/oo/ooo/oo/ooo../o"
    assert Account("crowning", flat).do("+4").looks("4") == {"o"}
    assert Account("crowning", stacked).do("+4").looks("4") == {"?"}


@pytest.mark.parametrize(
    ("script", "known"),
    [
        ("-1 +4", "4=1"),
        ("-1 +4 +18", "4=1|new 18=new"),  # the upper one of the stack may have come with it
        ("-1 +1 +18", "1=1|new 18=new"),
        ("-2 +4 +18", "4=2 18=new"),  # a single piece is not parted
        ("-2 +4 -1 +18 -18 +1 +18", "4=2 1=1|new 18=new"),
        ("+18", "18=new"),
    ],
)
def test_a_stack_that_was_lifted_may_have_been_parted(script: str, known: str) -> None:
    assert Account("crowning", "(oo)/oo.oo/oo/ooo/oo/ooo../o").do(script).known() == known


def test_any_stack_may_have_been_parted() -> None:
    account = Account("crowning", "./oo(oo)oo/oo/ooo/oo/ooo../o").do("-4 +1 +18")
    assert account.known() == "1=4|new 18=new"


# From beside the board, and from under ignored switches


def test_a_piece_may_come_from_beside_the_board_where_a_move_places_one() -> None:
    account = Account().do("-14").put("9", beside=True)
    assert account.known() == "9=14|new"
    account.do("-2 +10")  # what was in the air is perhaps still there
    assert account.known() == "9=14|new 10=2|14"
    account.do("-3 +11")
    assert account.known() == "9=14|new 10=2|14 11=2|3|14"


def test_a_piece_placed_with_nothing_in_the_air_comes_from_beside_the_board() -> None:
    account = Account().put("9", beside=True)
    assert account.known() == "9=new"
    account.do("~.1 -14 +10")  # it was not slid
    assert account.known() == "9=new 10=14"


def test_a_piece_may_be_pushed_while_another_one_is_in_the_air() -> None:
    account = Account().do("-2 ~3 +9 ~.05 -14")  # 14 is slid to 9, or 2 is put there
    assert account.known() == "9=2|14"


def test_a_piece_placed_among_several_leaves_each_of_them_uncertain() -> None:
    account = Account().do("-14 -2").put("9", beside=True)
    assert account.known() == "9=2|14|new"
    account.do("+10")
    assert account.known() == "9=2|14|new 10=2|14|new"


@pytest.mark.parametrize(
    ("missing", "script", "known"),
    [
        ("", "-2 +9", "9=2"),
        ("14", "-2 +9", "9=2"),
        ("14", "-2 +14", "14=2|new"),
        ("14", "-2 -15 +15", "15=2|15|new"),  # it looks like the one that is nowhere
        ("14", "-2 -3 +3 +2", ""),
        ("14", "-2 +9 -3 +2", "9=2 2=3"),
        ("14", "-2 -15 +9 -3 +14", "9=2|15 14=2|3|15|new"),
        ("14 15", "-2 +14 -3 +15", "14=2|new 15=2|3|new"),
        ("14 2", "-15 +2", "2=15|new"),
        ("19", "-2 +19", "19=2|new"),
    ],
)
def test_a_point_whose_own_piece_is_nowhere_may_get_it_back(
    missing: str, script: str, known: str
) -> None:
    assert Account(missing=missing).do(script).known() == known


def test_what_stands_where_nothing_belongs_came_from_beside_the_board() -> None:
    account = Account(missing="14", extra="9")
    assert account.known() == "9=new"
    assert account.looks("9") == {"?"}


def test_a_put_may_be_of_what_an_ignored_switch_hides() -> None:
    account = Account().do("-14").put("9", hidden="2")
    assert account.known() == "9=2|14"
    assert Account().put("9", hidden="2 3").known() == "9=2|3|new"
    assert Account().do("-14").put("9", hidden="15").known() == "9=14"  # both look alike


def test_nothing_is_known_of_an_ignored_point_until_it_counts_again() -> None:
    account = Account().do("-14 +9").ignore("2 9")
    assert {"2", "9"}.isdisjoint(account.board.names[p] for p in account.pieces.standing())
    account.ignore("", again="2 9")
    assert account.known() == "2=2|new 9=new"
    account.ignore("", again="7")  # vacant
    assert account.point("7") not in account.pieces.standing()


def test_what_is_lifted_where_nothing_was_known_to_be_may_be_anything() -> None:
    assert Account().ignore("2").do("-2 +9").known() == "9=new"


def test_nothing_is_slid_to_an_ignored_point() -> None:
    account = Account().do("+9").ignore("9")
    account.do("~.1 -14 +10")
    assert account.known() == "10=14"


def test_a_point_that_counts_again_is_as_it_should_be_once_the_board_is_at_rest() -> None:
    account = Account().rest().ignore("2").ignore("", again="2")
    assert account.known() == "2=2|new"
    assert account.rest().known() == ""


# What players are told


def test_a_player_who_was_told_what_to_put_is_trusted() -> None:
    for script in ("-14", "-14 -2", ""):
        account = Account().do(script).put("9", told="w")
        assert account.pieces.trusted == account.mask("9")
    assert Account().do("-2").put("9", told="w").pieces.trusted == 0
    assert Account().do("-14").put("9").pieces.trusted == 0


def test_trust_and_suspicion_last_until_the_piece_is_lifted() -> None:
    account = Account().do("-14").put("9", told="w")
    account.do("-15").put("10", told="w")
    assert account.pieces.trusted == account.mask("9 10")
    account.pieces.suspects = account.mask("9 10")
    account.do("-9")
    assert account.pieces.trusted == account.pieces.suspects == account.mask("10")
    account.rest()
    assert account.pieces.trusted == account.pieces.suspects == 0


def in_hand(account: Account) -> str:
    found = account.pieces.in_hand
    if found is None:
        return "nothing"
    return f"{account.origins(found[1].origins)} from {account.board.names[found[0]]}"


def test_the_piece_in_hand_is_the_one_that_was_asked_for() -> None:
    account = Account()
    assert in_hand(account) == "nothing"
    account.do("-14 +9")
    account.pieces.lift(account.point("9"), account.at + 1, told=True)
    assert in_hand(account) == "14 from 9"
    account.do("+10")
    assert in_hand(account) == "nothing"
    account.do("-10")  # unasked
    assert in_hand(account) == "nothing"


@pytest.mark.parametrize("event", ["lift", "put", "slide", "ignore", "rest"])
def test_no_piece_is_in_hand_once_something_else_happens(event: str) -> None:
    account = Account().do("-3")
    account.pieces.lift(account.point("14"), account.at + 1, told=True)
    assert in_hand(account) == "14 from 14"
    if event == "lift":
        account.do("-2")
    elif event == "put":
        account.do("+9")
    elif event == "ignore":
        account.ignore("2")
    elif event == "rest":
        account.rest()
    else:
        account = Account().do("-3 +3 +9")
        account.pieces.lift(account.point("14"), account.at + 0.1, told=True)
    assert in_hand(account) == "nothing"


# What is wrong


@pytest.mark.parametrize(
    ("script", "wrong"),
    [
        ("", ""),
        ("-14 +9", ""),  # a switch shows that
        ("-2 +10 -14 +2 -10 +14", "2 14"),
        ("-2 +10 -14 +2", "2"),
        ("-14 -2 +14 +2", ""),  # they may be right
        ("-14 +9 -15 +14 -9 +15", ""),  # they look alike
        ("-14 +9 +14", ""),  # nobody knows what that is
        ("-2 -3 +9 +10 -14 +2", "2"),
        ("-2 -15 +9 +10 -14 +12 -9 +14", ""),  # black or white
        ("-14 -2 +9 +10 -3 +11 -9 +3", ""),
        ("-14 +9 -2 +14 ~.1 -9 +2", "2"),  # the one of 9 may have slid on to 14 in time
        ("-3 +7 +14", ""),
    ],
)
def test_a_piece_is_wrong_if_it_is_known_to_be_another(script: str, wrong: str) -> None:
    assert Account().do(script).wrong() == wrong


def test_only_points_that_should_be_occupied_can_hold_a_wrong_piece() -> None:
    account = Account().do("-2 +10 -14 +2 -10 +14")
    assert account.wrong("2 9") == "2"
    assert account.wrong("9 10") == ""


def test_at_rest_everything_stands_where_it_belongs() -> None:
    account = Account().do("-2 +10 -14 +2 -10 +14 -3 -15 +3 +15").rest()
    assert (account.known(), account.wrong()) == ("", "")
    assert account.do("-14 +9").known() == "9=14"


@pytest.mark.parametrize(
    ("before", "after", "known"),
    [
        ("-2 -14 +14", "-3 +9", "9=3"),  # nothing is in the air
        ("-2 +2", "~.1 -3 ~.1 +2", "2=3"),  # a moment counts within a turn alone
        ("+9", "~.1 -14 +10", "10=14"),  # nor has anything been slid
        ("-14 +14 ~.1 -2 +2", "-14 -3 +9 +14", "9=3|14 14=3|14"),
    ],
)
def test_what_happened_before_the_rest_says_nothing_of_what_follows(
    before: str, after: str, known: str
) -> None:
    assert Account().do(before).rest().do(after).known() == known


def test_a_piece_that_may_be_in_the_air_is_so_until_the_board_is_at_rest() -> None:
    account = Account().do("-14").put("9", beside=True).do("-9 +14").rest()
    assert account.do("-2 +10").known() == "10=2"


def test_a_board_that_is_taken_to_be_at_rest_is_right_whatever_was_known_before() -> None:
    assert Account(missing="14", extra="9").rest().do("-9 +10").known() == "10=9"


def test_pieces_that_stand_side_by_side_may_be_exchanged() -> None:
    account = Account(text="./...../../.../../wb.../. w").do("-15 +9 -14 +15 -9 +14")
    assert account.wrong() == "14 15"


# What is played


def test_a_move_vouches_for_its_own_pieces() -> None:
    account = Account().do("-14 +9").play("14-9")
    assert account.known() == ""
    account = Account().do("-2 -14 +9 +10").play("14-9")
    assert account.known() == "10=2"  # so the other one is the black man
    account = Account().do("-2 -14 +9").play("14-9").do("+10")
    assert account.known() == "10=2"
    account = Account().do("-2 -3 -14 +9 +10 +11").play("14-9")
    assert account.known() == "10=2|3 11=2|3"
    account = Account().do("-1 -14 +9 +10").play("14-9")
    assert account.known() == "10=1"


def test_a_move_leaves_what_is_in_the_air_to_the_others() -> None:
    account = Account().do("-2 -14 +9 -3").play("14-9").do("+10")
    assert account.known() == "10=3"  # which had nothing to do with it
    account = Account().do("+10 -10 -14 +9").play("14-9").do("-2 +11")
    assert account.known() == "11=2"  # the one from beside the board is back in the tray


def test_what_was_slid_elsewhere_is_remembered_when_a_move_is_played() -> None:
    account = Account().do("-14 +9 -2 +10 ~.1 -3 +3").play("14-9").do("-10 +11")
    assert account.known() == "11=2|3"


@pytest.mark.parametrize("past", [("14-12",), ("14-12", "5-8")])
def test_to_follow_the_same_game_again_changes_nothing(past: tuple[str, ...]) -> None:
    account = Account(past=past).rest().do("-2 -12")
    account.follow()
    assert account.do("~.1 +12 +10").known() == "10=2"


def test_a_move_says_nothing_of_a_piece_that_cannot_be_its_own() -> None:
    account = Account().do("-14 +10 -2 +9").play("14-9")
    assert account.known() == "10=9 9=2"
    assert account.wrong() == "9"
    account = Account(text="./..w../../..b/../...../. w").do("-4 +2 -11 +1").play("4-1")
    assert account.known() == "2=1 1=11"


def test_a_piece_that_may_have_come_late_is_the_one_that_moved() -> None:
    account = Account().do("-3 +9 ~.1 -14 +10").play("14-9")
    assert account.known() == "10=3"


def test_the_pieces_of_earlier_moves_are_known_by_where_they_went() -> None:
    account = Account().do("-14 +9").play("14-9").rest().do("-9 +10")
    assert account.known() == "10=9"
    assert account.looks("10") == {"w"}


CAPTURE = "./....b/../b../../w..../. w"  # 14x7 takes 9


def test_a_captured_piece_keeps_its_look() -> None:
    account = Account(text=CAPTURE).do("-14 +7 -9").play("14x7")
    assert account.known() == ""
    account.do("+17")
    assert (account.known(), account.looks("17")) == ("17=off", {"b"})
    account.do("-7 +14").back()
    assert (account.known(), account.looks("17")) == ("17=9", {"b"})


def test_a_captured_piece_goes_back_where_it_was() -> None:
    account = Account(text=CAPTURE).do("-14 +7 -9").play("14x7").do("-7 +14 +9").back()
    assert account.known() == ""
    account = Account(text=CAPTURE, past=("14x7",)).rest().do("-7 +14").back().do("+9")
    assert account.known() == "9=new"  # it has long been in the tray


def test_a_captured_king_is_no_man() -> None:
    account = Account(text="./.B..b/../b../../w..../. w").do("-14 +1 -3 +17 -9 +18")
    account.play("14x7x1")
    assert account.known() == "17=off 18=off"
    assert (account.looks("17"), account.looks("18")) == ({"B"}, {"b"})


def test_several_captured_pieces_are_kept_apart() -> None:
    account = Account(text="./.b..b/../b../../w..../. w").do("-14 +1 -3 -9").play("14x7x1")
    account.do("+17 +18")
    assert account.known() == "17=off 18=off"
    account.do("-1 +14").back()
    assert account.known() == "17=9 18=3"


def test_a_move_taken_back_gives_its_pieces_their_places_back() -> None:
    account = Account().do("-14 +9").play("14-9").do("-9 +14").back()
    assert account.known() == ""
    account = Account(past=("14-12", "5-8")).rest().do("-8 +5 -12 +14").back(2)
    assert account.known() == ""
    account = Account(past=("14-9",)).rest().do("-9 +10").back()
    assert (account.known(), account.looks("10")) == ("10=14", {"w"})


def test_another_move_in_place_of_the_last_one_is_followed() -> None:
    account = Account(past=("14-9",)).rest().do("-9 +10")
    account.match.take_back(1)
    account.play("14-12")
    assert account.known() == "10=12"


def test_a_stone_that_entered_is_no_part_of_the_position_before() -> None:
    account = Account("trinity").do("-1 +3 +1").play("N1-3")
    assert account.known() == ""
    account.do("-1 +9 -3 +1").back()
    assert (account.known(), account.looks("9")) == ("9=off", {"o"})


def test_a_counter_that_entered_is_still_that_counter_when_its_move_is_taken_back() -> None:
    text = "b.bw..b/......./..b..../bwb..../b.w..../b.....w/w.b...w w place 15b17w w"
    account = Account("soli2", text).put("b7", beside=True).play("w@b7")
    assert account.known() == ""
    account.do("-b7 +e7").back()
    assert (account.known(), account.looks("e7")) == ("e7=off", {"w"})


def test_a_piece_that_landed_on_another_leaves_that_one_where_it_was() -> None:
    account = Account("crowning", past=("1-9",)).rest().do("-9 +10").back()
    assert account.known() == "10=9"


# Where a move carries pieces

MAN = Piece(None, Text("man"), "m")


def step(text: str) -> Step:
    """`lift 3`, `place 4`, `enter 5`, `remove 6`, `turn 4`; `remove 6*` leaves something there."""
    action, _, point = text.partition(" ")
    holds = action in ("place", "enter", "turn") or point.endswith("*")
    return Step(Action[action.upper()], Point(int(point.strip("*"))), MAN, holds)


@pytest.mark.parametrize(
    ("steps", "went"),
    [
        ("", {}),
        ("lift 3, place 4", {3: 4}),
        ("lift 3, place 4, lift 4, place 5", {3: 5}),
        ("lift 3, place 4, remove 7", {3: 4, 7: None}),
        ("lift 3, place 4, remove 7*", {3: 4}),
        ("lift 3, place 4, turn 4", {3: 4}),
        ("lift 3, place 4, remove 4", {3: None}),
        ("lift 3, place 4, enter 3", {3: 4}),
        ("lift 3, place 4, lift 4, place 3", {3: 3}),
        ("lift 3, place 4, lift 5, place 3", {3: 4, 5: 3}),
        ("enter 5", {}),
        ("enter 5, lift 5, place 6", {}),
        ("enter 5, lift 5, place 6, lift 6, place 7", {}),
        ("enter 5, remove 5", {}),
        ("enter 5, lift 5, place 6, remove 6", {}),
        ("lift 3, place 4, lift 5, place 6, lift 4, place 7", {3: 7, 5: 6}),
        ("place 4", {}),
        ("remove 0", {0: None}),
        ("lift 0, place 1", {0: 1}),
        ("lift 1, place 0, lift 0, place 2", {1: 2}),
    ],
)
def test_a_move_carries_its_pieces(steps: str, went: dict[int, int | None]) -> None:
    assert carried(step(text) for text in steps.split(", ") if text) == went

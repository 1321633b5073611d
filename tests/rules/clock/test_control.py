"""The texts of time controls: all that can be written is read back, and nonsense gets one line."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules import Seat
from companion.rules.clock import ClockKind, InvalidClock, TimeControl

SEATS = ("White", "Black")


@pytest.mark.parametrize(
    ("text", "kind", "base", "bonus", "handicaps"),
    [
        ("move 30", ClockKind.MOVE, 30, 0, {}),
        ("fischer 5+3", ClockKind.FISCHER, 300, 3, {}),
        ("Fischer 0.5", ClockKind.FISCHER, 30, 0, {}),
        ("bronstein 90+30", ClockKind.BRONSTEIN, 5400, 30, {}),
        ("hourglass 2, black 1", ClockKind.HOURGLASS, 120, 0, {1: 60}),
        ("move 10, white 20 , Black 5", ClockKind.MOVE, 10, 0, {0: 20, 1: 5}),
        ("move 10, seat 2 5, Seat 1 20", ClockKind.MOVE, 10, 0, {0: 20, 1: 5}),
    ],
)
def test_a_control_is_read(
    text: str, kind: ClockKind, base: float, bonus: float, handicaps: dict[Seat, float]
) -> None:
    control = TimeControl.parse(text, SEATS)
    assert (control.kind, control.base, control.bonus) == (kind, base, bonus)
    assert control.handicaps == handicaps
    for seat in (Seat(0), Seat(1)):
        assert control.initial(seat) == handicaps.get(seat, base)


def test_a_flag_loses_unless_it_is_only_to_be_shown() -> None:
    assert TimeControl.parse("move 30", SEATS).loses
    shown = TimeControl.parse("hourglass 2, show, black 1", SEATS)
    assert (shown.loses, shown.handicaps) == (False, {1: 60})
    assert shown.text(SEATS) == "hourglass 2, black 1, show"


TENTHS = st.integers(1, 600).map(lambda tenths: Decimal(tenths) / 10)


@given(
    st.sampled_from(["move", "fischer", "bronstein", "hourglass"]),
    TENTHS,
    TENTHS,
    st.dictionaries(st.sampled_from(["player 1", "player 2", "player 3"]), TENTHS),
)
def test_what_is_written_reads_back(
    kind: str, base: Decimal, bonus: Decimal, others: dict[str, Decimal]
) -> None:
    seats = ("Player 1", "Player 2", "Player 3")
    plus = f"+{bonus}" if kind in ("fischer", "bronstein") else ""
    text = f"{kind} {base}{plus}" + "".join(f", {name} {time}" for name, time in others.items())
    control = TimeControl.parse(text, seats)
    assert TimeControl.parse(control.text(seats), seats) == control


def test_handicaps_of_seats_that_another_game_lacks_are_left_out() -> None:
    control = TimeControl.fitting("fischer 5, black 2, south 3, seat 3 1, show", SEATS)
    assert (control.handicaps, control.loses) == ({1: 120}, False)
    for nonsense in ("sundial", "fischer 5,3", "fischer 5, blck2"):
        with pytest.raises(InvalidClock):
            TimeControl.fitting(nonsense, SEATS)


@pytest.mark.parametrize("text", ["fischer 1439.999", "move 1234.567"])
def test_no_digit_is_lost(text: str) -> None:
    control = TimeControl.parse(text, SEATS)
    assert TimeControl.parse(control.text(SEATS), SEATS) == control


EXAMPLES = "`fischer 5+3`, `bronstein 5+3`, `move 30` or `hourglass 2`"


@pytest.mark.parametrize(
    ("text", "wrong", "remedy"),
    [
        (
            "fisher 5",
            "there is no kind 'fisher' (did you mean 'fischer'?)",
            f"write {EXAMPLES}, or leave the clock out",
        ),
        ("fischer x", "'x' is no time", f"write {EXAMPLES}"),
        ("move 30+3", "move takes one number", f"write {EXAMPLES}"),
        ("fischer 5+3601", "3601 seconds a move is too much", "the most is 3600"),
        ("move 3601", "3601 seconds cannot be", "choose more than 0 and at most 3600"),
        ("fischer 1441", "1441 minutes cannot be", "choose more than 0 and at most 1440"),
        (
            "fischer 5, 3",
            "'3' makes no sense there",
            "write a seat and its time, such as `black 2`, or `show`",
        ),
        (
            "fischer 5, blck 2",
            "no seat is called 'blck' (did you mean 'black'?)",
            "choose from White, Black, with a time: `black 2`",
        ),
        ("fischer 5, black 2, black 3", "black has two times", "write one"),
    ],
)
def test_nonsense_is_named_with_what_to_write_instead(text: str, wrong: str, remedy: str) -> None:
    with pytest.raises(InvalidClock) as error:
        TimeControl.parse(text, SEATS)
    assert str(error.value) == f"clock {text!r}: {wrong}; {remedy}"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("fischer 5, 3", "such as `north 2`, or `show`"),
        ("fischer 5, sout 2", "choose from South, East, North, with a time: `north 2`"),
    ],
)
def test_the_example_is_a_seat_of_the_game(text: str, why: str) -> None:
    with pytest.raises(InvalidClock) as error:
        TimeControl.parse(text, ("South", "East", "North"))
    assert str(error.value).endswith(why)


def test_the_longest_times_are_possible() -> None:
    longest = TimeControl.parse("fischer 1440+3600, black 1440", SEATS)
    assert (longest.base, longest.bonus, longest.handicaps) == (86400, 3600, {1: 86400})
    assert TimeControl.parse("move 3600", SEATS).base == 3600


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("-1", "there is no kind '-1'"),
        ("", "there is no kind ''"),
        ("fisher 5+3", "did you mean 'fischer'?"),
        ("fischer", "'' is no time"),
        ("fischer -1", "'-1' is no time"),
        ("fischer 5+-3", "is no time"),
        ("fischer 1e9", "is no time"),
        ("fischer nan", "is no time"),
        ("fischer ٣", "is no time"),
        ("fischer 0", "0 minutes cannot be"),
        ("fischer 99999", "at most 1440"),
        ("fischer 5+9999", "9999 seconds a move is too much"),
        ("move 0", "0 seconds cannot be"),
        ("move 30+3", "move takes one number"),
        ("hourglass 2+2", "hourglass takes one number"),
        ("fischer 5+3, blck 2", "no seat is called 'blck' (did you mean 'black'?)"),
        ("fischer 5+3, black", "'black' makes no sense there"),
        ("fischer 5+3, black2", "'black2' makes no sense there"),
        ("fischer 5+3, black 2+1", "'black 2+1' makes no sense there"),
        ("fischer 5+3, black 2, black 3", "black has two times"),
        ("fischer 5+3, black 2, seat 2 3", "black has two times"),
        ("fischer 5+3, seat 3 2", "no seat is called 'seat 3'"),
        ("fischer 5+3, black 0", "0 minutes cannot be"),
        ("fischer 5+3,", "'' makes no sense there"),
    ],
)
def test_nonsense_gets_one_clear_line(text: str, why: str) -> None:
    with pytest.raises(InvalidClock) as error:
        TimeControl.parse(text, SEATS)
    said = str(error.value)
    assert why in said
    assert said.startswith(f"clock {text!r}: ")
    assert "\n" not in said

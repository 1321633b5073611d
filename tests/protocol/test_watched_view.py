"""What guests are shown: what is on the board, and nothing else."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.base.languages import find_language
from companion.base.text import Text
from companion.games.registry import make
from companion.protocol.views import (
    ClockView,
    DailyView,
    FigureView,
    Lamps,
    MoveView,
    PeopleView,
    PersonView,
    SettingsView,
    ShineView,
    Shining,
    State,
    Waiting,
)
from companion.protocol.watched_messages import (
    WatchedAway,
    WatchedClock,
    WatchedFrame,
    WatchedLamps,
    WatchedMessage,
    WatchedPosition,
)
from companion.protocol.watched_view import LAST_MOVES, WatchedView
from companion.rules import Seat
from companion.session import view_builder
from tests.page.table import FakeTable

SECRET = "Rumpelstilzchen"
HELLO = view_builder.greeting(
    make("solomon"),
    {Seat(1): "easy"},
    {Seat(0): "Anna"},
    simulated=True,
    solvable=False,
    puzzles=(),
)
STATE = FakeTable().state
MOVED = (MoveView(0, "14-12", Text("14 to 12")),)


def view() -> WatchedView:
    made = WatchedView()
    made.take(HELLO, 0.0)
    made.take(STATE, 0.0)
    return made


def shining(*meanings: str, frames: bool = False) -> Shining:
    """Lamps with these meanings, on the points from 0 on."""
    shines = tuple(
        ShineView(meaning, Text("so"), ((point, "0000ff"),))
        for point, meaning in enumerate(meanings)
    )
    return Shining(shines, 100, frames)


def written(*messages: WatchedMessage) -> str:
    return find_language(["en"]).encode(messages).decode()


# Whoever adds a field to `State` decides here whether guests see it.
SEEN: dict[str, Any] = {
    "phase": "setup",
    "turn": 1,
    "outcome": "draw",
    "sensed": (True,) * 19,
    "believed": ((),) * 19,
    "moves": MOVED,
    "last": (1, 2),
    "told": Text("White: 14 to 12."),
}
UNSEEN: dict[str, Any] = {
    "headline": Text(SECRET),
    "message": Text(SECRET),
    "tone": SECRET,
    "confirm": True,
    "question": None,
    "draw_offered_by": 1,
    "draw_agreed": (1,),
    "announcement": Text(SECRET),
    "best": 4711,
    "hint": Text(SECRET),
    "watched": True,
    "figure": FigureView("triangles", 1, 2, Text(SECRET), (0, 1), (0, 1)),
    "labelling": None,
    "warning": Text(SECRET),
    "log": f"/home/{SECRET}/games/1.jsonl",
    "palette": "safe",
    "tabletop": None,
    "takeback": True,
    "stage": 4711,
    "lesson": None,
    "hunt": None,
    "refusal": None,
    "assisted": True,
    "undo": None,
    "position": SECRET,
    "menu": None,
    "hint_more": True,
    "drill": None,
    "remote": None,
    "meets": True,
    "advice": Text(SECRET),
    "placeable": ("mine",),
    "people": PeopleView((PersonView(SECRET, "red", "star"),), SECRET),
    "daily": DailyView("2026-11-28", Text(SECRET), "peg", solved=True, count=3),
    "finds": {SECRET: 3},
}


def test_it_is_decided_for_every_field_whether_guests_see_it() -> None:
    assert sorted([*SEEN, *UNSEEN]) == sorted(State.__struct_fields__)


@pytest.mark.parametrize("field", SEEN)
def test_what_guests_see_changes_what_they_are_told(field: str) -> None:
    told = view().take(msgspec.structs.replace(STATE, **{field: SEEN[field]}), 1.0)
    assert isinstance(told, WatchedPosition)


def test_nothing_else_reaches_guests_nor_makes_any_message() -> None:
    watched = view()
    before = written(*watched.present(0.0))
    assert watched.take(msgspec.structs.replace(STATE, **UNSEEN), 1.0) is None
    assert written(*watched.present(0.0)) == before
    assert SECRET not in before


def test_settings_are_not_for_guests() -> None:
    assert view().take(SettingsView((), Text(SECRET)), 1.0) is None


def test_guests_are_told_who_plays_and_which_pieces_there_are() -> None:
    board = view().present(0.0)[0]
    assert '"players":{"0":"Anna"},"computers":{"1":"easy"}' in written(board)
    assert "games" not in written(board)


def test_a_guest_is_told_only_the_last_moves_of_a_long_game() -> None:
    moves = tuple(MoveView(n % 2, str(n)) for n in range(1000))
    told = view().take(msgspec.structs.replace(STATE, moves=moves), 1.0)
    assert isinstance(told, WatchedPosition)
    assert told.plies == 1000
    assert [move.text for move in told.moves] == [str(n) for n in range(1000 - LAST_MOVES, 1000)]


@pytest.mark.parametrize("meaning", ["hint", "question", "corner", "choice", "fault", "unheard_of"])
def test_lamps_of_hints_menus_and_puzzles_stay_dark(meaning: str) -> None:
    watched = view()
    told = watched.take(shining("may_move", meaning, frames=True), 0.0)
    assert isinstance(told, WatchedLamps)
    assert [shine.meaning for shine in told.shines] == ["may_move"]
    frame = watched.take(Lamps("112233" + "445566" + "778899" * 17), 0.0)
    assert frame == WatchedFrame("112233" + "000000" + "778899" * 17)


def test_a_lamp_that_guests_may_see_for_another_reason_is_lit() -> None:
    watched = view()
    lamps = ((0, "0000ff"),)
    hinted = tuple(ShineView(name, Text("so"), lamps) for name in ("hint", "may_move"))
    watched.take(Shining(hinted, 0, frames=True), 0.0)
    assert watched.take(Lamps("112233" * 19), 0.0) == WatchedFrame("112233" * 19)


def test_frames_come_only_where_nothing_else_tells_the_colours() -> None:
    watched = view()
    assert watched.take(Lamps("112233" * 19), 0.0) is None
    watched.take(shining("may_move"), 0.0)
    assert watched.take(Lamps("112233" * 19), 0.0) is None


def test_who_comes_later_finds_clock_and_rhythm_as_they_are_by_then() -> None:
    watched = view()
    watched.take(ClockView("5+3", (300.0, 200.0), 1, shares=False), 10.0)
    watched.take(shining("may_move"), 10.0)
    told = watched.present(12.5)
    assert WatchedClock("5+3", (300.0, 197.5), 1, shares=False) in told
    assert [each.elapsed for each in told if isinstance(each, WatchedLamps)] == [2600]
    watched.take(ClockView("hourglass", (60.0, 60.0), 0, shares=True), 20.0)
    assert WatchedClock("hourglass", (50.0, 70.0), 0, shares=True) in watched.present(30.0)
    watched.take(ClockView("5+3", (60.0, 60.0), None, shares=False), 40.0)
    assert WatchedClock("5+3", (60.0, 60.0), None, shares=False) in watched.present(99.0)


def test_another_game_and_a_missing_board_forget_everything_before() -> None:
    watched = view()
    watched.take(ClockView("5+3", (300.0, 200.0), 1, shares=False), 10.0)
    watched.take(HELLO, 11.0)
    assert len(watched.present(11.0)) == 1
    assert watched.take(Waiting(Text(SECRET)), 12.0) == WatchedAway()
    assert watched.present(12.0) == (WatchedAway(),)

"""The board's menu as a page shows it, and entries that a page chooses."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.registry import kinds
from companion.protocol.commands import Select
from companion.protocol.views import MenuEntryView, MenuView
from tests.session.fingers import Fingers
from tests.session.test_menu import playing, point, switched_on


def shown(hands: Fingers) -> MenuView:
    menu = hands.table.state.menu
    assert menu is not None
    return menu


def entry(hands: Fingers, text: str) -> tuple[int, MenuEntryView]:
    return next((i, e) for i, e in enumerate(shown(hands).entries) if e.text == text)


def select(hands: Fingers, text: str) -> None:
    """What a page sends when that entry is chosen on it."""
    index, _ = entry(hands, text)
    hands.table.say(Select(index, seen=hands.table.state.stage))


@pytest.mark.parametrize("board", ["star", "grid7", "grid8", "grid9"])
def test_the_page_is_told_what_every_lit_point_means(tmp_path: Path, board: str) -> None:
    hands = switched_on(tmp_path, board)
    names = hands.table.board.names
    menu = shown(hands)
    told = {names[e.point] for e in menu.entries if e.point is not None}
    assert told == hands.lit()
    assert menu.title == "Choose a game"
    assert menu.entries[menu.picked].text == "start"
    hands.press()
    assert shown(hands).picked != menu.picked


def test_a_game_has_no_menu_until_it_is_opened(tmp_path: Path) -> None:
    hands = playing(tmp_path)
    assert hands.table.state.menu is None
    hands.open_menu()
    _, resigns = entry(hands, "resign")
    assert resigns.ends
    hands.touch(point(hands, -2))
    assert hands.table.state.menu is None


def test_a_page_chooses_as_hands_do(tmp_path: Path) -> None:
    hands = switched_on(tmp_path)
    select(hands, "set the clock")
    assert shown(hands).title == "Clock of the next game"
    select(hands, "fischer 5+3")
    select(hands, kinds()["trinity"].title)
    while hands.table.state.menu is not None:
        select(hands, "start")
    assert hands.table.session.game.name == "trinity"
    assert hands.table.session.current.clock == "fischer 5+3"


def test_what_was_touched_has_to_be_put_back(tmp_path: Path) -> None:
    hands = playing(tmp_path)
    hands.open_menu()
    hands.change("9", 0.3)
    select(hands, "back to the game")
    assert shown(hands).entries == ()
    assert [hands.table.board.names[p] for p in shown(hands).put_back] == ["9"]
    hands.change("9", 0.3)
    assert hands.table.state.menu is None


def test_a_page_that_saw_another_menu_is_refused(tmp_path: Path) -> None:
    hands = switched_on(tmp_path)
    seen = hands.table.state.stage
    index, _ = entry(hands, "shut down")
    select(hands, "set the clock")
    hands.table.say(Select(index, seen=seen))
    assert "moved on" in hands.table.state.warning
    assert shown(hands).title == "Clock of the next game"


@pytest.mark.parametrize("index", [-1, 99])
def test_an_entry_that_is_not_there_is_refused(tmp_path: Path, index: int) -> None:
    hands = switched_on(tmp_path)
    hands.table.say(Select(index))
    assert hands.table.state.warning == (f"the menu has no entry {index}: look again, then choose")


def test_without_a_menu_there_is_nothing_to_choose(tmp_path: Path) -> None:
    hands = playing(tmp_path)
    hands.table.say(Select(0))
    assert hands.table.state.warning == "no menu is open on the board"


def test_points_that_are_touched_together_are_left_to_hands(tmp_path: Path) -> None:
    hands = switched_on(tmp_path, "grid8")
    select(hands, kinds()["gomony"].title)
    while not any(entry.place for entry in shown(hands).entries):
        hands.table.say(Select(shown(hands).picked))
    index, place = next((i, e) for i, e in enumerate(shown(hands).entries) if e.place)
    hands.table.say(Select(index))
    assert f"{place.text!r} is chosen on the board" in hands.table.state.warning

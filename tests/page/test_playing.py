"""What the page does for people who play on it, in a real browser, on a table without a game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from companion.base.text import Text
from companion.page.messages import Back, Click, MoveView, New, WhatNow
from companion.protocol.views import RefusalView, UndoView
from tests.browser import centre, choose, drag, open_menu, pieces, point, visit, window
from tests.page.table import FakeTable

pytestmark = pytest.mark.browser


def test_the_same_game_is_played_again(desktop: Page, url: str, table: FakeTable) -> None:
    visit(desktop, url)
    table.begin("halma", {"players": "3"}, computers={1: "strong"})
    table.time(300, 300, 300, running=None, control="5 min")
    again = desktop.get_by_test_id("again")
    expect(again).to_be_hidden()
    table.say(outcome="win 0", headline="South wins", turn=None)
    again.click()
    options = {"players": "3", "rules": "simple"}
    assert table.asked() == New("halma", options, {1: "strong"}, "5 min", seen=table.state.stage)
    table.begin("halma", {"players": "3"})
    expect(again).to_be_hidden()


def test_a_refusal_is_told_beside_the_point(page: Page, url: str, table: FakeTable) -> None:
    visit(page, url)
    said = page.get_by_test_id("refusal")
    expect(said).to_be_hidden()
    for name in ("1", "6", "10", "14", "19"):
        table.say(
            refusal=RefusalView("14", name, Text("You must jump: 2 takes 9 and 10, or 4 takes 8."))
        )
        expect(said).to_be_visible()
        box = said.bounding_box()
        assert box is not None
        x, y = centre(point(page, name))
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= window(page)[0]
        assert not box["y"] < y < box["y"] + box["height"]
        assert box["x"] <= x <= box["x"] + box["width"]
    table.say(refusal=None)
    expect(said).to_be_hidden()


MOVES = (MoveView(0, "14-9"), MoveView(1, "2x12"))
UNDO = UndoView(2, (11,), (1, 13))


def gone(page: Page) -> list[str]:
    return page.locator("#panel .moves .undone .text").all_inner_texts()


@pytest.mark.slow
def test_taking_back_shows_what_goes_before_it_does(
    desktop: Page, url: str, table: FakeTable
) -> None:
    visit(desktop, url)
    table.say(moves=MOVES, takeback=True, undo=UNDO)
    back = desktop.get_by_test_id("back")
    expect(back).to_have_text("Take back")
    back.hover()
    expect(back).to_have_text("Take back 14-9, 2x12")
    assert gone(desktop) == ["14-9", "2x12"]
    expect(desktop.locator('.restored[data-mark="14"]')).to_have_count(1)
    expect(desktop.locator('.left[data-mark="12"]')).to_have_count(1)
    desktop.mouse.move(0, 0)
    expect(back).to_have_text("Take back")
    assert gone(desktop) == []
    expect(desktop.locator(".restored")).to_have_count(0)
    back.click()
    assert table.asked() == Back(1, seen=table.state.stage)


def test_the_first_touch_shows_what_goes_and_the_second_takes_back(
    phone: Page, url: str, table: FakeTable
) -> None:
    visit(phone, url)
    table.say(moves=MOVES, takeback=True, undo=UNDO)
    back = phone.get_by_test_id("back")
    back.tap()
    expect(back).to_have_text("Take back 14-9, 2x12")
    phone.get_by_test_id("headline").tap()
    expect(back).to_have_text("Take back")
    back.tap()
    back.tap()
    assert table.asked() == Back(1, seen=table.state.stage)
    assert table.commands.empty()


def test_the_last_move_is_marked(desktop: Page, url: str, table: FakeTable) -> None:
    visit(desktop, url)
    expect(desktop.locator("[data-mark]")).to_have_count(0)
    table.say(last=(1, 8, 13))
    expect(desktop.locator('.start[data-mark="2"]')).to_have_count(1)
    expect(desktop.locator('.stop[data-mark="9"]')).to_have_count(1)
    expect(desktop.locator('.end[data-mark="14"]')).to_have_count(1)
    table.say(last=())
    expect(desktop.locator("[data-mark]")).to_have_count(0)


@pytest.mark.slow
def test_the_board_turns_to_the_player_who_is_to_move(
    desktop: Page, url: str, table: FakeTable
) -> None:
    desktop.emulate_media(reduced_motion="reduce")
    visit(desktop, url)
    upper, lower = centre(point(desktop, "1")), centre(point(desktop, "19"))
    switch = desktop.get_by_test_id("turning")
    choose(desktop, "turning")
    expect(switch).to_have_attribute("aria-checked", "true")
    assert centre(point(desktop, "1")) == upper  # White is to move and sits below
    table.light(p1="ff0000")
    table.say(turn=1)
    assert centre(point(desktop, "1")) == pytest.approx(lower, abs=1)
    expect(point(desktop, "1")).to_have_attribute("data-lamp", "#ff0000")
    drag(desktop, "2", "9")
    assert pieces(desktop, "9") == "b"
    table.say(turn=None, outcome="win 1")
    assert centre(point(desktop, "1")) == pytest.approx(lower, abs=1)  # it stays when all is over
    choose(desktop, "turning")
    assert centre(point(desktop, "1")) == pytest.approx(upper, abs=1)


def test_a_player_against_the_computer_keeps_their_side(
    desktop: Page, url: str, table: FakeTable
) -> None:
    desktop.emulate_media(reduced_motion="reduce")
    visit(desktop, url)
    lower = centre(point(desktop, "19"))
    choose(desktop, "turning")
    table.begin("solomon", computers={0: "easy"})
    table.say(turn=0)
    assert centre(point(desktop, "1")) == pytest.approx(lower, abs=1)


def test_who_plays_alone_has_no_board_to_turn(desktop: Page, url: str, table: FakeTable) -> None:
    visit(desktop, url)
    table.begin("peg")
    open_menu(desktop)
    expect(desktop.get_by_test_id("turning")).to_be_hidden()


def test_people_far_away_are_offered_only_where_they_can_be_met(
    desktop: Page, url: str, table: FakeTable
) -> None:
    visit(desktop, url)
    far = desktop.get_by_test_id("opponent").locator('option[value="far"]')
    desktop.get_by_test_id("new").click()
    expect(far).to_have_count(0)
    expect(desktop.get_by_test_id("far-meet")).to_be_hidden()
    desktop.get_by_test_id("new-cancel").click()
    table.say(meets=True)
    desktop.get_by_test_id("new").click()
    expect(far).to_have_count(1)
    expect(desktop.get_by_test_id("far-meet")).to_be_visible()
    desktop.get_by_test_id("new-cancel").click()


def test_what_now_is_a_button_and_a_key(desktop: Page, url: str, table: FakeTable) -> None:
    visit(desktop, url)
    desktop.get_by_test_id("what-now").click()
    assert table.asked() == WhatNow()
    desktop.keyboard.press("?")
    assert table.asked() == WhatNow()


def test_a_press_on_an_assisted_board_is_a_click(page: Page, url: str, table: FakeTable) -> None:
    visit(page, url)
    table.say(assisted=True)
    point(page, "14").click()
    click = table.asked()
    assert isinstance(click, Click)
    assert (click.place, click.piece) == ("14", "")
    point(page, "9").click()
    assert table.asked() == Click("9", click.hand)


def test_moves_are_listed_in_words(desktop: Page, url: str, table: FakeTable) -> None:
    visit(desktop, url)
    table.say(moves=(MoveView(0, "14x7", Text("14 to 7, takes 9")),))
    moves = desktop.get_by_test_id("moves")
    expect(moves.locator(".said")).to_have_text("14 to 7, takes 9")
    expect(moves.locator(".text")).to_have_text("14x7")


def test_a_lost_game_shows_where_it_turned(desktop: Page, url: str, table: FakeTable) -> None:
    visit(desktop, url)
    table.begin("solomon", computers={1: "easy"})
    table.say(outcome="win 1", turn=None)
    analyse = desktop.get_by_test_id("analyse")
    expect(analyse).to_have_text("See where it turned")
    table.say(outcome="win 0", turn=None)
    expect(analyse).to_have_text("Analyse")

"""Guided first games in the page: how one begins, is shown and is left."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from companion.protocol.views import LessonView
from companion.web.messages import MoveView, Teach
from tests.browser import visit, window
from tests.web.table import FakeTable

pytestmark = pytest.mark.browser


def test_a_guided_game_begins_where_games_are_chosen(
    desktop: Page, url: str, table: FakeTable
) -> None:
    visit(desktop, url)
    desktop.get_by_test_id("new").click()
    desktop.get_by_test_id("game").select_option("nim")
    expect(desktop.get_by_test_id("new-lesson")).to_be_hidden()
    desktop.get_by_test_id("game").select_option("trinity")
    desktop.get_by_test_id("new-lesson").click()
    assert table.asked() == Teach("trinity", seen=table.state.stage)
    expect(desktop.get_by_test_id("new-game")).to_be_hidden()


def test_it_begins_from_the_rules_and_is_held_where_it_ends_a_game(
    desktop: Page, url: str, table: FakeTable
) -> None:
    visit(desktop, url)
    table.say(moves=(MoveView(0, "14-9"),))
    desktop.get_by_test_id("rules").click()
    button = desktop.get_by_test_id("rules-lesson")
    expect(button).to_have_text("Hold for a guided game")
    button.click()
    assert table.commands.empty()
    button.hover()
    desktop.mouse.down()
    assert table.asked() == Teach("solomon", seen=table.state.stage)
    desktop.mouse.up()
    expect(desktop.get_by_test_id("rules-view")).to_be_hidden()


def test_its_sentence_is_shown_whole_and_it_can_be_left(
    page: Page, url: str, table: FakeTable
) -> None:
    visit(page, url)
    expect(page.get_by_test_id("guided-leave")).to_be_hidden()
    text = " ".join(["Lift the man on 12 and put it on 10."] * 4)
    table.say(lesson=LessonView(1, 7, False), headline="Step 1 of 7: White to move", message=text)
    words = page.get_by_test_id("message").locator(".words")
    assert words.evaluate("part => part.scrollHeight <= part.clientHeight")
    headline = page.get_by_test_id("headline")
    assert headline.evaluate("part => part.scrollWidth <= part.clientWidth")
    expect(page.get_by_test_id("resign")).to_be_hidden()
    leave = page.get_by_test_id("guided-leave")
    box = leave.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= window(page)[1]
    leave.click()
    assert table.asked() == Teach("", seen=table.state.stage)
    table.say(lesson=LessonView(7, 7, True))
    expect(leave).to_have_text("Play a game of your own")
    table.say(lesson=None)
    expect(leave).to_be_hidden()
    expect(page.get_by_test_id("resign")).to_be_visible()

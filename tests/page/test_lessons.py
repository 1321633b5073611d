"""Guided first games in the page: how one begins, is shown and is left."""

from __future__ import annotations

import msgspec
import pytest
from playwright.sync_api import Page, expect

from companion.base.text import Text
from companion.page.messages import MoveView, Teach
from companion.protocol.commands import Train
from companion.protocol.views import DrillView, LessonView
from tests.browser import visit, window
from tests.page.table import FakeTable

pytestmark = pytest.mark.browser


@pytest.mark.slow
def test_a_guided_game_begins_where_games_are_chosen(
    desktop: Page, url: str, table: FakeTable
) -> None:
    games = (msgspec.structs.replace(game, lesson=game.name != "nim") for game in table.hello.games)
    table.begin("solomon", games=tuple(games))
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


def test_how_a_drill_ended_is_shown_whole(page: Page, url: str, table: FakeTable) -> None:
    visit(page, url)
    text = (
        "No stone is left to lay, and Player 1 made the last move. The goal was reached in 23 "
        "moves, counting everybody's: no more than it takes against the best defence."
    )
    table.say(phase="over", turn=None, outcome="win 0", tone="good", message=text)
    words = page.get_by_test_id("message").locator(".words")
    expect(words).to_contain_text("best defence.")
    assert words.evaluate("part => part.scrollHeight <= part.clientHeight + 1")  # they are rounded


@pytest.mark.slow
def test_its_sentence_is_shown_whole_and_it_can_be_left(
    page: Page, url: str, table: FakeTable
) -> None:
    visit(page, url)
    expect(page.get_by_test_id("guided-leave")).to_be_hidden()
    text = " ".join(["Lift the man on 12 and put it on 10."] * 4)
    table.say(lesson=LessonView(1, 7, False), headline="Step 1 of 7: White to move", message=text)
    words = page.get_by_test_id("message").locator(".words")
    assert words.evaluate("part => part.scrollHeight <= part.clientHeight + 1")  # they are rounded
    headline = page.get_by_test_id("headline")
    assert headline.evaluate("part => part.scrollWidth <= part.clientWidth")
    expect(page.get_by_test_id("hint")).to_be_hidden()
    leave = page.get_by_test_id("guided-leave")
    box = leave.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= window(page)[1]
    leave.click()
    assert table.asked() == Teach("", seen=table.state.stage)
    table.say(lesson=LessonView(7, 7, True))
    expect(leave).to_have_text("Play a game of your own")
    expect(page.locator("#panel button.main:visible:enabled")).to_have_text(
        ["Play a game of your own"]
    )
    table.say(lesson=None)
    expect(leave).to_be_hidden()
    expect(page.get_by_test_id("hint")).to_be_visible()


@pytest.mark.slow
def test_a_drill_is_begun_repeated_and_left(page: Page, url: str, table: FakeTable) -> None:
    visit(page, url)
    page.get_by_test_id("new").click()
    page.get_by_test_id("new-drills").get_by_text("Drills").click()
    drills = page.get_by_test_id("drill-list").get_by_role("button")
    expect(drills).to_have_text(["Two kings against one", "A win from your games of Solomon"])
    drills.first.click()
    assert table.asked() == Train("two_kings", seen=table.state.stage)
    expect(page.get_by_test_id("new-game")).to_be_hidden()
    expect(page.get_by_test_id("drill-leave")).to_be_hidden()
    title = Text("Two kings against one")
    table.say(drill=DrillView("two_kings", title, False, False))
    expect(page.get_by_test_id("drill-leave")).to_be_visible()
    width, height = window(page)
    box = page.get_by_test_id("confirm").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= height
    assert box["x"] + box["width"] <= width
    table.say(drill=DrillView("two_kings", title, True, True), outcome="win 0", turn=None)
    page.get_by_test_id("again").click()
    assert table.asked() == Train("two_kings", seen=table.state.stage)
    page.get_by_test_id("drill-leave").click()
    assert table.asked() == Train("", seen=table.state.stage)
    table.say(drill=None)
    expect(page.get_by_test_id("drill-leave")).to_be_hidden()


def test_a_drill_that_ends_a_game_has_to_be_held(desktop: Page, url: str, table: FakeTable) -> None:
    table.say(moves=(MoveView(0, "14-12"),))
    visit(desktop, url)
    desktop.get_by_test_id("new").click()
    desktop.get_by_test_id("new-drills").get_by_text("Drills").click()
    drill = desktop.get_by_test_id("drill-list").get_by_role("button").first
    expect(drill).to_have_text("Hold: Two kings against one")
    drill.click()
    expect(desktop.get_by_test_id("new-game")).to_be_visible()

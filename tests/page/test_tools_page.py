"""Check and calibrate in the page: what a tool shows, and the replies that are sent to it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from companion.base.text import Text
from companion.protocol.commands import Halt, Reply, Tool
from companion.protocol.views import LineView, MarkView, PointView, ReplyView, ToolView
from tests.browser import choose, visit
from tests.page.table import FakeTable

pytestmark = pytest.mark.browser

NOTHING = (ReplyView("", Text("Nothing is detected")),)
ASKED = ToolView(
    "check",
    running=True,
    lines=(LineView(Text("all 19 lamps are <b>fine</b>"), "good"),),
    prompt=Text("Put a piece on point 2."),
    marks=(
        MarkView(PointView("1", 0, 1), "·", "plain", lit=False),
        MarkView(PointView("2", 1, 0), "?", "asked", lit=True),
    ),
    replies=NOTHING,
)


def opened(page: Page, url: str, table: FakeTable) -> None:
    visit(page, url)
    table.offer()
    choose(page, "view")
    page.get_by_test_id("settings").click()


def test_tools_are_started_from_the_settings(desktop: Page, url: str, table: FakeTable) -> None:
    opened(desktop, url, table)
    desktop.get_by_test_id("tool-calibrate").click()
    assert table.asked() == Tool("calibrate")
    table.work(ToolView("calibrate", running=True))
    expect(desktop.get_by_test_id("settings-view")).to_be_hidden()
    expect(desktop.get_by_test_id("tool-title")).to_have_text("Calibrate the board")


def test_each_step_is_shown_with_its_replies(desktop: Page, url: str, table: FakeTable) -> None:
    opened(desktop, url, table)
    table.work(ASKED)
    expect(desktop.get_by_test_id("tool-prompt")).to_have_text("Put a piece on point 2.")
    expect(desktop.locator('[data-tone="asked"]')).to_have_attribute("data-mark", "2")
    expect(desktop.locator('[data-lit="true"]')).to_have_attribute("data-mark", "2")
    expect(desktop.locator("[data-testid=tool-lines] li")).to_have_text(
        ["✓all 19 lamps are <b>fine</b>"]
    )
    desktop.get_by_role("button", name="Nothing is detected").click()
    assert table.asked() == Reply("")
    desktop.get_by_test_id("tool-close").click()
    assert table.asked() == Halt()
    expect(desktop.get_by_test_id("tool-view")).to_be_visible()


def test_escape_stops_the_tool_and_does_not_hide_it(
    desktop: Page, url: str, table: FakeTable
) -> None:
    opened(desktop, url, table)
    table.work(ASKED)
    expect(desktop.get_by_test_id("tool-view")).to_be_visible()
    desktop.keyboard.press("Escape")
    assert table.asked() == Halt()
    expect(desktop.get_by_test_id("tool-view")).to_be_visible()


@pytest.mark.slow
def test_points_of_a_simulated_board_are_tapped(phone: Page, url: str, table: FakeTable) -> None:
    opened(phone, url, table)
    table.work(ToolView("check", True, ASKED.lines, ASKED.prompt, ASKED.marks, simulated=True))
    phone.locator('[data-mark="2"]').tap()
    assert table.asked() == Reply("2")
    phone.locator('[data-mark="1"]').focus()
    phone.keyboard.press("Enter")
    assert table.asked() == Reply("1")
    lines = (*ASKED.lines, LineView("1 closed", "plain"))
    table.work(ToolView("check", True, lines, "Lift the piece.", ASKED.marks, simulated=True))
    expect(phone.get_by_test_id("tool-lines").locator("li")).to_have_count(2)
    expect(phone.locator('[data-mark="1"]')).to_be_focused()


@pytest.mark.slow
def test_lamps_that_were_wrong_are_marked(desktop: Page, url: str, table: FakeTable) -> None:
    opened(desktop, url, table)
    lines = (LineView("Was every lamp lit?", "plain"),)
    yes = (ReplyView("", "Yes"),)
    table.work(ToolView("check", True, lines, "", ASKED.marks, yes, points=True))
    expect(desktop.get_by_test_id("tool-prompt")).to_have_text("Was every lamp lit?")
    wrong = desktop.get_by_test_id("tool-points")
    expect(wrong).to_be_disabled()
    for name in ("2", "1", "2"):
        desktop.locator(f'[data-mark="{name}"]').click()
    expect(desktop.locator('[data-mark="2"]')).to_have_attribute("aria-pressed", "false")
    desktop.locator('[data-mark="2"]').click()
    wrong.click()
    assert table.asked() == Reply("1 2")


@pytest.mark.slow
def test_the_report_stays_until_it_is_closed(desktop: Page, url: str, table: FakeTable) -> None:
    opened(desktop, url, table)
    table.work(ASKED)
    expect(desktop.get_by_test_id("tool-view")).to_be_visible()
    lines = (LineView("point 7 is dead", "wrong"), LineView("There are faults.", "wrong"))
    table.work(ToolView("check", False, lines, report="companion check, 1 fault"))
    expect(desktop.get_by_test_id("tool-replies")).to_be_hidden()
    desktop.get_by_text("Report, for requests for help").click()
    expect(desktop.get_by_test_id("tool-report")).to_have_text("companion check, 1 fault")
    desktop.get_by_test_id("tool-close").click()
    expect(desktop.get_by_test_id("tool-view")).to_be_hidden()
    assert table.commands.empty()


def test_a_page_that_comes_later_sees_a_running_tool_but_no_old_one(
    desktop: Page, url: str, table: FakeTable
) -> None:
    visit(desktop, url)
    table.offer()
    table.work(ToolView("check", running=False, report="old"))
    table.say(headline="Still here")
    expect(desktop.get_by_test_id("headline")).to_have_text("Still here")
    expect(desktop.get_by_test_id("tool-view")).to_be_hidden()
    table.work(ASKED)
    expect(desktop.get_by_test_id("tool-view")).to_be_visible()

"""The menu that is open on the board, mirrored in the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from companion.base.text import Text
from companion.protocol.commands import Select
from companion.protocol.views import MenuEntryView, MenuView
from tests.browser import visit
from tests.page.table import FakeTable

pytestmark = pytest.mark.browser

MENU = MenuView(
    Text("Menu"),
    (
        MenuEntryView(Text("another <game>"), 3, Text(), ends=False, place=False),
        MenuEntryView(Text("5"), 4, Text(), ends=False, place=True),
        MenuEntryView(Text("resign"), 2, Text(), ends=True, place=False),
        MenuEntryView(Text("start"), None, Text(), ends=False, place=False),
    ),
    0,
    (),
)


def test_names_stand_at_their_points_and_can_be_chosen(
    desktop: Page, url: str, table: FakeTable
) -> None:
    visit(desktop, url)
    table.say(menu=MENU)
    names = desktop.locator(".menu-names span")
    expect(names).to_have_text(["another <game>", "resign"])
    at, name = desktop.locator('[data-point="4"]').bounding_box(), names.first.bounding_box()
    assert at is not None
    assert name is not None
    assert abs(at["x"] + at["width"] / 2 - name["x"] - name["width"] / 2) < 2
    assert at["y"] < name["y"] < at["y"] + at["height"]
    entries = desktop.locator("[data-entry]")
    expect(entries).to_have_text(["4another <game>", "3resign", "start"])
    expect(desktop.locator(".entries .picked")).to_have_text("4another <game>")
    expect(desktop.get_by_test_id("hint")).to_be_hidden()
    entries.first.click()
    assert table.asked() == Select(0, seen=table.state.stage)
    entries.last.click()
    assert table.asked() == Select(3, seen=table.state.stage)


@pytest.mark.slow
def test_what_ends_a_game_has_to_be_held(desktop: Page, url: str, table: FakeTable) -> None:
    visit(desktop, url)
    table.say(menu=MENU)
    resign = desktop.locator('[data-entry="2"]')
    resign.click()
    resign.click(delay=1100)
    assert table.asked() == Select(2, seen=table.state.stage)
    assert table.commands.empty()


@pytest.mark.slow
def test_when_the_menu_has_ended_it_shows_what_to_put_back(
    phone: Page, url: str, table: FakeTable
) -> None:
    visit(phone, url)
    table.say(menu=MenuView(Text(), (), 0, (8,)))
    expect(phone.locator(".menu-names span")).to_have_text(["put back"])
    expect(phone.get_by_test_id("board-menu-title")).to_have_text("Put back what you touched")
    table.say(menu=None)
    expect(phone.get_by_test_id("board-menu")).to_be_hidden()
    expect(phone.get_by_test_id("hint")).to_be_visible()
    expect(phone.locator(".menu-names span")).to_have_count(0)

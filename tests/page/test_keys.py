"""The keys of the page: each presses its button, and all are listed."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.protocol.commands import Back, Confirm, Hint, WhatNow
from tests.axe import barriers
from tests.browser import DESKTOP, PHONE, choose, new_page, visit
from tests.page.table import FakeTable

DOCS = Path(__file__).parents[2] / "docs" / "page.md"
pytestmark = pytest.mark.browser


def listed(page: Page) -> list[str]:
    """The keys that are said to do something on the whole page."""
    return page.get_by_test_id("keys").locator("dt:has(kbd:only-child) kbd").all_text_contents()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_every_key_is_listed_announced_and_documented(
    browser: Browser, url: str, size: tuple[int, int]
) -> None:
    with new_page(browser, size) as page:
        visit(page, url)
        choose(page, "view")
        page.get_by_text("Keys", exact=True).click()
        keys = listed(page)
        assert len(keys) == len(set(keys)) == page.locator("[aria-keyshortcuts]").count() > 5
        text = DOCS.read_text()
        assert [key for key in keys if f"`{key}`" not in text] == []
        assert not barriers(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_a_key_presses_its_button_while_that_can_be_pressed(
    desktop: Page, url: str, table: FakeTable
) -> None:
    visit(desktop, url)
    table.say(takeback=True, confirm=True)
    commands = (
        ("t", Hint()),
        ("?", WhatNow()),
        ("u", Back(seen=table.state.stage)),
        ("o", Confirm(seen=table.state.stage)),
    )
    for key, command in commands:
        desktop.keyboard.press(key)
        assert table.asked() == command
    table.say(takeback=False)
    desktop.keyboard.press("u")
    desktop.keyboard.press("r")
    expect(desktop.get_by_test_id("rules-view")).to_be_visible()
    desktop.keyboard.press("t")  # in a dialog it is only a letter
    desktop.get_by_test_id("rules-close").click()
    desktop.keyboard.press("?")
    asked = table.asked()
    while asked != WhatNow():
        assert not isinstance(asked, Back | Hint)
        asked = table.asked()


@pytest.mark.parametrize(
    ("game", "typed", "point"), [("solomon", "14", "14"), ("halma", "c5", "c5")]
)
def test_typing_a_name_goes_to_the_point(
    desktop: Page, url: str, table: FakeTable, game: str, typed: str, point: str
) -> None:
    table.begin(game)
    visit(desktop, url)
    for key in typed:
        desktop.keyboard.press(key)
    assert desktop.evaluate("document.activeElement.dataset.point") == point

"""*Place mine for me* on the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from companion.protocol.commands import PlacePieces
from tests.axe import barriers
from tests.browser import AT_BOARD, DESKTOP, PHONE, new_page, wait_for
from tests.page.table import FakeTable

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("size", [DESKTOP, PHONE, (568, 320), (2560, 1440)], ids=str)
def test_the_buttons_are_there_while_pieces_can_be_placed(
    browser: Browser, url: str, table: FakeTable, size: tuple[int, int]
) -> None:
    with new_page(browser, size, touch=size == PHONE) as page:
        page.goto(url + AT_BOARD)
        wait_for(page, '[data-testid="headline"]:not(:empty)')
        table.begin("halma", {"players": "4"})
        expect(page.get_by_test_id("placing")).to_be_hidden()
        table.say(placeable=("mine", "all"))
        page.get_by_test_id("place-mine").click()
        assert table.asked() == PlacePieces("mine", seen=table.state.stage)
        assert not barriers(page)
        page.get_by_test_id("place-all").click()
        assert table.asked() == PlacePieces("all", seen=table.state.stage)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        table.say(placeable=("mine",))
        expect(page.get_by_test_id("place-all")).to_be_hidden()
        table.say(phase="hand")
        expect(page.get_by_test_id("placing")).to_be_hidden()

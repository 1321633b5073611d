"""What the page does for people who play on it, in a real browser, on a table without a game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from companion.protocol.views import RefusalView
from companion.web.messages import New
from tests.browser import centre, point, visit, window
from tests.web.table import FakeTable

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
        table.say(refusal=RefusalView("14", name, "You must jump: 2 takes 9 and 10, or 4 takes 8."))
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

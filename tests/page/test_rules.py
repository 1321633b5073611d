"""The rules in the page: what a game is about, its board, examples of its moves, and its page."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from companion.page.messages import Learn, RulesPage
from companion.session.rules_page import rules_page
from tests.browser import DESKTOP, PHONE, choose, new_page, stop_the_clock, visit, window
from tests.page.table import FakeTable
from tests.page.test_server import asks, heard_until, joined


def test_rules_are_told_to_the_page_that_asks_for_them(url: str) -> None:
    with joined(url) as page:
        asks(page, do="learn", game="nim", options={"last": "wins"})
        told = heard_until(page, lambda message: message["type"] == "rules")
    assert told["game"] == "nim"
    assert told["asked"] == {"last": "wins"}
    assert told["table"]["options"] == {"board": "star", "last": "wins"}
    assert told["page"].startswith("<h1>Solomon Nim</h1>")
    assert [example["title"] for example in told["examples"]] == [
        "Take one piece",
        "Take several pieces",
    ]


def test_rules_of_no_game_are_refused(url: str, table: FakeTable) -> None:
    with joined(url) as page:
        asks(page, do="learn", game="nimm")
        refused = heard_until(page, lambda message: message["type"] == "refused")
        assert "unknown game 'nimm' (did you mean 'nim'?)" in refused["text"]
        for _ in range(8):  # more than may wait: each of them has made room again
            asks(page, do="learn", game="nimm")
            heard_until(page, lambda message: message["type"] == "refused")
        asks(page, do="confirm")
        table.asked()


def rules(page: Page) -> Locator:
    return page.get_by_test_id("rules-view")


@pytest.fixture(params=[DESKTOP, PHONE], ids=["desktop", "phone"])
def still(browser: Browser, url: str, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page of each size in turn, in which no example goes on by itself."""
    with new_page(browser, request.param, touch=request.param == PHONE) as page:
        visit(page, url)
        stop_the_clock(page)
        yield page


@pytest.mark.browser
def test_the_game_in_progress_is_explained(still: Page) -> None:
    still.get_by_test_id("rules").click()
    view = rules(still)
    expect(view.get_by_role("heading", name="Solomon", exact=True)).to_be_visible()
    expect(view.get_by_text("If a jump is available, one must be made")).to_be_attached()
    expect(view.locator("[data-example]").first).to_have_text("The start")
    expect(view.locator('[data-section="As text"]')).not_to_have_attribute("open", "")
    width, height = window(still)
    for part in ("example-board", "caption", "example-next"):
        box = still.get_by_test_id(part).bounding_box()
        assert box is not None
        assert box["x"] >= 0 and box["x"] + box["width"] <= width
        assert box["y"] >= 0 and box["y"] + box["height"] <= height, part
    view.get_by_role("button", name="Jump and take a piece", exact=True).click()
    expect(still.get_by_test_id("caption")).to_contain_text("A jump is forced.")
    still.get_by_test_id("example-next").click()
    expect(still.get_by_test_id("caption")).to_contain_text("Lift White's man")
    expect(still.get_by_test_id("example-play")).to_have_text("Play")
    still.get_by_test_id("rules-close").click()
    expect(view).to_be_hidden()


@pytest.mark.slow
@pytest.mark.browser
def test_another_game_is_explained_where_it_is_chosen(desktop: Page, url: str) -> None:
    visit(desktop, url)
    desktop.get_by_test_id("new").click()
    desktop.get_by_test_id("game").select_option("nim")
    expect(desktop.get_by_test_id("new-summary")).to_contain_text("Take pieces off the board")
    desktop.get_by_test_id("new-rules").click()
    expect(desktop.get_by_test_id("rules-title")).to_have_text("Solomon Nim")
    desktop.get_by_role("button", name="Take several pieces").click()
    rules(desktop).locator("[data-rules='solomon']").first.click()  # its page links to Solomon's
    expect(desktop.get_by_test_id("rules-title")).to_have_text("Solomon")
    expect(desktop.get_by_test_id("rules-text")).to_have_attribute("data-game", "solomon")


@pytest.mark.slow
@pytest.mark.browser
def test_who_wants_no_motion_is_shown_step_after_step(browser: Browser, url: str) -> None:
    with new_page(browser) as page:
        page.emulate_media(reduced_motion="reduce")
        visit(page, url)
        page.get_by_test_id("rules").click()
        page.get_by_role("button", name="Move and become a king").click()
        expect(page.get_by_test_id("example-play")).to_be_hidden()
        board = page.get_by_test_id("example-board").locator("[data-frame]")
        caption = page.get_by_test_id("caption")
        for frame in (0, 1, 2, 3):
            expect(board).to_have_attribute("data-frame", str(frame))
            expect(caption).to_contain_text(f"{frame + 1} of 4: ")
            page.get_by_test_id("example-next").click()
        expect(board).to_have_attribute("data-frame", "0")


@pytest.mark.browser
def test_a_game_without_a_page_shows_its_board_and_moves(
    desktop: Page, url: str, table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def bare(asked: Learn, _: str) -> RulesPage:
        return msgspec.structs.replace(rules_page(asked), page="")

    monkeypatch.setattr(table, "rules", bare)
    visit(desktop, url)
    desktop.get_by_test_id("rules").click()
    expect(desktop.get_by_text("This game comes without a page of rules.")).to_be_visible()
    expect(desktop.get_by_role("button", name="How a man moves")).to_be_visible()


@pytest.mark.browser
def test_the_legend_names_the_lamps_of_the_palette_in_use(
    desktop: Page, url: str, table: FakeTable
) -> None:
    visit(desktop, url)
    table.say(palette="safe")
    choose(desktop, "legend")
    legend = desktop.get_by_test_id("lamp-legend")
    expect(legend).to_be_in_viewport()
    entry = legend.locator("div").filter(has=desktop.get_by_text("In hand: to", exact=True))
    expect(entry).to_contain_text("bluish green, steady")
    black = legend.locator("div").filter(has=desktop.get_by_text("Black", exact=True))
    expect(black).to_contain_text("blue")


@pytest.mark.browser
def test_the_legend_explains_the_goals_of_a_board_that_has_some(
    desktop: Page, url: str, table: FakeTable
) -> None:
    visit(desktop, url)
    explained = desktop.get_by_test_id("lamp-legend").get_by_text("framed in a colour are its goal")
    for game, count in (("halma", 1), ("solomon", 0)):
        table.begin(game)
        choose(desktop, "legend")
        expect(desktop.get_by_test_id("rules-text")).to_have_attribute("data-game", game)
        expect(explained).to_have_count(count)
        desktop.get_by_test_id("rules-close").click()

"""The first screen: what it offers, and when it is shown."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.coach.lessons import LESSONS
from companion.games.registry import built_in
from companion.protocol.commands import Learn, Teach
from companion.protocol.views import LessonView, MoveView
from companion.session.rules_page import rules_page
from tests.browser import DESKTOP, PHONE, choose, new_page, visit, wait_for
from tests.page.table import FakeTable
from tests.slow import slow_after


@pytest.mark.parametrize("game", slow_after(2, built_in()))
def test_a_picture_shows_pieces_and_needs_no_rules(game: str) -> None:
    page = rules_page(Learn(game, brief=True))
    assert any(page.start)
    assert len(page.start) == len(page.table.points)
    assert (page.page, page.examples, page.legend) == ("", (), ())


@pytest.fixture(params=[DESKTOP, PHONE], ids=["desktop", "phone"])
def home(browser: Browser, url: str, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page that is opened while nothing is played."""
    with new_page(browser, request.param, touch=request.param == PHONE) as page:
        page.goto(url)
        wait_for(page, '[data-testid="headline"]:not(:empty)')
        yield page


pages = pytest.mark.browser


@pages
def test_a_newcomer_is_in_a_guided_game_after_one_click(home: Page, table: FakeTable) -> None:
    expect(home.locator("[data-tile]")).to_have_count(len(LESSONS))
    tile = home.locator('[data-tile="trinity"]')
    expect(tile).to_contain_text("1 to 6 players · about 15 minutes")
    tile.click()
    assert table.asked() == Teach("trinity", seen=table.state.stage)
    table.say(lesson=LessonView(1, 7, False))
    expect(home.get_by_test_id("home")).to_be_hidden()
    expect(home.get_by_test_id("guided-leave")).to_be_visible()


@pages
def test_games_are_chosen_by_players_and_minutes(desktop: Page, url: str) -> None:
    visit(desktop, url)
    desktop.get_by_test_id("new").click()
    option = desktop.get_by_test_id("game").locator('option[value="trinity"]')
    expect(option).to_have_text("Solomon's Trinity · 1 to 6 players · about 15 minutes")


@pages
def test_short_games_come_first(home: Page) -> None:
    tiles = home.locator("[data-tile]")
    minutes = [int(text.split("about ")[1].split()[0]) for text in tiles.all_inner_texts()]
    assert minutes == sorted(minutes)
    assert len(set(minutes)) > 3


@pages
def test_every_tile_has_a_picture_of_its_board(home: Page) -> None:
    expect(home.locator("[data-tile] .board")).to_have_count(len(LESSONS))
    expect(home.locator('[data-tile="halma"] [data-board="grid9"]')).to_have_count(1)
    assert home.locator('[data-tile="nim"] [data-piece]').count() == 19


@pages
def test_a_game_against_the_computer_begins_with_an_easy_one(home: Page, table: FakeTable) -> None:
    table.begin("solomon", levels=("beginner", "easy", "fair"))
    choose(home, "home-open")
    home.get_by_test_id("door-computer").click()
    expect(home.locator('[data-tile="peg"]')).to_have_count(0)
    home.locator('[data-tile="gomony"]').click()
    expect(home.get_by_test_id("game")).to_have_value("gomony")
    expect(home.get_by_test_id("opponent")).to_have_value("easy")
    expect(home.get_by_test_id("computer-seats")).to_be_visible()


@pages
def test_games_for_one_and_puzzles_are_behind_one_door(home: Page, table: FakeTable) -> None:
    table.begin("solomon", puzzles=("triangles", "magic"))
    choose(home, "home-open")
    home.get_by_test_id("door-alone").click()
    expect(home.locator("[data-tile]")).to_have_count(3)
    home.get_by_test_id("home-puzzles").click()
    expect(home.get_by_test_id("puzzle-menu")).to_be_visible()


@pages
def test_the_last_game_goes_on_from_here(home: Page, table: FakeTable) -> None:
    expect(home.get_by_test_id("last-game")).to_be_hidden()
    home.get_by_test_id("home-board").click()
    table.say(moves=(MoveView(0, "14-9"),))
    choose(home, "home-open")
    last = home.get_by_test_id("last-game")
    expect(last).to_contain_text("Continue: Solomon")
    expect(last).to_contain_text("White to move · 1 move")
    home.locator('[data-tile="nim"]').click()  # ends a game: that has to be held, in the dialog
    expect(home.get_by_test_id("new-start")).to_have_text("Hold to start")
    home.keyboard.press("Escape")
    last.click()
    expect(home.get_by_test_id("board")).to_be_visible()


@pages
@pytest.mark.parametrize("simulated", [True, False], ids=["simulated", "wood"])
def test_a_game_under_way_is_shown_and_not_the_first_screen(
    browser: Browser, url: str, table: FakeTable, simulated: bool
) -> None:
    table.begin("solomon", simulated=simulated)
    table.say(moves=(MoveView(0, "14-9"),))
    with new_page(browser) as page:
        page.goto(url)
        wait_for(page, '[data-testid="headline"]:not(:empty)')
        expect(page.get_by_test_id("board")).to_be_visible()
        expect(page.get_by_test_id("home")).to_be_hidden()


@pages
def test_the_first_move_on_the_wood_closes_the_first_screen(
    browser: Browser, url: str, table: FakeTable
) -> None:
    table.begin("solomon", simulated=False)
    with new_page(browser) as page:
        page.goto(url)
        expect(page.get_by_test_id("home")).to_be_visible()
        table.say(moves=(MoveView(0, "14-9"),))
        expect(page.get_by_test_id("board")).to_be_visible()


@pages
def test_the_way_to_a_wooden_board_is_told(home: Page) -> None:
    home.get_by_test_id("door-build").click()
    expect(home.locator("[data-tile]")).to_have_count(0)
    expect(home.get_by_test_id("building")).to_contain_text("hardware")

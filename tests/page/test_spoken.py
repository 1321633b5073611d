"""What people who cannot see the board, or its colours, are told by the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import choose, point, stop_the_clock, visit
from tests.page.table import FakeTable

BREATH = ((600, 1.0), (600, 0.2))


def shining(page: Page) -> list[str]:
    """The signs that are drawn beside points, by the names of their meanings."""
    badges = page.locator(".board .badge")
    return [str(badge.get_attribute("data-sign-of")) for badge in badges.all()]


def test_a_point_says_what_its_lamp_means(desktop: Page, url: str, table: FakeTable) -> None:
    visit(desktop, url)
    table.shine("may_move", "may move", "8c785a", "14", "9", vacant="a piece may be placed here")
    name = "aria-label"
    expect(point(desktop, "14")).to_have_attribute(name, "Point 14, white man, may move")
    expect(point(desktop, "9")).to_have_attribute(
        name, "Point 9, empty, a piece may be placed here"
    )
    table.shine("must_jump", "must jump", "ff6e00", "15", beats=BREATH)
    expect(point(desktop, "15")).to_have_attribute(name, "Point 15, white man, must jump")
    expect(point(desktop, "14")).to_have_attribute(name, "Point 14, white man")


@pytest.mark.slow
def test_a_sign_beside_the_lamp_tells_its_meaning(
    desktop: Page, url: str, table: FakeTable
) -> None:
    visit(desktop, url)
    table.shine("victim", "would be captured", "ff3700", "9", "10")
    expect(desktop.locator(".board .badge")).to_have_count(2)
    assert shining(desktop) == ["victim", "victim"]
    table.shine("may_move", "may move", "8c785a", "14")
    expect(desktop.locator(".board .badge")).to_have_count(0)  # its ring alone


@pytest.mark.slow
def test_a_rhythm_runs_by_itself_unless_frames_tell_it(
    desktop: Page, url: str, table: FakeTable
) -> None:
    visit(desktop, url)
    lamp = desktop.locator(".board .lamp").nth(13)
    beating = "lamp => lamp.getAnimations().map(({ effect }) => effect.getTiming().duration)"
    table.shine("must_jump", "must jump", "ff6e00", "14", beats=BREATH)
    expect(lamp).to_have_css("color", "rgb(255, 110, 0)")
    assert lamp.evaluate(beating) == [1200]
    table.shine("must_jump", "must jump", "ff6e00", "14", beats=BREATH, frames=True)
    table.light(p14="0000ff")
    expect(lamp).to_have_css("color", "rgb(0, 0, 255)")
    assert lamp.evaluate(beating) == []


@pytest.mark.slow
def test_a_turned_board_keeps_its_lamps(desktop: Page, url: str, table: FakeTable) -> None:
    table.say(assisted=True)
    visit(desktop, url)
    table.shine("must_jump", "must jump", "ff6e00", "14", beats=BREATH)
    expect(point(desktop, "14")).to_have_attribute("data-lamp", "#ff6e00")
    choose(desktop, "turning")
    table.say(turn=1, headline="Black to move")
    expect(point(desktop, "14")).to_have_attribute("aria-label", "Point 14, white man, must jump")
    expect(point(desktop, "14")).to_have_attribute("data-lamp", "#ff6e00")
    assert shining(desktop) == ["must_jump"]
    choose(desktop, "turning")


@pytest.mark.slow
def test_lamps_stand_still_for_people_who_want_no_motion(
    desktop: Page, url: str, table: FakeTable
) -> None:
    desktop.emulate_media(reduced_motion="reduce")
    visit(desktop, url)
    table.shine("must_jump", "must jump", "ff6e00", "14", beats=BREATH)
    expect(desktop.locator(".board .badge")).to_have_count(1)
    assert (
        desktop.locator(".board .lamp").nth(13).evaluate("lamp => lamp.getAnimations().length") == 0
    )


def test_a_move_is_announced_once_and_apart_from_what_comes_next(
    desktop: Page, url: str, table: FakeTable
) -> None:
    visit(desktop, url)
    said = desktop.get_by_role("status")
    table.say(told="White: 14 to 12, takes 13.", headline="Black to move", turn=1)
    expect(said.and_(desktop.get_by_test_id("told"))).to_have_text("White: 14 to 12, takes 13.")
    expect(said.and_(desktop.get_by_test_id("spoken"))).to_have_text("Black to move")


@pytest.mark.slow
def test_the_last_minute_is_announced(own: Page, url: str, table: FakeTable) -> None:
    stop_the_clock(own)
    visit(own, url)
    table.time(61.0, 300.0, running=0)
    expect(own.get_by_test_id("clocks")).to_be_visible()
    said = own.get_by_test_id("spoken-clock")
    assert said.inner_text() == ""
    own.clock.run_for(1500)
    expect(said).to_have_text("White: 1 minute left.")
    own.clock.run_for(50_000)
    expect(said).to_have_text("White: 10 seconds left.")
    own.clock.run_for(10_000)
    expect(said).to_have_text("White: the time is over.")

"""The settings in the page: drawn from what the program says, and sent as they are changed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.base.text import Text
from companion.protocol.commands import Adjust
from companion.protocol.views import FeatureView
from tests.browser import choose, visit
from tests.page.table import FakeTable

pytestmark = pytest.mark.browser


def opened(page: Page, url: str, table: FakeTable) -> None:
    visit(page, url)
    table.offer()
    choose(page, "view")
    page.get_by_test_id("settings").click()


def field(page: Page, key: str) -> Locator:
    return page.get_by_test_id(f"setting-{key}")


def test_every_kind_of_setting_is_sent_as_it_is_changed(
    desktop: Page, url: str, table: FakeTable
) -> None:
    opened(desktop, url, table)
    field(desktop, "lights.brightness").fill("35")
    assert table.asked() == Adjust("lights.brightness", 0.35)
    field(desktop, "timing.settle").fill("0.3")
    field(desktop, "timing.settle").blur()
    assert table.asked() == Adjust("timing.settle", 300)
    field(desktop, "lights.palette").select_option("safe")
    assert table.asked() == Adjust("lights.palette", "safe")
    field(desktop, "lights.last_move").click()
    assert table.asked() == Adjust("lights.last_move", False)
    field(desktop, "game.clock").select_option("fischer 5+3")
    assert table.asked() == Adjust("game.clock", "fischer 5+3")
    field(desktop, "page.title").fill("<b>Attic</b>")
    field(desktop, "page.title").blur()
    assert table.asked() == Adjust("page.title", "<b>Attic</b>")


@pytest.mark.slow
def test_what_another_page_has_changed_is_shown_and_can_be_reset(
    desktop: Page, url: str, table: FakeTable
) -> None:
    opened(desktop, url, table)
    table.offer(lights__brightness=0.35, game__clock="move 7", timing__pause=0)
    expect(field(desktop, "lights.brightness")).to_have_value("35")
    expect(field(desktop, "game.clock")).to_have_value("move 7")
    expect(field(desktop, "timing.pause")).to_have_value("0")
    expect(desktop.locator('[data-changed="true"]')).to_have_count(3)
    reset = desktop.get_by_test_id("setting-lights.brightness-reset")
    expect(reset).to_have_text("Reset to 60 %")
    reset.click()
    assert table.asked() == Adjust("lights.brightness", None)


def test_features_of_packages_are_listed_with_what_became_of_them(
    desktop: Page, url: str, table: FakeTable
) -> None:
    opened(desktop, url, table)
    added = desktop.get_by_test_id("settings-added")
    expect(added).to_be_hidden()
    table.offer(
        (FeatureView("bell", Text("in use")), FeatureView("<b>x</b>", Text("switched off")))
    )
    expect(added.locator("li")).to_have_text(["bell: in use", "<b>x</b>: switched off"])


def test_the_boards_name_is_in_the_head_and_the_title_as_text(
    desktop: Page, url: str, table: FakeTable
) -> None:
    visit(desktop, url)
    table.offer(page__title="<i>Attic</i>")
    expect(desktop.get_by_test_id("board-name")).to_have_text("<i>Attic</i>")
    expect(desktop).to_have_title("Solomon · <i>Attic</i>")
    table.begin("nim")
    title = table.hello.title
    expect(desktop).to_have_title(f"{title} · <i>Attic</i>")
    table.offer()
    expect(desktop.get_by_test_id("board-name")).to_be_hidden()
    expect(desktop).to_have_title(title)


def test_a_refused_value_is_said_and_not_left_in_the_field(
    desktop: Page, url: str, table: FakeTable
) -> None:
    opened(desktop, url, table)
    field(desktop, "timing.settle").fill("9")
    field(desktop, "timing.settle").blur()
    assert table.asked() == Adjust("timing.settle", 9000)
    table.refuse("timing.settle is 9000 ms; choose from 20 to 2000 ms")
    expect(desktop.get_by_test_id("settings-said")).to_contain_text("choose from 20")
    expect(field(desktop, "timing.settle")).to_have_value("0.2")
    field(desktop, "timing.settle").fill("")
    field(desktop, "timing.settle").blur()
    expect(field(desktop, "timing.settle")).to_have_value("0.2")
    assert table.commands.empty()


@pytest.mark.slow
def test_a_new_game_begins_with_the_clock_that_was_set(
    desktop: Page, url: str, table: FakeTable
) -> None:
    visit(desktop, url)
    table.offer(game__clock="bronstein 15+10")
    desktop.get_by_test_id("new").click()
    expect(desktop.get_by_test_id("clock-kind")).to_have_value("bronstein")
    desktop.get_by_test_id("new-start").click()
    assert table.asked().clock == "bronstein 15+10"  # type: ignore[union-attr]


@pytest.mark.slow
def test_every_setting_can_be_reached_on_a_phone(phone: Page, url: str, table: FakeTable) -> None:
    opened(phone, url, table)
    for setting in phone.locator(".setting").all():
        setting.scroll_into_view_if_needed()
        box = setting.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
    field(phone, "game.clock").select_option("move 30")
    assert table.asked() == Adjust("game.clock", "move 30")
    phone.get_by_test_id("settings-close").tap()
    expect(phone.get_by_test_id("settings-view")).to_be_hidden()

"""The dialog in which a position is put together."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.base.errors import UnknownGame
from companion.games.registry import in_menu_order, make
from companion.page.messages import New
from companion.protocol.commands import Learn
from companion.protocol.views import RulesPage
from tests.browser import visit
from tests.page.table import FakeTable

pytestmark = pytest.mark.browser


def open_editor(page: Page, url: str, game: str, position: str = "") -> Locator:
    visit(page, url)
    page.get_by_test_id("new").click()
    page.get_by_test_id("game").select_option(game)
    page.get_by_text("Begin with a position").click()
    page.get_by_test_id("position").fill(position)
    page.get_by_test_id("position-edit").click()
    expect(page.get_by_test_id("editor-parts")).to_be_visible()
    return page.get_by_test_id("editor")


def put(editor: Locator, piece: str, *points: str) -> None:
    editor.locator(f'[data-choice="{piece}"]').click()
    for point in points:
        editor.locator(f'[data-point="{point}"]').click()


def test_a_position_is_put_together_and_begun(desktop: Page, url: str, table: FakeTable) -> None:
    editor = open_editor(desktop, url, "solomon")
    desktop.get_by_test_id("editor-clear").click()
    put(editor, "w", "14", "15")
    put(editor, "B", "10")
    put(editor, "", "15")
    editor.get_by_label("Player to move").select_option(label="Black")
    desktop.get_by_test_id("editor-use").click()
    expect(desktop.get_by_test_id("position")).to_have_value("./...../../.B./../w..../. b")
    desktop.get_by_test_id("new-start").click()
    asked = table.asked()
    assert isinstance(asked, New)
    assert asked.position == "./...../../.B./../w..../. b"


@pytest.mark.slow
def test_pieces_are_stacked_bottom_first(desktop: Page, url: str) -> None:
    editor = open_editor(desktop, url, "crowning", "./o..../../.../../...../.")
    desktop.get_by_test_id("editor-on-top").check()
    put(editor, "o", "2", "5")
    desktop.get_by_test_id("editor-use").click()
    expect(desktop.get_by_test_id("position")).to_have_value("./(oo)..o./../.../../...../.")


@pytest.mark.slow
def test_a_text_that_does_not_fit_gives_way_to_the_start(desktop: Page, url: str) -> None:
    open_editor(desktop, url, "solomon", "nonsense")
    expect(desktop.get_by_test_id("editor-trouble")).to_contain_text("not a position of this board")
    expect(desktop.get_by_test_id("editor-text")).to_have_text("b/bbbbb/../.../../wwwww/w w")


@pytest.mark.slow
@pytest.mark.parametrize("game", in_menu_order())
def test_every_game_keeps_the_text_of_its_start(desktop: Page, url: str, game: str) -> None:
    open_editor(desktop, url, game)
    rules = make(game, {})
    start = rules.position_text(rules.start())
    expect(desktop.get_by_test_id("editor-text")).to_have_text(start)


@pytest.mark.slow
def test_a_game_that_cannot_begin_is_asked_for_again(
    desktop: Page, url: str, table: FakeTable
) -> None:
    visit(desktop, url)
    desktop.get_by_test_id("new").click()
    desktop.get_by_text("Begin with a position").click()
    desktop.get_by_test_id("position").fill("nonsense")
    for _ in range(2):  # it is said again if nothing was changed
        desktop.get_by_test_id("new-start").click()
        expect(desktop.get_by_test_id("new-game")).not_to_be_visible()
        assert isinstance(table.asked(), New)
        table.say(warning="position 'nonsense' has 1 field instead of 2")
        expect(desktop.get_by_test_id("new-game")).to_be_visible()
        expect(desktop.get_by_test_id("new-hint")).to_contain_text("1 field instead of 2")
        expect(desktop.get_by_test_id("position")).to_have_value("nonsense")


@pytest.mark.slow
def test_keys_lead_along_the_lines(desktop: Page, url: str) -> None:
    editor = open_editor(desktop, url, "solomon")
    editor.locator('[data-choice="w"]').click()
    editor.locator('[data-point="10"]').focus()
    desktop.keyboard.press("ArrowUp")
    expect(editor.locator('[data-point="4"]')).to_be_focused()
    desktop.keyboard.press("PageDown")
    right = editor.locator('[data-point="5"]')
    expect(right).to_be_focused()
    desktop.keyboard.press("Enter")
    expect(right).to_have_attribute("aria-label", "Point 5, white man")


@pytest.mark.slow
def test_nothing_can_be_used_before_the_board_is_there(
    desktop: Page, url: str, table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(asked: Learn, _: str) -> RulesPage:
        raise UnknownGame(f"there is no game {asked.game}")

    monkeypatch.setattr(table, "rules", refuse)
    visit(desktop, url)
    desktop.get_by_test_id("new").click()
    desktop.get_by_text("Begin with a position").click()
    desktop.get_by_test_id("position-edit").click()
    expect(desktop.get_by_test_id("editor-trouble")).to_have_text("there is no game solomon")
    expect(desktop.get_by_test_id("editor-use")).to_be_disabled()

"""The external engines in the page: what they say of themselves, choices within bounds, a trial."""

from __future__ import annotations

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from companion.base.text import Text
from companion.protocol.commands import ListEngines, SetEngine, TryEngine
from companion.protocol.views import EngineOptionView, EngineView
from tests.browser import choose, visit
from tests.page.table import FakeTable

pytestmark = pytest.mark.browser

HASH = EngineOptionView("Hash", "spin", 16, 16, 1, 1024, (), Text())
STYLE = EngineOptionView("Style", "combo", "Solid", "Solid", 0, 0, ("Solid", "Wild"), Text())
BOOK = EngineOptionView("OwnBook", "check", value=True, usual=True, least=0, most=0, choices=(),
                        fixed=Text())  # fmt: skip
FILE = EngineOptionView("Log <b>", "string", "", "", 0, 0, (), Text("not here"))
FISH = EngineView(
    name="fish",
    on=True,
    called="Fish <i>1</i>",
    author="A. Nonymous",
    protocol="uci",
    games=("Solomon",),
    levels=("easy", "strong"),
    seconds=None,
    usual_seconds=(0.1, 5.0),
    options=(HASH, STYLE, BOOK, FILE),
    trying=False,
    outcome=Text(),
    good=False,
    changed=False,
)
TOGA = msgspec.structs.replace(FISH, name="toga", called="", author="", options=())


def opened(page: Page, url: str, table: FakeTable, *engines: EngineView) -> None:
    visit(page, url)
    table.engines(*engines)
    choose(page, "view")
    page.get_by_test_id("settings").click()
    page.get_by_test_id("engines-open").click()
    assert table.asked() == ListEngines()


def field(page: Page, name: str) -> Locator:
    return page.get_by_test_id(f"engine-fish-{name}")


def test_a_board_without_engines_offers_none(desktop: Page, url: str, table: FakeTable) -> None:
    visit(desktop, url)
    table.offer()
    choose(desktop, "view")
    desktop.get_by_test_id("settings").click()
    expect(desktop.get_by_test_id("settings-engines")).to_be_hidden()


def test_everything_that_is_chosen_is_sent(desktop: Page, url: str, table: FakeTable) -> None:
    opened(desktop, url, table, FISH)
    expect(desktop.get_by_test_id("engine-fish")).to_contain_text(
        "Fish <i>1</i>, by A. Nonymous · plays Solomon · levels: easy, strong"
    )
    field(desktop, "on").click()
    assert table.asked() == SetEngine("fish", "on", value=False)
    expect(field(desktop, "seconds")).to_have_attribute("placeholder", "0.1, 5")
    field(desktop, "seconds").fill("2.5")
    field(desktop, "seconds").blur()
    assert table.asked() == SetEngine("fish", "seconds", 2.5)
    field(desktop, "options").locator("summary").click()
    field(desktop, "option-Hash").fill("64")
    field(desktop, "option-Hash").blur()
    assert table.asked() == SetEngine("fish", "option", 64, "Hash")
    field(desktop, "option-Style").select_option("Wild")
    assert table.asked() == SetEngine("fish", "option", "Wild", "Style")
    field(desktop, "option-OwnBook").click()
    assert table.asked() == SetEngine("fish", "option", value=False, option="OwnBook")
    expect(field(desktop, "option-Log <b>")).to_have_text("none")
    field(desktop, "try").click()
    assert table.asked() == TryEngine("fish")
    assert not desktop.locator("[data-testid=engines-view] input[type=text]").count()


def test_a_trial_is_shown_while_it_runs_and_afterwards(
    desktop: Page, url: str, table: FakeTable
) -> None:
    opened(desktop, url, table, FISH, TOGA)
    field(desktop, "try").focus()
    table.engines(msgspec.structs.replace(FISH, trying=True), TOGA)
    expect(field(desktop, "try")).to_have_text("Trying …")
    expect(field(desktop, "try")).to_be_focused()
    field(desktop, "try").click(force=True)  # once is enough
    table.engines(msgspec.structs.replace(FISH, outcome=Text("<b>it hangs</b>")), TOGA)
    expect(field(desktop, "outcome")).to_have_text("<b>it hangs</b>")
    expect(field(desktop, "outcome")).to_have_class("outcome wrong")
    field(desktop, "try").click()
    assert table.asked() == TryEngine("fish")


def test_what_is_typed_stays_while_another_engine_answers(
    desktop: Page, url: str, table: FakeTable
) -> None:
    opened(desktop, url, table, FISH, TOGA)
    field(desktop, "seconds").press_sequentially("12")
    table.engines(FISH, msgspec.structs.replace(TOGA, called="Toga II"))
    expect(desktop.get_by_test_id("engine-toga")).to_contain_text("Toga II")
    expect(field(desktop, "seconds")).to_be_focused()
    expect(field(desktop, "seconds")).to_have_value("12")


def test_what_was_refused_is_said_and_the_field_shows_what_counts(
    desktop: Page, url: str, table: FakeTable
) -> None:
    opened(desktop, url, table, FISH)
    field(desktop, "options").locator("summary").click()
    field(desktop, "option-Hash").fill("4096")
    field(desktop, "option-Hash").blur()
    assert table.asked() == SetEngine("fish", "option", 4096, "Hash")
    table.refuse("option 'Hash' cannot be 4096")
    expect(desktop.get_by_test_id("engines-said")).to_have_text("option 'Hash' cannot be 4096")
    expect(field(desktop, "option-Hash")).to_have_value("16")
    expect(field(desktop, "options")).to_have_attribute("open", "")


def test_what_was_changed_can_be_reset(phone: Page, url: str, table: FakeTable) -> None:
    hashed = msgspec.structs.replace(HASH, value=64)
    changed = msgspec.structs.replace(FISH, options=(hashed,), seconds=1.0, changed=True)
    opened(phone, url, table, changed)
    reset = field(phone, "seconds-reset")
    expect(reset).to_have_text("Reset to 0.1, 5")
    reset.click()
    assert table.asked() == SetEngine("fish", "seconds")
    field(phone, "options").locator("summary").click()
    field(phone, "option-Hash-reset").click()
    assert table.asked() == SetEngine("fish", "option", None, "Hash")
    field(phone, "reset").click()
    assert table.asked() == SetEngine("fish", "all")

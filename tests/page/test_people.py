"""The people who play here, on the page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.base.text import Text
from companion.page.messages import Enrol, Forget, New, Present
from companion.protocol.views import PeopleView, PersonView
from companion.records.household import COLOURS, SIGNS, Household, Person
from companion.records.journal.record import EndRecord
from companion.session.library.shelf import Library
from companion.session.view_builder import board_greeting
from tests.browser import choose, visit
from tests.page.served_page import served_page
from tests.page.table import FakeTable
from tests.records.journal.games import ENTRIES
from tests.records.logs import write_log

pytestmark = pytest.mark.browser

ANNA, BEN = PersonView("Anna", "red", "star"), PersonView("Ben", "blue", "moon")
NOBODY = PeopleView((), "", COLOURS, SIGNS)
FAMILY = PeopleView((ANNA, BEN), "Anna", COLOURS, SIGNS)
WON = [*ENTRIES[:3], EndRecord("win 0", "resigned")]


@pytest.fixture
def shelved(tmp_path: Path, table: FakeTable) -> Iterator[str]:
    """The address of a page with three games of Anna's, two against the computer."""
    write_log(tmp_path, 1, players={0: "Anna", 1: "Ben"}, records=WON)
    for minute in (2, 3):
        write_log(tmp_path, minute, players={0: "anna"}, computers={1: "easy"}, records=WON)
    household = Household((Person("Anna"), Person("Ben")), "Anna")
    table.begin("solomon", levels=("beginner", "easy", "casual"))
    table.say(people=FAMILY)
    library = Library(tmp_path, board_greeting, people=lambda: household)
    with served_page(table, library=library) as address:
        yield address


def test_a_person_is_added(desktop: Page, url: str, table: FakeTable) -> None:
    visit(desktop, url)
    table.say(people=NOBODY)
    choose(desktop, "people")
    expect(desktop.get_by_test_id("people-say")).to_contain_text("stays on this machine")
    expect(desktop.get_by_test_id("people-nobody")).to_be_hidden()
    desktop.get_by_test_id("person-add").click()
    expect(desktop.get_by_test_id("person-name")).to_be_focused()
    desktop.get_by_test_id("person-save").click()
    expect(desktop.get_by_test_id("person-hint")).to_have_text("Write a name.")
    desktop.get_by_test_id("person-name").fill("Anna")
    desktop.get_by_label("violet").check()
    desktop.get_by_label("fish").check()
    desktop.keyboard.press("Enter")
    assert table.asked() == Enrol("Anna", "violet", "fish")
    table.say(people=PeopleView((PersonView("Anna", "violet", "fish"),), "Anna", COLOURS, SIGNS))
    expect(desktop.get_by_test_id("person-form")).to_be_hidden()
    expect(desktop.locator('[data-person="Anna"]')).to_have_attribute("aria-pressed", "true")


def test_why_a_person_is_refused_is_said_beside_the_name(
    desktop: Page, url: str, table: FakeTable
) -> None:
    visit(desktop, url)
    table.say(people=FAMILY)
    choose(desktop, "people")
    desktop.locator('[data-edit="Ben"]').click()
    desktop.get_by_test_id("person-name").fill("anna")
    desktop.get_by_test_id("person-save").click()
    assert table.asked() == Enrol("anna", "blue", "moon", "Ben")
    table.say(warning=Text("Anna is there already: choose another name"))
    expect(desktop.get_by_test_id("person-hint")).to_contain_text("Anna is there already")
    expect(desktop.get_by_test_id("person-name")).to_have_value("anna")


def test_a_person_is_removed_only_by_holding(desktop: Page, url: str, table: FakeTable) -> None:
    visit(desktop, url)
    table.say(people=FAMILY)
    choose(desktop, "people")
    desktop.locator('[data-edit="Ben"]').click()
    remove = desktop.get_by_test_id("person-remove")
    remove.click()
    expect(remove).to_have_text("Keep holding …")
    remove.hover()
    desktop.mouse.down()
    assert table.asked() == Forget("Ben")
    desktop.mouse.up()


def test_statistics_tell_who_beat_whom(desktop: Page, shelved: str, table: FakeTable) -> None:
    visit(desktop, shelved)
    choose(desktop, "people")
    anna = desktop.locator('[data-person="Anna"]')
    expect(anna).to_contain_text("3 games · 3 won, 0 drawn, 0 lost · won the last 3")
    expect(desktop.get_by_test_id("person-facts")).to_contain_text("suits in Solomon: casual")
    rows = desktop.get_by_test_id("person-facts").locator("tbody tr")
    expect(rows).to_have_text(["computer (easy)200", "Ben100"])
    expect(desktop.get_by_test_id("meetings").locator("tbody tr")).to_have_text("Anna – Ben1 : 00")
    desktop.locator('[data-person="Ben"]').click()
    assert table.asked() == Present("Ben")


def test_statistics_lead_to_who_beat_whom(desktop: Page, shelved: str) -> None:
    visit(desktop, shelved)
    choose(desktop, "library")
    desktop.get_by_test_id("library-statistics").click()
    desktop.get_by_test_id("statistics-people").click()
    expect(desktop.get_by_test_id("meetings").locator("tbody tr")).to_have_text("Anna – Ben1 : 00")
    desktop.get_by_test_id("people-close").click()
    expect(desktop.get_by_test_id("statistics-people")).to_be_visible()


def test_who_plays_is_named_in_a_new_game_and_gets_a_level_that_suits(
    desktop: Page, shelved: str, table: FakeTable
) -> None:
    visit(desktop, shelved)
    desktop.get_by_test_id("new").click()
    expect(desktop.locator('[data-name="0"]')).to_have_value("")
    desktop.get_by_test_id("opponent").select_option("easy")
    expect(desktop.locator('[data-name="0"]')).to_have_value("Anna")
    expect(desktop.locator('[data-name="1"]')).to_be_hidden()
    expect(desktop.get_by_test_id("suggestion")).to_contain_text("“casual” suits Anna")
    desktop.get_by_test_id("suggested").click()
    expect(desktop.get_by_test_id("opponent")).to_have_value("casual")
    expect(desktop.get_by_test_id("suggestion")).to_be_hidden()
    desktop.get_by_test_id("new-start").click()
    asked = table.asked()
    assert isinstance(asked, New)
    assert (asked.players, asked.computers) == ({0: "Anna"}, {1: "casual"})


def test_a_name_of_ones_own_goes_before_that_of_who_plays(desktop: Page, shelved: str) -> None:
    visit(desktop, shelved)
    desktop.get_by_test_id("new").click()
    desktop.locator('[data-name="0"]').fill("Carla")
    desktop.get_by_test_id("opponent").select_option("easy")
    expect(desktop.locator('[data-name="0"]')).to_have_value("Carla")
    expect(desktop.get_by_test_id("suggestion")).to_be_hidden()


def test_the_first_screen_shows_who_plays(desktop: Page, shelved: str) -> None:
    visit(desktop, shelved)
    choose(desktop, "home-open")
    shown = desktop.get_by_test_id("people-open")
    expect(shown).to_have_text("Anna")
    shown.click()
    expect(desktop.get_by_test_id("people-dialog")).to_be_visible()
    desktop.get_by_test_id("people-close").click()
    desktop.get_by_test_id("door-computer").click()
    desktop.locator('[data-tile="solomon"]').click()
    expect(desktop.get_by_test_id("opponent")).to_have_value("casual")  # and not "easy"

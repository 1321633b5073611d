"""New games with their options, hints and counts, announcements and long questions, in the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from companion.base.text import Text
from companion.page.messages import Choose, Hint, MoveView, New, Question, Watch
from tests.browser import centre, message, new_page, open_menu, point, visit, window
from tests.page.table import FakeTable

pytestmark = pytest.mark.browser

MOVES = tuple(MoveView(0, f"{n}-{n + 2}") for n in range(1, 8))


def button(page: Page, name: str) -> Locator:
    return page.get_by_test_id(name)


def option(page: Page, name: str) -> Locator:
    return page.locator(f'[data-option="{name}"]')


def test_what_an_option_may_be_follows_the_options_before_it(
    desktop: Page, url: str, table: FakeTable
) -> None:
    visit(desktop, url)
    button(desktop, "new").click()
    button(desktop, "game").select_option("peg")
    expect(option(desktop, "vacant")).to_have_value("10")
    expect(option(desktop, "vacant").locator("option")).to_have_count(19)
    option(desktop, "board").focus()
    option(desktop, "board").select_option("grid7")
    expect(option(desktop, "vacant")).to_have_value("d2")
    expect(option(desktop, "vacant").locator("option")).to_have_count(49)
    expect(option(desktop, "board")).to_be_focused()
    button(desktop, "new-start").click()
    assert table.asked() == New("peg", {"board": "grid7"}, seen=table.state.stage)


def test_what_was_chosen_stays_and_what_was_not_follows(
    desktop: Page, url: str, table: FakeTable
) -> None:
    visit(desktop, url)
    button(desktop, "new").click()
    button(desktop, "game").select_option("trinity")
    expect(option(desktop, "stones")).to_have_value("15")
    option(desktop, "blocked").select_option("7")
    option(desktop, "seats").select_option("3")
    expect(option(desktop, "stones")).to_have_value("16")  # as usual for three
    expect(option(desktop, "blocked")).to_have_value("7")
    option(desktop, "stones").select_option("15")
    option(desktop, "seats").select_option("4")
    expect(option(desktop, "stones")).to_have_value("15")
    button(desktop, "new-start").click()
    assert table.asked() == New(
        "trinity", {"seats": "4", "stones": "15", "blocked": "7"}, seen=table.state.stage
    )


@pytest.mark.slow
def test_many_values_are_ticked_and_the_game_being_played_is_offered_again(
    phone: Page, url: str, table: FakeTable
) -> None:
    table.begin("gomony", {"promoted": "a1,c1", "stalemate": "loses"})
    visit(phone, url)
    button(phone, "new").tap()
    expect(option(phone, "promoted").locator(":checked")).to_have_count(2)
    expect(option(phone, "stalemate")).to_have_value("loses")
    option(phone, "promoted").locator('[value="a1"]').tap()
    option(phone, "promoted").locator('[value="b8"]').tap()
    button(phone, "new-start").tap()
    assert table.asked() == New(
        "gomony", {"promoted": "b8,c1", "stalemate": "loses"}, seen=table.state.stage
    )


def test_help_says_what_each_option_is(desktop: Page, url: str) -> None:
    visit(desktop, url)
    button(desktop, "new").click()
    button(desktop, "game").select_option("gomony")
    expect(button(desktop, "options").locator("legend, .field > span")).to_have_text(
        [
            "Squares whose markers start promoted, a handicap",
            "The result when a player has columns but no move",
            "Who moves first",
        ]
    )


def test_hints_are_asked_for_and_shown(desktop: Page, url: str, table: FakeTable) -> None:
    visit(desktop, url)
    expect(button(desktop, "hint")).to_be_enabled()
    open_menu(desktop)
    expect(button(desktop, "watch")).to_be_hidden()
    desktop.keyboard.press("Escape")
    table.begin("crowning", solvable=True)
    button(desktop, "hint").click()
    assert table.asked() == Hint()
    table.say(hint="Hint: move the piece on 2.", hint_more=True)
    expect(button(desktop, "advice")).to_have_text("Hint: move the piece on 2.")
    expect(button(desktop, "spoken")).to_have_text("Player to move. Hint: move the piece on 2.")
    expect(button(desktop, "hint")).to_have_text("More")
    button(desktop, "hint").click()
    assert table.asked() == Hint()
    table.say(hint="Hint: 2-15.", hint_more=False)
    expect(button(desktop, "hint")).to_have_text("Hint")
    table.say(outcome="loss", turn=None, hint="")
    expect(button(desktop, "hint")).to_be_disabled()


def test_no_hint_for_the_computer(desktop: Page, url: str, table: FakeTable) -> None:
    table.begin("solomon", computers={1: "easy"})
    visit(desktop, url)
    expect(button(desktop, "hint")).to_be_enabled()
    table.say(turn=1)
    expect(button(desktop, "hint")).to_be_disabled()
    table.say(turn=0)
    expect(button(desktop, "hint")).to_be_enabled()


def test_a_switch_says_whether_hopelessness_is_told(
    desktop: Page, url: str, table: FakeTable
) -> None:
    table.begin("peg", solvable=True)
    visit(desktop, url)
    watch = button(desktop, "watch")
    open_menu(desktop)
    expect(watch).to_have_attribute("aria-checked", "false")
    watch.click()
    assert table.asked() == Watch(True)
    table.say(watched=True)
    expect(watch).to_have_attribute("aria-checked", "true")
    watch.press("Space")
    assert table.asked() == Watch(False)


def test_moves_are_counted_where_one_plays_alone(desktop: Page, url: str, table: FakeTable) -> None:
    visit(desktop, url)
    tally = button(desktop, "tally")
    expect(tally).to_be_hidden()
    table.begin("crowning")
    table.say(moves=MOVES, best=11)
    expect(tally).to_have_text("7 moves · best known 11")
    table.say(moves=MOVES[:1], best=None)
    expect(tally).to_have_text("1 move")


def test_an_announcement_is_shown_beside_the_message_and_spoken_first(
    desktop: Page, url: str, table: FakeTable
) -> None:
    visit(desktop, url)
    table.say(announcement="White passes", message="Put it back on 3.", tone="wrong")
    expect(button(desktop, "announcement")).to_have_text("White passes")
    assert message(desktop) == "Put it back on 3."
    expect(button(desktop, "spoken")).to_have_text("White passes. White to move. Put it back on 3.")
    table.say(announcement="", message="", tone="plain")
    expect(button(desktop, "announcement")).to_be_hidden()


@pytest.mark.slow
def test_nothing_moves_when_announcements_hints_and_counts_come_and_go(
    page: Page, url: str, table: FakeTable
) -> None:
    table.begin("crowning", solvable=True, puzzles=("triangles",))
    width, height = window(page)
    visit(page, url)
    steady = [point(page, "10"), *(button(page, n) for n in ("hint", "menu", "new"))]
    before = [centre(place) for place in steady]
    table.say(
        announcement="Nothing can move but the quarter: the nickel and the dime pass. " * 2,
        message="Put the piece on 3 back on 7, and the one on 11 back on 14. " * 2,
        hint="No sequence of moves solves it any more. " * 3,
        moves=MOVES * 20,
        best=11,
        headline="A headline that is far longer than what there is room for on any screen",
    )
    expect(button(page, "tally")).to_contain_text("140")
    assert [centre(place) for place in steady] == before
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for place in (*steady, button(page, "tally")):
        box = place.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height


@pytest.mark.slow
def test_the_answer_that_the_lamps_show_is_in_sight_among_many(
    page: Page, url: str, table: FakeTable
) -> None:
    visit(page, url)
    choices = tuple(f"16x4x9x{n}" for n in range(40))
    for picked in (25, 39, 0):
        table.say(question=Question(Text("Which?"), choices, picked))
        shown = page.locator('[data-choice][aria-pressed="true"]')
        expect(shown).to_have_text(choices[picked])
        expect(shown).to_be_in_viewport(ratio=0.9)
        group = button(page, "question").bounding_box()
        box = shown.bounding_box()
        assert group is not None
        assert box is not None
        assert box["x"] >= group["x"] - 1
        assert box["x"] + box["width"] <= group["x"] + group["width"] + 1
        assert box["y"] >= group["y"] - 1
        assert box["y"] + box["height"] <= group["y"] + group["height"] + 1
    assert page.evaluate("scrollY") == 0
    page.locator('[data-choice="31"]').click()
    assert table.asked() == Choose(31, seen=table.state.stage)


@pytest.mark.parametrize("told", ["question", "warning"])
def test_nothing_lies_over_the_buttons_of_a_phone_on_its_side(
    browser: Browser, url: str, table: FakeTable, told: str
) -> None:
    with new_page(browser, (844, 390), touch=True) as page:
        visit(page, url)
        if told == "question":
            table.say(question=Question(Text("Which?"), ("e8=Q+", "e8=N"), 0))
            shown = page.locator("[data-choice]").first
        else:
            table.say(warning="The card is full.")
            shown = button(page, "warning")
        expect(shown).to_be_visible()
        above, below = shown.bounding_box(), button(page, "confirm").bounding_box()
        assert above is not None
        assert below is not None
        assert above["y"] + above["height"] <= below["y"]


def test_computer_is_chosen_with_its_seats_and_its_level(
    phone: Page, url: str, table: FakeTable
) -> None:
    table.begin("solomon")
    visit(phone, url)
    button(phone, "new").tap()
    expect(button(phone, "computer-seats")).to_be_hidden()
    button(phone, "game").select_option("peg")
    expect(button(phone, "opponent")).to_have_count(0)
    button(phone, "game").select_option("halma")
    button(phone, "opponent").select_option("strong")
    option(phone, "players").select_option("3")
    seats = button(phone, "computer-seats")
    expect(seats.locator(".tick")).to_have_text(["South", "West", "North"])
    expect(seats.locator(":checked")).to_have_value("2")
    seats.locator('[value="0"]').tap()
    button(phone, "new-start").tap()
    assert table.asked() == New(
        "halma", {"players": "3"}, {0: "strong", 2: "strong"}, seen=table.state.stage
    )


def test_computer_that_plays_is_offered_again(desktop: Page, url: str, table: FakeTable) -> None:
    table.begin("gomony", computers={0: "fair"})
    visit(desktop, url)
    button(desktop, "new").click()
    expect(button(desktop, "opponent")).to_have_value("fair")
    button(desktop, "new-start").click()
    assert table.asked() == New("gomony", {}, {0: "fair"}, seen=table.state.stage)

"""Puzzles in the page: figures one after another, and the magic labelling."""

from __future__ import annotations

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from companion.base.text import Text
from companion.page.messages import (
    Clue,
    Complete,
    Corner,
    Daily,
    DailyView,
    Figure,
    Hunt,
    Label,
    Labelling,
    Lift,
    MoveView,
    Put,
    Puzzle,
    Step,
    Tell,
)
from tests.browser import (
    centre,
    choose,
    grab,
    message,
    open_menu,
    pieces,
    point,
    settled,
    stop_the_clock,
    visit,
    window,
)
from tests.page.table import FakeTable

pytestmark = pytest.mark.browser

PUZZLES = ("triangles", "quadrilaterals", "magic")


def button(page: Page, name: str) -> Locator:
    return page.get_by_test_id(name)


@pytest.fixture
def table() -> FakeTable:
    table = FakeTable()
    table.begin("peg", puzzles=PUZZLES)
    return table


def figure(number: int, *corners: str, on: tuple[str, ...] = ()) -> Figure:
    """A figure of the star by its points' names."""
    at = tuple(int(name) - 1 for name in corners)
    between = tuple(int(name) - 1 for name in on)
    return Figure("triangles", number, 56, Text("-".join(corners)), at, (*at, *between))


TRIANGLE = figure(12, "1", "9", "11", on=("3", "7", "10", "5", "8"))


def labelling(
    table: FakeTable, labels: dict[str, int], message: str = "", tone: str = "plain"
) -> Labelling:
    """The labelling with these numbers, by the names of their points."""
    numbers = tuple(labels.get(p.name, 0) for p in table.hello.points)
    lines = [[numbers[p] for p in line] for line in table.hello.lines]
    return Labelling(numbers, tuple(map(sum, lines)), tuple(map(all, lines)), Text(message), tone)


def test_the_menu_lists_the_puzzles_of_the_board(desktop: Page, url: str, table: FakeTable) -> None:
    visit(desktop, url)
    choose(desktop, "puzzles")
    expect(desktop.locator("[data-puzzle]")).to_have_text([*PUZZLES[:2], "magic labelling"])
    desktop.locator('[data-puzzle="quadrilaterals"]').click()
    assert table.asked() == Puzzle("quadrilaterals")
    expect(button(desktop, "puzzle-menu")).to_be_hidden()
    table.begin("gomony")
    expect(button(desktop, "puzzles")).to_be_hidden()


@pytest.mark.slow
def test_a_figure_is_drawn_over_the_board_with_its_corners_and_sides(
    desktop: Page, url: str, table: FakeTable
) -> None:
    visit(desktop, url)
    table.say(figure=TRIANGLE)
    expect(button(desktop, "figure-count")).to_have_text("12 of 56")
    expect(button(desktop, "figure-name")).to_have_text("1-9-11")
    expect(desktop.locator(".figure .corner")).to_have_count(3)
    expect(desktop.locator(".figure .along")).to_have_count(5)
    drawn = desktop.locator(".figure polygon").last.evaluate("one => one.points.numberOfItems")
    assert drawn == 3
    corner = centre(desktop.locator(".figure .corner").first)
    assert corner == pytest.approx(centre(point(desktop, "1")), abs=1)
    expect(desktop.locator(".stacks")).to_have_css("opacity", "0.18")
    table.say(figure=figure(13, "2", "6", "19", "10"))
    expect(desktop.locator(".figure .corner")).to_have_count(4)
    expect(button(desktop, "figure-count")).to_have_text("13 of 56")
    table.say(figure=None)
    expect(desktop.locator(".figure .corner")).to_have_count(0)
    expect(button(desktop, "hint")).to_be_visible()
    expect(desktop.locator(".stacks")).to_have_css("opacity", "1")


@pytest.mark.slow
def test_figures_are_stepped_through_by_buttons_and_by_keys(
    desktop: Page, url: str, table: FakeTable
) -> None:
    visit(desktop, url)
    table.say(figure=TRIANGLE)
    button(desktop, "figure-next").click()
    assert table.asked() == Step(1)
    button(desktop, "figure-before").click()
    assert table.asked() == Step(-1)
    desktop.keyboard.press("ArrowRight")
    assert table.asked() == Step(1)
    desktop.keyboard.press("ArrowLeft")
    assert table.asked() == Step(-1)
    button(desktop, "figure-back").click()
    assert table.asked() == Puzzle("")


def test_no_piece_is_lifted_while_a_figure_is_looked_at_and_a_held_one_goes_back(
    desktop: Page, url: str, table: FakeTable
) -> None:
    visit(desktop, url)
    grab(desktop, point(desktop, "9"))
    lift = table.asked()
    assert isinstance(lift, Lift)
    table.say(figure=TRIANGLE)
    assert table.asked() == Put("9", lift.hand)
    desktop.mouse.up()
    settled(desktop)
    assert pieces(desktop, "9") == "o"
    desktop.mouse.move(*centre(point(desktop, "9")))
    desktop.mouse.down()
    desktop.mouse.up()
    point(desktop, "9").press("Enter")
    button(desktop, "figure-next").click()
    assert table.asked() == Step(1)  # and nothing before it


def test_a_number_is_typed_onto_a_point(own: Page, url: str, table: FakeTable) -> None:
    visit(own, url)
    table.say(labelling=labelling(table, {}))
    stop_the_clock(own)
    point(own, "10").click()
    own.keyboard.press("7")  # no number of two digits begins with it
    assert table.asked() == Label("10", 7)
    own.keyboard.press("ArrowUp")
    own.keyboard.type("14")
    assert table.asked() == Label("4", 14)
    own.keyboard.press("ArrowUp")
    own.keyboard.press("1")
    expect(own.locator(".number.chosen text")).to_have_text("1_")
    own.clock.run_for(1000)  # nothing follows
    assert table.asked() == Label("1", 1)
    point(own, "2").click()
    own.keyboard.press("1")
    own.keyboard.press("Enter")
    assert table.asked() == Label("2", 1)
    own.keyboard.press("1")
    point(own, "3").click()  # going on settles it
    assert table.asked() == Label("2", 1)


@pytest.mark.slow
def test_a_number_is_wiped_off(desktop: Page, url: str, table: FakeTable) -> None:
    visit(desktop, url)
    table.say(labelling=labelling(table, {"3": 5, "4": 6}))
    expect(point(desktop, "3")).to_have_attribute("aria-label", "Point 3, 5")
    point(desktop, "3").click()
    desktop.keyboard.press("1")
    desktop.keyboard.press("Backspace")  # only what was typed
    desktop.keyboard.press("Delete")
    assert table.asked() == Label("3", 0)
    point(desktop, "4").click()
    desktop.locator('[data-number="0"]').click()
    assert table.asked() == Label("4", 0)


@pytest.mark.slow
def test_a_finger_takes_a_number_that_is_free_from_the_keypad(
    phone: Page, url: str, table: FakeTable
) -> None:
    visit(phone, url)
    table.say(labelling=labelling(table, {"1": 3}))
    key = phone.locator("[data-number]")
    expect(key).to_have_count(20)
    expect(phone.locator("[data-number]:enabled")).to_have_count(0)  # no point is chosen
    point(phone, "14").tap()
    expect(button(phone, "labelling-say")).to_have_text("Point 14: no number yet")
    expect(phone.locator('[data-number="3"]')).to_be_disabled()
    expect(phone.locator("[data-number]:enabled")).to_have_count(18)
    phone.locator('[data-number="19"]').tap()
    assert table.asked() == Label("14", 19)
    table.say(labelling=labelling(table, {"1": 3, "14": 19}))
    expect(phone.locator(".number.chosen text")).to_have_text("19")
    expect(phone.locator('[data-number="19"]')).to_be_disabled()
    expect(point(phone, "14")).to_have_attribute("data-label", "19")


@pytest.mark.slow
def test_sums_stand_at_the_ends_of_the_lines(desktop: Page, url: str, table: FakeTable) -> None:
    visit(desktop, url)
    line = table.hello.lines[0]
    names = [table.hello.points[p].name for p in line]
    told = labelling(table, {name: n + 1 for n, name in enumerate(names)})
    table.say(labelling=told)
    total = told.sums[0]
    expect(desktop.locator(".sum.whole")).to_have_text(str(total))
    parts = [str(part or "") for part in told.sums[1:]]
    expect(desktop.locator(".sum.part")).to_have_text(parts)
    expect(button(desktop, "sums")).to_contain_text(f"Line {names[0]} to {names[-1]}: {total}.")
    board = button(desktop, "board").bounding_box()
    assert board is not None
    for x, y in [centre(desktop.locator(".sum").nth(n)) for n in range(9)]:
        assert board["x"] < x < board["x"] + board["width"]
        assert board["y"] < y < board["y"] + board["height"]


def test_what_is_wrong_with_the_labelling_is_said_with_its_tone(
    desktop: Page, url: str, table: FakeTable
) -> None:
    visit(desktop, url)
    table.say(labelling=labelling(table, {"2": 5, "9": 5}, "5 stands on 2 and on 9.", "wrong"))
    expect(button(desktop, "message")).to_have_attribute("data-tone", "wrong")
    assert message(desktop) == "5 stands on 2 and on 9."
    expect(button(desktop, "spoken")).to_contain_text("5 stands on 2 and on 9.")
    button(desktop, "complete").click()
    assert table.asked() == Complete()
    button(desktop, "labelling-back").click()
    assert table.asked() == Puzzle("")
    table.say(labelling=None)
    expect(point(desktop, "2")).to_have_attribute("aria-label", "Point 2, piece")
    expect(desktop.locator(".number")).to_have_count(0)


def test_nothing_moves_when_a_puzzle_is_looked_at_and_all_of_it_fits(
    page: Page, url: str, table: FakeTable
) -> None:
    width, height = window(page)
    visit(page, url)
    before = button(page, "board").bounding_box()
    for told, names in (
        ({"figure": TRIANGLE}, ("figure-before", "figure-next", "figure-search", "figure-back")),
        (
            {"labelling": labelling(table, {}, "Wrong. " * 40, "wrong"), "figure": None},
            ("keypad", "complete", "labelling-back"),
        ),
    ):
        table.say(**told)
        expect(button(page, names[-1])).to_be_visible()
        assert button(page, "board").bounding_box() == before
        for name in names:
            box = button(page, name).bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= height
            assert box["x"] + box["width"] <= width


@pytest.mark.slow
def test_corners_are_chosen_on_the_board_and_what_is_found_is_counted(
    page: Page, url: str, table: FakeTable
) -> None:
    visit(page, url)
    table.say(hunt=Hunt("triangles", (), (), None))
    point(page, "1").click()
    assert table.asked() == Corner("1")
    point(page, "9").press("Enter")
    assert table.asked() == Corner("9")
    table.say(hunt=Hunt("triangles", (), (0, 8), None))
    expect(page.locator(".figure .corner")).to_have_count(2)
    expect(page.locator(".figure polygon")).to_have_count(0)
    table.say(hunt=Hunt("triangles", ("1-9-11", "1-3-4"), (0, 8, 10), TRIANGLE))
    expect(page.locator(".figure polygon")).to_have_count(2)
    expect(button(page, "hunt-count")).to_have_text("2")
    expect(button(page, "hunt-finds")).to_have_text("1-3-4, 1-9-11")
    expect(button(page, "figure")).to_be_hidden()
    button(page, "hunt-tell").click()
    assert table.asked() == Tell()
    table.say(hunt=None, figure=msgspec.structs.replace(TRIANGLE, found=True))
    expect(button(page, "figure-count")).to_have_text("✓ found · 12 of 56")
    button(page, "figure-search").click()
    assert table.asked() == Puzzle("triangles")
    table.say(hunt=Hunt("triangles", (), (), None), figure=None)
    button(page, "hunt-back").click()
    assert table.asked() == Puzzle("")


TODAY = DailyView("2026-11-28", Text("Complete the magic labelling"), "labelling", False, 2)


def test_the_puzzle_of_the_day_is_offered_and_begins_at_once(
    desktop: Page, url: str, table: FakeTable
) -> None:
    visit(desktop, url)
    table.say(moves=(MoveView(0, "14-9"),), daily=TODAY)
    choose(desktop, "home-open")
    daily = desktop.get_by_test_id("home-daily")
    expect(daily).to_be_hidden()
    desktop.get_by_test_id("door-alone").click()
    expect(daily).to_have_text("Puzzle of the dayComplete the magic labelling · 2 so far")
    daily.click()  # it lies over the game
    assert table.asked() == Daily(seen=table.state.stage)


def test_a_puzzle_of_the_day_that_ends_a_game_has_to_be_held(
    desktop: Page, url: str, table: FakeTable
) -> None:
    visit(desktop, url)
    ending = msgspec.structs.replace(TODAY, kind="ending", solved=True)
    table.say(moves=(MoveView(0, "14-9"),), daily=ending)
    choose(desktop, "puzzles")
    daily = desktop.get_by_test_id("daily")
    expect(daily).to_contain_text("✓ solved")
    daily.click()
    daily.hover()
    desktop.mouse.down()
    assert table.asked() == Daily(seen=table.state.stage)
    desktop.mouse.up()


def test_without_a_puzzle_there_is_no_menu_of_puzzles(
    desktop: Page, url: str, table: FakeTable
) -> None:
    table.begin("gomony")
    visit(desktop, url)
    open_menu(desktop)
    expect(desktop.get_by_test_id("puzzles")).to_be_hidden()
    table.say(daily=TODAY)
    expect(desktop.get_by_test_id("puzzles")).to_be_visible()


def test_finds_are_said_beside_the_puzzles(desktop: Page, url: str, table: FakeTable) -> None:
    table.begin("solomon", puzzles=("triangles", "magic"))
    visit(desktop, url)
    table.say(finds={"triangles": 12, "magic": 0})
    choose(desktop, "puzzles")
    expect(desktop.locator("[data-puzzle]")).to_have_text(
        ["triangles · 12 found", "magic labelling"]
    )


def test_a_hint_comes_before_the_solution(desktop: Page, url: str, table: FakeTable) -> None:
    table.begin("solomon", puzzles=("triangles", "magic"))
    visit(desktop, url)
    given = (5, *[0] * 18)
    sums, whole = (5, 5, *[0] * 7), (False,) * 9
    table.say(
        labelling=Labelling(given, sums, whole, Text("Look at point 7."), "plain", (0,), 6, True)
    )
    expect(desktop.get_by_test_id("labelling-hint")).to_have_class("main")
    desktop.get_by_test_id("labelling-hint").click()
    assert table.asked() == Clue()
    expect(desktop.locator(".number.hinted")).to_have_count(1)
    point(desktop, "1").click()
    expect(desktop.get_by_test_id("labelling-say")).to_have_text("Point 1: 5 is given")
    expect(desktop.locator('[data-number="7"]')).to_be_disabled()
    table.say(labelling=None, hunt=Hunt("triangles", (), (), None))
    desktop.get_by_test_id("hunt-hint").click()
    assert table.asked() == Clue()

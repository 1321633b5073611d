"""No view of the page has a barrier that axe-core knows of: light and dark, on a desk and a
phone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

from companion.base.text import Text, verbatim
from companion.protocol.views import (
    DailyView,
    FigureView,
    GuestView,
    HuntView,
    LabellingView,
    LessonView,
    MoveView,
    PeopleView,
    PersonView,
    QuestionView,
    RefusalView,
    RemoteView,
    UndoView,
)
from companion.records.household import COLOURS, SIGNS
from companion.records.journal.record import MoveRecord
from companion.remote.table.seat_link import GuestCame
from companion.session.library.shelf import Library
from companion.session.remote_play.remote_table import ANSWERS
from companion.session.view_builder import board_greeting
from tests import needs
from tests.axe import barriers
from tests.browser import AT_BOARD, DESKTOP, PHONE, choose, new_page, open_menu, point
from tests.page.served_page import served_page
from tests.page.table import FakeTable
from tests.page.test_board_menu import MENU
from tests.page.test_engines_page import FISH, TOGA
from tests.page.test_library_page import TIMED
from tests.page.test_phone import INVITATION
from tests.page.test_tools_page import ASKED
from tests.records.journal.games import ENTRIES
from tests.records.logs import ANNA, write_log
from tests.slow import slow_after

pytestmark = [pytest.mark.browser, needs.axe.mark]

CODE = "271828"
TRIANGLE = FigureView("triangles", 3, 56, verbatim("1-9-11"), (0, 8, 10), (0, 8, 10, 2, 6))


BLUNDERED = "./...WB/../.../../.W.../. w"


def external_engines(page: Page, table: FakeTable) -> None:
    fish = msgspec.structs.replace(FISH, outcome=Text("It hangs."), changed=True, seconds=2.5)
    table.engines(fish, TOGA)
    choose(page, "view")
    page.get_by_test_id("settings").click()
    page.get_by_test_id("engines-open").click()
    page.get_by_test_id("engine-fish-options").locator("summary").click()
    expect(page.get_by_test_id("engine-fish-option-Hash")).to_be_visible()


def settings(page: Page, table: FakeTable) -> None:
    table.offer()
    choose(page, "view")
    page.get_by_test_id("settings").click()
    expect(page.get_by_test_id("settings-view")).to_be_visible()


def tool(page: Page, table: FakeTable) -> None:
    settings(page, table)
    table.work(ASKED)
    expect(page.get_by_test_id("tool-prompt")).to_be_visible()


def board_menu(page: Page, table: FakeTable) -> None:
    table.say(menu=MENU)
    expect(page.locator("[data-entry]").first).to_be_visible()


def kept_games(folder: Path, table: FakeTable) -> None:
    """Logs in a folder, one of them with a blunder, and a game on the table that has everything."""
    blunder = [MoveRecord("5-8", 0, 1.0)]
    write_log(folder, 0, players={0: "Dora"}, records=blunder, position=BLUNDERED)
    write_log(folder, 1, players={0: "Carla"}, computers={1: "fair"}, records=ENTRIES[:3])
    write_log(folder, 2, players=ANNA, records=TIMED, clock="fischer 5")
    table.begin("solomon", puzzles=("triangles", "magic"), levels=("easy", "fair"), solvable=True)


@pytest.fixture
def url(tmp_path: Path, table: FakeTable) -> Iterator[str]:
    """The address of a page with a library. The browser has to send a code."""
    kept_games(tmp_path, table)
    with served_page(table, code=CODE, library=Library(tmp_path, board_greeting)) as address:
        yield address


def game(page: Page, table: FakeTable) -> None:
    table.time(59.0, 300.0, running=0)
    table.say(
        moves=tuple(MoveView(n % 2, "14-12") for n in range(40)),
        last=(13, 11),
        takeback=True,
        confirm=True,
        assisted=True,
        warning=Text("The card is full."),
        hint=Text("Try 14-12."),
        announcement=Text("Black passes."),
    )
    table.shine("may_move", "may move", "8c785a", "14", "15")
    expect(page.locator(".moves li")).to_have_count(40)


def must_jump(page: Page, table: FakeTable) -> None:
    table.say(tone="forced", message=Text("You must jump: 2 takes 9."))
    table.shine("must_jump", "must jump", "ff6e00", "14", beats=((600, 1.0), (600, 0.2)))
    expect(page.locator(".badge")).to_have_count(1)


def refusal(page: Page, table: FakeTable) -> None:
    table.say(
        tone="wrong",
        message=Text("It is Black's turn."),
        refusal=RefusalView("14", "9", Text("It is Black's turn.")),
    )
    expect(page.get_by_test_id("refusal")).to_be_visible()


def question(page: Page, table: FakeTable) -> None:
    table.say(
        question=QuestionView(Text("Which jump?"), ("16x4", "16x10"), 1),
        tone="question",
        message=Text("Which jump?"),
    )
    expect(page.get_by_test_id("question")).to_be_visible()


def draw_offer(page: Page, table: FakeTable) -> None:
    offered = Text("Black offers a draw.")
    table.say(draw_offered_by=1, draw_agreed=(1,), tone="question", message=offered)
    expect(page.locator(".wanted")).to_be_visible()


def undo(page: Page, table: FakeTable) -> None:
    moves = (MoveView(0, "14-12"), MoveView(1, "3-7"))
    table.say(moves=moves, takeback=True, undo=UndoView(1, (6,), (2,)))
    page.get_by_test_id("moves").focus()
    while not page.locator(".showing").count():
        page.keyboard.press("Shift+Tab")


def resigning(page: Page, _: FakeTable) -> None:
    open_menu(page)
    page.get_by_test_id("resign").hover()
    page.get_by_test_id("resign").evaluate("button => button.classList.add('holding')")


def over(page: Page, table: FakeTable) -> None:
    table.say(outcome="win 0", turn=None, headline=Text("White wins"), message="", tone="good")
    expect(page.get_by_test_id("again")).to_be_visible()


def column(page: Page, table: FakeTable) -> None:
    table.begin("gomony")
    point(page, "c3").focus()


def held(page: Page, _: FakeTable) -> None:
    point(page, "14").press("Enter")
    expect(page.get_by_test_id("board")).to_have_attribute("data-held", "1")


def new_game(page: Page, table: FakeTable) -> None:
    table.say(moves=(MoveView(0, "14-12"),))
    page.get_by_test_id("new").click()
    page.get_by_test_id("opponent").select_option("fair")
    for unfold in page.locator("details summary").all():
        if unfold.is_visible():
            unfold.click()


def new_halma(page: Page, _: FakeTable) -> None:
    page.get_by_test_id("new").click()
    page.get_by_test_id("game").select_option("halma")


def view(page: Page, _: FakeTable) -> None:
    choose(page, "view")
    expect(page.get_by_test_id("view-dialog")).to_be_visible()


def editor(page: Page, _: FakeTable) -> None:
    page.get_by_test_id("new").click()
    page.get_by_test_id("position-open").click()
    page.get_by_test_id("position-edit").click()
    expect(page.get_by_test_id("editor-parts")).to_be_visible()


def rules(page: Page, _: FakeTable) -> None:
    page.get_by_test_id("rules").click()
    page.locator('[data-example="1"]').click()
    page.get_by_test_id("example-next").click()


def guided(page: Page, table: FakeTable) -> None:
    step, message = Text("Step 2 of 7"), Text("Lift the man on 14.")
    table.say(lesson=LessonView(2, 7, False), headline=step, message=message)
    expect(page.get_by_test_id("guided")).to_be_visible()


def puzzles(page: Page, _: FakeTable) -> None:
    choose(page, "puzzles")


def daily(page: Page, table: FakeTable) -> None:
    today = DailyView("2026-11-28", Text("Peg solitaire with few pieces"), "peg", True, 41)
    table.say(daily=today, finds={"triangles": 12}, moves=(MoveView(0, "14-12"),))
    choose(page, "home-open")
    page.get_by_test_id("door-alone").click()
    expect(page.get_by_test_id("home-daily")).to_be_visible()


def daily_labelling(page: Page, table: FakeTable) -> None:
    labels = (9, 0, 0, 0, 4, 19, 7, 12, 0, 0, 11, 0, 10, 0, 16, 0, 0, 14, 0)
    given = tuple(point for point, number in enumerate(labels) if number)
    sums = (16, 44, 20, 7, 35, 46, 23, 10, 51)
    said = Text("Look at point 2: only 3 or 5 can stand there. Another hint writes it.")
    table.say(labelling=LabellingView(labels, sums, (False,) * 9, said, "plain", given, 1, True))
    point(page, "1").click()
    expect(page.get_by_test_id("labelling-hint")).to_be_visible()


def figure(page: Page, table: FakeTable) -> None:
    table.say(figure=TRIANGLE)
    expect(page.get_by_test_id("figure")).to_be_visible()


def hunt(page: Page, table: FakeTable) -> None:
    table.say(hunt=HuntView("triangles", ("1-3-4",), (0, 8, 10), TRIANGLE))
    expect(page.get_by_test_id("hunt")).to_be_visible()


def labelling(page: Page, table: FakeTable) -> None:
    labels = (5, *[0] * 18)
    sums, whole = (5, 5, *[0] * 7), (False,) * 9
    table.say(labelling=LabellingView(labels, sums, whole, Text("Two lines differ."), "wrong"))
    point(page, "2").click()
    expect(page.get_by_test_id("keypad")).to_be_visible()


def library(page: Page, _: FakeTable) -> None:
    choose(page, "library")
    expect(page.get_by_test_id("shelf-count")).not_to_be_empty()


def replay(page: Page, table: FakeTable) -> None:
    library(page, table)
    page.locator(".games .open").first.click()
    expect(page.locator('[data-move="2"]')).to_have_attribute("aria-current", "true")


def analysed(page: Page, table: FakeTable) -> None:
    library(page, table)
    page.locator(".games .open", has_text="Dora").first.click()
    page.get_by_test_id("replay-analyse").click()
    page.get_by_test_id("replay-bad").click()
    expect(page.get_by_test_id("replay-analyse")).not_to_contain_text("%")  # in any language
    expect(page.get_by_test_id("replay-better")).to_be_visible()


def statistics(page: Page, table: FakeTable) -> None:
    library(page, table)
    page.get_by_test_id("library-statistics").click()
    expect(page.get_by_test_id("plots")).to_be_visible()


def deleted(page: Page, table: FakeTable) -> None:
    library(page, table)
    page.get_by_test_id("delete").first.click()
    expect(page.get_by_test_id("undo-delete")).to_be_visible()


def invited(page: Page, table: FakeTable) -> None:
    table.say(remote=RemoteView(code="4711-tiger-soda"))
    expect(page.get_by_test_id("far-stop")).to_be_visible()


def invitation(page: Page, table: FakeTable) -> None:
    table.say(remote=RemoteView(code="4711-tiger-soda", invitation=INVITATION))
    page.get_by_test_id("far-code-show").click()
    expect(page.get_by_test_id("far-dialog")).to_be_visible()


def guests(page: Page, table: FakeTable) -> None:
    came = GuestCame(1, "Ben", wrong_codes=2)
    table.say(remote=RemoteView(guests=(GuestView(1, "Ben", came.text),)))
    expect(page.get_by_test_id("far-guests")).to_contain_text("Ben")  # in any language


def far_away(page: Page, table: FakeTable) -> None:
    asked = Text("{player} would like to pause the game.", player="Dora")
    table.say(
        remote=RemoteView(seat=0),
        question=QuestionView(asked, ANSWERS, 0),
        tone="question",
        message=asked,
    )
    expect(page.get_by_test_id("far-pause")).to_be_visible()


def watching(page: Page, table: FakeTable) -> None:
    table.begin("solomon", simulated=False)
    table.say(remote=RemoteView(watching=True, here=(0,)))
    expect(page.get_by_test_id("far-stop")).to_be_visible()
    expect(page.get_by_test_id("confirm")).to_be_hidden()


def spectator_invited(page: Page, table: FakeTable) -> None:
    table.say(remote=RemoteView(seat=0, here=(1,), spectator_code="4711-tiger-soda"))
    expect(page.get_by_test_id("far-say")).to_contain_text("4711-tiger-soda")
    expect(page.get_by_test_id("far-watch")).to_be_hidden()


def mirror(_: Page, table: FakeTable) -> None:
    table.begin("solomon", simulated=False)


def waiting(page: Page, table: FakeTable) -> None:
    table.lose("no board is plugged in")
    expect(page.get_by_test_id("link")).to_be_visible()


def first_screen(page: Page, table: FakeTable) -> None:
    table.say(moves=(MoveView(0, "14-12"),))
    choose(page, "home-open")
    expect(page.locator("[data-tile] .board")).to_have_count(9)


def building(page: Page, _: FakeTable) -> None:
    choose(page, "home-open")
    page.get_by_test_id("door-build").click()


PEOPLE = PeopleView(
    (
        PersonView("Anna", "red", "star"),
        PersonView("Maximilian Oberhuber-Sonne", "blue", "moon"),
    ),
    "Anna",
    COLOURS,
    SIGNS,
)


def people(page: Page, table: FakeTable) -> None:
    table.say(people=PEOPLE)
    choose(page, "people")
    expect(page.get_by_test_id("meetings").locator("td").first).to_be_visible()


def person(page: Page, table: FakeTable) -> None:
    people(page, table)
    page.locator('[data-edit="Anna"]').click()
    expect(page.get_by_test_id("person-save")).to_be_visible()


VIEWS: list[Callable[[Page, FakeTable], None]] = [
    game,
    first_screen,
    new_game,
    rules,
    building,
    must_jump,
    library,
    refusal,
    people,
    person,
    question,
    draw_offer,
    undo,
    resigning,
    over,
    column,
    held,
    new_halma,
    editor,
    view,
    guided,
    puzzles,
    daily,
    daily_labelling,
    figure,
    hunt,
    labelling,
    replay,
    analysed,
    statistics,
    deleted,
    invited,
    invitation,
    guests,
    far_away,
    watching,
    spectator_invited,
    mirror,
    waiting,
    settings,
    external_engines,
    tool,
    board_menu,
]
_LOOKS = [(DESKTOP, False), (PHONE, True), (DESKTOP, True), (PHONE, False)]
# Each view once in a few looks is enough for every change; the others are for `make test-slow`.
CASES = [(view, _LOOKS[n % 2]) for n, view in enumerate(VIEWS)]
CASES += [case for case in product(VIEWS, _LOOKS) if case not in CASES]


def _id(case: tuple[Callable[[Page, FakeTable], None], tuple[tuple[int, int], bool]]) -> str:
    show, (size, dark) = case
    return f"{show.__name__}-{'dark' if dark else 'light'}-{size[0]}"


@pytest.mark.parametrize("case", slow_after(1, CASES), ids=map(_id, CASES))
def test_a_view_has_no_barrier(
    browser: Browser,
    url: str,
    table: FakeTable,
    case: tuple[Callable[[Page, FakeTable], None], tuple[tuple[int, int], bool]],
) -> None:
    show, (size, dark) = case
    with new_page(browser, size, touch=size == PHONE, dark=dark, painted=True) as page:
        page.goto(url + AT_BOARD)
        page.get_by_test_id("code").fill(CODE)
        page.get_by_test_id("pair").click()
        expect(page.get_by_test_id("headline")).not_to_be_empty()
        show(page, table)
        assert barriers(page) == []


@pytest.mark.slow
@pytest.mark.parametrize("look", _LOOKS, ids=["light", "dark", "dark desk", "phone"])
def test_pairing_has_no_barrier(
    browser: Browser, url: str, look: tuple[tuple[int, int], bool]
) -> None:
    size, dark = look
    with new_page(browser, size, touch=size == PHONE, dark=dark, painted=True) as page:
        page.goto(url + AT_BOARD)
        page.get_by_test_id("code").fill("1")
        page.get_by_test_id("pair").click()
        expect(page.get_by_test_id("code-hint")).to_have_text("Wrong code. Try again.")
        assert barriers(page) == []

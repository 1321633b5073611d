"""The page in a real browser, on a table without a game."""

from __future__ import annotations

from functools import partial
from urllib.parse import urlsplit

import msgspec
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from companion.base.text import Text
from companion.page.guard import PairingCode
from companion.page.limits import Limits
from companion.page.messages import (
    Arrange,
    Back,
    Choose,
    Confirm,
    Draw,
    Lift,
    MoveView,
    New,
    Palette,
    PieceView,
    Put,
    Question,
    Resign,
    Sweep,
    Welcome,
)
from companion.page.server import serve
from companion.rules import CompanionError
from tests.browser import (
    DESKTOP,
    Fingers,
    centre,
    choose,
    drag,
    drag_from_tray,
    drag_to_tray,
    grab,
    headline,
    held,
    lamp,
    let_go,
    message,
    new_page,
    open_menu,
    pieces,
    point,
    settled,
    slot,
    stop_the_clock,
    touch_drag,
    touch_drag_from_tray,
    touch_drag_to_tray,
    visit,
    window,
)
from tests.page.table import FakeTable

pytestmark = pytest.mark.browser


def test_a_page_of_another_version_loads_itself_anew_once(
    browser: Browser, table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.page.server.Welcome", partial(Welcome, version=99))
    server = serve(table)
    try:
        with new_page(browser, DESKTOP) as page:
            loads: list[str] = []
            page.on("load", lambda loaded: loads.append(loaded.url))
            shown: list[str] = []
            page.on("framenavigated", lambda frame: shown.append(frame.url))
            # The page's Content-Security-Policy forbids polling a condition inside the page.
            with page.expect_event("framenavigated", lambda _: len(shown) == 2):
                page.goto(server.start())
            kind = "performance.getEntriesByType('navigation')[0].type"
            assert page.evaluate(kind) == "reload"
            expect(page.get_by_test_id("headline")).not_to_be_empty()
            page.wait_for_load_state()
            assert len(loads) == 2
    finally:
        server.stop()


MOVES = (MoveView(0, "15-12"), MoveView(1, "3-7"), MoveView(0, "16-10"))


def button(page: Page, name: str) -> Locator:
    return page.get_by_test_id(name)


def test_the_board_of_the_game_is_drawn(desktop: Page, url: str) -> None:
    visit(desktop, url)
    expect(desktop.locator("[data-point]")).to_have_count(19)
    expect(desktop.locator(".line")).to_have_count(9)
    expect(desktop.locator(".palace")).to_have_count(2)
    expect(desktop.locator('.board [data-piece="w"]')).to_have_count(6)
    assert desktop.title() == "Solomon"
    top, bottom = centre(point(desktop, "1")), centre(point(desktop, "19"))
    assert top[1] < bottom[1]
    assert abs(top[0] - bottom[0]) < 1


def test_another_game_brings_its_own_board(desktop: Page, url: str, table: FakeTable) -> None:
    visit(desktop, url)
    drag_to_tray(desktop, "14")
    table.begin("peg")
    expect(button(desktop, "title")).to_have_text("Peg solitaire")
    expect(desktop.locator('.board [data-piece="o"]')).to_have_count(18)
    expect(desktop.locator("[data-slot]")).to_have_count(0)
    open_menu(desktop)
    expect(button(desktop, "resign")).to_be_visible()
    expect(button(desktop, "draw")).to_be_hidden()
    desktop.keyboard.press("Escape")
    drag(desktop, "9", "7")
    assert pieces(desktop, "7") == "o o"


def test_a_lamp_glows_in_the_colour_of_the_frame(desktop: Page, url: str, table: FakeTable) -> None:
    visit(desktop, url)
    table.light(p14="ff9000", p10="001020")
    expect(point(desktop, "14")).to_have_attribute("data-lamp", "#ff9000")
    assert lamp(desktop, "10") == "#001020"
    assert lamp(desktop, "9") == "#000000"
    lights = desktop.locator(".board .lamp")
    expect(lights.nth(13)).to_have_css("color", "rgb(255, 144, 0)")
    expect(lights.nth(13)).to_have_css("opacity", "1")
    expect(lights.nth(8)).to_have_css("opacity", "0")
    # A dim lamp is shown in its full colour, but fainter.
    expect(lights.nth(9)).to_have_css("color", "rgb(0, 128, 255)")
    assert 0.3 < float(lights.nth(9).evaluate("lamp => getComputedStyle(lamp).opacity")) < 0.7


def test_the_mouse_carries_a_piece(desktop: Page, url: str, table: FakeTable) -> None:
    visit(desktop, url)
    grab(desktop, point(desktop, "14"))
    lift = table.asked()
    assert isinstance(lift, Lift)
    assert (lift.place, lift.piece) == ("14", "")
    assert pieces(desktop, "14") == ""
    expect(desktop.get_by_test_id("hand")).to_have_count(1)
    let_go(desktop, point(desktop, "9"))
    assert table.asked() == Put("9", lift.hand)
    assert (pieces(desktop, "14"), pieces(desktop, "9")) == ("", "w")
    expect(desktop.get_by_test_id("hand")).to_have_count(0)


def test_a_piece_let_go_of_near_a_point_goes_there_and_elsewhere_goes_back(
    desktop: Page, url: str
) -> None:
    visit(desktop, url)
    x, y = centre(point(desktop, "9"))
    grab(desktop, point(desktop, "14"))
    desktop.mouse.move(x - 20, y + 10)
    desktop.mouse.up()
    settled(desktop)
    assert pieces(desktop, "9") == "w"
    grab(desktop, point(desktop, "9"))
    let_go(desktop, desktop.get_by_test_id("title"))
    assert pieces(desktop, "9") == "w"


def test_a_piece_goes_into_the_tray_and_out_again(desktop: Page, url: str) -> None:
    visit(desktop, url)
    drag_to_tray(desktop, "14")
    drag_to_tray(desktop, "15")
    expect(slot(desktop, "w")).to_have_attribute("data-count", "2")
    drag_from_tray(desktop, "w", "10")
    expect(slot(desktop, "w")).to_have_attribute("data-count", "1")
    assert pieces(desktop, "10") == "w"


def test_a_finger_carries_a_piece_and_the_page_does_not_scroll(phone: Page, url: str) -> None:
    visit(phone, url)
    touch_drag(phone, "14", "9")
    assert (pieces(phone, "14"), pieces(phone, "9")) == ("", "w")
    touch_drag_to_tray(phone, "9")
    touch_drag_from_tray(phone, "w", "13")
    assert pieces(phone, "13") == "w"
    assert phone.evaluate("scrollY") == 0


@pytest.mark.slow
def test_two_fingers_are_two_hands(phone: Page, url: str, table: FakeTable) -> None:
    visit(phone, url)
    fingers = Fingers(phone)
    fingers.down(1, point(phone, "14"))
    fingers.down(2, point(phone, "2"))
    lifts = [table.asked(), table.asked()]
    assert all(isinstance(lift, Lift) for lift in lifts)
    assert len({lift.hand for lift in lifts if isinstance(lift, Lift)}) == 2
    fingers.move(1, point(phone, "12"))
    fingers.move(2, point(phone, "7"))
    fingers.up(2)
    fingers.up(1)
    settled(phone)
    assert (pieces(phone, "12"), pieces(phone, "7")) == ("w", "b")


@pytest.mark.slow
def test_a_finger_that_the_system_takes_away_puts_the_piece_back(phone: Page, url: str) -> None:
    visit(phone, url)
    fingers = Fingers(phone)
    fingers.down(1, point(phone, "14"))
    fingers.move(1, point(phone, "9"))
    phone.evaluate(
        "for (let id = 0; id < 20; id += 1)"
        " dispatchEvent(new PointerEvent('pointercancel', { pointerId: id }))"
    )
    settled(phone)
    assert (pieces(phone, "14"), pieces(phone, "9")) == ("w", "")


def test_the_keyboard_lifts_moves_and_puts_down(desktop: Page, url: str) -> None:
    visit(desktop, url)
    point(desktop, "15").focus()
    desktop.keyboard.press("Enter")
    held(desktop, 1)
    desktop.keyboard.press("ArrowUp")
    expect(point(desktop, "12")).to_be_focused()
    desktop.keyboard.press("Space")
    settled(desktop)
    assert (pieces(desktop, "15"), pieces(desktop, "12")) == ("", "w")
    desktop.keyboard.press("Enter")
    held(desktop, 1)
    desktop.keyboard.press("ArrowRight")
    desktop.keyboard.press("Escape")
    settled(desktop)
    assert pieces(desktop, "12") == "w"


@pytest.mark.slow
def test_the_keyboard_puts_a_piece_into_an_empty_tray(desktop: Page, url: str) -> None:
    visit(desktop, url)
    drop = desktop.get_by_test_id("drop")
    expect(drop).to_be_hidden()
    point(desktop, "15").focus()
    desktop.keyboard.press("Enter")
    held(desktop, 1)
    expect(drop).to_be_visible()
    drop.focus()
    desktop.keyboard.press("Enter")
    settled(desktop)
    assert pieces(desktop, "15") == ""
    expect(point(desktop, "15")).to_be_focused()
    expect(drop).to_be_hidden()
    point(desktop, "14").focus()
    desktop.keyboard.press("Enter")
    held(desktop, 1)
    desktop.keyboard.press("Delete")
    settled(desktop)
    assert pieces(desktop, "14") == ""


def test_one_tab_stop_leads_to_the_board_and_arrows_to_every_point(desktop: Page, url: str) -> None:
    visit(desktop, url)
    expect(desktop.locator('[data-point][tabindex="0"]')).to_have_count(1)
    # Pressed by a script: there are 76 to press.
    reached = desktop.evaluate(
        """() => {
            const reached = new Set(["1"]);
            for (const name of reached) {
                for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
                    const point = document.querySelector(`[data-point="${name}"]`);
                    point.focus();
                    point.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
                    reached.add(document.activeElement.dataset.point);
                }
            }
            return [...reached];
        }"""
    )
    assert len(reached) == 19


def test_points_say_what_stands_on_them(desktop: Page, url: str) -> None:
    visit(desktop, url)
    expect(point(desktop, "14")).to_have_attribute("aria-label", "Point 14, white man")
    expect(point(desktop, "9")).to_have_attribute("aria-label", "Point 9, empty")


def test_a_king_wears_a_crown(desktop: Page, url: str, table: FakeTable) -> None:
    visit(desktop, url)
    assert table.state.tabletop is not None
    king = (("W",), *table.state.tabletop.points[1:])
    table.say(tabletop=msgspec.structs.replace(table.state.tabletop, points=king))
    crowned = desktop.locator('.board [data-piece="W"]')
    expect(crowned.locator(".sign")).to_have_count(1)
    expect(crowned).to_have_attribute("data-wood", "ivory")


def test_a_piece_shows_its_letters_and_an_unknown_one_its_text(
    desktop: Page, url: str, table: FakeTable
) -> None:
    visit(desktop, url)
    assert table.state.tabletop is not None
    points = (("T", "x"), *table.state.tabletop.points[1:])
    believed = ((PieceView("T", 1, "tower", letters="T"),), *table.state.believed[1:])
    after = msgspec.structs.replace(table.state.tabletop, points=points)
    table.say(tabletop=after, believed=believed)
    expect(desktop.locator('.board [data-piece="T"]')).to_have_attribute("data-wood", "ebony")
    expect(desktop.locator('.board [data-piece="T"] text')).to_have_text("T")
    expect(desktop.locator('.board [data-piece="x"]')).to_have_attribute("data-wood", "plain")
    expect(desktop.locator('.board [data-piece="x"] text')).to_have_text("x")
    assert pieces(desktop, "1") == "T x"


def test_a_closed_switch_is_shown_though_nothing_stands_there(
    desktop: Page, url: str, table: FakeTable
) -> None:
    visit(desktop, url)
    expect(desktop.locator(".switch.closed")).to_have_count(0)
    table.say(sensed=tuple(p == 9 for p in range(19)))
    expect(point(desktop, "10")).to_have_attribute("data-sensed", "true")
    expect(desktop.locator(".switch.closed")).to_have_count(1)
    assert pieces(desktop, "10") == ""


def test_a_message_has_its_tone_a_sign_and_a_voice(
    desktop: Page, url: str, table: FakeTable
) -> None:
    visit(desktop, url)
    for number, tone in enumerate(("forced", "wrong", "question", "good"), start=1):
        said = f"Put the piece back on {number}."
        table.say(message=said, tone=tone, headline="Put it right")
        expect(button(desktop, "message")).to_have_attribute("data-tone", tone)
        assert message(desktop) == said
        assert headline(desktop) == "Put it right"
        expect(desktop.locator(".tone")).not_to_be_empty()
        expect(button(desktop, "spoken")).to_have_text(f"Put it right. {said}")


@pytest.mark.slow
def test_nothing_moves_when_words_come_and_go(page: Page, url: str, table: FakeTable) -> None:
    visit(page, url)
    steady = [point(page, "10"), button(page, "confirm"), button(page, "hint")]
    before = [centre(place) for place in steady]
    table.say(
        headline="White must jump, and go on jumping with the same piece until it cannot",
        message="That is not a legal move: put the piece back on 16, then take the one off 10. "
        * 4,
        tone="wrong",
        warning="The card is full: the game goes on and the log waits in memory. " * 3,
        moves=MOVES,
    )
    expect(button(page, "message")).to_have_attribute("data-tone", "wrong")
    assert [centre(place) for place in steady] == before
    choices = tuple(f"16x4x9x{n}" for n in range(12))
    table.say(question=Question(Text("Which?"), choices, 0))
    expect(page.locator("[data-choice]")).to_have_count(12)
    assert [centre(place) for place in steady] == before
    assert page.evaluate("document.documentElement.scrollWidth") <= window(page)[0]


@pytest.mark.slow
def test_board_words_tray_and_confirm_fit_on_the_screen(page: Page, url: str) -> None:
    width, height = window(page)
    visit(page, url)
    for name in (
        "headline",
        "message",
        "board",
        "tray",
        "confirm",
        "back",
        "menu",
    ):
        box = button(page, name).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height


def test_buttons_ask_for_what_they_say(desktop: Page, url: str, table: FakeTable) -> None:
    visit(desktop, url)
    table.say(confirm=True, moves=MOVES, takeback=True)
    for name, command in (
        ("confirm", Confirm(seen=table.state.stage)),
        ("back", Back(1, seen=table.state.stage)),
        ("draw", Draw(seen=table.state.stage)),
        ("arrange", Arrange()),
        ("sweep", Sweep()),
    ):
        if not button(desktop, name).is_visible():
            open_menu(desktop)
        button(desktop, name).click()
        assert table.asked() == command
    choose(desktop, "view")
    button(desktop, "palette").select_option("safe")
    assert table.asked() == Palette("safe")
    button(desktop, "view-close").click()
    table.say(headline="Black to move")
    expect(button(desktop, "headline")).to_have_text("Black to move")
    button(desktop, "back").click()
    assert table.asked() == Back(1, seen=table.state.stage)


def test_buttons_that_would_do_nothing_are_not_shown(
    desktop: Page, url: str, table: FakeTable
) -> None:
    visit(desktop, url)
    for name in ("confirm", "back"):
        expect(button(desktop, name)).to_be_hidden()
    open_menu(desktop)
    for name in ("draw", "resign", "arrange", "sweep"):
        expect(button(desktop, name)).to_be_visible()
    table.say(moves=MOVES, assisted=True)
    for name in ("arrange", "sweep"):
        expect(button(desktop, name)).to_be_hidden()
    table.say(phase="over", turn=None, outcome="win 0", headline="White wins")
    for name in ("confirm", "back", "draw", "resign"):
        expect(button(desktop, name)).to_be_hidden()


def test_a_draw_that_was_offered_can_be_accepted_by_the_other(
    desktop: Page, url: str, table: FakeTable
) -> None:
    visit(desktop, url)
    table.say(draw_offered_by=0, draw_agreed=(0,))
    expect(button(desktop, "draw")).to_be_disabled()
    expect(button(desktop, "draw")).to_have_text("Draw offered")
    table.say(turn=1)
    expect(button(desktop, "draw")).to_have_text("Accept draw")
    button(desktop, "draw").click()
    assert table.asked() == Draw(seen=table.state.stage)


def test_who_accepted_a_draw_waits_for_the_others(
    desktop: Page, url: str, table: FakeTable
) -> None:
    visit(desktop, url)
    table.say(turn=1, draw_offered_by=0, draw_agreed=(0, 1))
    expect(button(desktop, "draw")).to_have_text("Draw accepted")
    expect(button(desktop, "draw")).to_be_disabled()


def test_the_running_time_runs_down_and_the_other_stands(
    own: Page, url: str, table: FakeTable
) -> None:
    visit(own, url)
    clocks = own.get_by_test_id("clocks")
    expect(clocks).to_be_hidden()
    stop_the_clock(own)
    table.time(65, 7.5, running=0)
    white, black = clocks.locator(".clock").first, clocks.locator(".clock").last
    expect(white.locator(".time")).to_have_text("1:05")
    expect(white).to_have_attribute("data-low", "false")
    expect(black.locator(".time")).to_have_text("0:07.5")
    own.clock.run_for(6_000)
    expect(white.locator(".time")).to_have_text("0:59")
    expect(white).to_have_attribute("data-low", "true")
    expect(white).to_have_attribute("aria-label", "White: 59 seconds, running")
    expect(black.locator(".time")).to_have_text("0:07.5")
    own.clock.run_for(70_000)
    expect(white.locator(".time")).to_have_text("−0:11")
    expect(white).to_have_attribute("data-low", "over")
    table.time(30, 30, running=None)
    own.clock.run_for(5_000)
    expect(white.locator(".time")).to_have_text("0:30")
    table.begin("solomon")
    expect(clocks).to_be_hidden()


def test_a_clock_is_chosen_for_a_new_game(desktop: Page, url: str, table: FakeTable) -> None:
    visit(desktop, url)
    button(desktop, "new").click()
    button(desktop, "clock-kind").select_option("fischer")
    desktop.locator('[data-clock="base"]').fill("10")
    desktop.locator('[data-clock="seat-1"]').fill("2.5")
    button(desktop, "new-start").click()
    asked = table.asked()
    assert isinstance(asked, New)
    assert asked.clock == "fischer 10+3, seat 2 2.5"


def test_a_question_is_answered_by_a_button(desktop: Page, url: str, table: FakeTable) -> None:
    visit(desktop, url)
    table.say(question=Question(Text("Which jump?"), ("16x4", "16x10"), 1), tone="question")
    expect(desktop.locator('[aria-pressed="true"]')).to_have_text("16x10")
    desktop.locator('[data-choice="0"]').click()
    assert table.asked() == Choose(0, seen=table.state.stage)
    table.say(question=None)
    expect(button(desktop, "question")).to_be_hidden()


def test_resigning_wants_a_hold_and_letting_go_is_a_way_out(
    own: Page, url: str, table: FakeTable
) -> None:
    visit(own, url)
    resign = button(own, "resign")
    stop_the_clock(own)
    open_menu(own)
    own.mouse.move(*centre(resign))
    own.mouse.down()
    expect(resign).to_have_class("hold grave holding")
    own.clock.run_for(900)
    own.mouse.up()
    expect(resign).to_have_class("hold grave")
    own.clock.run_for(5000)
    choose(own, "arrange")
    assert table.asked() == Arrange()  # and nothing before it
    open_menu(own)
    resign.focus()
    own.keyboard.down("Enter")
    own.clock.run_for(1100)
    assert table.asked() == Resign(seen=table.state.stage)
    own.keyboard.up("Enter")
    expect(resign).to_have_class("hold grave")


def test_the_moves_are_listed_and_taken_back(desktop: Page, url: str, table: FakeTable) -> None:
    visit(desktop, url)
    moves = button(desktop, "moves").locator("li .text")
    table.say(moves=MOVES)
    expect(moves).to_have_text(["15-12", "3-7", "16-10"])
    table.say(moves=(*MOVES[:2], MoveView(0, "17-13")))
    expect(moves).to_have_text(["15-12", "3-7", "17-13"])
    table.say(moves=())
    expect(moves).to_have_count(0)


def test_a_new_game_is_chosen_with_its_options(desktop: Page, url: str, table: FakeTable) -> None:
    visit(desktop, url)
    button(desktop, "new").click()
    button(desktop, "game").select_option("peg")
    desktop.locator('[data-option="vacant"]').select_option("14")
    button(desktop, "new-start").click()
    assert table.asked() == New("peg", {"vacant": "14"}, seen=table.state.stage)
    expect(button(desktop, "new-game")).to_be_hidden()


@pytest.mark.slow
def test_a_new_game_instead_of_one_in_progress_wants_a_hold(
    own: Page, url: str, table: FakeTable
) -> None:
    visit(own, url)
    table.say(moves=MOVES)
    expect(button(own, "moves").locator("li")).to_have_count(3)
    button(own, "new").click()
    start = button(own, "new-start")
    expect(start).to_have_text("Hold to start")
    start.click()
    expect(button(own, "new-game")).to_be_visible()
    assert table.commands.empty()
    stop_the_clock(own)
    own.mouse.move(*centre(start))
    own.mouse.down()
    own.clock.run_for(1100)
    assert table.asked() == New("solomon", {}, seen=table.state.stage)
    own.mouse.up()


def test_a_warning_and_a_refusal_are_shown(desktop: Page, url: str, table: FakeTable) -> None:
    visit(desktop, url)
    table.say(warning="The card is full.")
    expect(button(desktop, "warning")).to_have_text("The card is full.")
    table.refusal = CompanionError("Nobody can move now.")
    choose(desktop, "sweep")
    expect(button(desktop, "warning")).to_contain_text("Nobody can move now.")
    table.say(warning="")
    expect(button(desktop, "warning")).to_be_hidden()


def test_a_refusal_goes_with_the_next_command_and_after_a_while(
    own: Page, url: str, table: FakeTable
) -> None:
    stop_the_clock(own)
    visit(own, url)
    warning = button(own, "warning")
    table.refusal = CompanionError("Nobody can move now.")
    choose(own, "sweep")
    expect(warning).to_contain_text("Nobody can move now.")
    own.clock.run_for(12_000)
    expect(warning).to_be_hidden()
    choose(own, "sweep")
    expect(warning).to_contain_text("Nobody can move now.")
    table.refusal = None
    button(own, "what-now").click()
    expect(warning).to_be_hidden()


def test_all_of_a_long_warning_can_be_read(page: Page, url: str, table: FakeTable) -> None:
    visit(page, url)
    warning, more = button(page, "warning"), button(page, "warning-more")
    table.say(warning="The card is full.")
    expect(warning).to_have_text("The card is full.")
    expect(more).to_be_hidden()
    table.say(
        warning='engine stockfish: it speaks UCI; write protocol = "uci" in its section of the '
        "configuration; the computer plays on at the level fair; this line is longer than any room"
    )
    more.click()
    expect(more).to_have_attribute("aria-expanded", "true")
    expect(more).to_be_in_viewport(ratio=1)
    expect(warning).to_be_in_viewport(ratio=1)
    assert warning.evaluate("line => line.scrollHeight <= line.clientHeight + 1")
    assert page.evaluate("document.documentElement.scrollWidth") <= window(page)[0]
    more.click()
    expect(more).to_have_text("Read all")
    table.say(warning="")
    expect(more).to_be_hidden()


def test_a_lift_that_is_refused_shows_the_piece_where_it_was(
    desktop: Page, url: str, table: FakeTable
) -> None:
    visit(desktop, url)
    table.refusal = CompanionError("The board is busy.")
    desktop.mouse.move(*centre(point(desktop, "14")))
    desktop.mouse.down()
    expect(button(desktop, "warning")).to_contain_text("busy")
    settled(desktop)
    assert pieces(desktop, "14") == "w"


@pytest.mark.slow
def test_another_page_sees_what_a_hand_holds_and_the_piece_goes_back_with_it(
    browser: Browser, desktop: Page, url: str
) -> None:
    visit(desktop, url)
    with new_page(browser) as other:
        visit(other, url)
        grab(other, point(other, "14"))
        expect(point(desktop, "14")).to_have_attribute("data-pieces", "")
        expect(button(desktop, "elsewhere").locator("[data-piece]")).to_have_count(1)
    expect(point(desktop, "14")).to_have_attribute("data-pieces", "w")
    expect(button(desktop, "elsewhere").locator("[data-piece]")).to_have_count(0)


def test_a_lost_connection_is_shown_and_comes_back(desktop: Page, table: FakeTable) -> None:
    server = serve(table)
    url = server.start()
    visit(desktop, url)
    grab(desktop, point(desktop, "14"))
    server.stop()
    expect(button(desktop, "link")).to_be_visible()
    settled(desktop)
    table.say(headline="Black to move")
    table.light(p1="ff0000")
    again = serve(table, port=urlsplit(url).port or 0)
    again.start()
    expect(button(desktop, "link")).to_be_hidden()
    expect(button(desktop, "headline")).to_have_text("Black to move")
    expect(point(desktop, "1")).to_have_attribute("data-lamp", "#ff0000")  # a message of its own
    expect(point(desktop, "14")).to_have_attribute("data-pieces", "w")
    again.stop()
    desktop.close()


@pytest.mark.slow
def test_a_board_that_is_waited_for_is_said_until_it_is_there(
    desktop: Page, table: FakeTable, url: str
) -> None:
    visit(desktop, url)
    table.lose("no board is plugged in")
    line = button(desktop, "link")
    expect(line).to_have_text("Waiting for the board: no board is plugged in")
    table.lose("no rights")
    expect(line).to_have_text("Waiting for the board: no rights")
    table.begin("nim", simulated=False)
    expect(line).to_be_hidden()
    expect(desktop).to_have_title("Solomon Nim")


def test_the_page_asks_for_the_pairing_code(
    desktop: Page, table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.page.server.PairingCode", partial(PairingCode, pause=0))
    server = serve(table, code="271828")
    desktop.goto(server.start())
    expect(button(desktop, "pairing")).to_be_visible()
    button(desktop, "code").fill("1")
    button(desktop, "pair").click()
    expect(button(desktop, "code-hint")).to_have_text("Wrong code. Try again.")
    button(desktop, "code").fill("271828")
    desktop.keyboard.press("Enter")
    expect(button(desktop, "headline")).to_have_text("White to move")
    expect(button(desktop, "pairing")).to_be_hidden()
    desktop.reload()  # the tab remembers it
    expect(button(desktop, "headline")).to_have_text("White to move")
    desktop.close()
    server.stop()


@pytest.mark.slow
def test_a_code_that_is_being_typed_outlasts_the_connection(
    desktop: Page, table: FakeTable
) -> None:
    server = serve(table, code="271828", limits=Limits(pairing=0.5))
    desktop.goto(server.start())
    button(desktop, "code").press_sequentially("271-")
    with desktop.expect_websocket() as again:  # the first one took too long
        pass
    again.value.wait_for_event("framereceived")
    desktop.keyboard.type("828")
    expect(button(desktop, "code")).to_have_value("271-828")
    desktop.keyboard.press("Enter")
    expect(button(desktop, "headline")).to_have_text("White to move")
    desktop.close()
    server.stop()


@pytest.fixture
def mirror(table: FakeTable) -> FakeTable:
    table.begin("solomon", simulated=False)
    return table


def test_a_real_board_is_mirrored_and_not_dragged(
    desktop: Page, mirror: FakeTable, url: str
) -> None:
    visit(desktop, url)
    expect(desktop.locator('.board [data-piece="w"]')).to_have_count(6)
    expect(button(desktop, "tray")).to_be_hidden()
    open_menu(desktop)
    expect(button(desktop, "resign")).to_be_visible()
    expect(button(desktop, "arrange")).to_be_hidden()
    desktop.keyboard.press("Escape")
    desktop.mouse.move(*centre(point(desktop, "14")))
    desktop.mouse.down()
    desktop.mouse.move(*centre(point(desktop, "9")))
    desktop.mouse.up()
    point(desktop, "14").press("Enter")
    mirror.say(
        confirm=True, sensed=tuple(p != 13 and bool(mirror.state.believed[p]) for p in range(19))
    )
    button(desktop, "confirm").click()
    assert mirror.asked() == Confirm(seen=mirror.state.stage)  # and nothing before it
    expect(desktop.locator(".lifted [data-piece]")).to_have_count(1)


def test_less_motion_is_shown_where_less_is_wanted(desktop: Page, url: str) -> None:
    desktop.emulate_media(reduced_motion="reduce")
    visit(desktop, url)
    expect(button(desktop, "message")).to_have_css("transition-duration", "0s")

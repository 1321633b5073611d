"""Every game's board and pieces in a real browser, at positions in mid-game."""

from __future__ import annotations

import msgspec
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from companion.games.registry import kinds
from companion.page.messages import Lift, PieceView
from tests.browser import (
    PHONE,
    Fingers,
    centre,
    drag,
    drag_from_tray,
    grab,
    let_go,
    new_page,
    pieces,
    point,
    settled,
    slot,
    stop_the_clock,
    touch_drag_from_tray,
    visit,
    window,
)
from tests.page.table import FakeTable

pytestmark = pytest.mark.browser

COLUMNS = (
    "......../w.(wb).(bw).(bw)./...(wB)...w/..W.(wbB).../.(bb)...(wb)../......B./"
    "...(wW).(bW)../b....... b"
)
"""A position of Gomony, by its text."""


def piece(page: Page, text: str) -> Locator:
    return page.locator(f'.board [data-piece="{text}"]').first


def column(page: Page) -> Locator:
    return page.get_by_test_id("column")


@pytest.mark.slow
def test_every_board_is_in_sight_whole_with_all_its_points_apart(
    page: Page, url: str, table: FakeTable
) -> None:
    width, height = window(page)
    visit(page, url)
    for game in kinds():
        table.begin(game)
        expect(page.get_by_test_id("title")).to_have_text(table.hello.title)
        expect(page.locator("[data-point]")).to_have_count(len(table.hello.points))
        board = page.get_by_test_id("board").bounding_box()
        assert board is not None
        assert min(board["x"], board["y"]) >= 0
        assert board["x"] + board["width"] <= width
        assert board["y"] + board["height"] <= height
        boxes = page.locator("[data-point]").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect()).map(b => [b.x, b.y, b.width])"
        )
        assert min(width for _, _, width in boxes) >= 32  # a finger's, on the phone
        one, other = boxes[:2]
        assert ((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5 >= one[2] - 1
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_lines_are_drawn_where_pieces_stand_on_crossings(
    desktop: Page, url: str, table: FakeTable
) -> None:
    table.begin("soli2")
    visit(desktop, url)
    expect(desktop.locator(".line")).to_have_count(14)
    expect(desktop.locator(".square")).to_have_count(0)
    expect(desktop.locator(".label")).to_have_text([*"aabbccddeeffgg", *"7766554433221100"[:14]])


def test_squares_are_drawn_dark_and_light(desktop: Page, url: str, table: FakeTable) -> None:
    table.begin("gomony")
    visit(desktop, url)
    expect(desktop.locator(".square")).to_have_count(64)
    expect(desktop.locator(".square.dark")).to_have_count(32)
    expect(desktop.locator(".lens.unused")).to_have_count(32)
    expect(desktop.locator(".line")).to_have_count(0)
    a1 = point(desktop, "a1").bounding_box()
    assert a1 is not None
    x, y = centre(point(desktop, "a1"))
    dark = desktop.locator(".square.dark").evaluate_all(
        "(all, [x, y]) => all.filter(one => { const b = one.getBoundingClientRect();"
        " return b.left < x && x < b.right && b.top < y && y < b.bottom; }).length",
        [x, y],
    )
    assert dark == 1


def test_areas_are_tinted_for_the_seats_whose_they_are(
    desktop: Page, url: str, table: FakeTable
) -> None:
    table.begin("halma", {"players": 3})
    visit(desktop, url)
    expect(desktop.locator(".square.margin")).to_have_count(32)
    colours = ("white", "blue", "yellow")
    for colour in colours:
        expect(desktop.locator(f".square.home.of-{colour}")).to_have_count(7)
        expect(desktop.locator(f".square.goal.of-{colour}")).to_have_count(7)
    tints = {
        desktop.locator(f".square.home.of-{colour}").first.evaluate(
            "one => getComputedStyle(one).fill"
        )
        for colour in colours
    }
    assert len(tints) == 3


def test_seats_have_colours_of_their_own_unless_they_are_white_and_black(
    desktop: Page, url: str, table: FakeTable
) -> None:
    table.begin("trinity", {"seats": 6})
    visit(desktop, url)
    turn = desktop.get_by_test_id("turn")
    seen = set()
    woods = ("ivory", "blue", "yellow", "red", "green", "cyan")
    for seat, wood in enumerate(woods):
        table.say(turn=seat)
        expect(turn).to_have_attribute("data-wood", wood)
        seen.add(turn.evaluate("one => getComputedStyle(one).backgroundImage"))
    assert len(seen) == 6
    table.begin("soli2")  # Black begins
    expect(turn).to_have_attribute("data-wood", "ebony")
    table.begin("trinity")
    expect(turn).to_be_hidden()


def test_numbered_discs_show_their_numbers(desktop: Page, url: str, table: FakeTable) -> None:
    table.begin("son_of_solomon", text="4/2.a../bc/.1./d3/..e.5/. w 1 move")
    visit(desktop, url)
    for text, wood, number in (("1", "ivory", "1"), ("b", "ebony", "2"), ("e", "ebony", "5")):
        expect(piece(desktop, text)).to_have_attribute("data-wood", wood)
        expect(piece(desktop, text).locator("text")).to_have_text(number)
    expect(point(desktop, "7")).to_have_attribute("aria-label", "Point 7, black number 2")


def test_coins_are_silver_and_stones_are_stones_already_in_the_tray(
    desktop: Page, url: str, table: FakeTable
) -> None:
    table.begin("trinity")
    visit(desktop, url)
    expect(piece(desktop, "Q")).to_have_attribute("data-wood", "silver")
    expect(piece(desktop, "Q").locator("text")).to_have_text("Q")
    expect(slot(desktop, "o").locator("[data-wood]")).to_have_attribute("data-wood", "stone")
    drag_from_tray(desktop, "o", "10")
    expect(piece(desktop, "o")).to_have_attribute("data-wood", "stone")
    expect(piece(desktop, "o").locator("text")).to_have_count(0)


def test_shapes_stand_for_kinds_and_triangles_point_forward(
    desktop: Page, url: str, table: FakeTable
) -> None:
    table.begin("halma", {"players": 4})
    visit(desktop, url)
    shapes = {"S": "square", "T": "triangle", "C": "disc", "D": "diamond"}
    for wood, letter in zip(("ivory", "blue", "yellow", "red"), "swne", strict=True):
        for kind, shape in shapes.items():
            drawn = slot(desktop, letter + kind).locator("[data-piece]")
            expect(drawn).to_have_attribute("data-shape", shape)
            expect(drawn).to_have_attribute("data-wood", wood)
    turns = [
        slot(desktop, f"{letter}T").locator(".face").get_attribute("transform") or ""
        for letter in "swne"
    ]
    assert [turn.split("rotate(")[1].split(")")[0] for turn in turns] == ["0", "90", "180", "-90"]


@pytest.mark.slow
def test_pieces_of_two_letters_are_carried_whole(desktop: Page, url: str, table: FakeTable) -> None:
    table.begin("halma")
    visit(desktop, url)
    drag_from_tray(desktop, "sC", "d1")
    table.asked()
    assert pieces(desktop, "d1") == "sC"
    expect(point(desktop, "d1")).to_have_attribute("aria-label", "Point d1, South circle")
    grab(desktop, point(desktop, "d1"))
    expect(desktop.get_by_test_id("hand").locator('[data-piece="sC"]')).to_have_count(1)
    let_go(desktop, point(desktop, "d2"))
    assert pieces(desktop, "d2") == "sC"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "options"),
    [("son_of_solomon", {}), ("halma", {"players": 2}), ("halma", {"players": 4})],
)
def test_all_kinds_of_pieces_are_within_reach_of_a_finger(
    phone: Page, url: str, table: FakeTable, game: str, options: dict[str, int]
) -> None:
    table.begin(game, options)
    visit(phone, url)
    expect(phone.locator("[data-slot]")).to_have_count(len(table.hello.pieces))
    tray = phone.get_by_test_id("tray").bounding_box()
    assert tray is not None
    for box in phone.locator("[data-slot]").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect())"
        ".map(b => [b.left, b.right, b.width, b.bottom])"
    ):
        assert box[0] >= 0
        assert box[1] <= PHONE[0]
        assert box[2] >= 30
        assert box[3] <= tray["y"] + tray["height"]
    confirm = phone.get_by_test_id("confirm").bounding_box()
    assert confirm is not None
    assert confirm["y"] + confirm["height"] <= PHONE[1]
    last = table.hello.pieces[-1].text
    to = table.hello.points[20 if game == "halma" else 9].name
    touch_drag_from_tray(phone, last, to)
    assert pieces(phone, to) == last


@pytest.mark.slow
def test_on_a_phone_on_its_side_the_board_and_the_buttons_need_no_scrolling(
    browser: Browser, url: str, table: FakeTable
) -> None:
    width, height = 844, 390
    with new_page(browser, (width, height), touch=True) as page:
        for game in ("solomon", "halma"):
            table.begin(game)
            visit(page, url)
            assert page.evaluate("document.documentElement.scrollHeight") <= height
            seen = "[data-point], [data-testid=confirm], [data-testid=menu], [data-testid=new]"
            boxes = page.locator(seen).evaluate_all(
                "found => found.map(f => f.getBoundingClientRect().toJSON())"
            )
            assert len(boxes) == len(table.hello.points) + 3
            for place in boxes:
                assert 0 <= place["left"] < place["right"] <= width
                assert 0 <= place["top"] < place["bottom"] <= height


def test_a_column_is_carried_whole(desktop: Page, url: str, table: FakeTable) -> None:
    table.begin("gomony", text=COLUMNS)
    visit(desktop, url)
    grab(desktop, point(desktop, "e5"))
    assert pieces(desktop, "e5") == ""
    expect(desktop.get_by_test_id("hand").locator("[data-piece]")).to_have_count(3)
    let_go(desktop, point(desktop, "f6"))
    assert pieces(desktop, "f6") == "w b B"
    lift = table.asked()
    assert isinstance(lift, Lift)
    assert (lift.place, lift.piece) == ("e5", "")


def test_columns_show_their_layers_their_height_and_who_is_promoted(
    desktop: Page, url: str, table: FakeTable
) -> None:
    table.begin("gomony", text=COLUMNS)
    visit(desktop, url)
    expect(desktop.locator(".height text")).to_have_text(["3"])  # two are seen to be two
    tall = ("b", "W", "w", "b", "B", "w", "W", "b")
    assert table.state.tabletop is not None
    e5 = table.hello.points.index(next(p for p in table.hello.points if p.name == "e5"))
    points = list(table.state.tabletop.points)
    points[e5] = tall
    believed = list(table.state.believed)
    believed[e5] = tuple(
        PieceView(t, "wb".index(t.lower()), "marker" if t.islower() else "promoted marker")
        for t in tall
    )
    table.say(
        tabletop=msgspec.structs.replace(table.state.tabletop, points=tuple(points)),
        believed=tuple(believed),
    )
    expect(desktop.locator(".height text")).to_have_text(["8"])
    x, y = centre(point(desktop, "e5"))
    desktop.mouse.move(x, y)
    expect(column(desktop)).to_be_visible()
    expect(column(desktop).locator("p")).to_have_text("e5: 8 high")
    layers = column(desktop).locator("li")
    expect(layers).to_have_count(8)
    expect(layers.nth(0)).to_have_text("black marker")
    expect(layers.nth(1)).to_have_text("white promoted marker")
    expect(layers.nth(1)).to_have_attribute("data-sign", "")
    expect(point(desktop, "e5")).to_have_attribute(
        "aria-label", "Point e5, " + " under ".join(_called(t) for t in tall)
    )
    desktop.mouse.move(*centre(desktop.get_by_test_id("title")))
    expect(column(desktop)).to_be_hidden()


def _called(text: str) -> str:
    side = {"w": "white", "b": "black"}[text.lower()]
    return f"{side} marker" if text.islower() else f"{side} promoted marker"


def test_the_keyboard_opens_a_column_and_escape_closes_it(
    desktop: Page, url: str, table: FakeTable
) -> None:
    table.begin("gomony", text=COLUMNS)
    visit(desktop, url)
    point(desktop, "c7").focus()
    desktop.keyboard.press("ArrowRight")
    desktop.keyboard.press("ArrowLeft")
    expect(column(desktop).locator("li")).to_have_text(["black marker", "white marker"])
    desktop.keyboard.press("Escape")
    expect(column(desktop)).to_be_hidden()


def test_a_column_that_was_tapped_goes_away_by_itself(
    own: Page, url: str, table: FakeTable
) -> None:
    table.begin("gomony", text=COLUMNS, simulated=False)
    stop_the_clock(own)
    visit(own, url)
    tap = """(target, pointerType) =>
        target.dispatchEvent(new PointerEvent("click", { bubbles: true, pointerType }))"""
    point(own, "c7").evaluate(tap, "touch")
    expect(column(own)).to_be_visible()
    own.clock.run_for(2900)
    expect(column(own)).to_be_visible()
    own.clock.run_for(200)
    expect(column(own)).to_be_hidden()
    point(own, "c7").evaluate(tap, "mouse")
    own.clock.run_for(9000)
    expect(column(own)).to_be_visible()


@pytest.mark.slow
def test_a_tap_lists_a_column_within_the_board(phone: Page, url: str, table: FakeTable) -> None:
    table.begin("gomony", text=COLUMNS)
    visit(phone, url)
    board = phone.get_by_test_id("board").bounding_box()
    assert board is not None
    for name, high in (("e5", 3), ("g7", 2), ("b4", 2), ("d2", 2)):
        fingers = Fingers(phone)
        fingers.down(1, point(phone, name))
        expect(column(phone)).to_be_hidden()  # while it is in the hand
        fingers.up(1)
        settled(phone)
        phone.locator(f'[data-point="{name}"]').dispatch_event("click", {"detail": 1})
        expect(column(phone).locator("li")).to_have_count(high)
        box = column(phone).bounding_box()
        assert box is not None
        assert box["x"] >= board["x"] - 1
        assert box["y"] >= board["y"] - 1
        assert box["x"] + box["width"] <= board["x"] + board["width"] + 1
        assert box["y"] + box["height"] <= board["y"] + board["height"] + 1
    phone.get_by_test_id("headline").tap()
    expect(column(phone)).to_be_hidden()


def test_two_pieces_on_a_point_are_a_king(desktop: Page, url: str, table: FakeTable) -> None:
    table.begin("crowning")
    visit(desktop, url)
    drag(desktop, "2", "15")
    expect(desktop.locator(".stack:has([data-piece] ~ [data-piece])")).to_have_count(1)
    desktop.mouse.move(*centre(point(desktop, "15")))
    expect(column(desktop).locator("li")).to_have_count(2)

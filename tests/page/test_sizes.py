"""Every view of the page at every size that people have: nothing is cut, and nothing jumps."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from companion.base.text import Text
from companion.games.registry import built_in
from companion.protocol.views import LessonView, MoveView
from companion.session.library.shelf import Library
from companion.session.view_builder import board_greeting
from tests.browser import DESKTOP, new_page, open_menu, visit
from tests.page import test_barriers as views
from tests.page.served_page import served_page
from tests.page.table import FakeTable
from tests.page.test_tools_page import ASKED
from tests.slow import slow_after

pytestmark = pytest.mark.browser

SIZES = [
    (568, 320),
    (640, 400),  # also 1280×800 at 200 %
    (667, 375),
    (740, 360),
    (844, 390),
    (320, 640),
    (390, 844),
    (820, 1180),
    (720, 700),  # windows that are nearly square
    (900, 800),
    (1000, 990),
    (1024, 768),
    (1280, 800),
    (1920, 1080),
    (2560, 1440),
]
PHONES = [size for size in SIZES if min(size) < 600]
LANGUAGES = ["en-US", "de-DE"]

MEASURE = """() => {
  const wrong = [];
  const page = document.documentElement;
  const dialog = [...document.querySelectorAll("dialog[open], [popover]:popover-open")].at(-1);
  const root = dialog ?? document.body;
  const shown = (e) => e.checkVisibility({ visibilityProperty: true })
    && e.getBoundingClientRect().width > 1;
  const name = (e) => e.dataset?.testid ?? `${e.tagName} ${e.textContent.trim().slice(0, 24)}`;
  if (page.scrollWidth > page.clientWidth) wrong.push(`sideways: ${page.scrollWidth}`);

  // A word is never broken, unless nothing could hold it.
  const range = document.createRange();
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode, at = text.parentElement;
    if (!at || !shown(at)) continue;
    if (at.closest("svg, select, option, .spoken, code, pre, input, [aria-hidden]")) continue;
    for (const { 0: word, index } of text.nodeValue.matchAll(/[\\p{L}]{2,}/gu)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) wrong.push(`broken: ${word} in ${name(at)}`);
    }
  }

  // No control is cut: by the window, or by what neither wraps nor scrolls.
  const scrolls = (e, axis) => /auto|scroll/.test(getComputedStyle(e)[`overflow${axis}`]);
  const UNSEEN = ".target, .drop:not(:focus), input[type=checkbox], input[type=radio]";
  const controls = "button, select, input, summary, a[href]";
  for (const control of root.querySelectorAll(controls)) {
    if (!shown(control) || control.matches(UNSEEN)) continue;
    const box = control.getBoundingClientRect();
    if (control.dataset.testid === "hint" && box.width < 60) wrong.push("hard to hit: hint");
    let [across, down] = [true, true]; // until something scrolls
    if (control.tagName === "BUTTON" && control.scrollWidth > control.clientWidth + 1
        && !control.matches(".slot, .showing")) {
      wrong.push(`too narrow: ${name(control)}`);
    }
    for (let at = control.parentElement; at && at !== page; at = at.parentElement) {
      const style = getComputedStyle(at), frame = at.getBoundingClientRect();
      across &&= !(at.matches(".question, .tray, .drawer") && at.scrollWidth > at.clientWidth);
      down &&= !scrolls(at, "Y");
      if (across && style.overflowX !== "visible"
          && (box.left < frame.left - 1 || box.right > frame.right + 1)) {
        wrong.push(`cut: ${name(control)}`);
      }
      if (down && style.overflowY !== "visible"
          && (box.top < frame.top - 1 || box.bottom > frame.bottom + 1)) {
        wrong.push(`cut: ${name(control)}`);
      }
      if (at === dialog) break;
    }
    if (across && (box.left < -1 || box.right > page.clientWidth + 1)) {
      wrong.push(`off: ${name(control)}`);
    }
  }

  // The panel has two sizes of type, and its buttons one height and one line.
  const panel = document.getElementById("panel");
  if (!dialog && shown(panel)) {
    const buttons = [...panel.querySelectorAll(".act button, .question button")].filter(shown);
    const heights = new Set(buttons.map((e) => Math.round(e.getBoundingClientRect().height)));
    if (heights.size > 1) wrong.push(`heights: ${[...heights]}`);
    const told = [...panel.querySelectorAll("*")].filter((e) => shown(e) && !e.closest("svg")
      && [...e.childNodes].some((n) => n.nodeType === 3 && n.nodeValue.trim()));
    const sizes = new Set(told.map((e) => getComputedStyle(e).fontSize));
    if (sizes.size > 2) wrong.push(`sizes: ${[...sizes]}`);
    for (const button of panel.querySelectorAll(".act button")) {
      range.selectNodeContents(button);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (shown(button) && lines.size > 1) wrong.push(`two lines: ${name(button)}`);
    }
  }
  return [...new Set(wrong)];
}"""

SHIFTS = """
    window.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) shifted += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
"""


def start(_: Page, __: FakeTable) -> None:
    """The game before the first move."""


def menu(page: Page, table: FakeTable) -> None:
    table.say(moves=(MoveView(0, "14-12"),))
    open_menu(page)


def over(page: Page, table: FakeTable) -> None:
    """The end, with every button that there may be."""
    log = table.state.log
    table.say(moves=(MoveView(0, "14-12"),), takeback=True, confirm=True, log=log)
    views.over(page, table)


def touched(page: Page, table: FakeTable) -> None:
    """A tool whose points can be touched."""
    views.settings(page, table)
    table.work(msgspec.structs.replace(ASKED, simulated=True))
    expect(page.locator(".spot[tabindex]").first).to_be_visible()


VIEWS = [start, menu, over, touched, *views.VIEWS]
CASES = [(view, language) for language, view in product(LANGUAGES, VIEWS)]


@pytest.fixture
def shelved(tmp_path: Path, table: FakeTable) -> Iterator[str]:
    """The address of a page with a library."""
    views.kept_games(tmp_path, table)
    with served_page(table, library=Library(tmp_path, board_greeting)) as address:
        yield address


def _id(case: tuple[Any, str]) -> str:
    return f"{case[0].__name__}-{case[1][:2]}"


@pytest.mark.parametrize("case", slow_after(6, CASES), ids=map(_id, CASES))
def test_a_view_fits_at_every_size(
    browser: Browser, shelved: str, table: FakeTable, case: tuple[Any, str]
) -> None:
    view, language = case
    with new_page(browser, DESKTOP, language=language) as page:
        visit(page, shelved)
        view(page, table)
        found = {}
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            wrong = page.evaluate(MEASURE)
            if wrong:
                found[f"{width}×{height}"] = wrong
    assert not found


def test_the_last_moves_are_in_sight_on_every_phone(
    browser: Browser, shelved: str, table: FakeTable
) -> None:
    with new_page(browser, DESKTOP) as page:
        visit(page, shelved)
        table.say(moves=tuple(MoveView(n % 2, f"14-{n}") for n in range(40)), confirm=True)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.get_by_test_id("moves").evaluate("list => list.scrollTo(0, list.scrollHeight)")
            last = page.locator(".moves li").last.bounding_box()
            confirm = page.get_by_test_id("confirm").bounding_box()
            assert last is not None
            assert confirm is not None
            assert confirm["y"] + confirm["height"] <= last["y"], (width, height)
            assert last["y"] + last["height"] <= height, (width, height)


@pytest.mark.parametrize("size", slow_after(2, [DESKTOP, (390, 844), (844, 390), (820, 1180)]))
def test_nothing_jumps_when_the_page_opens(
    browser: Browser, shelved: str, table: FakeTable, size: tuple[int, int]
) -> None:
    table.say(moves=(MoveView(0, "14-12"),), takeback=True, message=Text("Go on."))
    with new_page(browser, size, painted=True) as page:
        page.add_init_script(SHIFTS)
        visit(page, shelved)
        page.wait_for_load_state("networkidle")
        table.say(confirm=True, headline=Text("Black to move"), message=Text("Put it right. " * 5))
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        assert page.evaluate("shifted") < 0.05


# Every focusable thing with each kind of focus: none paints far beyond itself.
OUTLINES = """(name) => [...document.querySelectorAll("[tabindex], button, select, input, a[href]")]
  .filter((e) => e.checkVisibility({ visibilityProperty: true }))
  .flatMap((e) => {
    e.focus({ preventScroll: true, focusVisible: name === "keyboard" });
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(e);
    if (document.activeElement !== e || outlineStyle === "none") return [];
    const scale = e instanceof SVGElement ? e.ownerSVGElement.getScreenCTM().a : 1;
    const wide = (parseFloat(outlineWidth) + parseFloat(outlineOffset)) * scale;
    return wide > 8 ? [`${e.dataset.testid ?? e.outerHTML.slice(0, 60)}: ${wide}`] : [];
  })"""


@pytest.mark.parametrize("view", slow_after(0, VIEWS), ids=lambda view: view.__name__)
def test_a_focus_is_painted_only_around_what_has_it(
    browser: Browser, shelved: str, table: FakeTable, view: Any
) -> None:
    with new_page(browser, DESKTOP) as page:
        visit(page, shelved)
        view(page, table)
        for device in ("mouse", "keyboard"):
            assert page.evaluate(OUTLINES, device) == []


@pytest.mark.parametrize("device", ["mouse", "finger", "keyboard"])
def test_a_touched_point_of_a_tool_changes_nothing_but_itself(
    browser: Browser, shelved: str, table: FakeTable, device: str
) -> None:
    with new_page(browser, DESKTOP, touch=device == "finger", painted=True) as page:
        visit(page, shelved)
        touched(page, table)
        spot = page.locator(".spot").first
        before = picture(page)
        if device == "mouse":
            spot.click()
        elif device == "finger":
            spot.tap()
        else:
            page.get_by_test_id("tool-close").focus()
            page.keyboard.press("Tab")
        expect(spot).to_be_focused()
        changed = np.argwhere(np.abs(picture(page) - before).sum(axis=2) > 30)
        scale = page.evaluate("devicePixelRatio")
        box = spot.bounding_box()
        assert box is not None
        if device == "keyboard":
            assert len(changed)
        for top, left in changed:
            assert box["y"] - 6 <= top / scale <= box["y"] + box["height"] + 6
            assert box["x"] - 6 <= left / scale <= box["x"] + box["width"] + 6


def picture(page: Page) -> NDArray[np.float64]:
    """What is painted where the points of a tool are, the rest being white."""
    shot = page.screenshot(animations="disabled")
    pixels = np.array(Image.open(BytesIO(shot)).convert("RGB"), float)
    box = page.get_by_test_id("tool-board").bounding_box()
    assert box is not None
    scale = page.evaluate("devicePixelRatio")
    part = np.full_like(pixels, 255)
    rows = slice(round(box["y"] * scale), round((box["y"] + box["height"]) * scale))
    part[rows] = pixels[rows]
    return part


@pytest.mark.parametrize("size", [(390, 844), (820, 1180), DESKTOP, (1920, 1080)], ids=str)
def test_whose_turn_it_is_is_written_in_one_size(
    browser: Browser, url: str, table: FakeTable, size: tuple[int, int]
) -> None:
    with new_page(browser, size, language="de-DE") as page:
        visit(page, url)
        headline, sizes, heights = page.get_by_test_id("headline"), [], []
        for seat, name in enumerate(("Weiß", "Schwarz")):
            table.say(
                turn=seat, headline=Text("{seat} to move", seat=Text(("White", "Black")[seat]))
            )
            expect(headline).to_have_text(f"{name} ist am Zug")
            style = headline.evaluate("title => parseFloat(getComputedStyle(title).fontSize)")
            box = page.get_by_test_id("message").bounding_box()
            assert box is not None
            sizes.append(style)
            heights.append(box["y"])
        assert sizes[1] >= 0.8 * sizes[0]
        assert heights[0] == heights[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_game_with_a_clock_needs_no_scrolling(
    browser: Browser, url: str, table: FakeTable, language: str
) -> None:
    table.begin("solomon", levels=("beginner", "easy"))
    scrolls = []
    with new_page(browser, DESKTOP, language=language) as page:
        visit(page, url)
        page.get_by_test_id("new").click()
        game, clock = page.get_by_test_id("game"), page.get_by_test_id("clock-kind")
        for name in built_in():
            game.select_option(name)
            if clock.is_visible():
                clock.select_option("fischer")
            dialog = page.get_by_test_id("new-game")
            if dialog.evaluate("dialog => dialog.scrollHeight > dialog.clientHeight"):
                scrolls.append(name)
    assert scrolls in ([], ["gomony"])  # the most options with a clock


@pytest.mark.parametrize("size", [(390, 844), (820, 1180), DESKTOP], ids=str)
@pytest.mark.parametrize("view", [views.figure, views.hunt, views.labelling])
def test_the_buttons_of_a_puzzle_are_in_sight(
    browser: Browser, url: str, table: FakeTable, view: Any, size: tuple[int, int]
) -> None:
    with new_page(browser, size) as page:
        visit(page, url)
        view(page, table)
        expect(page.get_by_test_id(f"{view.__name__}-back")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390)], ids=str)
@pytest.mark.parametrize("lesson", [None, LessonView(1, 7, False)], ids=["count", "lesson"])
def test_a_headline_has_room_beside_a_count_and_above_a_long_sentence(
    browser: Browser, url: str, table: FakeTable, size: tuple[int, int], lesson: LessonView | None
) -> None:
    table.begin("crowning")
    with new_page(browser, size, touch=True, language="de-DE") as page:
        visit(page, url)
        text = "Schritt 1 von 7: Weiß ist am Zug" if lesson else "Du bist am Zug"
        table.say(headline=text, best=11, lesson=lesson, message="Ein langer Satz. " * 6)
        headline = page.get_by_test_id("headline")
        lines = headline.evaluate(
            """title => {
                const range = document.createRange();
                range.selectNodeContents(title);
                const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
                return new Set(tops).size;
            }"""
        )
        assert lines <= 2
        title, below = headline.bounding_box(), page.get_by_test_id("message").bounding_box()
        assert title is not None
        assert below is not None
        assert title["y"] + title["height"] <= below["y"] + 4

"""The page in other languages: nothing that it says stays English, nothing is cut off."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from playwright.sync_api import Browser, Page, expect

from companion.languages.collect import PAGE, collect_page, page_catalog, read_catalog
from companion.languages.language import FOLDER
from companion.library.shelf import Library
from companion.session.views import board_greeting
from companion.web.server import serve
from tests.browser import DESKTOP, PHONE, new_page
from tests.pseudo import PSEUDO, PseudoLanguage, marked, speak_pseudo, unmarked
from tests.slow import slow_after
from tests.web.table import FakeTable
from tests.web.test_barriers import CODE, VIEWS, kept_games

PROGRAM = False
"""Whether what the program says is checked as well."""

NOTATION = {"Anna", "Ben", "Carla", "fischer", "Nov", "PM", "JSON"}
SKIPPED = (
    "script, style, code, pre, option[lang], [data-testid=rules-text] > :not([data-testid=lamp-legend])"
)
SPEAK_PSEUDO = f"localStorage.setItem('language', '{PSEUDO}')"
SIZES = [DESKTOP, PHONE, (820, 1180), (844, 390)]

_SPILLED = """() => {
    const found = new Set();
    const wide = document.documentElement.scrollWidth - innerWidth;
    if (wide > 1) found.add(`the page is ${wide} pixels too wide`);
    const hidden = (element) => !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
        || element.closest("svg, .spoken, script, style, option") || getComputedStyle(element).clipPath !== "none" || element.clientWidth <= 1;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const { nodeValue, parentElement } = walker.currentNode;
        const text = nodeValue.trim();
        if (!text || hidden(parentElement)) continue;
        const range = document.createRange();
        range.selectNodeContents(walker.currentNode);
        for (const { left, right, top, bottom, width } of range.getClientRects()) {
            if (!width) continue;
            for (let around = parentElement; around; around = around.parentElement) {
                const { overflowX, overflowY } = getComputedStyle(around);
                const scrolled = [overflowX, overflowY].some((how) => ["auto", "scroll"].includes(how));
                const box = around.getBoundingClientRect();
                const frame = around.matches("button, .tick, .field, .callout, header, dialog");
                const beside = left < box.left - 1 || right > box.right + 1;
                const below = top < box.top - 3 || bottom > box.bottom + 3;
                if (beside && (frame || ["hidden", "clip"].includes(overflowX))) found.add(`beside: ${text}`);
                if (below && !scrolled && (frame || ["hidden", "clip"].includes(overflowY))) found.add(`below: ${text}`);
                if (scrolled) break;
            }
        }
    }
    const pen = document.createElement("canvas").getContext("2d");
    for (const select of document.querySelectorAll("select")) {
        if (hidden(select)) continue;
        const { font, paddingLeft, paddingRight } = getComputedStyle(select);
        pen.font = font;
        const text = select.selectedOptions[0]?.text ?? "";
        const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - 16; // for its arrow
        if (pen.measureText(text).width > room) found.add(`chosen: ${text}`);
    }
    return [...found];
}"""

View = Callable[[Page, FakeTable], None]


def enter(page: Page, url: str) -> None:
    page.goto(url)
    page.get_by_test_id("code").fill(CODE)
    page.get_by_test_id("pair").click()
    expect(page.get_by_test_id("headline")).not_to_be_empty()


def check_words(page: Page, pseudo: PseudoLanguage) -> None:
    found = unmarked(page, pseudo, NOTATION, SKIPPED)
    assert not found, "\n".join(["these words cannot be translated:", *found])


@pytest.fixture
def pseudo(monkeypatch: pytest.MonkeyPatch) -> PseudoLanguage:
    return speak_pseudo(monkeypatch, program=PROGRAM)


@pytest.fixture
def shelved(tmp_path: Path, table: FakeTable) -> Iterator[str]:
    kept_games(tmp_path, table)
    server = serve(table, code=CODE, library=Library(tmp_path, board_greeting))
    yield server.start()
    server.stop()


@pytest.mark.browser
@pytest.mark.parametrize("view", slow_after(2, VIEWS))
def test_all_words_can_be_translated(
    browser: Browser, pseudo: PseudoLanguage, shelved: str, table: FakeTable, view: View
) -> None:
    with new_page(browser) as page:
        page.add_init_script(SPEAK_PSEUDO)
        enter(page, shelved)
        view(page, table)
        check_words(page, pseudo)


@pytest.mark.browser
def test_pairing_can_be_translated(browser: Browser, pseudo: PseudoLanguage, shelved: str) -> None:
    with new_page(browser) as page:
        page.add_init_script(SPEAK_PSEUDO)
        page.goto(shelved)
        page.get_by_test_id("code").fill("1")
        page.get_by_test_id("pair").click()
        expect(page.get_by_test_id("code-hint")).to_have_text(marked("Wrong code. Try again."))
        check_words(page, pseudo)


@pytest.mark.browser
def test_a_word_without_a_mark_is_found(desktop: Page) -> None:
    desktop.set_content(
        """<title>⟦Ｈｉｎｔ⟧</title><p title="Anna">⟦Ｐｏｉｎｔ c3⟧ 14x2x9</p><p>⟦Ｈｉｎｔ⟧ Draw</p>
        <p>⟦Ｐｏｉｎｔ: a man⟧</p><input placeholder="Here"><pre>Skipped</pre>"""
    )
    told = PseudoLanguage(program=True)
    assert unmarked(desktop, told, NOTATION, SKIPPED) == [
        "p: ⟦Ｈｉｎｔ⟧ Draw",
        "p: ⟦Ｐｏｉｎｔ: a man⟧",
        "placeholder: Here",
    ]
    told = PseudoLanguage(program=False)
    told.encode(["man", "Here it is"])
    assert unmarked(desktop, told, NOTATION, SKIPPED) == ["p: ⟦Ｈｉｎｔ⟧ Draw", "placeholder: Here"]


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_german_words_have_room(
    browser: Browser, shelved: str, table: FakeTable, size: tuple[int, int]
) -> None:
    spilled = {}
    for view in VIEWS:
        table.begin("solomon", puzzles=("triangles", "magic"), levels=("easy", "fair"))
        with new_page(browser, size, touch=size != DESKTOP, language="de-DE") as page:
            enter(page, shelved)
            view(page, table)
            if found := page.evaluate(_SPILLED):
                spilled[view.__name__] = found
    assert spilled == {}

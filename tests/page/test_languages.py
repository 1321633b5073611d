"""The page in other languages: nothing that it says stays English, nothing is cut off."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.base.languages.collect import ROOT
from companion.session.library.shelf import Library
from companion.session.view_builder import board_greeting
from tests.base.languages.german import of_the_page
from tests.browser import AT_BOARD, DESKTOP, PHONE, choose, new_page, visit
from tests.page.served_page import served_page
from tests.page.table import FakeTable
from tests.page.test_barriers import CODE, VIEWS, kept_games
from tests.pseudo import PSEUDO, PseudoLanguage, marked, speak_pseudo, unmarked
from tests.slow import slow_after

PROGRAM = True
"""Whether what the program says is checked as well."""

NOTATION = {
    *("Anna", "Ben", "Carla", "Dora", "Maximilian", "Oberhuber-Sonne"),
    *("espeak-ng", "speech-dispatcher", "piper"),
    *("fischer", "Nov", "PM", "JSON", "4711-tiger-soda"),
    *("fish", "toga", "toga.", "Fish", "Nonymous", "Solomon", "easy", "strong"),  # of engines
    *("Hash", "Style", "Solid", "Wild", "OwnBook", "Log", "not", "here"),
}
SKIPPED = (
    "script, style, code, pre, option[lang], [data-testid=guests-address],"
    "[data-testid=rules-text] > :not([data-testid=lamp-legend])"  # the page of rules
)
SPEAK_PSEUDO = f"localStorage.setItem('language', '{PSEUDO}')"
SIZES = [DESKTOP, PHONE, (820, 1180), (844, 390)]

_SPILLED = """() => {
    const found = new Set();
    const wide = document.documentElement.scrollWidth - innerWidth;
    if (wide > 1) found.add(`the page is ${wide} pixels too wide`);
    const seen = { visibilityProperty: true, opacityProperty: true };
    const hidden = (element) => !element.checkVisibility(seen)
        || element.closest("svg, .spoken, script, style, option")
        || getComputedStyle(element).clipPath !== "none" || element.clientHeight === 1;
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
                const [cutX, cutY] = [overflowX, overflowY].map((how) => /hidden|clip/.test(how));
                const scrolled = [overflowX, overflowY].some((how) => /auto|scroll/.test(how));
                const box = around.getBoundingClientRect();
                const frame = around.matches("button, .tick, .field, .callout, header, dialog");
                const beside = left < box.left - 1 || right > box.right + 1;
                const below = top < box.top - 3 || bottom > box.bottom + 3;
                if (beside && (frame || cutX)) found.add(`beside: ${text}`);
                if (scrolled) break;
                if (below && (frame || cutY)) found.add(`below: ${text}`);
            }
        }
    }
    const pen = document.createElement("canvas").getContext("2d");
    for (const select of document.querySelectorAll("select")) {
        if (hidden(select)) continue;
        const { font, paddingLeft, paddingRight } = getComputedStyle(select);
        pen.font = font;
        const text = select.selectedOptions[0]?.text ?? "";
        const [arrow, padding] = [16, parseFloat(paddingLeft) + parseFloat(paddingRight)];
        const room = select.clientWidth - padding - arrow;
        if (pen.measureText(text).width > room) found.add(`chosen: ${text}`);
    }
    return [...found];
}"""

_WATCH_WORDS = """
window.shown = new Set();
const look = () => {
    for (const element of document.body?.querySelectorAll("button span") ?? []) {
        if (element.checkVisibility({ visibilityProperty: true })) shown.add(element.textContent);
    }
    requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""

View = Callable[[Page, FakeTable], None]


def enter(page: Page, url: str) -> None:
    page.goto(url + AT_BOARD)
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
    with served_page(table, code=CODE, library=Library(tmp_path, board_greeting)) as address:
        yield address


@pytest.mark.browser
@pytest.mark.parametrize("view", slow_after(1, VIEWS))
def test_all_words_can_be_translated(
    browser: Browser, pseudo: PseudoLanguage, shelved: str, table: FakeTable, view: View
) -> None:
    with new_page(browser) as page:
        page.add_init_script(SPEAK_PSEUDO)
        enter(page, shelved)
        view(page, table)
        check_words(page, pseudo)


@pytest.mark.browser
@pytest.mark.slow
def test_pairing_can_be_translated(browser: Browser, pseudo: PseudoLanguage, shelved: str) -> None:
    with new_page(browser) as page:
        page.add_init_script(SPEAK_PSEUDO)
        page.goto(shelved)
        page.get_by_test_id("code").fill("1")
        page.get_by_test_id("pair").click()
        expect(page.get_by_test_id("code-hint")).to_have_text(marked("Wrong code. Try again."))
        check_words(page, pseudo)


@pytest.mark.browser
def test_a_word_without_a_mark_is_found(own: Page) -> None:
    own.set_content(
        """<title>⟦Ｈｉｎｔ⟧</title><p title="Anna">⟦Ｐｏｉｎｔ c3⟧ 14x2x9</p><p>⟦Ｈｉｎｔ⟧ Draw</p>
        <p>⟦Ｐｏｉｎｔ: a man⟧</p><input placeholder="Here"><pre>Skipped</pre>"""
    )
    told = PseudoLanguage(program=True)
    assert unmarked(own, told, NOTATION, SKIPPED) == [
        "p: ⟦Ｈｉｎｔ⟧ Draw",
        "p: ⟦Ｐｏｉｎｔ: a man⟧",
        "placeholder: Here",
    ]
    told = PseudoLanguage(program=False)
    told.encode(["man", "Here it is"])
    assert unmarked(own, told, NOTATION, SKIPPED) == ["p: ⟦Ｈｉｎｔ⟧ Draw", "placeholder: Here"]


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


def test_headings_that_the_page_knows_are_those_of_the_rules() -> None:
    pages = (ROOT.parent / "docs" / "games" / "de").glob("*.md")
    found = {line[3:] for page in pages for line in page.read_text("utf-8").splitlines()}
    for heading in ("As text", "Rulings", "What is known"):
        assert of_the_page(heading) in found


@pytest.mark.browser
def test_the_browsers_language_is_spoken_until_another_one_is_chosen(
    browser: Browser, url: str
) -> None:
    with new_page(browser, language="de-AT") as page:
        visit(page, url)
        html, view = page.locator("html"), page.get_by_test_id("view")
        expect(html).to_have_attribute("lang", "de")
        expect(view).to_have_text(of_the_page("View"))
        view.click()
        chosen = page.get_by_test_id("language")
        expect(chosen.locator("option")).to_have_text(["System", "English", "Deutsch"])
        expect(chosen).to_have_value("")
        chosen.select_option("English")
        expect(view).to_have_text("View")
        expect(html).to_have_attribute("lang", "en")
        page.reload()
        expect(view).to_have_text("View")
        view.click()
        expect(chosen).to_have_value("en")
        chosen.select_option("System")
        expect(view).to_have_text(of_the_page("View"))


@pytest.mark.slow
@pytest.mark.browser
def test_no_english_is_shown_before_german(browser: Browser, url: str) -> None:
    with new_page(browser, language="de") as page:
        page.add_init_script(_WATCH_WORDS)
        visit(page, url)
        german = [of_the_page("View"), of_the_page("Rules")]
        assert page.evaluate("(words) => words.every((word) => shown.has(word))", german)
        assert not page.evaluate("shown.has('View') || shown.has('Rules')")
    with new_page(browser, language="fr") as page:  # there is none
        page.add_init_script(_WATCH_WORDS)
        visit(page, url)
        assert page.evaluate("shown.has('View')")


@pytest.mark.slow
@pytest.mark.browser
def test_a_page_without_its_translations_speaks_english(browser: Browser, url: str) -> None:
    with new_page(browser, language="de") as page:
        page.route("**/page-de.json", lambda route: route.abort())
        visit(page, url)
        expect(page.get_by_role("button", name="What now?")).to_be_visible()


@pytest.mark.slow
@pytest.mark.browser
def test_numbers_and_dates_are_those_of_the_language(
    browser: Browser, shelved: str, table: FakeTable
) -> None:
    with new_page(browser, language="de-DE") as page:
        enter(page, shelved)
        table.time(9.3, 300.0, running=None)
        expect(page.locator(".clock .time").first).to_have_text("0:09,3")
        expect(page.locator(".clock").first).to_have_attribute(
            "aria-label", re.compile(of_the_page("{number} second").format(number=10))
        )
        choose(page, "library")
        facts = page.locator(".games .facts").first
        moves = of_the_page("{number} move").format(number=2).replace(" ", r"\s")
        expect(facts).to_have_text(re.compile(rf"20\.11\.2026,\s15:02.+{moves}.+9\ss"))
        ending = f"{of_the_page('{player} won')} ({of_the_page('resigned')})"
        expect(page.locator(".games .ending").first).to_have_text(ending.format(player="Ben"))

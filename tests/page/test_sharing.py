"""Printing and sharing: sheets, animated pictures, and downloads that are called what they are."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from random import Random

import numpy as np
import pytest
from PIL import Image
from PIL.GifImagePlugin import GifImageFile
from playwright.sync_api import Browser, Page, expect

from companion.games.registry import built_in, make
from companion.protocol.views import MoveView
from companion.records.journal.record import EndRecord, MoveRecord
from companion.rules import Match
from companion.session.library.shelf import Library
from companion.session.view_builder import board_greeting
from tests.axe import barriers
from tests.browser import DESKTOP, PHONE, choose, keep, new_page, visit
from tests.page.served_page import served_page
from tests.page.table import FakeTable
from tests.records.logs import write_log
from tests.slow import slow_after

pytestmark = pytest.mark.browser
_MOVES = 14
_BEGUN = "dispatchEvent(new Event('beforeprint'))"


@pytest.fixture
def shelved(tmp_path: Path, table: FakeTable) -> Iterator[str]:
    """The address of a page with a library of one game each, in the order of their names."""
    for number, name in enumerate(built_in(), start=1):
        game = make(name)
        match, rng = Match(game), Random(number)
        while not match.over and len(match.history) < _MOVES:
            match.play(rng.choice(list(match.moves)))
        records = [
            MoveRecord(ply.text, int(ply.seat), float(at))
            for at, ply in enumerate(match.history, start=1)
        ]
        write_log(
            tmp_path,
            number,
            game=name,
            options=game.chosen,
            seats=game.seats,
            position=game.position_text(game.start()),
            records=[*records, EndRecord("draw", "agreed")] if len(game.seats) > 1 else records,
        )
    with served_page(table, library=Library(tmp_path, board_greeting)) as address:
        yield address


def open_game(page: Page, url: str, name: str) -> None:
    visit(page, url)
    choose(page, "library")
    number = list(built_in()).index(name) + 1
    page.locator(f'[data-file^="2026-11-20-150{number}"] .open').click()
    expect(page.get_by_test_id("replay-film")).to_be_visible()


@pytest.mark.parametrize("name", slow_after(2, ["gomony", *built_in()]))
def test_a_game_becomes_an_animated_picture(desktop: Page, shelved: str, name: str) -> None:
    open_game(desktop, shelved, name)
    moves = desktop.locator("[data-move]").count()
    with desktop.expect_download() as saved:
        desktop.get_by_test_id("replay-film").click()
    assert saved.value.suggested_filename.endswith(".gif")
    data = Path(saved.value.path()).read_bytes()
    assert len(data) < 60_000 + 12_000 * moves
    picture = Image.open(BytesIO(data))
    assert isinstance(picture, GifImageFile)
    assert (picture.format, picture.n_frames, picture.info["loop"]) == ("GIF", moves + 1, 0)
    assert picture.width == 480
    frames, times = [], []
    for number in range(picture.n_frames):
        picture.seek(number)
        times.append(picture.info["duration"])
        frames.append(picture.convert("RGB").tobytes())
    assert times[0] == 1200
    assert times[-1] == 4000
    assert len(set(frames)) == len(frames)  # every move shows
    expect(desktop.get_by_test_id("replay-film")).to_have_text("Animated picture")
    expect(desktop.locator(".offstage")).to_have_count(0)


def test_the_picture_shows_the_pieces_where_they_stand(desktop: Page, shelved: str) -> None:
    open_game(desktop, shelved, "solomon")
    with desktop.expect_download() as saved:
        desktop.get_by_test_id("replay-film").click()
    picture = Image.open(BytesIO(Path(saved.value.path()).read_bytes())).convert("RGB")
    desktop.get_by_test_id("replay-first").click()
    shown = Image.open(BytesIO(desktop.get_by_test_id("picture").screenshot())).convert("RGB")
    shown = shown.resize((480, round(480 * shown.height / shown.width)))
    board = desktop.get_by_test_id("picture")
    points = board.evaluate(
        # Where each piece is, as shares of the board.
        """(board) => [...board.querySelectorAll(".stack")].map((stack) => {
            const box = stack.getBoundingClientRect(), all = board.getBoundingClientRect();
            return [(box.x + box.width / 2 - all.x) / all.width,
                (box.y + box.height / 2 - all.y) / all.height, box.width];
        })"""
    )
    for x, y, width in points:
        if width:
            at = int(480 * x), int(y * shown.height)
            off = np.asarray(picture, int)[at[1], at[0]] - np.asarray(shown, int)[at[1], at[0]]
            assert np.abs(off).max() < 40, at
    assert sum(width > 0 for _, _, width in points) == 12


@pytest.mark.parametrize("size", [DESKTOP, PHONE, (568, 320), (2560, 1440)], ids=str)
def test_what_can_be_done_with_a_game_fits_and_has_no_barriers(
    browser: Browser, shelved: str, size: tuple[int, int]
) -> None:
    with new_page(browser, size, touch=size == PHONE, painted=True) as page:
        open_game(page, shelved, "halma")
        names = page.locator(".sharing button").all_text_contents()
        assert names == ["Print", "Animated picture", "Download as text", "Download the log"]
        for button in page.locator(".sharing button").all():
            button.scroll_into_view_if_needed()
            assert button.evaluate("(one) => one.scrollWidth <= one.clientWidth + 1")
        assert not barriers(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_a_game_is_printed_with_its_moves_and_pictures_and_no_buttons(
    desktop: Page, shelved: str
) -> None:
    open_game(desktop, shelved, "gomony")
    desktop.evaluate(_BEGUN)
    desktop.emulate_media(media="print")
    sheet = desktop.get_by_test_id("sheet")
    expect(sheet.locator("h1")).to_have_text("White – Black")
    expect(sheet.locator("figcaption")).to_have_text(
        ["The start", "After move 12", f"After move {_MOVES}"]
    )
    expect(sheet.locator("ol > li")).to_have_count(_MOVES)
    assert sheet.locator("ol").last.get_attribute("start") in ("13", "15")
    expect(desktop.locator("button:visible")).to_have_count(0)
    desktop.evaluate("dispatchEvent(new Event('afterprint'))")
    desktop.emulate_media(media="screen")
    expect(desktop.get_by_test_id("replay")).to_be_visible()
    expect(sheet).to_have_count(0)


def test_the_position_is_a_sheet(desktop: Page, url: str, table: FakeTable) -> None:
    visit(desktop, url)
    table.say(moves=tuple(MoveView(n % 2, f"14-{n}") for n in range(40)), position="b/w w")
    desktop.evaluate(_BEGUN)
    desktop.emulate_media(media="print")
    sheet = desktop.get_by_test_id("sheet")
    expect(sheet.locator("h1")).to_have_text("Solomon")
    expect(sheet.locator("figcaption")).to_have_text("White to move")
    expect(sheet.locator("p")).to_have_text("b/w w")
    expect(sheet.locator("ol > li")).to_have_count(40)
    expect(sheet.locator('[data-piece="w"]')).to_have_count(6)
    expect(desktop.locator("button:visible")).to_have_count(0)


def test_the_buttons_print(own: Page, url: str) -> None:
    visit(own, url)
    own.evaluate("window.print = () => { document.title = 'printed'; }")
    choose(own, "print")
    assert own.title() == "printed"


def test_the_rules_are_printed_whole(desktop: Page, url: str) -> None:
    visit(desktop, url)
    desktop.get_by_test_id("rules").click()
    expect(desktop.get_by_test_id("rules-text").locator("details").first).to_be_visible()
    desktop.evaluate(_BEGUN)
    desktop.emulate_media(media="print")
    sheet = desktop.get_by_test_id("sheet")
    expect(sheet.locator("h1")).to_have_text("Solomon")
    expect(sheet.locator("details:not([open])")).to_have_count(0)
    expect(sheet.locator("h3").first).to_be_visible()
    expect(sheet.locator('[data-testid="lamp-legend"]')).to_have_count(0)


@pytest.mark.parametrize(("language", "title"), [("en", "The card"), ("de", "Die Karte")])
def test_the_card_is_printed_from_the_rules(
    browser: Browser, url: str, language: str, title: str
) -> None:
    with new_page(browser, DESKTOP) as page:
        keep(page, url, language=language)
        visit(page, url)
        page.evaluate(
            """window.print = () => {
                dispatchEvent(new Event('beforeprint'));
                document.title = document.querySelector('.printout h1').textContent;
                window.rows = document.querySelectorAll('.printout tr').length;
                dispatchEvent(new Event('afterprint'));
            }"""
        )
        page.get_by_test_id("rules").click()
        page.get_by_test_id("card-print").click()
        assert page.title() == title
        assert page.evaluate("window.rows") > 20

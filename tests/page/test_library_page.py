"""The library in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from companion.base.text import verbatim
from companion.games.registry import make
from companion.opponents.external.engine_levels import EngineRoster
from companion.page.messages import Demonstrate, DrillView, New, Practise, Train
from companion.page.server import serve
from companion.protocol.views import MoveView
from companion.records.index import FILES_AT_ONCE
from companion.records.journal.record import EndRecord, EventRecord, MoveRecord
from companion.session.library.shelf import Library
from companion.session.view_builder import board_greeting
from tests.answers import Answer, Answers
from tests.browser import DESKTOP, PHONE, choose, new_page, open_menu, stop_the_clock, visit
from tests.opponents.external.engines import Clock, engine
from tests.page.served_page import served_page
from tests.page.table import FakeTable
from tests.records.journal.games import ENTRIES, first_moves
from tests.records.logs import ANNA, write_log

pytestmark = pytest.mark.browser

MARKUP = "<img src=x onerror=document.title='owned'>"
TIMED: list[EventRecord] = [
    MoveRecord("14-9", 0, 5.0, (298.0, 300.0)),
    MoveRecord("2x12", 1, 9.0, (298.0, 299.0)),
    EndRecord("win 1", "resigned"),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three games, the newest with a clock, and a file that is none."""
    write_log(tmp_path, 1, players={0: MARKUP})
    write_log(tmp_path, 2, players={0: "Carla"}, computers={1: "fair"}, records=ENTRIES[:3])
    write_log(tmp_path, 3, players=ANNA, records=TIMED, clock="fischer 5")
    (tmp_path / f"2026-11-20-150000-{MARKUP}.jsonl").write_bytes(b"{}\n")
    return tmp_path


@pytest.fixture
def shelved(folder: Path, table: FakeTable) -> Iterator[str]:
    """The address of a page with a library."""
    with served_page(table, library=Library(folder, board_greeting)) as address:
        yield address


def open_library(page: Page, url: str) -> None:
    visit(page, url)
    choose(page, "library")
    expect(page.get_by_test_id("shelf-count")).not_to_be_empty()


def row(page: Page, minute: int) -> Locator:
    """The game that began in that minute."""
    return page.locator(f'[data-file^="2026-11-20-150{minute}"]')


def test_games_are_listed_and_filtered(desktop: Page, shelved: str) -> None:
    open_library(desktop, shelved)
    who = desktop.locator(".games .who")
    expect(who).to_have_text(
        [
            "Anna – Ben",
            "Carla – computer (fair)",
            f"{MARKUP} – Black",
            f"2026-11-20-150000-{MARKUP}.jsonl",
        ]
    )
    expect(desktop.locator(".games .ending").first).to_have_text("Ben won (resigned)")
    expect(desktop.locator(".games .trouble")).to_contain_text("does not begin with a checksum")
    desktop.get_by_test_id("filter-player").select_option("Carla")
    expect(who).to_have_text(["Carla – computer (fair)"])
    desktop.get_by_test_id("filter-result").select_option("won")
    expect(desktop.get_by_test_id("shelf")).to_contain_text("No game fits.")


def test_nothing_in_a_log_becomes_markup(desktop: Page, shelved: str) -> None:
    open_library(desktop, shelved)
    row(desktop, 1).locator(".open").click()
    expect(desktop.locator(".replay h3")).to_have_text(f"{MARKUP} – Black")
    expect(desktop.locator(".library img")).to_have_count(0)
    assert desktop.title() == "Solomon"


def test_game_is_replayed_move_by_move(desktop: Page, shelved: str) -> None:
    open_library(desktop, shelved)
    row(desktop, 3).locator(".open").click()
    picture, times = desktop.get_by_test_id("picture"), desktop.locator(".replay .time")
    expect(picture).to_have_attribute("aria-label", "After move 2, 2x12")
    expect(times).to_have_text(["4:58", "4:59"])
    end = picture.get_attribute("data-pieces")
    desktop.get_by_test_id("replay-before").click()
    expect(picture).to_have_attribute("aria-label", "After move 1, 14-9")
    expect(desktop.get_by_test_id("replay-position")).to_have_value("b/bbbbb/../w../../.wwww/w b")
    desktop.keyboard.press("Home")
    expect(picture).to_have_attribute("aria-label", "The start")
    assert picture.locator('[data-piece="w"]').count() == 6
    desktop.locator('[data-move="2"]').click()
    expect(picture).to_have_attribute("data-pieces", end or "")
    desktop.get_by_test_id("library-back").click()
    expect(desktop.locator(".games li")).to_have_count(4)


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_mistakes_are_marked_and_what_was_better_is_shown(
    browser: Browser, shelved: str, folder: Path, size: tuple[int, int]
) -> None:
    position = "./...WB/../.../../.W.../. w"
    write_log(folder, 4, records=[MoveRecord("5-8", 0, 1.0)], position=position)
    with new_page(browser, size) as page:
        open_library(page, shelved)
        row(page, 4).locator(".open").click()
        page.get_by_test_id("replay-analyse").click()
        marked = page.locator('.replay .grade[data-grade="blunder"]')
        expect(marked).to_have_text("??")
        expect(marked).to_have_attribute("aria-label", "Blunder")
        expect(page.get_by_test_id("replay-analyse")).to_have_text("Analysed")
        expect(page.locator('.graph .bad[data-grade="blunder"]')).to_have_count(1)
        page.get_by_test_id("replay-first").click()
        expect(page.get_by_test_id("replay-verdict")).to_be_hidden()
        page.get_by_test_id("replay-bad").click()
        verdict = page.get_by_test_id("replay-verdict")
        expect(verdict).to_contain_text("Blunder: wins in 17, now a draw. ")
        picture = page.get_by_test_id("picture")
        end = picture.get_attribute("data-pieces") or ""
        page.get_by_test_id("replay-better").click()
        expect(picture).to_have_attribute("aria-label", re.compile("^Better, move 1 of "))
        page.get_by_test_id("replay-game").click()
        expect(picture).to_have_attribute("data-pieces", end)
        expect(verdict).to_contain_text("Blunder")


@pytest.mark.slow
def test_moves_of_the_finished_game_have_the_marks_of_the_replay(
    desktop: Page, shelved: str, table: FakeTable, folder: Path
) -> None:
    position = "./...WB/../.../../.W.../. w"
    log = write_log(folder, 4, records=[MoveRecord("5-8", 0, 1.0)], position=position)
    visit(desktop, shelved)
    analyse = desktop.get_by_test_id("analyse")
    table.say(moves=(MoveView(0, "5-8"),))
    expect(analyse).to_be_hidden()
    table.say(outcome="draw", log=str(log))
    analyse.click()
    expect(desktop.get_by_test_id("replay-analyse")).to_have_text("Analysed")
    desktop.get_by_test_id("library-close").click()
    mark = desktop.get_by_test_id("moves").locator(".grade")
    expect(mark).to_have_text("??")
    expect(mark).to_have_attribute("aria-label", "Blunder")
    table.say(outcome="ongoing", moves=())
    table.say(moves=(MoveView(0, "5-8"),))
    expect(mark).to_be_empty()


@pytest.mark.slow
def test_what_was_better_is_lit_on_a_wooden_board_without_a_game(
    own: Page, shelved: str, table: FakeTable, folder: Path
) -> None:
    position = "./...WB/../.../../.W.../. w"
    write_log(folder, 4, records=[MoveRecord("5-8", 0, 1.0)], position=position)
    table.begin("solomon", simulated=False)
    stop_the_clock(own)
    open_library(own, shelved)
    row(own, 4).locator(".open").click()
    own.get_by_test_id("replay-analyse").click()
    while own.get_by_test_id("replay-analyse").inner_text() != "Analysed":
        own.clock.run_for(400)
    lamps = own.get_by_test_id("replay-lamps")
    expect(lamps).to_be_hidden()
    table.say(outcome="win 0")
    expect(lamps).to_be_visible()
    table.say(outcome="ongoing")
    expect(lamps).to_be_hidden()
    table.say(outcome="draw")
    picture = own.get_by_test_id("picture")
    lamps.click()
    expect(picture).to_have_attribute("aria-label", "Before the move")
    own.clock.run_for(1000)
    begun = table.asked()
    assert isinstance(begun, Demonstrate)
    expect(picture).to_have_attribute("aria-label", "Before the move")
    own.clock.run_for(1000)
    whole = table.asked()
    assert isinstance(whole, Demonstrate)
    assert (whole.places[:1], len(whole.places)) == (begun.places, 2)
    expect(picture).to_have_attribute("aria-label", re.compile("^Better, move 1 of "))
    own.get_by_test_id("replay-game").click()
    assert table.asked() == Demonstrate()


@pytest.mark.slow
def test_last_move_of_a_long_game_is_in_sight(desktop: Page, shelved: str, folder: Path) -> None:
    game = make("halma")
    write_log(
        folder,
        4,
        records=first_moves(150, game),
        game=game.name,
        options=game.chosen,
        seats=game.seats,
        position=game.position_text(game.start()),
    )
    open_library(desktop, shelved)
    row(desktop, 4).locator(".open").click()
    last = desktop.locator('[aria-current="true"]')
    expect(last).to_be_in_viewport()
    shown = int(last.get_attribute("data-move") or 0)
    assert shown == desktop.locator("[data-move]").count() > 20
    desktop.get_by_test_id("replay-first").click()
    expect(desktop.locator('[data-move="1"]')).to_be_in_viewport()


def test_game_continues_from_a_move_as_a_new_one(
    desktop: Page, shelved: str, table: FakeTable
) -> None:
    open_library(desktop, shelved)
    row(desktop, 3).locator(".open").click()
    desktop.get_by_test_id("replay-before").click()
    desktop.get_by_test_id("replay-continue").click()
    expect(desktop.get_by_test_id("library-view")).to_be_hidden()
    desktop.get_by_test_id("new-start").click()
    asked = table.asked()
    assert isinstance(asked, New)
    assert asked.game == "solomon"
    assert asked.position == "b/bbbbb/../.../../wwwww/w w"
    assert asked.moves == ("14-9",)
    assert asked.players == ANNA


def test_another_position_or_game_takes_no_moves_over(
    desktop: Page, shelved: str, table: FakeTable
) -> None:
    open_library(desktop, shelved)
    row(desktop, 3).locator(".open").click()
    desktop.get_by_test_id("replay-before").click()
    desktop.get_by_test_id("replay-continue").click()
    expect(desktop.get_by_test_id("new-hint")).to_contain_text("after 1 move")
    desktop.get_by_test_id("position").fill("")
    desktop.get_by_test_id("new-start").click()
    asked = table.asked()
    assert isinstance(asked, New)
    assert (asked.position, asked.moves) == ("", ())


@pytest.mark.slow
def test_names_and_a_position_are_sent_with_a_new_game(
    desktop: Page, shelved: str, table: FakeTable
) -> None:
    visit(desktop, shelved)
    desktop.get_by_test_id("new").click()
    desktop.get_by_label("Name of White").fill(" Anna ")
    desktop.get_by_label("Name of Black").fill("Ben")
    desktop.get_by_test_id("opponent").select_option("easy")
    desktop.get_by_text("Begin with a position").click()
    desktop.get_by_test_id("position").fill(" ./..... ")
    desktop.get_by_test_id("new-start").click()
    asked = table.asked()
    assert isinstance(asked, New)
    assert (asked.players, asked.computers) == ({0: "Anna"}, {1: "easy"})
    assert asked.position == "./....."


def test_present_position_is_copied_and_pasted(own: Page, shelved: str, table: FakeTable) -> None:
    visit(own, shelved)
    stop_the_clock(own)  # it is not said for long that something was copied
    table.say(position="b/bbbbb/../w../../.wwww/w b")
    own.get_by_test_id("new").click()
    own.get_by_text("Begin with a position").click()
    field = own.get_by_test_id("position")
    own.get_by_test_id("position-present").click()
    expect(field).to_have_value("b/bbbbb/../w../../.wwww/w b")
    own.get_by_test_id("position-copy").click()
    expect(own.get_by_test_id("position-copy")).to_have_text("Copied")
    field.fill("")
    field.press("Control+v")
    expect(field).to_have_value("b/bbbbb/../w../../.wwww/w b")


def test_games_are_downloaded(desktop: Page, shelved: str, folder: Path) -> None:
    open_library(desktop, shelved)
    desktop.get_by_test_id("filter-player").select_option("Carla")
    expect(desktop.locator(".games li")).to_have_count(1)
    with desktop.expect_download() as all_of_them:
        desktop.get_by_test_id("all-text").click()
    assert all_of_them.value.suggested_filename == "games.txt"
    assert '[Player 0 "Carla"]' in all_of_them.value.path().read_text()
    desktop.locator(".games .open").click()
    with desktop.expect_download() as one:
        desktop.get_by_test_id("replay-jsonl").click()
    log = folder / "2026-11-20-150200-solomon.jsonl"
    assert one.value.suggested_filename == log.name
    assert one.value.path().read_bytes() == log.read_bytes()


def test_games_are_added_from_a_file(desktop: Page, shelved: str) -> None:
    open_library(desktop, shelved)
    text = b'[Game "nim"]\n[Player 0 "Dora"]\n\n1. 14\n\nongoing\n'
    field = desktop.get_by_test_id("add-file")
    field.set_input_files({"name": "games.txt", "mimeType": "text/plain", "buffer": text})
    said = desktop.get_by_test_id("library-said")
    expect(said).to_have_text("1 game added.")
    expect(desktop.locator(".games .who").first).to_contain_text("Dora")
    bad = "<b>bad</b>.txt"
    field.set_input_files({"name": bad, "mimeType": "text/plain", "buffer": b"hello\n"})
    expect(said).to_contain_text("<b>bad</b>.txt, line 1: a game begins with its tags")


@pytest.mark.slow
def test_deleted_game_comes_back(phone: Page, shelved: str, folder: Path) -> None:
    open_library(phone, shelved)
    log = folder / "2026-11-20-150200-solomon.jsonl"
    games = phone.locator(".games li")
    row(phone, 2).get_by_test_id("delete").tap()
    expect(games).to_have_count(3)
    assert not log.exists()
    phone.get_by_test_id("undo-delete").tap()
    expect(games).to_have_count(4)
    assert log.exists()
    row(phone, 2).locator(".open").tap()
    phone.get_by_test_id("replay-change").tap()
    expect(games).to_have_count(3)
    phone.get_by_test_id("library-deleted").tap()
    expect(games).to_have_count(1)
    phone.get_by_test_id("restore").tap()
    expect(phone.get_by_test_id("library-said")).to_have_text("Restored.")
    assert log.exists()


@pytest.mark.slow
def test_game_that_is_gone_is_told_in_one_line(
    browser: Browser, shelved: str, folder: Path, page_answers: Answers
) -> None:
    with browser.new_context() as context:  # a refused request is an error on the console
        page = context.new_page()
        open_library(page, shelved)
        (folder / "2026-11-20-150200-solomon.jsonl").unlink()
        row(page, 2).locator(".open").click()
        expect(page.get_by_test_id("library-said")).to_contain_text("cannot be read")
        expect(page.locator(".games li")).to_have_count(4)
    assert page_answers.errors == [Answer(400, "GET", "/library/replay")]
    page_answers.forget()


@pytest.mark.slow
def test_long_list_comes_in_parts_as_logs_are_read(
    desktop: Page, shelved: str, folder: Path
) -> None:
    for number in range(FILES_AT_ONCE + 20):
        (folder / f"{number:03}.jsonl").write_bytes(b"")
    open_library(desktop, shelved)
    count = desktop.get_by_test_id("shelf-count")
    expect(count).to_contain_text(f"50 of {FILES_AT_ONCE + 24} games")
    desktop.get_by_test_id("shelf-more").click()
    expect(count).to_contain_text("100 of")
    expect(desktop.locator(".games li")).to_have_count(100)


def test_statistics_are_plotted(desktop: Page, shelved: str) -> None:
    open_library(desktop, shelved)
    desktop.get_by_test_id("library-statistics").click()
    summary = desktop.get_by_test_id("statistics-summary")
    expect(summary).to_contain_text("3 games")
    expect(desktop.locator(".plot svg")).to_have_count(4)
    desktop.get_by_test_id("filter-player").select_option("Ben")
    expect(summary).to_contain_text("1 game,")
    expect(desktop.locator(".plot").first.locator("p")).to_have_text("won: 1")


@pytest.mark.parametrize("size", [DESKTOP, PHONE, (820, 1180)], ids=str)
def test_names_of_any_length_leave_the_cards_alike(
    browser: Browser, shelved: str, folder: Path, size: tuple[int, int]
) -> None:
    long = "Maximiliane-Theodora von Hohenstein-Wallerfelden"
    for minute in (8, 9):
        names = {0: long, 1: long[::-1]} if minute == 8 else {0: "A", 1: "B"}
        write_log(folder, minute, players=names)
    with new_page(browser, size, language="de-DE") as page:
        open_library(page, shelved)
        cards = [row(page, minute) for minute in (8, 9)]
        long_card, short_card = (card.bounding_box() for card in cards)
        assert long_card is not None
        assert short_card is not None
        assert long_card["height"] < 130
        if long_card["y"] == short_card["y"]:
            assert long_card["height"] == short_card["height"]
        expect(cards[0].locator(".who")).to_have_attribute("title", f"{long} – {long[::-1]}")
        for card in cards:  # what deletes a game is much smaller than what opens it
            opens, deletes = card.locator(".open"), card.locator(".quiet")
            wide = [box["width"] for box in (opens.bounding_box(), deletes.bounding_box()) if box]
            assert wide[1] < wide[0] / 2


def test_page_without_a_library_does_not_offer_one(desktop: Page, url: str) -> None:
    visit(desktop, url)
    open_menu(desktop)
    expect(desktop.get_by_test_id("view")).to_be_visible()
    expect(desktop.get_by_test_id("library")).to_be_hidden()


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE, (820, 1180), (844, 390)])
def test_nothing_is_wider_than_the_window(
    browser: Browser, shelved: str, size: tuple[int, int]
) -> None:
    with new_page(browser, size, touch=size != DESKTOP) as page:
        visit(page, shelved)
        wide = "document.scrollingElement.scrollWidth"
        assert page.evaluate(wide) <= size[0]
        choose(page, "library")
        expect(page.get_by_test_id("shelf-count")).not_to_be_empty()
        inside = "dialog => dialog.scrollWidth <= innerWidth"
        view = page.get_by_test_id("library-view")
        assert view.evaluate(inside)
        row(page, 3).locator(".open").click()
        expect(page.get_by_test_id("picture")).to_be_in_viewport(ratio=1)
        assert view.evaluate(inside)
        assert page.evaluate(wide) <= size[0]


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE, (820, 1180), (844, 390)])
def test_name_of_the_game_is_not_cut_off_beside_the_buttons(
    browser: Browser, shelved: str, table: FakeTable, size: tuple[int, int]
) -> None:
    with new_page(browser, size, touch=size != DESKTOP) as page:
        visit(page, shelved)
        expect(page.get_by_test_id("menu")).to_be_visible()
        for game in ("crowning", "trinity"):
            table.begin(game, puzzles=("triangles",))
            title = page.get_by_test_id("title")
            expect(title).to_have_text(table.hello.title)
            cut = "e => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight"
            assert not title.evaluate(cut)


def test_an_engine_of_the_configuration_analyses(
    desktop: Page, folder: Path, table: FakeTable
) -> None:
    roster = EngineRoster({"script": engine()}, clock=Clock())
    library = Library(folder, board_greeting, engines=roster)
    played = tuple(
        msgspec.structs.replace(game, engines=roster.levels(game.name))
        for game in table.hello.games
    )
    table.begin("solomon", games=played)
    server = serve(table, library=library)
    try:
        open_library(desktop, server.start())
        row(desktop, 3).locator(".open").click()
        chosen, analyse = (
            desktop.get_by_test_id("replay-engine"),
            desktop.get_by_test_id("replay-analyse"),
        )
        expect(chosen.locator("option")).to_have_text(["this program", "script"])
        chosen.select_option("script")
        analyse.click()
        expect(analyse).to_have_text("Analysed")
        expect(desktop.get_by_test_id("replay-verdict")).to_be_visible()
        chosen.select_option("")
        expect(analyse).to_have_text("Analyse")
        expect(desktop.get_by_test_id("replay-verdict")).to_be_hidden()
    finally:
        server.stop()
        roster.close()


BLUNDERED = "./...WB/../.../../.W.../. w"


@pytest.fixture
def blunder(folder: Path, shelved: str) -> str:
    """The address of a page whose newest game has a blunder against the computer."""
    write_log(
        folder,
        4,
        players={0: "Dora"},
        computers={1: "fair"},
        records=[MoveRecord("5-8", 0, 1.0)],
        position=BLUNDERED,
    )
    return shelved


def analysed(page: Page, url: str) -> None:
    open_library(page, url)
    row(page, 4).locator(".open").click()
    page.get_by_test_id("replay-analyse").click()
    expect(page.get_by_test_id("replay-analyse")).to_have_text("Analysed")
    page.get_by_test_id("replay-bad").click()


def test_the_better_move_has_an_arrow_and_a_reason(desktop: Page, blunder: str) -> None:
    analysed(desktop, blunder)
    arrow = desktop.get_by_test_id("picture").locator(".arrow")
    expect(arrow.locator("polygon")).to_have_count(1)
    verdict = desktop.get_by_test_id("replay-verdict")
    expect(verdict).to_contain_text("the win can no longer be forced.")
    desktop.get_by_test_id("replay-first").click()
    expect(arrow.locator("*")).to_have_count(0)


def test_a_mistake_is_tried_again_against_the_same_opponent(
    desktop: Page, blunder: str, table: FakeTable
) -> None:
    analysed(desktop, blunder)
    desktop.get_by_test_id("replay-again").click()
    asked = table.asked()
    assert isinstance(asked, New)
    assert (asked.position, asked.computers) == (BLUNDERED, {1: "fair"})
    assert asked.players == {0: "Dora"}
    assert asked.moves == ()  # it was the first move
    expect(desktop.get_by_test_id("library-view")).to_be_hidden()


def test_in_the_middle_of_a_game_it_has_to_be_held(
    desktop: Page, blunder: str, table: FakeTable
) -> None:
    visit(desktop, blunder)
    table.say(moves=(MoveView(0, "14-9"),))
    choose(desktop, "library")
    row(desktop, 4).locator(".open").click()
    desktop.get_by_test_id("replay-analyse").click()
    expect(desktop.get_by_test_id("replay-analyse")).to_have_text("Analysed")
    desktop.get_by_test_id("replay-bad").click()
    again = desktop.get_by_test_id("replay-again")
    expect(again).to_have_text("Hold: Try again from here")
    expect(desktop.get_by_test_id("replay-train")).to_have_text("Hold: Train the mistakes")
    again.click()
    again.hover()
    desktop.mouse.down()
    assert isinstance(table.asked(), New)
    desktop.mouse.up()


def test_mistakes_are_a_set_to_train(desktop: Page, blunder: str, table: FakeTable) -> None:
    analysed(desktop, blunder)
    desktop.get_by_test_id("replay-train").click()
    asked = table.asked()
    assert isinstance(asked, Practise)
    [mistake] = asked.mistakes
    assert (asked.game, mistake.position, mistake.played) == ("solomon", BLUNDERED, "5-8")
    game = make("solomon")
    position = game.parse_position(BLUNDERED)
    assert mistake.better in {game.move_text(position, move) for move in game.moves(position)}
    table.say(drill=DrillView("mistakes:", verbatim("Mistake 1 of 1"), over=True, reached=True))
    expect(desktop.get_by_test_id("again")).to_have_text("Next mistake")
    desktop.get_by_test_id("again").click()
    assert table.asked() == Train("mistakes:", seen=table.state.stage)


def test_the_bar_says_who_is_ahead_and_can_be_hidden(own: Page, blunder: str) -> None:
    open_library(own, blunder)
    row(own, 3).locator(".open").click()
    bar = own.get_by_test_id("replay-ahead").get_by_role("img")
    expect(bar).to_have_attribute("aria-label", re.compile(r"^White: \d+ %$"))
    own.get_by_test_id("replay-bar").click()
    expect(bar).to_be_hidden()
    own.reload()
    open_library(own, blunder)
    row(own, 3).locator(".open").click()
    expect(own.get_by_test_id("replay-bar")).to_have_text("Show who is ahead")
    own.get_by_test_id("replay-bar").click()
    expect(bar).to_be_visible()

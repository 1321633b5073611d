"""Guests of a board: they see it live, and can do nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.page.guard import PairingCode
from companion.page.limits import Limits
from companion.page.phone import guest_view
from companion.page.server import Server, serve
from tests.axe import barriers
from tests.browser import choose, new_page, visit
from tests.page.served_page import served_page
from tests.page.table import FakeTable
from tests.page.test_hostile import closing
from tests.page.test_server import get, heard, heard_until, joined

CODE, GUESTS = "271828", "314159"
COMMANDS = [
    {"do": "lift", "place": "14", "hand": "h1"},
    {"do": "click", "place": "14", "hand": "h1"},
    {"do": "new", "game": "peg", "options": {}},
    {"do": "hint"},
    {"do": "back", "moves": 1},
    {"do": "adjust", "key": "lights.brightness", "value": 0.1},
    {"do": "learn", "game": "peg", "options": {}},
    {"do": "pair", "code": CODE},
]


@contextmanager
def guarded(table: FakeTable, **settings: Any) -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("companion.page.server.PairingCode", partial(PairingCode, pause=0))
        server = serve(table, code=CODE, guest_code=GUESTS, **settings)
        server.start()
        yield server
        server.stop()


def home(server: Server) -> str:
    assert server.guests is not None
    return server.guests.address.removesuffix("watch")


def test_a_guest_is_shown_the_board_and_the_game(url: str, table: FakeTable) -> None:
    with joined(url, "guests") as guest:
        told = [heard(guest) for _ in range(3)]
        assert [message["type"] for message in told] == ["watching", "board", "game"]
        assert len(told[1]["points"]) == 19
        table.say(outcome="win 0", turn=None)
        assert heard(guest)["outcome"] == "win 0"
        table.shine("may_move", "may move", "ff6e00", "14")
        assert heard(guest)["shines"][0]["lamps"] == [[13, "ff6e00"]]


def test_all_guests_together_are_one_listener(url: str, table: FakeTable) -> None:
    with joined(url, "guests") as one, joined(url, "guests") as other:
        for guest in (one, other):
            heard_until(guest, lambda message: message["type"] == "game")
        assert table.listeners == 1
        table.say(turn=1)
        assert heard(one)["turn"] == heard(other)["turn"] == 1
    with joined(url, "guests") as late:  # the last one had left
        assert heard_until(late, lambda message: message["type"] == "game")["turn"] == 1
    with joined(url) as page:  # whatever else is asked after this has been done
        heard(page)
    assert table.listeners == 0


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: str(command["do"]))
def test_a_guest_that_sends_anything_is_disconnected(
    url: str, table: FakeTable, command: dict[str, Any]
) -> None:
    with joined(url, "guests") as guest:
        heard_until(guest, lambda message: message["type"] == "game")
        guest.send(json.dumps(command))
        assert closing(guest) == (1008, "guests only watch")
    assert table.commands.empty()


def test_guests_and_players_have_codes_of_their_own(table: FakeTable) -> None:
    with guarded(table) as server:
        with joined(home(server), "guests") as guest:
            assert heard(guest) == {"type": "pairing", "wrong": False}
            guest.send(json.dumps({"do": "pair", "code": CODE}))
            assert heard(guest) == {"type": "pairing", "wrong": True}
            guest.send(json.dumps({"do": "pair", "code": GUESTS}))
            assert heard(guest)["type"] == "watching"
        with joined(home(server)) as page:
            heard(page)
            page.send(json.dumps({"do": "pair", "code": GUESTS}))
            assert heard(page) == {"type": "pairing", "wrong": True}
            page.send(json.dumps({"do": "pair", "code": CODE}))
            assert heard(page)["guests"]["url"] == f"{home(server)}watch#code={GUESTS}"


def test_a_guest_has_no_key_to_the_library(table: FakeTable) -> None:
    with guarded(table) as server, joined(home(server), "guests") as guest:
        heard(guest)
        guest.send(json.dumps({"do": "pair", "code": GUESTS}))
        assert heard(guest).keys() == {"type", "version", "shell"}


def test_whoever_reaches_an_open_board_may_watch_but_not_play(table: FakeTable) -> None:
    with guarded(table, guests="open") as server:
        with joined(home(server), "guests") as guest:
            assert heard(guest)["type"] == "watching"
        with joined(home(server)) as page:
            assert heard(page)["type"] == "pairing"


def test_where_there_are_to_be_no_guests_there_is_nothing_for_them(table: FakeTable) -> None:
    server = serve(table, guests="off")
    url = server.start()
    try:
        assert server.guests is None
        assert [get(url, path).status for path in ("/watch", "/guests.html")] == [404, 404]
        with joined(url) as page:
            assert heard(page)["guests"] is None
        with pytest.raises(Exception, match="HTTP 40"), joined(url, "guests"):
            pass
    finally:
        server.stop()


def test_there_is_always_room_for_players(table: FakeTable) -> None:
    server = serve(table, limits=Limits(guests=2))
    url = server.start()
    try:
        with joined(url, "guests") as one, joined(url, "guests") as two:
            for guest in (one, two):
                heard_until(guest, lambda message: message["type"] == "game")
            with joined(url, "guests") as third:
                assert closing(third) == (1013, "there are too many guests")
            with joined(url) as page:
                assert heard(page)["type"] == "welcome"
    finally:
        server.stop()


def test_a_guest_that_does_not_read_is_dropped(
    table: FakeTable, caplog: pytest.LogCaptureFixture
) -> None:
    server = serve(table, limits=Limits(watching=0.2))
    url = server.start()
    try:
        # The client reads no more than fits into its buffers.
        slow = joined(url, "guests", max_queue=1, close_timeout=0)
        with slow, joined(url, "guests") as quick:
            heard_until(quick, lambda message: message["type"] == "game")
            long = "x" * (1 << 18)
            turn = 0
            while "a guest does not read" not in caplog.text:
                turn = 1 - turn
                table.say(turn=turn, told=long)
                told = heard_until(quick, lambda message: message["type"] == "game")
                assert len(told["told"]) == len(long)
            with joined(url) as page:
                assert heard(page)["type"] == "welcome"
    finally:
        server.stop()


def test_the_link_has_the_code_where_browsers_keep_it_to_themselves() -> None:
    view = guest_view("http://192.168.1.23:8019/", "314 159")
    assert view.url == "http://192.168.1.23:8019/watch#code=314159"
    assert view.size
    alone = guest_view("http://127.0.0.1:8019/", "")
    assert (alone.url, alone.size) == ("http://127.0.0.1:8019/watch", 0)


def watch(page: Page, url: str) -> None:
    page.goto(url + "watch")
    expect(page.get_by_test_id("said")).not_to_be_empty()


SIZES = [(1920, 1080), (1280, 720), (390, 844), (844, 390)]


@pytest.mark.browser
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_television_and_a_phone_show_the_board_in_large_type(
    browser: Browser, size: tuple[int, int]
) -> None:
    with served_page(FakeTable("halma")) as url, new_page(browser, size, painted=True) as page:
        watch(page, url)
        width, height = size
        for name in ("title", "said", "seats", "plies", "picture"):
            box = page.get_by_test_id(name).bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["y"] >= 0
            assert box["x"] + box["width"] <= width + 0.5
            assert box["y"] + box["height"] <= height + 0.5
        # 16 minutes of arc at 4 m are 19 mm: capitals of this size on a screen 53 cm high.
        type_size = float(
            page.get_by_test_id("said").evaluate("e => parseFloat(getComputedStyle(e).fontSize)")
        )
        assert type_size >= (0.05 * height if width > height else 0.04 * width)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.browser
@pytest.mark.parametrize(
    ("outcome", "turn", "said"),
    [
        ("ongoing", 0, "White to move"),
        ("win 1", None, "Black won."),
        ("draw", None, "Draw."),
    ],
)
def test_a_guest_reads_whose_turn_it_is_and_how_it_ended(
    browser: Browser, outcome: str, turn: int | None, said: str
) -> None:
    table = FakeTable()
    with served_page(table) as url, new_page(browser) as page:
        table.drawn = lambda _: None  # the page of guests shows no stages
        watch(page, url)
        table.say(outcome=outcome, turn=turn)
        expect(page.get_by_test_id("said")).to_have_text(said)
        assert not barriers(page)


@pytest.mark.browser
def test_the_owner_hands_out_a_link_and_a_guest_types_the_code_once(browser: Browser) -> None:
    table = FakeTable()
    with guarded(table) as server:
        with new_page(browser) as page:
            page.add_init_script(f"localStorage.setItem('pairing-code', '{CODE}')")
            visit(page, home(server))
            choose(page, "guests")
            expect(page.get_by_test_id("guests-code")).to_have_text(GUESTS)
            link = page.get_by_test_id("guests-address")
            assert link.get_attribute("href") == f"{home(server)}watch#code={GUESTS}"
            expect(page.get_by_test_id("guests-choice")).to_be_hidden()
            expect(page.get_by_test_id("guests-alone")).to_be_visible()  # it is on loopback
        with new_page(browser) as page:
            page.goto(home(server) + "watch")
            page.get_by_test_id("code").fill("1")
            page.get_by_test_id("pair").click()
            expect(page.get_by_test_id("code-hint")).to_have_text("Wrong code. Try again.")
            page.get_by_test_id("code").fill(GUESTS)
            page.get_by_test_id("pair").click()
            expect(page.get_by_test_id("said")).to_have_text("White to move")
            page.reload()
            expect(page.get_by_test_id("said")).to_have_text("White to move")

"""Many boards on one page, as a television shows them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec
import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from companion.page.guest_hub import EncodedMessage, GuestQueue, WallFeed
from companion.page.limits import Limits
from companion.page.server import serve
from companion.protocol.wall_messages import WallMessage
from companion.protocol.watched_messages import WatchedAway
from companion.remote.wall.wall_reader import MOST_BOARDS, Wall
from tests.axe import barriers
from tests.browser import choose, new_page, open_menu, visit
from tests.page.clock import run
from tests.page.table import FakeTable
from tests.page.test_hostile import closing
from tests.page.test_server import get, heard, heard_until, joined
from tests.remote.wall.boards import posted

GAMES = ("solomon", "halma", "peg", "trinity")


class FakeWall:
    """Boards that are told of as `WallReader` tells of them."""

    def __init__(self, number: int) -> None:
        self.wall = Wall()
        self.listeners: list[Callable[[WallMessage], None]] = []
        for n in range(number):
            self.post(f"board-{n + 1}", GAMES[n % len(GAMES)])

    def post(self, node: str, game: str, **changes: object) -> None:
        for topic, data in posted(node, game, "", **changes).standing().items():
            self.tell(*self.wall.take(topic, data))

    def tell(self, *messages: WallMessage) -> None:
        for message in messages:
            for listener in self.listeners:
                listener(message)

    def subscribe(self, listener: Callable[[WallMessage], None]) -> Callable[[], None]:
        for message in self.wall.present():
            listener(message)
        self.listeners.append(listener)
        return lambda: self.listeners.remove(listener)


@contextmanager
def served(wall: FakeWall, **settings: object) -> Iterator[str]:
    server = serve(FakeTable(), wall=wall.subscribe, **settings)  # type: ignore[arg-type]
    yield server.start()
    server.stop()


def test_a_guest_of_a_wall_is_told_all_boards_and_every_change() -> None:
    wall = FakeWall(3)
    with served(wall) as url, joined(url, "walls") as guest:
        assert heard(guest)["type"] == "watching"
        told = [heard(guest) for _ in range(6)]
        assert {message["node"] for message in told} == {"board-1", "board-2", "board-3"}
        wall.post("board-2", "halma", outcome="draw", turn=None)
        draw = heard_until(guest, lambda one: one["message"].get("outcome") == "draw")
        assert draw["node"] == "board-2"
        with joined(url, "walls") as late:
            told = [heard(late) for _ in range(7)][1:]
            assert "draw" in {message["message"].get("outcome") for message in told}
        guest.send(json.dumps({"do": "hint"}))
        assert closing(guest) == (1008, "guests only watch")


def test_guests_of_board_and_wall_share_their_places() -> None:
    with served(FakeWall(1), limits=Limits(guests=1)) as url, joined(url, "walls") as one:
        heard_until(one, lambda message: message["type"] == "on")
        with joined(url, "guests") as other:
            assert closing(other) == (1013, "there are too many guests")


def test_without_a_wall_there_is_no_page_for_it(url: str) -> None:
    assert [get(url, path).status for path in ("/wall", "/guests.html")] == [404, 404]
    assert get(url, "/watch").status == 200
    with joined(url) as page:
        assert heard(page)["wall"] is None


def test_a_slow_guest_is_told_only_the_newest_of_each_board() -> None:
    async def taken() -> list[tuple[str, object]]:
        queue = GuestQueue()
        wall = FakeWall(2).wall.present()
        for _ in range(50):
            for message in wall:
                queue.put(EncodedMessage(message))
        return [(told.board, told.kind) for told in await queue.wait()]

    assert len(run(taken())) == 4


def test_boards_that_have_gone_are_forgotten() -> None:
    feed = WallFeed()
    for number in range(20):
        for message in FakeWall(1).wall.present():
            feed.take(msgspec.structs.replace(message, node=f"b{number}"), 0.0)
        feed.take(WallMessage(f"b{number}", "", WatchedAway()), 0.0)
    assert feed.present(0.0) == ()


def show(page: Page, url: str, number: int) -> None:
    page.goto(url + "wall")
    expect(page.locator(".tile .said:not(:empty)")).to_have_count(number)


@pytest.mark.browser
@pytest.mark.parametrize("number", [1, 4, 12, MOST_BOARDS])
@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720)], ids=str)
def test_all_boards_fit_on_a_television(
    browser: Browser, number: int, size: tuple[int, int]
) -> None:
    with served(FakeWall(number)) as url, new_page(browser, size) as page:
        show(page, url, number)
        width, height = page.evaluate(
            "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        )
        assert width <= size[0]
        assert height <= size[1]
        assert page.locator(".tile").count() == number
        if number == 1:
            assert not barriers(page)


@pytest.mark.browser
def test_a_phone_scrolls_through_many_boards(browser: Browser) -> None:
    with served(FakeWall(12)) as url, new_page(browser, (390, 844), touch=True) as page:
        show(page, url, 12)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert page.locator(".tile").first.evaluate("e => e.offsetWidth") >= 150


@pytest.mark.browser
def test_boards_come_change_and_go_in_the_order_of_their_names(browser: Browser) -> None:
    wall = FakeWall(2)
    with served(wall) as url, new_page(browser) as page:
        show(page, url, 2)
        wall.post("board-10", "solomon")
        wall.post("board-3", "solomon")
        expect(page.locator(".tile h2")).to_have_text(["board-1", "board-2", "board-3", "board-10"])
        wall.post("board-3", "solomon", outcome="win 0", turn=None)
        expect(page.locator('[data-node="board-3"] .said')).to_have_text("Anna won.")
        gone = msgspec.structs.replace(wall.wall.present()[0], message=WatchedAway())
        wall.tell(gone)
        expect(page.locator(".tile")).to_have_count(3)


@pytest.mark.browser
def test_the_owner_finds_the_way_to_all_boards(browser: Browser) -> None:
    with served(FakeWall(2)) as url, new_page(browser) as page:
        visit(page, url)
        choose(page, "guests")
        link = page.get_by_test_id("guests-address")
        expect(link).to_have_attribute("href", url + "watch")
        page.get_by_test_id("guests-choice").get_by_label("All boards").check()
        expect(link).to_have_attribute("href", url + "wall")
        with page.expect_popup() as opened:
            link.click()
        expect(opened.value.locator(".tile")).to_have_count(2)
        expect(opened.value).to_have_title("Live boards")
        page.get_by_test_id("guests-choice").get_by_label("This board").check()
        expect(link).to_have_attribute("href", url + "watch")


@pytest.mark.browser
def test_where_nobody_may_watch_nothing_is_offered(browser: Browser) -> None:
    with served(FakeWall(2), guests="off") as url, new_page(browser) as page:
        visit(page, url)
        open_menu(page)
        expect(page.get_by_test_id("guests")).to_be_hidden()


@pytest.mark.browser
def test_the_choice_of_boards_outlasts_a_lost_connection(browser: Browser) -> None:
    lines: list[WebSocketRoute] = []

    def connect(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    with served(FakeWall(2)) as url, new_page(browser) as page:
        page.route_web_socket(re.compile("^ws:"), connect)
        visit(page, url)
        choose(page, "guests")
        every = page.get_by_test_id("guests-choice").get_by_label("All boards")
        every.check()
        for lost in (1, 2):
            lines[-1].close()
            expect(page.locator("html")).to_have_class(re.compile("lost"))
            expect(page.locator("html")).not_to_have_class(re.compile("lost"))
            assert len(lines) == lost + 1
            expect(every).to_be_checked()
            expect(page.get_by_test_id("guests-address")).to_have_attribute("href", url + "wall")

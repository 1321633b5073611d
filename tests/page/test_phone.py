"""The way from a phone to the page: the QR code in the terminal and in the page."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import pytest
import zxingcpp
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from companion.app import play
from companion.app.remote import BrokerTables
from companion.base.qr import svg_path, terminal_lines
from companion.page.guard import PairingCode
from companion.page.phone import phone_view
from companion.page.server import Server, serve
from companion.protocol.commands import LetIn, TurnAway
from companion.protocol.views import GuestView, InvitationView, RemoteView
from companion.remote.mqtt.broker_settings import RemoteSettings
from companion.remote.table.seat_link import GuestCame, Invited
from tests import needs
from tests.browser import AT_BOARD, PHONE, choose, new_page, visit
from tests.page.table import FakeTable
from tests.page.test_server import heard, joined

HOME = "http://192.168.1.23:8019/"
URL = f"{HOME}#code=271828"
CODE = "4711-tiger-soda"
INVITATION = InvitationView("4711-567695", *svg_path(CODE))
LIGHT_BLOCKS = {" ": (1, 1), "▀": (0, 1), "▄": (1, 0), "█": (0, 0)}


def read(picture: NDArray[np.uint8]) -> str:
    """What a reader of QR codes makes of a picture."""
    (found,) = zxingcpp.read_barcodes(picture)
    return str(found.text)


def seen(lines: list[str]) -> NDArray[np.uint8]:
    """The picture that lines make on a terminal."""
    rows = []
    for line in lines:
        drawn = re.fullmatch(r"\x1b\[38;5;16;48;5;231m([ ▀▄█]+)\x1b\[0m", line)
        assert drawn is not None, line
        halves = [LIGHT_BLOCKS[block] for block in drawn[1]]
        rows += [[upper for upper, _ in halves], [lower for _, lower in halves]]
    return np.kron(np.array(rows, np.uint8) * 255, np.ones((4, 4), np.uint8))


def test_the_terminal_shows_the_address_with_the_code() -> None:
    lines = terminal_lines(URL)
    assert read(seen(lines)) == URL
    assert len(lines) <= 22  # with the lines before, no more than a small terminal has


@pytest.mark.parametrize("terminal", [True, False])
def test_a_terminal_shows_an_invitation_as_a_picture(
    terminal: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    monkeypatch.setattr(stream, "isatty", lambda: terminal)
    monkeypatch.setattr(sys, "stdout", stream)
    told: list[str] = []
    tables = BrokerTables(
        RemoteSettings(), tmp_path, lambda _: None, lambda text: told.append(str(text))
    )
    tables._take(Invited("4711-tiger-soda", 1))
    assert told[0].endswith(" 4711-tiger-soda")
    assert told[1].endswith(" 4711-567695")
    assert bool(told[2:]) is terminal
    if terminal:
        assert read(seen(told[2:])) == "4711-tiger-soda"


@pytest.mark.parametrize(
    ("address", "code", "url"),
    [
        (HOME, "271828", URL),
        (HOME, "271-828 183", f"{HOME}#code=271828183"),
        (HOME, "Schlüssel & Co", f"{HOME}#code=Schl%C3%BCssel%26Co"),
        ("http://[fd00::2]:80/", "1", "http://[fd00::2]:80/#code=1"),
    ],
)
def test_the_code_is_in_the_fragment(address: str, code: str, url: str) -> None:
    view = phone_view(address, code)
    assert view is not None
    assert (view.address, view.code, view.url) == (address, code, url)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.1.1", "[::1]", "[fe80::1%eth0]"])
def test_an_address_that_no_phone_can_reach_is_not_offered(host: str) -> None:
    assert phone_view(f"http://{host}:8019/", "271828") is None


def test_only_a_page_that_is_paired_is_told(network: Server) -> None:
    assert network.phone is not None
    with joined(network.phone.address) as page:
        assert heard(page) == {"type": "pairing", "wrong": False}
        page.send(json.dumps({"do": "pair", "code": network.code}))
        assert heard(page)["phone"]["url"] == network.phone.url


def test_a_page_for_this_machine_alone_offers_no_phone(url: str) -> None:
    with joined(url) as page:
        assert heard(page)["phone"] is None


class Terminal(io.TextIOWrapper):
    """A stream that is a terminal, or says so."""

    def __init__(self, encoding: str, terminal: bool) -> None:
        super().__init__(io.BytesIO(), encoding=encoding)
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal


@pytest.mark.parametrize(
    ("encoding", "terminal", "shown"),
    [("utf-8", True, True), ("utf-8", False, False), ("ascii", True, False)],
)
def test_only_a_terminal_that_can_draw_shows_a_picture(
    encoding: str,
    terminal: bool,
    shown: bool,
    network: Server,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert network.phone is not None
    monkeypatch.setattr("sys.stdout", Terminal(encoding, terminal))
    said: list[str] = []
    play.print_page(network.phone.address, network, said.append)
    assert said[-2:] == [
        f"Code: {network.code[:3]} {network.code[3:]}",
        f"Page: {network.phone.address}",
    ]
    assert bool(said[:-2]) == shown
    if shown:
        assert read(seen(said[1:-2])) == network.phone.url


@pytest.fixture
def network(table: FakeTable, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A page that is served to the network."""
    monkeypatch.setattr("companion.page.server.PairingCode", partial(PairingCode, pause=0))
    needs.network()
    server = serve(table, "0.0.0.0")
    server.start()
    yield server
    server.stop()


@pytest.mark.browser
def test_an_invitation_is_shown_as_a_picture(browser: Browser, url: str, table: FakeTable) -> None:
    with new_page(browser, dark=True, painted=True) as page:
        visit(page, url)
        table.say(remote=RemoteView(code=CODE, invitation=INVITATION))
        page.get_by_test_id("far-code-show").click()
        dialog = page.get_by_test_id("far-dialog")
        expect(dialog).to_contain_text("4711-tiger-soda")
        expect(dialog).to_contain_text("4711-567695")
        shot = np.array(Image.open(io.BytesIO(dialog.screenshot())).convert("L"))
        assert read(shot) == "4711-tiger-soda"
        table.say(remote=RemoteView(seat=0, here=(0, 1)))  # somebody has come
        expect(dialog).to_be_hidden()
        expect(page.get_by_test_id("far-code-show")).to_be_hidden()


@pytest.mark.browser
def test_guests_are_let_in_and_turned_away(browser: Browser, url: str, table: FakeTable) -> None:
    came = tuple(
        GuestView(one.seat, one.player, one.text)
        for one in (GuestCame(1, "Ben", wrong_codes=2), GuestCame(2, ""))
    )
    with new_page(browser) as page:
        visit(page, url)
        table.say(remote=RemoteView(code=CODE, invitation=INVITATION, guests=came[:1]))
        begin, rows = page.get_by_test_id("far-begin"), page.get_by_test_id("far-guests")
        expect(rows).to_contain_text("Ben has come to play. 2 wrong codes were typed before.")
        expect(begin).to_be_hidden()  # somebody is still awaited
        table.say(remote=RemoteView(guests=came))
        expect(page.get_by_test_id("far-say")).to_have_text("The game begins in a moment.")
        rows.get_by_role("button", name="Turn away Ben").click()
        assert table.asked() == TurnAway(1)
        rows.get_by_role("button", name="Turn away", exact=True).click()
        assert table.asked() == TurnAway(2)
        begin.click()
        assert table.asked() == LetIn()
        table.say(remote=RemoteView(seat=0, here=(0, 1, 2)))
        expect(rows).to_be_empty()
        expect(begin).to_be_hidden()


@pytest.mark.browser
def test_a_phone_scans_the_page_and_plays(browser: Browser, network: Server) -> None:
    assert network.phone is not None
    with new_page(browser, dark=True, painted=True) as page:
        page.goto(network.phone.address + AT_BOARD)
        page.get_by_test_id("code").fill(network.code)
        page.get_by_test_id("pair").click()
        choose(page, "view")
        page.get_by_test_id("phone").click()
        expect(page.get_by_test_id("phone-code")).to_have_text(network.code)
        shot = page.get_by_test_id("phone-dialog").screenshot()
    url = read(np.array(Image.open(io.BytesIO(shot)).convert("L")))
    assert url == network.phone.url
    with new_page(browser, PHONE, touch=True) as phone:
        asked: list[str] = []
        phone.on("request", lambda request: asked.append(request.url))
        visit(phone, url)
        assert phone.url == network.phone.address + AT_BOARD  # without the code
        assert phone.evaluate("history.length") <= 2  # and no entry that has it
        assert not any("code" in each for each in asked)
        visit(phone, network.phone.address)  # the code is remembered
        expect(phone.get_by_test_id("pairing")).to_be_hidden()


@pytest.mark.slow
@pytest.mark.browser
def test_a_code_in_a_link_goes_before_the_one_that_is_remembered(
    own: Page, network: Server
) -> None:
    assert network.phone is not None
    own.goto(network.phone.address)
    expect(own.get_by_test_id("pairing")).to_be_visible()
    own.evaluate("localStorage.setItem('pairing-code', 'of-yesterday')")
    visit(own, network.phone.url)
    assert own.evaluate("localStorage.getItem('pairing-code')") == network.code
    own.goto(f"{network.phone.address}?again#code=of-the-day-before")
    expect(own.get_by_test_id("headline")).not_to_be_empty()  # the remembered one was right
    assert own.url == f"{network.phone.address}?again"
    assert own.evaluate("localStorage.getItem('pairing-code')") == network.code
    own.close()


@pytest.mark.slow
@pytest.mark.browser
def test_a_wrong_code_in_a_link_is_asked_for(own: Page, network: Server) -> None:
    assert network.phone is not None
    own.goto(f"{network.phone.address}#code=1")
    expect(own.get_by_test_id("code-hint")).to_have_text("Wrong code. Try again.")
    own.evaluate(f"location.hash = 'code={network.code}'")
    expect(own.get_by_test_id("headline")).not_to_be_empty()
    assert own.url == network.phone.address
    own.close()

from __future__ import annotations

import json
import re
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.client import HTTPConnection, HTTPResponse
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from companion.page.guard import PairingCode
from companion.page.listener import ServerError
from companion.page.messages import Adjust, Back, Choose, Confirm, Lift, New, Release
from companion.page.server import serve
from companion.rules import CompanionError
from tests.page.table import PATIENCE, FakeTable

CODE = "271828"


@contextmanager
def joined(url: str, path: str = "table", **options: Any) -> Iterator[ClientConnection]:
    address = url.replace("http://", "ws://") + path
    with connect(address, open_timeout=PATIENCE, **options) as connection:
        yield connection


def heard(connection: ClientConnection) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(connection.recv(PATIENCE))
    return message


def heard_until(
    connection: ClientConnection, wanted: Callable[[dict[str, Any]], bool]
) -> dict[str, Any]:
    while True:
        message = heard(connection)
        if wanted(message):
            return message


def asks(connection: ClientConnection, **command: Any) -> None:
    connection.send(json.dumps(command))


def get(url: str, path: str = "/", **headers: str) -> HTTPResponse:
    address = urlsplit(url)
    connection = HTTPConnection(address.hostname or "", address.port, timeout=PATIENCE)
    connection.request("GET", path, headers=headers)
    response = connection.getresponse()
    response.read()
    connection.close()
    return response


@pytest.fixture
def guarded(table: FakeTable, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr("companion.page.server.PairingCode", partial(PairingCode, pause=0))
    server = serve(table, code=CODE)
    yield server.start()
    server.stop()


def test_a_page_is_welcomed_and_told_the_board_the_state_and_the_lamps(url: str) -> None:
    with joined(url) as page:
        told = [heard(page) for _ in range(4)]
    assert [message["type"] for message in told] == ["welcome", "hello", "state", "lamps"]
    assert len(told[1]["points"]) == 19
    assert told[3]["rgb"] == "000000" * 19


def test_a_change_is_told_to_every_page(url: str, table: FakeTable) -> None:
    with joined(url) as one, joined(url) as other:
        for page in (one, other):
            heard_until(page, lambda message: message["type"] == "lamps")
        table.say(headline="Black to move")
        assert heard(one)["headline"] == heard(other)["headline"] == "Black to move"


def test_only_who_asks_for_changes_carries_a_rhythm_on_by_itself(
    url: str, table: FakeTable
) -> None:
    with joined(url) as whole, joined(url, "table?changes") as changes:
        for page in (whole, changes):
            heard_until(page, lambda message: message["type"] == "lamps")
        table.shine("must_jump", "must jump", "ff6e00", "14", beats=((500, 1.0), (500, 0.0)))
        table.light(p14="ff6e00")
        assert heard(whole)["type"] == "lamps"
        rhythm = heard(changes)
        table.shine("to", "the piece may go here", "00ff00", "9", frames=True)
        table.light(p9="00ff00")
        assert heard(whole)["rgb"][6 * 8 : 6 * 9] == "00ff00"
        sweep, frame = heard(changes), heard(changes)
    assert rhythm["type"] == sweep["type"] == "shining"
    assert rhythm["shines"][0]["lamps"] == [[13, "ff6e00"]]
    assert (rhythm["frames"], sweep["frames"]) == (False, True)
    assert frame["rgb"][6 * 8 : 6 * 9] == "00ff00"


def test_only_who_asks_for_changes_is_told_them_alone(url: str, table: FakeTable) -> None:
    with joined(url) as whole, joined(url, "table?changes") as changes:
        for page in (whole, changes):
            heard_until(page, lambda message: message["type"] == "lamps")
        table.say(headline="Black to move")
        told = heard(changes)
        assert told.keys() == {"type", "headline", "stage"}
        assert heard(whole).keys() > {"type", "headline", "stage", "moves", "believed"}


def test_a_command_reaches_the_table(url: str, table: FakeTable) -> None:
    with joined(url) as page:
        asks(page, do="new", game="peg", options={"vacant": "1"})
        assert table.asked() == New("peg", {"vacant": "1"})


def test_an_answer_says_what_stage_it_was_seen_at(url: str, table: FakeTable) -> None:
    with joined(url) as page:
        asks(page, do="choose", index=1, seen=table.state.stage)
        assert table.asked() == Choose(1, seen=table.state.stage)
        asks(page, do="back", moves=2)
        assert table.asked() == Back(2, seen=None)


def test_hands_of_different_pages_have_different_names(url: str, table: FakeTable) -> None:
    with joined(url) as one, joined(url) as other:
        names = []
        for page in (one, other):
            prefix = heard(page)["page"]
            asks(page, do="lift", place="14", hand="h1")
            lift = table.asked()
            assert isinstance(lift, Lift)
            assert lift.hand == f"{prefix}.h1"
            names.append(lift.hand)
    assert names[0] != names[1]


def test_a_page_that_goes_away_lets_go_of_what_its_hands_hold(url: str, table: FakeTable) -> None:
    with joined(url) as page:
        prefix = heard(page)["page"]
        for name, place in (("h1", "14"), ("h2", "15"), ("h3", "16")):
            asks(page, do="lift", place=place, hand=name)
        asks(page, do="put", place="9", hand="h2")
        for _ in range(4):
            table.asked()
    assert table.asked() == Release(f"{prefix}.h1")
    assert table.asked() == Release(f"{prefix}.h3")
    assert table.commands.empty()
    assert table.listeners == 0


def test_hands_are_dropped_too_when_the_connection_breaks(url: str, table: FakeTable) -> None:
    with joined(url) as page:
        prefix = heard(page)["page"]
        asks(page, do="lift", place="14", hand="h1")
        table.asked()
        page.socket.shutdown(socket.SHUT_RDWR)
        assert table.asked() == Release(f"{prefix}.h1")


def test_a_refused_setting_is_told_to_the_page_that_asked(url: str, table: FakeTable) -> None:
    with joined(url) as page, joined(url) as other:
        heard_until(other, lambda message: message["type"] == "state")
        asks(page, do="adjust", key="timing.settle", value=9000, page="somebody else")
        assert table.asked() == Adjust("timing.settle", 9000)
        table.refuse("choose from 20")
        refused = heard_until(page, lambda message: message["type"] == "refused")
        assert refused["text"] == "choose from 20"
        found = set()
        for warning in ("first", "second"):  # what was refused is sent after a state
            table.say(warning=warning)
            while (message := heard(other)).get("warning") != warning:
                found.add(message["type"])
        assert "refused" not in found


def test_a_page_cannot_have_more_hands_than_fingers(url: str, table: FakeTable) -> None:
    with joined(url) as page:
        for n in range(11):
            asks(page, do="lift", place="14", hand=f"h{n}")
        refused = heard_until(page, lambda message: message["type"] == "refused")
        assert "10 pieces at once" in refused["text"]
        assert [table.asked() for _ in range(10)]
        assert table.commands.empty()


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "no JSON",
        "[]",
        '{"do":"dance"}',
        '{"do":"put","place":"9"}',
        '{"do":"back","moves":"two"}',
        '{"do":"confirm","really":true}',
        '{"do":"pair","code":"1"}',
        '"\\ud800"',
        b"[]",
    ],
)
def test_an_unreadable_command_is_refused_to_its_page_which_stays(
    url: str, table: FakeTable, frame: str | bytes
) -> None:
    with joined(url) as page:
        page.send(frame)
        refused = heard_until(page, lambda message: message["type"] == "refused")
        assert "cannot be read" in refused["text"]
        asks(page, do="confirm")
        assert table.asked() == Confirm()


@pytest.mark.parametrize(
    ("field", "command"),
    [
        ("position", {"do": "new", "game": "solomon", "position": "x" * 401}),
        ("clock", {"do": "new", "game": "solomon", "clock": "x" * 60_000}),
        ("options", {"do": "new", "game": "solomon", "options": {"first": "x" * 401}}),
        ("name", {"do": "puzzle", "name": "x" * 401}),
    ],
)
def test_a_text_that_is_too_long_is_refused_in_a_short_line(
    url: str, table: FakeTable, field: str, command: dict[str, Any]
) -> None:
    with joined(url) as page:
        asks(page, **command)
        refused = heard_until(page, lambda message: message["type"] == "refused")
        assert refused["text"] == f"A text is too long ({field}): write at most 400 characters."
    assert table.commands.empty()


def test_what_the_table_refuses_is_told_to_the_page_that_asked(url: str, table: FakeTable) -> None:
    table.refusal = CompanionError("unknown game 'chess'")
    with joined(url) as one, joined(url) as other:
        asks(one, do="new", game="chess")
        refused = heard_until(one, lambda message: message["type"] == "refused")
        assert refused["text"] == "unknown game 'chess'"
        heard_until(other, lambda message: message["type"] == "lamps")
        table.say(headline="Black to move")
        assert heard(other)["type"] == "state"


def test_a_page_that_does_not_read_gets_the_latest_state_in_the_end(
    url: str, table: FakeTable
) -> None:
    with joined(url, max_queue=1, close_timeout=0) as page:
        heard_until(page, lambda message: message["type"] == "lamps")
        filler = "x" * 1_000_000
        for n in range(400):  # 400 MB: more than the sockets' buffers hold
            table.say(headline=str(n), warning=filler)
            table.light(p14="ff0000")
        table.say(headline="the end", warning="")
        frames = 0

        def last(message: dict[str, Any]) -> bool:
            nonlocal frames
            frames += message["type"] == "state"
            return bool(message.get("headline") == "the end")

        heard_until(page, last)
        assert frames < 400


def test_the_page_and_its_files_are_served_with_a_strict_policy(url: str) -> None:
    for path, kind in (
        ("/", "text/html"),
        ("/main.js", "text/javascript"),
        ("/style.css", "text/css"),
    ):
        response = get(url, path)
        assert response.status == 200
        assert (response.headers["Content-Type"] or "").startswith(kind)
        policy = response.headers["Content-Security-Policy"] or ""
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert response.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path", ["/server.py", "/../server.py", "/%2e%2e/server.py", "/static/"])
def test_nothing_else_is_served(url: str, path: str) -> None:
    assert get(url, path).status == 404


def test_a_host_that_is_not_ours_is_turned_away(url: str) -> None:
    port = urlsplit(url).port
    assert get(url, Host=f"localhost:{port}").status == 200
    assert get(url, Host=f"rebound.example:{port}").status == 421
    with pytest.raises(InvalidStatus), joined(url, additional_headers={"Host": "rebound.example"}):
        pass


def test_another_page_cannot_open_the_table(url: str, table: FakeTable) -> None:
    for origin in ("http://evil.example", "null", "https://127.0.0.1"):
        with pytest.raises(InvalidStatus), joined(url, origin=origin):
            pass
    assert table.listeners == 0
    with joined(url, origin=url.rstrip("/")) as page:
        assert heard(page)["type"] == "welcome"


def test_with_a_code_nothing_is_told_before_it(guarded: str, table: FakeTable) -> None:
    with joined(guarded) as page:
        assert heard(page) == {"type": "pairing", "wrong": False}
        assert table.listeners == 0
        asks(page, do="pair", code=f" {CODE} ")
        assert heard(page)["type"] == "welcome"


@pytest.mark.parametrize(
    "answer",
    [
        '{"do":"pair","code":"314159"}',
        '{"do":"confirm"}',
        '{"do":"adjust","key":"lights.brightness","value":1}',
        '{"do":"tool","name":"check"}',
        "rubbish",
    ],
)
def test_a_wrong_code_is_refused(guarded: str, table: FakeTable, answer: str) -> None:
    with joined(guarded) as page:
        heard(page)
        page.send(answer)
        assert heard(page) == {"type": "pairing", "wrong": True}
        assert table.listeners == 0
        assert table.commands.empty()


@pytest.mark.parametrize("code", [CODE, ""])
def test_the_network_is_served_only_with_a_code(table: FakeTable, code: str) -> None:
    server = serve(table, "0.0.0.0", code=code)
    url = server.start()
    assert server.code == code or re.fullmatch(r"\d{6}", server.code)
    with joined(f"http://127.0.0.1:{urlsplit(url).port}/") as page:
        assert heard(page)["type"] == "pairing"
        page.send(json.dumps({"do": "pair", "code": server.code}))
        assert heard(page)["type"] == "welcome"
    server.stop()


def test_a_code_is_made_anew_at_every_start(table: FakeTable) -> None:
    servers = [serve(table, "0.0.0.0") for _ in range(3)]
    for server in servers:
        server.start()
    assert len({server.code for server in servers}) > 1
    for server in servers:
        server.stop()


def test_a_busy_port_is_one_clear_line(table: FakeTable, url: str) -> None:
    port = urlsplit(url).port or 0
    with pytest.raises(ServerError) as caught:
        serve(table, port=port).start()
    assert isinstance(caught.value, CompanionError)
    assert str(caught.value) == (
        f"cannot serve the page on host '127.0.0.1', port {port}: another program is using "
        "that port; choose another one, or 0 for any free port"
    )


@pytest.mark.parametrize(
    ("host", "port", "said"),
    [
        ("192.0.2.7", 0, "no such address"),
        ("no.such.host.invalid", 0, "no such host"),
        ("x" * 300, 0, "no such host"),
        ("", 0, "empty"),
        ("127.0.0.1", 65536, "a port is a number"),
        ("127.0.0.1", -1, "a port is a number"),
    ],
)
def test_a_place_that_cannot_be_served_is_one_clear_line(
    table: FakeTable, host: str, port: int, said: str
) -> None:
    with pytest.raises(ServerError, match=said) as caught:
        serve(table, host, port).start()
    assert "\n" not in str(caught.value)


def test_stopping_closes_the_pages_and_gives_the_port_back(table: FakeTable) -> None:
    server = serve(table)
    url = server.start()
    with joined(url) as page:
        prefix = heard(page)["page"]
        asks(page, do="lift", place="14", hand="h1")
        assert table.asked() == Lift("14", f"{prefix}.h1")
        server.stop()
        server.stop()
    assert table.listeners == 0
    assert table.asked() == Release(f"{prefix}.h1")
    again = serve(table, port=urlsplit(url).port or 0)
    assert again.start() == url
    again.stop()


def test_a_server_that_never_started_can_be_stopped(table: FakeTable) -> None:
    serve(table).stop()

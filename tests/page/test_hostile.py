"""Clients that no page is: silent, slow, loud, guessing, malformed. All are real sockets."""

from __future__ import annotations

import asyncio
import errno
import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from companion.page.guard import PairingCode
from companion.page.limits import HEADERS, ConnectionLimiter, Limits, affordable
from companion.page.listener import ServerError
from companion.page.server import Server, serve
from companion.protocol.commands import Confirm, Sweep
from companion.rules import CompanionError
from tests import needs
from tests.page.table import PATIENCE, FakeTable
from tests.page_state import StateReader

CODE = "271828"
UPGRADE = (
    "GET /table HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
SOON = 0.05
"""A deadline, in seconds, for tests that see it pass."""


@contextmanager
def served(table: FakeTable, code: str = "", **limits: Any) -> Iterator[str]:
    """The address of a server with these limits."""
    server = serve(table, code=code, limits=Limits(**limits))
    try:
        yield server.start()
    finally:
        server.stop()


def place(url: str) -> tuple[str, int]:
    parts = urlsplit(url)
    return parts.hostname or "", parts.port or 0


@contextmanager
def plain_socket(url: str, sent: str | bytes = b"", source: str = "") -> Iterator[socket.socket]:
    """A connection that has sent this and nothing else."""
    bound = (source, 0) if source else None
    with socket.create_connection(place(url), PATIENCE, source_address=bound) as client:
        with suppress(ConnectionError):  # it may have been refused already
            client.sendall(sent.encode() if isinstance(sent, str) else sent)
        yield client


@contextmanager
def page_socket(url: str) -> Iterator[socket.socket]:
    """A WebSocket without a client library."""
    with plain_socket(url, UPGRADE.format(host=urlsplit(url).netloc)) as client:
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += client.recv(1)
        assert head.startswith(b"HTTP/1.1 101 ")
        yield client


def rest(client: socket.socket) -> bytes:
    """Everything until the server closes the connection."""
    found = b""
    try:
        while piece := client.recv(1 << 16):
            found += piece
    except ConnectionError:
        pass
    return found


@contextmanager
def joined(url: str, **options: Any) -> Iterator[ClientConnection]:
    address = url.replace("http://", "ws://") + "table"
    with connect(address, open_timeout=PATIENCE, close_timeout=0, **options) as connection:
        yield connection


def heard(page: ClientConnection) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(page.recv(PATIENCE))
    return message


def closing(page: ClientConnection) -> tuple[int, str]:
    """The code and the reason with which the server closes."""
    with pytest.raises(ConnectionClosed) as caught:
        while True:
            page.recv(PATIENCE)
    received = caught.value.rcvd
    return (received.code, received.reason) if received is not None else (1006, "")


def asks(page: ClientConnection, **command: Any) -> None:
    page.send(json.dumps(command))


def answer(url: str, request: str) -> bytes:
    """What the server says to a request on a connection of its own."""
    parts = urlsplit(url)
    with plain_socket(url, request.format(host=parts.netloc)) as client:
        return rest(client)


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What was logged, but for what clients log; every record has to be one line."""
    records = [record for record in caplog.records if record.name != "websockets.client"]
    found = [record.getMessage() for record in records]
    assert all("\n" not in line for line in found)
    assert not any(record.exc_info for record in records)
    return found


# Numbers


def test_silent_connections_give_way_to_a_page(
    table: FakeTable, caplog: pytest.LogCaptureFixture
) -> None:
    with served(table, connections=8) as url, ExitStack() as stack:
        silent = [stack.enter_context(plain_socket(url)) for _ in range(40)]
        with joined(url) as page:
            assert heard(page)["type"] == "welcome"
            for client in silent[: 40 - 7]:
                assert rest(client) == b""
            asks(page, do="confirm")
            assert table.asked() == Confirm()
    assert 5 < len(lines(caplog)) <= 10
    assert "gave way" in lines(caplog)[0]
    assert "no more connections are mentioned" in lines(caplog)[-1]


def test_ten_lines_a_minute_are_logged(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def flood() -> None:
        limiter = ConnectionLimiter(Limits())
        for now in (5.0, 64.9, 65.0):
            monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda now=now: now)
            for number in range(20):
                limiter.say(f"{now}: {number}")

    thread = Thread(target=asyncio.run, args=(flood(),))  # a browser has a loop in this one
    thread.start()
    thread.join()
    more = " (for a minute no more connections are mentioned)"
    assert lines(caplog) == [
        f"{now}: {number}{more * (number == 9)}" for now in (5.0, 65.0) for number in range(10)
    ]


def test_websockets_that_are_not_paired_give_way_as_well(table: FakeTable) -> None:
    with served(table, CODE, connections=6) as url, ExitStack() as stack, joined(url) as page:
        assert heard(page) == {"type": "pairing", "wrong": False}
        asks(page, do="pair", code=CODE)
        assert heard(page)["type"] == "welcome"
        for _ in range(30):
            stack.enter_context(plain_socket(url, UPGRADE.format(host=urlsplit(url).netloc)))
        with joined(url) as other:
            assert heard(other)["type"] == "pairing"
            asks(page, do="confirm")
            assert table.asked() == Confirm()


def test_pages_are_counted_and_never_give_way(
    table: FakeTable, caplog: pytest.LogCaptureFixture
) -> None:
    with served(table, connections=3) as url, ExitStack() as stack:
        pages = [stack.enter_context(joined(url)) for _ in range(3)]
        for page in pages:
            assert heard(page)["type"] == "welcome"
        refused = answer(url, "")
        assert refused.startswith(b"HTTP/1.1 503 ")
        assert b"3 pages are open" in refused
        for page in pages:
            asks(page, do="confirm")
            assert table.asked() == Confirm()
        pages[0].close()
        while answer(url, "GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").startswith(
            b"HTTP/1.1 503"
        ):
            pass  # the server has still to notice
    assert any("3 pages are open" in line for line in lines(caplog))


def test_one_address_cannot_drive_out_the_pages_of_another(table: FakeTable) -> None:
    other = needs.second_loopback_address()
    with served(table, CODE, connections=6) as url, ExitStack() as stack:
        page = stack.enter_context(joined(url))
        assert heard(page)["type"] == "pairing"
        for _ in range(31):
            stack.enter_context(plain_socket(url, source=other))
        asks(page, do="pair", code=CODE)
        assert heard(page)["type"] == "welcome"


@needs.posix.mark
@pytest.mark.parametrize(("files", "connections"), [(1024, 64), (128, 44), (64, 12), (16, 4)])
def test_most_descriptors_are_kept_for_the_rest_of_the_program(
    monkeypatch: pytest.MonkeyPatch, files: int, connections: int
) -> None:
    import resource

    monkeypatch.setattr(resource, "getrlimit", lambda _: (files, files))
    assert affordable(64) == connections
    monkeypatch.setattr(resource, "getrlimit", lambda _: (resource.RLIM_INFINITY,) * 2)
    assert affordable(64) == 64


def test_without_a_limit_on_files_all_connections_are_affordable(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "resource", None)
    assert affordable(64) == 64


@pytest.mark.slow
def test_the_journal_is_written_while_the_server_is_flooded(tmp_path: Path) -> None:
    """The whole program, with 64 descriptors and 400 clients."""
    config = tmp_path / "board.toml"
    config.write_text(f'[journal]\ndirectory = "{tmp_path}/games"\n[page]\nport = 0\n')
    words = f"ulimit -n 64; exec {sys.executable} -m companion play --config {config}"
    program = subprocess.Popen(
        ["/bin/sh", "-c", words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert program.stdout is not None
        url = next(said for said in program.stdout if said.startswith("Page:")).split()[1]
        with ExitStack() as stack:
            page = stack.enter_context(joined(url))
            told = StateReader(page)
            told.until("phase", "rest")
            upgrade = UPGRADE.format(host=urlsplit(url).netloc)
            for number in range(400):
                stack.enter_context(plain_socket(url, upgrade if number % 2 else ""))
            asks(page, do="lift", place="14", hand="h")
            asks(page, do="put", place="9", hand="h")
            told.until("headline", "Black to move")
            assert told.state["warning"] == ""
        (log,) = (tmp_path / "games").glob("*.jsonl")
        assert '"text":"14-9"' in log.read_text()
    finally:
        program.terminate()
        _, said = program.communicate(timeout=PATIENCE)
    assert "Traceback" not in said
    assert len(said.splitlines()) < 20


def test_running_out_of_descriptors_is_one_line(caplog: pytest.LogCaptureFixture) -> None:
    from companion.page.server import _handle_error

    loop = asyncio.new_event_loop()
    for number in (errno.EMFILE, errno.ENFILE):
        _handle_error(loop, {"message": "accept", "exception": OSError(number, "full")})
    loop.close()
    first, second = lines(caplog)
    assert "this program has too many files open (EMFILE)" in first
    assert "the system has too many files open (ENFILE)" in second


# Time


@pytest.mark.parametrize(
    "sent",
    [
        "",
        "GET / HT",
        "GET / HTTP/1.1\r\nHost: {host}\r\nX-Slow: ",
        "GET / HTTP/1.1\r\nHost: {host}\r\n\r\nGET / HT",
        "POST / HTTP/1.1\r\nHost: {host}\r\nContent-Length: 1000\r\n\r\nabc",
    ],
)
def test_a_connection_has_to_become_a_page_in_time(
    table: FakeTable, caplog: pytest.LogCaptureFixture, sent: str
) -> None:
    with served(table, opening=SOON) as url:
        answer(url, sent)
    assert all("did not open a page in time" in line for line in lines(caplog))


def test_a_request_that_comes_byte_by_byte_does_not_hold_its_place(table: FakeTable) -> None:
    with served(table, opening=4 * SOON) as url, plain_socket(url, "GET / HTTP/1.1\r\n") as client:
        client.settimeout(SOON / 5)
        for _ in range(1000):
            try:
                client.sendall(b"X")
                if not client.recv(1):
                    break
            except TimeoutError:
                pass
            except ConnectionError:
                break
        else:
            raise AssertionError("it was never closed")


@pytest.mark.slow
def test_a_page_that_was_welcomed_may_stay(table: FakeTable) -> None:
    with served(table, opening=1.0) as url, joined(url) as page:
        assert heard(page)["type"] == "welcome"
        with plain_socket(url) as later:
            assert rest(later) == b""
        asks(page, do="confirm")
        assert table.asked() == Confirm()


@pytest.mark.slow
def test_a_page_that_is_asked_for_the_code_has_time_for_it_but_not_for_ever(
    table: FakeTable, caplog: pytest.LogCaptureFixture
) -> None:
    with (
        served(table, CODE, opening=1.0, pairing=1e6) as url,
        joined(url) as page,
        plain_socket(url) as later,
    ):
        assert rest(later) == b""
        asks(page, do="pair", code=CODE)
        assert [heard(page)["type"] for _ in range(2)] == ["pairing", "welcome"]
    caplog.clear()
    with served(table, CODE, pairing=SOON) as url, joined(url) as page:
        assert closing(page)[0] == 1006
    assert ["did not send the pairing code in time" in line for line in lines(caplog)] == [True]


# Guessing


def test_guessers_do_not_keep_the_page_out(
    table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.page.server.PairingCode", partial(PairingCode, pause=1e6))
    with served(table, CODE) as url, ExitStack() as stack:
        for number in range(50):
            guesser = stack.enter_context(joined(url))
            asks(guesser, do="pair", code=f"{number:06}")
        with joined(url) as page:
            assert heard(page)["type"] == "pairing"
            asks(page, do="pair", code=CODE)
            assert heard(page)["type"] == "welcome"
        assert table.commands.empty()


def test_a_code_is_typed_with_blanks_or_dashes(table: FakeTable) -> None:
    with served(table, "271-828") as url:
        for typed in ("271828", "271 828", "2-7-1–828", " 271828 "):
            with joined(url) as page:
                asks(page, do="pair", code=typed)
                assert [heard(page)["type"] for _ in range(2)] == ["pairing", "welcome"]


def test_a_code_that_cannot_be_typed_is_one_clear_line(table: FakeTable) -> None:
    with pytest.raises(ServerError, match="use letters or digits"):
        Server(table, code=" - ").start()


# Commands


def test_a_flood_of_commands_waits_at_its_own_page(table: FakeTable) -> None:
    table.busy = True
    with served(table, commands=4) as url, joined(url) as flood, joined(url) as other:
        for _ in range(2000):
            asks(flood, do="sweep")
        for _ in range(4):
            assert table.asked() == Sweep()
        asks(other, do="confirm")
        assert table.asked() == Confirm()
        assert table.commands.empty()
        table.busy = False
        for done in table.unanswered:
            done()
        for _ in range(2000 - 4):
            assert table.asked() == Sweep()


def test_commands_that_are_refused_leave_room_for_others(table: FakeTable) -> None:
    with served(table, commands=2) as url, joined(url) as page:
        table.refusal = CompanionError("not now")
        for _ in range(10):
            asks(page, do="sweep")
            table.asked()
        table.refusal = None
        asks(page, do="confirm")
        assert table.asked() == Confirm()


def test_a_flood_of_what_is_no_command_ends_the_connection(
    table: FakeTable, caplog: pytest.LogCaptureFixture
) -> None:
    with served(table, chatter=1 << 12) as url, joined(url) as page, joined(url) as other:
        with pytest.raises(ConnectionClosed):
            for _ in range(100_000):
                page.send("dance")
        asks(other, do="confirm")
        assert table.asked() == Confirm()
    assert ["no command that can be carried out" in line for line in lines(caplog)] == [True]


# Frames


BOMB = '{"x":' + "[" * 30_000 + "]" * 30_000 + ',"do":"confirm"}'


@pytest.mark.parametrize("code", ["", CODE])
@pytest.mark.parametrize(
    ("frame", "text", "closed"),
    [
        (BOMB.encode(), True, (1008, "it sent JSON that is nested too deeply")),
        (BOMB.encode(), False, (1008, "it sent JSON that is nested too deeply")),
        (b"[" * 5000, True, (1008, "it sent JSON that is nested too deeply")),
        (b'{"do":"lift","place":"\xff","hand":"h"}', True, (1007, "")),
        (b"\xff\xfe", False, (1007, "it sent invalid UTF-8")),
        (b"x" * 100_000, True, (1009, None)),
    ],
)
def test_what_no_page_sends_ends_its_connection_in_one_line(
    table: FakeTable,
    caplog: pytest.LogCaptureFixture,
    code: str,
    frame: bytes,
    text: bool,
    closed: tuple[int, str | None],
) -> None:
    with served(table, code) as url, joined(url) as page:
        page.send(frame, text=text)
        found = closing(page)
        assert found[0] == closed[0]
        assert closed[1] in (None, found[1])
        with joined(url) as other:
            assert heard(other)["type"] == ("pairing" if code else "welcome")
    assert len(lines(caplog)) == (closed[0] != 1009)
    assert table.commands.empty()


def masked(opcode: int, payload: bytes = b"") -> bytes:
    """A frame of a client; the mask is zero."""
    return bytes([opcode, 0x80 | len(payload)]) + bytes(4) + payload


PING, EMPTY_START, EMPTY_MORE = masked(0x89), masked(0x01), masked(0x00)


def test_a_flood_of_pings_ends_the_connection_in_one_line(
    table: FakeTable, caplog: pytest.LogCaptureFixture
) -> None:
    with served(table) as url, page_socket(url) as page:
        page.sendall(PING * 10_000)
        rest(page)
        with joined(url) as other:
            assert heard(other)["type"] == "welcome"
    assert ["too many pings" in line for line in lines(caplog)] == [True]


def test_a_message_in_endless_pieces_ends_the_connection(
    table: FakeTable, caplog: pytest.LogCaptureFixture
) -> None:
    with (
        served(table, chatter=1 << 14) as url,
        page_socket(url) as page,
    ):
        page.sendall(EMPTY_START + EMPTY_MORE * 10_000)
        rest(page)
    assert ["sends much" in line for line in lines(caplog)] == [True]


@pytest.mark.slow
def test_what_a_client_does_not_read_is_bounded(
    table: FakeTable, caplog: pytest.LogCaptureFixture
) -> None:
    limits: dict[str, Any] = {"chatter": 1 << 40, "pings": 1 << 40, "unread": 1 << 12}
    with (
        served(table, **limits) as url,
        page_socket(url) as page,
        pytest.raises(ConnectionError),
    ):
        while True:
            page.sendall(masked(0x89, b"x" * 125) * 1000)
    assert ["does not read" in line for line in lines(caplog)] == [True]


def test_frames_that_come_before_the_handshake_is_over_end_the_connection(
    table: FakeTable, caplog: pytest.LogCaptureFixture
) -> None:
    with served(table) as url:
        upgrade = UPGRADE.format(host=urlsplit(url).netloc).encode()
        with plain_socket(url, upgrade + b"\xff" * 10_000) as page:
            rest(page)
        with joined(url) as other:
            assert heard(other)["type"] == "welcome"
    assert len(lines(caplog)) <= 1


def test_commands_sent_at_once_are_parsed_in_slices(table: FakeTable) -> None:
    """However many fit into what is received at once."""
    table.busy = True
    command = masked(0x81, b'{"do":"sweep"}')
    with served(table) as url, page_socket(url) as page:
        page.sendall(command * 5000)
        for _ in range(4):
            assert table.asked() == Sweep()
        table.busy = False
        for done in table.unanswered:
            done()
        for _ in range(5000 - 4):
            assert table.asked() == Sweep()


# Answers


@pytest.mark.parametrize(
    ("request_text", "status"),
    [
        ("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n", 200),
        ("HEAD /main.js HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n", 200),
        ("GET /nothing HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n", 404),
        ("POST / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", 405),
        ("GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n", 421),
        ("what is this?\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 400),
        (UPGRADE.replace("\r\n\r\n", "\r\nOrigin: http://evil.example\r\n\r\n"), 403),
        (UPGRADE.replace("Version: 13", "Version: 7"), 400),
        (UPGRADE.replace("/table", "/elsewhere"), 403),
        ("GET /" + "x" * 100_000 + " HTTP/1.1\r\nHost: {host}\r\n\r\n", 400),
    ],
)
def test_every_answer_has_the_headers(table: FakeTable, request_text: str, status: int) -> None:
    with served(table, opening=20 * SOON) as url:
        head = answer(url, request_text).partition(b"\r\n\r\n")[0].decode()
    first, *fields = head.split("\r\n")
    assert int(first.split()[1]) == status
    policies = [field for field in fields if field.lower().startswith("cache-control:")]
    # A browser may keep the files of the page if it asks each time; it may keep nothing else.
    assert policies == ["cache-control: no-cache" if status == 200 else "Cache-Control: no-store"]
    for name, value in HEADERS.items():
        assert name == "Cache-Control" or fields.count(f"{name}: {value}") == 1


def test_the_handshake_and_the_refusal_for_want_of_room_have_the_headers(table: FakeTable) -> None:
    with served(table, connections=1) as url:
        upgrade = UPGRADE.format(host=urlsplit(url).netloc)
        with plain_socket(url, upgrade) as page:
            said = b""
            while b'"type":"welcome"' not in said:
                said += page.recv(1 << 16)
            refused = answer(url, "")
    assert refused.startswith(b"HTTP/1.1 503 ")
    for head in (said.partition(b"\r\n\r\n")[0], refused.partition(b"\r\n\r\n")[0]):
        assert all(f"{name}: {value}".encode() in head for name, value in HEADERS.items())


@pytest.mark.slow
def test_the_program_plays_and_stops_among_silent_and_loud_clients(tmp_path: Path) -> None:
    """The whole program, with 1,020 silent clients and 298,000 commands."""
    config = tmp_path / "board.toml"
    config.write_text(f'[journal]\ndirectory = "{tmp_path}/games"\n[page]\nport = 0\n')
    command = [sys.executable, "-m", "companion", "play", "--config", str(config)]
    program = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert program.stdout is not None
    url = next(said for said in program.stdout if said.startswith("Page:")).split()[1]
    with ExitStack() as stack:
        stack.callback(program.stdout.close)
        stack.callback(program.kill)
        page = stack.enter_context(joined(url))
        told = StateReader(page)
        told.until("phase", "rest")
        for _ in range(1020):
            stack.enter_context(plain_socket(url))
        flood = stack.enter_context(page_socket(url))
        frames = masked(0x81, b'{"do":"depart"}') * 1000  # a draw would be agreed on after the move

        def send() -> None:
            with suppress(OSError):
                for _ in range(298):
                    flood.sendall(frames)

        thread = Thread(target=send)
        thread.start()
        asks(page, do="palette", name="safe")
        told.until("palette", "safe")
        asks(page, do="lift", place="14", hand="h")
        asks(page, do="put", place="9", hand="h")
        told.until("headline", "Black to move")
        program.terminate()
        assert program.wait(timeout=10) == 0
        thread.join()
    (log,) = (tmp_path / "games").glob("*.jsonl")
    assert '"text":"14-9"' in log.read_text()

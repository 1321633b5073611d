"""The library's addresses, over a real folder of logs."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

import pytest

from companion.page.library_routes import KEY_HEADER
from companion.page.limits import Limits
from companion.page.server import serve
from companion.protocol.library_messages import LogFile, Shelf, ShelfQuery
from companion.session.library.shelf import Library
from companion.session.view_builder import board_greeting
from tests.page.table import PATIENCE, FakeTable
from tests.page.test_server import CODE, asks, heard, joined
from tests.records.logs import ANNA, write_log


class Answer(NamedTuple):
    status: int
    body: bytes
    headers: dict[str, str]

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Asker:
    """Asks the library of one server."""

    def __init__(self, url: str, key: str) -> None:
        self._address = urlsplit(url)
        self.url = url
        self.key = key

    def __call__(
        self, path: str, method: str = "GET", body: bytes | None = None, **query: str
    ) -> Answer:
        connection = HTTPConnection(
            self._address.hostname or "", self._address.port, timeout=PATIENCE
        )
        headers = {KEY_HEADER: self.key} if self.key else {}
        connection.request(method, f"/library/{path}?{urlencode(query)}", body, headers)
        response = connection.getresponse()
        answer = Answer(response.status, response.read(), dict(response.getheaders()))
        connection.close()
        return answer


def key_of(url: str, code: str = "") -> str:
    with joined(url) as page:
        if code:
            heard(page)
            asks(page, do="pair", code=code)
        key: str = heard(page)["key"]
        return key


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_log(tmp_path, 1, players=ANNA)
    write_log(tmp_path, 2)
    return tmp_path


@pytest.fixture
def ask(folder: Path, table: FakeTable) -> Iterator[Asker]:
    server = serve(table, library=Library(folder, board_greeting, effort=0.01))
    url = server.start()
    yield Asker(url, key_of(url))
    server.stop()


def test_list_is_answered_and_filtered(ask: Asker) -> None:
    answer = ask("list")
    assert answer.status == 200
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert [entry["started"][14:16] for entry in answer.json["entries"]] == ["02", "01"]
    assert ask("list", player="Ben").json["total"] == 1
    assert ask("list", deleted="1").json["total"] == 0
    assert ask("list", offset="1").json["offset"] == 1
    assert ask("list", offset="-1e9").json["offset"] == 0


def test_game_is_replayed_downloaded_deleted_and_restored(ask: Asker, folder: Path) -> None:
    key = ask("list").json["entries"][0]["key"]
    assert [ply["text"] for ply in ask("replay", log=key).json["plies"]][:2] == ["14-9", "2x12"]
    file = ask("file", log=key, form="jsonl")
    assert file.body == (folder / "2026-11-20-150200-solomon.jsonl").read_bytes()
    named = "attachment; filename*=utf-8''2026-11-20-150200-solomon.jsonl"
    assert file.headers["content-disposition"] == named
    assert ask("files", form="text", player="Anna").text.count("[Game ") == 1
    assert ask("statistics", game="solomon").json["games"] == 2
    deleted = ask("delete", "POST", log=key).text
    assert ask("list").json["total"] == 1
    assert ask("list", deleted="1").json["entries"][0]["key"] == deleted
    assert ask("restore", "POST", log=deleted).text == key
    assert ask("list").json["total"] == 2


def test_game_is_reviewed_part_by_part(ask: Asker) -> None:
    key = ask("list").json["entries"][0]["key"]
    part = ask("review", log=key).json
    assert 0 < part["done"] < part["total"] == 10
    found = part["found"]
    assert found[0].keys() == {"number", "worth", "shares"}
    while part["done"] < part["total"]:
        part = ask("review", log=key, start=str(len(found))).json
        assert part["start"] == len(found)
        found += part["found"]
    assert {each["number"] for each in found} == {1, 2, 3, 4, 5}


def test_download_is_added_again(ask: Asker) -> None:
    for form in ("jsonl", "text"):
        ask("list")
        file = ask("files", form=form).body
        assert ask("add", "POST", file, name="games").json == {
            "stored": 0,
            "known": 2,
            "trouble": [],
        }
        [first, *_] = ask("list").json["entries"]
        ask("delete", "POST", log=first["key"])
        assert ask("add", "POST", file, name="<b>games</b>\n").json["stored"] == 1
        assert ask("list").json["total"] == 2


def test_file_that_cannot_be_added_is_refused_in_one_line(ask: Asker) -> None:
    told = ask("add", "POST", b"<b>hello</b>\n", name="x\n<i>").json
    assert (told["stored"], len(told["trouble"])) == (0, 1)
    assert "a game begins with its tags" in told["trouble"][0]
    assert "\n" not in told["trouble"][0]
    games = ask("add", "POST", b'[Game "nim"]\n\nongoing\n' * 201, name="many")
    assert (games.status, "201 games, more than 200" in games.text) == (400, True)
    assert ask("list").json["total"] == 2
    big = ask("add", "POST", b"x" * ((4 << 20) + 1), name="big")
    assert (big.status, big.text) == (413, "The file is larger than 4 MB: add it in parts.")


def test_only_one_file_is_added_at_a_time(ask: Asker, folder: Path) -> None:
    address = urlsplit(ask.url)
    data = (folder / "2026-11-20-150100-solomon.jsonl").read_bytes()
    with socket.create_connection((address.hostname, address.port), PATIENCE) as slow:
        head = f"POST /library/add?name=x HTTP/1.1\r\nHost: {address.netloc}\r\n"
        length = f"Content-Length: {len(data)}\r\n{KEY_HEADER}: {ask.key}\r\n\r\n"
        slow.sendall(f"{head}{length}".encode() + data[:100])
        while ask("add", "POST", b"", name="y").status != 503:
            pass
        slow.sendall(data[100:])
        assert slow.recv(100).startswith(b"HTTP/1.1 200")
    assert ask("add", "POST", data, name="y").json["known"] == 1


def test_what_cannot_be_answered_is_said_in_one_line(ask: Asker) -> None:
    for answer, said in (
        (ask("replay", log="<b>none</b>\n"), "not in the library any more"),
        (ask("review", log="<b>none</b>\n"), "not in the library any more"),
        (ask("list", result="<b>\n"), "unknown result: choose from"),
        (ask("files", form="exe"), "unknown form: choose from"),
    ):
        assert answer.status == 400
        assert answer.headers["content-type"].startswith("text/plain")
        assert said in answer.text
        assert "\n" not in answer.text and "<b>" not in answer.text


@pytest.mark.parametrize(
    ("path", "method"), [("delete", "GET"), ("list", "POST"), ("list", "PUT"), ("index", "GET")]
)
def test_nothing_else_can_be_asked(ask: Asker, path: str, method: str) -> None:
    assert ask(path, method).status in (404, 405)


def test_nobody_without_the_key_is_answered(ask: Asker) -> None:
    right = ask.key
    for ask.key in ("", "wrong", right[:-1], "é"):
        for path, method in (("list", "GET"), ("files", "GET"), ("delete", "POST")):
            assert ask(path, method, form="jsonl").status == 403


def test_key_is_told_only_after_the_pairing_code(folder: Path, table: FakeTable) -> None:
    server = serve(table, code=CODE, library=Library(folder, board_greeting))
    try:
        url = server.start()
        with joined(url) as page:
            assert heard(page).keys() == {"type", "wrong"}
        assert Asker(url, key_of(url, CODE))("list").status == 200
    finally:
        server.stop()


def test_page_without_a_library_has_no_key(url: str) -> None:
    assert key_of(url) == ""
    assert Asker(url, "")("list").status == 404


class Slow(Library):
    """Answers nothing until it is told to."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, board_greeting)
        self.asked = threading.Event()
        self.go_on = threading.Event()

    def shelf(self, query: ShelfQuery, offset: int) -> Shelf:
        self.asked.set()
        assert self.go_on.wait(PATIENCE)
        return super().shelf(query, offset)


def test_slow_request_holds_up_neither_the_game_nor_the_pages(
    folder: Path, table: FakeTable
) -> None:
    slow = Slow(folder)
    server = serve(table, library=slow)
    url = server.start()
    try:
        ask = Asker(url, key_of(url))
        answers: list[int] = []

        def request() -> None:
            answers.append(ask("list").status)

        threads = [threading.Thread(target=request) for _ in range(9)]
        for thread in threads:
            thread.start()
        assert slow.asked.wait(PATIENCE)
        with joined(url) as page:
            assert heard(page)["type"] == "welcome"
            asks(page, do="confirm")
            table.asked()
        while not answers:  # one of nine finds no place to wait
            threads[0].join(0.01)
        assert answers == [503]
        slow.go_on.set()
        for thread in threads:
            thread.join()
        assert sorted(answers) == [200] * 8 + [503]
    finally:
        slow.go_on.set()
        server.stop()


def big_log(folder: Path) -> int:
    """A damaged log that is larger than what may wait unread; returns its size."""
    log = (folder / "2026-11-20-150100-solomon.jsonl").read_bytes()
    data = log + b"x" * (4 << 20)
    (folder / "2026-11-20-150900-solomon.jsonl").write_bytes(data)
    return len(data)


def test_download_may_be_larger_than_what_waits_unread(folder: Path, table: FakeTable) -> None:
    size = big_log(folder)
    limits = Limits(unread=1 << 17)
    server = serve(table, limits=limits, library=Library(folder, board_greeting))
    try:
        url = server.start()
        ask = Asker(url, key_of(url))
        ask("list")
        assert len(ask("files", form="jsonl").body) > size
    finally:
        server.stop()


class Endless(Library):
    """Has a download that goes on until it is told to end."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, board_greeting)
        self.ended = threading.Event()

    def files(self, query: ShelfQuery, form: str) -> LogFile:
        return LogFile("games.txt", iter(lambda: b"" if self.ended.is_set() else b"x" * 1024, b""))


def test_only_some_downloads_are_made_at_a_time(folder: Path, table: FakeTable) -> None:
    endless = Endless(folder)
    server = serve(table, library=endless)
    try:
        url = server.start()
        ask = Asker(url, key_of(url))
        address = urlsplit(url)
        downloads = []
        for _ in range(4):
            connection = HTTPConnection(address.hostname or "", address.port, timeout=PATIENCE)
            connection.request("GET", "/library/files?form=text", headers={KEY_HEADER: ask.key})
            downloads.append((connection, connection.getresponse()))
        assert ask("files", form="text").status == 503
        assert ask("list").status == 200
        endless.ended.set()
        for connection, response in downloads:
            response.read()
            connection.close()
        assert ask("files", form="text").status == 200
    finally:
        endless.ended.set()
        server.stop()


def test_connection_that_does_not_read_its_download_is_closed(
    folder: Path, table: FakeTable, caplog: pytest.LogCaptureFixture
) -> None:
    big_log(folder)
    library = Library(folder, board_greeting)
    library.shelf(ShelfQuery(), 0)  # reads the log, which takes longer than the limit below
    server = serve(table, limits=Limits(reading=0.1), library=library)
    try:
        url = server.start()
        key = key_of(url)
        address = urlsplit(url)
        with socket.create_connection((address.hostname, address.port), PATIENCE) as reader:
            reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 12)
            request = f"GET /library/files?form=jsonl HTTP/1.1\r\nHost: {address.netloc}\r\n"
            reader.sendall(f"{request}{KEY_HEADER}: {key}\r\n\r\n".encode())
            deadline = time.monotonic() + PATIENCE
            while "did not read an answer" not in caplog.text and time.monotonic() < deadline:
                threading.Event().wait(0.01)
        assert "did not read an answer of the library in time" in caplog.text
    finally:
        server.stop()

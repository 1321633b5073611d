"""What relays are given: files that grow move by move, written here and sent to a web server."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from queue import Queue
from random import Random

import msgspec
import pytest

from companion.app.play import _end_relay, _Others, _relay_games
from companion.base.text import Text
from companion.config import Config, JournalSettings, parse_config
from companion.protocol.backend import PageListener
from companion.records.game_text import read_games
from companion.records.journal.codec import encode
from companion.records.journal.reader import read_log
from companion.records.journal.record import EndRecord
from companion.remote.pace import Pace
from companion.remote.relay.http_put import PushFailed, put
from companion.remote.relay.push_queue import Push, PushQueue
from companion.remote.relay.relay_files import RelayFiles, evening_of
from companion.remote.relay.relay_texts import relayed, with_tags
from companion.remote.relay.relay_threads import PushThread, RelayThread
from companion.remote.relay_settings import InvalidRelay, RelaySettings
from companion.rules import CompanionError
from tests.packages import Install, install
from tests.page.table import PATIENCE, FakeTable
from tests.records.journal.games import ENTRIES, first_moves
from tests.records.logs import write_log
from tests.records.test_importing import FORMAT
from tests.remote.relay.web_server import WebServer, web_server

__all__ = ["install"]  # a fixture

NOW = datetime(2026, 11, 20, 21, 0)
MOVES = first_moves(3)
TOLD = FakeTable().state


@pytest.fixture
def web() -> Iterator[WebServer]:
    with web_server() as server:
        yield server


def append(path: Path, *records: object) -> None:
    """Go on with a log."""
    lines = path.read_bytes().count(b"\n")
    with path.open("ab") as log:
        for number, record in enumerate(records, start=lines):
            log.write(encode(number, record))  # type: ignore[arg-type] # any record


def files_of(folder: Path, **settings: str) -> RelayFiles:
    return RelayFiles(RelaySettings(**settings), folder, lambda: NOW, pytest.fail)


# The texts


def test_a_game_that_is_being_played_is_ongoing_with_its_tags(tmp_path: Path) -> None:
    path = write_log(tmp_path, records=MOVES, players={0: "Anna", 1: "Ben"})
    text = relayed(read_log(path), {"Event": 'The "Crown"', "Board": "3"})["txt"]
    assert '[Player 0 "Anna"]' in text
    assert '[Event "The \\"Crown\\""]' in text
    assert '[Board "3"]' in text
    assert text.endswith("\nongoing\n")
    (game,) = read_games(text)  # so the page and `companion journal import` can read it
    assert [record.text for record in game.records] == [move.text for move in MOVES]  # type: ignore[union-attr]


def test_nobody_learns_what_will_be_drawn_from_the_bag(tmp_path: Path) -> None:
    log = read_log(write_log(tmp_path, records=MOVES))
    assert log.head.seeds
    assert "Seed" not in relayed(log, {})["txt"]


def test_tags_that_are_there_are_set_and_others_come_after_them() -> None:
    pgn = '[Event "?"]\n[Site "?"]\n[Result "*"]\n\n1. e4 *\n'
    assert with_tags(pgn, {"Site": "Café", "Board": "2"}) == (
        '[Event "?"]\n[Site "Café"]\n[Result "*"]\n[Board "2"]\n\n1. e4 *\n'
    )
    assert with_tags("1. e4 *\n", {"Site": "Café"}) == "1. e4 *\n"


# The files


def test_every_change_of_the_log_makes_the_files_anew(tmp_path: Path) -> None:
    path = write_log(tmp_path, records=MOVES[:2])
    files = files_of(tmp_path, name="board-3")
    first = files.follow(path)
    assert sorted(first) == ["board-3-all.txt", "board-3.txt"]
    assert files.follow(path) == {}
    append(path, MOVES[2])
    second = files.follow(path)
    assert MOVES[2].text in second["board-3.txt"].decode()
    append(path, EndRecord("win 0", "resigned"))
    assert b'[Result "win 0"]' in files.follow(path)["board-3.txt"]


def test_all_games_of_the_evening_are_in_one_file_but_not_those_of_the_day_before(
    tmp_path: Path,
) -> None:
    for name in ("2026-11-19-210000-solomon.jsonl", "2026-11-20-055959-solomon.jsonl"):
        write_log(tmp_path, name=name)
    write_log(tmp_path, 1)
    write_log(tmp_path, 2, records=[])  # without a move
    write_log(tmp_path, 3, records=MOVES)  # given up
    present = write_log(tmp_path, 4, records=MOVES[:1])
    text = files_of(tmp_path).follow(present)["board-all.txt"].decode()
    games = list(read_games(text))
    assert [game.head.started[14:16] for game in games] == ["01", "03", "04"]


def test_an_evening_goes_on_until_six_in_the_morning() -> None:
    assert evening_of(NOW) == NOW.replace(hour=6)
    assert evening_of(NOW.replace(day=21, hour=5, minute=59)) == NOW.replace(hour=6)
    assert evening_of(NOW.replace(day=21, hour=6)) == NOW.replace(day=21, hour=6)


def test_a_format_of_a_package_is_written_for_the_games_that_have_it(
    tmp_path: Path, install: Install
) -> None:
    install("other-games", formats=(FORMAT,))
    path = write_log(tmp_path)
    files = files_of(tmp_path).follow(path)
    assert sorted(files) == [
        "board-all.exclaimed",
        "board-all.txt",
        "board.exclaimed",
        "board.txt",
    ]
    assert files["board.exclaimed"].startswith(b"!14-9!\n")


def test_a_card_that_is_out_and_a_log_that_cannot_be_read_stop_nothing(tmp_path: Path) -> None:
    said: list[Text] = []
    files = RelayFiles(RelaySettings(), tmp_path, lambda: NOW, said.append)
    path = tmp_path / "2026-11-20-150000-solomon.jsonl"
    assert files.follow(path) == {}
    path.write_bytes(b"nonsense\n")
    assert files.follow(path) == {}
    assert [line.count("\n") for line in said] == [0]
    path.unlink()
    append(write_log(tmp_path, 0, records=MOVES))
    assert files.follow(path)


# One request


def test_a_file_is_put_with_user_password_and_type(web: WebServer) -> None:
    put(f"{web.address}dav/board.pgn?a=b", "1. e4 é *".encode(), "anna", "pass:wörd")
    sent = web.sent.get(timeout=PATIENCE)
    assert (sent.path, sent.body.decode()) == ("/dav/board.pgn?a=b", "1. e4 é *")
    assert sent.type == "application/x-chess-pgn; charset=utf-8"
    assert sent.authorization == "Basic YW5uYTpwYXNzOnfDtnJk"


@pytest.mark.parametrize(
    ("status", "why"),
    [
        (401, "it answers 401: check relay.user and relay.password_file"),
        (301, "it answers 301: write relay.push as it is now: https://example.org/new"),
        (404, "it answers 404: is there such a folder?"),
        (405, "it answers 405: it takes no PUT; use an address of WebDAV"),
        (500, "it answers 500: Internal Server Error"),
    ],
)
def test_a_refusal_says_what_to_do(web: WebServer, status: int, why: str) -> None:
    web.answers = [status]
    with pytest.raises(PushFailed) as caught:
        put(f"{web.address}board.txt", b"")
    assert str(caught.value) == why


def test_a_server_that_is_not_there_is_one_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # nobody listens there
        with pytest.raises(PushFailed, match=r"^[^\n]+$"):
            put(f"http://127.0.0.1:{taken.getsockname()[1]}/board.txt", b"")


# What waits


def test_only_the_newest_contents_of_an_address_wait() -> None:
    queue = PushQueue(Random(1))
    assert queue.due() is None
    queue.add("a", b"1")
    queue.add("a", b"2")
    push = queue.take(0.0)
    assert push == Push("a", b"2")
    queue.add("a", b"3")  # while that is on its way
    assert not queue.sent(push)
    assert queue.take(0.0) == Push("a", b"3")


def test_pauses_after_failures_grow_up_to_a_minute_and_begin_anew() -> None:
    queue = PushQueue(Random(1))
    queue.add("a", b"1")
    at, pauses = 0.0, []
    for _ in range(12):
        push = queue.take(at)
        assert push is not None
        queue.failed(push, Text("no"), at)
        assert queue.take(at) is None
        due = queue.due()
        assert due is not None
        pauses.append(due - at)
        at = due
    assert all(0.5 * 2**n <= pauses[n] <= 2**n for n in range(6))
    assert all(30 <= pause <= 60 for pause in pauses[6:])
    push = queue.take(at)
    assert push is not None
    assert queue.sent(push)
    queue.add("a", b"2")
    push = queue.take(at)
    assert push is not None
    queue.failed(push, Text("no"), at)
    assert (queue.due() or 0) - at <= 1


def test_each_new_failure_is_said_once_and_one_address_does_not_hold_up_another() -> None:
    queue = PushQueue(Random(1))
    queue.add("a", b"1")
    queue.add("b", b"1")
    a = queue.take(0.0)
    assert a == Push("a", b"1")
    assert queue.failed(a, Text("no"), 0.0)
    b = queue.take(9.0)
    assert b == Push("b", b"1")
    assert not queue.sent(b)
    assert not queue.failed(a, Text("no"), 9.0)
    assert queue.failed(a, Text("not so"), 18.0)
    assert queue.sent(a)


# Everything together


def relay(logs: Path, tell: Queue[Text], **settings: str) -> tuple[RelayThread, PushThread | None]:
    chosen = RelaySettings(**settings)
    push = None
    if chosen.push:
        push = PushThread(chosen, "", tell.put, Random(1), Pace(0.01, 0.01))
    files = RelayFiles(chosen, logs, lambda: NOW, tell.put)
    return RelayThread(chosen, files, None if push is None else push.add, tell.put), push


def test_a_game_grows_in_the_folder_and_at_the_server(tmp_path: Path, web: WebServer) -> None:
    said: Queue[Text] = Queue()
    path = write_log(tmp_path, records=MOVES[:1])
    out = tmp_path / "out" / "relay"
    thread, push = relay(tmp_path, said, folder=str(out), push=f"{web.address}dav/")
    state = msgspec.structs.replace(TOLD, log=str(path))
    thread.hear(state)
    got = {sent.path: sent for sent in (web.sent.get(timeout=PATIENCE) for _ in range(2))}
    assert sorted(got) == ["/dav/board-all.txt", "/dav/board.txt"]
    append(path, *MOVES[1:])
    thread.hear(state)
    while MOVES[2].text.encode() not in web.sent.get(timeout=PATIENCE).body:
        pass
    append(path, EndRecord("win 0", "resigned"))  # and the program ends before it says so
    thread.close()
    _end_relay(thread, push)
    assert b'[Result "win 0"]' in (out / "board.txt").read_bytes()
    assert sorted(each.name for each in out.iterdir()) == ["board-all.txt", "board.txt"]
    assert said.empty()


def test_an_address_without_a_slash_takes_the_game_alone_in_its_own_form(
    tmp_path: Path, web: WebServer, install: Install
) -> None:
    install("other-games", formats=(FORMAT,))
    thread, push = relay(tmp_path, Queue(), push=f"{web.address}live.pgn")
    thread.hear(msgspec.structs.replace(TOLD, log=str(write_log(tmp_path))))
    sent = web.sent.get(timeout=PATIENCE)
    assert (sent.path, sent.body[:6]) == ("/live.pgn", b"!14-9!")
    thread.close()
    _end_relay(thread, push)
    assert web.sent.empty()


def test_a_server_that_fails_is_tried_again_until_it_takes_the_newest(
    tmp_path: Path, web: WebServer
) -> None:
    said: Queue[Text] = Queue()
    web.answers = [500, 500, 401, 201]
    thread, push = relay(tmp_path, said, push=f"{web.address}live.txt")
    thread.hear(msgspec.structs.replace(TOLD, log=str(write_log(tmp_path))))
    for _ in range(4):
        assert web.sent.get(timeout=PATIENCE).body.startswith(b'[Game "solomon"]')
    lines = [said.get(timeout=PATIENCE) for _ in range(3)]
    assert [word in line for word, line in zip(("500", "401", "again"), lines, strict=True)]
    assert lines[-1] == f"the relay {web.address}live.txt works again"
    thread.close()
    _end_relay(thread, push)
    assert said.empty()


def test_what_could_not_be_sent_is_tried_once_more_at_the_end(
    web: WebServer,
) -> None:
    chosen = RelaySettings(push=f"{web.address}live.txt")
    said: Queue[Text] = Queue()
    web.answers = [503, 201]
    push = PushThread(chosen, "", said.put, Random(1), Pace(3600, 3600))
    push.add({"board.txt": b"1"})
    assert "503" in said.get(timeout=PATIENCE)
    push.close()
    push.join(PATIENCE)
    assert [web.sent.get(timeout=PATIENCE).body for _ in range(2)] == [b"1", b"1"]


def test_a_folder_that_cannot_be_written_is_said_once_and_written_later(tmp_path: Path) -> None:
    said: Queue[Text] = Queue()
    out = tmp_path / "out"
    out.write_text("in the way")
    path = write_log(tmp_path, records=MOVES[:1])
    state = msgspec.structs.replace(TOLD, log=str(path))
    thread, _ = relay(tmp_path, said, folder=str(out))
    thread.hear(state)
    assert "it is tried again at the next move" in said.get(timeout=PATIENCE)
    out.unlink()
    append(path, MOVES[1])
    thread.hear(state)
    assert said.get(timeout=PATIENCE) == f"relay.folder {out} works again"
    assert MOVES[1].text in (out / "board.txt").read_text()
    thread.close()


class Board:
    """Stands in for the loop."""

    def __init__(self) -> None:
        self.listeners: list[PageListener] = []

    def subscribe(self, listener: PageListener) -> None:
        self.listeners.append(listener)


def test_the_program_writes_games_if_the_configuration_says_where(tmp_path: Path) -> None:
    from contextlib import ExitStack

    board = Board()
    journal = JournalSettings(directory=str(tmp_path))
    with ExitStack() as last, ExitStack() as closing:
        others = _Others(closing, last)
        _relay_games(board, Config(journal=journal), pytest.fail, others)  # type: ignore[arg-type]
        assert board.listeners == []
        config = Config(journal=journal, relay=RelaySettings(folder=str(tmp_path / "out")))
        _relay_games(board, config, pytest.fail, others)  # type: ignore[arg-type]
        (hear,) = board.listeners
        hear(msgspec.structs.replace(TOLD, log=str(write_log(tmp_path, records=ENTRIES))))
    assert (tmp_path / "out" / "board.txt").exists()


# The settings


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('name = "../x"', "relay.name is '../x'"),
        ('push = "ftp://example.org/x"', "relay.push is"),
        ('push = "https://anna:secret@example.org/x"', "relay.push is"),
        ('push = "https://example.org"', "relay.push is"),
        ('user = "anna"', "relay.user is set, but relay.push is not"),
        ('password_file = "x"', "relay.password_file is set, but relay.user is not"),
        ('site = "a\\nb"', "relay.site is"),
    ],
)
def test_a_setting_that_is_not_possible_is_one_line(text: str, why: str) -> None:
    with pytest.raises(CompanionError) as caught:
        parse_config(f"[relay]\n{text}\n")
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_password_file_that_is_missing_is_named(tmp_path: Path) -> None:
    settings = RelaySettings(
        push="https://example.org/", user="anna", password_file=str(tmp_path / "none")
    )
    with pytest.raises(InvalidRelay, match="No such file"):
        settings.password()

"""Many boards of one broker: what each posts, what is read, and what is not believed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Queue
from typing import Any

import msgspec
import pytest

from companion.base.text import Text
from companion.config import parse_config
from companion.protocol.views import ClockView, Lamps, ShineView, Shining, Waiting
from companion.protocol.wall_messages import WallMessage
from companion.protocol.watched_messages import (
    WatchedAway,
    WatchedBoard,
    WatchedClock,
    WatchedLamps,
    WatchedPosition,
)
from companion.remote.mqtt.broker_settings import RemoteSettings
from companion.remote.pace import Pace
from companion.remote.wall.wall_poster import GONE, HERE, WATCH_TOPIC, WallBoard, WallPoster
from companion.remote.wall.wall_reader import LARGEST_POSTING, MOST_BOARDS, Wall, WallReader
from companion.rules import CompanionError
from tests import needs
from tests.page.table import PATIENCE
from tests.ports import free_port
from tests.remote.mqtt.broker import Mosquitto
from tests.remote.wall.boards import STATE, hello, posted, titled

QUICK = Pace(first=0.02, most=0.1)
LIT = Shining((ShineView("may_move", Text("may move"), ((3, "00ff00"),)),), 0)


def kinds(told: tuple[WallMessage, ...]) -> list[type]:
    return [type(message.message) for message in told]


def read(wall: Wall, board: WallBoard) -> list[WallMessage]:
    """What a wall tells of everything that stands of a board."""
    return [told for topic, data in board.standing().items() for told in wall.take(topic, data)]


def changed(board: WallBoard, kind: str, **changes: Any) -> tuple[str, bytes]:
    """A topic of board "a" and what stands there, with members of its message changed."""
    topic = WATCH_TOPIC.format(node="a", kind=kind)
    posting = json.loads(board.standing()[topic])
    posting["message"].update(changes)
    return topic, json.dumps(posting).encode()


# What is posted


def test_nothing_is_posted_before_there_is_a_board() -> None:
    board = posted("a")
    assert WallBoard("a", lambda _: b"").standing() == {}
    assert sorted(board.standing()) == sorted(
        WATCH_TOPIC.format(node="a", kind=kind)
        for kind in ("board", "game", "clock", "lamps", "here")
    )


def test_a_board_is_posted_as_guests_are_shown_it() -> None:
    board = posted("a", title="By the window")
    board.take(ClockView("5+3", (300.0, 200.0), 1, shares=False), 0.0)
    board.take(LIT, 0.0)
    told = read(Wall(), board)
    assert kinds(tuple(told)) == [WatchedBoard, WatchedPosition, WatchedClock, WatchedLamps]
    assert {message.title for message in told} == {"By the window"}
    said = b"".join(board.standing().values()).decode()
    for private in ("jsonl", "palette", "people", "settings"):
        assert private not in said


def test_frames_are_not_posted() -> None:
    board = posted("a")
    board.take(msgspec.structs.replace(LIT, frames=True), 0.0)
    before = board.standing()
    board.take(Lamps("112233" * 19), 1.0)
    assert board.standing() == before
    assert b'"frames":false' in before[WATCH_TOPIC.format(node="a", kind="lamps")]


def test_a_clock_that_runs_is_posted_every_five_seconds() -> None:
    board = posted("a")
    clock = WATCH_TOPIC.format(node="a", kind="clock")
    board.take(ClockView("5+3", (300.0, 200.0), 1, shares=False), 0.0)
    board.tick(4.9)
    assert b"[300.0,200.0]" in board.standing()[clock]
    board.tick(5.0)
    assert b"[300.0,195.0]" in board.standing()[clock]
    board.take(ClockView("5+3", (300.0, 190.0), None, shares=False), 6.0)
    board.tick(60.0)
    assert b"[300.0,190.0]" in board.standing()[clock]


def test_another_game_clears_what_was_posted_of_the_one_before() -> None:
    board = posted("a")
    board.take(LIT, 0.0)
    board.take(hello("halma"), 1.0)
    standing = board.standing()
    assert standing[WATCH_TOPIC.format(node="a", kind="lamps")] == b""
    board.take(Waiting(Text("no board")), 2.0)
    assert b'"away"' in board.standing()[WATCH_TOPIC.format(node="a", kind="board")]


# What is read


def test_a_wall_tells_whoever_comes_later_the_same() -> None:
    wall = Wall()
    told = read(wall, posted("b")) + read(wall, posted("a", "halma"))
    assert sorted(told, key=lambda each: each.node) == list(wall.present())


def test_a_board_that_leaves_and_comes_back_is_shown_again() -> None:
    wall, board = Wall(), posted("a")
    read(wall, board)
    here = WATCH_TOPIC.format(node="a", kind="here")
    assert kinds(wall.take(here, GONE)) == [WatchedAway]
    assert wall.present() == ()
    assert wall.take(*changed(board, "game", plies=1)) == ()
    assert kinds(wall.take(here, HERE)) == [WatchedBoard, WatchedPosition]
    assert kinds(wall.take(WATCH_TOPIC.format(node="a", kind="board"), b"")) == [WatchedAway]
    assert wall.present() == ()


def test_a_board_that_was_switched_off_is_not_shown_whatever_comes_first() -> None:
    standing = {**posted("a").standing(), "board-companion/a/watch/here": GONE}
    for topics in (list(standing), list(reversed(standing))):
        wall = Wall()
        assert [told for topic in topics for told in wall.take(topic, standing[topic])] == []
        assert wall.present() == ()


def test_a_position_that_comes_before_its_board_waits_for_it() -> None:
    wall, board = Wall(), posted("a")
    standing = board.standing()
    game, wood = (WATCH_TOPIC.format(node="a", kind=kind) for kind in ("game", "board"))
    assert wall.take(board.here, HERE) == ()
    assert wall.take(game, standing[game]) == ()
    assert kinds(wall.take(wood, standing[wood])) == [WatchedBoard, WatchedPosition]


def test_no_more_boards_are_kept_than_a_wall_has_room_for() -> None:
    wall = Wall()
    for number in range(MOST_BOARDS + 5):
        read(wall, posted(f"b{number}"))
    assert len({message.node for message in wall.present()}) == MOST_BOARDS


@pytest.mark.parametrize(
    ("kind", "changes"),
    [
        ("game", {"stacks": []}),
        ("game", {"last": [19]}),
        ("game", {"last": [-1]}),
        ("game", {"sensed": [True]}),
        ("game", {"turn": "White"}),
        ("game", {"told": 7}),
        ("game", {"type": "board"}),
        ("clock", {"left": [1.0]}),
        ("lamps", {"shines": [{"meaning": "to", "text": "", "lamps": [[19, "00ff00"]]}]}),
        ("board", {"points": []}),
        ("board", {"lines": [[0, 19]]}),
        ("board", {"palaces": [-1]}),
    ],
)
def test_a_message_that_does_not_fit_its_board_is_not_believed(
    kind: str, changes: dict[str, Any]
) -> None:
    wall, board = Wall(), posted("a")
    board.take(ClockView("5+3", (300.0, 200.0), 1, shares=False), 0.0)
    board.take(LIT, 0.0)
    read(wall, board)
    assert wall.take(*changed(board, kind)) != ()
    assert wall.take(*changed(board, kind, **changes)) == ()


@pytest.mark.parametrize(
    ("topic", "data"),
    [
        ("board-companion/a/watch/board", b"nonsense"),
        ("board-companion/a/watch/board", b"[" * 100_000),
        ("board-companion/a/watch/board", b"\xff"),
        ("board-companion/a/watch/board", b" " * (LARGEST_POSTING + 1)),
        ("board-companion/a/watch/board", b'{"version":1,"title":"","message":{"type":"game"}}'),
        ("board-companion/a b/watch/here", HERE),
        ("board-companion/a/watch/here", GONE),
        ("board-companion/a/state", b"{}"),
    ],
)
def test_what_is_no_message_is_passed_over(topic: str, data: bytes) -> None:
    wall = Wall()
    assert wall.take(topic, data) == ()
    assert wall.present() == ()


def test_a_message_of_a_later_version_is_passed_over() -> None:
    topic = WATCH_TOPIC.format(node="a", kind="board")
    wall, board = Wall(), posted("a")
    read(wall, board)
    data = board.standing()[topic]
    assert wall.take(topic, data) != ()
    assert wall.take(topic, data.replace(b'"version":1', b'"version":2')) == ()


def test_a_node_that_is_not_possible_is_one_line() -> None:
    with pytest.raises(CompanionError, match=r"^wall\.node is 'a/b'; use at most 40 letters"):
        parse_config('[wall]\nnode = "a/b"\n')


# At a genuine broker


@contextmanager
def on_wall(settings: RemoteSettings) -> Iterator[Queue[WallMessage]]:
    """What a wall at that broker tells."""
    told: Queue[WallMessage] = Queue()
    reader = WallReader(settings, pytest.fail, QUICK)
    end = reader.subscribe(told.put)
    yield told
    end()
    reader.close()
    reader.join(PATIENCE)


def until(told: Queue[WallMessage], kind: type, node: str = "a") -> WallMessage:
    while True:
        message = told.get(timeout=PATIENCE)
        if message.node == node and isinstance(message.message, kind):
            return message


@needs.mosquitto.mark
def test_boards_meet_at_a_broker(broker: Mosquitto) -> None:
    settings = RemoteSettings(host="127.0.0.1", port=broker.port)
    posters = [
        WallPoster(settings, posted(node, game), pytest.fail, QUICK)
        for node, game in (("a", "solomon"), ("b", "halma"))
    ]
    for poster in posters:
        poster.listen(titled("Café"))  # whatever comes makes it post
    with on_wall(settings) as told:
        there = set[str]()
        while there < {"a", "b"}:  # in any order
            message = told.get(timeout=PATIENCE)
            if isinstance(message.message, WatchedPosition):
                there.add(message.node)
        posters[0].listen(msgspec.structs.replace(STATE, outcome="win 1", turn=None))
        while True:
            game = until(told, WatchedPosition).message
            assert isinstance(game, WatchedPosition)
            if game.outcome == "win 1":
                break
        posters[0].close()
        until(told, WatchedAway)
    with on_wall(settings) as later:  # retained
        until(later, WatchedPosition, "b")
    posters[1].close()
    for poster in posters:
        poster.join(PATIENCE)  # the broker goes with the test


@needs.mosquitto.mark
def test_a_broker_that_is_not_there_is_one_line() -> None:
    settings = RemoteSettings(host="127.0.0.1", port=free_port())
    said: Queue[Text] = Queue()
    poster = WallPoster(settings, posted("a"), said.put, QUICK)
    reader = WallReader(settings, said.put, QUICK)
    lines = sorted(said.get(timeout=PATIENCE) for _ in range(2))
    assert lines[0].startswith("The wall hears no board: ")
    assert lines[1].startswith("The wall is not told anything: ")
    assert all("\n" not in line for line in lines)
    for link in (poster, reader):
        link.close()
        link.join(PATIENCE)

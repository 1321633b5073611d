"""A wall: many boards of one broker on one page, from a move to the page's connection."""

from __future__ import annotations

import gc
import json
import os
import tempfile
import time
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec
from websockets.sync.client import ClientConnection, connect

from companion.base.text import Text
from companion.page.server import serve
from companion.protocol.views import MoveView, ShineView, Shining, State
from companion.remote.mqtt.broker_settings import RemoteSettings
from companion.remote.wall.wall_poster import WallPoster
from companion.remote.wall.wall_reader import WallReader
from tests.bench_remote.measures import Probe, Spread, line, resident
from tests.page.table import FakeTable
from tests.remote.mqtt.broker import Mosquitto
from tests.remote.wall.boards import posted, state_of

GAMES = ("solomon", "halma", "peg", "trinity")
_PATIENCE = 60.0  # seconds; only a measurement that fails waits so long


class WallFigures(NamedTuple):
    """What a wall takes.

    Attributes:
        standing: The bytes that the broker keeps of each board, on average.
        first: The bytes to a guest who comes.
        change: The bytes of a move to a guest, on average.
        moves: The seconds from each move to the guest.
        plain: The seconds that a plain message of the same size takes at the broker.
        reader: The bytes of memory for hearing all boards and serving the guest.
        broker: The broker's memory in bytes.
    """

    standing: float
    first: int
    change: float
    moves: list[float]
    plain: list[float]
    reader: int
    broker: int


def bench_wall(boards: int, moves: int) -> None:
    """Print what a wall with so many boards takes, over so many moves."""
    found = measure(boards, moves)
    took, plain = Spread.of(found.moves), Spread.of(found.plain)
    line(f"wall: from a move to the page, {boards} boards", str(took), "median < 100 ms")
    line("  a plain message of that size, through the broker alone", str(plain), "")
    line("  kept by the broker of a board", f"{found.standing / 1e3:.1f} kB", "")
    line("  to a guest who comes, all boards", f"{found.first / 1e3:.0f} kB", "")
    line("  to a guest, a move", f"{found.change:.0f} bytes", "")
    line("  memory for hearing and serving all boards", f"{found.reader / 1e6:.1f} MB", "")
    line("  memory of the broker", f"{found.broker / 1e6:.1f} MB", "")


def measure(boards: int, moves: int) -> WallFigures:
    """Post boards at a genuine broker, and move on them at random."""
    rng = Random(7)
    with tempfile.TemporaryDirectory() as scratch:
        broker = Mosquitto(Path(scratch) / "broker")
        settings = RemoteSettings(host="127.0.0.1", port=broker.port)
        names = [f"board-{n + 1}" for n in range(boards)]
        games = {name: GAMES[n % len(GAMES)] for n, name in enumerate(names)}
        made = {name: posted(name, games[name]) for name in names}
        standing = sum(
            len(topic) + len(data) for b in made.values() for topic, data in b.standing().items()
        )
        posters = {name: WallPoster(settings, made[name], _fail) for name in names}
        states = {game: state_of(game) for game in GAMES}
        try:
            for name, poster in posters.items():
                poster.listen(_moved(states[games[name]], 0))
            gc.collect()
            before = resident(os.getpid())
            reader = WallReader(settings, _fail)
            server = serve(FakeTable(), wall=reader.subscribe)
            address = server.start().replace("http://", "ws://")
            with connect(f"{address}walls", max_size=None) as guest:
                first = _until_all(guest, boards)
                reader_memory = resident(os.getpid()) - before
                took, sizes = [], []
                for ply in range(1, moves + 1):
                    name = rng.choice(names)
                    began = time.monotonic()
                    posters[name].listen(_moved(states[games[name]], ply))
                    posters[name].listen(_lit())
                    sizes.append(_until_ply(guest, name, ply))
                    took.append(time.monotonic() - began)
            probe = Probe(broker.port)
            plain = [probe.round(round(sum(sizes) / len(sizes))) for _ in range(moves)]
            probe.close()
            memory = resident(broker.pid)
            server.stop()
            reader.close()
            reader.join(_PATIENCE)
        finally:
            for poster in posters.values():
                poster.close()
            for poster in posters.values():
                poster.join(_PATIENCE)
            broker.kill()
    change = sum(sizes) / len(sizes)
    return WallFigures(standing / boards, first, change, took, plain, reader_memory, memory)


def _fail(trouble: Text) -> None:
    raise RuntimeError(trouble)


def _moved(state: State, ply: int) -> State:
    """A state after so many plies, of which guests are told the last ones."""
    moves = tuple(MoveView(n % 2, f"{n % 19 + 1}-{(n + 3) % 19 + 1}") for n in range(ply))
    return msgspec.structs.replace(state, moves=moves, told=Text("White: 14 to 12."))


def _lit() -> Shining:
    lamps = tuple((point, "00ff00") for point in range(4))
    return Shining((ShineView("may_move", Text("may move"), lamps),), 0)


def _until_all(guest: ClientConnection, boards: int) -> int:
    """Wait until a guest has a position of each board; return the bytes that it was sent."""
    size = 0
    seen: set[str] = set()
    while len(seen) < boards:
        text = guest.recv(_PATIENCE)
        size += len(text)
        message = json.loads(text)
        if message["type"] == "on" and message["message"]["type"] == "game":
            seen.add(message["node"])
    return size


def _until_ply(guest: ClientConnection, name: str, ply: int) -> int:
    """Wait until a guest has the position after a ply; return the size of that message."""
    while True:
        text = guest.recv(_PATIENCE)
        message = json.loads(text)
        if message["type"] == "on" and message["node"] == name:
            told = message["message"]
            if told["type"] == "game" and told["plies"] == ply:
                return len(text)

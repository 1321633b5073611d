"""From a move on one board to its lamps on the other."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from companion.config import TimingSettings
from tests.bench_remote.measures import Probe, Spread, line, load
from tests.bench_remote.wired_board import FarTimes, NearTimes, serve
from tests.remote.mqtt.broker import Mosquitto

SEALED = 1 + 12 + 16 + 64
"""Bytes that an envelope adds to a snapshot."""

_LONGEST = 60  # plies after which a game is resigned
_WANTED = 50.0  # milliseconds


class BoardFailed(RuntimeError):
    """A board could not do what was asked."""


class Process:
    """A board in a process of its own."""

    def __init__(self, directory: Path, port: int, timing: TimingSettings, seed: int) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(
            target=serve, args=(theirs, directory, port, timing, seed), daemon=True
        )
        self._process.start()
        theirs.close()

    def ask(self, name: str, *arguments: object) -> Any:
        """Have the board do something; return what comes of it. Raises BoardFailed."""
        self.order(name, *arguments)
        return self.answer()

    def order(self, name: str, *arguments: object) -> None:
        """Have the board do something, without waiting for it."""
        self._pipe.send((name, arguments))

    def answer(self) -> Any:
        """Return what came of the last order. Raises BoardFailed."""
        result, trouble = self._pipe.recv()
        if trouble:
            raise BoardFailed(trouble)
        return result

    def end(self) -> None:
        """End the process, whatever it does."""
        self._process.terminate()
        self._process.join()
        self._process.close()
        self._pipe.close()


class Journey(NamedTuple):
    """A move, from one board to the other; and beside it a plain message, and a sync of a file."""

    near: NearTimes
    far: FarTimes
    plain: float
    synced: float


class Played(NamedTuple):
    """What came of some games. memory: of a board, in bytes, before it came to the table, at the
    table, and in the end. games: how many. joining: seconds from the code to the table."""

    journeys: list[Journey]
    memory: tuple[int, int, int]
    games: int
    joining: float


@contextmanager
def boards(directory: Path, port: int, timing: TimingSettings) -> Iterator[list[Process]]:
    """Two boards, each in a process of its own."""
    both = [Process(directory / name, port, timing, seed) for seed, name in enumerate("ab")]
    try:
        yield both
        for one in both:
            one.ask("stop")
    finally:
        for one in both:
            one.end()


def play(plies: int, timing: TimingSettings) -> Played:
    """Have two boards play until there have been so many moves. Raises BoardFailed."""
    with tempfile.TemporaryDirectory() as scratch:
        broker = Mosquitto(Path(scratch, "broker"), *CALM)
        probe = Probe(broker.port)
        try:
            with boards(Path(scratch), broker.port, timing) as (white, black):
                return _play(white, black, probe, Path(scratch, "sync"), plies)
        finally:
            probe.close()
            broker.kill()


CALM = ("autosave_interval 300", "autosave_on_changes false", "sys_interval 1")
"""A broker that stores what is retained now and then, as it does if nothing is configured, and says
every second what it has counted."""


def _play(white: Process, black: Process, probe: Probe, file: Path, plies: int) -> Played:
    before = white.ask("start")
    black.ask("start")
    joining = black.ask("join", white.ask("invite"))
    white.order("settle")
    black.ask("settle")
    met = white.answer()
    journeys: list[Journey] = []
    games, in_game = 1, 0
    while len(journeys) < plies:
        turn = white.ask("turn")
        if turn == "over" or in_game >= _LONGEST:
            if turn != "over":
                white.ask("resign")
            _rematch(white, black)
            games, in_game = games + 1, 0
            continue
        near, far = (white, black) if turn == "here" else (black, white)
        far.order("follow")
        times = near.ask("move")
        lit = far.answer()
        journeys.append(Journey(times, lit, probe.round(times.size + SEALED), sync(file)))
        in_game += 1
    if white.ask("texts_played") != black.ask("texts_played"):
        raise BoardFailed("the boards have played different games")
    return Played(journeys, (before, met, white.ask("memory")), games, joining)


def _rematch(white: Process, black: Process) -> None:
    white.ask("ask_rematch")
    black.ask("agree")
    white.order("begin_again")
    black.ask("begin_again")
    white.answer()


def sync(file: Path) -> float:
    """Return the seconds that a small file takes to get to the disk."""
    began = time.monotonic()
    with file.open("wb") as stream:
        stream.write(bytes(1000))
        stream.flush()
        os.fsync(stream.fileno())
    return time.monotonic() - began


def bench_lamp(plies: int) -> None:
    """Print what a move takes to the other board."""
    timing = TimingSettings()
    busy = load()
    played = play(plies, timing)
    ways = played.journeys
    whole = Spread.of([way.far.lit - way.near.committed for way in ways])
    wanted = f"wanted: p99 < {_WANTED:.0f} ms"
    line(f"{len(ways)} moves in {played.games} games; load before, after", f"{busy}, {load()}", "")
    put = Spread.of([way.near.committed - way.near.due + timing.settle / 1e3 for way in ways])
    waits = f"{timing.settle} of settling; more if a move could go on, or is asked about"
    line("piece put down here to ply in the journal", f"median {put.median:.1f} ms", waits)
    line("ply in the journal here to its lamps there", str(whole), wanted)
    for what, times in (
        ("journal to log stored and handed over", [w.near.handed - w.near.committed for w in ways]),
        ("handed over to heard there", [w.far.heard - w.near.handed for w in ways]),
        ("heard to opened and with the session", [w.far.taken - w.far.heard for w in ways]),
        ("with the session to stored and lit", [w.far.lit - w.far.taken for w in ways]),
    ):
        line(f"    {what}", str(Spread.of(times)), "")
    plain = Spread.of([way.plain for way in ways])
    line("the same bytes, plain paho to plain paho", str(plain), "the peer")
    synced = Spread.of([way.synced for way in ways])
    line("1 kB synced to this disk", str(synced), "the limit: the log is stored here and there")
    tenth = max(1, len(ways) // 10)
    for what, some in (("first", ways[:tenth]), ("last", ways[-tenth:])):
        spread = Spread.of([way.far.lit - way.near.committed for way in some])
        sizes = f"log of {some[-1].near.entries}, {some[-1].near.size / 1000:.1f} kB"
        line(f"    the {what} {tenth} of these moves", str(spread), sizes)
    before, met, after = (bytes_ / 2**20 for bytes_ in played.memory)
    line(
        "resident memory of a board: alone, at a table, in the end",
        f"{before:.1f}, {met:.1f}, {after:.1f} MiB",
        "",
    )
    line("code typed to being at the table", f"{played.joining * 1e3:.0f} ms", "")

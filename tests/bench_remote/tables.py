"""Many tables at one broker."""

from __future__ import annotations

import resource
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from threading import Event, Thread
from typing import Any

from tests.bench_remote.crowd import CrowdResult, Manner, serve
from tests.bench_remote.lamp import CALM
from tests.bench_remote.measures import (
    DELIVERED,
    DROPPED,
    BrokerCounts,
    Probe,
    Spread,
    line,
    load,
    processor,
    resident,
)
from tests.remote.mqtt.broker import Mosquitto

_PROBE = 1000  # bytes
_PATIENCE = 300.0


USUAL = Manner(pace=10.0, game="solomon", entries=40)
"""People who think for ten seconds, in the middle of a game."""


@dataclass(frozen=True)
class Load:
    """What is to be measured.

    tables: how many. manner: how they play. seconds: how long, after `warming` seconds that do not
    count. processes: for all seats together. storm: whether the broker is killed in the end, and
    started again without what it had stored.
    """

    tables: int = 2000
    manner: Manner = USUAL
    seconds: float = 120.0
    warming: float = 30.0
    processes: int = 2
    storm: bool = True


@dataclass(frozen=True)
class Standing:
    """What came of it. Memory is in bytes; times are in seconds.

    broker:    memory of the broker without connections, with all seats connected, and in the end.
    connecting: until all seats were connected. before, after: of all processes, around the time
    that counts. used: processor time of the broker in that time. lasted: that time. counts: what
    the broker counted in it. plain: rounds of a plain message in it. storm: from the broker's end
    until all seats were back. done: of all processes in the end.
    """

    load: Load
    broker: tuple[int, int, int]
    connecting: float
    before: CrowdResult
    after: CrowdResult
    used: float
    lasted: float
    counts: dict[str, int]
    plain: list[float]
    storm: float
    done: CrowdResult


class _Crowds:
    """The processes with the tables."""

    def __init__(self, stack: ExitStack, port: int, load: Load) -> None:
        context = get_context("spawn")
        self._pipes = []
        share, more = divmod(load.tables, load.processes)
        first = 0
        for number in range(load.processes):
            tables = share + (number < more)
            mine, theirs = context.Pipe()
            process = context.Process(
                target=serve,
                args=(theirs, port, first, tables, load.manner),
                daemon=True,
            )
            process.start()
            theirs.close()
            stack.callback(mine.close)
            stack.callback(process.close)
            stack.callback(process.join)
            stack.callback(process.terminate)
            self._pipes.append(mine)
            first += tables

    def order(self, name: str, *arguments: object) -> None:
        """Have all do something."""
        for pipe in self._pipes:
            pipe.send((name, arguments))

    def answers(self) -> list[Any]:
        """What came of it in each."""
        return [pipe.recv() for pipe in self._pipes]

    def ask(self, name: str, *arguments: object) -> list[Any]:
        """Have all do something, and wait for it."""
        self.order(name, *arguments)
        return self.answers()


def _together(results: list[CrowdResult]) -> CrowdResult:
    late = [seconds for one in results for seconds in one.late]
    return CrowdResult(late, *(sum(column) for column in list(zip(*results, strict=True))[1:]))


def play(load: Load) -> Standing:
    """Have all tables play. Raises RuntimeError unless all seats get connected."""
    _allow_files()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        broker = Mosquitto(folder, *CALM)
        stack.callback(broker.kill)
        empty = resident(broker.pid)
        crowds = _Crowds(stack, broker.port, load)
        connecting = max(crowds.ask("connect", _PATIENCE))
        full = resident(broker.pid)
        counts = BrokerCounts(broker.port)
        before = _together(crowds.ask("play", load.warming))
        if before.connected < 2 * load.tables:
            raise RuntimeError(f"{before.connected} of {2 * load.tables} seats are connected")
        probe = Probe(broker.port)
        plain: list[float] = []
        ended = Event()
        crowds.order("play", load.seconds)
        began, used, counted = time.monotonic(), processor(broker.pid), counts.read()
        prober = Thread(target=_probe, args=(probe, plain, ended))
        prober.start()
        after = _together(crowds.answers())
        crowds.order("play", 3.0)  # so that nothing stands still while the broker tells its counts
        again = counts.read()
        lasted, used = time.monotonic() - began, processor(broker.pid) - used
        crowds.answers()
        ended.set()
        prober.join()
        probe.close()
        counts.close()
        memory = (empty, full, resident(broker.pid))
        storm = 0.0
        if load.storm:
            crowds.order("outlast", _PATIENCE)
            broker.kill()
            broker.forget()
            broker.start()
            storm = max(crowds.answers())
            crowds.ask("play", 2 * load.manner.pace)
        done = _together(crowds.ask("finish", _PATIENCE))
        difference = {name: again[name] - counted[name] for name in again}
        return Standing(
            load, memory, connecting, before, after, used, lasted, difference, plain, storm, done
        )


def _probe(probe: Probe, plain: list[float], ended: Event) -> None:
    while not ended.wait(0.1):
        plain.append(probe.round(_PROBE))


def _allow_files() -> None:
    """Let this process, and those that it starts, have as many connections as the system allows."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def bench_tables(load_: Load) -> None:
    """Print what many tables take of a broker, and how long their plies take."""
    busy = load()
    found = play(load_)
    tables, seats = load_.tables, 2 * load_.tables
    before, after, done = found.before, found.after, found.done
    plies = after.plies - before.plies
    line(
        f"{tables} tables, {seats} connections, a ply every {load_.manner.pace:g} s; load before",
        busy,
        "",
    )
    line("all connected after", f"{found.connecting:.1f} s", f"{seats / found.connecting:.0f}/s")
    line("plies", f"{plies} in {load_.seconds:.0f} s, {plies / load_.seconds:.0f}/s", "")
    line("ply made to taken by the other seat", str(Spread.of(after.late)), "")
    line("a plain message of 1 kB meanwhile", str(Spread.of(found.plain)), "the peer")
    counts, lasted = found.counts, found.lasted
    received, sent = counts["messages/received"], counts["messages/sent"]
    delivered = counts[DELIVERED] - len(found.plain)
    taken, given = counts["bytes/received"], counts["bytes/sent"]
    made = plies * lasted / load_.seconds  # the counts are of a slightly longer time
    line(
        "messages published, and as many delivered",
        f"{delivered / lasted:.0f}/s",
        f"{delivered / made:.2f} a ply",
    )
    line(
        "packets to and from the broker",
        f"{received / lasted:.0f} + {sent / lasted:.0f}/s",
        f"{received / made:.1f} + {sent / made:.1f} a ply",
    )
    line(
        "bytes to and from the broker",
        f"{taken / lasted / 1e6:.2f} + {given / lasted / 1e6:.2f} MB/s",
        f"{taken / made / 1e3:.1f} + {given / made / 1e3:.1f} kB a ply",
    )
    heard = after.heard - before.heard
    line(
        "a snapshot, on average",
        f"{(after.sizes - before.sizes) / heard / 1e3:.1f} kB",
        f"logs of {after.entries / tables:.0f} entries in the end",
    )
    line("messages that the broker dropped", f"{counts[DROPPED]}", "wanted: 0")
    line(
        "processor of the broker",
        f"{found.used / lasted * 100:.0f} % of a core",
        f"{found.used / (received + sent) * 1e6:.0f} µs a packet",
    )
    line(
        "processor of all seats",
        f"{(after.processor - before.processor) / load_.seconds * 100:.0f} % of a core",
        f"{(after.processor - before.processor) / plies * 1e3:.1f} ms a ply",
    )
    empty, full, end = found.broker
    line(
        "memory of the broker: empty, connected, in the end",
        f"{empty / 2**20:.1f}, {full / 2**20:.1f}, {end / 2**20:.1f} MiB",
        f"{(full - empty) / tables / 1024:.1f}, {(end - empty) / tables / 1024:.1f} KiB a table",
    )
    line(
        "memory of all seats, without their processes",
        f"{after.resident / 2**20:.0f} MiB",
        f"{after.resident / seats / 1024:.0f} KiB a seat",
    )
    if load_.storm:
        line(
            "broker killed, its store lost, until all seats were back",
            f"{found.storm:.1f} s",
            f"{seats / found.storm:.0f}/s",
        )
    line(
        "tables whose logs are the same and have every ply",
        f"{done.in_line} of {tables}",
        "wanted: all",
    )
    line("messages that a seat refused", f"{done.troubles}", "wanted: 0")

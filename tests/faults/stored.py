"""Crash states of everything else that is stored: a table far apart, settings, the library's index.

Two boards play at a genuine Mosquitto. strace records how one of the programs writes whatever lies
in its folder, and what it tells its page, while the page changes settings and shows the library.
Then crashes are made as for a log (`crashes`). A file that is replaced is left as it was before or
after, never anything between; a table has every move that a page was told, and is opened again, and
the list of games is what reading all logs gives.
"""

from __future__ import annotations

import json
import shutil
import time
from pathlib import Path
from random import Random
from urllib.request import Request, urlopen

import msgspec

from companion.app.remote import BrokerTables
from companion.app.settings_file import SettingsFile
from companion.base.errors import CompanionError
from companion.base.text import english
from companion.games.registry import make
from companion.page.library_routes import KEY_HEADER
from companion.records.index import INDEX_NAME
from companion.records.journal.disk import Disk
from companion.remote.mqtt.broker_settings import RemoteSettings
from companion.remote.table import Snapshot
from companion.rules import AnyGame
from tests import needs
from tests.faults.campaign import Campaign, NotRunError, Size, Tally, kept
from tests.faults.crash_states import Moment, check, moment
from tests.faults.crashes import instant, judge, scratch, write
from tests.faults.far_kills import Side, running
from tests.faults.program import Program
from tests.faults.traced import Event, Moved, need_strace, read_events, tracing
from tests.playing_page import PATIENCE
from tests.records.logs import library, whole
from tests.remote.mqtt.broker import Mosquitto

_GAMES = ("solomon", "soli2", "gomony")
_PLAYED = 12.0
"""Seconds of play that are recorded."""

_INDEXED = 10
"""Of so many states, the library of one is read with its index and without."""


def run(part: int, random: Random, cases: int) -> Tally:
    """Record a game of two boards, and try so many crashes of one of them."""
    need_strace()
    if needs.mosquitto.found is None:
        raise NotRunError("no Mosquitto (sudo apt install mosquitto)")
    tally = Tally()
    game = make(_GAMES[part % len(_GAMES)])
    with scratch() as folder:
        events, journal = _record(folder, game, random)
        tally.found["games recorded"] += 1
        tally.found["files replaced"] += sum(isinstance(event, Moved) for event in events)
        for case in range(cases):
            reached = moment({}, events[: instant(events, random)])
            shutil.rmtree(journal)
            left = reached.crash(random)
            write(journal, left)
            tally.cases += 1
            try:
                _judge_files(journal, left, reached, tally)
                if case % _INDEXED == 0:
                    _judge_index(journal, tally)
                judge(journal, game, reached, tally, bad=False)
            except Exception as error:
                shutil.rmtree(journal)
                write(journal, left)
                tally.failures.append(f"state {case} of {game.name}: {error!r}; {kept(journal)}")
    return tally


def _record(folder: Path, game: AnyGame, random: Random) -> tuple[list[Event], Path]:
    """Have a game played by two boards; what the program of one wrote and told, and its folder."""
    trace = folder / "trace"
    broker = Mosquitto(folder / "broker")
    traced = random.randrange(2)
    sides = [
        Side(folder, broker, who, game, f"{random.random()}", tracing(trace) if on else ())
        for who, on in (("anna", traced == 0), ("ben", traced == 1))
    ]
    side = sides[traced]
    try:
        with running(sides, game, ""):
            program = side.program
            assert program is not None
            end = time.monotonic() + _PLAYED
            while time.monotonic() < end:
                _use_page(program, random)
                time.sleep(random.uniform(0.2, 1))
            assert not side.trouble, side.trouble
            complaints = side.end(kill=False)
            assert not complaints, complaints
            events = read_events(trace, program.process.pid, side.journal)
            check({}, events, side.journal)
            return events, side.journal
    finally:
        broker.kill()


def _use_page(program: Program, random: Random) -> None:
    """Change a setting and show the library, as a page does."""
    with program.connection() as connection:
        welcome = json.loads(connection.recv(timeout=PATIENCE))
        value = random.choice((0.3, 0.5, 0.8))
        change = {"do": "adjust", "key": "lights.brightness", "value": value}
        connection.send(json.dumps(change))
        request = Request(f"{program.address}library/list?offset=0")
        request.add_header(KEY_HEADER, welcome["key"])
        with urlopen(request) as answer:
            answer.read()


def _judge_files(journal: Path, left: dict[str, bytes], reached: Moment, tally: Tally) -> None:
    """Read what is replaced, after a crash."""
    for name, versions in reached.versions.items():
        if name in left:
            assert left[name] in versions, f"{name} is neither the old file nor a new one"
    SettingsFile(journal, Disk()).load()
    tables = BrokerTables(RemoteSettings(host="127.0.0.1", port=1), journal, lambda _: None)
    for log, promised in reached.promised.items():
        try:
            table = tables.find(journal / log)
        except CompanionError as error:
            raise AssertionError(f"{log}: {error}") from None
        if table is not None:
            table.take_place().close()
            tally.found["tables opened again"] += 1
            (snapshot,) = [
                msgspec.json.decode(data, type=Snapshot)
                for name, data in left.items()
                if name.startswith("remote/") and name.endswith(".log")
            ]
            # Each ply has an entry; one that was taken back keeps it.
            entries = len(snapshot.entries)
            assert entries >= len(promised), f"told {promised}, and {entries} entries"


def _judge_index(journal: Path, tally: Tally) -> None:
    """Compare the list of games that comes from the index with one that is made without it."""
    lists = []
    for _ in range(2):
        shelves = library(journal)
        try:
            lists.append(msgspec.json.encode(whole(shelves), enc_hook=english))
        finally:
            shelves.close()
        (journal / INDEX_NAME).unlink(missing_ok=True)
    assert lists[0] == lists[1], "another list of games"
    tally.found["libraries compared"] += 1


CAMPAIGN = Campaign(
    "stored",
    "what a power cut may leave of settings, an index and a table far apart",
    full=Size(12, 500),
    short=Size(1, 100),
    run=run,
)

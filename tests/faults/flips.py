"""Spoiled bytes in what the program stores beside the logs, and reads again when it is started.

One bit is flipped, a page of the card is replaced by another one or by zeros, or a file is cut off.
The index of the library is made again, whatever has happened to it: each list of games has to be
the one that reading all logs gives. An endgame table gives no wrong value. Anything else is used or
refused, in one line, without a traceback.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random

import msgspec

from companion.app.remote import BrokerTables, StoredTable
from companion.app.settings_file import SettingsFile
from companion.base.errors import CompanionError
from companion.base.text import english
from companion.opponents import tables
from companion.opponents.tables.table_file import TableFile
from companion.records.index import INDEX_NAME
from companion.records.journal.disk import Disk
from companion.records.journal.record import MoveRecord
from companion.remote.home_assistant.told_topics import ToldTopics
from companion.remote.mqtt.broker_settings import RemoteSettings
from companion.remote.table import Snapshot
from companion.remote.table.ticket import TableTicket
from tests.faults.campaign import Campaign, Size, Tally, kept
from tests.records.logs import library, whole, write_log
from tests.remote.mqtt.seats import tickets

_PAGE = 4096
_GAMES = 24
_VALUES = 40  # of a table, read after each change
_TABLE = Path(tables.__file__).with_name("solomon-5.table")

Judge = Callable[[], str]
"""Reads everything again. Returns what came of it, in a few words; raises AssertionError."""


def run(part: int, random: Random, cases: int) -> Tally:
    """Spoil the files of one kind so many times."""
    tally = Tally()
    where = Path("/dev/shm")
    with tempfile.TemporaryDirectory(
        prefix="faults-", dir=where if os.access(where, os.W_OK) else None
    ) as scratch:
        folder = Path(scratch) / "files"
        folder.mkdir()
        made, judge = _KINDS[part % len(_KINDS)](folder, random)
        sound = {path: path.read_bytes() for path in made}
        for case in range(cases):
            path = random.choice(made)
            how, spoiled = _spoiled(sound[path], random)
            path.write_bytes(spoiled)
            tally.cases += 1
            tally.found[how] += 1
            try:
                tally.found[judge()] += 1
            except Exception as error:
                path.write_bytes(spoiled)  # as the program found it
                tally.failures.append(f"case {case}, {path.name}, {how}: {error!r}; {kept(folder)}")
            for each, data in sound.items():
                each.write_bytes(data)
    return tally


def _spoiled(data: bytes, random: Random) -> tuple[str, bytes]:
    changed = bytearray(data)
    draw = random.random()
    if draw < 0.9:
        changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
        return "bits flipped", bytes(changed)
    if draw < 0.97:
        count = -(-len(changed) // _PAGE)
        at, other = random.randrange(count) * _PAGE, random.randrange(count) * _PAGE
        page = bytes(_PAGE) if random.random() < 0.3 else bytes(changed[other : other + _PAGE])
        changed[at : at + len(page)] = page[: len(changed) - at]
        return "pages misplaced", bytes(changed)
    return "files cut off", bytes(changed[: random.randrange(len(changed))])


def _index(folder: Path, random: Random) -> tuple[list[Path], Judge]:
    """The index of some games, with names, results, levels and one damaged log."""
    for minute in range(_GAMES):
        write_log(
            folder,
            minute,
            players={0: random.choice(["Anna", "Ömer", "名"]), 1: f"Ben {minute}"},
            computers={1: "good"} if minute % 3 == 0 else {},
            records=[MoveRecord("14-12", 0, 1.5)] if minute % 2 else (),
        )
    damaged = next(folder.glob("*.jsonl"))
    damaged.write_bytes(damaged.read_bytes()[:-20])
    shelves = library(folder)
    expected = msgspec.json.encode(whole(shelves), enc_hook=english)
    shelves.close()

    def judge() -> str:
        again = library(folder)
        try:
            assert msgspec.json.encode(whole(again), enc_hook=english) == expected, (
                "another list of games"
            )
        finally:
            again.close()
        return "indexes right"

    return [folder / INDEX_NAME], judge


def _table(folder: Path, random: Random) -> tuple[list[Path], Judge]:
    """An endgame table."""
    path = Path(shutil.copy(_TABLE, folder))
    sound = TableFile(_TABLE)
    first = sound.begin(sound.pieces[0])

    def judge() -> str:
        try:
            found = TableFile(path)
            for _value in range(_VALUES):
                number = first + random.randrange(sound.provenance.block * 2)
                assert found.read(number) == sound.read(number), f"value {number} is wrong"
        except CompanionError as error:
            return _one_line(error)
        return "tables whose change changes no value read"

    return [path], judge


def _table_far_apart(folder: Path, random: Random) -> tuple[list[Path], Judge]:
    """What a board keeps of a table that it shares with others."""
    log = folder / "2026-11-20-150000-solomon.jsonl"
    remote = folder / "remote"
    remote.mkdir()
    (ticket, _) = tickets(random)
    kept_files = [remote / f"{ticket.table}.table", remote / f"{ticket.table}.log"]
    stored = StoredTable(ticket, log.name, games=0).sealed()
    kept_files[0].write_bytes(msgspec.json.encode(stored))
    kept_files[1].write_bytes(msgspec.json.encode(_snapshot(ticket)))
    settings = RemoteSettings(host="127.0.0.1", port=1)
    taken = (ticket.table, *range(ticket.terms.seats))

    def judge() -> str:
        try:
            found = BrokerTables(settings, folder, lambda _: None).find(log)
            if found is None:
                return "tables of another game"
            place = found.take_place()
            place.close()
        except CompanionError as error:
            return _one_line(error)
        assert (place.id, place.seat, *place.remote_seats) == taken, "another place"
        return "tables far apart opened"

    return kept_files, judge


def _snapshot(ticket: TableTicket) -> Snapshot:
    return Snapshot(table=ticket.table, seat=ticket.seat, seats=ticket.terms.seats, revision=3)


def _small_files(folder: Path, _: Random) -> tuple[list[Path], Judge]:
    """The choices of the page, and the topics told to Home Assistant."""
    SettingsFile(folder, Disk()).save(
        {"lamps.brightness": 0.5, "play.level": "good", "play.language": "de"}
    )
    topics = ("board-companion/b1/state", "homeassistant/sensor/b1/turn/config")
    ToldTopics(folder).keep(topics)

    def judge() -> str:
        told = ToldTopics(folder).topics
        assert all(isinstance(topic, str) for topic in told)
        settings = SettingsFile(folder, Disk())
        try:
            settings.load()
        except CompanionError as error:
            return _one_line(error)
        return "small files read"

    return sorted(path for path in folder.iterdir() if path.is_file()), judge


def _one_line(error: CompanionError) -> str:
    said = str(error)
    assert said.count("\n") == 0, f"not one line: {said!r}"
    assert said.isprintable(), f"not printable: {said!r}"
    return "files refused in a line"


_KINDS = (_index, _table, _table_far_apart, _small_files)

CAMPAIGN = Campaign(
    "flips",
    "spoiled bytes in index, tables and settings",
    full=Size(parts=16, cases=6_500),
    short=Size(parts=4, cases=100),
    run=run,
)

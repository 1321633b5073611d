"""Thousands of seats in one thread: the program's own links and logs, without boards.

Each seat has a connection of its own, as a board has, with the genuine `TableLink` and
`BrokerConnection`; only their threads are replaced, by one loop over all sockets. Nothing is
stored: that is done by each board on its own card.
"""

from __future__ import annotations

import gc
import heapq
import os
import selectors
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from multiprocessing.connection import Connection
from random import Random
from typing import Any, NamedTuple

import msgspec
from paho.mqtt.client import Client

from companion.remote.mqtt.broker_connection import BrokerConnection, _Lost
from companion.remote.mqtt.broker_settings import RemoteSettings
from companion.remote.mqtt.table_link import TableLink
from companion.remote.pace import Pace
from companion.remote.table import Ply, Replica
from companion.remote.table.envelope import public_key
from companion.remote.table.seat_link import Forged, LinkReport, LinkState, SeatMessage
from companion.remote.table.ticket import TableTicket, Terms
from tests.bench_remote.logs import Pair
from tests.bench_remote.measures import processor, resident

_ROUND = 5.0  # seconds in which each connection is looked after once

_OFTEN = 0.05  # seconds after which it is looked again whether what was waited for is so


class CrowdConnection(BrokerConnection):
    """One of many connections that share a thread. Its crowd calls it when its socket is ready."""

    def __init__(self, crowd: Crowd, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._bell.close()
        self._ear.close()
        self._crowd = crowd
        self._chance = Random(self._name)
        self._pauses = self._pace.pauses(self._chance)
        self._client: Client | None = None
        self.wire: Any = None
        self.writes = False

    @property
    def standing(self) -> bool:
        """Whether the broker has everything that has to stand there."""
        return self._greeted and self._settled

    def start(self) -> None:
        self._crowd.later(time.monotonic(), self.connect)

    def post(self, act: Callable[[], None]) -> None:
        act()
        self._crowd.changed[id(self)] = self

    def connect(self) -> None:
        """Send a greeting."""
        self._forget()
        try:
            self._client = self._connected()
        except _Lost as end:
            self.lose(end)
            return
        self.wire = self._client.socket()
        self._crowd.watch(self)

    def serve(self, events: int) -> None:
        """Read and write what can be."""
        client = self._client
        if client is None:
            return
        try:
            if events & selectors.EVENT_READ:
                self._check(client.loop_read())
            if events & selectors.EVENT_WRITE:
                self._check(client.loop_write())
            if not events:
                self._check(client.loop_misc())
            held = client.socket() is not None and self._refused is None
        except Exception:
            held = False
        if held:
            self.bring_in_line()
        else:
            self.lose(_Lost(self._refused or _GONE))

    def bring_in_line(self) -> None:
        """Subscribe and publish what is still to be."""
        if self._client is not None and self._greeted:
            self._pauses = self._pace.pauses(self._chance)
            self._subscribe(self._client)
            self._publish(self._client)
            if self._client.socket() is None:
                self.lose(_Lost(_GONE))
            else:
                self._crowd.watch(self)

    def lose(self, end: _Lost) -> None:
        """The connection has ended: connect again after a pause."""
        self._crowd.ignore(self)
        self._client = self.wire = None
        self._forget()
        self._tell(False, end.text)
        self._crowd.later(time.monotonic() + next(self._pauses), self.connect)

    @property
    def wants_write(self) -> bool:
        """Whether something waits to be written."""
        return self._client is not None and self._client.want_write()


_GONE = LinkState(False).trouble


class Crowd:
    """Connections in one thread, and what is due when."""

    def __init__(self) -> None:
        self.changed: dict[int, CrowdConnection] = {}
        self.connections: list[CrowdConnection] = []
        self._selector = selectors.DefaultSelector()
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._number = count()
        self._next = 0  # of the connections to look after
        self._looked = time.monotonic()

    def connection(
        self, settings: RemoteSettings, name: str, subscriber: Any, pace: Pace | None
    ) -> CrowdConnection:
        """Make one of these connections."""
        made = CrowdConnection(self, settings, name, subscriber, pace)
        self.connections.append(made)
        return made

    def later(self, at: float, act: Callable[[], None]) -> None:
        """Have something done at a time."""
        heapq.heappush(self._due, (at, next(self._number), act))

    def watch(self, connection: CrowdConnection) -> None:
        """Wait for a connection's socket."""
        wanted = selectors.EVENT_READ
        if connection.wants_write:
            wanted |= selectors.EVENT_WRITE
        try:
            if self._selector.get_key(connection.wire).events != wanted:
                self._selector.modify(connection.wire, wanted, connection)
        except KeyError:
            self._selector.register(connection.wire, wanted, connection)

    def ignore(self, connection: CrowdConnection) -> None:
        """Wait for it no longer."""
        if connection.wire is not None:
            with suppress(KeyError, ValueError):
                self._selector.unregister(connection.wire)

    def run(self, wanted: Callable[[], bool], most: float) -> bool:
        """Let time pass until something is so, or for so many seconds. Returns whether it is."""
        now = time.monotonic()
        end, asked = now + most, now
        while now < end:
            if now >= asked:
                if wanted():
                    return True
                asked = now + _OFTEN
            self._turn(now, end)
            now = time.monotonic()
        return wanted()

    def _turn(self, now: float, end: float) -> None:
        while self._due and self._due[0][0] <= now:
            heapq.heappop(self._due)[2]()
        while self.changed:
            _, connection = self.changed.popitem()
            connection.bring_in_line()
        until = min(end, self._due[0][0] if self._due else end, now + 0.05)
        for key, events in self._selector.select(max(0.0, until - time.monotonic())):
            key.data.serve(events)
        self._look_after(time.monotonic())

    def _look_after(self, now: float) -> None:
        """Have the connections send signs of life, all of them in each round."""
        some = int(len(self.connections) * (now - self._looked) / _ROUND)
        if some:
            self._looked = now
        for _ in range(min(some, len(self.connections))):
            self._next = (self._next + 1) % len(self.connections)
            connection = self.connections[self._next]
            if connection.wire is not None:
                connection.serve(0)


class CrowdSeat:
    """A seat: its log and its link, as a `RemoteTable` has them, without a match or lamps."""

    def __init__(
        self,
        table: CrowdTable,
        ticket: TableTicket,
        pair: Pair,
        settings: RemoteSettings,
        crowd: Crowd,
    ) -> None:
        self.rules = pair.rules[ticket.seat]
        self.replica = pair.replicas[ticket.seat]
        self.connected = False
        self.sizes = self.heard = 0
        self._table = table
        self._link = TableLink(settings, ticket, self._take, connection=crowd.connection)
        self._changed()

    def play(self, rng: Random) -> None:
        """Make a random ply."""
        plies = self.replica.position.plies
        self.replica.play(rng.choice(self.rules.moves(plies)), rng.randrange(60_000))
        self._changed()

    def ask_new(self) -> None:
        """Ask for another game."""
        self.replica.ask("new")
        self._changed()

    def show(self) -> None:
        """Tell whether this seat thinks."""
        mover = self.rules.to_move(self.replica.position.plies)
        self._link.show_presence(thinking=mover == self.replica.seat)

    def _take(self, report: LinkReport) -> None:
        match report:
            case SeatMessage(_, snapshot):
                self.heard += 1
                self.sizes += len(snapshot)
                outcome = self.replica.hear(snapshot)
                if outcome.trouble:
                    self._table.troubles += 1
                if outcome.changed or outcome.behind:
                    self._changed()
                if outcome.added:
                    self._table.arrived(self)
            case LinkState(connected, _):
                newly, self.connected = connected and not self.connected, connected
                if newly:
                    self._changed()
            case Forged():
                self._table.troubles += 1

    def _changed(self) -> None:
        if self.replica.holds_pen and self.replica.position.request is not None:
            self.replica.answer(True)
        self._link.publish(msgspec.json.encode(self.replica.snapshot()))
        self.show()


class Manner(NamedTuple):
    """How is played. pace: seconds between the plies of a table, on average. game: its name.
    entries: of each log in the beginning."""

    pace: float
    game: str
    entries: int


class CrowdTable:
    """Two seats that play one game after another, at the pace of people.

    late: seconds from each ply to its arrival at the other seat. plies: how many were made.
    troubles: how many messages were refused.
    """

    def __init__(self, number: int, settings: RemoteSettings, crowd: Crowd, manner: Manner) -> None:
        self.late: list[float] = []
        self.troubles = 0
        self._crowd, self._pace, self._rng = crowd, manner.pace, Random(number)
        self._under_way: tuple[int, float] | None = None  # entries of the log, and since when
        self._playing = False
        privates = [os.urandom(32) for _ in range(2)]
        roster = tuple(map(public_key, privates))
        table, key = os.urandom(16).hex(), os.urandom(32)
        pair = Pair(table, manner.game, privates, self._rng)
        while len(pair.replicas[0].entries) < manner.entries:
            pair.play()
        self.plies = _plies(pair.replicas[0])
        self.seats = [
            CrowdSeat(
                self,
                TableTicket(
                    role="host" if seat == 0 else "guest",
                    table=table,
                    seat=seat,
                    key=key,
                    private=private,
                    roster=roster,
                    terms=Terms(game=manner.game, seats=2),
                ),
                pair,
                settings,
                crowd,
            )
            for seat, private in enumerate(privates)
        ]

    def begin(self) -> None:
        """Play from now on; tables do not begin all at once."""
        self._playing = True
        self._crowd.later(time.monotonic() + self._rng.uniform(0, self._pace), self._play)

    def stop(self) -> None:
        """Play no more."""
        self._playing = False

    def arrived(self, seat: CrowdSeat) -> None:
        """A seat has taken entries of the other one."""
        if self._under_way is None:
            return
        entries, since = self._under_way
        if len(seat.replica.entries) >= entries and not self._ahead(seat, entries):
            self._under_way = None
            self.late.append(time.monotonic() - since)
            pause = self._rng.uniform(0.5, 1.5) * self._pace
            self._crowd.later(time.monotonic() + pause, self._play)

    def _ahead(self, seat: CrowdSeat, entries: int) -> bool:
        """Whether this is the seat that has made the ply itself."""
        return seat.replica.entries[entries - 1].author == seat.replica.seat

    @property
    def in_line(self) -> bool:
        """Whether nothing is under way, and both logs are the same and have every ply."""
        first, second = (seat.replica.entries for seat in self.seats)
        made = _plies(self.seats[0].replica)
        return self._under_way is None and first == second and made == self.plies

    def _play(self) -> None:
        if not self._playing:
            return
        movers = [seat.rules.to_move(seat.replica.position.plies) for seat in self.seats]
        if movers[0] is None or movers[0] != movers[1]:
            if movers == [None, None] and not self.seats[1].replica.wishes:
                self.seats[1].ask_new()
            self._crowd.later(time.monotonic() + self._pace, self._play)
            return
        seat = self.seats[movers[0]]
        began = time.monotonic()
        self._under_way = (len(seat.replica.entries) + 1, began)
        self.plies += 1
        seat.play(self._rng)


def _plies(replica: Replica) -> int:
    return sum(isinstance(entry, Ply) for entry in replica.entries)


class CrowdResult(NamedTuple):
    """What a process of tables has seen since it was asked last.

    late: as in CrowdTable. plies, troubles, entries: of all tables, since the beginning.
    heard: snapshots that came. sizes: their bytes. processor: seconds used. resident: bytes that
    the seats take. connected: seats. settled: those that have said everything. in_line: tables.
    """

    late: list[float]
    plies: int
    troubles: int
    entries: int
    heard: int
    sizes: int
    processor: float
    resident: int
    connected: int
    settled: int
    in_line: int


class CrowdProcess:
    """What whoever started the process can ask of it."""

    def __init__(self, port: int, first: int, tables: int, manner: Manner) -> None:
        self._empty = resident(os.getpid())
        self._crowd = Crowd()
        settings = RemoteSettings(host="127.0.0.1", port=port)
        numbers = range(first, first + tables)
        self._tables = [CrowdTable(one, settings, self._crowd, manner) for one in numbers]
        self._seats = [seat for table in self._tables for seat in table.seats]
        self._reported = 0

    def connect(self, most: float) -> float:
        """Connect all seats; return the seconds that it took."""
        began = time.monotonic()
        self._crowd.run(lambda: all(one.standing for one in self._crowd.connections), most)
        taken = time.monotonic() - began
        # A board's program has few objects. Here, looking through those of all would take seconds.
        gc.collect()
        gc.disable()
        return taken

    def play(self, seconds: float) -> CrowdResult:
        """Let all tables play."""
        if self._reported == 0:
            for table in self._tables:
                table.begin()
        self._crowd.run(lambda: False, seconds)
        return self._result()

    def outlast(self, most: float) -> float:
        """Wait until all seats are connected again; return the seconds that it took."""
        began = time.monotonic()
        self._crowd.run(lambda: not all(one.standing for one in self._crowd.connections), 10.0)
        self._crowd.run(lambda: all(one.standing for one in self._crowd.connections), most)
        return time.monotonic() - began

    def finish(self, most: float) -> CrowdResult:
        """Let no more plies be made, and wait until all logs are in line."""
        for table in self._tables:
            table.stop()
        self._crowd.run(lambda: all(table.in_line for table in self._tables), most)
        return self._result()

    def _result(self) -> CrowdResult:
        self._reported += 1
        late = [seconds for table in self._tables for seconds in table.late]
        for table in self._tables:
            table.late.clear()
        return CrowdResult(
            late=late,
            plies=sum(table.plies for table in self._tables),
            troubles=sum(table.troubles for table in self._tables),
            entries=sum(len(table.seats[0].replica.entries) for table in self._tables),
            heard=sum(seat.heard for seat in self._seats),
            sizes=sum(seat.sizes for seat in self._seats),
            processor=processor(os.getpid()),
            resident=resident(os.getpid()) - self._empty,
            connected=sum(seat.connected for seat in self._seats),
            settled=sum(one.standing for one in self._crowd.connections),
            in_line=sum(table.in_line for table in self._tables),
        )


def serve(pipe: Connection, port: int, first: int, tables: int, manner: Manner) -> None:
    """Run tables until nothing more is asked."""
    process = CrowdProcess(port, first, tables, manner)
    with suppress(EOFError):
        while True:
            name, arguments = pipe.recv()
            pipe.send(getattr(process, name)(*arguments))

"""A whole board in a process of its own: pins, lamps, the program's loop and hands, in real time.

`serve` is the process. Whoever started it sends the name of one of `WiredBoard`'s methods with its
arguments, and gets what it returns.
"""

from __future__ import annotations

import logging
import os
import time
import traceback
from collections.abc import Callable
from contextlib import ExitStack
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Event, Thread
from typing import Any, NamedTuple, cast
from unittest.mock import patch

from companion.app.loop import Loop
from companion.app.remote import BrokerTables
from companion.base.monotonic import Clock
from companion.config import Config, JournalSettings, PageSettings, TimingSettings
from companion.device.ports.port_kinds import PortSettings
from companion.device.ports.scan_thread import MakePeriodic
from companion.games.registry import make
from companion.protocol.commands import Choose, Command, Invite, Join, LetIn, Rematch, Resign
from companion.records.journal.record import EventRecord, MoveRecord
from companion.records.journal.writer import Journal
from companion.remote.mqtt.broker_settings import RemoteSettings
from companion.remote.mqtt.table_link import TableLink
from companion.remote.table.seat_link import GuestCame, Invited, LinkReport, SeatMessage
from companion.rules import Match
from companion.rules.geometry import STAR, Point
from companion.session.remote_play.remote_table import RemoteTable
from companion.testing import Hands, PinSwitches
from companion.testing.pins import mock_switches
from companion.testing.strip import CapturedStrip
from companion.testing.switches import SwitchBank
from companion.testing.table import SessionFacts
from companion.testing.wiring import STAR_SPI
from tests.bench_remote.measures import resident

_PATIENCE = 60.0  # seconds; only a measurement that fails waits so long
_LONG = 0.2  # what is waited longer than this ends when a ply is written


class NearTimes(NamedTuple):
    """When what happened on the board where a move was made, in seconds of the system's clock.

    due:       the board had been still for long enough since the last edge, debouncing included.
    committed: the last ply of the move was in the journal.
    handed:    the shared log was stored, and given to the connection.
    size:      bytes of that snapshot. entries: of the shared log.
    """

    due: float
    committed: float
    handed: float
    size: int
    entries: int


class FarTimes(NamedTuple):
    """When what happened on the board where a move was lit.

    heard: the message came. taken: it had been opened, and reached the session. lit: the frame with
    the move was handed to the strip.
    """

    heard: float
    taken: float
    lit: float


class _Switches(PinSwitches):
    """Switches that know when one was last changed."""

    last = 0.0

    def set(self, point: Point, occupied: bool) -> None:
        super().set(point, occupied)
        self.last = time.monotonic()

    def follow(self, clock: Clock, periodic: MakePeriodic) -> None:
        """Nothing is out of order here that would need time."""


class _Frames(list[bytes]):
    """Where a strip puts its frames: they are looked at, and not kept."""

    def __init__(self, look: Callable[[bytes], None]) -> None:
        super().__init__()
        self._look = look

    def append(self, frame: bytes) -> None:
        self._look(frame)


class WiredBoard(SessionFacts):
    """A star on mock pins, with its program. It has what `Hands` need of a table."""

    clock = staticmethod(time.monotonic)
    periodic = None  # its switches need none

    def __init__(
        self, bank: SwitchBank, directory: Path, port: int, timing: TimingSettings, seed: int
    ) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        self._timing = timing
        self._codes: list[str] = []
        self._written = Event()
        self._lit = Event()
        self._committed = self._handed = self._heard = self._taken = self._lit_at = 0.0
        self._size = 0
        self._frame = bytes(3 * STAR_SPI.strip.length)
        self._loop = Loop(
            Config(
                port=PortSettings(kind="direct"),
                journal=JournalSettings(directory=str(directory)),
                timing=timing,
                page=PageSettings(enabled=False),
                remote=RemoteSettings(host="127.0.0.1", port=port),
            ),
            seed=lambda: seed,
        )
        self.session = self._loop.session
        self.session.current.begin(Match(make("solomon")), self._loop.now())
        self._thread = Thread(target=self._loop.run)
        self._switches = _Switches(bank)
        self.hands = Hands(cast(Any, self), self._switches, seed=seed, pauses=(0.03,))

    # What whoever started the process asks

    def start(self) -> int:
        """Start the program, and set the pieces up. Returns its resident memory."""
        self._thread.start()
        self.hands.set_up()
        return resident(os.getpid())

    def invite(self) -> str:
        """Invite somebody; return the code."""
        self.say(Invite(game="solomon", name="Anna"))
        self._until(lambda: bool(self._codes))
        return self._codes[-1]

    def join(self, code: str) -> float:
        """Join; return the seconds until this board is at the table."""
        began = time.monotonic()
        self.say(Join(code, "Ben"))
        self._until(lambda: self._table is not None)
        return time.monotonic() - began

    def settle(self) -> int:
        """Wait until both are at the table, and set up. Returns the resident memory."""
        self._until(lambda: self._table is not None)
        self._until(lambda: self._remote.is_here(next(iter(self._remote.remote_seats))))
        self.hands.set_up()
        return resident(os.getpid())

    def move(self) -> NearTimes:
        """Make a move."""
        self._until(lambda: bool(self.session.live.opponents.turns))
        handed = self._handed
        self.hands.play_random()
        self._until(lambda: self._handed != handed)
        due = self._switches.last + self._timing.settle / 1e3
        return NearTimes(due, self._committed, self._handed, self._size, self.entries())

    def follow(self) -> FarTimes:
        """Wait for a move that is lit, and carry it out."""
        assert self._lit.wait(_PATIENCE), self._remote.trouble
        times = FarTimes(self._heard, self._taken, self._lit_at)
        turn = self.session.live.opponents.turn
        assert turn is not None
        self.hands.play_turn(turn)
        self._lit.clear()
        return times

    def turn(self) -> str:
        """Return "over", or whose turn it is: "here" or "far"."""
        match = self.session.match
        return "over" if match.over else "here" if match.seat == self._remote.seat else "far"

    def resign(self) -> None:
        """Resign."""
        self.say(Resign())
        self._until(lambda: self.session.match.over)

    def ask_rematch(self) -> None:
        """Ask for another game."""
        self._until(lambda: self.session.match.over)
        self.say(Rematch())

    def agree(self) -> None:
        """Agree to what is asked."""
        self._until(lambda: self._remote.must_answer)
        self.say(Choose(0))

    def begin_again(self) -> None:
        """Wait for the next game, and set it up."""
        self._until(lambda: not self.session.match.over)
        self._lit.clear()
        self.hands.set_up()

    def entries(self) -> int:
        """How many entries the shared log has."""
        return len(self._remote._replica.entries)

    def texts_played(self) -> list[str]:
        """The plies of this game."""
        return self.texts

    def memory(self) -> int:
        """The resident memory."""
        return resident(os.getpid())

    def stop(self) -> None:
        """End the program."""
        if self._table is not None:
            self._table.close()
        self._loop.stop()
        self._thread.join()

    # What `Hands` need

    heard: tuple[object, ...] = ()

    def say(self, command: Command) -> None:
        """Have a command carried out."""
        done = Event()
        self._loop.command(command, done.set)
        assert done.wait(_PATIENCE)

    def wait(self, seconds: float) -> None:
        """Let time pass; where hands wait for the program, only until it has played."""
        if seconds < _LONG:
            time.sleep(seconds)
        elif self._written.wait(seconds):
            time.sleep(0.05)  # what belongs to the same turn follows at once
        self._written.clear()

    # What is noted on the way

    def patches(self, stack: ExitStack) -> None:
        """Note when what happens, until the stack is closed."""

        def written(journal: Journal, record: EventRecord) -> None:
            append(journal, record)
            if isinstance(record, MoveRecord):
                self._committed = time.monotonic()
                self._written.set()

        def handed(link: TableLink, snapshot: bytes) -> None:
            self._handed, self._size = time.monotonic(), len(snapshot)
            publish(link, snapshot)

        def heard(link: TableLink, topic: str, message: bytes, retained: bool) -> None:
            if "/seat/" in topic and not self._lit.is_set():
                self._heard = time.monotonic()
            hear(link, topic, message, retained)

        def taken(table: RemoteTable, report: LinkReport) -> None:
            if isinstance(report, SeatMessage) and not self._lit.is_set():
                self._taken = time.monotonic()
            take(table, report)

        def reported(tables: BrokerTables, report: object) -> None:
            if isinstance(report, Invited):
                self._codes.append(report.code)
            elif isinstance(report, GuestCame):
                self._loop.command(LetIn())
            tell(tables, report)

        append, publish, hear = Journal.append, TableLink.publish, TableLink.hear
        take, tell = RemoteTable.take, cast(Any, BrokerTables._take)
        stack.enter_context(patch.object(Journal, "append", written))
        stack.enter_context(patch.object(TableLink, "publish", handed))
        stack.enter_context(patch.object(TableLink, "hear", heard))
        stack.enter_context(patch.object(RemoteTable, "take", taken))
        stack.enter_context(patch.object(BrokerTables, "_take", reported))
        stack.enter_context(patch.object(BrokerTables, "echo", lambda *_: None, create=True))

    def look(self, frame: bytes) -> None:
        """Note the first frame of a move from far away. Its lamps are lit in turn: the point from
        which it goes, and the one to which."""
        before, self._frame = self._frame, frame
        if self._lit.is_set() or self._table is None:
            return
        live = self.session.live
        turn = live.opponents.turn
        if turn is None:
            return
        steps = live.match.turn_game.steps(live.match.position, turn)
        pixels = {3 * STAR_SPI.strip.pixels[step.point] for step in steps}
        lit = [
            any(frame[at : at + 3]) and frame[at : at + 3] != before[at : at + 3] for at in pixels
        ]
        if any(lit):
            self._lit_at = time.monotonic()
            self._lit.set()

    @property
    def _table(self) -> RemoteTable | None:
        return self.session.live.remote

    @property
    def _remote(self) -> RemoteTable:
        table = self._table
        assert table is not None
        return table

    @staticmethod
    def _until(wanted: Callable[[], bool]) -> None:
        end = time.monotonic() + _PATIENCE
        while not wanted():
            assert time.monotonic() < end, "nothing has happened for a minute"
            time.sleep(0.002)


def serve(pipe: Connection, directory: Path, port: int, timing: TimingSettings, seed: int) -> None:
    """Run a board until `stop` was asked."""
    logging.disable(logging.WARNING)
    with ExitStack() as stack:
        bank = stack.enter_context(mock_switches(STAR_SPI))
        strip = stack.enter_context(CapturedStrip())
        board = WiredBoard(bank, directory, port, timing, seed)
        strip.frames = _Frames(board.look)
        board.patches(stack)
        assert board.board is STAR or board.board.names == STAR.names
        name = ""
        while name != "stop":
            name, arguments = pipe.recv()
            try:
                pipe.send((getattr(board, name)(*arguments), ""))
            except Exception as error:
                where = traceback.extract_tb(error.__traceback__)[-1].lineno
                pipe.send((None, f"{name}, line {where}: {type(error).__name__}: {error}"))

"""Boards far apart, in one process: each has a session, and a broker in memory carries messages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from companion.base.jobs import immediately
from companion.base.text import Text
from companion.games.registry import make
from companion.opponents.search_jobs import Cancel
from companion.protocol.commands import Invite, InviteSpectator, Join
from companion.records.journal.reader import recent_logs
from companion.remote.table import SPECTATOR, Replica, Snapshot
from companion.remote.table.game_rules import GameRules
from companion.remote.table.seat_link import Invited, LinkReport, LinkState, Presence, SeatMessage
from companion.rules import AnyGame, CompanionError, Seat
from companion.session.remote_play.remote_table import RemoteTable
from companion.session.remote_play.remote_tables import Meeting, SpectatorCame, TableOpened
from companion.session.remote_play.table_report import TableReport
from companion.testing import Hands, VirtualTable

CODE = "4711-tiger-soda"
WATCH_CODE = "1008-orange-piano"


class Broker:
    """Keeps the last snapshot of each seat. While it is cut off, nothing passes."""

    def __init__(self) -> None:
        self.cut = False
        self.links: dict[int, MemoryLink] = {}
        self.retained: dict[int, bytes] = {}

    def cut_off(self) -> None:
        """Nothing passes from now on."""
        self.cut = True
        for link in self.links.values():
            link.listen(LinkState(connected=False, trouble=Text("the broker is gone")))

    def mend(self) -> None:
        """Everything passes again; each seat is told what is kept."""
        self.cut = False
        for link in list(self.links.values()):
            link.connect()


class MemoryLink:
    """The connection of one seat, or of a spectator, who can tell nobody anything."""

    def __init__(self, broker: Broker, seat: int, listen: Callable[[LinkReport], None]) -> None:
        self.listen = listen
        self._broker = broker
        self._seat = seat
        self._newest: bytes | None = None
        self._thinking = False
        broker.links[seat] = self
        self.connect()

    def connect(self) -> None:
        """Subscribe, and publish what has waited."""
        if self._broker.cut:
            return
        self.listen(LinkState(connected=True))
        retained = self._broker.retained
        for seat in sorted(retained, key=lambda seat: seat != self._seat):  # one's own comes first
            self.listen(SeatMessage(seat, retained[seat]))
        for seat, other in self._broker.links.items():
            if seat not in (self._seat, SPECTATOR):
                self.listen(Presence(seat, here=True, thinking=other._thinking))
        self.show_presence(thinking=self._thinking)
        if self._newest is not None:
            self.publish(self._newest)

    def publish(self, snapshot: bytes) -> None:
        """Tell the others, unless the broker is cut off."""
        self._newest = snapshot
        if not self._broker.cut and self._seat != SPECTATOR:
            self._broker.retained[self._seat] = snapshot
            self._tell(SeatMessage(self._seat, snapshot))

    def show_presence(self, *, thinking: bool) -> None:
        """Tell the others."""
        self._thinking = thinking
        if not self._broker.cut:
            self._tell(Presence(self._seat, here=True, thinking=thinking))

    def close(self) -> None:
        """Leave."""
        self._broker.links.pop(self._seat, None)
        self._tell(Presence(self._seat, here=False, thinking=False))

    def _tell(self, report: LinkReport) -> None:
        if self._seat == SPECTATOR:
            return
        for seat, link in list(self._broker.links.items()):
            if seat != self._seat:
                link.listen(report)


class Stored:
    """What a seat has stored of a table. It survives the program."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = self.former = snapshot
        self.fails = False

    def lose(self) -> None:
        """Go back to what was stored before: as if the card had lost the last record."""
        self.snapshot = self.former

    def save(self, snapshot: Snapshot) -> None:
        """Keep the log."""
        if self.fails:
            raise CompanionError(Text("the card is full"))
        self.former = self.snapshot
        self.snapshot = msgspec.json.decode(msgspec.json.encode(snapshot), type=Snapshot)


class Open:
    """An invitation, which notes what is done with it."""

    def __init__(self) -> None:
        self.done: list[str] = []

    def cancel(self) -> None:
        """Note it."""
        self.done.append("cancel")

    def turn_away(self, seat: int) -> None:
        """Note it."""
        self.done.append(f"turn away {seat}")

    def let_in(self) -> None:
        """Note it."""
        self.done.append("let in")


class Tables:
    """What a session asks for a table; everybody who has the code is there at once."""

    available = True

    def __init__(self, world: World, seat: int) -> None:
        self._world = world
        self._seat = seat
        self.invitation = Open()
        self.asked: list[Invite] = []
        self.report: Callable[[Meeting | TableReport], None] = lambda _: None
        self.logs: list[str] = []

    def invite(self, asked: Invite) -> Open:
        """Wait for the others."""
        if not asked.game:
            raise CompanionError(Text("choose a game"))
        self.asked.append(asked)
        self._world.invited = (make(asked.game, asked.options), asked.clock)
        self.report(Invited(CODE, seat=1))
        return self.invitation

    def join(self, asked: Join) -> Cancel:
        """The table is complete once the last seat has joined; whoever watches is there at once."""
        if asked.code == WATCH_CODE:
            self.report(self.open())
            self._world.asks[0].report(SpectatorCame())
        else:
            self._world.joined()
        return lambda: None

    def invite_spectator(self, table: RemoteTable) -> Open:
        """Wait for somebody."""
        self.report(Invited(WATCH_CODE, SPECTATOR))
        return self.invitation

    def began(self, table: RemoteTable, log: Callable[[], str]) -> None:
        """Note the log."""
        self.logs.append(log())

    def open(self) -> TableOpened:
        """This seat's place at the table."""
        return self._world.place(self._seat, self.report)


class World:
    """Some boards, the broker between them, and what each has stored.

    tables: each board's virtual table. hands: those that play at each. perform: performs the
    storing of the tables' logs.
    """

    def __init__(self, directory: Path, game: str = "solomon", clock: str = "", **options: str):
        self.broker = Broker()
        self.perform = immediately
        self._directory = directory
        self.stored: list[Stored] = []
        self.invited: tuple[AnyGame, str] | None = None
        self._asked = Invite(game=game, options=options, clock=clock)
        self.seats = len(make(game, options).seats)
        self.asks = [Tables(self, seat) for seat in range(self.seats)]
        self.tables = [
            VirtualTable(directory / str(seat), remote=self.asks[seat], bare=True)
            for seat in range(self.seats)
        ]
        for asks, table in zip(self.asks, self.tables, strict=True):
            asks.report = table.reports.append
        self.hands = [Hands(table, seed=seat) for seat, table in enumerate(self.tables)]
        self._waiting = self.seats
        self._seen = Stored(Snapshot(table="T", seat=SPECTATOR, seats=self.seats, revision=0))

    def meet(self) -> None:
        """Invite, join, and set up all boards."""
        for seat, table in enumerate(self.tables):
            table.begin("peg")
            table.say(self._asked if seat == 0 else Join(CODE))
        self.wait()
        for hands in self.hands:
            hands.set_up()

    def joined(self) -> None:
        """One more is there."""
        self._waiting -= 1
        if self._waiting == 1:
            for asks in self.asks:
                asks.report(asks.open())

    def watch(self, *, bare: bool = True) -> VirtualTable:
        """Somebody is let in, and watches. bare: whether that board is wooden."""
        self.tables[0].say(InviteSpectator())
        asks = Tables(self, SPECTATOR)
        table = VirtualTable(self._directory / "spectator", remote=asks, bare=bare)
        asks.report = table.reports.append
        self.asks.append(asks)
        self.tables.append(table)
        self.hands.append(Hands(table, seed=99))
        table.begin("peg")
        table.say(Join(WATCH_CODE))
        self.wait()
        return table

    def place(self, seat: int, report: Callable[[TableReport], None]) -> TableOpened:
        """A seat's place at the table, from what it has stored."""
        assert self.invited is not None
        game, clock = self.invited
        if len(self.stored) < self.seats:
            self.stored = [
                Stored(Snapshot(table="T", seat=one, seats=self.seats, revision=0))
                for one in range(self.seats)
            ]
        return TableOpened(lambda: self._take_place(seat, report, game), game, clock)

    def _take_place(
        self, seat: int, report: Callable[[TableReport], None], game: AnyGame
    ) -> RemoteTable:
        store = self._seen if seat == SPECTATOR else self.stored[seat]
        return RemoteTable(
            Replica(store.snapshot, GameRules(game), b"%d" % seat),
            lambda listen: MemoryLink(self.broker, seat, listen),
            report,
            store.save,
            {Seat(one): name for one, name in enumerate(game.seats)},
            perform=self.perform,
        )

    def exchange(self, move: str) -> None:
        """The first seat plays a move, and the second one carries it out."""
        self.hands[0].play(move)
        self.wait()
        self.hands[1].play(move)

    def kill(self, seat: int, *, bare: bool = True) -> None:
        """End a seat's program without a word, and start it again on a board that stays as it
        is. bare: whether that board is wooden."""
        old = self.tables[seat]
        self.broker.links.pop(self.asks[seat]._seat)
        folder = old.config.journal.path
        new = VirtualTable(
            folder,
            remote=self.asks[seat],
            bare=bare,
            closed=old.port.occupancy(),
        )
        self.asks[seat].report = new.reports.append
        log = next(iter(recent_logs(folder))).log
        assert log is not None
        new.resume(log, self.asks[seat].open().take_place())
        self.tables[seat] = new
        self.hands[seat] = Hands(new, seed=seat)

    def wait(self, seconds: float = 1.0) -> None:
        """Let time pass at all boards, until everything has been heard."""
        for _ in range(4):
            for table in self.tables:
                table.wait(seconds / 4)

    def plies(self) -> list[list[str]]:
        """What has been played at each board."""
        return [[played.text for played in table.match.history] for table in self.tables]


def play(world: World, turns: int) -> None:
    """Play random turns: the seat to act plays one, and all others carry it out."""
    for _ in range(turns):
        world.wait()
        actors = [
            (table, hands)
            for table, hands in zip(world.tables, world.hands, strict=True)
            if not table.match.over and table.session.live.opponents.turns
        ]
        if not actors:
            return
        for table, hands in actors:
            wanted = table.session.live.opponents
            if wanted.turn is None:
                hands.play_random()
            else:
                hands.play_turn(wanted.turn)
    world.wait()

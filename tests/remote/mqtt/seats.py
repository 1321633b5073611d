"""Seats at tables over a genuine broker: a replica each, with its link and what it has stored."""

from __future__ import annotations

from random import Random

import msgspec

from companion.games import registry
from companion.remote.mqtt import tables
from companion.remote.mqtt.broker_settings import RemoteSettings
from companion.remote.mqtt.table_link import TableLink
from companion.remote.pace import Pace
from companion.remote.table import Replica, Snapshot
from companion.remote.table.envelope import public_key
from companion.remote.table.game_rules import GameRules
from companion.remote.table.seat_link import Invited, LinkReport, Paired, PairingReport, SeatMessage
from companion.remote.table.ticket import TableTicket, Terms
from tests.remote.mqtt.broker import Mosquitto
from tests.remote.mqtt.people import Reports

QUICK = Pace(first=0.02, most=0.1)


def settings(broker: Mosquitto) -> RemoteSettings:
    return RemoteSettings(host="127.0.0.1", port=broker.port)


def tickets(random: Random, seats: int = 2, game: str = "solomon") -> list[TableTicket]:
    """The tickets of a table, as a pairing would have made them."""
    privates = [random.randbytes(32) for _ in range(seats)]
    table, key = random.randbytes(16).hex(), random.randbytes(32)
    return [
        TableTicket(
            role="guest" if seat else "host",
            table=table,
            seat=seat,
            key=key,
            private=private,
            roster=tuple(map(public_key, privates)),
            terms=Terms(game=game, seats=seats),
        )
        for seat, private in enumerate(privates)
    ]


def pair(settings: RemoteSettings, seats: int = 2) -> list[TableTicket]:
    """Make a table; return the tickets of all seats."""
    hosting: Reports[PairingReport] = Reports()
    terms = Terms(game="solomon", seats=seats, players=("Ann", *("",) * (seats - 1)))
    tables.invite(settings, terms, hosting)
    joining: list[Reports[PairingReport]] = []
    for number in range(1, seats):
        invited = hosting.until(Invited)
        assert isinstance(invited, Invited)
        assert invited.seat == number
        joining.append(Reports())
        tables.join(settings, invited.code, joining[-1], f"guest {number}")
    tickets = []
    for reports in (hosting, *joining):
        paired = reports.until(Paired)
        assert isinstance(paired, Paired)
        tickets.append(paired.ticket)
    return tickets


class Board:
    """A seat at a table: a replica, and its link. It keeps its log as a program does."""

    def __init__(self, settings: RemoteSettings, ticket: TableTicket) -> None:
        self.ticket = ticket
        self.rules = GameRules(registry.make(ticket.terms.game))
        self.reports: Reports[LinkReport] = Reports()
        self.stored = Snapshot(
            table=ticket.table, seat=ticket.seat, seats=ticket.terms.seats, revision=0
        )
        self._settings = settings
        self.replica = Replica(self.stored, self.rules, ticket.private)
        self.start()

    def start(self) -> None:
        """Come back with what was stored."""
        self.replica = Replica(self.stored, self.rules, self.ticket.private)
        self.link = TableLink(self._settings, self.ticket, self.reports, QUICK)
        self.keep()

    def keep(self) -> None:
        self.stored = self.replica.snapshot()
        self.link.publish(msgspec.json.encode(self.stored))

    def play(self, random: Random) -> None:
        """Play a ply at random, if it is this seat's turn."""
        if self.replica.holds_pen and not self.over:
            self.replica.play(random.choice(self.rules.moves(self.replica.position.plies)))
            self.keep()

    @property
    def over(self) -> bool:
        return self.rules.to_move(self.replica.position.plies) is None

    def follow(self, plies: int) -> None:
        """Hear the others until so many plies stand."""
        while len(self.replica.position.plies) < plies:
            report = self.reports.until(SeatMessage)
            assert isinstance(report, SeatMessage)
            outcome = self.replica.hear(report.snapshot)
            assert not outcome.trouble
            if outcome.changed or outcome.behind:
                self.keep()


def play(boards: list[Board], plies: int, random: Random) -> None:
    """Play on until so many plies stand everywhere."""
    while len(boards[0].replica.position.plies) < plies and not boards[0].over:
        for board in boards:
            board.play(random)
        most = max(len(board.replica.position.plies) for board in boards)
        for board in boards:
            board.follow(most)


def leave(*links: TableLink) -> None:
    for link in links:
        link.close()
    for link in links:
        assert link.join(30)


def same_log(boards: list[Board]) -> bool:
    return all(board.replica.entries == boards[0].replica.entries for board in boards)

"""Whole matches over a simulated broker that delays, doubles, reorders and loses messages.

Seats are killed between any two steps, also between storing and publishing. The broker restarts
with and without its store. Run many: `python -m tests.remote.table.simulation 10000`.
"""

from __future__ import annotations

import sys
from random import Random

import msgspec

from companion.games import registry
from companion.remote.table import Replica, RequestKind, Snapshot
from companion.remote.table.game_rules import GameRules
from companion.remote.table.position import Rules
from companion.remote.table.replica import Refused

WISHES: tuple[RequestKind, ...] = ("takeback", "draw", "resign", "pause", "resume", "new")


class Broker:
    """Retained messages, and messages under way, in no order.

    retained: for each seat, its last snapshot that the broker has kept.
    under_way: to which seat, and what.
    """

    def __init__(self, seats: int) -> None:
        self.retained: dict[int, bytes] = {}
        self.under_way: list[tuple[int, bytes]] = []
        self._seats = seats

    def publish(self, seat: int, message: bytes) -> None:
        """Keep a message and send it to all other seats."""
        self.retained[seat] = message
        self.under_way += [(other, message) for other in range(self._seats) if other != seat]

    def subscribe(self, seat: int) -> None:
        """Send a seat what is retained."""
        self.under_way += [(seat, kept) for other, kept in self.retained.items() if other != seat]

    def restart(self, keeps_store: bool) -> None:
        """Lose what is under way, and perhaps what is retained."""
        self.under_way.clear()
        if not keeps_store:
            self.retained.clear()


class Seat:
    """One seat with its store, which survives a kill."""

    def __init__(self, number: int, seats: int, rules: Rules, broker: Broker) -> None:
        self.stored = Snapshot(table="T", seat=number, seats=seats, revision=0)
        self.rules, self.broker, self.number = rules, broker, number
        self.seed = b"seed of seat %d" % number
        self.replica = Replica(self.stored, rules, self.seed)
        self.troubles: list[str] = []

    def keep(self, publish: bool = True) -> None:
        """Store the replica, and publish it unless the seat is killed just then."""
        self.stored = self.replica.snapshot()
        if publish:
            self.broker.publish(self.number, msgspec.json.encode(self.stored))
        else:
            self.kill()

    def kill(self) -> None:
        """Lose all that is not stored."""
        self.replica = Replica(
            msgspec.json.decode(msgspec.json.encode(self.stored), type=Snapshot),
            self.rules,
            self.seed,
        )

    def connect(self) -> None:
        """Subscribe and publish, as after every connection."""
        self.broker.subscribe(self.number)
        self.keep()

    def hear(self, message: bytes, publish: bool = True) -> None:
        """Take in a message."""
        outcome = self.replica.hear(message)
        if outcome.trouble:
            self.troubles.append(outcome.trouble)
        if outcome.changed or outcome.behind:
            self.keep(publish)

    def act(self, random: Random, publish: bool = True) -> None:
        """Do what the person at this board may do: play, answer or ask."""
        replica, position = self.replica, self.replica.position
        try:
            if random.random() < 0.06:
                what = random.choice(WISHES)
                replica.ask(
                    what, random.randrange(len(position.plies) + 1) if what == "takeback" else 0
                )
            elif not replica.holds_pen:
                return
            elif position.request is not None:
                replica.answer(random.random() < 0.6)
            elif isinstance(self.rules, GameRules):
                moves = self.rules.moves(position.plies)
                replica.play(
                    random.choice(moves), random.randrange(5000)
                ) if moves else replica.ask("new")
            else:
                replica.play(random.choice("ab"))
        except Refused:
            return
        self.keep(publish)


def settle(seats: list[Seat], broker: Broker) -> None:
    """Connect all, and deliver everything in order. Raises AssertionError if that never ends."""
    for seat in seats:
        seat.connect()
    for _ in range(10_000):
        if not broker.under_way:
            return
        to, message = broker.under_way.pop(0)
        seats[to].hear(message)
    raise AssertionError("the seats never stop talking")


def play_match(seed: int, rules: Rules, count: int, steps: int = 150) -> list[Seat]:
    """Play one match with faults, drawn by a seed, and return the seats after all came back."""
    random = Random(seed)
    broker = Broker(count)
    seats = [Seat(number, count, rules, broker) for number in range(count)]
    for _ in range(steps):
        seat = random.choice(seats)
        survives = random.random() < 0.95
        match random.choices(
            ["act", "deliver", "double", "lose", "kill", "connect", "restart"],
            [30, 50, 5, 5, 3, 5, 2],
        )[0]:
            case "act":
                seat.act(random, survives)
            case "kill":
                seat.kill()
            case "connect":
                seat.connect()
            case "restart":
                broker.restart(random.random() < 0.5)
            case fault if broker.under_way:
                place = random.randrange(len(broker.under_way))
                to, message = broker.under_way[place]
                if fault != "double":
                    del broker.under_way[place]
                if fault != "lose":
                    seats[to].hear(message, survives)
    settle(seats, broker)
    return seats


def check(seats: list[Seat]) -> None:
    """Raise AssertionError unless all logs are equal and nothing was refused."""
    for seat in seats:
        assert seat.replica.entries == seats[0].replica.entries
        assert seat.replica.position == seats[0].replica.position
        assert not seat.troubles, seat.troubles
        assert not seat.replica.wishes or seats[0].replica.position.request is not None


def main(matches: int) -> None:
    """Play so many matches and print what they came to."""
    games = {
        name: GameRules(registry.make(name)) for name in ("nim", "crowning", "solomon", "halma")
    }
    entries = plies = 0
    for seed in range(matches):
        seats = play_match(seed, list(games.values())[seed % len(games)], 2)
        check(seats)
        entries += len(seats[0].replica.entries)
        plies += sum(hasattr(entry, "text") for entry in seats[0].replica.entries)
    sys.stdout.write(
        f"{matches} matches: all logs equal; {entries} entries, {plies} of them plies\n"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]))

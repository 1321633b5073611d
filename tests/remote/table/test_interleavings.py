"""What boards, broker and people may do in any order, as hypothesis chooses it.

The seats are those of the simulation. What comes from the broker is delayed, doubled, reordered
and lost; seats end between any two steps, and may lose what they have stored while the broker has
it; the broker restarts with and without its store. At every moment no two logs contradict each
other and nothing that was stored is gone; in the end all logs are equal.
"""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from hypothesis.stateful import run_state_machine_as_test as run

from companion.games import registry
from companion.remote.table import AnyEntry, Replica, Request, Snapshot
from companion.remote.table.game_rules import GameRules
from companion.remote.table.replica import Refused
from tests.remote.table.simulation import WISHES, Broker, Seat, check, settle

TABLES: tuple[tuple[str, dict[str, str]], ...] = (
    ("nim", {}),
    ("gomony", {}),
    ("solomon", {}),
    ("soli2", {}),
    ("halma", {"players": "3"}),
    ("halma", {"players": "4"}),
)
"""Games of short and long turns, with two to four seats, with and without a bag."""

_index = st.integers(0, 5)
_any = st.integers(0, 1 << 16)  # one of many, by its remainder


class Table(RuleBasedStateMachine):
    """A table, its broker, and people who do whatever they may."""

    @initialize(table=st.sampled_from(TABLES))
    def begin(self, table: tuple[str, dict[str, str]]) -> None:
        name, options = table
        game = registry.make(name, options)
        self.count = len(game.seats)
        self.broker = Broker(self.count)
        self.seats = [
            Seat(number, self.count, GameRules(game), self.broker) for number in range(self.count)
        ]
        self.longest: tuple[AnyEntry, ...] = ()  # of all logs that were ever stored

    def seat(self, index: int) -> Seat:
        return self.seats[index % self.count]

    # People

    @rule(index=_index, move=_any, survives=st.booleans())
    def play(self, index: int, move: int, survives: bool) -> None:
        seat = self.seat(index)
        replica, rules = seat.replica, seat.rules
        assert isinstance(rules, GameRules)
        moves = rules.moves(replica.position.plies)
        if moves and replica.holds_pen:
            try:
                replica.play(moves[move % len(moves)], move)
            except Refused:
                return
            seat.keep(survives)

    @rule(index=_index, what=st.sampled_from((*WISHES, "time")), plies=_any)
    def ask(self, index: int, what: str, plies: int) -> None:
        seat = self.seat(index)
        stay = plies % (len(seat.replica.position.plies) + 1) if what == "takeback" else 0
        try:
            seat.replica.ask(what, stay)  # type: ignore[arg-type]
        except Refused:
            return
        seat.keep()

    @rule(index=_index, accepted=st.booleans(), survives=st.booleans())
    def answer(self, index: int, accepted: bool, survives: bool) -> None:
        seat = self.seat(index)
        if seat.replica.position.request is not None and seat.replica.holds_pen:
            seat.replica.answer(accepted)
            seat.keep(survives)

    # The network

    @precondition(lambda self: self.broker.under_way)
    @rule(which=_any, survives=st.booleans())
    def deliver(self, which: int, survives: bool) -> None:
        seat, message = self.broker.under_way.pop(which % len(self.broker.under_way))
        self.seats[seat].hear(message, survives)

    @precondition(lambda self: self.broker.under_way)
    @rule()
    def deliver_all_that_is_under_way(self) -> None:
        under_way, self.broker.under_way = self.broker.under_way, []
        for seat, message in under_way:
            self.seats[seat].hear(message)

    @precondition(lambda self: self.broker.under_way)
    @rule(which=_any)
    def deliver_and_keep(self, which: int) -> None:
        seat, message = self.broker.under_way[which % len(self.broker.under_way)]
        self.seats[seat].hear(message)

    @precondition(lambda self: self.broker.under_way)
    @rule(which=_any)
    def lose(self, which: int) -> None:
        del self.broker.under_way[which % len(self.broker.under_way)]

    @rule(index=_index)
    def connect(self, index: int) -> None:
        self.seat(index).connect()

    # Ends and losses

    @rule(index=_index)
    def end(self, index: int) -> None:
        self.seat(index).kill()

    @rule(keeps_store=st.booleans())
    def restart_the_broker(self, keeps_store: bool) -> None:
        if not any(seat.replica.lost for seat in self.seats):
            self.broker.restart(keeps_store)

    @rule(index=_index)
    def lose_the_card(self, index: int) -> None:
        """A seat forgets all that the broker has kept of it, and hears of it again: before it hears
        any other seat, since its own topic is the first to which it subscribes."""
        seat = self.seat(index)
        kept = self.broker.retained.get(seat.number)
        if kept == msgspec.json.encode(seat.stored):
            empty = Snapshot(table="T", seat=seat.number, seats=self.count, revision=0)
            seat.replica = Replica(empty, seat.rules, seat.seed, lost=True)
            others = [one for other, one in self.broker.retained.items() if other != seat.number]
            for message in [kept, *others]:
                seat.hear(message)

    # What holds

    @invariant()
    def no_log_contradicts_another(self) -> None:
        for seat in self.seats:
            entries, stored = seat.replica.entries, seat.stored.entries
            assert entries[: len(stored)] == stored
            common = min(len(entries), len(self.longest))
            assert entries[:common] == self.longest[:common]
            self.longest = max(self.longest, stored, key=len)

    @invariant()
    def nothing_is_asked_twice(self) -> None:
        asked = [(one.seat, one.number) for one in self.longest if isinstance(one, Request)]
        assert len(asked) == len(set(asked))

    def teardown(self) -> None:
        if hasattr(self, "seats"):
            settle(self.seats, self.broker)
            check(self.seats)
            assert self.seats[0].replica.entries[: len(self.longest)] == self.longest


_QUIET = (HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large)


def test_logs_agree_whatever_happens_in_whatever_order() -> None:
    run(Table, settings=settings(max_examples=25, stateful_step_count=30, deadline=None))


@pytest.mark.slow
def test_logs_agree_in_many_long_orders() -> None:
    run(
        Table,
        settings=settings(
            max_examples=1500, stateful_step_count=80, deadline=None, suppress_health_check=_QUIET
        ),
    )

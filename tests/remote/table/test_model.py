"""No order of events at a small table leads to a wrong state; and a fault would be found."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.remote.table import AnyEntry, Ply, Replica, Request
from companion.remote.table.position import Position, Rules
from tests.remote.table.model import TABLES, Done, Model, Seat, Wrong
from tests.slow import slow_after


@pytest.mark.parametrize("name", slow_after(3, TABLES))
def test_no_order_of_events_is_wrong(name: str) -> None:
    assert Model(TABLES[name]).walk() > 400


class PublishesFirst(Model):
    """Its seats publish before they store, and may end in between."""

    def _kept(self, seat: Seat, one: Replica) -> list[Done]:
        (after, message), _ = super()._kept(seat, one)
        return [(after, message), (Seat(seat.stored, self._nobody), message)]


def test_a_seat_that_publishes_before_it_stores_is_found() -> None:
    with pytest.raises(Wrong):
        PublishesFirst(TABLES["three plies"]).walk()


def test_two_seats_that_may_write_at_once_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    allows, pen = Position.allows, Position.pen

    def anybody_plays(self: Position, entry: AnyEntry, rules: Rules) -> bool:
        if isinstance(entry, Ply):
            entry = replace(entry, author=pen(self, rules))
        return allows(self, entry, rules)

    monkeypatch.setattr(Position, "allows", anybody_plays)
    with pytest.raises(Wrong):
        Model(TABLES["three plies"]).walk()


def test_requests_that_are_not_counted_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    allows = Position.allows

    def uncounted(self: Position, entry: AnyEntry, rules: Rules) -> bool:
        if isinstance(entry, Request):
            entry = replace(entry, number=self.numbers[entry.seat] + 1)
        return allows(self, entry, rules)

    monkeypatch.setattr(Position, "allows", uncounted)
    with pytest.raises(Wrong):
        Model(TABLES["a ply and a draw offer"]).walk()

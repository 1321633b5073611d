"""A flood from far away waits as the newest of each kind, and is stored once."""

from __future__ import annotations

from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion.app.table_mail import TableMail
from companion.base.text import Text
from companion.remote.table import replica
from companion.remote.table.seat_link import (
    Forged,
    LinkReport,
    LinkState,
    Presence,
    SeatMessage,
)
from companion.session.remote_play.table_report import TableReport
from tests.session.far_apart import World

TABLE: Any = SimpleNamespace(id="T")


def mail(reports: list[LinkReport]) -> tuple[TableMail, list[int]]:
    woken: list[int] = []
    made = TableMail(lambda: woken.append(1))
    for report in reports:
        made.put(TableReport(TABLE, report))
    return made, woken


def test_of_a_flood_the_newest_of_each_kind_waits_in_order() -> None:
    random = Random(1)
    reports: list[LinkReport] = []
    for number in range(10_000):
        seat = random.randrange(3)
        reports += [
            SeatMessage(seat, b"%d" % number),
            Presence(seat, bool(number % 2), thinking=False),
            LinkState(True, Text()),
            Forged("topic"),
        ]
    made, woken = mail(reports)
    taken = [report.report for report in made.take()]
    assert len(woken) == 1
    assert len(taken) == 3 + 6 + 1 + 1
    ends = [max(place for place, one in enumerate(reports) if one == kept) for kept in taken]
    assert ends == sorted(ends)
    assert ends[0] > len(reports) - 200
    assert made.take() == []


def test_what_comes_after_it_is_taken_wakes_again() -> None:
    made, woken = mail([LinkState(True, Text())])
    assert len(made.take()) == 1
    made.put(TableReport(TABLE, LinkState(False, Text("lost"))))
    assert len(woken) == 2
    assert len(made.take()) == 1


def test_a_board_that_comes_and_goes_ten_thousand_times_costs_no_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = World(tmp_path)
    world.meet()
    world.exchange("14-12")
    world.wait()
    saved: list[int] = []
    monkeypatch.setattr(world.stored[1], "save", lambda _: saved.append(1))
    black = world.tables[1]
    remote = black.session.live.remote
    assert remote is not None
    remote._save = world.stored[1].save
    snapshot = world.stored[0].snapshot
    for number in range(10_000):
        remote.take(Presence(0, bool(number % 2), thinking=False))
    assert saved == []
    assert snapshot.entries


def test_a_full_record_is_said_on_both_sides_and_nothing_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = World(tmp_path)
    world.meet()
    world.exchange("14-12")
    world.wait()
    monkeypatch.setattr(replica, "MAX_ENTRIES", 2)
    world.hands[1].play("2-7")
    world.wait()
    world.hands[0].play("2-7")
    world.wait()
    for table in world.tables:
        assert "the record of this table is full" in str(table.state.warning)
    world.hands[0].play("12-10")
    world.wait()
    assert world.tables[1].texts == ["14-12", "2-7"]

"""Garbage on every topic of the norm: whoever is at the broker may write there."""

from __future__ import annotations

from random import Random

import pytest
from paho.mqtt import publish

from companion.remote.mqtt import tables
from companion.remote.table.code import TableCode
from companion.remote.table.seat_link import (
    Forged,
    Invited,
    LinkReport,
    Paired,
    PairingFailed,
    PairingReport,
)
from companion.remote.table.seat_link import PairingDelayed as Delayed
from companion.remote.table.ticket import Terms
from companion.remote.table.topics import guest_topic, host_topic, presence_topic, seat_topic
from tests.remote.mqtt.broker import Mosquitto
from tests.remote.mqtt.people import Reports
from tests.remote.mqtt.seats import Board, leave, pair, play, same_log, settings

FEW, MANY = 60, 3000


def garbage(random: Random, seen: list[bytes]) -> bytes:
    """Nothing, noise, or something genuine that was changed, cut, or taken from another topic."""
    match random.randrange(7):
        case 0:
            return b""
        case 1:
            return random.randbytes(random.choice((1, 12, 77, 5000, 200_000)))
        case 2:
            return random.choice((b"{}", b"null", b'{"version":9}', b"[" * 5000, b"\xff\xfe", b"1"))
        case 3 if seen:
            return random.choice(seen)
        case 4 if seen:
            whole = random.choice(seen)
            return whole[: random.randrange(len(whole))]
        case 5 if seen:
            changed = bytearray(random.choice(seen))
            changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
            return bytes(changed)
        case _:
            return b"\1" + random.randbytes(random.randrange(200))


def scribble(
    broker: Mosquitto, random: Random, topics: list[str], seen: list[bytes], count: int
) -> None:
    """Write so many messages, retained or not, anywhere at these topics."""
    publish.multiple(
        [
            (random.choice(topics), garbage(random, seen), 1, random.random() < 0.5)
            for _ in range(count)
        ],
        hostname="127.0.0.1",
        port=broker.port,
    )


@pytest.mark.parametrize("count", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
def test_a_game_goes_on_under_garbage(broker: Mosquitto, count: int) -> None:
    random = Random(count)
    boards = [Board(settings(broker), ticket) for ticket in pair(settings(broker))]
    table = boards[0].ticket.table
    topics = [make(table, seat) for make in (seat_topic, presence_topic) for seat in range(2)]
    topics += [seat_topic(table, 2), presence_topic("0" * 32, 0)]
    for plies in (4, 8, 12):
        seen = [message for board in boards for message in board.link.standing.values()]
        scribble(broker, random, topics, seen, count // 3)
        play(boards, plies, random)
    assert same_log(boards)
    assert len(boards[0].replica.entries) == 12
    leave(*(board.link for board in boards))
    for board in boards:
        reports: list[LinkReport] = [*board.reports.all, *board.reports.drain()]
        forged = [report.topic for report in reports if isinstance(report, Forged)]
        assert forged
        assert set(forged) <= set(topics[:4])


@pytest.mark.slow
@pytest.mark.parametrize("count", [FEW, MANY])
def test_nobody_is_seated_by_garbage(broker: Mosquitto, count: int) -> None:
    """An invitation is spent or given up in one line, or the right people meet."""
    random = Random(count)
    hosting: Reports[PairingReport] = Reports()
    cancel = tables.invite(settings(broker), Terms(game="solomon", seats=2), hosting).cancel
    invited = hosting.until(Invited)
    assert isinstance(invited, Invited)
    plate = TableCode.parse(invited.code).nameplate
    for _ in range(3):
        scribble(broker, random, [host_topic(plate), guest_topic(plate)], [], count // 3)
    joining: Reports[PairingReport] = Reports()
    give_up = tables.join(settings(broker), invited.code, joining, "Ben")
    joining.until(lambda one: isinstance(one, Paired | PairingFailed))
    give_up()
    cancel()
    for reports in (hosting, joining):
        for report in reports.all + reports.drain():
            if isinstance(report, Paired):
                assert report.ticket.terms.players[1] == "Ben"
            elif isinstance(report, PairingFailed | Delayed):
                assert "\n" not in report.text

from __future__ import annotations

import asyncio

import msgspec

from companion.web.messages import Lamps, Refused, Waiting
from companion.web.outbox import Outbox
from tests.web.table import FakeTable


def test_only_the_latest_of_each_kind_waits() -> None:
    table, outbox = FakeTable(), Outbox()
    later = msgspec.structs.replace(table.state, headline="later")
    for message in (Lamps("000000"), table.state, Lamps("ffffff"), later):
        outbox.put(message)
    assert outbox.take() == (later, Lamps("ffffff"))
    assert outbox.take() == ()


def test_another_game_voids_what_was_said_of_the_one_before() -> None:
    table, outbox = FakeTable(), Outbox()
    outbox.put(table.state)
    outbox.put(Lamps("000000"))
    outbox.put(table.hello)
    assert outbox.take() == (table.hello,)


def test_what_was_said_of_a_board_that_is_gone_is_void_and_its_absence_when_it_is_back() -> None:
    table, outbox = FakeTable(), Outbox()
    for message in (table.hello, table.state, Waiting("unplugged")):
        outbox.put(message)
    assert outbox.take() == (Waiting("unplugged"),)
    outbox.put(Waiting("unplugged"))
    outbox.put(table.hello)
    assert outbox.take() == (table.hello,)


def test_refusals_are_bounded_and_the_latest_stay() -> None:
    outbox = Outbox()
    for n in range(100):
        outbox.put(Refused(str(n)))
    waiting = outbox.take()
    assert len(waiting) < 20
    assert waiting[-1] == Refused("99")


def test_whoever_waits_is_woken_by_the_first_message() -> None:
    async def meet() -> object:
        outbox = Outbox()
        waiter = asyncio.create_task(outbox.wait())
        await asyncio.sleep(0)
        assert not waiter.done()
        outbox.put(Lamps("000000"))
        return await waiter

    assert asyncio.run(meet()) == (Lamps("000000"),)

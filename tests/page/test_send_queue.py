from __future__ import annotations

import asyncio
from itertools import permutations

import msgspec

from companion.base.text import Text
from companion.page.messages import Broadcast, ClockView, Lamps, Refused, Shining, Waiting
from companion.page.send_queue import SendQueue
from tests.page.clock import run
from tests.page.table import FakeTable


def test_only_the_latest_of_each_kind_waits() -> None:
    table, queue = FakeTable(), SendQueue()
    later = msgspec.structs.replace(table.state, headline="later")
    for message in (Lamps("000000"), table.state, Lamps("ffffff"), later):
        queue.put(message)
    assert queue.take() == (Lamps("ffffff"), later)
    assert queue.take() == ()


def test_messages_are_sent_in_the_order_in_which_they_came() -> None:
    table, queue = FakeTable(), SendQueue()
    clock = ClockView("5 min", (300.0, 300.0), None, shares=False)
    messages: list[Broadcast] = [table.state, clock, Lamps("000000")]
    for order in permutations(messages):
        for message in order:
            queue.put(message)
        assert queue.take() == order


def test_another_game_voids_what_was_said_of_the_one_before() -> None:
    table, queue = FakeTable(), SendQueue()
    queue.put(table.state)
    queue.put(Lamps("000000"))
    queue.put(table.hello)
    assert queue.take() == (table.hello,)


def test_what_was_said_of_a_board_that_is_gone_is_void_and_its_absence_when_it_is_back() -> None:
    table, queue = FakeTable(), SendQueue()
    for message in (table.hello, table.state, Waiting(Text("unplugged"))):
        queue.put(message)
    assert queue.take() == (Waiting(Text("unplugged")),)
    queue.put(Waiting(Text("unplugged")))
    queue.put(table.hello)
    assert queue.take() == (table.hello,)


def test_refusals_are_bounded_and_the_latest_stay() -> None:
    queue = SendQueue()
    for n in range(100):
        queue.put(Refused(str(n)))
    waiting = queue.take()
    assert len(waiting) < 20
    assert waiting[-1] == Refused("99")


def test_whoever_waits_is_woken_by_the_first_message() -> None:
    async def meet() -> object:
        queue = SendQueue()
        waiter = asyncio.create_task(queue.wait())
        await asyncio.sleep(0)
        assert not waiter.done()
        queue.put(Lamps("000000"))
        return await waiter

    assert run(meet()) == (Lamps("000000"),)


def test_what_lamps_mean_replaces_the_frames_of_the_one_before() -> None:
    queue = SendQueue()
    shining = Shining((), 0)
    queue.put(Lamps("000000"))
    queue.put(shining)
    assert queue.take() == (shining,)
    queue.put(shining)
    queue.put(Lamps("ffffff"))
    assert queue.take() == (shining, Lamps("ffffff"))

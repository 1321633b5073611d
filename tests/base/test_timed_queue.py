"""A wait for a queue's next item ends, however short it is."""

from __future__ import annotations

import re
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, cast

import pytest

from companion.base.timed_queue import next_item

PROGRAM = Path(__file__).parents[2] / "companion"


def test_the_oldest_item_comes_first_and_at_once() -> None:
    queue = SimpleQueue[int]()
    for item in (1, 2):
        queue.put(item)
    assert [next_item(queue, wait) for wait in (60.0, -1.0)] == [1, 2]
    for wait in (0.0, -1.0, 1e-7):
        with pytest.raises(Empty):
            next_item(queue, wait)


def test_a_wait_begins_only_once_there_was_nothing() -> None:
    """Otherwise CPython may wait for ever, if it is interrupted for a microsecond at the wrong
    time: once in some thousand waits on a busy machine, and more often on a slow one."""
    calls: list[Any] = []

    class Empties:
        def get_nowait(self) -> int:
            calls.append("get_nowait")
            raise Empty

        def get(self, *, timeout: float) -> int:
            calls.append(timeout)
            return 1

    assert next_item(cast("SimpleQueue[int]", Empties()), 0.5) == 1
    assert calls == ["get_nowait", 0.5]


def test_the_program_waits_for_items_in_no_other_way() -> None:
    found = {
        str(path.relative_to(PROGRAM))
        for path in PROGRAM.rglob("*.py")
        if re.search(r"\.get\(timeout=", path.read_text(encoding="utf-8"))
    }
    assert found == {"base/timed_queue.py"}

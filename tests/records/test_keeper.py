"""What was chosen is saved by the way: the latest value, and again until it is kept."""

from __future__ import annotations

import logging
from collections.abc import Callable

import pytest

from companion.base.errors import CompanionError
from companion.records.keeper import TRIED_AGAIN_AFTER, Keeper


class Card:
    """Saves numbers, when its jobs are performed. full: whether it refuses."""

    def __init__(self) -> None:
        self.saved: list[int] = []
        self.full = False
        self.jobs: list[Callable[[], None]] = []

    def save(self, value: int) -> None:
        if self.full:
            raise CompanionError(f"no room for {value}")
        self.saved.append(value)

    def work(self) -> None:
        while self.jobs:
            self.jobs.pop(0)()


@pytest.fixture
def card() -> Card:
    return Card()


@pytest.fixture
def keeper(card: Card) -> Keeper[int]:
    return Keeper(card.save)


def test_nothing_is_saved_before_there_is_anything(card: Card, keeper: Keeper[int]) -> None:
    assert (keeper.keeping, keeper.deadline, keeper.trouble) == (False, None, "")
    keeper.advance(1e9, card.jobs.append)
    keeper.close()
    card.work()
    assert card.saved == []


def test_of_what_comes_before_the_card_has_time_the_latest_is_saved_once(
    card: Card, keeper: Keeper[int]
) -> None:
    for value in range(5):
        keeper.keep(value, card.jobs.append)
        assert (keeper.keeping, len(card.jobs)) == (True, 1)
    card.work()
    assert (card.saved, keeper.keeping, keeper.deadline) == ([4], False, None)
    keeper.keep(5, card.jobs.append)
    card.work()
    assert card.saved == [4, 5]


def test_a_value_that_comes_during_a_save_is_saved_afterwards(card: Card) -> None:
    def save(value: int) -> None:
        if value == 1:
            kept.keep(2, card.jobs.append)
        card.save(value)

    kept = Keeper(save)
    kept.keep(1, card.jobs.append)
    card.jobs.pop()()
    assert (card.saved, kept.keeping, len(card.jobs)) == ([1], True, 1)
    card.work()
    assert (card.saved, kept.keeping) == ([1, 2], False)


def test_a_value_that_cannot_be_saved_is_tried_again_every_two_seconds(
    card: Card, keeper: Keeper[int]
) -> None:
    card.full = True
    keeper.keep(7, card.jobs.append)
    assert keeper.deadline is None  # it is on its way
    card.work()
    assert (keeper.trouble, keeper.keeping) == ("no room for 7", False)
    assert keeper.deadline == 0.0  # at once: it may have been a card that has just come back
    for at in (100.0, 100.0 + TRIED_AGAIN_AFTER):
        keeper.advance(at, card.jobs.append)
        assert (keeper.deadline, len(card.jobs)) == (None, 1)
        keeper.advance(at, card.jobs.append)
        assert len(card.jobs) == 1  # and no second time beside it
        card.work()
        assert keeper.deadline == at + TRIED_AGAIN_AFTER
        keeper.advance(at + TRIED_AGAIN_AFTER - 0.01, card.jobs.append)
        assert card.jobs == []
    card.full = False
    keeper.advance(200.0, card.jobs.append)
    card.work()
    assert (card.saved, keeper.trouble, keeper.deadline) == ([7], "", None)
    keeper.advance(300.0, card.jobs.append)
    assert card.jobs == []


def test_a_newer_value_is_saved_instead_of_one_that_failed(card: Card, keeper: Keeper[int]) -> None:
    card.full = True
    keeper.keep(1, card.jobs.append)
    card.work()
    card.full = False
    keeper.keep(2, card.jobs.append)
    card.work()
    keeper.close()
    assert (card.saved, keeper.trouble) == ([2], "")


def test_what_is_left_at_the_end_is_tried_once_more_and_else_logged(
    card: Card, keeper: Keeper[int], caplog: pytest.LogCaptureFixture
) -> None:
    card.full = True
    keeper.keep(1, card.jobs.append)
    card.work()
    keeper.close()
    assert [(one.levelno, one.getMessage()) for one in caplog.records] == [
        (logging.WARNING, "no room for 1")
    ]
    card.full = False
    keeper.close()
    assert (card.saved, keeper.trouble, len(caplog.records)) == ([1], "", 1)


def test_an_error_that_is_not_the_cards_ends_the_save_all_the_same(card: Card) -> None:
    keeper = Keeper[int](lambda _: card.save(1 // 0))
    keeper.keep(1, card.jobs.append)
    with pytest.raises(ZeroDivisionError):
        card.work()
    assert not keeper.keeping

"""Searches find what they found before they were made faster: the same moves, values and nodes."""

from __future__ import annotations

import pytest

from tests.opponents.answers import Searched, recorded
from tests.published import PUBLISHED


@pytest.mark.parametrize("searched", recorded(), ids=str)
def test_a_search_finds_what_it_found(searched: Searched) -> None:
    again = searched.again()
    assert again.order == searched.order, "the legal moves, or their order"
    assert again.answers == searched.answers


def test_every_game_of_the_card_is_searched() -> None:
    assert {searched.game for searched in recorded()} == set(PUBLISHED)

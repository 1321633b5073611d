"""A board on which a game is only watched: its switches mean nothing."""

from __future__ import annotations

import pytest

from companion.games.registry import make
from companion.hands import Phase, UnreadBoard
from companion.rules.geometry import Occupancy, Point, Sensed

_NONE = Occupancy(0)


def test_whatever_hands_do_there_is_no_move() -> None:
    game = make("solomon")
    reader = UnreadBoard(game, game.occupancy(game.start()), 50.0, debounce=0.01)
    reader.follow(game.start(), game.moves(game.start()), (), 50.0, wanted=True)
    for point in range(game.board.size):
        reader.feed(Sensed(Point(point), False, 50.0))
    reader.compare(_NONE, 51.0)
    assert reader.advance(99.0) == reader.confirm(99.0, held=True) == reader.choose(0, 99.0) == []
    assert reader.sensed == _NONE
    assert reader.view.phase is Phase.REST
    assert reader.explained
    assert reader.doubt is None
    assert reader.judged is reader.ready is None


def test_switches_are_debounced_for_the_menu() -> None:
    reader = UnreadBoard(make("solomon"), _NONE, 50.0, debounce=0.01)
    reader.feed(Sensed(Point(3), True, 50.0))
    reader.feed(Sensed(Point(4), True, 50.001))
    assert reader.deadline == reader.settling == pytest.approx(50.01)
    assert reader.settled == pytest.approx(50.011)
    assert reader.changes(50.005) == []
    assert [change.point for change in reader.changes(50.02)] == [3, 4]
    assert reader.deadline is None
    reader.restart(_NONE, 51.0)
    assert reader.sensed == _NONE

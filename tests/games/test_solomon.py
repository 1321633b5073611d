"""Solomon: chains, crowning, the sides' directions, draws."""

from __future__ import annotations

from itertools import combinations

import pytest

from companion.games.solomon import Solomon
from companion.rules import DRAW, ONGOING, Action, InvalidPosition, Match, placement
from companion.rules.geometry import STAR
from tests.opponents.tables.backwards import solved

_GAME = Solomon()


def _texts(text: str) -> set[str]:
    position = _GAME.parse_position(text)
    return {_GAME.move_text(position, move) for move in _GAME.moves(position)}


def test_men_go_forward_and_along_the_horizontal_lines() -> None:
    assert _texts("./...../../.w./../...b./. w") == {"10-4", "10-7", "10-8"}
    assert _texts("./..w../../.../../b..../. w") == {"4-1", "4-3", "4-5"}
    assert _texts("./..w../../.../../b..../. b") == {"14-15"}


def test_a_king_goes_every_way() -> None:
    assert _texts("./...../../.W./../...b./. w") == {f"10-{p}" for p in (4, 7, 8, 12, 13, 16)}


def test_a_jump_must_be_played_and_a_chain_goes_on() -> None:
    # 14 jumps 9 and then must jump 3; no slide is offered.
    text = "./.b.../../b../../w...w/. w"
    assert _texts(text) == {"14x7x1"}
    position = _GAME.parse_position(text)
    assert _GAME.forced(position)
    after = _GAME.advance(position, _GAME.parse_move(position, "14x7x1"))
    assert _GAME.position_text(after) == "W/...../../.../../....w/. b"


def test_crowning_ends_the_turn_in_the_middle_of_a_chain() -> None:
    # From 1 the new king could go on over 5.
    text = "./.b.b./w./.../../...../. w"
    position = _GAME.parse_position(text)
    assert _texts(text) == {"7x1"}
    steps = _GAME.steps(position, _GAME.parse_move(position, "7x1"))
    assert [step.action for step in steps] == [
        Action.LIFT,
        Action.PLACE,
        Action.REMOVE,
        Action.TURN,
    ]
    assert steps[-1].piece.text == "W"


def test_a_king_passes_through_the_palace() -> None:
    assert _texts("./.b.b./../b.b/../W..../. w") == {"14x7x1x8x18"}


def test_a_king_may_land_where_its_chain_began() -> None:
    text = "W/.bb../.b/.bb/../...../. w"
    assert "1x7x13x6x10x1" in _texts(text)
    position = _GAME.parse_position(text)
    after = _GAME.advance(position, _GAME.parse_move(position, "1x7x13x6x10x1"))
    assert _GAME.position_text(after) == "W/...../../.../../...../. b"


def test_two_single_kings_that_threaten_nothing_are_a_draw() -> None:
    assert _GAME.outcome(_GAME.parse_position("W/...../../.../../...../B w")) is DRAW
    near = _GAME.parse_position("W/..B../../.../../...../. w")
    assert _GAME.outcome(near) is ONGOING
    assert _texts("W/..B../../.../../...../. w") == {"1x10"}


def test_who_has_no_move_loses() -> None:
    assert _GAME.outcome(_GAME.parse_position("./...../../.w./../...../. b")).text == "win 0"


def test_the_third_occurrence_of_a_position_is_a_draw() -> None:
    match = Match(_GAME, _GAME.parse_position("W/W..../../.../../...B./B w"))
    for text in ("1-4", "19-16", "4-1", "16-19") * 2:
        assert not match.over
        match.play_text(text)
    assert match.outcome is DRAW


@pytest.mark.parametrize(
    ("text", "at_fault"),
    [
        ("w/...../../.../../...../. w", "point 1 .*palace"),
        ("./...../../.../../...../b w", "point 19 .*palace"),
        ("b/bbbbb/b./.../../wwwww/w w", "7 pieces of 'b'"),
        ("b/bbbbb/../.../../wwwww/w x", "player to move is 'x'"),
        ("b/bbbbb/../.../../wwwww/w", "1 field instead of 2"),
        ("b/bbbbb/../.../../wwwww/(ww) w", "point 19 .*'\\(ww\\)'"),
    ],
)
def test_what_cannot_stand_is_refused(text: str, at_fault: str) -> None:
    with pytest.raises(InvalidPosition, match=at_fault):
        _GAME.parse_position(text)


def test_two_kings_nearly_always_beat_one() -> None:
    starts = []
    for lone in range(19):
        for one, other in combinations([p for p in range(19) if p != lone], 2):
            cells = ["W" if p in (one, other) else "B" if p == lone else "." for p in range(19)]
            starts.append(_GAME.parse_position(f"{placement.write(STAR, cells)} w"))
    decided = solved(starts)
    lengths = [decided[position].plies if position in decided else None for position in starts]
    assert len(starts) == 2907
    assert sum(n is not None and n % 2 == 1 for n in lengths) == 2874
    assert sum(n is not None and n % 2 == 0 for n in lengths) == 6
    assert max(n for n in lengths if n is not None) == 23

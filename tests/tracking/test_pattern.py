"""What a move does to the switches, read off its steps."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.registry import make
from companion.geometry import Board, bits
from companion.tracking.pattern import MovePattern, pattern_of

CHAIN = "./.b..b/../b../../w..../. w"
RUN = "o/ooooo/oo/ooo/oo/ooooo/o w"
OVER_COLUMNS = (
    ".B.b...b/b.(bw).B.../...b...(bbw)/..(bw).(bw).../...w..../..(bw).(ww).../.......W/w.w...W. b"
)
ROUND = "......../......../.(bb).(bb)..../......../.(bb).(bb)..../......../.(bb)....../W....... w"
SENT_BACK = (
    "..nS....nTnSnTnC../....nD............/................../........nC......../"
    "................../................../......sC........../..sDsT..sC......../"
    "........sT..sSsS.. n -,-"
)


def mask(board: Board, names: str) -> int:
    return bits(board.index[name] for name in names.split())


def names(board: Board, points: int) -> str:
    return " ".join(sorted(board.names[p] for p in range(board.size) if points >> p & 1))


def pattern(
    game: str, text: str, move: str, ignored: str = "", **options: str
) -> tuple[MovePattern, Board, Any]:
    played = make(game, options)
    position = played.parse_position(text) if text else played.start()
    chosen = played.parse_move(position, move)
    found = pattern_of(played, position, chosen, mask(played.board, ignored))
    assert (found.move, found.after) == (chosen, played.advance(position, chosen))
    return found, played.board, played.occupancy(position)


# The move; then path, taken, extras; then touched, under, carried, evidence, what the end changes,
# and what a halfway house has changed, with the points that may be either way there.
PATTERNS = [
    (("solomon", "", "14-9"), ("14 9", "", ""), ("14 9", "", "14 9", "14 9", "14 9"), []),
    (
        ("solomon", CHAIN, "14x7x1"),
        ("14 7 1", "9:1 3:2", ""),
        ("14 9 7 3 1", "", "14 7 1", "14 9 3 1", "14 9 3 1"),
        [("14 9 7", "3")],
    ),
    (
        ("trinity", "", "N1-9"),
        ("1 9", "", "1+"),
        ("1 9", "", "9", "1 9", "9"),
        [],
    ),
    (
        ("nim", RUN, "6:13"),
        ("", "6:0 11:0 13:0", ""),
        ("6 11 13", "", "", "6 11 13", "6 11 13"),
        [("", "6 11 13")],
    ),
    (
        ("gomony", OVER_COLUMNS, "d6xb4xd2"),
        ("d6 b4 d2", "", ""),
        ("d6 b4 d2", "c5 c3", "d6 b4 d2", "d6 d2", "d6 d2"),
        [("d6 b4", "")],
    ),
    (
        ("gomony", ROUND, "a1xc3xa5xc7xe5xc3"),
        ("a1 c3 a5 c7 e5 c3", "", ""),
        ("a1 c3 a5 c7 e5", "b2 b4 b6 d6 d4", "a1 c3 a5 c7 e5", "a1 c3 a5 c7 e5", "a1 c3"),
        [("a1 c3", ""), ("a1 a5", ""), ("a1 c7", ""), ("a1 e5", "")],
    ),
    (("crowning", "", "1-9"), ("1 9", "", ""), ("1", "", "1", "1", "1"), []),
    (("son_of_solomon", "", "1@9"), ("", "", "9+"), ("9", "", "", "9", "9"), []),
    (
        ("halma", SENT_BACK, "h9-b3-f3"),
        ("h9 b3 f3", "", "d3- b1+"),
        ("h9 b3 f3 d3 b1", "", "h9 b3 f3", "h9 f3 d3 b1", "h9 f3 d3 b1"),
        [("h9 b3", "d3 b1")],
    ),
]


@pytest.mark.parametrize(
    ("move", "parts", "masks", "stops"), PATTERNS, ids=[" ".join(p[0][::2]) for p in PATTERNS]
)
def test_a_pattern_says_what_its_fields_promise(
    move: tuple[str, str, str],
    parts: tuple[str, str, str],
    masks: tuple[str, ...],
    stops: list[tuple[str, str]],
) -> None:
    options = {"rules": "advanced"} if move[0] == "halma" else {}
    found, board, start = pattern(*move, **options)
    assert " ".join(board.names[p] for p in found.path) == parts[0]
    assert " ".join(f"{board.names[p]}:{hops}" for p, hops in found.taken) == parts[1]
    extras = [board.names[p] + "-+"[occupied] for p, occupied in found.extras]
    assert " ".join(extras) == parts[2]
    shown = (found.touched, found.under, found.carried, found.evidence, found.end ^ start)
    assert [names(board, m) for m in shown] == [" ".join(sorted(m.split())) for m in masks]
    assert found.points == found.touched | mask(board, parts[0])
    houses = [
        (names(board, (value ^ start) & kept), names(board, ~kept & board.full))
        for kept, value in found.stops
    ]
    assert houses == [tuple(" ".join(sorted(side.split())) for side in stop) for stop in stops]
    assert not found.obscured


@pytest.mark.parametrize(
    ("move", "carries", "unseen", "refilled", "first"),
    [
        (("solomon", "", "14-9"), True, False, "", "14"),
        (("solomon", CHAIN, "14x7x1"), True, False, "", "14"),
        (("trinity", "", "N1-9"), True, False, "1", "1"),
        (("nim", RUN, "6:13"), False, False, "", "6 11 13"),
        (("crowning", "", "1-9"), False, True, "", "1"),
        (("son_of_solomon", "", "1@9"), False, False, "", "9"),
    ],
)
def test_what_can_be_told_of_a_move_by_its_switches(
    move: tuple[str, str, str], carries: bool, unseen: bool, refilled: str, first: str
) -> None:
    found, board, _ = pattern(*move)
    assert (found.carries, found.unseen) == (carries, unseen)
    assert names(board, found.refilled) == refilled
    assert " ".join(board.names[p] for p in found.first()) == first


def test_a_move_rests_at_its_end_and_at_its_halfway_houses_whatever_is_off_by_then() -> None:
    found, board, start = pattern("solomon", CHAIN, "14x7x1")
    house = start ^ mask(board, "14 9 7")
    assert list(found.boards(start)) == [found.end, house]
    off = house ^ mask(board, "3")
    assert list(found.boards(off)) == [found.end, off]
    assert found.stops_at(house)
    assert found.stops_at(off)
    assert not found.stops_at(house ^ mask(board, "9"))


def test_ignored_switches_are_as_if_they_were_never_closed() -> None:
    found, board, start = pattern("solomon", CHAIN, "14x7x1", "9 7")
    for points in (found.touched, found.points, found.evidence, found.carried, found.end):
        assert not points & mask(board, "9 7")
    assert names(board, found.touched) == "1 14 3"
    assert found.end == start ^ mask(board, "14 9 3 1")
    assert found.stops_at(start & ~mask(board, "9 14"))
    assert found.obscured
    slide, _, _ = pattern("solomon", "", "14-9", "12")
    assert not slide.obscured


def test_a_board_fits_while_nothing_else_has_changed_and_one_piece_is_carried() -> None:
    found, board, start = pattern("solomon", CHAIN, "14x7x1")
    for changed, fits in (
        ("", True),
        ("14", True),
        ("9", True),
        ("14 7", True),
        ("14 7 9 3", True),
        ("14 1", True),
        ("14 7 1", False),  # it cannot be at two places
        ("7", False),
        ("14 2", False),
    ):
        assert found.fits(start ^ mask(board, changed), start) == fits, changed

"""What a move does to the switches, read off its steps."""

from __future__ import annotations

from typing import Any, cast

import pytest

from companion.base.text import Text
from companion.games.registry import make
from companion.hands.pattern import MovePattern, pattern_of
from companion.rules import Action, Piece, Step, TrackedGame
from companion.rules.geometry import Board, Occupancy, Point, bits
from tests.hands.patterns import move_along

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


A, B, C, D = map(Point, range(4))


class Scripted:
    """A game of one move, whose steps a test writes down: `-A` lifts, `+B` puts down, `xC` takes
    off, `@D` puts in, `oA` makes another piece of one."""

    def __init__(self, standing: str, steps: str) -> None:
        self._board = bits(map(_place, standing))
        self._steps = steps.split()

    def occupancy(self, position: Any) -> Occupancy:
        return Occupancy(self._board)

    def steps(self, position: Any, move: Any) -> list[Step]:
        actions = {
            "-": Action.LIFT,
            "+": Action.PLACE,
            "x": Action.REMOVE,
            "@": Action.ENTER,
            "o": Action.TURN,
        }
        piece = Piece(None, Text("man"), "o")
        return [
            Step(actions[step[0]], _place(step[1]), piece, step[0] in "+@o") for step in self._steps
        ]

    def advance(self, position: Any, move: Any) -> None:
        return None


def _place(letter: str) -> Point:
    return Point("ABCD".index(letter))


def scripted(standing: str, steps: str) -> MovePattern:
    return pattern_of(cast(TrackedGame, Scripted(standing, steps)), None, None)


def test_a_landing_where_a_piece_was_captured_must_have_been_touched() -> None:
    found = scripted("AC", "-A +B xC -B +C")
    assert found.path == (A, B, C)
    assert found.evidence == bits([A, C])
    assert found.carried == bits([A, B])


def test_no_piece_is_carried_alone_to_where_another_stood() -> None:
    found = scripted("AB", "-A xB +B")
    assert (found.path, found.carried) == ((A, B), bits([A]))


def test_a_move_stops_only_where_its_piece_stands_though_another_comes_there_later() -> None:
    found = scripted("A", "-A +B -B +C @B")
    assert found.stops_at(bits([B]))
    assert not found.stops_at(0)


def test_no_point_is_ignored_unless_it_is_said() -> None:
    found = scripted("A", "-A +B")
    assert (found.touched, found.evidence, found.obscured) == (bits([A, B]), bits([A, B]), False)


@pytest.mark.parametrize(("steps", "stops"), [("xA", 0), ("xA xB", 1), ("xA xB xC", 1)])
def test_a_run_of_several_pieces_may_rest_with_any_of_them_off(steps: str, stops: int) -> None:
    found = scripted("ABCD", steps)
    assert len(found.stops) == stops
    assert found.stops_at(bits([A, B, C, D])) == bool(stops)
    assert not found.stops_at(bits([A, B, C]))


def test_a_move_is_obscured_by_what_is_ignored_on_its_way_and_beside_it() -> None:
    unseen, _, _ = pattern("crowning", "", "1-9", "9")
    assert unseen.obscured
    beside, _, _ = pattern("solomon", CHAIN, "14x7x1", "3")
    assert beside.obscured


def test_a_piece_that_ends_on_another_is_seen_by_no_switch() -> None:
    assert move_along(A, B, C, touched=[A, B]).unseen
    assert not move_along(A, B, C, touched=[A, C]).unseen
    assert not move_along(touched=[A]).unseen


def test_a_move_undoes_another_from_its_end_to_its_beginning_whatever_lies_between() -> None:
    there = move_along(A, B, C)
    assert move_along(C, D, A).undoes(there)
    assert not move_along(C, B).undoes(there)
    assert not move_along(B, A).undoes(there)
    assert not there.undoes(there)
    assert not move_along().undoes(move_along())


def test_only_the_first_point_of_the_way_can_be_refilled() -> None:
    assert move_along(A, B, C, extras=[(A, True)]).refilled == bits([A])
    assert move_along(A, B, C, extras=[(B, True)]).refilled == 0
    assert move_along(A, B, C, extras=[(A, False)]).refilled == 0


def test_a_carried_piece_may_become_another_where_it_lands() -> None:
    crowned, _, _ = pattern("solomon", "./...w./../.w./../b..../. w", "5-1")
    assert crowned.turned
    moved, _, _ = pattern("solomon", "", "14-9")
    assert not moved.turned
    assert not scripted("AC", "-A +B oC").turned

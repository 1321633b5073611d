"""Why hands may not move a piece, and why a game is over, in the words that people read."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from companion.games.registry import make
from companion.rules import Match, Turn, TurnMatch
from companion.rules.geometry import Point
from companion.rules.reasons import conclusion, must_jump, refusal
from companion.rules.turn_match import Bag
from tests.conformance.option_sets import games, labels


def begin(name: str, position: str = "", bag: Bag | None = None, **options: str) -> TurnMatch:
    game = make(name, options)
    return TurnMatch(Match(game, game.parse_position(position) if position else None), bag)


KINGS = "W/...../../.../../....b/B w"
FORCED = "b/bbbbb/../w../../w.www/w b"  # 2 can take 9
CROWNED = "o/.oooo/oo/o.(oo)/oo/oooo(oo)/."
NO_SLIDE = "1/2a.../b./.../../....c/. w 1 move"


@pytest.mark.parametrize(
    ("name", "position", "acts", "said"),
    [
        ("solomon", "", "14 10", "Without a jump, a piece moves one point only."),
        ("solomon", "", "14 15", "15 is occupied."),
        ("solomon", "", "14 11", "White's man on 14 can only go to 9 or 12."),
        ("solomon", "", "19 12", "You cannot jump over your own piece."),
        ("solomon", "", "19 11", "White's man on 19 cannot move now."),
        ("solomon", "", "2 7", "It is White's turn."),
        ("solomon", "", "14 tray", "Nothing captures White's man on 14."),
        ("solomon", "", "tray 10", "No piece is placed on the board now."),
        ("solomon", "b/...../../w../../...../w w", "9 14", "Men cannot go backwards."),
        ("solomon", "b/...../w./w../../...../w w", "9 3", "You cannot jump over your own piece."),
        ("solomon", FORCED, "3 7", "You must jump: 2 takes 9."),
        ("solomon", FORCED, "14 12", "It is Black's turn."),
        ("solomon", KINGS, "1 4", "White's king on 1 can only go to 3, 4 or 5."),
        ("gomony", "", "c3 c4", "Columns stay on the dark squares."),
        ("gomony", "", "c3 e5", "Without a jump, a column moves one square only."),
        ("gomony", "", "b2 d4", "You cannot jump over your own column."),
        ("gomony", "", "f6 e5", "It is White's turn."),
        (
            "gomony",
            "......../......../.b...b../......../...w..../......../......../........ w",
            "d4 c3",
            "Only a promoted marker goes backwards.",
        ),
        ("peg", "", "14 10", "A piece jumps over its neighbour to the vacant point behind it."),
        ("peg", "", "18 tray", "Nothing captures the piece on 18."),
        ("crowning", CROWNED, "1 tray", "Nothing captures the single piece on 1."),
        ("crowning", CROWNED, "4 tray", "The single piece on 4 cannot move now."),
        ("crowning", "", "14 10", "A move passes over exactly two pieces."),
        ("crowning", "", "14 11", "A piece moves along a line."),
        ("crowning", "(oo)/ooooo/oo/ooo/oo/ooo../.", "1 18", "A king does not move."),
        ("nim", "", "14 10", "Pieces are taken off, not moved."),
        ("trinity", "", "14 10", "Only the nickel on 1 can move now."),
        ("trinity", "", "1 2", "A coin slides along a line."),
        ("trinity", "", "1 14", "14 is occupied."),
        (
            "son_of_solomon",
            "1/...../../.../../...../. b 1 place",
            "1 3",
            "No piece on the board moves now: place Black's number 1.",
        ),
        ("son_of_solomon", "1/...../../.../../...../. b 1 place", "tray 1", "1 is occupied."),
        ("halma", "", "tray e5", "No piece is placed on e5 now."),
    ],
)
def test_it_is_said_why_a_piece_may_not_go_there(
    name: str, position: str, acts: str, said: str
) -> None:
    match = begin(name, position)
    origin, to = (match.game.board.index.get(place) for place in acts.split())
    assert refusal(match, origin, to) == said


@pytest.mark.parametrize(
    ("rules", "position", "acts", "said"),
    [
        ("simple", "sS:b1 sT:c4 nS:h9", "c4 c5", "A triangle cannot move in that direction."),
        ("simple", "sS:b1 sT:c4 nS:h9", "c4 a4", "A piece cannot stop on the margin."),
        ("simple", "sS:b2 sT:c4 nS:h9", "b2 b1", "A piece cannot return to its first rank."),
        ("simple", "sS:b9 sT:c4 nS:h9", "b9 b8", "A piece on its goal stays there."),
        ("simple", "sS:b1 nS:b2", "b1 c1", "You must jump: b1 to b3."),
    ],
)
def test_halmas_own_rules_are_said(rules: str, position: str, acts: str, said: str) -> None:
    game = make("halma", {"rules": rules})
    cells = {cell.split(":")[1]: cell.split(":")[0] for cell in position.split()}
    rows = ["".join(cells.get(game.board.names[p], "..") for p in row) for row in game.board.rows]
    match = begin("halma", f"{'/'.join(rows)} s -,-", rules=rules)
    origin, to = (game.board.index[place] for place in acts.split())
    assert refusal(match, origin, to) == said


def test_another_piece_than_the_one_to_be_placed_is_refused() -> None:
    match = begin("son_of_solomon")
    assert refusal(match, None, Point(3), "a") == "Place White's number 1."


def test_the_piece_drawn_from_the_bag_is_named() -> None:
    match = begin("soli2", bag=lambda match: match.moves[0])
    assert refusal(match, None, Point(3), "w") == "Place Black's counter."


def test_nothing_moves_once_the_game_is_over() -> None:
    match = begin("solomon")
    match.resign()
    assert refusal(match, Point(13), Point(11)) == "The game is over."


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("b/bbwbb/../.../.w/ww.w./w b", "You must jump: 1 takes 4, 13 and 17."),
        (FORCED, "You must jump: 2 takes 9."),
    ],
)
def test_a_forced_jump_is_told_with_what_it_takes(position: str, said: str) -> None:
    assert must_jump(begin("solomon", position)) == said


def test_many_forced_jumps_are_told_by_the_pieces_that_can_make_them() -> None:
    line = "......./.bw.wb./......./......./.bw..../......./....... b jump 0b0w -"
    some = begin("soli2", line)
    assert must_jump(some) == "You must jump: b6 takes c6, f6 takes e6 or b3 takes c3."
    crowd = begin("soli2", line.replace("./.bw....", "./.bw.wb."))
    assert must_jump(crowd) == "You must jump with one of the pieces that are lit."
    again = begin("soli2", "......./.bw.wb./.w...w./......./......./......./....... b jump 0b0w -")
    assert must_jump(again) == "You must jump with b6 or f6."


@pytest.mark.parametrize(
    ("name", "position", "said"),
    [
        (
            "solomon",
            "W/...../../.../../...../B w",
            "Each side has one king, and neither can capture the other.",
        ),
        ("solomon", "b/...../../.../../...../. w", "White has no pieces left."),
        ("solomon", "b/bbb../b./.../../...../. w", "White has no pieces left."),
        ("nim", "./...../../.../../...../. b", "White took the last piece."),
        ("peg", "./...../../.../../...../o", "One piece is left."),
        ("peg", "o/...../../.../../...../o", "No jump is left, and 2 pieces remain."),
        ("trinity", "N/...../../.../../D...Q/. N 0 0", "No stone is left to lay."),
    ],
)
def test_it_is_said_why_a_game_is_over(name: str, position: str, said: str) -> None:
    assert conclusion(begin(name, position)) == said


def test_a_repeated_position_is_counted() -> None:
    match = begin("solomon", "W/...../../.../../w..../B w")
    around = [("1-3", "19-16"), ("3-1", "16-19")] * 2
    for text in (text for pair in around for text in pair):
        match.play(Turn((match.game.parse_move(match.position, text),)))
    assert match.over
    assert conclusion(match) == "The same position has come up three times."


def test_an_end_by_the_players_is_told_as_such() -> None:
    match = begin("solomon")
    assert conclusion(match) == ""
    match.resign()
    assert conclusion(match) == "White resigned."


@pytest.mark.parametrize("label", labels(always=2))
def test_every_game_explains_its_refusals_and_its_end(label: str) -> None:
    random = Random(label)
    game = dict(games())[label]
    match = TurnMatch(Match(game), bag=lambda match: random.choice(match.moves))
    for ply in range(400):
        if match.over:
            assert conclusion(match).endswith(".")
            break
        if ply % 40 == 0:
            for origin, to in _illegal(match, random):
                assert refusal(match, origin, to).endswith(".")
        match.play(random.choice(match.turns))


def _illegal(match: TurnMatch, random: Random) -> list[tuple[Point | None, Point]]:
    """Some ways to put a piece somewhere that no legal turn begins with."""
    turns = [match.turn_game.steps(match.position, turn) for turn in match.turns]
    legal = {(steps[0].point, step.point) for steps in turns for step in steps}
    stacks = match.game.stacks(match.position)
    size = match.game.board.size
    points = list(map(Point, random.sample(range(size), min(9, size))))
    return [
        (origin, to)
        for origin, to in product([None, *points], points)
        if origin != to and (origin is None or stacks[origin]) and (origin, to) not in legal
        if origin is not None or (to, to) not in legal
    ]

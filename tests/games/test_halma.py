"""Pythagoreic Halma: what the rules of docs/games/halma.md come to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random

import pytest

from companion.games.halma import Halma
from companion.rules import Action, IllegalMove, InvalidMove, InvalidPosition, Match
from tests.games.plain_halma import PlainHalma

FILES, RANKS = "abcdefghi", "123456789"
SEATS = {2: "sn", 3: "swn", 4: "swne"}

Pieces = dict[str, str]
"""What stands where: `{"e1": "sD"}`."""


def game(players: int = 2, rules: str = "simple") -> Halma:
    return Halma({"players": players, "rules": rules})


def text_of(pieces: Pieces, turn: str = "s", players: int = 2, hands: str = "") -> str:
    rows = ["".join(pieces.get(file + rank, "..") for file in FILES) for rank in RANKS[::-1]]
    return f"{'/'.join(rows)} {turn} {hands or ','.join('-' * players)}"


def placed(listing: str) -> Pieces:
    """`sD e1, nS d2` as pieces."""
    pairs = (item.split() for item in listing.split(","))
    return {square: piece for piece, square in pairs}


def moves(
    listing: str, turn: str = "s", players: int = 2, rules: str = "simple", of: str = ""
) -> list[str]:
    """The legal moves, sorted; `of` a square: where the piece on it may go, path by path."""
    rules_ = game(players, rules)
    position = rules_.parse_position(text_of(placed(listing), turn, players))
    texts = sorted(rules_.move_text(position, move) for move in rules_.moves(position))
    return [text.removeprefix(f"{of}-") for text in texts if text.startswith(of)]


def after(listing: str, move: str, players: int = 2, rules: str = "advanced") -> Pieces:
    """What stands where when South has moved."""
    rules_ = game(players, rules)
    position = rules_.parse_position(text_of(placed(listing), "s", players))
    reached = rules_.advance(position, rules_.parse_move(position, move))
    stacks = rules_.stacks(reached)
    return {rules_.board.names[p]: s[0].text for p, s in enumerate(stacks) if s}


# Dropping


def test_pieces_are_dropped_in_turn_on_the_first_rank() -> None:
    match = Match(game(4))
    assert len(match.moves) == 28
    for move, seat in (("C@d1", 1), ("S@a5", 2), ("T@h9", 3), ("D@i2", 0)):
        match.play_text(move)
        assert match.to_act == seat
    text = match.game.position_text(match.position)
    assert text.endswith(" s SSTTCD,STTCCD,SSTCCD,SSTTCC")
    assert len(match.moves) == 4 * 6
    for move in ("C@d1", "D@a1", "D@i1", "D@d2"):
        with pytest.raises(IllegalMove):
            match.play_text(move)


def test_the_moves_begin_with_south_when_all_hands_are_empty() -> None:
    match = Match(game(3))
    random = Random(1)
    for _ in range(21):
        assert match.game.position_text(match.position).count("-") < 3
        match.play(random.choice(match.moves))
    text = match.game.position_text(match.position)
    assert text.endswith(" s -,-,-")
    assert all("@" not in match.game.move_text(match.position, move) for move in match.moves)


# Steps and places to rest


@pytest.mark.parametrize(
    ("piece", "to"),
    [
        ("sS", "d5 e4 e6 f5"),
        ("sT", "d6 e4 f6"),
        ("sC", "d5 d6 e6 f5 f6"),
        ("sD", "d4 d6 f4 f6"),
        ("nT", "d4 e6 f4"),
        ("nC", "d4 d5 e4 f4 f5"),
        ("wS", "d5 e4 e6 f5"),
        ("wT", "d5 f4 f6"),
        ("wC", "e4 e6 f4 f5 f6"),
        ("eT", "d4 d6 f5"),
        ("eC", "d4 d5 d6 e4 e6"),
        ("eD", "d4 d6 f4 f6"),
    ],
)
def test_each_kind_steps_in_its_own_directions(piece: str, to: str) -> None:
    assert moves(f"{piece} e5", piece[0], players=4, of="e5") == to.split()


def test_nothing_rests_on_the_margin_but_on_its_goal() -> None:
    assert moves("sS b5") == ["b5-b4", "b5-b6", "b5-c5"]
    assert moves("sS h8") == ["h8-g8", "h8-h7", "h8-h9"]
    assert moves("sD b8") == ["b8-c7", "b8-c9"]  # neither a7, a9 nor the corner
    assert moves("wS h8", "w", 4) == ["h8-g8", "h8-h7", "h8-i8"]


def test_the_first_rank_is_rested_on_only_along_it() -> None:
    assert moves("sS b1") == ["b1-b2", "b1-c1"]
    assert moves("sC c2") == ["c2-b2", "c2-b3", "c2-c3", "c2-d2", "c2-d3"]
    assert moves("sS c2") == ["c2-b2", "c2-c3", "c2-d2"]
    # By jumps along the rank, and not by one that leaves it.
    assert moves("sS b1, sT c1, sT e1", of="b1") == ["b2", "d1", "d1-f1"]
    assert moves("sD c3, nS d2, nS f2", of="c3") == ["b2", "b4", "d4", "e1-g3"]
    assert moves("sS c1, sT c2, sC d3, sC e2", of="c1") == ["b1", "c3", "c3-e3", "d1"]


def test_what_has_come_to_the_goal_stays_there_and_can_be_jumped() -> None:
    assert moves("sS d9, sD b2", of="d9") == []
    assert moves("sS c9, sS b9", of="b9") == []
    assert "d9" in moves("sS b9, sS c9, sC b7, nS c8", of="b7")


# Jumps


def test_a_jump_goes_over_anybodys_neighbour_and_takes_nothing() -> None:
    listing = "sS e5, nS e6, sT d5, nC f5"
    assert moves(listing, of="e5") == ["c5", "e4", "e7", "g5"]
    assert after(listing, "e5-e7") == placed("sS e7, nS e6, sT d5, nC f5")


def test_a_chain_may_stop_wherever_the_piece_may_rest() -> None:
    assert moves("sS e3, nS e4, nC e6, nT d7", of="e3") == [
        "d3",
        "e2",
        "e5",
        "e5-e7",
        "e5-e7-c7",
        "f3",
    ]


def test_a_chain_passes_over_the_margin_and_corners_but_ends_on_neither() -> None:
    listing = "sS c2, nS b2, wC a3, nT b4"
    assert moves(listing, players=4, of="c2") == ["a2-a4-c4", "c3", "d2"]
    assert moves(f"{listing}, sD c4", players=4, of="c2") == ["c3", "d2"]
    assert moves("sD c3, nS b2, nC b4", of="c3") == ["d2", "d4"]  # not in the corner
    through = "sS c1, sT b1, wS a2, nT b3"
    assert moves(through, players=4, of="c1") == ["a1-a3-c3", "c2", "d1"]


def test_a_chain_never_ends_where_it_began() -> None:
    circle = "sS c3, nS d3, nS e4, nT d5, nT c4"
    assert moves(circle, of="c3") == ["b3", "c2", "c5", "e3", "e3-e5"]


def test_a_chain_does_not_turn_straight_back_but_from_the_margin() -> None:
    # a2 is a dead end: the piece goes back, and on from where it was in another direction.
    rules = game()
    text = text_of(placed("sS c2, nS b2, nT c3"))
    position = rules.parse_position(text)
    assert rules.move_text(position, rules.parse_move(position, "c2-a2-c2-c4")) == "c2-c4"
    with pytest.raises(IllegalMove):
        rules.parse_move(position, "c2-a2-c2")
    with pytest.raises(IllegalMove):
        rules.parse_move(position, "c2-c4-c2-a2-c2-c4")
    inner = rules.parse_position(text_of(placed("sS d4, nS e4, nS d5")))
    with pytest.raises(IllegalMove):
        rules.parse_move(inner, "d4-f4-d4-d6")


def test_a_triangle_goes_back_from_the_margin_against_its_directions() -> None:
    rules = game()
    position = rules.parse_position(text_of(placed("sT c3, nS b4, nS d4")))
    assert rules.move_text(position, rules.parse_move(position, "c3-a5-c3-e5")) == "c3-e5"
    with pytest.raises(IllegalMove):  # a circle may not
        other = rules.parse_position(text_of(placed("sC c3, nS b4, nS d4")))
        rules.parse_move(other, "c3-a5-c3-e5")
    with pytest.raises(IllegalMove):  # nor may a triangle from within the board
        other = rules.parse_position(text_of(placed("sT d3, nS e4, nS c4")))
        rules.parse_move(other, "d3-f5-d3-b5")
    with pytest.raises(IllegalMove):  # nor from its goal
        other = rules.parse_position(text_of(placed("sT d7, nS e8, nS c8")))
        rules.parse_move(other, "d7-f9-d7-b9")


def test_after_an_outjump_turning_back_adds_places_to_stop() -> None:
    listing = "sD e1, nS d2, sS b2, sC f2"
    assert "e1-c3-a1-c3-e1-g3" in moves(listing)
    assert "e1-g3" not in moves(listing)


# Outjumps


def test_an_enemy_beside_the_first_rank_forces_a_jump_out() -> None:
    listing = "sS d1, nS d2, sC g5"
    assert moves(listing) == ["d1-d3"]
    rules = game()
    assert rules.forced(rules.parse_position(text_of(placed(listing))))
    assert not rules.forced(rules.parse_position(text_of(placed("sS d1, nS e2, sC g5"))))


@pytest.mark.parametrize(
    "listing",
    [
        "sS d1, nC d2, sC g5",  # a circle compels nobody
        "sS d1, sT d2, sC g5",  # nor does one's own piece
        "sS d1, nS d2, nT d3, sC g5",  # the landing is taken
        "sS d1, nS e2, sC g5",  # not in its directions
        "sS d1, nS e1, sC g5",  # along the rank the landing is on the margin
        "sD c1, nS b2, sC g5",  # and so it is here
        "sD b1, wS a2, sC g5",  # there is no landing
        "sD h1, nS g3, sC g5",  # not a neighbour
        "sS d2, nS d3, sC g5",  # not on the first rank
    ],
)
def test_nothing_else_forces_a_jump_out(listing: str) -> None:
    assert moves(listing, players=4, of="g5")


def test_any_of_several_outjumps_may_begin_and_be_continued() -> None:
    listing = "sS d1, sD f1, nS d2, nT e2, nD d4, sC h6"
    assert moves(listing, rules="simple") == ["d1-d3", "d1-d3-d5", "f1-d3"]
    assert "d1-d3-d5" in moves(listing, rules="advanced")


def test_no_outjump_begins_elsewhere_than_in_the_first_rank() -> None:
    rules = game()
    position = rules.parse_position(text_of(placed("sS d1, nS d2, sS c3, nS c4")))
    assert moves("sS d1, nS d2, sS c3, nS c4", of="c3") == []
    with pytest.raises(IllegalMove):
        rules.parse_move(position, "c3-c5")


@pytest.mark.parametrize("rules", ["simple", "advanced"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_typed_text_is_a_legal_move_or_is_refused(players: int, rules: str) -> None:
    rules_, random = game(players, rules), Random(f"{players} {rules}")
    match, points = Match(rules_), range(rules_.board.size)
    while not match.over and len(match.history) < 120:
        position, legal = match.position, match.moves
        pieces = [p for p in points if rules_.held(position, match.to_act) >> p & 1]
        for origin in pieces if rules_.forced(position) else ():
            for to in random.sample(points, 20):
                typed = f"{rules_.board.names[origin]}-{rules_.board.names[to]}"
                with suppress(IllegalMove, InvalidMove):
                    assert rules_.parse_move(position, typed) in legal
        match.play(random.choice(legal))


def test_an_outjump_is_short_in_the_advanced_game_too() -> None:
    assert any(move.startswith("g5") for move in moves("sS d1, nS d3, sC g5", rules="advanced"))
    assert "d1-d5" in moves("sS d1, nS d3, sC g5", rules="advanced")


# Passing and winning


def test_who_cannot_move_passes() -> None:
    rules = game()
    position = rules.parse_position(text_of(placed("sS b9, nS b5")))
    (only,) = rules.moves(position)
    assert rules.is_pass(only)
    assert rules.move_text(position, only) == "pass"
    assert rules.to_act(rules.advance(position, only)) == 1


def test_seven_pieces_on_the_goal_win() -> None:
    home = "sS b9, sS c9, sT d9, sT e9, sC f9, sC g9, sD g8, nS e5"
    rules = game()
    position = rules.parse_position(text_of(placed(home)))
    assert rules.outcome(position).text == "ongoing"
    won = rules.advance(position, rules.parse_move(position, "g8-h9"))
    assert rules.outcome(won).text == "win 0"
    assert rules.moves(won) == []
    assert "h9" in moves(home, of="g8")
    east = "eS a2, eS a3, eT a4, eT a5, eC a6, eC a7, eD a8, sS e5"
    four = game(4)
    assert four.outcome(four.parse_position(text_of(placed(east), "s", 4))).text == "win 3"


# The advanced game


def test_a_long_jump_has_the_only_piece_in_its_middle() -> None:
    assert "e2-e8" in moves("sS e2, nT e5", rules="advanced")
    assert "e2-e8" not in moves("sS e2, nT e5", rules="simple")
    assert moves("sS e2, nT e5, nT e7", rules="advanced", of="e2") == ["d2", "e3", "f2"]
    assert moves("sS e2, nT e5, nT e8", rules="advanced", of="e2") == ["d2", "e3", "f2"]
    assert moves("sS e2, nT e4, sD h2", rules="advanced", of="e2") == ["d2", "e3", "e6", "f2"]
    assert moves("sD b2, nT e5", rules="advanced", of="b2") == ["c3", "h8"]


def test_a_circle_sends_an_enemy_circle_back_to_the_first_vacant_square() -> None:
    listing = "sC e4, nC e5, nS b9"
    assert after(listing, "e4-e6") == placed("sC e6, nC c9, nS b9")
    assert after(listing, "e4-e6", rules="simple") == placed("sC e6, nC e5, nS b9")
    four = "sC e4, wC e5, eC f7, wS a8"
    assert after(four, "e4-e6", players=4) == placed("sC e6, wC a7, eC f7, wS a8")
    assert after("sC e4, eC e5", "e4-e6", players=4) == placed("sC e6, eC i8")
    assert after("sT d4, nC e5", "d4-f6") == placed("sT f6, nC e5")  # only a circle does
    assert after("sC e4, sC e5", "e4-e6") == placed("sC e6, sC e5")  # and only to an enemy
    assert after("sC e2, nC e5", "e2-e8") == placed("sC e8, nC b9")  # by a long jump too


def test_south_and_west_and_east_have_orders_of_their_own() -> None:
    rules = game(4, "advanced")
    position = rules.parse_position(text_of(placed("nC e6, sC e5, sS c1, sT b1"), "n", 4))
    reached = rules.advance(position, rules.parse_move(position, "e6-e4"))
    assert rules.stacks(reached)[rules.board.index["d1"]][0].text == "sC"


def test_a_circle_on_its_first_rank_or_its_goal_is_not_sent_back() -> None:
    home = "sC c3, nT b3, wC a4, nT b5"
    assert after(home, "c3-a3-a5-c5", players=4) == placed("sC c5, nT b3, wC a4, nT b5")
    assert after("sC c1, nC d1, sS h5", "c1-e1") == placed("sC e1, nC d1, sS h5")
    assert after("sC b2, nC c1, nC c2", "b2-d2") == placed("sC d2, nC c1, nC b9")


def test_a_full_first_rank_sends_to_the_rank_behind_it() -> None:
    full = "sS b9, sT c9, sC d9, nS e9, nS f9, nT g9, nT h9"
    assert after(f"sC e4, nC e5, {full}", "e4-e6") == placed(f"sC e6, nC b8, {full}")
    behind = "sD b8, sT c8, sS e8"
    assert after(f"sC e4, nC e5, {full}, {behind}", "e4-e6") == placed(
        f"sC e6, nC d8, {full}, {behind}"
    )


def test_what_the_jumper_leaves_is_vacant_where_it_lands_is_not() -> None:
    full = "sS b9, sT c9, nT d9, nS e9, nS f9, nT g9, nD h9"
    # The circle leaves b8 to the one that it sends back.
    assert after(f"{full}, sC b8, nC c8", "b8-d8") == placed(f"{full}, sC d8, nC b8")
    # It lands on c8; b8 is taken, d8 is where the other stood, and e8 is what it left.
    assert after(f"{full}, sC e8, nC d8, sD b8", "e8-c8") == placed(f"{full}, sC c8, nC e8, sD b8")


def test_without_a_square_to_go_to_there_is_no_jump() -> None:
    rules = game(4, "advanced")
    north = placed("nS b9, nS c9, nT d9, nT e9, nC f9, nD g9, sS h9")
    behind = placed("sS b8, sT c8, sT d8, sD e8, wS f8, wS g8, wT h8")
    circles = placed("sC e4, nC e5")
    full = north | behind | circles
    assert moves(", ".join(f"{p} {s}" for s, p in full.items()), "s", 4, "advanced", of="e4") == [
        "d4",
        "d5",
        "f4",
        "f5",
    ]
    del full["h8"]
    position = rules.parse_position(text_of(full, "s", 4))
    reached = rules.advance(position, rules.parse_move(position, "e4-e6"))
    assert rules.stacks(reached)[rules.board.index["h8"]][0].text == "nC"


def test_a_send_back_does_not_land_on_the_margin_but_on_the_goal() -> None:
    assert moves("sC c5, nC b5", rules="advanced", of="c5") == ["b6", "c6", "d5", "d6"]
    assert "e9" in moves("sC e7, nC e8", rules="advanced", of="e7")
    # Over a piece that is not sent back the margin is passed as ever.
    assert "a5-c7" in moves("sC c5, nT b5, nT b6", rules="advanced", of="c5")
    assert "a5-c7" not in moves("sC c5, nC b5, nT b6", rules="advanced", of="c5")


def test_hands_carry_a_circle_home_after_the_jump_that_sends_it() -> None:
    rules = game(2, "advanced")
    position = rules.parse_position(text_of(placed("sC e3, nC e4, nS d6")))
    steps = rules.steps(position, rules.parse_move(position, "e3-e5-c7"))
    names = rules.board.names
    assert [(s.action, names[s.point], s.piece.text) for s in steps] == [
        (Action.LIFT, "e3", "sC"),
        (Action.PLACE, "e5", "sC"),
        (Action.LIFT, "e4", "nC"),
        (Action.PLACE, "b9", "nC"),
        (Action.LIFT, "e5", "sC"),
        (Action.PLACE, "c7", "sC"),
    ]


# Texts


def test_every_chain_of_a_result_is_read_and_one_is_written() -> None:
    rules = game()
    # Two ways round from c3 to e5.
    position = rules.parse_position(text_of(placed("sS c3, nS d3, nS e4, nT d5, nT c4")))
    assert rules.parse_move(position, "c3-c5-e5") == rules.parse_move(position, "c3-e3-e5")
    assert rules.move_text(position, rules.parse_move(position, "c3-c5-e5")) == "c3-e3-e5"
    for illegal in ("c3-e3-c3", "c3-e3-e5-c5-c3", "c3-e5", "c3-d3", "d3-e3", "b2-b3", "c3-c3"):
        with pytest.raises(IllegalMove):
            rules.parse_move(position, illegal)


@pytest.mark.parametrize("text", ["", "c3", "c3x3", "c3-", "c3-k4", "X@c1", "Pass", "C@d0"])
def test_what_is_no_move_is_said_to_be_none(text: str) -> None:
    rules = game()
    position = rules.parse_position(text_of(placed("sS c3")))
    with pytest.raises(InvalidMove):
        rules.parse_move(position, text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (text_of(placed("sS a5")), "square a5 shows 'sS', which cannot rest there at any time"),
        (text_of(placed("nS a1")), "square a1 shows 'nS'"),
        (text_of(placed("sS e5"), hands="SSTTCCD,SSTTCCD"), "square e5 .* being dropped"),
        (text_of(placed("sS e9"), hands="SSTTCCD,SSTTCCD"), "square e9 .* being dropped"),
        (text_of(placed("sD e5, sD e6")), "2 pieces 'sD'"),
        (text_of(placed("sD e1"), hands="SSTTCCD,SSTTCCD"), "2 pieces 'sD'"),
        (text_of(placed("wS e5")), "point e5 of the placement holds 'wS'"),
        (text_of(placed("sX e5")), "point e5 of the placement holds 'sX'"),
        (text_of({"e5": "(sSnS)"}), "point e5 of the placement holds"),
        (text_of({"e5": "sSn"}), "row 5 of the placement"),
        (text_of({}, hands="SSTTCCD,SSTTCC"), "in turn"),
        (text_of({}, "n", hands="SSTTCCD,SSTTCCD"), "in turn"),
        (text_of({}, hands="-"), "for 1 players, not 2"),
        (text_of({}, hands="SSTTCCD,SSTTCDC"), "are 'SSTTCDC' instead"),
        (text_of({}, hands=","), "are '' instead"),
        (text_of({}, "w"), "seat to act is 'w'"),
        (text_of({})[:-4], "2 fields"),
    ],
)
def test_what_cannot_be_is_refused_by_name(text: str, said: str) -> None:
    with pytest.raises(InvalidPosition, match=said):
        game().parse_position(text)


def test_the_board_shows_its_margin_first_ranks_and_goals() -> None:
    rules = game(3)
    names = rules.board.names
    areas = {f"{a.kind} {a.seat}": {names[p] for p in a.points} for a in rules.areas}
    assert len(areas["margin None"]) == 32
    assert areas["home 0"] == areas["goal 2"] == {f"{file}1" for file in "bcdefgh"}
    assert areas["home 1"] == {f"a{rank}" for rank in "2345678"}
    assert areas["goal 1"] == {f"i{rank}" for rank in "2345678"}


# A second reading of the rules: a dictionary for a board, and every chain walked out to its end.

_ANGLE = (
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
)  # from up, clockwise
_KIND = {"S": (0, 2, 4, 6), "T": (1, 7, 4), "C": (0, 1, 7, 2, 6), "D": (1, 3, 5, 7)}
_UP = {"s": 0, "w": 2, "n": 4, "e": 6}
_HOME = {
    "s": [f + "1" for f in FILES[1:8]],
    "n": [f + "9" for f in FILES[1:8]],
    "w": ["a" + r for r in RANKS[7:0:-1]],
    "e": ["i" + r for r in RANKS[7:0:-1]],
}
_BEHIND = {
    "s": [f + "2" for f in FILES[1:8]],
    "n": [f + "8" for f in FILES[1:8]],
    "w": ["b" + r for r in RANKS[7:0:-1]],
    "e": ["h" + r for r in RANKS[7:0:-1]],
}
_GOAL = {"s": _HOME["n"], "n": _HOME["s"], "w": _HOME["e"], "e": _HOME["w"]}
_DEPTH = 5


def _at(square: str, way: tuple[int, int], far: int) -> str:
    x, y = FILES.index(square[0]) + way[0] * far, RANKS.index(square[1]) + way[1] * far
    return FILES[x] + RANKS[y] if 0 <= x < 9 and 0 <= y < 9 else ""


def _edge(square: str) -> bool:
    return square[0] in "ai" or square[1] in "19"


def _ways(piece: str) -> list[tuple[int, int]]:
    return [_ANGLE[(_UP[piece[0]] + turn) % 8] for turn in _KIND[piece[1]]]


def _jumps(board: Pieces, piece: str, path: list[str], advanced: bool) -> Iterator[tuple[str, str]]:
    """Landing and square jumped over of each next jump; `board` is without the jumper."""
    at = path[-1]
    back = path[-2] if len(path) > 1 else ""
    turning = _edge(at) and at not in _GOAL[piece[0]]
    for way in _ANGLE:
        for half in (1, 2, 3, 4) if advanced else (1,):
            to = _at(at, way, 2 * half)
            between = [_at(at, way, i) for i in range(1, 2 * half)]
            if not to or to in board or [s for s in between if s in board] != [between[half - 1]]:
                continue
            if to == back:
                if turning and (way in _ways(piece) or piece[1] == "T"):
                    yield to, between[half - 1]
            elif way in _ways(piece):
                yield to, between[half - 1]


def _walk(
    board: Pieces, piece: str, path: list[str], advanced: bool, first: set[str] | None
) -> Iterator[tuple[list[str], Pieces]]:
    """Every chain of up to _DEPTH jumps with the board after it, the jumper not on it."""
    if len(path) > _DEPTH:
        return
    side = piece[0]
    for to, over in _jumps(board, piece, path, advanced):
        if first is not None and to not in first:
            continue
        after = dict(board)
        victim = board[over]
        if advanced and piece[1] == victim[1] == "C" and victim[0] != side:
            owner = victim[0]
            if over not in _HOME[owner] and over not in _GOAL[owner]:
                if _edge(to) and to not in _GOAL[side]:
                    continue
                free = [s for s in _HOME[owner] + _BEHIND[owner] if s not in board and s != to]
                if not free:
                    continue
                after[free[0]] = after.pop(over)
        yield [*path, to], after
        yield from _walk(after, piece, [*path, to], advanced, None)


def _near(square: str) -> set[str]:
    return {_at(square, way, 1) for way in _ANGLE}


def _outjumps(board: Pieces, square: str) -> set[str]:
    piece = board[square]
    if square not in _HOME[piece[0]]:
        return set()
    found = set()
    for way in _ways(piece):
        over, to = _at(square, way, 1), _at(square, way, 2)
        victim = board.get(over, "")
        compelling = victim and victim[0] != piece[0] and victim[1] != "C"
        if compelling and to and to not in board and not _edge(to):
            found.add(to)
    return found


def _expected(board: Pieces, side: str, advanced: bool) -> dict[str, Pieces]:
    """The text of every move of up to _DEPTH jumps, and what stands where after it."""
    own = [s for s in board if board[s][0] == side and s not in _GOAL[side]]
    forced = {s: _outjumps(board, s) for s in own}
    compelled = any(forced.values())
    best: dict[frozenset[tuple[str, str]], tuple[int, list[tuple[str, str]], str]] = {}
    for square in own:
        piece = board[square]
        others = {s: p for s, p in board.items() if s != square}
        ends: list[tuple[list[str], Pieces]] = []
        if not compelled:
            steps = [_at(square, way, 1) for way in _ways(piece)]
            ends += [([square, to], others) for to in steps if to and to not in board]
        if not compelled or forced[square]:
            first = forced[square] if compelled else None
            ends += list(_walk(others, piece, [square], advanced, first))
        for path, after in ends:
            to = path[-1]
            within = all(s in _HOME[side] for s in path)
            if to == square or (_edge(to) and to not in _GOAL[side] and not within):
                continue
            result = frozenset((after | {to: piece}).items())
            jumps = 0 if to in _near(square) else len(path) - 1
            entry = (jumps, [(s[1], s[0]) for s in path], "-".join(path))
            best[result] = min(best.get(result, entry), entry)
    return {text: dict(result) for result, (_, _, text) in best.items()}


def _scattered(random: Random, players: int) -> Pieces:
    """A crowd of pieces, each where it may be."""
    board: Pieces = {}
    for side in SEATS[players]:
        # Many on the second rank, where they help to make outjumps and chains.
        for kind in "SSTTCCD":
            squares = [f + r for f in FILES[1:8] for r in RANKS[1:8]] + _HOME[side] * 3
            squares += _GOAL[side] if random.random() < 0.3 else []
            free = [s for s in squares if s not in board]
            board[random.choice(free)] = side + kind
    return board


_READ = [
    (2, "advanced"),
    (3, "simple"),
    (2, "simple"),
    (3, "advanced"),
    (4, "simple"),
    (4, "advanced"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("players", "rules"), _READ)
def test_a_second_reading_of_the_rules_finds_the_same_moves(players: int, rules: str) -> None:
    made = game(players, rules)
    random = Random(players)
    longest = 0
    for _ in range(150):
        board = _scattered(random, players)
        side = random.choice(SEATS[players])
        text = text_of(board, side, players)
        position = made.parse_position(text)
        found = {}
        for move in made.moves(position):
            stacks = made.stacks(made.advance(position, move))
            reached = {made.board.names[p]: s[0].text for p, s in enumerate(stacks) if s}
            found[made.move_text(position, move)] = reached
        longest = max(longest, *(move.count("-") for move in found))
        found = {move: reached for move, reached in found.items() if move.count("-") <= _DEPTH}
        found.pop("pass", None)
        assert found == _expected(board, side, rules == "advanced"), text
    assert longest > 3


def _sends_back_to_squares_just_left(random: Random) -> Pieces:
    """Two players; North's first rank is full, and its circles stand before South's pieces, so that
    they come back to the second rank, where chains begin and pass."""
    north, south = list("SSTTCCD"), list("SSTTCCD")
    random.shuffle(north)
    random.shuffle(south)
    board: Pieces = {}
    on_rank = [("n", k) for k in north if k != "C"] + [("s", k) for k in south if k != "C"][:3]
    random.shuffle(on_rank)
    for file, (side, kind) in zip(FILES[1:8], on_rank, strict=False):
        board[file + "9"] = side + kind
    near = [f + r for f in FILES[1:8] for r in "678"]
    for piece in ("nC", "nC", "sC", "sC"):
        board[random.choice([s for s in near if s not in board])] = piece
    return board


@pytest.mark.slow
def test_second_reading_agrees_where_circles_come_back_to_squares_of_the_chain() -> None:
    made = game(2, "advanced")
    random = Random(9)
    onto_origin = 0
    for _ in range(400):
        board = _sends_back_to_squares_just_left(random)
        text = text_of(board, "s", 2)
        position = made.parse_position(text)
        found = {}
        for move in made.moves(position):
            after = made.advance(position, move)
            assert made.parse_position(made.position_text(after)) == after, text
            stacks = made.stacks(after)
            reached = {made.board.names[p]: s[0].text for p, s in enumerate(stacks) if s}
            assert sorted(reached.values()) == sorted(board.values()), text
            found[made.move_text(position, move)] = reached
            onto_origin += any(s is not None and s.to == move.path[0] for s in move.sent)
        found = {move: reached for move, reached in found.items() if move.count("-") <= _DEPTH}
        found.pop("pass", None)
        assert found == _expected(board, "s", advanced=True), text
    assert onto_origin > 10


def test_circle_sent_back_to_the_origin_is_jumped_there_as_the_enemy_it_is() -> None:
    made = game(2, "advanced")
    position = made.parse_position(
        "..nSnSsSsSsTsTsD../..nT..nCsC......../................../..........nD....../"
        "......nC........../........sC......../........nT......../................../"
        ".................. s -,-"
    )
    after = made.advance(position, made.parse_move(position, "e8-c8-g8"))
    assert made.position_text(after).startswith("..nSnSsSsSsTsTsD../..nTnC......sC..../")


def _compared_to_the_plain_moves(made: Halma, seed: int, plies: int) -> None:
    plain, random, position = PlainHalma(made), Random(seed), made.start()
    for _ in range(plies):
        moves = made.moves(position)
        if not moves:
            break
        assert list(moves) == plain.moves(position), made.position_text(position)
        position = made.advance(position, random.choice(moves))


@pytest.mark.parametrize("rules", ["simple", "advanced"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_moves_are_those_that_the_full_rules_find_in_the_same_order(
    players: int, rules: str
) -> None:
    _compared_to_the_plain_moves(game(players, rules), players, 250)


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["simple", "advanced"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_moves_are_those_that_the_full_rules_find_in_many_games(players: int, rules: str) -> None:
    for seed in range(40):
        _compared_to_the_plain_moves(game(players, rules), seed, 1000)

"""The rules of chess, one by one."""

from __future__ import annotations

import pytest
from companion_chess import notation
from companion_chess.chess import Chess
from companion_chess.rules import Position, legal_moves, recurrence, start, with_passant

from companion.testing import Action, Match, choose, perft

GAME = Chess()
FIVE = Chess({"draws": "five"})


def position(fen: str) -> Position:
    return notation.parse_fen(fen)[0]


def moves(at: Position, game: Chess = GAME) -> set[str]:
    return {game.move_text(at, move) for move in game.moves(at)}


def after(at: Position, *texts: str) -> Position:
    for text in texts:
        at = GAME.advance(at, GAME.parse_move(at, text))
    return at


KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
ROOKS = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
PROMOTIONS = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"


# The counts on which programs for the game agree, from the Chess Programming Wiki.
@pytest.mark.parametrize(
    ("fen", "depth", "nodes"),
    [
        ("", 1, 20),
        ("", 2, 400),
        ("", 3, 8902),
        pytest.param("", 4, 197_281, marks=pytest.mark.slow),
        pytest.param("", 5, 4_865_609, marks=pytest.mark.slow),
        (KIWIPETE, 1, 48),
        (KIWIPETE, 2, 2039),
        pytest.param(KIWIPETE, 3, 97_862, marks=pytest.mark.slow),
        pytest.param(KIWIPETE, 4, 4_085_603, marks=pytest.mark.slow),
        (ROOKS, 1, 14),
        (ROOKS, 2, 191),
        (ROOKS, 3, 2812),
        pytest.param(ROOKS, 4, 43_238, marks=pytest.mark.slow),
        pytest.param(ROOKS, 5, 674_624, marks=pytest.mark.slow),
        (PROMOTIONS, 1, 6),
        (PROMOTIONS, 2, 264),
        (PROMOTIONS, 3, 9467),
        pytest.param(PROMOTIONS, 4, 422_333, marks=pytest.mark.slow),
    ],
)
def test_the_moves_add_up(fen: str, depth: int, nodes: int) -> None:
    assert perft(GAME, position(fen) if fen else GAME.start(), depth) == nodes


def test_two_squares_of_a_pawn_can_be_answered_en_passant() -> None:
    at = after(GAME.start(), "e4", "a6", "e5", "d5")
    assert "exd6" in moves(at)
    taken = GAME.parse_move(at, "exd6")
    assert [step.action for step in GAME.steps(at, taken)] == [
        Action.LIFT,
        Action.PLACE,
        Action.REMOVE,
    ]
    assert GAME.stacks(GAME.advance(at, taken))[GAME.board.index["d5"]] == ()
    later = after(at, "Nf3", "Nf6")
    assert "exd6" not in moves(later)


def test_en_passant_must_not_open_the_rank_to_the_king() -> None:
    assert "exd6" not in moves(position("8/8/8/K2pP2q/8/8/8/4k3 w - d6 0 1"))
    assert "exd6" in moves(position("8/8/8/K2pP3/8/8/8/4k2q w - d6 0 1"))
    # Nor a diagonal, if the pawn that is taken closed it.
    assert "exd6" not in moves(position("4k3/1b6/8/3pP3/8/5K2/8/8 w - d6 0 1"))
    assert "exd6" in moves(position("4k3/1b6/8/3pP3/8/6K1/8/8 w - d6 0 1"))


def test_en_passant_answers_a_check_by_the_pawn_itself() -> None:
    at = position("4k3/8/8/3pP3/2K5/8/8/8 w - d6 0 1")
    assert "exd6" in moves(at)


def test_a_position_knows_en_passant_only_where_it_is_possible() -> None:
    assert notation.fen(after(GAME.start(), "e4")).split()[3] == "-"
    possible = after(GAME.start(), "e4", "a6", "e5", "d5")
    assert notation.fen(possible).split()[3] == "d6"
    pinned = position("8/8/8/K2pP2q/8/8/8/4k3 w - d6 0 1")
    assert pinned == position("8/8/8/K2pP2q/8/8/8/4k3 w - - 0 1")
    assert with_passant(possible) is possible


CASTLE = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


def test_castling_moves_king_and_rook() -> None:
    at = position(CASTLE)
    assert {"O-O", "O-O-O"} < moves(at)
    assert notation.fen(after(at, "O-O")) == "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"
    assert notation.fen(after(at, "O-O-O", "O-O")) == "r4rk1/8/8/8/8/8/8/2KR3R w - - 2 1"


@pytest.mark.parametrize(
    ("played", "left"),
    [
        ("Ke2", "kq"),
        ("Rb1", "Kkq"),
        ("Rg1", "Qkq"),
        ("Rxa8", "Kk"),  # the rook takes the other's rook, too
        ("Rxh8", "Qq"),
    ],
)
def test_king_and_rooks_lose_the_right_to_castle(played: str, left: str) -> None:
    assert notation.fen(after(position(CASTLE), played)).split()[2] == left


@pytest.mark.parametrize(
    ("fen", "allowed"),
    [
        ("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", {"O-O"}),  # a piece between
        ("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"O-O-O"}),  # through check
        ("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"O-O-O"}),  # into check
        ("1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"O-O", "O-O-O"}),  # only the rook's way
        ("r3k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"O-O", "O-O-O"}),  # only the rook
        ("1k2r3/8/8/8/8/8/8/R3K2R w KQ - 0 1", set()),  # in check
    ],
)
def test_castling_avoids_what_is_attacked(fen: str, allowed: set[str]) -> None:
    assert {text.rstrip("+#") for text in moves(position(fen)) if text[0] == "O"} == allowed


@pytest.mark.parametrize(
    ("fen", "actions", "reached"),
    [
        # The king stays, the rook stays, they change places, and neither of these.
        ("4k3/8/8/8/8/8/8/6KR w K - 0 1", "lift h1 place f1", "5RK1"),
        ("4k3/8/8/8/8/8/8/4KR2 w K - 0 1", "lift e1 place g1", "5RK1"),
        ("4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "lift f1 lift g1 place f1 place g1", "5RK1"),
        ("4k3/8/8/8/8/8/8/1RK5 w Q - 0 1", "lift b1 place d1", "2KR4"),
        ("4k3/8/8/8/8/8/8/R2K4 w Q - 0 1", "lift d1 lift a1 place d1 place c1", "2KR4"),
        ("4k3/8/8/8/8/8/8/R5K1 w Q - 0 1", "lift g1 place c1 lift a1 place d1", "2KR4"),
    ],
)
def test_castling_in_chess_960(fen: str, actions: str, reached: str) -> None:
    at = position(fen)
    castling = "O-O" if reached == "5RK1" else "O-O-O"
    move = GAME.parse_move(at, castling)
    names = GAME.board.names
    steps = GAME.steps(at, move)
    assert " ".join(f"{step.action.value} {names[step.point]}" for step in steps) == actions
    assert notation.fen(GAME.advance(at, move)).split()[0].endswith(reached)


def test_a_rook_that_shields_its_king_cannot_castle_away() -> None:
    assert "O-O-O" not in moves(position("4k3/8/8/8/8/8/8/rRK5 w Q - 0 1"))
    assert "O-O-O" in moves(position("4k3/8/8/8/8/8/8/1RK5 w Q - 0 1"))


def test_the_start_positions_of_chess_960() -> None:
    rows = [notation.fen(start(number)).split("/")[-1].split()[0] for number in range(960)]
    assert (rows[518], rows[0], rows[959]) == ("RNBQKBNR", "BBQNNRKR", "RKRNNQBB")
    assert len(set(rows)) == 960
    for row in rows:
        assert row.index("R") < row.index("K") < row.rindex("R")
        assert row.index("B") % 2 != row.rindex("B") % 2


def test_a_pawn_on_the_last_rank_becomes_what_its_player_wants_first_of_all_a_queen() -> None:
    at = position("3r3k/4P3/8/8/8/8/8/K7 w - - 0 1")
    found = [GAME.move_text(at, move) for move in GAME.moves(at)]
    assert [text for text in found if text.startswith("e8")] == ["e8=Q+", "e8=N", "e8=R+", "e8=B"]
    steps = GAME.steps(at, GAME.parse_move(at, "exd8=N"))
    assert [step.action for step in steps] == [
        Action.LIFT,
        Action.REMOVE,
        Action.PLACE,
        Action.TURN,
    ]
    assert steps[-1].piece.kind == "knight"


def test_mate_and_stalemate() -> None:
    fool = after(GAME.start(), "f3", "e5", "g4", "Qh4#")
    assert GAME.outcome(fool).text == "win 1"
    assert GAME.conclusion(fool) == "White is checkmated."
    stuck = position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    assert GAME.outcome(stuck).text == "draw"
    assert GAME.conclusion(stuck) == "Stalemate: Black has no legal move."


def test_fifty_moves_and_mate_in_the_last_of_them() -> None:
    at = position("7k/8/5K2/8/8/8/8/R7 w - - 98 80")
    assert not GAME.outcome(at).over
    drawn = after(at, "Ra2", "Kg8")
    assert GAME.outcome(drawn).text == "draw"
    assert GAME.conclusion(drawn) == "50 moves without a capture or a pawn's move."
    assert not FIVE.outcome(drawn).over
    mate = after(position("6k1/8/6K1/8/8/8/8/R7 w - - 99 80"), "Ra8#")
    assert GAME.outcome(mate).text == "win 0"
    assert FIVE.outcome(drawn._replace(quiet=150)).text == "draw"


@pytest.mark.parametrize(
    ("fen", "dead"),
    [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", True),
        ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", True),
        ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", True),
        ("2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1", True),  # on squares of one colour
        ("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", False),
        ("4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", False),
        ("4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", False),
        ("4k3/7p/8/8/8/8/8/4K3 w - - 0 1", False),
    ],
)
def test_a_game_that_nobody_can_win_is_drawn(fen: str, dead: bool) -> None:
    at = position(fen)
    assert GAME.outcome(at).over == dead
    assert bool(GAME.moves(at)) != dead


def test_the_third_time_is_a_draw_whatever_the_counter_says() -> None:
    match = Match(GAME)
    for texts in (("Nf3", "Nf6", "Ng1", "Ng8"), ("Nf3", "Nf6", "Ng1")):
        for text in texts:
            match.play_text(text)
    assert not match.over
    match.play_text("Ng8")
    assert (match.occurrences, match.outcome.text) == (3, "draw")
    match.take_back()
    assert not match.over


def test_a_position_recurs_only_with_the_same_rights() -> None:
    match = Match(GAME, position(CASTLE))
    for text in ("Ra2", "Ra7", "Ra1", "Ra8"):
        match.play_text(text)
    assert match.occurrences == 1  # castling on the queen's side is gone
    passant = after(GAME.start(), "e4", "a6", "e5", "d5")
    match = Match(GAME, passant)
    for text in ("Nf3", "Nf6", "Ng1", "Ng8"):
        match.play_text(text)
    assert match.occurrences == 1
    assert recurrence(match.position) != recurrence(passant)
    useless = after(GAME.start(), "e4")  # no pawn is there to take it
    match = Match(GAME, useless)
    for text in ("Nf6", "Nf3", "Ng8", "Ng1"):
        match.play_text(text)
    assert match.occurrences == 2


def test_every_move_of_a_double_check_is_the_kings() -> None:
    at = position("4k3/8/5N2/8/8/8/4R3/4K3 b - - 0 1")
    assert {move.origin for move in legal_moves(at)} == {GAME.board.index["e8"]}


@pytest.mark.parametrize(
    ("fen", "origin", "to", "said"),
    [
        ("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2", "c3", "The king would be in check."),
        ("4r1k1/8/8/8/8/8/8/4K2R w K - 0 1", "h1", "h5", "White is in check."),
        ("5rk1/8/8/8/8/8/8/4K2R w K - 0 1", "e1", "g1", "Castling is not possible now."),
        ("5rk1/8/8/8/8/8/8/4K2R w K - 0 1", "e1", "f1", "The king would be in check."),
        ("5rk1/8/8/8/8/8/8/4K2R w K - 0 1", "h1", "g3", ""),
        ("5rk1/8/8/8/8/8/8/4K2R w K - 0 1", "f8", "f7", ""),
    ],
)
def test_why_a_move_is_refused(fen: str, origin: str, to: str, said: str) -> None:
    index = GAME.board.index
    assert GAME.objection(position(fen), index[origin], index[to]) == said


def test_the_computer_takes_what_hangs_and_mates_in_one() -> None:
    mate = position("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    hangs = position("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1")
    assert GAME.move_text(mate, choose(GAME, mate, "good", seed=1).move) == "Ra8#"
    assert GAME.move_text(hangs, choose(GAME, hangs, "fair", seed=1).move) == "exd5"

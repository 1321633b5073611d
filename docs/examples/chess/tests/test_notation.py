"""Positions as FEN and moves as SAN, both ways, and what is refused."""

from __future__ import annotations

import pytest
from companion_chess import notation
from companion_chess.chess import Chess
from companion_chess.rules import start

from companion.testing import IllegalMove, InvalidMove, InvalidPosition

GAME = Chess()
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def test_a_position_is_written_as_fen_and_as_text() -> None:
    assert notation.fen(GAME.start()) == START
    assert GAME.position_text(GAME.start()) == (
        "rnbqkbnr/pppppppp/......../......../......../......../PPPPPPPP/RNBQKBNR w KQkq - 0"
    )


@pytest.mark.parametrize(
    "fen",
    [
        START,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3 17",
        "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
        "1rkr4/8/8/8/8/8/8/1RKR3R b Dkq - 0 1",  # a rook stands outside of the one that castles
    ],
)
def test_fen_is_read_and_written(fen: str) -> None:
    found, number = notation.parse_fen(fen)
    assert notation.fen(found, number) == fen
    assert GAME.parse_position(fen) == found
    assert GAME.parse_position(GAME.position_text(found)) == found


def test_counters_may_be_left_out_and_rooks_named_by_their_files() -> None:
    bare = START.rsplit(" ", 2)[0]
    assert notation.parse_fen(bare) == notation.parse_fen(START)
    assert notation.parse_fen(bare.replace("KQkq", "HAha"))[0] == start()
    assert notation.parse_fen(bare + " 4")[0].quiet == 4
    assert GAME.parse_position(bare) == GAME.parse_position(f"{bare} 0 0") == start()
    assert notation.parse_fen(f"{bare} 0 0")[1] == 1


@pytest.mark.parametrize(
    ("fen", "said"),
    [
        ("", "1 field instead of 6"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "White has 0 kings instead of one"),
        ("4k3/8/8/8/8/8/8/4KK2 w - - 0 1", "White has 2 kings"),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", "has 7 rows"),
        ("4k3/9/8/8/8/8/8/4K3 w - - 0 1", "has 1 points"),
        ("4k3/7x/8/8/8/8/8/4K3 w - - 0 1", "holds 'x', which is not a piece"),
        ("4k3/8/8/8/8/8/8/4K2P w - - 0 1", "square h1 shows a pawn"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "player to move is 'x' instead of w or b"),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "Black is in check, but White is to move"),
        ("4k3/8/8/8/1b5q/3n4/4r3/4K3 w - - 0 1", "in check from"),
        ("4k3/8/8/8/8/QQQQQQQQ/PP6/4K3 w - - 0 1", "2 pawns and 7 pieces that must have been"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling is 'K': 'K' does not name"),
        ("4k3/8/8/8/8/8/4K3/7R w K - 0 1", "castling is 'K'"),
        ("4k3/8/8/8/8/8/8/4K1RR w KG - 0 1", "White has two rooks for one side"),
        ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "once each"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "en passant is 'e6', which is no square"),
        ("4k3/8/8/4p3/8/8/8/4K3 w - e3 0 1", "en passant is 'e3'"),
        ("4k3/8/8/4p3/8/8/8/4K3 w - e9 0 1", "en passant is 'e9'"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "'x' instead of a number from 0 to 150"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 00", "number of the move is '00'"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 " + "9" * 5000, "instead of a number from 1 to 9999"),
    ],
)
def test_a_fen_that_cannot_be_is_refused_in_one_line(fen: str, said: str) -> None:
    with pytest.raises(InvalidPosition, match=said.replace("(", "[(]")) as refused:
        notation.parse_fen(fen)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("fen", "text", "reached"),
    [
        (START, "Nf3", "N"),
        (START, "g1f3", "N"),
        (START, "g1-f3", "N"),
        (START, "Ng1-f3", "N"),
        (START, "e4!?", "P"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8Q+", "Q"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "N"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "0-0-0", "O"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O+", "O"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", "O"),
        ("rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3", "exd6e.p.", "P"),
    ],
)
def test_moves_are_read_as_people_write_them(fen: str, text: str, reached: str) -> None:
    at = GAME.parse_position(fen)
    found = GAME.move_text(at, GAME.parse_move(at, text))
    assert found[0] == reached or (reached == "P" and found[0].islower()) or reached in found


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Nbe2", "move 'Nbe2' is not legal in"),
        ("Nd4", "may be Nbd4 or Nfd4"),
        ("a8", "may be a8=Q.*, a8=N, a8=R.* or a8=B"),
        ("a7a8", "may be a8=Q"),
        ("O-O", "is not legal"),
    ],
)
def test_a_move_that_is_none_or_several_is_refused(text: str, said: str) -> None:
    at = GAME.parse_position("4k3/P7/8/8/8/1N3N2/8/4K3 w - - 0 1")
    with pytest.raises(IllegalMove, match=said):
        GAME.parse_move(at, text)


@pytest.mark.parametrize("text", ["", "x", "e9", "Pe4e5", "e2-e4-e5", "castle", "♘f3"])
def test_what_is_no_move_in_any_position_is_refused(text: str) -> None:
    assert not GAME.readable_move(text)
    with pytest.raises(InvalidMove, match="is not a move of Chess"):
        GAME.parse_move(GAME.start(), text)


def test_san_tells_pieces_apart_by_file_then_rank_then_both() -> None:
    at = GAME.parse_position("7k/8/8/1Q3Q2/8/8/8/KQ6 w - - 0 1")
    texts = {GAME.move_text(at, move) for move in GAME.moves(at)}
    assert {"Q5d3", "Qfd3", "Q1d3"} & texts == {"Qfd3", "Q1d3"}
    assert "Qb5d3" in texts

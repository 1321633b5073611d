"""Whole games at a board: by switches alone, with simulated pieces, and what lamps and page say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from companion_chess.chess import Chess

from companion.testing import (
    DRAWING,
    Hands,
    Match,
    Meaning,
    VirtualTable,
    commands,
    list_logs,
)

GAME = Chess()
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with VirtualTable(tmp_path) as made:
        yield made


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[VirtualTable]:
    with VirtualTable(tmp_path, bare=True) as made:
        yield made


def begin(table: VirtualTable, fen: str = START) -> Hands:
    # Outside of the environment in which it is installed, a game has to be handed over.
    table.session.begin(Match(GAME, GAME.parse_position(fen)), table.now)
    table.session.listen(table.heard.append)
    hands = Hands(table, seed=5)
    hands.set_up()
    return hands


def test_a_whole_game_by_switches_alone(bare: VirtualTable) -> None:
    hands = begin(bare)
    # The opera game: castling, captures and mate.
    played = """
        e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+
        Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#
    """
    moves = played.split()
    for move in moves:
        hands.play(move)
    assert bare.texts == moves
    assert hands.asked == 0
    assert bare.state.headline == "White wins"
    assert bare.state.message.startswith("Black is checkmated.")


@pytest.mark.parametrize("move", ["e8=Q", "e8=N", "exd8=R", "exd8=B+"])
def test_hands_say_what_a_pawn_becomes(bare: VirtualTable, move: str) -> None:
    hands = begin(bare, "3r4/4P3/8/8/7k/8/8/K7 w - - 0 1")
    hands.play(move)
    assert bare.texts == [move]
    assert hands.asked == 1


def test_the_page_asks_what_a_pawn_becomes_and_plays_on(bare: VirtualTable) -> None:
    hands = begin(bare, "8/4P3/8/8/7k/8/8/K7 w - - 0 1")
    hands.lift("e7")
    hands.put("e8", wait=1)
    assert bare.state.phase == "ask"
    assert bare.state.message == (
        "Is it White's queen on e8? If so, play on or confirm; a tap shows the next one."
    )
    assert bare.lamp("e8") != "000000"
    hands.lift("h4")
    hands.put("h3", wait=1)
    assert bare.texts == ["e8=Q", "Kh3"]


def test_castling_is_told_step_by_step(bare: VirtualTable) -> None:
    hands = begin(bare, "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    hands.lift("e1")
    assert bare.lit(Meaning.TO) == {"d1", "d2", "e2", "f1", "f2", "g1"}
    hands.put("g1", wait=1)
    assert bare.state.message == "Move White's rook from h1 to f1."
    hands.lift("h1", wait=1)
    assert bare.lit(Meaning.TO) == {"f1"}
    hands.put("f1", wait=1)
    assert bare.texts == ["O-O"]


def test_a_rook_that_may_castle_waits_for_its_king(bare: VirtualTable) -> None:
    hands = begin(bare, "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    hands.lift("h1")
    hands.put("f1", wait=1)
    assert (bare.state.phase, bare.texts) == ("confirm", [])
    assert "confirm" in bare.state.message
    hands.lift("e1")
    hands.put("g1", wait=1)
    assert bare.texts == ["O-O"]


def test_pieces_are_dropped_on_what_they_capture(table: VirtualTable) -> None:
    begin(table, "r3k2r/8/8/2p1p3/3P4/8/8/R3K2R w KQkq - 0 1")
    for start, end in (("d4", "c5"), ("a8", "a1")):
        table.say(commands.Lift(start, "mouse"))
        table.wait(0.3)
        table.say(commands.Put(end, "mouse"))
        table.wait(1)
    assert table.texts == ["dxc5", "Rxa1+"]
    assert table.state.phase == "rest"


def test_the_rook_follows_its_king_if_the_page_helps(table: VirtualTable) -> None:
    begin(table, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    table.say(commands.Assist(True))
    for king in ("g", "c"):
        rank = "1" if king == "g" else "8"
        table.say(commands.Lift(f"e{rank}", "mouse"))
        table.say(commands.Put(f"{king}{rank}", "mouse"))
        table.wait(3)
    assert table.texts == ["O-O", "O-O-O"]


def test_a_game_is_resumed_and_pieces_moved_meanwhile_are_led_back(tmp_path: Path) -> None:
    with VirtualTable(tmp_path, bare=True) as table:
        hands = begin(table)
        for move in ("e4", "e5", "Nf3"):
            hands.play(move)
    log = list_logs(tmp_path)[0].log
    assert log is not None
    with VirtualTable(tmp_path, bare=True) as table:
        position = GAME.start()
        match = Match(GAME, position)
        for record in log.moves:
            match.play_text(record.text)
        assert [record.text for record in log.moves] == ["e4", "e5", "Nf3"]
        table.session.begin(match, table.now)
        table.session.listen(table.heard.append)
        hands = Hands(table, seed=6)
        table.wait(1)
        assert table.state.phase == "setup"
        assert table.lit(Meaning.SET_UP) >= {"e4", "e5"}  # the pawns first
        assert "f3" not in table.lit(Meaning.SET_UP)
        hands.set_up()
        hands.play("Nc6")
        assert table.texts == ["e4", "e5", "Nf3", "Nc6"]


def test_a_castling_is_taken_back_by_the_page_and_the_lamps(bare: VirtualTable) -> None:
    hands = begin(bare, "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    hands.play("O-O")
    bare.say(commands.Back())
    bare.wait(1)
    assert bare.state.phase == "setup"
    hands.set_up()
    assert bare.texts == []
    hands.play("Rf1")
    assert bare.texts == ["Rf1"]


def test_a_takeback_by_hand_is_played_again(table: VirtualTable) -> None:
    hands = begin(table, "4k3/8/8/2p1p3/3P4/8/8/4K3 w - - 0 1")
    hands.play("dxc5")
    table.say(commands.Back())
    table.say(commands.Arrange())
    table.wait(1)
    hands.play("dxe5")
    assert table.texts == ["dxe5"]


def test_every_kind_of_piece_has_a_drawing_of_its_own() -> None:
    drawings = {piece.kind: piece.look.drawing for piece in GAME.pieces}
    assert len(set(drawings.values())) == 6
    assert all(DRAWING.fullmatch(drawing) and drawing for drawing in drawings.values())

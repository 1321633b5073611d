"""What hands do in a game of chess, on bare switches: the example package of chess, which has the
hardest moves for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

from companion.coach.move_examples import move_examples
from companion.coach.rule_pages import read_rules
from companion.hands import Phase
from companion.protocol.commands import Arrange, Assist, Lift, Put
from companion.records.game_logs import log_of
from companion.records.journal.record import Header, MoveRecord
from companion.remote.relay.relay_texts import relayed
from companion.rules import AnyGame, Match, TurnMatch
from companion.session.match.spoken_move import spoken_move
from companion.testing import BareSwitches, Hands, VirtualTable
from tests.base.languages.required import incomplete
from tests.hands.bench import Bench
from tests.packages import packages_installed
from tests.page_contents import differences

_EXAMPLE = Path(__file__).parent.parent / "docs" / "examples" / "chess"

Play = Callable[..., Bench]

CASTLE = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"
PASSANT = "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3"
FORK = "4k3/8/8/2p1p3/3P4/8/8/4K3 w - - 0 1"  # the pawn can take either one
PROMOTE = "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1"


@pytest.fixture
def chess(monkeypatch: pytest.MonkeyPatch) -> Iterator[AnyGame]:
    monkeypatch.syspath_prepend(str(_EXAMPLE))
    yield import_module("companion_chess.chess").Chess()


@pytest.fixture
def play(chess: AnyGame) -> Play:
    def played(fen: str, acts: str, *past: str) -> Bench:
        """Hands at a board: `-e2` lifts, `+e4` puts down, `!e4` taps, `~1` waits, `press` is the
        button. past: what was played before."""
        match = Match(chess, chess.parse_position(fen))
        for text in past:
            match.play_text(text)
        bench = Bench(match=TurnMatch(match))
        for act in acts.split():
            if act[0] == "!":
                bench.do(f"-{act[1:]}", "~0.15", f"+{act[1:]}", "~0.3")
            else:
                bench.do(act)
        bench.wait(0.5)
        return bench

    return played


@pytest.mark.parametrize(
    ("fen", "acts", "made"),
    [
        (CASTLE, "-e1 ~1 +g1 ~10 -h1 ~1 +f1", "O-O"),  # king first
        (CASTLE, "-h1 ~1 +f1 ~1 -e1 ~1 +g1", "O-O"),  # rook first
        (CASTLE, "-a1 +d1 ~3 -e1 ~1 +c1", "O-O-O"),
        (CASTLE, "-e1 -h1 +f1 +g1", "O-O"),  # both at once
        (CASTLE, "-h1 -e1 ~1 +g1 ~1 +f1", "O-O"),
        (CASTLE, "-h1 ~1 +f1 ~5", "Rf1"),  # and no castling after all
        (CASTLE, "-h1 ~1 +f1 ~1 !f1", "Rf1"),
        (CASTLE, "-h1 ~1 +f1 ~1 -a7 ~1 +a6", "Rf1 a6"),
        (CASTLE, "-h1 ~1 +f1 ~8 -e1 ~1 +g1", "Rf1|O-O"),  # the king comes late
        (CASTLE, "-h1 ~1 +f1 ~8 -e1 ~1 +e1 ~1 -a7 +a6", "Rf1 a6"),
        (CASTLE, "-h1 ~1 +f1 ~8 -e1 ~1 +g1 ~1 -a7 +a6", "Rf1|O-O a6"),
        (PASSANT, "-e5 +d6 ~5 -d5", "exd6"),
        (PASSANT, "-d5 ~1 -e5 +d6", "exd6"),
        (PASSANT, "-e5 ~1 -d5 ~1 +d6", "exd6"),
        (FORK, "-c5 ~1 -d4 ~1 +c5", "dxc5"),
        (FORK, "-d4 ~1 -c5 ~1 +c5", "dxc5"),
        (FORK, "-d4 -c5 +c5", "dxc5"),
        # Dragged: the captor closes the switch long before it leaves its own square.
        (FORK, "-c5 +c5 ~1 -d4 ~5 press", "dxc5"),
        (FORK, "-c5 +c5 ~1 -d4 ~1 +d5", "d5"),
    ],
)
def test_every_natural_order_of_hands_is_the_move(
    play: Play, fen: str, acts: str, made: str
) -> None:
    """made: what is played; `|` stands for a takeback."""
    bench = play(fen, acts)
    assert " ".join(bench.log).replace(" back 1 ", "|") == made
    assert bench.phase is Phase.REST


@pytest.mark.parametrize(
    ("acts", "made"),
    [
        ("-e7 +e8 ~1 press", "e8=Q+"),
        ("-e7 ~1 +e8 ~1 !e8 press", "e8=Q+"),  # that was the exchange
        ("-e7 ~1 +e8 ~1 !e8 ~1 !e8 press", "e8=N"),
        ("-e7 +e8 ~1 !e8 ~1 !e8 ~1 !e8 press", "e8=R+"),
        ("-e7 +e8 ~1 !e8 ~1 !e8 ~1 !e8 ~1 !e8 press", "e8=B"),
        ("-e7 +e8 ~1 -e8 ~2 +e8 ~1 press", "e8=Q+"),  # the pawn is exchanged on e8
        ("-e7 +e8 ~1 -h8 ~1 +h7", "e8=Q+ Kh7"),  # played on: the queen was right
        *(
            (f"-e7 ~.6 +e8 ~{wait} -e8 ~{gap} +e8 ~1 -h8 ~.5 +h7", "e8=Q+ Kh7")
            for wait in (0.3, 0.5, 1, 3)
            for gap in (0.1, 0.2, 0.3, 0.5, 0.8)
        ),
        ("-d8 -e7 ~1 +d8 ~1 !d8 ~1 !d8 press", "exd8=N"),
    ],
)
def test_the_kind_of_a_promoted_pawn_is_shown_and_answered(
    play: Play, acts: str, made: str
) -> None:
    assert " ".join(play(PROMOTE, acts).log) == made


def test_a_queen_is_asked_about_first(play: Play) -> None:
    bench = play(PROMOTE, "-e7 +e8")
    assert bench.phase is Phase.ASK
    assert bench.texts(bench.view.candidates) == ["e8=Q+", "e8=N", "e8=R+", "e8=B"]
    assert bench.view.picked == 0


@pytest.mark.parametrize(
    "acts",
    [
        "-d4 ~1 -c5 ~1 +d4 ~1 +c5",
        "-d4 ~1 -c5 ~1 +c5 +d4",
        "-c5 ~1 -d4 ~1 +d4 ~1 +c5",
        "-d4 ~1 +d4 ~1 -c5 ~1 +c5 ~1 -e1 +e1",  # j'adoube
        "-d4 -e1 -c5 ~30 +e1 ~1 +d4 ~1 +c5",  # both hands in the air
        "-d4 -e8 -e5 -c5 ~30 +e5 +e8 +c5 +d4",
    ],
)
def test_what_is_lifted_and_put_back_is_no_move(play: Play, acts: str) -> None:
    bench = play(FORK, acts)
    assert (bench.log, bench.phase) == ([], Phase.REST)


def test_a_capture_whose_pieces_are_put_back_late_is_taken_back_once_confirmed(play: Play) -> None:
    # While the pawn is in the hand, nothing tells the board from that after the capture.
    bench = play(FORK, "-d4 ~1 -c5 ~1 +c5 ~2 +d4")
    assert (bench.log, bench.phase) == (["dxc5"], Phase.CONFIRM)
    bench.confirm()
    bench.wait(0.5)
    assert (bench.log, bench.phase) == (["dxc5", "back 1"], Phase.REST)
    assert not bench.match.history


@pytest.mark.parametrize(
    ("acts", "made"),
    [
        ("-e5 +e5 ~1 -d4 ~1 -c5 ~1 +c5", "dxc5"),  # before anything is in the hand
        ("-d4 ~1 -c5 ~1 -e5 +e5 ~1 +c5 ~1 !c5", "dxc5"),  # beside the one that is taken: asked
        ("-d4 ~1 -e5 +e5 -c5 ~1 +c5 ~1 !c5", "dxc5"),
        ("-d4 ~1 -e5 +e5 -c5 ~1 +c5 ~1 !e5", "dxe5"),
        # It rests for long enough to look like the capture; then it is offered to be the other.
        ("-d4 ~1 -e5 +e5 ~1 -c5 ~1 +c5 ~1 press", "dxe5|dxc5"),
        ("-d4 ~1 -e5 +e5 ~1 -c5 ~1 +c5 ~1 !e5", "dxe5|dxc5"),
    ],
)
def test_a_piece_that_is_bumped_is_not_captured_instead(play: Play, acts: str, made: str) -> None:
    bench = play(FORK, acts)
    assert " ".join(bench.log).replace(" back 1 ", "|") == made
    assert bench.phase is Phase.REST


@pytest.mark.parametrize(
    ("acts", "made"),
    [
        ("-d4 ~1 -e5 +e5 ~1 -c5 ~1 +c5 ~1 -e8 +e7", "dxe5 Ke7"),
        ("-d4 ~1 -e5 +e5 ~1 -c5 ~1 +c5 ~1 -c5 +c4", "dxe5 c4"),
        ("-d4 ~1 -e5 +e5 ~1 -c5 ~1 +c4", "dxe5 c4"),
    ],
)
def test_a_piece_that_is_set_straight_after_a_capture_changes_nothing_by_itself(
    play: Play, acts: str, made: str
) -> None:
    assert " ".join(play(FORK, acts).log) == made


def test_both_hands_in_the_air_make_the_move_that_is_left(play: Play) -> None:
    bench = play(FORK, "-d4 -e1 ~30 +e1 ~1 +d5")
    assert bench.log == ["d5"]
    bench = play(FORK, "-d4 -e8 ~30 +d5 ~1 +e8")
    assert bench.log == ["d5"]


@pytest.mark.parametrize(
    ("fen", "move", "acts"),
    [
        (CASTLE, "O-O", "-g1 +e1 -f1 +h1"),
        (CASTLE, "O-O", "-f1 ~1 +h1 ~1 -g1 ~1 +e1"),
        (CASTLE, "O-O-O", "-c1 -d1 ~1 +a1 +e1"),
        (PASSANT, "exd6", "-d6 ~1 +e5 ~1 +d5"),
        (PASSANT, "exd6", "+d5 ~1 -d6 ~1 +e5"),
        (FORK, "dxc5", "-c5 ~1 +d4 ~1 +c5"),
        (FORK, "dxc5", "-c5 +c5 +d4"),
        (PROMOTE, "e8=Q+", "-e8 ~1 +e7"),
        (PROMOTE, "exd8=R+", "-d8 ~1 +e7 ~1 +d8"),
    ],
)
def test_every_kind_of_move_is_taken_back_by_hand(
    play: Play, fen: str, move: str, acts: str
) -> None:
    bench = play(fen, acts, move)
    assert bench.log == ["back 1"]
    assert bench.phase is Phase.REST


@pytest.mark.parametrize(
    ("fen", "acts", "made"),
    [
        ("4k3/8/8/8/8/8/8/6KR w K - 0 1", "-h1 ~1 +f1", "O-O"),  # the king stays
        ("4k3/8/8/8/8/8/8/4KR2 w K - 0 1", "-e1 ~1 +g1", "O-O"),  # the rook stays
        ("4k3/8/8/8/8/8/8/R2K4 w Q - 0 1", "-d1 +c1 ~1 -a1 +d1", "O-O-O"),
        ("4k3/8/8/8/8/8/8/RK6 w Q - 0 1", "-b1 +c1 ~1 -a1 +d1", "O-O-O"),
        ("4k3/8/8/8/8/8/8/RK6 w Q - 0 1", "-b1 +c1 ~5", "Kc1"),
        ("4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "-f1 -g1 ~1 +f1 +g1 ~1 press", "O-O"),  # both change
        ("4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "-f1 -g1 ~1 +f1 +g1 ~5", ""),
    ],
)
def test_castling_in_chess_960_by_hand(play: Play, fen: str, acts: str, made: str) -> None:
    assert " ".join(play(fen, acts).log) == made


def test_plies_taken_back_at_once_in_any_order_are_no_new_moves(chess: AnyGame) -> None:
    # At first both pieces seem to move; that each goes back where it came from tells of a takeback.
    past = ("Qg8", "Bh5", "Qf8", "Nd5", "Rdb8", "Bb6")
    start = "3rnq1b/p1p2ppb/k2p4/1r3p2/p2B3p/RQNNPBP1/1PPP3P/1KR5 b K - 1 1"
    match = Match(chess, chess.parse_position(start))
    for text in past:
        match.play_text(text)
    bench = Bench(match=TurnMatch(match), debounce=0.01)
    acts = "~0.1 +d8*3 ~0.04 -b6 -b8 ~0.03 +d4 ~0.02 -d5 ~0.05 +c3 ~1"
    for act in acts.split():
        bench.act(act)
    assert (bench.log, bench.phase) == ([], Phase.CONFIRM)
    bench.confirm()
    bench.wait(0.5)
    assert bench.log == ["back 3"]


def test_its_rules_come_with_the_package_in_two_languages(chess: AnyGame) -> None:
    kind = type(chess)
    english, german = read_rules(kind), read_rules(kind, "de")
    assert english.startswith(f"# {kind.title}\n")
    if found := differences(german, english):
        incomplete(f"the German rules of chess differ in their {', '.join(found)}")
    titles = {example.title for example in move_examples(chess, Random(1).randrange)}
    assert {"How a king moves", "How a pawn moves", "Move and become a bishop"} <= titles


@pytest.mark.parametrize("assisted", [False, True], ids=["alone", "assisted"])
def test_pieces_are_dropped_on_what_they_capture(
    chess: AnyGame, tmp_path: Path, assisted: bool
) -> None:
    """On the page a hand has no other one that could take the captured piece off first."""
    with VirtualTable(tmp_path) as table:
        table.begin_match(Match(chess, chess.parse_position(FORK)))
        table.say(Assist(assisted))
        table.say(Arrange())
        table.wait(0.5)
        for origin, to in (("d4", "c5"), ("e8", "d7")):
            table.say(Lift(origin, "mouse"))
            table.wait(0.3)
            table.say(Put(to, "mouse"))
            table.wait(1)
        assert table.texts == ["dxc5", "Kd7"]
        assert table.port.pieces is not None
        points = table.port.pieces.piece_places().points
        assert points[table.board.index["c5"]] == ("P",)


def test_words_help_if_a_piece_is_put_on_the_one_that_it_captures(
    chess: AnyGame, tmp_path: Path
) -> None:
    with VirtualTable(tmp_path) as table:
        table.begin_match(Match(chess, chess.parse_position(FORK)))
        table.say(Arrange())
        table.wait(0.5)
        table.say(Lift("d4", "mouse"))
        table.wait(5)
        said = table.state.message
    assert said.startswith("Put it down on c5, d5 or e5.")
    assert "If you have put it on another piece (c5 or e5), take that one off." in said


def test_the_rook_follows_its_king_if_the_page_helps(chess: AnyGame, tmp_path: Path) -> None:
    with VirtualTable(tmp_path) as table:
        table.begin_match(Match(chess, chess.parse_position(CASTLE)))
        table.say(Assist(True))
        table.say(Arrange())
        table.wait(0.5)
        table.say(Lift("e1", "mouse"))
        table.say(Put("g1", "mouse"))
        table.wait(3)
        assert table.texts == ["O-O"]
        assert table.state.phase == "rest"


@pytest.mark.parametrize(
    ("position", "move", "words"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e4", "pawn e4"),
        ("4k3/8/5p2/8/3B4/8/8/4K3 w - - 0 1", "Bxf6", "bishop takes f6"),
        (CASTLE, "O-O", "castles kingside"),
        (CASTLE, "O-O-O", "castles queenside"),
        (PASSANT, "exd6", "pawn takes d6"),
        ("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "Nbd2", "knight from b1 to d2"),
        (PROMOTE, "exd8=Q+", "pawn takes d8, becomes a queen, check"),
        ("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", "Re8#", "rook e8, checkmate"),
    ],
)
def test_moves_are_said_as_players_say_them(
    chess: AnyGame, position: str, move: str, words: str
) -> None:
    before = chess.parse_position(position)
    assert chess.in_words(before, chess.parse_move(before, move)) == words


def test_the_board_says_them(chess: AnyGame) -> None:
    match = TurnMatch(Match(chess, chess.parse_position("4k3/8/5p2/8/3B4/8/8/4K3 w - - 0 1")))
    texts = {match.turn_game.text(match.position, turn): turn for turn in match.turns}
    match.play(texts["Bxf6"])
    assert spoken_move(match) == "White: bishop takes f6."


def test_a_relay_is_given_a_running_game_as_pgn_with_its_tags_set(
    chess: AnyGame, tmp_path: Path
) -> None:
    head = Header(
        game="chess",
        options=chess.chosen,
        seats=chess.seats,
        started="2026-11-28T20:00:00",
        program="0",
        position=chess.position_text(chess.start()),
        players={0: "Anna", 1: "Ben"},
    )
    log = log_of(head, [MoveRecord("e4", 0, 1.0), MoveRecord("e5", 1, 2.0)])
    with packages_installed(tmp_path) as install:
        install("chess", formats=("pgn = companion_chess.pgn:Pgn",))
        texts = relayed(log, {"Event": "Evening", "Board": "3"})
    assert sorted(texts) == ["pgn", "txt"]
    tags, moves = texts["pgn"].split("\n\n")
    assert tags.splitlines()[0] == '[Event "Evening"]'
    assert {'[White "Anna"]', '[Result "*"]', '[Board "3"]'} < set(tags.splitlines())
    assert moves == "1. e4 e5 *\n"


@pytest.mark.parametrize("point", ["f2", "e5", "f4", "h3"])
def test_a_captive_that_is_parked_where_the_captor_could_go_is_not_the_captor(
    play: Play, point: str
) -> None:
    position = "r.b.kbnr/pp.pppp./n......./..p....p/..P...P./N..PPPq./PP..K.../R.BQ.BNR b kq - 2"
    bench = play(position, f"-g4 ~.6 +{point} ~.9 -g3 ~.9 +g4 ~3")
    assert bench.log == []


def test_a_captor_that_rests_where_another_piece_could_capture_it_is_one_move(play: Play) -> None:
    position = ".r...b.r/p.p.k.../Bp.nb.p./.....p.p/PRP....P/....P.P./...P.P.R/.q.NK... b - - 5"
    bench = play(position, "-c4 ~.5 -e6 ~.5 +d5 ~.3 -d5 ~.3 +c4 ~1")
    assert bench.log == ["Bxc4"]


def _said(tmp_path: Path, chess: AnyGame, fen: str, acts: str) -> list[str]:
    """What the page says after each act on bare switches: `-e2`, `+e4`, `~1` waits (seconds)."""
    said = []
    with VirtualTable(tmp_path, bare=True) as table:
        table.begin_match(Match(chess, chess.parse_position(fen)))
        port = table.port
        assert isinstance(port, BareSwitches)
        Hands(table).set_up()
        table.wait(1)
        for act in acts.split():
            if act[0] == "~":
                table.wait(float(act[1:]))
            else:
                port.set(table.board.index[act[1:]], act[0] == "+")
                table.wait(0.15)
            said.append(str(table.state.message))
    return said


def test_a_rook_that_castles_late_is_not_called_captured(chess: AnyGame, tmp_path: Path) -> None:
    said = _said(tmp_path, chess, "4k3/8/8/8/8/8/8/4K2R w K - 0", "-e1 +f1 ~2 -f1 ~.4 +g1 ~5")
    assert said[-1] == "Move White's rook from h1 to f1."


def test_no_reason_is_given_against_a_capture_that_the_board_shows(
    chess: AnyGame, tmp_path: Path
) -> None:
    """The captor was first put on a wrong point, the captive being off by then."""
    board = "r.bk..../p..p.p../.ppp...b/..Pn...p/..B.Pq../PQ..B..N/.PP...PP/R.....KR b - - 0"
    said = _said(tmp_path, chess, board, "-e3 ~.2 -d5 ~.2 +d2 ~2.4 -d2 ~.3 +e3 ~3")
    assert "Or confirm the move that the board shows." in said[-1]
    assert "Nothing captures" not in said[-1]


def test_a_parked_captive_is_not_told_that_no_piece_is_placed(
    chess: AnyGame, tmp_path: Path
) -> None:
    board = "r.b.kbnr/pp.pppp./n......./..p....p/..P...P./N..PPPq./PP..K.../R.BQ.BNR b kq - 2"
    said = _said(tmp_path, chess, board, "-g4 ~.6 +f2 ~.8 -g3 ~.8 +g4 ~3")
    assert said[-1] == "That is not a legal move. Take White's pawn off f2."

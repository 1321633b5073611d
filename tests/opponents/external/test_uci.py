"""The adapter for UCI, against lines that were written down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from companion.games.registry import make
from companion.opponents import Interrupted
from companion.opponents.contract import never
from companion.opponents.external.dialogue import Budget, Dialogue, EngineMove, EngineQuestion
from companion.opponents.external.engine_faults import EngineFault, EngineRefusal
from companion.opponents.external.time_plan import EngineClock
from companion.opponents.external.uci import Uci, share_of_centipawns
from tests.opponents.external.chess_game import Chess
from tests.opponents.external.engines import Clock, FakeProcess

GREETING = (
    b"id name Tester 1",
    b"option name Skill Level type spin default 20 min 0 max 20",
    b"option name MultiPV type spin default 1 min 1 max 500",
    b"option name UCI_ShowWDL type check default false",
    b"uciok",
)
CHESS = Chess()
START = CHESS.start()


def greeted(
    *answers: Sequence[bytes], greeting: Sequence[bytes] = GREETING, **options: str | int | bool
) -> tuple[Uci, FakeProcess]:
    said = {name.replace("_", " "): value for name, value in options.items()}
    settings = len(said) + (b"option name UCI_ShowWDL type check default false" in greeting)
    ready = [*[()] * (settings + 1), [b"readyok"]]
    process = FakeProcess(greeting, *ready, *answers)
    engine = Uci(Dialogue(process, Clock()))
    engine.greet(CHESS, said, never)
    return engine, process


def question(
    *moves: str, fen: str = START, among: Sequence[str] = (), nodes: int = 0
) -> EngineQuestion:
    position, played = fen, []
    for move in moves:
        played.append((position, move))
        position = CHESS.advance(position, move)
    asked = among or CHESS.moves(position)
    return EngineQuestion(CHESS, fen, tuple(played), position, asked, Budget(1.5, nodes))


def test_an_engine_is_greeted_and_set() -> None:
    engine, process = greeted(skill_level=3)
    assert engine.name == "Tester 1"
    assert process.heard == [
        b"uci",
        b"setoption name Skill Level value 3",
        b"setoption name UCI_ShowWDL value true",
        b"ucinewgame",
        b"isready",
    ]


def test_an_unknown_option_is_refused_by_name() -> None:
    with pytest.raises(EngineRefusal, match=r"it has no option 'Skil Level'.*'Skill Level'"):
        greeted(Skil_Level=3)


@pytest.mark.parametrize(
    "complaint",
    ["White (1) : Invalid move: uci", "Error (unknown command): uci", "Illegal move: uci."],
)
def test_a_program_that_has_to_be_told_to_speak_uci_is_named_so(complaint: str) -> None:
    clock = Clock()
    clock.step = 15.0
    process = FakeProcess([b"GNU Chess 6.2.7", complaint.encode()])
    with pytest.raises(EngineRefusal) as refused:
        Uci(Dialogue(process, clock)).greet(CHESS, {}, never)
    assert str(refused.value) == (
        f"it does not speak UCI: it answered {complaint!r}; it may need a word such as --uci in "
        "its command"
    )


def test_a_complaint_of_a_program_that_speaks_uci_is_passed_over() -> None:
    engine, _ = greeted(greeting=[b"unknown command: uci", *GREETING])
    assert engine.name == "Tester 1"


def test_a_game_that_cannot_be_written_in_uci_is_refused() -> None:
    engine = Uci(Dialogue(FakeProcess([b"id name Odd", b"uciok"]), Clock()))
    with pytest.raises(EngineRefusal, match="Nim cannot be written for an engine"):
        engine.greet(make("nim"), {}, never)


def test_a_move_is_chosen_from_the_whole_history() -> None:
    line = b"info depth 9 score cp 30 wdl 100 800 100 nodes 5 pv e2e4 e7e5"
    engine, process = greeted((), [line, b"bestmove e2e4 ponder e7e5"])
    chosen = engine.choose(question("g1f3", "g8f6", "f3g1", "f6g8", nodes=77), never)
    assert chosen == EngineMove("e2e4", 0.5)
    assert process.heard[-2:] == [
        f"position fen {START} moves g1f3 g8f6 f3g1 f6g8".encode(),
        b"go movetime 1500 nodes 77",
    ]


FISCHER = EngineClock((59.0, 42.5), 2.0, per_move=False, most=5.0)


@pytest.mark.parametrize(
    ("clock", "go"),
    [
        (FISCHER, b"go wtime 59000 btime 42500 winc 2000 binc 2000"),
        (replace(FISCHER, bonus=0.0), b"go wtime 59000 btime 42500"),
        (replace(FISCHER, per_move=True), b"go movetime 5000"),
        (replace(FISCHER, left=(1.0, 2.0, 3.0)), b"go movetime 5000"),
    ],
)
def test_an_engine_is_told_the_clock(clock: EngineClock, go: bytes) -> None:
    engine, process = greeted((), [b"bestmove e2e4"])
    assert engine.choose(replace(question(), clock=clock), never).move == "e2e4"
    assert process.heard[-1] == go


def test_an_engine_that_thinks_too_long_by_its_clock_is_stopped() -> None:
    clock = Clock()
    process = FakeProcess(GREETING, (), (), [b"readyok"], (), (), [b"bestmove e2e4"])
    engine = Uci(Dialogue(process, clock))
    engine.greet(CHESS, {}, never)
    clock.step = 1.0  # at each look: before it is reminded, it has five
    chosen = engine.choose(replace(question(), clock=FISCHER), never)
    assert chosen.move == "e2e4"
    assert process.heard[-1] == b"stop"


def test_a_move_that_nothing_was_said_about_has_the_value_of_the_best() -> None:
    engine, _ = greeted((), [b"info score cp 400 pv e2e4", b"bestmove a2a3"])
    chosen = engine.choose(question(), never)
    assert chosen.move == "a2a3"
    assert chosen.value == pytest.approx(10 / 11)


def test_a_move_that_is_not_legal_is_a_fault() -> None:
    for best in (b"bestmove e2e5", b"bestmove 0000", b"bestmove (none)", b"bestmove"):
        engine, _ = greeted((), [best])
        with pytest.raises(EngineFault, match="is not legal"):
            engine.choose(question(), never)


@pytest.mark.parametrize(
    ("said", "value"),
    [
        (b"score cp 0", 0.5),
        (b"score cp 400", 10 / 11),
        (b"score cp -400", 1 / 11),
        (b"score cp -999999999", 0.0),
        (b"score mate 3", 1.0),
        (b"score mate -3", 0.0),
        (b"score cp 100 wdl 500 300 200", 0.65),
        (b"score cp 100 lowerbound", None),
        (b"currmove e2e4", None),
    ],
)
def test_scores_become_shares(said: bytes, value: float | None) -> None:
    engine, _ = greeted((), [b"info " + said + b" pv e2e4", b"bestmove e2e4"])
    assert engine.choose(question(), never).value == (
        None if value is None else pytest.approx(value)
    )


@pytest.mark.parametrize(
    "said",
    [
        b"score cp much",
        b"score elo 5",
        b"score cp 1 wdl 0 0 0",
        b"score cp nan",
        b"score cp 1" + b"0" * 5000,
        b"score mate 1000000000000",
        b"score cp",
    ],
    ids=lambda said: said[:24].decode(),
)
def test_a_score_that_is_none_is_a_fault(said: bytes) -> None:
    engine, _ = greeted((), [b"info " + said + b" pv e2e4", b"bestmove e2e4"])
    with pytest.raises(EngineFault, match="which is no answer"):
        engine.choose(question(), never)


def test_a_lead_in_centipawns_is_worth_as_much_as_in_elos_formula() -> None:
    assert share_of_centipawns(0) == 0.5
    assert share_of_centipawns(10_000) > 0.999
    assert share_of_centipawns(120) + share_of_centipawns(-120) == pytest.approx(1)


def test_moves_are_rated_several_at_once() -> None:
    engine, process = greeted(
        (),
        (),
        [
            b"info depth 1 multipv 1 score cp 0 pv e2e4",
            b"info depth 2 multipv 1 score cp 400 pv e2e4 e7e5",
            b"info depth 2 multipv 2 score mate -2 pv g2g4 e7e5",
            b"bestmove e2e4",
        ],
    )
    among = ["g2g4", "e2e4", "a2a3"]
    rated = {one.move: one for one in engine.rate(question(among=among), never)}
    assert process.heard[-3:] == [
        b"setoption name MultiPV value 3",
        f"position fen {START}".encode(),
        b"go movetime 1500 searchmoves g2g4 e2e4 a2a3",
    ]
    assert rated["e2e4"].value == pytest.approx(10 / 11)
    assert rated["e2e4"].line == ("e2e4", "e7e5")
    assert (rated["g2g4"].value, rated["g2g4"].exact, rated["g2g4"].plies) == (0.0, True, 5)
    assert (rated["a2a3"].value, rated["a2a3"].exact) == (0.0, False)  # it did not come to it


def test_an_engine_without_lines_rates_the_moves_one_by_one() -> None:
    """It is asked what it thinks after each move: some take no notice of `searchmoves`."""
    engine, process = greeted(
        (),
        [b"info score cp 0 pv e7e5 g1f3", b"bestmove e7e5"],
        (),
        [b"info score cp 400 pv e7e5", b"bestmove e7e5"],
        (),
        [b"info score mate -2 pv g8f6 e2e4", b"bestmove g8f6"],
        (),
        [b"bestmove g8f6 from its book"],
        greeting=[b"uciok"],
    )
    rated = engine.rate(question(among=["e2e4", "a2a3", "g1f3", "b1c3"]), never)
    assert [(one.move, one.value, one.plies) for one in rated] == [
        ("e2e4", 0.5, None),
        ("a2a3", pytest.approx(1 / 11), None),
        ("g1f3", 1.0, 6),
        ("b1c3", pytest.approx(1 / 11), None),  # nothing was said of it
    ]
    assert rated[0].line == ("e2e4", "e7e5", "g1f3")
    assert process.heard[3:5] == [
        f"position fen {START} moves e2e4".encode(),
        b"go movetime 375",
    ]


def test_a_move_that_ends_the_game_needs_no_search() -> None:
    engine, process = greeted(greeting=[b"uciok"])
    mate = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
    (rated,) = engine.rate(question(fen=mate, among=["a1a8"]), never)
    assert (rated.value, rated.plies, rated.exact) == (1.0, 1, True)
    stale = "7k/8/8/6Q1/8/8/8/K7 w - - 0 1"
    (rated,) = engine.rate(question(fen=stale, among=["g5g6"]), never)
    assert (rated.value, rated.exact) == (0.5, False)
    assert not any(line.startswith(b"go") for line in process.heard)


def test_a_search_is_stopped_and_its_answer_heard_before_anything_else() -> None:
    engine, process = greeted(
        (), (), [b"bestmove e2e4", b"bestmove a2a3"], [b"readyok"], (), [b"bestmove d2d4"]
    )
    with pytest.raises(Interrupted):
        engine.choose(question(), lambda: True)
    assert process.heard[-2:] == [b"stop", b"isready"]
    assert engine.choose(question(), never).move == "d2d4"


def test_words_that_nobody_understands_are_passed_over() -> None:
    engine, _ = greeted((), [b"", b"info string score cp pv e2e4", b"hello", b"bestmove e2e4"])
    assert engine.choose(question(), never).move == "e2e4"


def test_the_most_lines_that_an_engine_knows_may_be_any_number() -> None:
    most = b"option name MultiPV type spin default 1 min 1 max " + b"9" * 6000
    line = b"info score cp 0 pv e2e4"
    engine, _ = greeted((), [line, b"bestmove e2e4"], greeting=[most, b"uciok"])
    assert len(engine.rate(question(among=["e2e4"]), never)) == 1

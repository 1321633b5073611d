"""The distribution's Stockfish as an opponent and an analyst. Skipped where it is not installed."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from queue import SimpleQueue
from threading import Event
from time import monotonic
from typing import Any

import msgspec
import pytest

from companion.app.threads import ThreadedSearch
from companion.games.registry import make
from companion.opponents import Interrupted
from companion.opponents.external.engine_levels import EngineRoster
from companion.opponents.external.engine_settings import EngineSettings, LevelSettings
from companion.opponents.external.player import ExternalPlayer
from companion.opponents.question import Question, SearchLimits
from companion.opponents.time_left import TimeLeft
from companion.rules import Match, Seat, Turn, TurnMatch
from companion.rules.clock import ClockKind, GameClock, TimeControl
from companion.session.match.opponents import Opponents
from tests import needs
from tests.opponents.external.chess_game import Chess
from tests.opponents.external.engines import Clock

PROGRAM = needs.stockfish.found or "stockfish"
pytestmark = needs.stockfish.mark

CHESS = Chess()
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
SETTINGS = EngineSettings(
    command=(PROGRAM,),
    protocol="uci",
    nodes=2000,
    seconds=60.0,
    options={"Threads": 1, "Hash": 16},
    levels={
        "easy": LevelSettings(options={"Skill Level": 0}),
        "best": LevelSettings(),
        "deep": LevelSettings(nodes=1 << 50),
    },
)


class Engines:
    """A roster with Stockfish, on a clock that stands still."""

    def __init__(self) -> None:
        self.roster = EngineRoster({"stockfish": SETTINGS}, clock=Clock())

    def player(self, level: str) -> ExternalPlayer:
        return self.roster.engine(CHESS, f"stockfish:{level}")


@pytest.fixture
def engines() -> Iterator[Engines]:
    made = Engines()
    yield made
    made.roster.close()


def test_the_best_level_mates_and_says_so(engines: Engines) -> None:
    choice = engines.player("best").choose(Question(CHESS, MATE_IN_ONE))
    assert (choice.move, choice.value, choice.trouble) == ("a1a8", 1.0, "")


@pytest.mark.slow
def test_the_best_level_beats_the_easy_one(engines: Engines) -> None:
    players = [engines.player("easy"), engines.player("best")]
    position = CHESS.start()
    before: list[str] = []
    while not CHESS.outcome(position).over:
        move = players[len(before) % 2].choose(Question(CHESS, position, before=before)).move
        before.append(position)
        position = CHESS.advance(position, move)
    assert CHESS.outcome(position).winner == Seat(1)


def test_every_move_is_rated_and_blunders_are_seen(engines: Engines) -> None:
    fools = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"
    rated = engines.player("best").analyse(Question(CHESS, fools)).moves
    assert len(rated) == len(CHESS.moves(fools))
    assert (rated[0].move, rated[0].value, rated[0].plies) == ("d8h4", 1.0, 1)
    worst = rated[-1]
    assert worst.value < 0.5
    assert worst.line[0] == worst.move
    assert CHESS.moves(CHESS.advance(fools, worst.move))


def test_a_search_without_end_is_cancelled_and_the_engine_asked_again(engines: Engines) -> None:
    deep = engines.player("deep")
    deep.begin()
    looks = iter([False] * 3)
    with pytest.raises(Interrupted):
        deep.choose(
            Question(CHESS, CHESS.start()), "", SearchLimits(stop=lambda: next(looks, True))
        )
    looks = iter([False] * 3)
    with pytest.raises(Interrupted):
        deep.choose(Question(CHESS, MATE_IN_ONE), "", SearchLimits(stop=lambda: next(looks, True)))
    assert deep._restarts == 0


def test_an_engine_that_is_killed_is_started_again(engines: Engines) -> None:
    best = engines.player("best")
    best.begin()
    process: Any = best._process
    os.killpg(process.pid, signal.SIGKILL)
    choice = best.choose(Question(CHESS, MATE_IN_ONE))
    assert choice.move == "a1a8"
    assert choice.trouble == "engine stockfish: it was ended by SIGKILL; it was started again"


def test_it_thinks_while_a_person_has_to_move(engines: Engines) -> None:
    results: SimpleQueue[Any] = SimpleQueue()
    search = ThreadedSearch(idle=_set())
    match = TurnMatch(Match(CHESS), None, {Seat(1): "stockfish:best"})
    opponents = Opponents(match, 1, search, results.put, engines.roster)
    opponents.respond()  # White is a person: the likeliest moves are found, and answered
    for _ in range(3):
        opponents.take(results.get(timeout=60))
    answered = next(iter(opponents._known))
    move = next(
        move
        for move in CHESS.moves(CHESS.start())
        if CHESS.advance(CHESS.start(), move) == answered[1]
    )
    match.play(Turn((move,)))
    opponents.respond()
    assert opponents.turn is not None  # at once: it had been thought of
    opponents.close()


def test_without_its_protocol_in_the_configuration_a_line_says_what_to_write() -> None:
    roster = EngineRoster({"stockfish": EngineSettings(command=(PROGRAM,), fallback="easy")})
    game = make("solomon")
    choice = roster.engine(game, "stockfish").choose(Question(game, game.start()))
    roster.close()
    assert choice.trouble == (
        'engine stockfish: it speaks UCI; write protocol = "uci" in its section of the '
        "configuration; the computer plays on at the level easy"
    )


@pytest.mark.slow
def test_a_game_with_a_short_clock_ends_before_a_flag_falls() -> None:
    """Two seconds for each side, and one for each move: by its settings alone, it would think for
    five about each. The engine uses up what it has, down to what each move adds; that leaves room
    for a busy machine to be late."""
    settings = msgspec.structs.replace(SETTINGS, seconds=5.0, nodes=0, levels={})
    roster = EngineRoster({"stockfish": settings})
    clock = GameClock(TimeControl(ClockKind.FISCHER, 2.0, 1.0), 2)
    players = [roster.engine(CHESS, "stockfish") for _ in range(2)]
    position, before = CHESS.start(), list[str]()
    lowest = 2.0
    try:
        while not CHESS.outcome(position).over and len(before) < 40:
            seat = CHESS.to_act(position)
            clock.begin(seat, monotonic())
            left = TimeLeft(clock.read(monotonic()).left, 1.0)
            choice = players[seat].choose(
                Question(CHESS, position, before=before), "", SearchLimits(clock=left)
            )
            assert clock.fallen(monotonic()) is None, (len(before), clock.read(monotonic()))
            assert not choice.trouble
            clock.moved(monotonic())
            lowest = min(lowest, clock.read(monotonic()).left[0])
            before.append(position)
            position = CHESS.advance(position, choice.move)
    finally:
        roster.close()
    assert len(before) > 20
    # It has used its time, and not just hurried. Forced moves at the end gain some back.
    assert lowest < 1.9


def _set() -> Event:
    event = Event()
    event.set()
    return event

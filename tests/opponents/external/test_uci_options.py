"""The options of UCI are negotiated: engines with any of them, listed in any way."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import chess
import pytest

from companion.opponents.contract import never
from companion.opponents.external.dialogue import Budget, Dialogue, EngineQuestion
from companion.opponents.external.engine_faults import EngineRefusal
from companion.opponents.external.engine_options import OptionValue
from companion.opponents.external.uci import Uci
from companion.rules import Notation
from tests.opponents.external.chess_game import Chess
from tests.opponents.external.engines import Clock

NEEDED = "UCI_Chess960"
KINDS = {
    "MultiPV": ("spin default 1 min 1 max 500", "spin default 1 min 1 max 3", "spin default 1"),
    "UCI_ShowWDL": ("check default false", "check"),
    NEEDED: ("check default false", "check default true"),
    "Hash": ("spin default 16 min 1 max 1024", "spin  default 16"),
    "NullMove Pruning": ("combo default Always var Always var Fail High var Never",),
    "Clear Hash": ("button",),
    "Book File": ("string default <empty>", "string default max 7", "string"),
}
ODD = (
    "",
    "Fake 1.0 by nobody; option name of the house type unknown?",
    "option",
    "option name",
    "option name Nothing",
    "option name type check",
    "info string option name Ghost type check default false",
    "id author \xe9\xff",
    "info depth 0",
    "copyprotection ok",
)


class FakeEngine:
    """An engine with these lines for its options, which it checks against what it is told."""

    def __init__(self, greeting: list[str], offered: Mapping[str, str], seed: int) -> None:
        self._greeting = greeting
        self._offered = offered
        self._random = Random(seed)
        self._board = chess.Board()
        self._lines: list[bytes] = []
        self.set: dict[str, str | None] = {}

    def say(self, line: bytes) -> None:
        words = line.decode().split(" ")
        match words[0]:
            case "uci":
                self._write(*self._greeting, "uciok")
            case "setoption":
                name, _, value = line.decode().removeprefix("setoption name ").partition(" value ")
                assert name in self._offered, f"{line!r} sets what was not offered"
                kind = self._offered[name]
                assert (kind == "button") == (not value)
                self.set[name] = value or None
            case "isready":
                self._write("readyok")
            case "position":
                fen, _, played = " ".join(words[2:]).partition(" moves ")
                self._board = chess.Board(fen)
                for move in played.split():
                    self._board.push_uci(move)
            case "go":
                moves = [move.uci() for move in self._board.legal_moves]
                if "searchmoves" in words:
                    moves = words[words.index("searchmoves") + 1 :]
                self._random.shuffle(moves)
                self._write(*(f"info depth 1 score cp {len(moves)} pv {move}" for move in moves))
                self._write(f"bestmove {moves[0]}")

    def _write(self, *lines: str) -> None:
        self._lines += [line.encode("latin-1") for line in lines]

    def hear(self, wait: float) -> bytes | None:
        return self._lines.pop(0) if self._lines else None

    def skip(self) -> None:
        self._lines.clear()

    def close(self, grace: float = 0.0) -> None: ...


class _Plain(Notation[str, str]):
    def position_text(self, position: str) -> str:
        return position

    def move_text(self, position: str, move: str) -> str:
        return move


class _Full(_Plain):
    settings: Mapping[str, str] = {NEEDED: "true"}


class _Either(_Full):
    simpler: Notation[str, str] | None = _Plain()


class _Game(Chess):
    def __init__(self, notation: Notation[str, str]) -> None:
        super().__init__()
        self._notation = notation

    def notation(self, protocol: str) -> Notation[str, str] | None:
        return self._notation


def in_any_case(name: str, random: Random) -> str:
    return random.choice([name, name.lower(), name.upper(), name.swapcase()])


def fake(random: Random) -> tuple[FakeEngine, dict[str, str]]:
    """An engine with some of the options, and the kind of each by its name."""
    offered, lines = {}, list(random.sample(ODD, random.randrange(len(ODD))))
    for known, kinds in KINDS.items():
        if random.random() < 0.5:
            name, kind = in_any_case(known, random), random.choice(kinds)
            offered[name] = kind.split()[0]
            space = random.choice([" ", " ", "  ", "\t"])
            lines.append(space.join(["option", "name", name, "type", kind]))
    random.shuffle(lines)
    return FakeEngine(lines, offered, random.randrange(1 << 30)), offered


def wishes(offered: Mapping[str, str], random: Random) -> dict[str, OptionValue]:
    """The options of a configuration: some of those that the engine has."""
    values: dict[str, OptionValue] = {"check": False, "spin": 1, "button": True}
    return {
        in_any_case(name, random): values.get(kind, "Never")
        for name, kind in offered.items()
        if random.random() < 0.5 and name.lower() != "multipv"
    }


@pytest.mark.parametrize("notation", [_Plain(), _Full(), _Either()])
@pytest.mark.parametrize("seed", range(40))
def test_no_option_is_set_that_was_not_offered(notation: Notation[str, str], seed: int) -> None:
    random = Random(seed)
    process, offered = fake(random)
    has = NEEDED.lower() in map(str.lower, offered)
    game, engine = _Game(notation), Uci(Dialogue(process, Clock()))
    wanted = wishes(offered, random)
    if isinstance(notation, _Full) and not isinstance(notation, _Either) and not has:
        with pytest.raises(EngineRefusal, match=f"no option '{NEEDED}', without which") as refused:
            engine.greet(game, wanted, never)
        assert "\n" not in str(refused.value)
        assert not process.set
        return
    engine.greet(game, wanted, never)
    told = {name.lower(): value for name, value in process.set.items()}
    assert told.keys() >= {name.lower() for name in wanted}
    if isinstance(notation, _Full) and has:
        assert told[NEEDED.lower()] == "true"  # whatever the configuration says
    elif NEEDED.lower() not in map(str.lower, wanted):
        assert NEEDED.lower() not in told
    start = game.start()
    question = EngineQuestion(game, start, (), start, game.moves(start), Budget(1.0, 1))
    for _ in range(2):
        assert len(engine.rate(question, never)) == 20
        assert engine.choose(question, never).move in game.moves(start)
    assert process.set.keys() <= offered.keys()


@pytest.mark.parametrize("seed", range(10))
def test_an_option_of_the_configuration_that_was_not_offered_is_refused(seed: int) -> None:
    random = Random(seed)
    process, offered = fake(random)
    lacking = random.choice(["Hashh", "Ghost", "Nothing", "type"])
    with pytest.raises(EngineRefusal, match=f"it has no option '{lacking}'"):
        Uci(Dialogue(process, Clock())).greet(
            _Game(_Plain()), {**wishes(offered, random), lacking: 1}, never
        )
    assert not process.set

"""What the computer knows about a game is found by its name, also in an installed package."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from companion.games import registry
from companion.opponents import Knowledge, knowledge, knowledge_for
from companion.opponents.analysis import analyse
from companion.opponents.knowledge.solved_games import SolvedKnowledge
from companion.opponents.opponent import choose
from companion.opponents.question import Question, SearchLimits
from companion.rules import Shares
from tests.packages import Install, install
from tests.tiny import Tiny

__all__ = ["install"]

_CHESS = Path(__file__).parents[2] / "docs" / "examples" / "chess"
_HANGS = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"  # the pawn can take the queen


@pytest.fixture
def evaluation(install: Install, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The evaluation of the example package, which is installed."""
    monkeypatch.syspath_prepend(str(_CHESS))
    chess = ("companion_chess.chess:Chess",)
    install("companion-chess", chess, knowledge=("companion_chess.evaluation:ChessKnowledge",))
    return import_module("companion_chess.evaluation")


def test_every_file_is_about_a_game() -> None:
    folder = Path(knowledge.__path__[0])
    about = {path.name.removesuffix("_knowledge.py") for path in folder.glob("*_knowledge.py")}
    about.remove("game")  # the contract
    assert about == set(registry.built_in())
    for name in about:
        assert type(knowledge_for(registry.make(name))).name == name


@pytest.mark.parametrize("sign", [1, -1], ids=["as it is", "reversed"])
def test_the_computer_plays_by_the_evaluation_of_a_package(
    evaluation: ModuleType, monkeypatch: pytest.MonkeyPatch, sign: int
) -> None:
    game = registry.make("chess")
    assert isinstance(knowledge_for(game), evaluation.ChessKnowledge)
    lead = evaluation.lead
    monkeypatch.setattr(evaluation, "lead", lambda position: sign * lead(position))
    position = game.parse_position(_HANGS)
    moves = {
        game.move_text(position, choose(game, position, "fair", seed=seed).move)
        for seed in range(4)
    }
    assert (moves == {"exd5"}) if sign > 0 else ("exd5" not in moves)


@pytest.mark.usefixtures("evaluation")
def test_positions_are_estimated_by_the_evaluation_of_a_package() -> None:
    game = registry.make("chess")
    estimate = knowledge_for(game).estimator()
    assert estimate is not None
    white, black = estimate(game.parse_position("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1"))
    assert white > 0.95
    assert white + black == pytest.approx(1)


def test_the_values_of_a_package_are_exact(install: Install) -> None:
    game = Tiny()
    asked = Question(game, game.start())
    assert not any(one.exact for one in analyse(asked, SearchLimits(0.01)).moves)
    install("tiny-games", ("tests.tiny:Tiny",), knowledge=("tests.tiny:TinyKnowledge",))
    best = knowledge_for(game).best_moves(game.start())
    assert best is not None
    assert (best.moves, best.ending) == (tuple(game.moves(game.start())), (-1, 9))
    assert choose(game, game.start(), "strong").value == 0
    rated = analyse(asked, SearchLimits(0.01)).moves
    assert {(one.value, one.exact, one.plies) for one in rated} == {(0.0, True, 9)}


def test_only_its_rules_are_known_about_any_other_game() -> None:
    game = Tiny()
    known = knowledge_for(game)
    assert type(known) is SolvedKnowledge
    assert known.evaluation(game.start()) is None
    assert known.safe_moves(game.start()) == game.moves(game.start())


def test_a_game_with_an_estimate_is_searched_and_not_solved() -> None:
    class Estimated(Tiny):
        def evaluate(self, position: Any) -> Shares:
            return (0.5, 0.5)

    known = knowledge_for(Estimated())
    assert type(known) is Knowledge
    assert known.best_moves(known.game.start()) is None


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("tests.tiny:Tiny", "must name a subclass of companion.opponents.Knowledge"),
        ("companion.opponents:Knowledge", "set its name to the name of its game"),
        (
            "companion.opponents.knowledge.nim_knowledge:KNOWLEDGE",
            "the computer knows 'nim' already",
        ),
        ("tests.nowhere:KNOWLEDGE", "ModuleNotFoundError"),
    ],
)
def test_faulty_knowledge_is_named_and_ignored(
    install: Install, caplog: pytest.LogCaptureFixture, value: str, said: str
) -> None:
    install("wrong-games", knowledge=(value,))
    assert type(knowledge_for(Tiny())) is SolvedKnowledge
    (record,) = caplog.records
    assert record.getMessage().startswith("package wrong-games: knowledge 'k0' is ignored: ")
    assert said in record.getMessage()

"""`import companion`: what it offers, what it costs, and that what is shown is code or text."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import companion
import companion.testing
from companion.games.registry import in_menu_order, kinds
from companion.opponents.attention import SeenGame
from companion.rules import AnyGame
from tests.rules.walk import Walk

MODULES = (companion, companion.testing)
ROOT = Path(companion.__file__).parents[1]


def run(code: str) -> list[str]:
    """The words that a program prints, which has imported nothing before, not even `site`."""
    path = [str(ROOT), *(path for path in sys.path if "site-packages" in path)]
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path += {path}; {code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()


def imported_for_types(module: ModuleType) -> set[str]:
    """The names that a type checker sees, and the program only when they are used."""
    assert module.__file__ is not None
    found: set[str] = set()
    for node in ast.parse(Path(module.__file__).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.If):
            for inner in node.body:
                assert isinstance(inner, ast.ImportFrom)
                found |= {name.asname or name.name for name in inner.names}
    return found


@pytest.mark.parametrize("module", MODULES)
def test_everything_offered_is_there(module: ModuleType) -> None:
    for name in module.__all__:
        assert getattr(module, name) is not None
        assert name in dir(module)
    assert len(set(module.__all__)) == len(module.__all__)


@pytest.mark.parametrize("module", MODULES)
def test_type_checkers_and_programs_see_the_same_names(module: ModuleType) -> None:
    later = f"import {module.__name__} as it; print(*set(it.__dir__()) - set(vars(it)))"
    assert set(run(later)) == imported_for_types(module) <= set(module.__all__)


@pytest.mark.parametrize("module", MODULES)
def test_a_name_that_is_not_offered_is_an_attribute_error(module: ModuleType) -> None:
    with pytest.raises(AttributeError, match=f"module '{module.__name__}' has no attribute 'x'"):
        _ = module.x


def test_importing_the_program_imports_nothing_else() -> None:
    found = run("import companion; print(*sys.modules)")
    ours = [name for name in found if name.startswith("companion")]
    assert sorted(ours) == [
        *("companion", "companion.base", "companion.base.former", "companion.base.lazy"),
    ]
    assert not {"collections", "importlib.abc", "re", "typing"} & set(found)


def test_games_are_named_in_menu_order() -> None:
    assert companion.games is import_module("companion.games")
    assert companion.games.names() == in_menu_order()


def variants() -> list[AnyGame]:
    """Each game by itself, and with the last value of each of its options."""
    found = [companion.make(name) for name in kinds()]
    return found + [
        companion.make(game.name, {option.name: option.values(game.chosen)[-1]})
        for game in found
        for option in game.options
    ]


@pytest.mark.parametrize("game", variants(), ids=repr)
def test_a_game_is_shown_as_the_call_that_makes_it(game: AnyGame) -> None:
    again = eval(repr(game), {"make": companion.make})
    assert (type(again), again.chosen) == (type(game), game.chosen)
    assert repr(again) == repr(game)


def test_only_what_was_chosen_is_shown() -> None:
    assert repr(companion.make("solomon")) == "make('solomon')"
    assert repr(companion.make("solomon", first="w")) == "make('solomon')"
    assert repr(companion.make("solomon", first="b")) == "make('solomon', first='b')"


def test_options_with_names_that_python_keeps_for_itself_are_shown_as_a_mapping() -> None:
    assert repr(Walk({"blocked": "b1", "from": "b1"})) == (
        "make('walk', {'blocked': 'b1', 'from': 'b1'})"
    )


def test_a_game_that_cannot_be_made_says_what_it_is() -> None:
    game = companion.make("nim")
    assert repr(SeenGame(game, game.start(), (), 0.5, "7")) == "<SeenGame make('nim'), seed '7'>"


def test_options_are_given_by_name_or_as_a_mapping() -> None:
    by_name = companion.make("peg", board="grid7")
    assert companion.make("peg", {"board": "grid7"}).chosen == by_name.chosen
    with pytest.raises(companion.InvalidOption, match="did you mean 'board'"):
        companion.make("peg", bord="grid7")


def test_a_match_is_shown_as_code() -> None:
    match = companion.Match(companion.make("solomon", first="b"))
    assert repr(match) == "Match(make('solomon', first='b'))"
    match.play("5-8")
    assert repr(match) == ("Match(make('solomon', first='b'), 'b/bbb.b/.b/.../../wwwww/w w')")
    again = eval(repr(match), {"make": companion.make, "Match": companion.Match})
    assert again.position == match.position
    assert repr(again) == repr(match)

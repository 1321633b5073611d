"""`companion new-game` writes a game that is well, and `companion test-game` says what is not."""

from __future__ import annotations

import importlib
import json
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, cast

import pytest

from companion.app import men_template, new_game
from companion.app.game_template import BOARD, Move, TemplateGame
from companion.app.game_template import Position as Men
from companion.app.new_game import write_package
from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.cli import main
from companion.games.registry import kinds, make
from companion.rules import ONGOING, AnyGame, Option, Outcome, Seat, Step, perft
from companion.rules.option import choice
from companion.testing.game_report import Blame, examine
from companion.testing.rule_checks import CHECKS, positions_of
from tests import broken
from tests.packages import Install, forget_packages, install
from tests.slow import slow_after
from tests.tiny import Position, Tiny

__all__ = ["install"]


class Mute(Tiny):
    """Calls all moves alike."""

    def move_text(self, position: Position, move: Any) -> str:
        return "p1"


class Deaf(Tiny):
    """Does not know its own moves."""

    def readable_move(self, text: str) -> bool:
        return False


class Fleeting(Tiny):
    """Plays something else each time."""

    calls = 0

    def advance(self, position: Position, move: Any) -> Position:
        type(self).calls += 1
        return super().advance(position, move) if self.calls % 2 else (1, 2)


class Forgetful(Tiny):
    """Counts all positions as one."""

    def recurrence(self, position: Position) -> int:
        return 0


class Endless(Tiny):
    """Goes on when there are no moves."""

    def outcome(self, position: Position) -> Outcome:
        return ONGOING


class Eager(Tiny):
    """Has somebody act although it is over."""

    def to_act(self, position: Position) -> Seat:
        return Seat(0)


class Passing(Tiny):
    """Calls every move a pass."""

    def is_pass(self, move: Any) -> bool:
        return True


class Fields(Tiny):
    """Names a field that no position has."""

    position_fields = (Text("placement"), Text("player to act"))


class Lenient(Tiny):
    """Reads anything."""

    def parse_position(self, text: str) -> Position:
        return super().parse_position(text) if set(text) <= set("wb.") else self.start()


class Blurred(tuple[int, ...]):
    """A position that is equal to all others."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


class Alike(Tiny):
    """Cannot tell positions apart."""

    def start(self) -> Position:
        return cast(Position, Blurred((0, 0)))

    def advance(self, position: Position, move: Any) -> Position:
        return cast(Position, Blurred(super().advance(position, move)))


class Careless(TemplateGame):
    """Lifts men and does not put them down."""

    def steps(self, position: Men, move: Move) -> tuple[Step, ...]:
        return super().steps(position, move)[:1]


class Swapped(TemplateGame):
    """Has the other player's man in hand."""

    def steps(self, position: Men, move: Move) -> tuple[Step, ...]:
        return super().steps(position._replace(seat=1 - position.seat), move)


class Wandering(TemplateGame):
    """Never ends: no rows, no repetition."""

    repetitions = 0

    def moves(self, position: Men) -> Sequence[Move]:
        own = position.men[position.seat]
        vacant = [p for p in range(9) if p not in position.white | position.black]
        if len(own) < 3:
            return [Move(None, cast(Any, p)) for p in vacant]
        return [Move(origin, cast(Any, p)) for origin in sorted(own) for p in vacant]


class Wordless(Tiny):
    """Does not say why it is over."""

    def conclusion(self, position: Position) -> Text:
        return cast(Text, None)


class Fussy(Tiny):
    """Is well, but for one option."""

    options: ClassVar[tuple[Option, ...]] = (choice("mood", Text("how it feels"), "good", "bad"),)

    def readable_move(self, text: str) -> bool:
        return self.chosen["mood"] == "good"


def findings(game: AnyGame, folder: Path) -> list[str]:
    return [str(f.line) for f in examine(game, folder) if f.wrong]


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (Mute, "two moves are called 'p1'; move_text() must tell them apart"),
        (Deaf, "readable_move('p1') returned False, but it is a move"),
        (Fleeting, "advance() returned two different positions"),
        (Forgetful, "recurrence() says that this is the same position as '.........', but"),
        (Endless, "outcome() says that the game goes on, but moves() is empty"),
        (Eager, "outcome() says that the game is over, but to_act() is not NOBODY"),
        (Passing, "a pass is only for a player with no other move"),
        (Fields, "the text has 1 fields, and position_fields names 2"),
        (Lenient, "parse_position('?! 1 ?!') must raise InvalidPosition, not return"),
        (Alike, "all positions are equal; compare everything that tells them apart"),
        (Careless, "a piece is lifted and not put down: PLACE is missing"),
        (Swapped, "the steps leave 'b' on a3, and the position after it has 'w'"),
        (Wandering, "a random game is not over after 2000 moves; set repetitions = 3"),
        (Wordless, "conclusion() returned None; it must be a sentence as Text"),
        (Fussy, "with \"make('tiny', mood='bad')\": readable_move('p1') returned False"),
    ],
)
def test_what_is_wrong_is_said_with_its_remedy(
    tmp_path: Path, kind: type[AnyGame], said: str
) -> None:
    found = findings(kind(), tmp_path)
    assert any(said in line for line in found), found
    assert all(line.endswith(f" – {Blame.AUTHOR.value}") for line in found)
    assert all(line.isprintable() for line in found)


@pytest.mark.parametrize("name", slow_after(3, sorted(kinds())))
def test_the_rules_of_our_own_games_are_well(name: str) -> None:
    game = make(name)
    seen = positions_of(game, range(2), 60)
    assert len(seen) > 5
    for _, check in CHECKS:
        check(game, seen)


def test_the_template_of_men_is_well() -> None:
    game = men_template.TemplateGame()
    seen = positions_of(game, range(9), 60)
    for _, check in CHECKS:
        check(game, seen)
    won = game.parse_position("www/bb./b.. b 0 0")
    assert str(game.conclusion(won)) == "White has three in a row."
    stuck = game.parse_position("wbw/b../wb. b 0 0")
    assert not game.outcome(stuck).over
    assert perft(game, game.start(), 4) == perft(TemplateGame(), TemplateGame().start(), 4)


def test_the_template_is_well() -> None:
    game = TemplateGame()
    seen = positions_of(game, range(9), 60)
    for _, check in CHECKS:
        check(game, seen)
    with pytest.raises(CompanionError, match="3 men each"):
        game.parse_position("www/w../... w")
    assert str(game.conclusion(game.parse_position("www/bb./b.. b"))) == (
        "White has three in a row."
    )
    assert game.board is BOARD


@pytest.mark.parametrize("base", new_game.TEMPLATES)
def test_a_new_game_can_be_tested_at_once(
    install: Install,
    base: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    files = write_package("foxes_go", tmp_path / "made", base)
    assert [path.relative_to(tmp_path).as_posix() for path in files] == [
        "made/foxes_go/pyproject.toml",
        "made/foxes_go/companion_foxes_go/__init__.py",
        "made/foxes_go/companion_foxes_go/foxes_go.py",
        "made/foxes_go/companion_foxes_go/foxes_go.md",
    ]
    assert "emplate" not in "".join(path.read_text() for path in files)
    monkeypatch.syspath_prepend(str(tmp_path / "made" / "foxes_go"))
    for loaded in ("companion_foxes_go", "companion_foxes_go.foxes_go"):
        sys.modules.pop(loaded, None)
    install(
        "companion-foxes-go",
        ("companion_foxes_go.foxes_go:FoxesGoGame",),
        ("companion_foxes_go.foxes_go:BOARD",),
    )
    monkeypatch.setattr(sys, "argv", ["companion", "test-game", "foxes_go"])
    with pytest.raises(SystemExit) as ended:
        main()
    out = capsys.readouterr().out
    assert ended.value.code == 0, out
    assert out.startswith(f"code: {files[2]}\n")
    assert out.endswith("Foxes Go is well.\n")
    assert "1: 9, 2: 72, 3: 504, 4: 3,024" in out
    assert "careless hands on switches: " in out
    assert "page of rules: ok; without a translation into de" in out


@pytest.mark.parametrize("base", new_game.TEMPLATES)
@pytest.mark.parametrize("name", ["true", "none", "move", "position", "text", "seat", "men"])
def test_a_name_may_be_one_that_the_module_uses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, base: str
) -> None:
    write_package(name, tmp_path, base)
    monkeypatch.syspath_prepend(str(tmp_path / name))
    for loaded in (f"companion_{name}", f"companion_{name}.{name}"):
        sys.modules.pop(loaded, None)
    module = importlib.import_module(f"companion_{name}.{name}")
    kind = getattr(module, f"{name.capitalize()}Game")
    assert len(kind().moves(kind().start())) == 9


@pytest.mark.parametrize("name", ["Foxes", "3men", "fox-geese", "class", "../fox", "", "solomon"])
def test_a_name_that_no_game_can_have_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(CompanionError, match=r"cannot be the name|already a game"):
        write_package(name, tmp_path)
    assert not list(tmp_path.iterdir())


def test_nothing_is_written_over(tmp_path: Path) -> None:
    write_package("fox", tmp_path)
    with pytest.raises(CompanionError, match="exists already; choose another name"):
        write_package("fox", tmp_path)


@pytest.mark.parametrize("method", ["forced", "steps", "stacks", "occupancy"])
def test_a_game_that_fails_in_play_is_a_finding_and_no_traceback(
    install: Install, tmp_path: Path, caplog: pytest.LogCaptureFixture, method: str
) -> None:
    install("broken-games", (f"tests.broken:{method}__raises__later",))
    game = make("broken")
    broken.arm()
    try:
        found = findings(game, tmp_path)
    finally:
        broken.arm(False)
    assert any(f"{method}() failed: RuntimeError: a burrow" in line for line in found), found
    assert all("broken.py line " in line for line in found if "failed" in line)
    assert not caplog.records


class _WithoutReasons(Tiny):
    def objection(self, position: Position, origin: Any, to: Any) -> Text:
        raise KeyError("burrow")


class _WithoutForce(Tiny):
    def forced(self, position: Position) -> bool:
        raise KeyError("burrow")


@pytest.mark.parametrize("kind", [_WithoutReasons, _WithoutForce])
def test_a_game_of_the_program_that_fails_is_a_finding_too(
    kind: type[Tiny], tmp_path: Path
) -> None:
    found = findings(kind(), tmp_path)
    assert found
    assert all(": KeyError: 'burrow'; test_game_report.py line " in line for line in found)


def copied(site: Path, source: Path, *, editable: bool = False) -> None:
    """Install the package in the folder `source` as pip does."""
    info = site / "companion_fox-0.1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: companion-fox\nVersion: 0.1\n")
    (info / "entry_points.txt").write_text(
        "[companion.games]\nfox = companion_fox.fox:FoxGame\n"
        "[companion.boards]\nfox = companion_fox.fox:BOARD\n"
    )
    origin = {"url": source.as_uri(), "dir_info": {"editable": True} if editable else {}}
    (info / "direct_url.json").write_text(json.dumps(origin))
    shutil.copytree(source / "companion_fox", site / "companion_fox")
    files = [str(path.relative_to(site)) for path in (site / "companion_fox").iterdir()]
    (info / "RECORD").write_text("".join(f"{name},,\n" for name in files))


@pytest.mark.parametrize("editable", [False, True])
def test_an_old_copy_of_a_package_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, editable: bool
) -> None:
    write_package("fox", tmp_path)
    site = tmp_path / "site"
    copied(site, tmp_path / "fox", editable=editable)
    monkeypatch.syspath_prepend(str(site))
    for loaded in ("companion_fox", "companion_fox.fox"):
        sys.modules.pop(loaded, None)
    forget_packages()
    code, *_ = examine(make("fox"), tmp_path / "logs")
    assert code.blame is Blame.NOBODY
    assert code.said == str(site / "companion_fox" / "fox.py")
    changed = tmp_path / "fox" / "companion_fox" / "fox.py"
    changed.write_text(changed.read_text().replace("hands = (3, 3)", "hands = (4, 4)"))
    code, *_ = examine(make("fox"), tmp_path / "logs")
    forget_packages()
    assert code.wrong is not editable
    if not editable:
        assert f"this is an older copy of {tmp_path / 'fox'}; run pip install --ed" in code.said

"""Games and boards of packages: they take nobody's place, and a faulty one stops nothing."""

from __future__ import annotations

import logging
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion import boards, games, plugins
from companion.cli import main
from companion.config import InvalidConfig, parse_config
from companion.drivers.opening import fit
from companion.engines.opponent import choose
from companion.games import registry
from companion.games.acceptance import accept
from companion.journal import reader
from companion.languages import find_language
from companion.learning.summary import summary_of
from companion.menu import builder as menu
from companion.referee import answer
from companion.rules import UnknownGame
from companion.session import views
from tests.hil.test_random_games import follow_games
from tests.hil.test_switches_only import play_out
from tests.session.virtual import Virtual
from tests.test_card import BOARDS, choosing, places
from tests.tiny import ROW, Plain, Tiny

ROOT = Path(__file__).parent.parent
_CACHES = (
    registry.kinds,
    registry.built_in,
    registry.in_menu_order,
    registry._added,
    boards._added,
    views._games,
    menu._boards,
)


def forget_packages() -> None:
    """Have packages looked for again."""
    for cached in _CACHES:
        cached.cache_clear()


Install = Callable[..., None]


def lay_out(
    where: Path,
    package: str,
    games: tuple[str, ...],
    wood: tuple[str, ...] = (),
    artwork: tuple[str, ...] = (),
) -> None:
    """A package as it lies about when it is installed: its entry points and nothing else."""
    info = where / f"{package.replace('-', '_')}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    lines = [f"[{plugins.GAMES}]", *(f"g{i} = {value}" for i, value in enumerate(games))]
    lines += [f"[{plugins.BOARDS}]", *(f"b{i} = {value}" for i, value in enumerate(wood))]
    lines += [f"[{plugins.ARTWORK}]", *(f"a{i} = {value}" for i, value in enumerate(artwork))]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Installs packages for one test."""
    site = tmp_path / "site"
    site.mkdir()
    monkeypatch.syspath_prepend(str(site))

    def installed(
        package: str,
        games: tuple[str, ...] = (),
        wood: tuple[str, ...] = (),
        artwork: tuple[str, ...] = (),
    ) -> None:
        lay_out(site, package, games, wood, artwork)
        forget_packages()

    yield installed
    monkeypatch.undo()
    forget_packages()


@pytest.fixture
def tiny(install: Install) -> None:
    install("tiny-games", ("tests.tiny:Tiny", "tests.tiny:OnStar"), ("tests.tiny:ROW",))


def lobbies() -> dict[str, dict[str, str]]:
    """Where the games lie on each board, also on a 9 × 9 one for smaller boards."""
    found = {board: places(choosing(board).lobby(), board) for board in BOARDS}
    larger = menu.MenuBuilder(BOARDS["9 × 9"], "halma", {}, lambda board: board.style != "points")
    return {**found, "any grid on 9 × 9": places(larger.lobby(), "9 × 9")}


@pytest.mark.usefixtures("tiny")
def test_a_package_brings_games_and_boards() -> None:
    assert registry.make("tiny").board is ROW
    assert boards.find("row9") is ROW
    assert list(registry.kinds())[:2] == ["aaa", "crowning"]
    assert registry.in_menu_order()[-2:] == ("aaa", "tiny")
    assert set(registry.kinds()) - set(registry.built_in()) == {"aaa", "tiny"}


def test_a_game_of_a_package_takes_no_place_of_a_menu(install: Install) -> None:
    before = lobbies()
    install("tiny-games", ("tests.tiny:OnStar",))
    after = lobbies()
    assert {board: {**after[board], **before[board]} for board in before} == after
    assert set(after["star"]) - set(before["star"]) == {"Aaa, the first of all"}
    assert after["star"]["Aaa, the first of all"] == "7"


def test_a_new_file_takes_no_place_of_a_menu(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = lobbies()
    (tmp_path / "aaa.py").write_text("from tests.tiny import OnStar as GAME\n")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    forget_packages()
    try:
        after = lobbies()
    finally:
        monkeypatch.undo()
        sys.modules.pop("companion.games.aaa", None)
        forget_packages()
    assert {board: {**after[board], **before[board]} for board in before} == after
    assert set(after["star"]) - set(before["star"]) == {"Aaa, the first of all"}


def test_ranks_are_given_once() -> None:
    ranks = [kind.menu_rank for kind in registry.built_in().values() if kind.menu_rank is not None]
    assert sorted(ranks) == list(range(1, len(ranks) + 1))


def test_games_that_find_no_point_are_left_to_the_button(
    install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    install("tiny-games", ("tests.tiny:Tiny",), ("tests.tiny:ROW",))
    monkeypatch.setattr(menu, "in_menu_order", lambda: ("tiny",) * 9)
    level = menu.MenuBuilder(ROW, "tiny", {}).lobby()
    at = [None if e.point is None else ROW.names[e.point] for e in level.entries]
    assert at == [*ROW.names[:4], *[None] * 5, "p5", "p6", "p7", "p9"]


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("tests.nowhere:Game", "ModuleNotFoundError: No module named 'tests.nowhere'; update"),
        ("tests.tiny:Absent", "AttributeError: module 'tests.tiny' has no attribute 'Absent'"),
        ("tests.tiny:ROW", "not a game; the entry point must name a subclass"),
        ("tests.tiny:quits", "not a game"),
        ("tests.tiny:Namesake", "there is already a game 'solomon'; rename it, or uninstall"),
        ("tests.tiny:Untitled", "Untitled has no title; set"),
        ("tests.tiny:Misnamed", "its name is 'Tiny game'; use lower-case letters"),
        ("tests.tiny:Unfinished", "Unfinished lacks advance, move_text, moves,"),
        ("tests.tiny:Crowded", "it has 7 seats; choose from 1 to 6"),
        ("tests.tiny:Mistaken", "the steps of its move 'p1' do not lead"),
        ("tests.tiny:Unreadable", "reads back as another position; fix parse_position()"),
        ("tests.tiny:Undisplayed", "stacks() and occupancy() disagree; fix stacks()"),
        ("tests.tiny:Stuck", "nobody can move from its start; fix moves() or to_act()"),
        ("tests.tiny:Renamed", "its move 'p1' reads back as another move; fix move_text()"),
        ("tests.tiny:Colourless", "give it one colour for each seat, or none"),
        ("tests.tiny:Boardless", "its board is 'row9'; give it a companion.geometry.Board"),
        ("tests.tiny:Scribbled", "the drawing of its piece 'w' is not the data of an SVG path"),
        ("tests.tiny:Broken", "RuntimeError: no large board yet; update"),
        ("tests.tiny:Elsewhere", "the board star differs from the program's board"),
        ("tests.tiny:Narrow", "the board row5 has 5 points; the menu needs at least 7"),
    ],
)
def test_a_faulty_game_is_named_and_ignored(
    install: Install, caplog: pytest.LogCaptureFixture, value: str, said: str
) -> None:
    install("x-games", ("tests.tiny:Tiny",))
    install("wrong-games", (value,))
    assert set(registry.kinds()) == {*registry.built_in(), "tiny"}
    (record,) = caplog.records
    line = record.getMessage()
    assert line.startswith("package wrong-games: game 'g0' is ignored: ")
    assert said in line
    assert "\n" not in line
    assert record.levelno == logging.WARNING


def test_of_two_games_of_one_name_the_first_package_has_it(
    install: Install, caplog: pytest.LogCaptureFixture
) -> None:
    install("b-games", ("tests.tiny:Tiny",))
    install("a-games", ("tests.tiny:Tiny",))
    assert registry.kinds()["tiny"] is Tiny
    assert "package b-games: game 'g0' is ignored: there is already a game 'tiny'" in caplog.text


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("tests.tiny:Tiny", "not a board; the entry point must name"),
        ("tests.tiny:LAME", "the rows of the board row9 must contain each of its points once"),
        ("tests.tiny:STRANGE_STAR", "the board star differs from the program's board"),
        ("companion.geometry:STAR", "there is already a board 'star'"),
        ("tests.nowhere:BOARD", "ModuleNotFoundError"),
    ],
)
def test_a_faulty_board_is_named_and_ignored(
    install: Install, caplog: pytest.LogCaptureFixture, value: str, said: str
) -> None:
    install("wrong-boards", (), (value,))
    assert list(boards.boards()) == ["star", "grid7", "grid8", "grid9"]
    (record,) = caplog.records
    assert record.getMessage().startswith("package wrong-boards: board 'b0' is ignored: ")
    assert said in record.getMessage()


def test_nothing_is_looked_for_that_is_not_needed() -> None:
    program = (
        "import sys\n"
        "from companion.config import parse_config\n"
        "from companion.games.registry import make\n"
        'config = parse_config(\'[port]\\nkind = "matrix"\\nboard = "grid9"\')\n'
        "config.check(make('halma').board)\n"
        "assert 'importlib.metadata' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, cwd=ROOT)


@pytest.mark.usefixtures("tiny")
def test_the_command_lists_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["companion", "games"])
    with pytest.raises(SystemExit):
        main()
    assert "tiny           Tiny\n" in capsys.readouterr().out


@pytest.mark.usefixtures("tiny")
def test_the_referee_knows_it() -> None:
    told = answer('{"ask":"play","game":"tiny","moves":["p1","p9"]}')
    assert told["texts"] == ["w........", "w.......b"]


@pytest.mark.usefixtures("tiny")
def test_hands_play_it_and_the_log_says_so(tmp_path: Path) -> None:
    follow_games(tmp_path / "simulated", registry.make("tiny"), range(2))
    table = Virtual(tmp_path / "bare", bare=True)
    play_out(table, registry.make("tiny"), 1)
    assert table.match.outcome.text == "win 1"
    (summary,) = reader.list_logs(tmp_path / "bare")
    assert reader.verify(summary.path, registry.make("tiny")) == []


@pytest.mark.usefixtures("tiny")
def test_the_page_and_the_computer_know_it(tmp_path: Path) -> None:
    table = Virtual(tmp_path)
    table.begin("tiny")
    hello = views.greeting(table.match.game, {}, simulated=True, solvable=False, puzzles=())
    assert (hello.board, hello.style, len(hello.points)) == ("row9", "points", 9)
    assert "tiny" in {game.name for game in hello.games}
    game = registry.make("tiny")
    assert choose(game, game.start(), "easy").move in game.moves(game.start())


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize("kind", ["matrix", "pico", "direct"])
def test_its_board_can_be_wired(kind: str) -> None:
    switches = ", ".join(f"p{n} = {n + 16}" for n in range(1, 10))
    maps = {
        "matrix": "",
        "pico": f"switches = {{ {switches} }}",
        "direct": f"switches = {{ {switches} }}",
    }
    route = "pico" if kind == "pico" else "spi"
    config = parse_config(
        f'[port]\nkind = "{kind}"\nboard = "row9"\n{maps[kind]}\n[strip]\nroute = "{route}"\n'
    )
    config.check(ROW)
    fitting = fit(config.port, config.strip, ROW)
    assert (fitting.physical, fitting.lamps) == (ROW, 9)


@pytest.mark.usefixtures("tiny")
def test_a_row_lies_on_a_part_of_a_grid() -> None:
    config = parse_config('[port]\nkind = "matrix"\nboard = "grid9"\n')
    fitting = fit(config.port, config.strip, ROW)
    assert [fitting.physical.names[place] for place in fitting.places] == [
        f"{f}5" for f in "abcdefghi"
    ]


def test_a_board_that_nobody_brings_is_refused() -> None:
    with pytest.raises(InvalidConfig, match=r"port\.board is 'row9'; choose from star, grid7, "):
        parse_config('[port]\nkind = "matrix"\nboard = "row9"\n')
    with pytest.raises(UnknownGame, match="unknown game 'tiny'"):
        registry.make("tiny")


@pytest.mark.slow
def test_the_suites_run_over_a_new_file_and_a_package(tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "aaa.py").write_text("from tests.tiny import OnStar as GAME\n")
    lay_out(tmp_path, "tiny-games", ("tests.tiny:Tiny",), ("tests.tiny:ROW",))
    path = os.pathsep.join((str(ROOT), str(tmp_path), os.environ.get("PYTHONPATH", "")))
    run = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-v", "-p", "tests.new_games", "-p", "no:xdist"),
            *("-p", "no:cacheprovider", "-k", "aaa or tiny or card or page"),
            *("tests/conformance", "tests/test_card.py", "tests/games/test_pages.py"),
        ],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path, "NEW_GAMES": str(tmp_path / "new")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-3000:]
    for name in ("aaa", "tiny"):
        assert len(re.findall(rf"\[{name}\] PASSED", run.stdout)) > 12
    assert "test_places_of_the_games PASSED" in run.stdout


def test_a_game_without_texts_of_its_own_is_known_by_its_players() -> None:
    assert find_language(["de"]).words(summary_of(Tiny)) == "Ein Spiel für zwei Spieler."


def test_a_game_of_a_package_may_have_words_that_are_no_texts() -> None:
    name, kind = accept(Plain, ())
    assert name == "plain"
    told = find_language(["de"]).encode(views.board_greeting(kind()))
    assert b'"Plain"' in told
    assert b'["White","Black"]' in told

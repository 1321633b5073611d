"""Games and boards of packages: they take nobody's place, and a faulty one stops nothing."""

from __future__ import annotations

import logging
import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from companion import games
from companion.app import slow_packages
from companion.app.command_line import PlainFormatter
from companion.app.referee import answer
from companion.base import plugins
from companion.base.foreign import TRACE, Package
from companion.base.languages import find_language
from companion.base.plugins import Loading
from companion.cli import main
from companion.coach.game_summary import summary_of
from companion.coach.rule_pages import read_rules
from companion.config import InvalidConfig, parse_config
from companion.device.ports import port_kinds
from companion.device.ports.opening import fit
from companion.device.ports.port_kind import PortKind
from companion.games import registry
from companion.games.acceptance import accept
from companion.games.registry import IgnoredGame
from companion.opponents.knowledge import knowledge_registry
from companion.opponents.opponent import choose
from companion.records.game_formats import game_formats
from companion.records.game_logs import game_of, log_of
from companion.records.journal import reader
from companion.records.journal.record import Header
from companion.rules import UnknownGame, boards
from companion.rules.geometry import Board
from companion.session import view_builder
from companion.session.menu import builder as menu
from tests.base.languages.german import in_german
from tests.hil.test_random_games import follow_games
from tests.hil.test_switches_only import play_out
from tests.packages import Install, forget_packages, install, lay_out
from tests.session.virtual import Virtual
from tests.test_card import BOARDS, choosing, places
from tests.tiny import ROW, Plain, Tiny

__all__ = ["install"]

ROOT = Path(__file__).parents[2]


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


def test_the_package_of_a_game_is_known_with_its_version(install: Install) -> None:
    install("broken-games", ("tests.nowhere:Tiny",))
    install("tiny-games", ("tests.tiny:OnStar",))
    assert registry.package_of(registry.make("aaa")) == "tiny-games 1.0"
    assert registry.package_of(registry.make("solomon")) == ""


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
        ("tests.tiny:Crowded", "it must be a tuple of 1 to 6 different short names"),
        ("tests.tiny:Mistaken", "the steps of its move 'p1' do not lead"),
        ("tests.tiny:Unreadable", "reads back as another position; fix parse_position()"),
        ("tests.tiny:Undisplayed", "stacks() and occupancy() disagree; fix stacks()"),
        ("tests.tiny:Stuck", "it is over at its start; fix start() or outcome()"),
        ("tests.tiny:Renamed", "its move 'p1' reads back as another move; fix move_text()"),
        (
            "tests.tiny:Colourless",
            "colours is ('white',); it must be empty, or one colour",
        ),
        ("tests.tiny:Boardless", "board is 'row9'; it must be a companion.rules.geometry.Board"),
        ("tests.tiny:Scribbled", "the drawing of its piece 'w' is not the data of an SVG path"),
        ("tests.tiny:Broken", "setup() failed: RuntimeError: no large board yet; tiny.py line 190"),
        ("tests.tiny:Elsewhere", "the board star differs from the program's board"),
        ("tests.tiny:Narrow", "the board row4 has 4 points; the menu needs at least 5"),
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
    assert issubclass(registry.kinds()["tiny"], Tiny)
    assert registry.package_of(registry.make("tiny")) == "a-games 1.0"
    assert "package b-games: game 'g0' is ignored: there is already a game 'tiny'" in caplog.text


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("tests.tiny:Tiny", "not a board; the entry point must name"),
        ("tests.tiny:LAME", "the rows of the board row9 must contain each of its points once"),
        ("tests.tiny:STRANGE_STAR", "the board star differs from the program's board"),
        ("companion.rules.geometry:STAR", "there is already a board 'star'"),
        ("tests.nowhere:BOARD", "ModuleNotFoundError"),
    ],
)
def test_a_faulty_board_is_named_and_ignored(
    install: Install, caplog: pytest.LogCaptureFixture, value: str, said: str
) -> None:
    install("wrong-boards", (), (value,))
    assert list(boards.boards()) == ["star", "grid7", "grid8", "grid9", "nine", "five"]
    (record,) = caplog.records
    assert record.getMessage().startswith("package wrong-boards: board 'b0' is ignored: ")
    assert said in record.getMessage()


def test_nothing_is_looked_for_that_is_not_needed() -> None:
    program = (
        "import sys\n"
        "from companion.config import parse_config\n"
        "from companion.games.registry import make, package_of\n"
        'config = parse_config(\'[port]\\nkind = "matrix"\\nboard = "grid9"\')\n'
        "config.check(make('halma').board)\n"
        "assert package_of(make('solomon')) == ''\n"
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
    hello = view_builder.greeting(table.match.game, {}, simulated=True, solvable=False, puzzles=())
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
    assert in_german(summary_of(Tiny)) == "Ein Spiel für zwei Spieler."


def test_a_game_of_a_package_may_have_words_that_are_no_texts() -> None:
    name, kind = accept(Plain, (), Loading(Package("plain-games")))
    assert name == "plain"
    told = find_language(["de"]).encode(view_builder.board_greeting(kind()))
    assert b'"Plain"' in told
    assert b'["White","Black"]' in told


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[object, str, str]:
    """Exit status, standard output and standard error of a command."""
    with pytest.MonkeyPatch.context() as patch, pytest.raises(SystemExit) as stopped:
        patch.setattr(sys, "argv", ["companion", *words])
        main()
    said = capsys.readouterr()
    return stopped.value.code, said.out, said.err


def test_a_package_brings_commands(install: Install, capsys: pytest.CaptureFixture[str]) -> None:
    both = ("tests.tiny_commands:measure", "tests.tiny_commands:plain")
    install("tiny-commands", commands=both)
    code, out, _ = told(capsys, "--help")
    assert code == 0
    assert out.endswith(
        "  measure    Measure things.\n  plain      A command that knows click alone.\n"
    )
    assert told(capsys, "measure", "length") == (0, "7 mm\n", "")
    assert told(capsys, "plain", "3") == (0, "number 3\n", "")
    assert told(capsys, "measure", "length", "--unit", "km") == (
        1,
        "",
        "companion: there is no unit 'km'; use mm\n",
    )
    for words, said in (
        (("measur",), "unknown command 'measur' (did you mean 'measure'?)"),
        (("measure", "--uint"), "unknown option '--uint'"),
        (("measure", "length", "--uint"), "unknown option '--uint' (did you mean '--unit'?)"),
        (("plain",), "NUMBER is missing"),
        (("plain", "0"), "NUMBER: 0 is not in the range x>=1."),
        (("plain", "3", "4"), "Got unexpected extra argument (4)"),
        (("plain", "--nmber", "4"), "unknown option '--nmber'"),
    ):
        code, out, err = told(capsys, *words)
        assert (code, out) == (2, "")
        assert err.startswith(f"companion: {said}; see `")
        assert err.count("\n") == 1


def test_a_package_adds_commands_to_a_group_of_the_program(
    install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    alone = told(capsys, "tables", "list")
    assert alone[0] == 0
    assert told(capsys, "tables", "build", "2")[0] == 2
    install("board-companion-research", commands=("companion_research.commands:tables",))
    assert told(capsys, "tables", "list") == alone
    code, out, _ = told(capsys, "tables", "--help")
    assert code == 0
    assert out.index("\n  list ") < out.index("\n  build ") < out.index("\n  prove-solomon ")
    code, out, err = told(capsys, "tables", "check-nim")
    assert (code, err) == (0, "")
    assert out.endswith("nim.book is sound in 2,000 sets of pieces\n")
    code, out, err = told(capsys, "tables", "build", "8")
    assert (code, err) == (1, "companion: 8 pieces: choose a number from 2 to 7\n")
    assert told(capsys, "--help")[1].count("\n  tables ") == 1


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("tests.nowhere:COMMAND", "ModuleNotFoundError"),
        ("tests.tiny_commands:missing", "AttributeError"),
        ("tests.tiny:Broken", "not a command; the entry point must name a click.Command"),
        (
            "tests.tiny_commands:nameless",
            "not a command; the entry point must name a click.Command",
        ),
        ("tests.tiny_commands:games", "there is already a command 'games'; rename it"),
    ],
)
def test_a_faulty_command_is_named_and_ignored(
    install: Install,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
    value: str,
    said: str,
) -> None:
    install("tiny-commands", commands=("tests.tiny_commands:measure",))
    install("wrong-commands", commands=(value,))
    assert told(capsys, "measure", "length") == (0, "7 mm\n", "")
    code, _, err = told(capsys, "nothing")
    assert code == 2
    assert err == "companion: unknown command 'nothing'; see `companion --help`\n"
    (record,) = caplog.records
    line = record.getMessage()
    assert line.startswith("package wrong-commands: command 'c0' is ignored: ")
    assert said in line
    assert "\n" not in line


def test_commands_of_packages_are_not_looked_for_without_need(
    install: Install, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    install("wrong-commands", commands=("tests.nowhere:COMMAND",))
    assert told(capsys, "config")[0] == 0
    assert told(capsys, "--version")[0] == 0
    assert not caplog.records


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("tests.stray.exits:GAME", "SystemExit: 3; exits.py line "),
        ("tests.stray.interrupts:GAME", "KeyboardInterrupt; interrupts.py line "),
        ("tests.stray.stops:GAME", "Stop: on two [1m lines; stops.py line "),
        ("tests.stray.misspelt:GAME", "misspelt.py line 3"),
    ],
)
@pytest.mark.parametrize("group", ["games", "boards", "ports", "knowledge", "formats"])
def test_no_package_ends_the_program_when_it_is_imported(
    install: Install,
    caplog: pytest.LogCaptureFixture,
    group: str,
    value: str,
    said: str,
) -> None:
    install("stray-games", **{group: (value,)})
    listed: dict[str, Callable[[], Mapping[str, object]]] = {
        "games": registry.kinds,
        "boards": boards.boards,
        "ports": lambda: port_kinds.entries(PortKind),
        "knowledge": lambda: knowledge_registry._added(),
        "formats": game_formats,
    }
    assert listed[group]() is not None
    (record,) = caplog.records
    line = record.getMessage()
    assert line.startswith("package stray-games: ")
    assert said in line
    assert line.isprintable()


def test_the_traceback_is_shown_on_demand(
    install: Install, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    install("stray-games", ("tests.stray.stops:GAME",))
    assert told(capsys, "games")[0] == 0
    assert [record.exc_info for record in caplog.records] == [None]
    forget_packages()
    caplog.clear()
    assert told(capsys, "--traceback", "games")[0] == 0
    assert not TRACE.isEnabledFor(logging.DEBUG)  # for this command alone
    _, trace = caplog.records
    assert trace.exc_info is not None
    assert "stops.py" in caplog.text


def test_the_log_gives_a_terminal_no_orders() -> None:
    try:
        raise RuntimeError("a burrow\x1b[31m\nand a \x07 bell")
    except RuntimeError as error:
        record = logging.LogRecord(
            "x", logging.ERROR, "x.py", 1, "%s", ("it\x1bfailed",), (type(error), error, None)
        )
    assert PlainFormatter("%(levelname)s: %(message)s").format(record) == (
        "ERROR: it failed\nRuntimeError: a burrow [31m\nand a   bell"
    )


def test_a_slow_package_is_named_with_its_place(
    monkeypatch: pytest.MonkeyPatch, install: Install, caplog: pytest.LogCaptureFixture
) -> None:
    class Clock:
        """Its time passes only while the package's code runs."""

        now = 0.0

    class Alarm:
        """A timer that rings when the game's code has run for too long."""

        def __init__(self, seconds: float, ring: Callable[[], None]) -> None:
            alarms.append((seconds, ring))

        def start(self) -> None:
            pass

        def cancel(self) -> None:
            pass

    alarms: list[tuple[float, Callable[[], None]]] = []

    def slow(*_: object) -> bool:
        Clock.now += 2
        if Clock.now == 4:
            alarms[-1][1]()
        return False

    monkeypatch.setattr(slow_packages, "Timer", Alarm)
    monkeypatch.setattr(slow_packages, "monotonic", lambda: Clock.now)
    monkeypatch.setattr(Tiny, "forced", slow)
    plugins.watch_with(slow_packages.watch_over)
    install("slow-games", ("tests.tiny:Tiny",))
    assert "tiny" in registry.kinds()
    (record,) = caplog.records
    line = record.getMessage()
    assert line.startswith("package slow-games: game 'g0' is slow: ")
    assert "; it is at test_plugins.py line " in line
    assert Clock.now < 10  # the checks came to an end


@pytest.mark.parametrize("page", ["lost.md", "latin.md"])
def test_a_page_of_rules_that_cannot_be_shown_is_warned_of(
    install: Install,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    page: str,
) -> None:
    (tmp_path / "tiny_pages").mkdir()
    (tmp_path / "tiny_pages" / "__init__.py").touch()
    (tmp_path / "tiny_pages" / "latin.md").write_text("Rules of a gäme", encoding="latin-1")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(Tiny, "rules_page", page)
    monkeypatch.setattr(Tiny, "__module__", "tiny_pages.game")
    install("tiny-games", ("tests.tiny:Tiny",))
    assert "tiny" in registry.kinds()
    (record,) = caplog.records
    assert f"package tiny-games: game 'tiny': rules_page is '{page}': " in record.getMessage()


@pytest.mark.parametrize("page", ["../../pyproject.toml", "/etc/passwd", "..", ""])
def test_no_page_of_rules_leads_out_of_the_package(
    monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    monkeypatch.setattr(Tiny, "rules_page", page)
    assert read_rules(Tiny) == ""


def _board(**changed: object) -> Board:
    """A board of 3 × 3 points, with something changed."""
    parts: dict[str, object] = {
        "name": "small",
        "names": [f"{file}{rank}" for rank in "321" for file in "abc"],
        "rows": [[0, 1, 2], [3, 4, 5], [6, 7, 8]],
        "xy": [(x, y) for y in (2, 1, 0) for x in (0, 1, 2)],
        "lines": [[0, 1, 2]],
    }
    return Board(**{**parts, **changed})  # type: ignore[arg-type]


def test_a_small_board_is_right() -> None:
    assert boards.fault(_board()) == ""
    assert boards.fault(_board(lines=[])) == ""


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"style": "hexes"}, "has the style 'hexes'; choose from points, lines, squares"),
        ({"names": [f"p{n}" for n in range(9)]}, ""),
        ({"names": [f"{n}p" for n in range(9)]}, "must be named after both, as a1"),
        ({"names": ["a 1", *"bcdefghi"]}, "calls a point 'a 1'; use up to 4 letters and digits"),
        ({"names": ["<b>", *"bcdefghi"]}, "calls a point '<b>'"),
        ({"names": [5, *"bcdefghi"]}, "calls a point 5"),
        ({"xy": [(0, 0)] * 9}, "must place its 9 points apart (xy)"),
        ({"name": "Small"}, "must be lower-case letters"),
        ({"name": 5}, "must be lower-case letters"),
    ],
)
def test_what_is_wrong_with_a_board_is_said(changed: dict[str, object], said: str) -> None:
    wrong = boards.fault(_board(**changed))
    assert said in wrong if said else not wrong
    assert wrong.isprintable()


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"lines": [[3]]}, r"board small: the line \(3,\) must join two points or more"),
        ({"lines": [[3, 9]]}, "board small: there is no point 9; points are numbered from 0 to 8"),
        ({"rows": [[-1]]}, "there is no point -1"),
        ({"xy": [(float("nan"), 0)] * 9}, r"the places of its points \(xy\) must be numbers"),
        ({"xy": [(0, 0)]}, r"board small: 9 names, but 1 places \(xy\)"),
    ],
)
def test_a_board_that_cannot_be_made_says_why(changed: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        _board(**changed)


def test_a_game_whose_own_texts_are_refused_is_told_which_methods_differ(
    install: Install, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def written(*_: object) -> str:
        return "w w"

    monkeypatch.setattr(Tiny, "position_text", written)
    install("tiny-games", ("tests.tiny:Tiny",))
    assert "tiny" not in registry.kinds()
    assert "parse_position() refuses what position_text() writes: " in caplog.text


@pytest.mark.parametrize(
    ("file", "data"),
    [("METADATA", b""), ("METADATA", None), ("entry_points.txt", b"[companion.games]\n\xff = a:b")],
    ids=["empty", "missing", "no text"],
)
def test_a_damaged_package_is_no_reason_not_to_play(
    install: Install,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    file: str,
    data: bytes | None,
) -> None:
    """As a power cut leaves it that came while it was installed."""
    install("fine-games", ("tests.tiny:Tiny",))
    install("ghost-games", ("ghost:Ghost",))
    damaged = tmp_path / "site" / "ghost_games-1.0.dist-info" / file
    damaged.unlink() if data is None else damaged.write_bytes(data)
    forget_packages()
    assert {"tiny", "solomon"} <= set(registry.kinds())
    (line,) = [record.getMessage() for record in caplog.records]
    assert "ghost" in line


def test_a_game_that_is_installed_but_ignored_is_not_called_unknown(install: Install) -> None:
    install("tiny-games", ("wrong = tests.tiny:Colourless", "tests.tiny:OnStar"))
    for name in ("wrong", "tiny"):  # of the entry point, and its own
        with pytest.raises(IgnoredGame) as raised:
            registry.make(name)
        assert str(raised.value).startswith(
            f"game {name!r} is installed, but ignored: package tiny-games: colours is ('white',); "
        )
    head = Header(
        game="tiny",
        options={},
        seats=("White", "Black"),
        started="2026-01-01T12:00:00",
        program="0.1",
        position="-",
    )
    with pytest.raises(IgnoredGame, match=r"game cannot be opened: game 'tiny' is installed, but"):
        game_of(log_of(head, ()))
    with pytest.raises(UnknownGame, match="unknown game 'tinier'"):
        registry.make("tinier")

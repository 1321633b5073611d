"""The `companion` command: what it prints, and how it refuses."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from companion.app.start import PlayRequest
from companion.cli import main
from companion.config import Config
from companion.games.registry import make
from companion.protocol.commands import Invite, Join
from companion.records.journal import reader
from companion.records.journal.log_names import newest_path
from companion.records.journal.record import EndRecord, MoveRecord
from tests.page_state import StateReader
from tests.records.journal.games import ENTRIES, first_moves, unfinished
from tests.records.logs import write_log


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Exit status, standard output and standard error of a command, in this process."""
    with pytest.MonkeyPatch.context() as patch, pytest.raises(SystemExit) as stopped:
        patch.setattr(sys, "argv", ["companion", *words])
        main()
    said = capsys.readouterr()
    code = stopped.value.code
    return (code if isinstance(code, int) else 0), said.out, said.err


def config(tmp_path: Path, text: str = "") -> str:
    path = tmp_path / "board.toml"
    journal = "" if "[journal]" in text else f'[journal]\ndirectory = "{tmp_path}/games"\n'
    path.write_text(text + journal)
    return str(path)


@contextmanager
def started(
    tmp_path: Path, *words: str, text: str = ""
) -> Iterator[tuple[list[str], subprocess.Popen[str]]]:
    """What the program printed until the page's address, its last line, and the running program."""
    settings = config(tmp_path, text + ("" if "[page]" in text else "[page]\nport = 0\n"))
    program = subprocess.Popen(
        [sys.executable, "-m", "companion", "play", "--config", settings, *words],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert program.stdout is not None
    printed: list[str] = []
    try:
        for line in program.stdout:
            printed.append(line)
            if line.startswith("Page:"):
                break
        yield printed, program
    finally:
        program.kill()
        program.wait()
        program.stdout.close()


@contextmanager
def playing(
    tmp_path: Path, *words: str, text: str = ""
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The address of the page's socket, and the running program."""
    with started(tmp_path, *words, text=text) as (printed, program):
        yield printed[-1].split()[1].replace("http", "ws") + "table", program


@pytest.mark.slow
def test_settings_of_the_page_survive_a_kill_and_go_before_the_configuration(
    tmp_path: Path,
) -> None:
    for before, after in ((0.3, 0.9), (0.9, 0.3)):
        text = "[lights]\nbrightness = 0.3\n"
        with playing(tmp_path, text=text) as (address, _), connect(address) as page:
            assert brightness(page) == before
            page.send(json.dumps({"do": "adjust", "key": "lights.brightness", "value": after}))
            assert brightness(page) == after
    assert "brightness" not in (tmp_path / "games" / "settings.toml").read_text()


@pytest.mark.slow
def test_a_board_is_checked_from_the_page_and_the_game_goes_on(tmp_path: Path) -> None:
    with playing(tmp_path) as (address, _), connect(address) as page:
        page.send(json.dumps({"do": "tool", "name": "check"}))
        assert told(page, "tool")["running"]
        page.send(json.dumps({"do": "halt"}))
        seen: dict[str, dict[str, Any]] = {"tool": {"running": True}}
        while seen["tool"]["running"] or "hello" not in seen or "state" not in seen:
            message = json.loads(page.recv(timeout=60))
            if message["type"] == "hello":  # what came before no longer applies
                seen.pop("state", None)
            seen[message["type"]] = message
        assert seen["tool"]["lines"][-1]["text"] == "Stopped."
        assert seen["hello"]["game"] == "solomon"
        assert seen["state"]["phase"] == "rest"


def told(page: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of that type."""
    while True:
        message: dict[str, Any] = json.loads(page.recv(timeout=60))
        if message["type"] == kind:
            return message


def brightness(page: ClientConnection) -> object:
    """What the page is told next about the brightness."""
    settings = told(page, "settings")["settings"]
    return next(one["value"] for one in settings if one["key"] == "lights.brightness")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[prot]\n", "unknown key 'prot' (did you mean 'port'?)"),
        ("[port]\nkynd = 1\n", "unknown key 'port.kynd' (did you mean 'kind'?)"),
        ('[port]\nkind = "wood"\n', "port.kind is 'wood'; choose from simulated, direct"),
        ("[timing]\nsettle = 'slow'\n", "timing.settle is 'slow'"),
        ('[port.switches]\n1 = 2\n2 = "x"\n', "port.switches.2 is 'x': write a whole number"),
        ("[timing]\nsettle = 1\n", "timing.settle is 1 ms; choose from 20 to 2000 ms"),
        ('version = 3\n[port]\nkind = "direct"\nbutton = 2\n', "GPIO 2 is used twice"),
        ('[lights]\npalette = "sage"\n', "did you mean 'safe'?"),
        ("[lights]\nbudget_ma = 1\n", "lights.budget_ma is 1"),
        ('[game]\nname = "solomn"\n', "unknown game 'solomn' (did you mean 'solomon'?)"),
        ('[game.options]\nfrist = "w"\n', "unknown option 'frist' (did you mean 'first'?)"),
        ('[game.options]\nfirst = "x"\n', "option 'first' cannot be 'x'"),
        ("[page]\nport = 70000\n", "page.port is 70000"),
        ('[journal]\ndirectory = "~nosuchuser/x"\n', "journal.directory is '~nosuchuser/x'"),
        ('[journal]\ndirectory = "a\\u0000b"\n', "cannot contain zero bytes"),
        ("a = [", "it is not TOML"),
        (f"a = {'[' * 3000}{']' * 3000}", "line 1: tables or lists are nested too deeply"),
        (f"[page]\nport = {'9' * 5000}\n", "line 2: a number has thousands of digits"),
    ],
)
def test_configuration_that_cannot_be_used_is_one_line(
    text: str, complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = config(tmp_path, text) if "= [" not in text else str(tmp_path / "board.toml")
    if "= [" in text:
        Path(path).write_text(text)
    code, out, err = run(capsys, "play", "--config", path)
    assert (code, out) == (1, "")
    assert complaint in err
    assert err.count("\n") == 1
    assert not (tmp_path / "games").exists()


def test_missing_configuration_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "play", "--config", "/nowhere/board.toml")
    assert code == 1
    assert err == (
        "companion: configuration /nowhere/board.toml: No such file or directory; "
        "choose a readable file\n"
    )


@pytest.mark.slow
def test_page_on_a_network_has_a_code_that_is_printed(tmp_path: Path) -> None:
    network = '[page]\nhost = "0.0.0.0"\nport = 0\nname = ""\n'
    with started(tmp_path, text=network) as (printed, _):
        assert re.fullmatch(r"Code: \d{3} \d{3}\n", printed[-2])
    with started(tmp_path, text=network + 'code = "open sesame"\n') as (printed, _):
        assert printed[-2] == "Code: open sesame\n"


def test_board_that_is_not_there_is_one_line_and_loses_no_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with playing(tmp_path):
        pass
    assert unfinished(tmp_path / "games") is not None
    settings = config(tmp_path, 'version = 3\n[port]\nkind = "direct"\n[strip]\nroute = "none"\n')
    code, _, err = run(capsys, "play", "--config", settings, "--page-port", "0")
    assert code == 1
    assert err.count("\n") == 1
    assert "GPIO" in err
    assert len(reader.list_logs(tmp_path / "games")) == 1
    assert unfinished(tmp_path / "games") is not None


def test_busy_page_port_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code, _, err = run(capsys, "play", "--config", config(tmp_path), "--page-port", str(port))
    assert code == 1
    assert str(port) in err
    assert err.count("\n") == 1


def test_log_directory_that_cannot_be_written_warns_and_plays(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    text = f'[journal]\ndirectory = "{tmp_path}/file/games"\n'
    with playing(tmp_path, text=text) as (address, _), connect(address, open_timeout=60) as page:
        told = StateReader(page)
        state = told.until("phase", "rest")
        assert f"{tmp_path}/file/games" in str(state["warning"])


def test_games_are_listed_with_their_options(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "games")
    assert code == 0
    assert "solomon" in out
    assert "first = w: who moves first (w, b)" in out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--version")[1].startswith("companion 0.")


def test_killed_program_goes_on_where_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with playing(tmp_path) as (address, program), connect(address, open_timeout=60) as page:
        told = StateReader(page)
        told.until("phase", "rest")
        page.send(json.dumps({"do": "lift", "place": "14", "hand": "h"}))
        page.send(json.dumps({"do": "put", "place": "12", "hand": "h"}))
        told.until("headline", "Black to move")
        os.kill(program.pid, signal.SIGKILL)
        program.wait()
    with playing(tmp_path) as (address, program), connect(address, open_timeout=60) as page:
        told = StateReader(page)
        state = told.until("phase", "rest")
        assert state["headline"] == "Black to move"
        assert [move["text"] for move in state["moves"]] == ["14-12"]
        program.terminate()
        assert program.wait(timeout=60) == 0
    directory = config(tmp_path)
    assert run(capsys, "journal", "list", "--config", directory)[1].endswith(
        "solomon, 1 move, unfinished\n"
    )
    shown = run(capsys, "journal", "show", "--config", directory)[1]
    assert "White: 14-12" in shown
    assert "note: resumed" in shown
    assert run(capsys, "journal", "replay", "--config", directory)[1].splitlines()[-1] == (
        "14-12        b/bbbbb/../.../w./.wwww/w b"
    )
    assert "intact: 1 move" in run(capsys, "journal", "verify", "--config", directory)[1]
    assert "1. 14-12" in run(capsys, "journal", "export", "--config", directory)[1]


def test_unfinished_game_that_does_not_fit_the_board_waits(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with playing(tmp_path, "--game", "halma"):
        pass
    settings = config(tmp_path, 'version = 3\n[port]\nkind = "direct"\n[strip]\nroute = "none"\n')
    code, out, err = run(capsys, "play", "--config", settings, "--no-page")
    assert code == 1
    assert "Pythagoreic Halma needs another board" in out
    assert "GPIO" in err
    log = unfinished(tmp_path / "games")
    assert log is not None
    assert log.head.game == "halma"


@pytest.mark.parametrize(
    "words",
    [
        ("play", "--drill"),
        ("play", "--puzzle"),
        ("play", "--position"),
        ("play", "-g"),
        ("analyse", "--effort"),
    ],
)
def test_an_empty_option_is_one_line(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    code, out, err = run(capsys, *words, "")
    assert (code, out) == (1, "")
    assert err.startswith("companion: --")
    assert err.endswith(" is empty: give a value, or leave it out\n")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"game": "ludo"}, "is a game of 'ludo', which is not installed; install the package"),
        ({"options": {"x": "y"}}, "needs another version of 'solomon': unknown option 'x'"),
    ],
)
def test_unfinished_game_of_a_missing_package_waits(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], changes: dict[str, Any], said: str
) -> None:
    (tmp_path / "games").mkdir()
    log = write_log(tmp_path / "games", records=(MoveRecord("14-12", 0, 0.0),), **changes)
    before = log.read_bytes()
    settings = config(tmp_path, 'version = 3\n[port]\nkind = "direct"\n[strip]\nroute = "none"\n')
    _, out, _ = run(capsys, "play", "--config", settings, "--no-page")
    (line,) = (line for line in out.splitlines() if log.name in line)
    assert line.startswith("The unfinished game is kept for later, and cannot be resumed now: ")
    assert said in line
    assert log.read_bytes() == before


def test_second_program_on_the_same_log_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with playing(tmp_path) as (_, program):
        code, _, err = run(
            capsys, "play", "--config", config(tmp_path), "--no-page", "--game", "nim"
        )
        assert code == 1
        assert "another companion is using" in err
        assert program.poll() is None
    assert [s.log.head.game for s in reader.list_logs(tmp_path / "games") if s.log] == ["solomon"]


@pytest.mark.slow
def test_page_that_cannot_be_served_leaves_the_unfinished_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with playing(tmp_path):
        pass
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        words = ("play", "--config", config(tmp_path), "--page-port", port, "--game", "nim")
        assert run(capsys, *words)[0] == 1
    log = unfinished(tmp_path / "games")
    assert log is not None
    assert log.head.game == "solomon"
    assert len(reader.list_logs(tmp_path / "games")) == 1


def test_new_game_leaves_the_unfinished_one_behind(tmp_path: Path) -> None:
    with playing(tmp_path):
        pass
    with playing(tmp_path, "--new"):
        pass
    ends = [
        s.log.end.how if s.log and s.log.end else None for s in reader.list_logs(tmp_path / "games")
    ]
    assert sorted(ends, key=str) == [None, "abandoned"]


def test_moves_that_could_not_be_written_are_named_at_the_end(tmp_path: Path) -> None:
    games = tmp_path / "games"
    with playing(tmp_path) as (address, program), connect(address, open_timeout=60) as page:
        told = StateReader(page)
        told.until("phase", "rest")
        games.rename(tmp_path / "pocket")
        page.send(json.dumps({"do": "lift", "place": "14", "hand": "h"}))
        page.send(json.dumps({"do": "put", "place": "12", "hand": "h"}))
        told.until("headline", "Black to move")
        page.send(json.dumps({"do": "new", "game": "nim"}))
        state = told.until("headline", "White to move")
        while not state["warning"]:
            state = told.until("headline", "White to move")
        program.terminate()
        assert program.stdout is not None
        said = [line for line in program.stdout if "could not be written" in line]
        assert program.wait(timeout=60) == 1
    assert len(said) == 2
    assert "solomon.jsonl" in said[0]
    assert "14-12 (end: ongoing, abandoned)" in said[0]
    assert "nim" in said[1]
    assert not games.exists()


@pytest.mark.slow
def test_card_that_comes_back_gets_the_moves_of_earlier_games(tmp_path: Path) -> None:
    games = tmp_path / "games"
    with playing(tmp_path) as (address, program), connect(address, open_timeout=60) as page:
        told = StateReader(page)
        told.until("phase", "rest")
        games.rename(tmp_path / "pocket")
        page.send(json.dumps({"do": "new", "game": "nim"}))
        state = told.until("headline", "White to move")
        while "lines wait" not in str(state["warning"]):
            state = told.until("headline", "White to move")
        (tmp_path / "pocket").rename(games)
        program.terminate()
        assert program.wait(timeout=60) == 0
    nim, solomon = (summary.log for summary in reader.list_logs(games))
    assert nim is not None
    assert solomon is not None
    assert (nim.head.game, solomon.head.game) == ("nim", "solomon")
    assert solomon.end is not None
    assert solomon.end.how == "abandoned"


def test_newest_log_that_cannot_be_used_is_named_at_the_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with playing(tmp_path):
        pass
    path = newest_path(tmp_path / "games")
    assert path is not None
    sound = path.read_bytes()
    settings = config(tmp_path, 'version = 3\n[port]\nkind = "direct"\n[strip]\nroute = "none"\n')
    path.write_bytes(b'{"kind":"head","format":9,"program":"0.9.0"}\n')
    out = run(capsys, "play", "--config", settings, "--no-page")[1]
    assert "the newest game cannot be resumed" in out
    assert "newer version of this program (0.9.0), in format 9" in out
    path.write_bytes(sound.replace(b'"kind":"head"', b'"kind":"hood"'))
    out = run(capsys, "play", "--config", settings, "--no-page")[1]
    assert "line 1 is damaged: its checksum is wrong" in out


def test_damaged_journal_is_repaired_beside_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with playing(tmp_path):
        pass
    settings = config(tmp_path)
    assert "nothing to repair" in run(capsys, "journal", "repair", "--config", settings)[1]
    (path,) = (summary.path for summary in reader.list_logs(tmp_path / "games"))
    damaged = path.read_bytes() + b"rubbish\n"
    path.write_bytes(damaged)
    code, out, _ = run(capsys, "journal", "repair", "--config", settings)
    assert code == 0
    assert "Lost: " in out
    assert f"{path.name} is as it was" in out
    assert path.read_bytes() == damaged
    assert run(capsys, "journal", "verify", "--config", settings)[0] == 0


@pytest.mark.slow
def test_pipes_in_the_log_folder_block_nothing(tmp_path: Path) -> None:
    games = tmp_path / "games"
    games.mkdir()
    os.mkfifo(games / ".lock")
    os.mkfifo(games / "2999-01-01-000000-solomon.jsonl")
    with playing(tmp_path) as (address, program), connect(address, open_timeout=60) as page:
        told = StateReader(page)
        told.until("phase", "rest")
        program.terminate()
        assert program.wait(timeout=60) == 0


def test_damaged_journal_fails_its_check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with playing(tmp_path):
        pass
    path = reader.list_logs(tmp_path / "games")[0].path
    intact = path.read_bytes()
    path.write_bytes(intact + b'{"crc":"00000000","n":1}\n')
    code, out, _ = run(capsys, "journal", "verify", str(path))
    assert code == 1
    assert f"line {len(intact.splitlines()) + 1} " in out


def test_journal_that_is_not_there_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in (("show",), ("replay", "nothing"), ("verify", "nothing"), ("export", "nothing")):
        code, _, err = run(capsys, "journal", *words, "--config", config(tmp_path))
        assert code == 1
        assert err.startswith("companion: ")
        assert err.count("\n") == 1


def test_a_game_is_analysed_as_a_table_or_as_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = tmp_path / "games"
    games.mkdir()
    path = write_log(
        games, records=[MoveRecord("5-8", 0, 1.0)], position="./...WB/../.../../.W.../. w"
    )
    settings = config(tmp_path)
    for which in ("last", path.name, str(path)):
        code, out, err = run(capsys, "analyse", which, "--config", settings, "--effort", "quick")
        assert (code, err) == (0, "")
        assert "1.  White  5-8  draw  ??  blunder  better: " in out
    report = json.loads(run(capsys, "analyse", "--config", settings, "--json")[1])
    assert [move["grade"] for move in report["moves"]] == ["blunder"]


def test_a_damaged_game_is_analysed_as_far_as_it_can_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_log(tmp_path, records=first_moves(2))
    path.write_bytes(path.read_bytes() + b"rubbish\n{")
    code, out, err = run(capsys, "analyse", str(path), "--effort", "quick")
    assert code == 0
    assert "  2.  Black" in out
    assert [line.startswith("Warning: ") for line in err.splitlines()] == [True, True]
    assert "line 4 is damaged" in err


def test_what_cannot_be_analysed_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unknown = write_log(tmp_path, game="chess")
    other = write_log(tmp_path, options={"x": "y"})
    (tmp_path / "text").write_text("hello\n")
    for words, said in (
        (("nothing",), "cannot be read: No such file"),
        (("x" * 5000,), "cannot be read: File name too long"),
        ((str(tmp_path / "text"),), "line 1 is damaged"),
        ((str(unknown),), f"{unknown.name} is a game of 'chess', which is not installed; install"),
        ((str(other),), f"{other.name} needs another version of 'solomon': unknown option 'x'"),
        (("--effort", "much"), "choose from quick, normal, thorough"),
        ((), "no games are logged in"),
    ):
        code, out, err = run(capsys, "analyse", *words, "--config", config(tmp_path))
        assert (code, out) == (1, "")
        assert err.startswith("companion: ")
        assert err.count("\n") == 1
        assert said in err


def test_computer_that_cannot_play_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words, said in (
        (("--computer", "red"), "has no seat 'red'"),
        (("--computer", "black:mighty"), "unknown level 'mighty'"),
        (("--game", "peg", "--computer", "white"), "is for one player"),
    ):
        code, _, error = run(capsys, "play", "--config", config(tmp_path), *words)
        assert code == 1
        assert said in error
        assert error.count("\n") == 1


def test_drills_are_listed_and_say_themselves_what_is_played(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, _ = run(capsys, "drills")
    assert code == 0
    assert "two_kings        Two kings against one" in out
    assert "own:GAME         A win from your games" in out
    for former in (("train",), ("play", "--drill")):
        code, _, err = run(capsys, *former, "two_kigns")
        assert code == 1
        assert err.startswith(
            "companion: there is no drill 'two_kigns' (did you mean 'two_kings'?);"
        )
        code, _, err = run(capsys, *former, "own:ches")
        assert code == 1
        assert "ches" in err


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("invite",), 1, "no broker is configured"),
        (("join", "4711-tiger-soda"), 1, "no broker is configured"),
        (("join",), 2, "CODE is missing; see `"),
        (("join", "4711-tiger-soda", "--game", "nim"), 2, "unknown option '--game'"),
        (("invite", "--computer", "black"), 2, "unknown option '--computer'"),
        (("invite", "--seat", "whiet"), 1, "has no such seat (did you mean 'white'?)"),
        (("invite", "--game", "trinity", "--seat", "black"), 1, "choose from"),
        (("invite", "--clock", "5 minutes"), 1, "5 minutes"),
        (("train", "two_kings", "--game", "nim"), 2, "unknown option '--game'"),
    ],
)
def test_what_cannot_be_played_far_apart(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], code: int, said: str
) -> None:
    ended, _, err = run(capsys, *words, *(["--no-page"] if code == 1 else []))
    assert ended == code
    assert said in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--invite",), "no broker is configured"),
        (("--join", "4711-tiger-soda"), "no broker is configured"),
        (("--join", "4711-tiger-soda", "--game", "nim"), "--join: leave out --game"),
        (("--invite", "--computer", "black", "--new"), "--invite: leave out --computer"),
        (("--invite", "--join", "4711-tiger-soda"), "--invite: leave out --join"),
        (("--invite", "--seat", "whiet"), "has no such seat (did you mean 'white'?)"),
        (("--drill", "two_kings", "-g", "nim", "-o", "a=b"), "--drill: leave out --game, --option"),
        (("--seat", "white"), "--seat and --name go with --invite or --join"),
    ],
)
def test_former_options_refuse_what_their_commands_lack(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    code, _, err = run(capsys, "play", "--no-page", *arguments)
    assert code == 1
    assert said in err
    assert err.count("\n") == 1


CODE = "4711-tiger-soda"


def requested(line: str) -> tuple[Config, dict[str, Any]]:
    """The settings and the request of a command line that plays."""
    asked: list[tuple[Config, PlayRequest]] = []
    with pytest.MonkeyPatch.context() as patch, pytest.raises(SystemExit) as stopped:
        patch.setattr(
            "companion.app.play.play", lambda config, request, *_: asked.append((config, request))
        )
        patch.setattr(sys, "argv", ["companion", *shlex.split(line)])
        main()
    assert not stopped.value.code, line
    [(config, request)] = asked
    fields = {field.name: getattr(request, field.name) for field in dataclasses.fields(request)}
    if request.game is not None:
        fields["game"] = (request.game.name, request.game.chosen)
    return config, fields


@pytest.mark.parametrize(
    ("former", "present"),
    [
        ("play --invite", "invite"),
        ("play --game solomon --invite --name Anna", "invite --game solomon --name Anna"),
        (
            "play --invite -g nim -o last=wins --seat black --clock 'move 30' --spectator --wait",
            "invite -g nim -o last=wins --seat black --clock 'move 30' --spectator --wait",
        ),
        ("play --invite --new --menu --bag real", "invite --bag real"),
        (f"play --join {CODE} --name Ben", f"join {CODE} --name Ben"),
        (f"play --name=Ben --join={CODE} --new --no-page", f"join --no-page {CODE} --name Ben"),
        ("play --drill two_kings", "train two_kings"),
        ("play --drill own:nim --open --page-port 0 --new", "train own:nim --open --page-port 0"),
    ],
)
def test_former_options_mean_what_their_commands_do(former: str, present: str) -> None:
    asked = requested(former)
    assert asked == requested(present)
    assert asked[1]["meet"] or asked[1]["drill"]


def test_invitations_say_what_is_played() -> None:
    _, asked = requested("invite -g nim -o last=wins --seat black --clock 'move 30' --name Anna")
    assert asked["meet"] == Invite(
        game="nim",
        options={**make("nim").chosen, "last": "wins"},
        seat=1,
        clock="move 30",
        name="Anna",
    )
    assert requested(f"join {CODE} --name Ben")[1]["meet"] == Join(CODE, "Ben")


def test_a_request_has_all_that_the_command_line_says(tmp_path: Path) -> None:
    settings, asked = requested(
        f"play --wait --config {config(tmp_path)} --game soli2 -o movers=any --bag real --new"
        " --computer white:strong --clock 'fischer 5+3' --open --spectator --page-port 0"
    )
    assert (settings.game.bag, settings.page.port) == ("real", 0)
    assert settings.journal.path == tmp_path / "games"
    game, chosen = asked["game"]
    assert (game, asked["computers"]) == ("soli2", {1: "strong"})
    assert asked["control"].text(make(game, chosen).seats) == "fischer 5+3"
    assert all(asked[name] for name in ("fresh", "wait", "browse", "spectator"))
    settings, asked = requested("play --no-page --menu --puzzle magic --position '././.'")
    assert not settings.page.enabled
    assert (asked["menu"], asked["puzzle"], asked["position"]) == (True, "magic", "././.")
    assert not any(asked[name] for name in ("game", "fresh", "wait", "computers", "control"))


@pytest.mark.parametrize(
    ("line", "completed"),
    [
        ("companion pl", ["play"]),
        ("companion journal re", ["replay", "repair"]),
        ("companion play --pa", ["--page-port"]),
        ("companion play --in", []),
    ],
)
def test_a_shell_completes_what_help_lists(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    line: str,
    completed: list[str],
) -> None:
    monkeypatch.setenv("_COMPANION_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.split()) - 1))
    monkeypatch.setattr(sys, "argv", ["/usr/bin/companion"])
    with pytest.raises(SystemExit):
        main()
    assert capsys.readouterr().out.split() == [f"plain,{word}" for word in completed]


def test_an_unexpected_error_is_one_line_and_a_variable_shows_the_rest(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("board\nrows")

    monkeypatch.setattr("companion.games.registry.kinds", broken)
    code, out, err = run(capsys, "games")
    assert (code, out) == (1, "")
    (line,) = err.splitlines()
    assert line.startswith(
        r"companion: unexpected error: KeyError: 'board\nrows' (test_cli.py, line "
    )
    assert line.endswith("`companion --traceback …` shows where it came from: please report that")
    monkeypatch.setenv("COMPANION_TRACEBACK", "1")
    with pytest.raises(KeyError):
        run(capsys, "games")


def test_people_are_printed_with_what_the_logs_tell(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    games = tmp_path / "games"
    games.mkdir()
    code, out, _ = run(capsys, "people", "--config", config(tmp_path))
    assert (code, out.count("\n")) == (0, 1)
    assert "nobody is known by name" in out
    won = [*ENTRIES[:3], EndRecord("win 0", "resigned")]
    for minute in (1, 2):
        write_log(games, minute, players={0: "Anna"}, computers={1: "easy"}, records=won)
    write_log(games, 3, players={0: "Anna", 1: "Ben"}, records=won)
    code, out, _ = run(capsys, "people", "--config", config(tmp_path))
    assert code == 0
    assert out.splitlines() == [
        "Anna: 3 games; 3 won, 0 drawn, 0 lost; 3 won in a row at most",
        "  against the computer, easy: 2 won, 0 drawn, 0 lost",
        "  against Ben: 1 won, 0 drawn, 0 lost",
        "  suits in Solomon: casual",
        "Ben: 1 game; 0 won, 0 drawn, 1 lost",
        "  against Anna: 0 won, 0 drawn, 1 lost",
    ]


@pytest.mark.parametrize(
    ("day", "title", "hint"),
    [
        ("2026-11-28", "Peg solitaire with few pieces", "Hint: the move begins on 2."),
        ("2026-11-29", "Complete the magic star", "Look at point 1: only 12 can stand there."),
        ("2026-11-30", "A win that was there in your own games", "Hint: the move begins on "),
        ("2026-12-01", "Solomon: one move wins", "Hint: the move begins on 5."),
    ],
)
def test_the_puzzle_of_a_day_is_printed_with_hints_before_the_solution(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, day: str, title: str, hint: str
) -> None:
    settings = config(tmp_path)
    code, plain, _ = run(capsys, "puzzle", "daily", "--date", day, "--config", settings)
    assert code == 0
    assert plain.startswith(f"{day}: {title}\n")
    assert hint not in plain
    code, hinted, _ = run(capsys, "puzzle", "daily", "--date", day, "--hint", "--config", settings)
    assert hinted.startswith(plain)
    assert hint in hinted.removeprefix(plain)
    code, solved, _ = run(
        capsys, "puzzle", "daily", "--date", day, "--solution", "--config", settings
    )
    assert len(solved) > len(plain)


def test_a_date_that_cannot_be_read_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "puzzle", "daily", "--date", "28.11.")
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert "'28.11.' is not a valid date" in err

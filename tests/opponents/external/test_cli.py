"""External engines on the command line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from shlex import quote
from typing import Literal

import pytest

from companion.opponents.external.engine_levels import EngineRoster
from companion.opponents.external.engine_settings import EngineSettings
from companion.records.journal.lock import directory_lock
from companion.records.journal.record import MoveRecord
from tests import needs
from tests.opponents.external.engines import command
from tests.records.logs import write_log
from tests.test_cli import run

COMPANION = (sys.executable, "-m", "companion")


def config(folder: Path, *words: str) -> str:
    path = folder / "board.toml"
    path.write_text(
        f'[journal]\ndirectory = "{folder}/games"\n[page]\nport = 0\n'
        f"[engines.script]\ncommand = {json.dumps(list(words or command()))}\n"
        f'[engines.gone]\ncommand = ["/no/such/engine"]\n'
    )
    (folder / "games").mkdir(exist_ok=True)
    return str(path)


def test_a_game_is_analysed_by_an_engine(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = config(tmp_path)
    write_log(tmp_path / "games", records=[MoveRecord("14-9", 0, 1.0)])
    code, out, err = run(capsys, "analyse", "--config", settings, "--engine", "script", "--json")
    assert (code, err) == (0, "")
    (move,) = json.loads(out)["moves"]
    # The script says of seven moves that they are worth 0 to 0.06; of two, 0 and 0.01.
    assert move["value"] in (0.0, 0.01)


@pytest.mark.parametrize(
    ("engine", "words", "said"),
    [
        ("skript", (), "the configuration names no engine 'skript' (did you mean 'script'?)"),
        ("gone", (), "engine gone: there is no program '/no/such/engine'; install it"),
        ("script:best", (), ""),
        ("script:easy", (), "engine script has no level 'easy'; choose from best"),
        (
            "script",
            command("rate crash"),
            "engine script: it ended with exit status 3 (out of ideas)",
        ),
    ],
)
def test_an_engine_that_cannot_analyse_is_one_line(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    engine: str,
    words: tuple[str, ...],
    said: str,
) -> None:
    settings = config(tmp_path, *words)
    write_log(tmp_path / "games", records=[MoveRecord("14-9", 0, 1.0)])
    code, _, err = run(capsys, "analyse", "--config", settings, "--engine", engine, "--json")
    assert code == bool(said)
    assert err.count("\n") == bool(said)
    assert said in err


OFFERING = (sys.executable, "-I", "-S", str(Path(__file__).with_name("offering.py")))


def test_engines_are_listed_shown_and_tried(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = config(tmp_path, *OFFERING)
    code, out, err = run(capsys, "engines", "--config", settings)
    assert (code, err) == (0, "")
    script, gone = out.splitlines()
    assert script.split()[:2] == ["script", "on"]
    assert gone.startswith("gone    cannot be used")
    code, out, err = run(capsys, "engines", "script", "--config", settings)
    assert (code, err) == (0, "")
    assert "  Offering, by A. Nonymous\n" in out
    assert "  Depth = 3 (1 … 9)\n" in out
    assert "it plays" not in out
    code, out, err = run(capsys, "engines", "script", "--config", settings, "--game", "nim")
    assert (code, err) == (0, "")
    assert out.splitlines()[-1].startswith("Solomon Nim: it plays ")
    code, out, err = run(capsys, "engines", "gone", "--try", "--config", settings)
    assert (code, err) == (1, "")
    assert out.splitlines()[-1].startswith("engine gone: there is no program")


def test_what_is_chosen_on_the_command_line_is_kept_and_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = config(tmp_path, *OFFERING)
    chosen = ("--seconds", "0.5", "--option", "depth=7", "--option", "Style=wild2")
    code, out, err = run(capsys, "engines", "script", *chosen, "--config", settings)
    assert (code, err) == (0, "")
    assert out.startswith("script: on, changed\n")
    assert "  seconds for a move: 0.5\n  Depth = 7 (1 … 9)\n  Style = wild2 (" in out
    assert run(capsys, "engines", "script", "--config", settings)[1] == out
    code, out, _ = run(capsys, "engines", "script", "--off", "-o", "depth=", "--config", settings)
    assert out.startswith("script: off\n")
    assert "  Depth = 3 (1 … 9)\n" in out
    write_log(tmp_path / "games", records=[MoveRecord("14-9", 0, 1.0)])
    code, _, err = run(capsys, "analyse", "--config", settings, "--engine", "script", "--json")
    assert code == 1
    assert "engine script is switched off: switch it on in the settings of the page" in err
    code, out, err = run(capsys, "engines", "script", "--reset", "--config", settings)
    assert (code, err) == (0, "")
    assert out.startswith("script: on\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--try",), "name the engine; `companion engines` lists them"),
        (("skript",), "the configuration names no engine 'skript' (did you mean 'script'?)"),
        (("script", "-o", "Depth"), "--option 'Depth': write it as name=value"),
        (("script", "-o", "Depth=10"), "choose a whole number from 1 to 9"),
        (("script", "-o", "Book=/etc/passwd"), "'Book' cannot be chosen here: a text, which may"),
        (("script", "--seconds", "0"), "engines.script.seconds is 0.0; choose from 0.01 to 600"),
        (("gone", "-o", "Depth=1"), "engine gone: there is no program '/no/such/engine'"),
    ],
)
def test_a_choice_that_is_not_possible_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    code, _, err = run(capsys, "engines", *words, "--config", config(tmp_path, *OFFERING))
    assert code == 1
    assert err.count("\n") == 1
    assert said in err
    assert not (tmp_path / "games" / "engines.json").exists()


def test_nothing_is_changed_while_the_program_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = config(tmp_path, *OFFERING)
    with directory_lock(tmp_path / "games"):
        code, _, err = run(capsys, "engines", "script", "--off", "--config", settings)
    assert code == 1
    assert "another companion is using the log" in err
    assert not (tmp_path / "games" / "engines.json").exists()


@needs.posix.mark
@pytest.mark.parametrize("name", ["stockfish", "my engine"])
@pytest.mark.parametrize("on_path", [False, True])
@pytest.mark.parametrize("protocol", ["uci", "json"])
def test_a_program_that_may_not_be_run_is_named_so(
    name: str,
    on_path: bool,
    protocol: Literal["uci", "json"],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    program = tmp_path / name
    program.write_text("#!/bin/sh\n")
    program.chmod(0o644)
    command = (name if on_path else str(program),)
    engines = {"x": EngineSettings(command=command, protocol=protocol)}
    (said,) = EngineRoster(engines).troubles
    assert said == f"engine x: {quote(str(program))} is not executable: run chmod +x " + quote(
        str(program)
    )
    program.chmod(0o755)
    assert EngineRoster(engines).troubles == ()


@pytest.mark.slow
@needs.posix.mark
def test_an_engine_that_hangs_ends_with_the_program(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    code = (
        "import sys, time\npipe = open(sys.argv[1], 'w')\nprint('up', file=pipe, flush=True)\n"
        "while True: time.sleep(1000)"
    )
    settings = config(tmp_path, sys.executable, "-c", code, str(fifo))
    program = subprocess.Popen(
        [*COMPANION, "play", "--config", settings, "--new", "--computer", "white:script"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        with fifo.open() as pipe:  # once the engine has begun
            assert pipe.readline() == "up\n"
            program.send_signal(signal.SIGTERM)
            out, _ = program.communicate(timeout=60)
            assert program.returncode == 0, out
            assert pipe.read() == ""  # nobody is left who might write
    finally:
        program.kill()
    assert "Warning: engine gone: there is no program '/no/such/engine'" in out

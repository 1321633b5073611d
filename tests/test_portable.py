"""On a system without POSIX the program plays all the same: on the simulated board, and with a
Pico."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.games.registry import make
from companion.records.journal import reader
from companion.rules.geometry import points_of
from companion.testing.pico import SimulatedPico
from tests.pico.boards import until

ROOT = Path(__file__).parent.parent
WORDS = [sys.executable, "-m", "tests.posix_hidden"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}


@pytest.mark.slow
def test_scripted_game_is_played_and_logged(tmp_path: Path) -> None:
    command = tmp_path / "companion"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tests.posix_hidden "$@"\n')
    command.chmod(0o755)
    done = subprocess.run(
        [sys.executable, ROOT / "tests/scripted_game.py", command],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "4 moves played" in done.stdout


def test_game_on_a_pico_is_played_and_logged(tmp_path: Path) -> None:
    game, games = make("solomon"), tmp_path / "games"
    with SimulatedPico("star") as board:
        for point in points_of(game.occupancy(game.start())):
            board.set(point, True)
        config = tmp_path / "board.toml"
        config.write_text(
            f'[port]\nkind = "pico"\ndevice = "{board.device}"\n[strip]\nroute = "pico"\n'
            f'[journal]\ndirectory = "{games}"\n[page]\nenabled = false\n'
        )
        program = subprocess.Popen(
            [*WORDS, "play", "--game", "solomon", "--config", str(config)],
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert program.stdout is not None
            next(line for line in program.stdout if line.startswith("Log:"))
            source, target = (game.board.names.index(name) for name in ("14", "9"))
            board.set(source, False)
            board.set(target, True)
            until(lambda: [m.text for m in _log(games).moves] == ["14-9"])
        finally:
            program.terminate()
            assert program.wait(20) == 0
            assert program.stdout is not None
            program.stdout.close()


def _log(games: Path) -> reader.GameLog:
    (summary,) = reader.list_logs(games)
    assert summary.log is not None
    return summary.log


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["check", "--system"], "none is needed"),
        (["journal", "list"], "no games are logged"),
        (["config", "star-pico"], 'kind = "pico"'),
    ],
)
def test_other_commands_run(words: list[str], said: str, tmp_path: Path) -> None:
    environment = {**ENVIRONMENT, "XDG_DATA_HOME": str(tmp_path)}
    done = subprocess.run([*WORDS, *words], env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert said in done.stdout


def test_every_module_can_be_imported() -> None:
    # All but `python -m companion`, which runs, and the kit for tests, which is for Linux.
    left_out = ("companion.__main__", "companion.testing")
    script = (
        "import pkgutil, importlib, companion; from tests.posix_hidden import hide; hide()\n"
        "for found in pkgutil.walk_packages(companion.__path__, 'companion.'):\n"
        f"    if not found.name.startswith({left_out}):\n"
        "        importlib.import_module(found.name)\n"
        "from companion.maker.install.service import System; print(System(platform='win32').user)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], env=ENVIRONMENT, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr, done.stdout) == (0, "", "0\n")

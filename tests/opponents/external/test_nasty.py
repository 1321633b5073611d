"""Whatever an engine does, in either protocol: a legal move, one line, and nothing is left."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

import pytest

from companion.games.registry import make
from companion.opponents.external import dialogue
from companion.opponents.external.engine_levels import EngineRoster
from companion.opponents.external.engine_settings import EngineSettings
from companion.opponents.question import Question
from companion.rules import AnyGame
from tests import needs
from tests.opponents.external.chess_game import Chess
from tests.opponents.external.engines import WatchedEngines
from tests.slow import slow_after

SCRIPT = Path(__file__).with_name("nasty.py")
SOLOMON = make("solomon")

HANGS = ("stdin", "partial", "old", "child")
"""After these, only the deadline passes."""

SAID: dict[str, tuple[str, str]] = {
    "start": ("it ended with exit status 0",) * 2,
    "exit": ("it ended with exit status 0",) * 2,
    "stdin": ("it has not answered within",) * 2,
    "stdout": ("it closed its output",) * 2,
    "partial": ("it has not answered within",) * 2,
    "encoding": ("which is no answer", "is not legal"),
    "line": ("it wrote a line of more than 1 MB",) * 2,
    "flood": ("it writes and writes, but no answer",) * 2,
    "old": ("it has not answered within", "its move 'e7e5' is not legal"),
    "nan": ("which is no answer",) * 2,
    "nested": ("which is no answer",) * 2,
    "memory": ("it ended with exit status 1 (MemoryError)",) * 2,
    "child": ("it has not answered within",) * 2,  # nobody knows that it has ended
    "stubborn": ("", ""),
}
"""What the line says, in JSON lines and in UCI; nothing if the engine has answered."""


def engine_threads() -> list[str]:
    return [each.name for each in threading.enumerate() if each.name.startswith("engine")]


def open_files() -> int:
    gc.collect()  # what earlier tests have dropped is closed now, and not while this one counts
    return len(list(Path("/proc/self/fd").iterdir()))


@needs.proc.mark
@pytest.mark.parametrize("protocol", ["json", "uci"])
@pytest.mark.parametrize("behaviour", slow_after(2, SAID))
def test_the_game_goes_on_with_one_line_and_nothing_is_left(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    behaviour: str,
    protocol: Literal["json", "uci"],
) -> None:
    monkeypatch.setattr(dialogue, "MOST_IGNORED", 300)
    left_behind = tmp_path / "child"
    game: AnyGame = SOLOMON if protocol == "json" else Chess()
    settings = EngineSettings(
        command=(sys.executable, "-I", "-S", str(SCRIPT), behaviour, str(left_behind)),
        protocol=protocol,
        memory=128,
        fallback="beginner",
    )
    files, threads = open_files(), engine_threads()
    hanging = behaviour in HANGS and "not answered" in SAID[behaviour][protocol == "uci"]
    starter = WatchedEngines(
        lambda _, line: hanging and (line.startswith(b"go") or b'"move"' in line)
    )
    roster = EngineRoster({"nasty": settings}, clock=starter.clock, start=starter)
    position: Any = game.start()
    try:
        player = roster.engine(game, "nasty")
        choice = player.choose(Question(game, position))
    finally:
        roster.close()
        if left_behind.exists():
            with suppress(ProcessLookupError):
                os.kill(int(left_behind.read_text()), signal.SIGKILL)
    assert choice.move in game.moves(position)
    said = SAID[behaviour][protocol == "uci"]
    assert said in choice.trouble
    assert bool(choice.trouble) == bool(said)
    assert "\n" not in choice.trouble
    assert len(choice.trouble) < 400
    assert len(starter.started) == (2 if said else 1)
    assert all(process._process.returncode is not None for process in starter.started)
    assert engine_threads() == threads
    assert open_files() == files

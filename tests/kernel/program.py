"""The companion in a process of its own, as its user starts it, and the hands over its board."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Self

from companion.records.journal import reader
from companion.rules import AnyGame, Match
from companion.testing.acts import natural
from companion.testing.switches import SwitchBank

ROOT = Path(__file__).parents[2]
STAND_IN = Path(__file__).parent / "stand_in"
CONFIGURATION = ROOT / "hardware" / "board-pwm.toml"

LIMIT = 120.0
"""Seconds after which something that was waited for will never come: far more than it takes."""

HAND = 0.05
"""Seconds from one thing that a hand does to the next; quick hands, but hands."""


def until(reached: Callable[[], bool], what: str) -> None:
    """Wait for something; AssertionError, which says for what, when it does not come."""
    end = time.monotonic() + LIMIT
    while not reached():
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.02)


class Program:
    """`companion play` with these arguments, its files in a folder of its own. It ends with the
    context, if it has not ended before.

    module: what is started in place of the companion, with the same arguments. stand_in: whether
    there is something in place of the library that makes light of frames.
    """

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        configuration: Path = CONFIGURATION,
        module: str = "companion",
        stand_in: bool = True,
    ) -> None:
        self._out, self._err, self._frames = folder / "out", folder / "err", folder / "frames"
        for file in (self._out, self._err, self._frames):
            file.touch()
        self._logs = folder / "board-companion" / "games"
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(map(str, (ROOT, *[STAND_IN] * stand_in))),
            "STAND_IN_FRAMES": str(self._frames),
            "XDG_DATA_HOME": str(folder),
        }
        command = [sys.executable, "-m", module, "play", "--config", str(configuration)]
        with self._out.open("w") as out, self._err.open("w") as err:
            self._process = subprocess.Popen(
                [*command, "--no-page", *arguments],
                stdout=out,
                stderr=err,
                stdin=subprocess.DEVNULL,
                cwd=folder,
                env=environment,
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()
        if error is not None:
            error.add_note(f"The program said:\n{self.said}{self.complained}")
            shown = [f"{len(self.frames)} frames, the last of which lights {sorted(self.lit())}"]
            if self.log is not None:
                shown += self.log.path.read_text().splitlines()[1:]
            error.add_note("\n".join(shown))

    @property
    def said(self) -> str:
        """What it wrote on standard output."""
        return self._out.read_text()

    @property
    def complained(self) -> str:
        """What it wrote on standard error."""
        return self._err.read_text()

    @property
    def log(self) -> reader.GameLog | None:
        """The newest game's."""
        logs = reader.list_logs(self._logs) if self._logs.exists() else []
        return logs[0].log if logs else None

    @property
    def moves(self) -> list[str]:
        """The texts of the moves that stand in the log."""
        return [] if self.log is None else [move.text for move in self.log.moves]

    @property
    def frames(self) -> list[bytes]:
        """All frames that left for the pixels, as the wire has them: green, red, blue."""
        *whole, _ = self._frames.read_text().split("\n")
        return [bytes.fromhex(line) for line in whole]

    def lit(self) -> set[int]:
        """The pixels that shine now."""
        frame = self.frames[-1] if self.frames else b""
        return {i for i in range(len(frame) // 3) if any(frame[3 * i : 3 * i + 3])}

    def until(self, reached: Callable[[], bool], what: str) -> None:
        """Wait for something that the program does; it must not end before."""

        def reached_or_ended() -> bool:
            return reached() or self._process.poll() is not None

        until(reached_or_ended, what)
        assert reached(), f"the program ended before {what}"

    def ready(self) -> None:
        """Wait until the board is its own and the game is on."""
        self.until(lambda: "Ctrl-C" in self.said, "the program's start")

    def interrupt(self) -> int:
        """Press Ctrl-C; the exit status."""
        self._process.send_signal(signal.SIGINT)
        return self.ended()

    def ended(self) -> int:
        """Wait for its end; the exit status."""
        return self._process.wait(LIMIT)


class Hands:
    """Two players' hands at a board, at their own pace. They know the game, and see the log."""

    def __init__(self, program: Program, switches: SwitchBank, game: AnyGame) -> None:
        self.match = Match(game)
        self._program = program
        self._switches = switches
        self._rng = Random(5)

    def set_up(self) -> None:
        """Put every piece where the game begins with one."""
        set_up(self._switches, self.match.game)

    def play(self, text: str) -> None:
        """Make a move, and wait until it is in the log, after all those before it."""
        game, position = self.match.game, self.match.position
        move = game.parse_move(position, text)
        for act in natural(game.steps(position, move), self._rng):
            self._switches.bounce(game.board.names[act.point], act.occupied, self._rng)
            time.sleep(HAND)
        self.match.play(move)
        texts = [ply.text for ply in self.match.history]
        self._program.until(lambda: len(self._program.moves) >= len(texts), f"{text} in the log")
        assert self._program.moves == texts


def set_up(switches: SwitchBank, game: AnyGame) -> None:
    """Put pieces on a board, as a game begins."""
    for point, stack in enumerate(game.stacks(game.start())):
        switches.set(game.board.names[point], bool(stack))


def refused(folder: Path, configuration: Path = CONFIGURATION, *, stand_in: bool = True) -> str:
    """What the program says when it cannot start: one line, and it has begun no game."""
    with Program(
        folder, "--game", "solomon", configuration=configuration, stand_in=stand_in
    ) as program:
        assert program.ended() == 1
        assert program.said == ""
        assert program.log is None
        [line] = program.complained.splitlines()
        assert line.startswith("companion: ")
        return line

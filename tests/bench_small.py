"""What a small Pi would feel: `companion play` with a share of one processor and 200 MiB.

python -m tests.bench_small

A Raspberry Pi Zero 2 W runs Python 11 to 17 times slower than a desktop's processor: a tenth of
one is a little kinder than it. docs/speed.md has the figures.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.json import encode as encode_command
from websockets.sync.client import ClientConnection

from companion.games.registry import make
from companion.page.messages import Arrange, Command, Hint, Lift, Put
from tests.app.compiled import compiled
from tests.bench_page import BREATHING
from tests.faults.campaign import NotRunError
from tests.faults.card import SlowCard
from tests.faults.program import Program, write_settings
from tests.small_computer import NoGroupError, SmallComputer

_SHARES = (0.0, 0.25, 0.1)
"""Of one processor; 0 is all of it."""
_MEMORY = 200  # MiB
_REST = 10.0  # seconds of looking at a program that rests
_LIFTS = 20
_SYNC = 2.0  # seconds that a slow card takes


class Started(NamedTuple):
    """Seconds from the start of the program to the lamp that greets, to the game's lamps, to the
    page's address, and to the first state of a page."""

    glow: float
    lamp: float
    page: float
    state: float


class Resting(NamedTuple):
    """Shares of a processor while one lamp breathes, with one page and with five."""

    one: float
    five: float


def start(computer: SmallComputer) -> Started:
    """Start the program."""
    with tempfile.TemporaryDirectory() as scratch:
        settings = write_settings(Path(scratch), Path(scratch, "games"))
        wooden = Path(scratch, "wooden.toml")
        wooden.write_text('[port]\nkind = "direct"\n')
        glow = _seconds(computer, "first_glow", wooden)
        lamp = _seconds(computer, "first_lamp", settings)
        began = time.monotonic()
        with Program(settings, before=computer.before, environment=compiled()) as program:
            program.address  # noqa: B018 - it is waited for
            page = time.monotonic() - began
            with program.connection() as connection:
                _heard(connection, "state")
                state = time.monotonic() - began
    return Started(glow, lamp, page, state)


def _seconds(computer: SmallComputer, program: str, settings: Path) -> float:
    """The seconds that a program of `tests/app` takes from its start to its end."""
    command = [*computer.before, sys.executable, "-m", f"tests.app.{program}", str(settings)]
    began = time.monotonic()
    subprocess.run(command, check=True, capture_output=True, env=compiled())
    return time.monotonic() - began


def rest(computer: SmallComputer) -> Resting:
    """Let one lamp breathe."""
    with _playing(computer, "--position", BREATHING) as program, ExitStack() as pages:
        shares = []
        for count in (1, 4):
            for _ in range(count):
                _heard(pages.enter_context(program.connection()), "state")
            time.sleep(2)
            shares.append(computer.share_used(_REST))
    return Resting(*shares)


def answer(computer: SmallComputer, *, thinking: bool) -> list[float]:
    """Seconds from a page's lift to the frame that answers it, in order.

    thinking: whether a hint is being looked for.
    """
    with _playing(computer) as program, program.connection() as page:
        _act(page, Arrange())
        time.sleep(1)
        found = []
        for number in range(_LIFTS):
            if thinking:
                _act(page, Hint())
            found.append(_lift(page, "14" if number % 2 == 0 else "16"))
    return sorted(found)


def answer_on_slow_card(computer: SmallComputer) -> float:
    """Seconds from a lift to the frame that answers it, just after a move, while the card syncs."""
    with tempfile.TemporaryDirectory() as scratch:
        card = SlowCard(Path(scratch), _SYNC)
        settings = write_settings(Path(scratch), card.folder)
        words = ("--game", "solomon", "--new")
        with (
            Program(
                settings, *words, before=computer.before, environment=card.environment
            ) as program,
            program.connection() as page,
        ):
            _act(page, Arrange())
            time.sleep(1)
            card.fail()
            _act(page, Lift("14", "h"))
            _act(page, Put("12", "h"))
            time.sleep(0.5)  # the move is played, and on its way to the card
            return _lift(page, "2")


@contextmanager
def _playing(computer: SmallComputer, *words: str) -> Iterator[Program]:
    """The program with Solomon."""
    with tempfile.TemporaryDirectory() as scratch:
        settings = write_settings(Path(scratch), Path(scratch, "games"))
        game = make("solomon").name
        with Program(settings, "--game", game, "--new", *words, before=computer.before) as program:
            yield program


def _act(page: ClientConnection, command: Command) -> None:
    page.send(encode_command(command))


def _heard(page: ClientConnection, kind: str) -> dict[str, Any]:
    """Wait for a message of a kind."""
    while (message := json.loads(page.recv(timeout=60)))["type"] != kind:
        pass
    found: dict[str, Any] = message
    return found


def _lift(page: ClientConnection, point: str) -> float:
    """Lift a piece and put it back; the seconds to the light that answers."""
    _drain(page)
    began = time.monotonic()
    _act(page, Lift(point, "h"))
    _heard(page, "shining")
    taken = time.monotonic() - began
    _act(page, Put(point, "h"))
    time.sleep(0.5)
    return taken


def _drain(page: ClientConnection) -> None:
    while True:
        try:
            page.recv(timeout=0.05)
        except TimeoutError:
            return


def _line(what: str, figures: list[str], wanted: str) -> None:
    print(f"{what:52}", *(f"{figure:>16}" for figure in figures), f"  {wanted}", flush=True)


def main() -> None:
    """Measure and print."""
    heads = [f"{share:.0%} of a core" if share else "all" for share in _SHARES]
    _line(f"with {_MEMORY} MiB of memory", heads, "wanted at 10 %")
    rows: dict[str, tuple[list[str], str]] = {}

    def note(what: str, figure: str, wanted: str) -> None:
        rows.setdefault(what, ([], wanted))[0].append(figure)

    for share in _SHARES:
        try:
            if not rows:
                with SmallComputer(0.0, _MEMORY) as computer:
                    start(computer)  # compiles what has changed, as the first start on a Pi does
            with SmallComputer(share, _MEMORY) as computer:
                begun = start(computer)
                note("start to the lamp that greets", f"{begun.glow:.1f} s", "1 s")
                note("start to the game's lamps", f"{begun.lamp:.1f} s", "2.5 s")
                note("start to the page's address", f"{begun.page:.1f} s", "4 s")
                note("start to a page that shows the board", f"{begun.state:.1f} s", "-")
                resting = rest(computer)
                note("a lamp breathes, one page", f"{resting.one:.2%}", "0.33 % of a core")
                note("a lamp breathes, five pages", f"{resting.five:.2%}", "0.42 % of a core")
                for thinking in (False, True):
                    times = answer(computer, thinking=thinking)
                    figures = f"{times[_LIFTS // 2] * 1e3:.0f}, {times[-1] * 1e3:.0f} ms"
                    what = "a page's lift to its light: median, longest"
                    note(what + ", thinking" * thinking, figures, "0.1 s")
                try:
                    slow = f"{answer_on_slow_card(computer) * 1e3:.0f} ms"
                except NotRunError:
                    slow = "no C compiler"
                note(f"the same while a move takes {_SYNC:.0f} s to store", slow, "0.1 s")
        except NoGroupError as error:
            print(f"NOT RUN: {error}; it needs root, and control groups for cpu and memory")
            return
    for what, (measured, wanted) in rows.items():
        _line(what, measured, wanted)


if __name__ == "__main__":
    main()

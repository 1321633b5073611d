"""Hostile clients: a page plays on a program that other clients attack.

Its moves are shown within a bounded time, and a second page gets in; the program stays small, says
little, and ends the connections of those who send what no page sends; it stops within seconds, and
its log has every move.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

from companion.games.registry import make
from companion.page.guard import _BURST, _RATE
from companion.records.journal import reader
from tests.faults.attackers import ATTACKS
from tests.faults.campaign import Campaign, Size, Tally, memory
from tests.faults.program import Program, write_settings
from tests.playing_page import PlayingPage

_CODE = "271828"

_GAME = "halma"
"""Its games are long."""

_GUESSING = 6.0
"""Seconds after which guesses that nobody limits would be more than the server answers at first."""

_ENDED = {
    "nesting": 15.0,
    "not text": 15.0,
    "pings": 15.0,
    "huge frames": 15.0,
    "requests": 30.0,
    "silent": 30.0,
    "slow": 30.0,
    "unpaired": 140.0,
}
"""Seconds after which the server must have ended a connection that does this. The first four are
told why by a closing handshake, to which they do not answer; it takes 10 s."""

_LASTING = 4.0
"""Seconds for which attacks last, after those in which the first connections must have ended."""

_PAUSE = 0.2
"""Seconds between moves once there were enough."""

_SHOWN = 5.0
"""Seconds within which a move is shown; an idle machine takes a twentieth of one."""

_ADMITTED = 15.0
"""Seconds within which another page of the same people gets in."""

_GROWTH = 60_000
"""KB by which the program may grow: 64 connections with a megabyte each that is not read."""

_LINES = 60
"""Lines that the program may write about an attack."""

_STOPPED = 8.0
"""Seconds within which it stops under attack."""

_SHORT = 3
"""The attacks that CI tries, in the order of `ATTACKS`: those that are judged soonest."""


def run(part: int, random: Random, cases: int) -> Tally:
    """One kind of attack."""
    name = list(ATTACKS)[part]
    with tempfile.TemporaryDirectory(prefix="faults-") as scratch:
        folder = Path(scratch)
        settings = write_settings(folder, folder / "games", _CODE)
        with Program(settings, "--game", _GAME) as program:
            return _play_on(program, name, random, cases)


def _play_on(program: Program, name: str, random: Random, cases: int) -> Tally:
    """Play on a program that is attacked, and stop it."""
    tally, game = Tally(), make(_GAME)
    with program.page(game, code=_CODE) as page:
        page.play(random)
        before = memory(program.process.pid)
        attacked = time.monotonic()
        with _attacked(program, name, random.randrange(10**6)) as counts:
            seconds = (_GUESSING if name == "guesses" else _ENDED.get(name, 0.0)) + _LASTING
            most = _play_for(seconds, page, program, random, cases)
            began = time.monotonic()
            with program.page(game, patience=4 * _ADMITTED, code=_CODE) as other:
                waited = time.monotonic() - began
                tally.check(other.texts == page.texts, f"{name}: another page sees another game")
            log, texts = Path(page.state["log"]), page.texts
            began = time.monotonic()
            status = program.stop(within=60)
            stopped = time.monotonic() - began
    _judge_counts(name, counts, time.monotonic() - attacked, tally)
    tally.found["moves made under attack"] += len(texts) - 1
    tally.check(page.slowest < _SHOWN, f"{name}: a move took {page.slowest:.1f} s")
    tally.check(waited < _ADMITTED, f"{name}: another page waited {waited:.1f} s")
    tally.check(most - before < _GROWTH, f"{name}: it has grown by {most - before} KB")
    tally.check(status == 0, f"{name}: it ended with {status}: {program.output[-500:]}")
    tally.check(stopped < _STOPPED, f"{name}: it took {stopped:.1f} s to stop")
    lines = program.complaints.splitlines()
    raised = [line for line in lines if "Traceback" in line or "Error" in line]
    tally.check("Traceback" not in program.complaints, f"{name}: tracebacks: {raised[-1:]}")
    tally.check(len(lines) < _LINES, f"{name}: it complained in {len(lines)} lines")
    logged = [move.text for move in reader.read_log(log).moves]
    tally.check(logged == texts, f"{name}: told {texts}, logged {logged}")
    return tally


def _play_for(
    seconds: float, page: PlayingPage, program: Program, random: Random, moves: int
) -> int:
    """Play for so long, and at least so many moves; the most memory meanwhile, in KB."""
    end, most = time.monotonic() + seconds, 0
    while moves > 0 or time.monotonic() < end:
        page.play(random)
        moves -= 1
        most = max(most, memory(program.process.pid))
        if moves <= 0:
            time.sleep(_PAUSE)
    return most


def _judge_counts(name: str, counts: dict[str, Any], seconds: float, tally: Tally) -> None:
    """Judge what has become of the attackers in so many seconds."""
    tally.cases += counts["opened"]
    tally.check(counts["opened"] > 0, f"{name}: nobody attacked")
    for what in ("guesses", "guesses answered", "commands"):
        if what in counts:
            tally.found[what] += counts[what]
    if name == "guesses":
        answered, most = counts.get("guesses answered", 0), _BURST + _RATE * seconds
        tally.check(0 < answered <= most, f"{name}: {answered} were answered in {seconds:.1f} s")
    if name in _ENDED:
        tally.found["connections ended by the program"] += counts.get("ended", 0)
        longest, most = counts["longest"], _ENDED[name]
        tally.check(longest < most, f"{name}: a connection lived for {longest:.1f} s")


@contextmanager
def _attacked(program: Program, name: str, seed: int) -> Iterator[dict[str, Any]]:
    """Attack the program meanwhile; what has become of it is filled in just before its end."""
    port = str(urlsplit(program.address).port)
    words = [sys.executable, "-m", "tests.faults.attackers", name, port, _CODE, str(seed)]
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    counts: dict[str, Any] = {}
    try:
        yield counts
        said, _ = process.communicate(timeout=30)
        counts.update(json.loads(said))
    finally:
        process.kill()
        process.communicate()


CAMPAIGN = Campaign(
    "clients",
    "hostile clients of the page's server",
    full=Size(len(ATTACKS), 20),
    short=Size(_SHORT, 5),
    run=run,
)

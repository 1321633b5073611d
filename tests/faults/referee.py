"""The referee: noise and mutated requests at a real `companion referee`.

One answer for each line that is not blank, as JSON in one line; the id of a request that can be
read comes back with its answer; sound requests among them are answered as before; memory stays
bounded.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from random import Random
from threading import Thread
from typing import Any

from companion.games.registry import kinds, make
from companion.rules import Match
from tests.faults.campaign import Campaign, Size, Tally, memory
from tests.faults.mutations import hostile_lines, mutated

_BATCH = 500
"""Lines between two sound requests."""

_GROWTH = 40_000
"""KB by which the process may grow once every game has been asked about."""

_DEPTH = 2
"""How deep `perft` may count here: each level takes ten times as long."""

_LONG = 1 << 20
"""Bytes of a line that is far too long."""

_LONE_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
"""Python's JSON takes them; a strict reader does not."""

_JUNK: tuple[Any, ...] = (
    None, True, -1, 0, 1 << 70, 1e308, "", "\0", "é\ud800", "x" * 5000, [], {}, [[]], {"": None},
    ["14-9"] * 50, {"first": "w"}, {"size": 10**9}, "solomon", "draw w", "w@a1", "../etc/passwd",
)  # fmt: skip


def run(_: int, random: Random, cases: int) -> Tally:
    """So many lines at one referee."""
    tally = Tally()
    sound = _requests(random)
    with _Referee() as referee:
        known = {line: referee.ask([line])[0] for line in sound}
        tally.check(
            all("error" not in json.loads(answer) for answer in known.values()),
            "a sound request is refused",
        )
        before = memory(referee.process.pid)
        while tally.cases < cases:
            lines = hostile_lines(sound, min(_BATCH, cases - tally.cases), random, _resealed)
            if random.random() < 0.01:
                lines[0] = random.choice((b"[" * _LONG, b'{"a":' * _LONG, b"x" * _LONG))
            lines = [_harmless(line) for line in lines]
            answers = referee.ask([*lines, random.choice(sound)])
            tally.cases += len(lines)
            asked = [line for line in lines if line.strip()]
            tally.found["blank lines"] += len(lines) - len(asked)
            tally.check(len(answers) == len(asked) + 1, f"{len(answers)} answers")
            for line, answer in zip(asked, answers, strict=False):
                _judge(line, answer, tally)
            again = random.choice(sound)
            tally.check(referee.ask([again])[0] == known[again], f"another answer to {again!r}")
        grown = memory(referee.process.pid) - before
        tally.check(grown < _GROWTH, f"the referee has grown by {grown} KB")
        status, complaints = referee.end()
        tally.check(status == 0 and not complaints, f"it ended with {status}: {complaints!r}")
    return tally


def _judge(line: bytes, answer: bytes, tally: Tally) -> None:
    told = json.loads(answer)
    tally.found["errors" if "error" in told else "answers"] += 1
    if "error" in told:
        good = isinstance(told["error"], str) and told["error"] and "\n" not in told["error"]
        tally.check(bool(good), f"{answer!r} to {line!r}")
    try:
        asked = json.loads(line.decode())  # strictly: of bytes, it takes lone surrogates
    except (ValueError, RecursionError):
        tally.check("error" in told, f"{answer[:200]!r} to {line[:200]!r}, which is no JSON")
        return
    readable = not _LONE_SURROGATE.search(line)
    if (
        readable
        and isinstance(asked, dict)
        and isinstance(asked.get("id"), int)
        and abs(asked["id"]) < 1 << 60
    ):
        tally.check(told["id"] == asked["id"], f"{answer[:200]!r} to {line[:200]!r}")


def _harmless(line: bytes) -> bytes:
    """The line, unless it asks to count for hours."""
    try:
        asked = json.loads(line)
    except (ValueError, RecursionError):
        return line
    if isinstance(asked, dict) and asked.get("ask") == "perft":
        depth = asked.get("depth")
        if isinstance(depth, (int, float)) and depth > _DEPTH:
            return json.dumps({**asked, "depth": _DEPTH}).encode()
    return line


def _resealed(line: bytes, random: Random) -> bytes:
    """A request whose form is right, and one or two of its values are not."""
    asked = json.loads(line)
    for _ in range(random.choice((1, 1, 2))):
        key = random.choice([*asked, "depth", "options", "extra"])
        value = asked.get(key)
        if isinstance(value, str) and random.random() < 0.6:
            asked[key] = mutated(value.encode(errors="replace"), random).decode(errors="replace")
        elif isinstance(value, list) and value and random.random() < 0.6:
            asked[key] = random.sample(value, random.randrange(len(value) + 1))
        else:
            asked[key] = random.choice(_JUNK)
    return json.dumps(asked).encode()


def _requests(random: Random) -> list[bytes]:
    """Sound requests about every game, from positions of random games."""
    found: list[dict[str, Any]] = []
    for name, kind in kinds().items():
        options: dict[str, str] = {}
        for option in kind.options:
            values = option.values(options)
            usual = random.random() < 0.7 or not values
            options[option.name] = option.initial(options) if usual else random.choice(values)
        game = make(name, options)
        match, texts = Match(game), [game.position_text(game.start())]
        while not match.over and len(match.history) < 12:
            match.play(random.choice(match.moves))
            texts.append(game.position_text(match.position))
        moves = [game.move_text(played.position, played.move) for played in match.history]
        about = {"game": name, "options": options}
        found += [
            {**about, "ask": "start"},
            {**about, "ask": "play", "moves": moves},
            {**about, "ask": "perft", "depth": 1},
        ]
        found += [{**about, "ask": "moves", "text": random.choice(texts)} for _ in range(3)]
    return [json.dumps({"id": number, **asked}).encode() for number, asked in enumerate(found)]


class _Referee:
    """A real `companion referee`. As a context manager it is killed at the end."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion", "referee"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._asks, self._answers = self.process.stdin, self.process.stdout

    def __enter__(self) -> _Referee:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    def ask(self, lines: Sequence[bytes]) -> list[bytes]:
        """The answers to lines. Raises EOFError if it dies before the last one."""
        writer = Thread(target=self._write, args=(b"".join(line + b"\n" for line in lines),))
        writer.start()
        answers = []
        for line in lines:
            if line.strip():
                answers.append(self._answers.readline())
                if not answers[-1]:
                    raise EOFError(f"the referee ended: {self.process.communicate()[1]!r}")
        writer.join()
        return answers

    def _write(self, data: bytes) -> None:
        self._asks.write(data)
        self._asks.flush()

    def end(self) -> tuple[int, bytes]:
        """Its status and complaints at the end of its input."""
        said, complaints = self.process.communicate()
        return self.process.returncode, said + complaints


CAMPAIGN = Campaign(
    "referee",
    "noise and mutated requests at the referee",
    full=Size(10, 100_000),
    short=Size(1, 20_000),
    run=run,
)

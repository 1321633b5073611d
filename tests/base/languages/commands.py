"""Runs commands one after another in a process of its own, and prints what they say as JSON: for
each, its words, its exit status, what it has said, and the messages that German lacks.

    python -m tests.base.languages.commands FOLDER [pseudo]

The language is the environment's. `pseudo` is one in which every message stands between ⟦ and ⟧,
but not its values: what stands outside of them was never passed to a translator.
"""

from __future__ import annotations

import contextlib
import io
import json
import math
import re
import sys
from collections import deque
from pathlib import Path

import pytest

from companion.base.languages import Language, find_language
from companion.cli import main
from companion.device.ports.computer import SystemInfo
from companion.maker.inbox import ConsoleEvent, InputClosed, LineEntered
from companion.records.journal.codec import encode
from companion.records.journal.record import Record
from tests.base.languages.german import Fallback
from tests.records.journal.games import first_moves, head

FILES = {
    "none.toml": "",
    "syntax.toml": "[game\n",
    "key.toml": "[gaem]\n",
    "section.toml": "[game]\nnam = 1\n",
    "choice.toml": '[port]\nkind = "mtarix"\n',
    "type.toml": '[page]\nport = "x"\n',
    "time.toml": "[timing]\nsettle = 3\n",
    "wiring.toml": '[port]\nkind = "direct"\nbutton = 2\n',
    "direct.toml": '[port]\nkind = "direct"\n',
}
"""Configurations, most of which have a fault."""

COMMANDS = [
    ["--help"],
    ["play", "--help"],
    ["invite", "--help"],
    ["join", "--help"],
    ["check", "--help"],
    ["journal", "--help"],
    ["journal", "export", "--help"],
    ["puzzle", "magic", "--help"],
    ["tables", "--help"],
    ["drills"],
    ["nonsense"],
    ["journal", "lost"],
    ["join"],
    ["check", "--system=3"],
    ["check", "--nonsense"],
    ["check", "word"],
    ["calibrate"],
    ["play", "--page-port"],
    ["puzzle", "triangles", "--number", "x"],
    ["play", "--join", "4711-tiger-soda", "--game", "nim"],
    ["games"],
    ["play", "--game", "solomo"],
    ["puzzle", "magic", "1=3", "2=3"],
    ["puzzle", "magic", "1=3"],
    ["puzzle", "magic"],
    ["puzzle", "triangles", "--number", "2"],
    ["puzzle", "quadrilaterals"],
    ["config"],
    ["config", "star-sip"],
    ["play", "--bag", "x"],
    ["play", "--option", "word"],
    ["install"],
    ["check", "--config", "none.toml"],
    ["check", "--lamps", "--config", "missing.toml"],
    *(["check", "--system", "--config", name] for name in FILES if name != "none.toml"),
    ["journal", "list"],
    ["journal", "show", "2026-11-20-153012-solomon.jsonl"],
    ["journal", "verify", "2026-11-20-153012-solomon.jsonl"],
    ["journal", "verify", "2026-11-21-153012-solomon.jsonl"],
    ["journal", "repair", "2026-11-21-153012-solomon.jsonl"],
    ["journal", "show", "missing"],
]
"""What is run. Where a journal is named, the configuration that says where they lie is added."""


class PseudoCatalog:
    """Puts every message between ⟦ and ⟧, without its values."""

    def gettext(self, message: str) -> str:
        parts = re.split(r"(\{\w*(?:![a-z])?(?::[^{}]*)?\})", message)
        return "".join(
            part if part.startswith("{") or not part.strip() else f"⟦{part}⟧" for part in parts
        )

    def ngettext(self, one: str, many: str, number: int, /) -> str:
        return self.gettext(one if number == 1 else many)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)


class PatientUser:
    """An inbox in simulated time. The user puts a piece on every point of the star in turn."""

    def __init__(self) -> None:
        points = [str(point) for point in range(1, 20) for _ in range(2)]
        self._typed = deque(enumerate(["", "", *points], start=60))
        self._arrived: deque[ConsoleEvent] = deque()
        self._time = 0.0

    def put(self, event: ConsoleEvent) -> None:
        self._arrived.append(event)

    def take(self, until: float) -> ConsoleEvent | None:
        if self._arrived:
            return self._arrived.popleft()
        if self._typed and self._typed[0][0] <= until:
            self._time, line = self._typed.popleft()
            return LineEntered(line)
        if until == math.inf:
            return InputClosed()
        self._time = until
        return None

    def now(self) -> float:
        return self._time


def prepare(folder: Path) -> None:
    """Write the configurations, a log and a damaged one."""
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    games = folder / "games"
    games.mkdir()
    records: list[Record] = [head(), *first_moves(2)]
    lines = [encode(n, record) for n, record in enumerate(records)]
    (games / "2026-11-20-153012-solomon.jsonl").write_bytes(b"".join(lines))
    (games / "2026-11-21-153012-solomon.jsonl").write_bytes(lines[0] + b"x" + b"".join(lines[1:]))
    (folder / "journal.toml").write_text(f"[journal]\ndirectory = {str(games)!r}\n")


def said(words: list[str]) -> tuple[int, str]:
    """Run a command. Returns its exit status and what it has said."""
    if words[0] == "journal" and "--help" not in words:
        words = [*words, "--config", "journal.toml"]
    sys.argv = ["companion", *words]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        try:
            main()
        except SystemExit as stopped:
            return stopped.code if isinstance(stopped.code, int) else 0, printed.getvalue()
    return 0, printed.getvalue()


def speak_pseudo(patch: pytest.MonkeyPatch) -> None:
    """Speak the pseudo language from now on."""
    language = Language("qps")
    language.catalog = PseudoCatalog()
    patch.setattr("companion.app.command_line.terminal_language", lambda _: language)
    patch.setattr("companion.maker.terminal.terminal_language", lambda _: language)


if __name__ == "__main__":
    place = Path(sys.argv[1])
    prepare(place)
    patch = pytest.MonkeyPatch()
    if "pseudo" in sys.argv:
        speak_pseudo(patch)
    patch.setattr("companion.maker.run.RealTimeInbox", PatientUser)
    patch.setattr("companion.maker.run.keyboard", lambda *_, **_more: contextlib.nullcontext())
    patch.setattr("companion.maker.run.read_system_info", SystemInfo)
    lacking: list[tuple[str, str | None]] = []
    german = find_language(["de"]).catalog
    german.add_fallback(Fallback(lambda *message: lacking.append(message)))  # type: ignore[attr-defined]
    answers = []
    with contextlib.chdir(place):
        for words in COMMANDS:
            lacking.clear()
            answers.append((words, *said(words), [*lacking]))
    sys.stdout.write(json.dumps(answers))

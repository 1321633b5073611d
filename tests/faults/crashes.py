"""Crash states: what a power cut may leave of a log, made from the system calls of a real game.

strace records how the program writes a game, and what it tells the page. Then a crash is made at
random instants between those calls, with everything that was not synced lost, torn, reordered or
zeroed, and opened with the real reader: no traceback; what a page was told before the crash is
there; the game can be resumed; what is damaged can be repaired. In one of ten, the card has spoiled
bytes that were synced as well: then only what stands before the damage has to be there.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random

from companion.games.registry import make
from companion.records.journal import reader
from companion.records.journal.reader import GameLog
from companion.records.journal.record import (
    EndRecord,
    EventRecord,
    JournalError,
    MoveRecord,
    NoteRecord,
    TakebackRecord,
)
from companion.records.journal.repair import repair
from companion.records.journal.writer import Journal
from companion.rules import AnyGame
from tests.faults.campaign import Campaign, Size, Tally, kept
from tests.faults.crash_states import Moment, check, moment, spoiled
from tests.faults.program import Program, write_settings
from tests.faults.traced import CHANGES, Event, need_strace, read_events, tracing
from tests.playing_page import PlayingPage
from tests.records.journal.games import unfinished

_GAMES = ("solomon", "gomony", "peg", "trinity")
_SPOILED = 0.1
_COMMANDS = 250
"""Of so many states, one is opened by the real commands as well, in processes of their own."""

_SHARED = Path("/dev/shm")
"""Where states are put, if it is there: to sync a file costs nothing in memory."""


def run(part: int, random: Random, cases: int) -> Tally:
    """Record a game, and try so many crashes."""
    need_strace()
    tally = Tally()
    game = make(_GAMES[part % len(_GAMES)])
    with scratch() as folder:
        journal = folder / "games"
        before: dict[str, bytes] = {}
        if part % 2:  # the second game after a crash: it resumes what that has left
            events = _record(folder, game, random, {}, "")
            before = moment({}, events[: random.randrange(len(events))]).crash(random)
            tally.found["games recorded"] += 1
        inject = random.choice(("fsync", "pwrite64")) if part % 4 >= 2 else ""
        events = _record(folder, game, random, before, inject)
        tally.found["games recorded"] += 1
        tally.found["calls that failed"] += sum(getattr(e, "failed", False) for e in events)
        for case in range(cases):
            shutil.rmtree(journal, ignore_errors=True)
            reached = moment(before, events[: instant(events, random)])
            left = reached.crash(random)
            bad = bool(left) and random.random() < _SPOILED
            if bad:
                name = random.choice(sorted(left))
                left[name] = spoiled(left[name], random)
            write(journal, left)
            tally.cases += 1
            try:
                judge(journal, game, reached, tally, bad=bad)
                if case % _COMMANDS == 0:
                    _command(folder, game, tally)
            except Exception as error:
                shutil.rmtree(journal)
                write(journal, left)
                tally.failures.append(f"state {case} of {game.name}: {error!r}; {kept(journal)}")
    return tally


def instant(events: Sequence[Event], random: Random) -> int:
    """How many events come before the crash. Half of the crashes come right after a change, when
    most is uncertain."""
    changes = [at for at, event in enumerate(events, 1) if isinstance(event, CHANGES)]
    return random.choice(changes) if random.random() < 0.5 else random.randrange(len(events) + 1)


@contextmanager
def scratch() -> Iterator[Path]:
    where = _SHARED if os.access(_SHARED, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="faults-", dir=where) as made:
        yield Path(made)


def write(folder: Path, files: dict[str, bytes]) -> None:
    folder.mkdir()
    for name, data in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(data)


def _record(
    folder: Path, game: AnyGame, random: Random, before: dict[str, bytes], inject: str
) -> list[Event]:
    """Have a game played on the real program, and return what it wrote and told.

    before: the files that are there. inject: a call that fails now and then.
    """
    journal, files = folder / "games", folder / "trace"
    shutil.rmtree(journal, ignore_errors=True)
    for old in folder.glob("trace.*"):
        old.unlink()
    write(journal, before)
    more = []
    if inject:
        error = random.choice(("EIO", "ENOSPC"))
        first, step = random.randint(3, 8), random.randint(2, 4)
        more = ["-e", f"inject={inject}:error={error}:when={first}+{step}"]
    settings = write_settings(folder, journal)
    with Program(settings, "--game", game.name, before=tracing(files, *more)) as program:
        with program.page(game) as page:
            for _ in range(random.randint(4, 12)):
                if page.match.over:
                    page.send(do="new", game=game.name, options=game.chosen)
                    page.until(lambda state: not state["moves"] and state["phase"] == "rest")
                page.play(random)
                if random.random() < 0.2:
                    _take_back(page)
            if random.random() < 0.5 and not page.match.over:
                page.send(do="resign")
                page.until(lambda state: state["phase"] == "over")
        program.stop()
        events = read_events(files, program.process.pid, journal)
        check(before, events, journal)
        return events


def _take_back(page: PlayingPage) -> None:
    """Take back a move, and put the pieces where they were."""
    plies = len(page.texts)
    page.send(do="back", moves=1)
    page.send(do="arrange")
    page.until(lambda state: len(state["moves"]) < plies and state["phase"] == "rest")


def judge(journal: Path, game: AnyGame, reached: Moment, tally: Tally, *, bad: bool) -> None:
    """Open what a crash has left. bad: whether the card has spoiled what was synced."""
    for name, promised in reached.promised.items():
        path = journal / name
        try:
            log = reader.read_log(path)
        except JournalError as error:
            assert bad or not promised, f"told {promised}, but {error}"
            tally.found["logs without a head"] += 1
            continue
        tally.found["torn last lines"] += log.torn
        tally.found["damaged lines"] += bool(log.damage)
        if not bad:
            assert promised in stands(log), f"told {promised}, but it stands at {stands(log)}"
        reader.replay(log, game)
        if log.damage or log.torn:
            _repair(log, game, promised, bad=bad)
            tally.found["logs repaired"] += 1
    listed = {summary.path: summary.trouble for summary in reader.list_logs(journal)}
    assert set(listed) == set(journal.glob("*.jsonl")), f"not all is listed: {listed}"
    for path, trouble in listed.items():
        assert bool(trouble) == bool(reader.verify(path)), f"{path} is listed with {trouble!r}"
    log_to_resume = unfinished(journal)
    if log_to_resume is not None:
        _resume(log_to_resume, game)
        tally.found["games resumed"] += 1


def stands(log: GameLog) -> list[tuple[str, ...]]:
    """The moves as they stood after each record."""
    found: list[tuple[str, ...]] = [()]
    for record in log.records:
        if isinstance(record, MoveRecord):
            found.append((*found[-1], record.text))
        elif isinstance(record, TakebackRecord):
            found.append(found[-1][: max(len(found[-1]) - record.plies, 0)])
    return found


def _repair(log: GameLog, game: AnyGame, promised: Sequence[str], *, bad: bool) -> None:
    """Repair a log: the new one is intact, and has what was promised."""
    repaired = repair(log, game)
    assert repaired is not None, f"{log.damage} {log.torn}, but there is nothing to repair"
    assert not reader.verify(repaired.path, game)
    saved = reader.read_log(repaired.path)
    assert bad or tuple(promised) in stands(saved)
    assert saved.records[: len(log.records)] == log.records
    repaired.path.unlink()


def _resume(log: GameLog, game: AnyGame) -> None:
    """Go on with a log: everything that was sound is kept, and the new records follow."""
    before = log.path.read_bytes()
    copies = set(log.path.parent.glob("*.damaged*"))
    journal = Journal.resume(log.path)
    added: list[EventRecord] = [NoteRecord("resumed"), EndRecord("ongoing", "abandoned")]
    for record in added:
        journal.append(record)
    assert not journal.warning, journal.warning
    after = reader.read_log(journal.path)
    assert after.records == (*log.records, *added)
    assert not reader.verify(journal.path, game)
    copied = set(log.path.parent.glob("*.damaged*")) - copies
    assert [copy.read_bytes() for copy in copied] == ([before] if log.damage else [])


def _command(folder: Path, game: AnyGame, tally: Tally) -> None:
    """Open what a crash has left with the commands that a person has."""
    settings = folder / "board.toml"
    for word in ("list", "verify", "repair", "export"):
        asked = subprocess.run(
            [sys.executable, "-m", "companion", "journal", word, "--config", str(settings)],
            capture_output=True,
            text=True,
        )
        said = asked.stdout + asked.stderr
        assert "Traceback" not in said, said
        assert asked.returncode in (0, 1), said
        assert said.strip(), f"companion journal {word} says nothing"
    with Program(settings, "--game", game.name) as program:
        with program.page(game) as page:
            assert page.state["phase"] in ("rest", "over"), page.state["phase"]
        assert program.stop() == 0, program.output
        assert "Traceback" not in program.output, program.output
    tally.found["states opened by the commands"] += 1


CAMPAIGN = Campaign(
    "crashes",
    "what a power cut may leave of a log, from traced system calls",
    full=Size(20, 500),
    short=Size(2, 100),
    run=run,
)

"""Kills: the real program is killed at random instants of a game and started again.

What a page was told as played has to be in the log, and on the board of the next start; at most the
turn that was under way may be there beside it. Nothing is taken back that nobody took back.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Timer

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from companion.games.registry import kinds, make
from companion.records.journal import reader
from companion.records.journal.log_names import newest_path
from companion.records.journal.reader import GameLog
from companion.records.journal.record import JournalError, TakebackRecord
from companion.rules import AnyGame
from tests.faults.campaign import Campaign, Size, Tally, kept
from tests.faults.card import SlowCard
from tests.faults.program import Program, write_settings
from tests.playing_page import PlayingPage

_STARTING = 0.2
"""The share of kills before the page is served."""

_START, _PLAY = 0.7, 0.9
"""Seconds within which the program is killed, from its start and from the first state."""

_PLIES = 60
"""After so many, a game that is played to its end is resigned."""

_UNDER_WAY = 3
"""Plies that one turn may add to what was told: with forced passes, or a draw from a bag."""


_SYNCS = (0.0, 0.3, 2.0)
"""How long each sync takes (seconds), by part."""


def run(part: int, random: Random, cases: int) -> Tally:
    """A game that is killed so many times, and then played to its end."""
    tally = Tally()
    name = list(kinds())[part % len(kinds())]
    game = make(name)
    with tempfile.TemporaryDirectory(prefix="faults-") as scratch:
        folder = Path(scratch)
        card = SlowCard(folder, _SYNCS[part % len(_SYNCS)])
        journal = card.folder
        settings = write_settings(folder, journal)
        card.fail()
        told: list[str] = []
        over: set[Path] = set()  # the logs of games that have ended
        try:
            for case in range(cases):
                where = f"kill {case + 1} of {name}"
                tally.cases += 1
                with Program(settings, "--game", name, environment=card.environment) as program:
                    told, moves = _killed(program, game, told, random)
                tally.found["moves told"] += moves
                told = _judge(journal, game, told, where, tally, over)
            card.mend()
            _finish(settings, game, told, random, tally)
        except (AssertionError, TimeoutError) as error:
            tally.failures.append(f"after {tally.cases} kills of {name}: {error}; {kept(journal)}")
        tally.check(
            not list(journal.glob("*.damaged*")), f"{name}: a log counted as damaged by a kill"
        )
    return tally


def _killed(
    program: Program, game: AnyGame, told: Sequence[str], random: Random
) -> tuple[list[str], int]:
    """Play until the kill; the moves that were told then, and how many are new."""
    if random.random() < _STARTING:
        timer = Timer(random.uniform(0, _START), program.process.kill)
    else:
        program.address  # noqa: B018 - it is waited for
        timer = Timer(random.uniform(0, _PLAY), program.process.kill)
    timer.start()
    page: PlayingPage | None = None
    try:
        with program.connection() as connection:
            page = PlayingPage(connection, game)
            _check_resumed(page, told)
            while True:
                if page.match.over:
                    page.next()
                else:
                    page.play(random)
    except (ConnectionClosed, InvalidHandshake, OSError, TimeoutError):
        program.process.wait(_START + _PLAY)  # the kill, and nothing else, has cut it off
        if page is not None:
            _hear_the_rest(page)
    finally:
        timer.cancel()
        program.kill()
    if page is None:
        return list(told), 0
    return page.texts, max(len(page.texts) - len(told), 0)


def _hear_the_rest(page: PlayingPage) -> None:
    """Read what was sent before the end."""
    with suppress(ConnectionClosed):
        while True:
            page.next()


def _check_resumed(page: PlayingPage, told: Sequence[str]) -> None:
    """What was told before the restart is what is played and what stands on the board. Only what
    no hand does, such as a draw from the bag, may follow it at once."""
    match, game = page.match, page.game
    added = match.history[len(told) :]
    assert page.texts[: len(told)] == list(told), f"told {told}, resumed with {page.texts}"
    by_hand = [played for played in added if game.steps(played.position, played.move)]
    assert not by_hand, f"told {told}, resumed with {page.texts}"
    stacks = game.stacks(match.position)
    lying = [[piece.text for piece in stack] for stack in stacks]
    assert page.state["tabletop"]["points"] == lying, "the pieces do not stand where the log says"


def _judge(
    journal: Path,
    game: AnyGame,
    told: Sequence[str],
    where: str,
    tally: Tally,
    over: set[Path],
) -> list[str]:
    """Judge the newest log after a kill. Returns the moves with which the game has to resume: none
    if it is over, so that a new one begins."""
    path = newest_path(journal)
    if path is None or path in over:
        tally.check(not told, f"{where}: no log, but {len(told)} moves were told")
        return []
    try:
        log = reader.read_log(path)
    except JournalError as error:
        tally.check(not told, f"{where}: {error}")
        tally.found["logs without a head yet"] += 1
        return []
    logged = [move.text for move in log.moves]
    if log.torn:
        tally.found["torn last lines"] += 1
    tally.check(not log.damage, f"{where}: {log.damage}")
    kept = logged[: len(told)] == list(told)
    tally.check(kept, f"{where}: told {told}, logged {logged}")
    tally.check(len(logged) <= len(told) + _UNDER_WAY, f"{where}: {logged} after {told}")
    tally.check(not _taken_back(log), f"{where}: the program took back a turn by itself")
    if len(logged) > len(told):
        tally.found["moves logged but not told yet"] += 1
    if reader.replay(log, game).over:
        over.add(path)
        return []
    return logged


def _taken_back(log: GameLog) -> bool:
    return any(isinstance(record, TakebackRecord) for record in log.records)


def _finish(
    settings: Path, game: AnyGame, told: Sequence[str], random: Random, tally: Tally
) -> None:
    """Play the game to its end, and stop the program."""
    with Program(settings, "--game", game.name) as program:
        with program.page(game) as page:
            _check_resumed(page, told)
            while not page.match.over and len(page.texts) < _PLIES:
                page.play(random)
            if not page.match.over:
                page.send(do="resign")
                page.until(lambda state: state["phase"] == "over")
            log = Path(page.state["log"])
        tally.check(program.stop() == 0, f"it did not stop well: {program.output}")
        tally.check(not program.complaints, f"{game.name}: {program.complaints}")
    wrong = reader.verify(log, game)
    tally.check(not wrong, f"{game.name}, played to its end: {wrong}")
    tally.found["games played to their end"] += reader.read_log(log).finished


CAMPAIGN = Campaign(
    "kills",
    "the program is killed at random instants of a game, and started again",
    full=Size(20, 10),
    short=Size(2, 3),
    run=run,
)

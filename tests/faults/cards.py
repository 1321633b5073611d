"""Cards: a real game while the card is full, read-only, missing, or its device fails.

Play goes on; each state says what is wrong and what to do; when the card works again, every move is
written. A program that is stopped before that names each move it could not write, and its status is
not 0.
"""

from __future__ import annotations

import errno
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from companion.games.registry import make
from companion.records.journal import reader
from tests.faults.campaign import Campaign, Size, Tally
from tests.faults.card import (
    Card,
    FlakyDevice,
    FullCard,
    MissingCard,
    ReadOnlyCard,
    RefusingCard,
    SlowCard,
    ThinDevice,
    WholeCard,
)
from tests.faults.program import Program, write_settings
from tests.playing_page import PlayingPage

_GAME = "halma"
"""Its games are long."""
_WRITTEN = 15.0
"""Seconds within which all is written once the card works; the program tries every second."""

_SHOWN = 10.0
"""Seconds within which a move is shown on a card that fails."""

_FAILING = 3
"""Moves that are made while the card fails."""

_MOVES = 200
"""Moves that may fit into the last block of a full card, or into the last page of its image."""

CARDS: dict[str, Callable[[Path], Card]] = {
    "a full ext4": FullCard,
    "a read-only ext4": ReadOnlyCard,
    "an ext4 that is taken out": MissingCard,
    "an ext4 that is the folder": WholeCard,
    "a device without room behind it": ThinDevice,
    "EIO on fsync": lambda scratch: RefusingCard(scratch, "fsync", errno.EIO),
    "ENOSPC within a line": lambda scratch: RefusingCard(scratch, "write", errno.ENOSPC, 20),
    "EIO on write": lambda scratch: RefusingCard(scratch, "write", errno.EIO),
    "EROFS on open": lambda scratch: RefusingCard(scratch, "open", errno.EROFS),
    "EACCES on open": lambda scratch: RefusingCard(scratch, "open", errno.EACCES),
    "a sync that hangs": SlowCard,
    "ENODEV on all calls": lambda scratch: RefusingCard(scratch, "all", errno.ENODEV),
    "EDQUOT on write": lambda scratch: RefusingCard(scratch, "write", errno.EDQUOT),
    "a device whose writes fail": FlakyDevice,
    "a full vfat": lambda scratch: FullCard(scratch, "vfat"),
    "a vfat that is taken out": lambda scratch: MissingCard(scratch, "vfat"),
    "a full ext2": lambda scratch: FullCard(scratch, "ext2"),
}


def run(part: int, random: Random, cases: int) -> Tally:
    """One kind of card: it fails and is mended so many times, and fails at the end."""
    tally = Tally()
    kind = list(CARDS)[part]
    game = make(_GAME)
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        scratch = Path(folder)
        with CARDS[kind](scratch) as card:
            settings = write_settings(scratch, card.folder)
            with Program(settings, "--game", game.name, environment=card.environment) as program:
                with program.page(game) as page:
                    for _ in range(cases):
                        tally.cases += 1
                        _fail_and_mend(card, page, random, kind, tally)
                    _begin(page)
                    page.play(random)
                    log, told = Path(page.state["log"]), page.texts
                    card.fail()
                    lost = _play_failing(card, page, random, kind, tally)
                tally.cases += 1
                status = program.stop()
                _judge_stop(status, program.output, lost, kind, tally)
            card.mend()
            found = [move.text for move in reader.read_log(log).moves]
            tally.check(found[: len(told)] == told, f"{kind}: written {told}, found {found}")
    return tally


def _fail_and_mend(card: Card, page: PlayingPage, random: Random, where: str, tally: Tally) -> None:
    """Play on a good card, on a failing one, and on a good one again."""
    _begin(page)
    page.play(random)
    _expect(lambda: not page.state["warning"], page, f"{where}: a warning on a good card", tally)
    before = page.texts
    log = Path(page.state["log"])
    card.fail()
    made = _play_failing(card, page, random, where, tally)
    tally.check(not card.misplaced(), f"{where}: written where no card is: {card.misplaced()}")
    card.mend()
    began = time.monotonic()
    _expect(lambda: not page.state["warning"], page, f"{where}: still warned", tally)
    tally.found["moves made while the card failed, and written later"] += len(made)
    late = time.monotonic() - began
    tally.check(late < _WRITTEN, f"{where}: written after {late:.0f} s")
    texts = [move.text for move in reader.read_log(Path(page.state["log"])).moves]
    tally.check(texts == page.texts, f"{where}: told {page.texts}, written {texts}")
    tally.check(texts[: len(before)] == before, f"{where}: {before} became {texts}")
    tally.check(Path(page.state["log"]) == log, f"{where}: {log} became {page.state['log']}")
    wrong = reader.verify(log, page.game)
    tally.check(not wrong, f"{where}: {wrong}")


def _play_failing(
    card: Card, page: PlayingPage, random: Random, where: str, tally: Tally
) -> list[str]:
    """Play on a card that fails; the moves since the first that could not be written."""
    for _ in range(_MOVES):  # until the last block of a full card is full, too
        told = len(page.texts)
        page.play(random)
        if page.state["warning"]:
            break
    for _ in range(_FAILING - 1):
        page.play(random)
    warning = page.state["warning"]
    said = any(reason in warning for reason in card.reasons)
    tally.check(said, f"{where}: {card.reasons} are not in {warning!r}")
    advised = warning.endswith("check the card") or "; " in warning
    tally.check(advised, f"{where}: what to do is not in {warning!r}")
    tally.check(page.slowest < _SHOWN, f"{where}: a move was shown after {page.slowest:.1f} s")
    return page.texts[told:]


def _begin(page: PlayingPage) -> None:
    """Begin a new game, which is long enough for all that follows."""
    before = page.state["log"]
    page.send(do="new", game=page.game.name, options=page.game.chosen)
    page.until(lambda state: state["log"] != before and state["phase"] == "rest")


def _expect(holds: Callable[[], bool], page: PlayingPage, otherwise: str, tally: Tally) -> None:
    """Wait until something holds of the state."""
    try:
        page.until(lambda _: holds())
    except TimeoutError:
        tally.failures.append(f"{otherwise}: {page.state['warning']}")


def _judge_stop(status: int, said: str, lost: list[str], where: str, tally: Tally) -> None:
    """Judge how a program ended whose card failed."""
    tally.check(status != 0, f"{where}: its status was 0, with {lost} unwritten")
    named = said.partition("could not be written")[2]
    unnamed = [text for text in lost if text not in named]
    tally.check(not unnamed, f"{where}: {unnamed} are not named in {said!r}")
    tally.check("Traceback" not in said, f"{where}: {said}")
    tally.found["moves named when the program was stopped"] += len(lost)


CAMPAIGN = Campaign(
    "cards",
    "full, read-only, missing and failing cards",
    full=Size(len(CARDS), 5),
    short=Size(6, 1),
    run=run,
)

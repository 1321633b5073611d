"""The maker's tools at a real terminal, in real time."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.config import Config
from companion.maker import MakerError
from companion.maker.calibrate import calibrate
from companion.maker.check import Parts, check
from companion.maker.facts import look
from companion.maker.inbox import Queue
from companion.maker.report import save
from companion.maker.terminal import Screen, keyboard


def run_check(config: Config, parts: Parts, file: Path | None) -> bool:
    """Check the board, and print the report; whether nothing is wrong. file: where the report is to
    be written as well. CompanionError for what cannot be checked at all."""
    inbox, screen = Queue(), Screen()
    with _stoppable("stopped; there is no report"), keyboard(inbox.put):
        report, faultless = check(config, parts, look(), inbox, screen)
    screen.say("\n--- to be pasted into a question ---")
    screen.say(report, whole=True)
    if file is not None:
        save(file, report)
        screen.say(f"The report is in {file}.")
    return faultless


def run_calibrate(config: Path, *, switches: bool, pixels: bool | None, fresh: bool) -> bool:
    """Calibrate the board; whether all was found and well. CompanionError for what cannot be
    calibrated."""
    inbox = Queue()
    kept = "stopped; what was found is kept, and the same command goes on"
    with _stoppable(kept), keyboard(inbox.put):
        return calibrate(config, inbox, Screen(), switches=switches, pixels=pixels, fresh=fresh)


@contextmanager
def _stoppable(said: str) -> Iterator[None]:
    """Have Ctrl-C, and being ended by the system, put the lamps out and the terminal right."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    except KeyboardInterrupt:
        raise MakerError(said) from None
    finally:
        signal.signal(signal.SIGTERM, before)

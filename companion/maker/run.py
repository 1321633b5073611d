"""Runs the maker's tools on a real terminal, in real time."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.base.text import Text, verbatim
from companion.config import Config
from companion.maker import MakerError
from companion.maker.calibrate import calibrate_board
from companion.maker.check import CheckParts, check_board
from companion.maker.inbox import RealTimeInbox
from companion.maker.report import save
from companion.maker.system_info import read_system_info
from companion.maker.terminal import Screen, keyboard


def run_check(config: Config, parts: CheckParts, file: Path | None) -> bool:
    """Check the board and print the report.

    Args:
        config: The configuration.
        parts: What to check.
        file: A file to write the report to as well.

    Returns:
        Whether no fault was found.

    Raises:
        CompanionError: If the check cannot run.
    """
    inbox, screen = RealTimeInbox(), Screen()
    with (
        _interruptible(Text("stopped without a report")),
        keyboard(inbox.put, drawn=screen.live),
    ):
        report, faultless = check_board(
            config, parts, read_system_info(named=config.port.named_devices), inbox, screen
        )
    screen.say()
    screen.say(Text("--- report, for support requests ---"))
    screen.say(verbatim(report), whole=True)
    if file is not None:
        save(file, report)
        screen.say(Text("The report is in {file}.", file=file))
    return faultless


def run_calibrate(config: Path, *, switches: bool, pixels: bool | None, fresh: bool) -> bool:
    """Calibrate the board.

    Args:
        config: The configuration file.
        switches: As for `calibrate_board`.
        pixels: As for `calibrate_board`.
        fresh: As for `calibrate_board`.

    Returns:
        Whether everything was found without faults.

    Raises:
        CompanionError: If the board cannot be calibrated.
    """
    inbox, screen = RealTimeInbox(), Screen()
    kept = Text("stopped; the results so far are saved, and the same command continues")
    with _interruptible(kept), keyboard(inbox.put, drawn=screen.live):
        return calibrate_board(config, inbox, screen, switches=switches, pixels=pixels, fresh=fresh)


@contextmanager
def _interruptible(said: Text) -> Iterator[None]:
    """Switch the lamps off and restore the terminal even after Ctrl-C or SIGTERM."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    except KeyboardInterrupt:
        raise MakerError(said) from None
    finally:
        signal.signal(signal.SIGTERM, before)

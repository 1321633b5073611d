"""`make test-emulated-pi`: install the program on an emulated Raspberry Pi 3, and play.

Debian's kernel and device tree, genuine systemd, gpiozero and lgpio, on QEMU's BCM2837. Twelve men
are set up and moves are made by the levels of pins; in between the plug is pulled. Exit status: 0
if everything held, 1 if not. Where no Pi can be emulated, one line says why, and the status is 0,
or 3 with EMULATED_PI_TESTS=required in the environment.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
import tomllib
from datetime import date
from pathlib import Path

from companion.maker.example_configs import read_example
from tests.bare.system import NotRunError, check
from tests.emulated_pi import card
from tests.emulated_pi.emulator import EmulatedPi, Stuck

TOOLS = {
    "qemu-system-aarch64": "qemu-system-arm",
    "fdtput": "device-tree-compiler",
    "cpio": "cpio",
    "mke2fs": "e2fsprogs",
}
"""What is run, and Debian's package of it."""

PATIENCE = 600.0
"""Seconds to wait for anything; an idle machine takes some 40 to boot."""

PAUSE = 4.0
"""Seconds between two acts of hands; the emulated processor is slow."""

PINS: dict[str, int] = tomllib.loads(read_example("star-spi").decode())["port"]["switches"]
SOLOMON, START = "4", "19"  # in the menu: docs/card.md
AT_FIRST = ("1", "2", "3", "4", "5", "6", "14", "15", "16", "17", "18", "19")


def main() -> int:
    """Run all; return the exit status."""
    try:
        check()
        lacking = sorted(package for tool, package in TOOLS.items() if not shutil.which(tool))
        if lacking:
            raise NotRunError(f"sudo apt install {' '.join(lacking)}")
        with tempfile.TemporaryDirectory(prefix="emulated-pi-") as name:
            folder = Path(name)
            _say("making the card …")
            boot = card.make(folder, date.today())
            begun = time.monotonic()
            _first_boot(boot, folder)
            _second_boot(boot, folder)
    except NotRunError as error:
        _say(f"emulated Pi: NOT RUN: {error}")
        return 3 if os.environ.get("EMULATED_PI_TESTS") == "required" else 0
    except Stuck as error:
        _say(f"emulated Pi: FAILED: {error}")
        return 1
    _say(f"emulated Pi: passed in {time.monotonic() - begun:.0f} s")
    return 0


def _first_boot(boot: card.Boot, folder: Path) -> None:
    """Check the computer, install the service, set up, move, and pull the plug."""
    with EmulatedPi(boot, folder, patience=PATIENCE) as pi:
        pi.wait_for("== up")
        said = pi.wait_for("== checked")
        for expected in (
            "Raspberry Pi 3 Model B, Debian GNU/Linux 12 (bookworm)",
            "the header is gpiochip0, labelled pinctrl-bcm2835",
            "SPI is off, but the lamps need it",
        ):
            if expected not in said:
                raise Stuck(f"the check did not say {expected!r} but\n{said}")
        _say("companion check --system: the Pi, its header and SPI are recognised")
        pi.wait_for("enabled")
        pi.wait_for("Choose a game on the board")
        _say("companion install: the service runs, and opens the menu")
        _put(pi, SOLOMON)
        _put(pi, START)
        pi.wait_for('"game":"solomon"')
        _say("a game was chosen on the board")
        for point in AT_FIRST:
            if point not in (SOLOMON, START):
                _put(pi, point)
        time.sleep(PAUSE)
        _take(pi, "14")
        _put(pi, "9")
        pi.wait_for('"14-9"')
        _say("14-9 is in the log; the plug is pulled")


def _second_boot(boot: card.Boot, folder: Path) -> None:
    """Start again with the pieces where they are, and go on with the game."""
    standing = [PINS[point] for point in AT_FIRST if point != "14"] + [PINS["9"]]
    with EmulatedPi(boot, folder, standing, patience=PATIENCE) as pi:
        pi.wait_for("== installed")
        pi.wait_for('"14-9"')
        _take(pi, "2")
        _put(pi, "12")
        _take(pi, "9")
        pi.wait_for('"2x12"')
        _say("the service has started at boot and gone on with the game: 2x12 is in the log")


def _put(pi: EmulatedPi, point: str) -> None:
    pi.close_switch(PINS[point])
    time.sleep(PAUSE)


def _take(pi: EmulatedPi, point: str) -> None:
    pi.open_switch(PINS[point])
    time.sleep(PAUSE)


def _say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())

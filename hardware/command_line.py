"""The options of the programs here."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError
from math import isfinite
from typing import NoReturn


class Parser(ArgumentParser):
    """Says what is wrong in one line, without the usage above it."""

    def __init__(self, room: str, description: str | None) -> None:
        """Begin the options of `python -m hardware.ROOM`."""
        super().__init__(prog=f"python -m hardware.{room}", description=description)
        self._room = room

    def error(self, message: str) -> NoReturn:
        """Write the line, and exit with 2."""
        self.exit(2, f"{self._room}: {message}; {self.prog} --help lists the options\n")


def millimetres(text: str) -> float:
    """The value of an option. Raises ArgumentTypeError if it is no number."""
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if not isfinite(number):
        raise ArgumentTypeError(f"{text!r} is not a number of millimetres, such as 45 or 33.33")
    return number


def not_run(what: str) -> None:
    """Say that a check was left out because a program is missing."""
    sys.stderr.write(f"NOT RUN: {what}\n")

"""The results as a table in docs/mutants.md."""

from __future__ import annotations

import platform
from datetime import date
from importlib.metadata import version
from typing import NamedTuple

from tests import figures
from tests.mutants.rooms import ROOT

PAGE = ROOT / "docs" / "mutants.md"
_HEAD = (
    "| room | mutants | killed by tests | refused by mypy | equivalent | survived | share | run |",
    "|---|---:|---:|---:|---:|---:|---:|---|",
)


class Result(NamedTuple):
    """One room's counts. unmatched: explanations that no surviving mutant fits."""

    room: str
    mutants: int
    killed: int
    refused: int
    equivalent: int
    survived: int
    unmatched: int = 0

    @property
    def share(self) -> float:
        """The share of survivors among the mutants that a test could notice."""
        return self.survived / max(self.mutants - self.equivalent, 1)


def table(results: list[Result]) -> list[str]:
    """The lines of a table."""
    return [*_HEAD, *(_row(result) for result in results)]


def publish(results: list[Result]) -> None:
    """Put rows into the page, and keep those of rooms that were not run."""
    rows = {row.split("|")[1].strip(): row for row in figures.read(PAGE, "mutants")[2:]}
    rows |= {result.room: _row(result) for result in results}
    figures.put(PAGE, "mutants", [*_HEAD, *rows.values()])


def _row(result: Result) -> str:
    run = f"{date.today():%Y-%m-%d}, mutmut {version('mutmut')}, Python {platform.python_version()}"
    counts = (result.mutants, result.killed, result.refused, result.equivalent, result.survived)
    cells = (result.room, *counts, f"{result.share:.1%}", run)
    return f"| {' | '.join(map(str, cells))} |"

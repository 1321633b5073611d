"""The results as a table in docs/mutants.md."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from datetime import date
from importlib.metadata import version
from typing import NamedTuple

from tests import figures
from tests.mutants.rooms import ROOT

PAGE = ROOT / "docs" / "mutants.md"
_HEAD = (
    "| room | mutants | killed by tests | refused | equivalent | survived | share | run |",
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


def total(results: Sequence[Result]) -> Result:
    """Add the counts of rooms up."""
    counts = [sum(column) for column in zip(*(result[1:] for result in results), strict=True)]
    return Result("all", *counts)


def table(results: Sequence[Result], remark: str = "") -> list[str]:
    """The lines of a table."""
    return [*_HEAD, *(_row(result, remark) for result in results)]


def publish(mark: str, results: Sequence[Result], remark: str = "") -> None:
    """Put rows into the table at a mark of the page, and keep those of rooms that were not run."""
    rows = {row.split("|")[1].strip(): row for row in figures.read(PAGE, mark)[2:]}
    rows |= {result.room: _row(result, remark) for result in results}
    figures.put(PAGE, mark, [*_HEAD, *rows.values()])


def _row(result: Result, remark: str) -> str:
    mutmut, python = version("mutmut"), platform.python_version()
    run = [f"{date.today():%Y-%m-%d}", f"mutmut {mutmut}", f"Python {python}"]
    counts = (result.mutants, result.killed, result.refused, result.equivalent, result.survived)
    made = ", ".join([*run, remark] if remark else run)
    cells = (result.room, *counts, f"{result.share:.1%}", made)
    return f"| {' | '.join(map(str, cells))} |"

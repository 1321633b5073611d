"""The results as a table in docs/mutants.md."""

from __future__ import annotations

import platform
import re
from datetime import date
from importlib.metadata import version
from typing import NamedTuple

from tests.mutants.stage import ROOT

PAGE = ROOT / "docs" / "mutants.md"
_HEAD = (
    "| room | mutants | killed by tests | refused by mypy | equivalent | survived | share | run |",
    "|---|---:|---:|---:|---:|---:|---:|---|",
)
_PLACE = re.compile(r"(<!-- mutants -->\n)(.*?)(<!-- /mutants -->)", re.DOTALL)


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
    text = PAGE.read_text(encoding="utf-8")
    found = _PLACE.search(text)
    if found is None:
        raise LookupError(f"{PAGE.name} has no <!-- mutants --> … <!-- /mutants -->")
    rows = {row.split("|")[1].strip(): row for row in found[2].strip().splitlines()[2:]}
    rows |= {result.room: _row(result) for result in results}
    body = "\n".join(["", *_HEAD, *rows.values(), "", ""])
    PAGE.write_text(text[: found.start(2)] + body + text[found.end(2) :], encoding="utf-8")


def _row(result: Result) -> str:
    run = f"{date.today():%Y-%m-%d}, mutmut {version('mutmut')}, Python {platform.python_version()}"
    counts = (result.mutants, result.killed, result.refused, result.equivalent, result.survived)
    cells = (result.room, *counts, f"{result.share:.1%}", run)
    return f"| {' | '.join(map(str, cells))} |"

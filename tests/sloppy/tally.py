"""What became of the turns, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

_SHOWN = 40  # failures whose texts are kept

COLUMNS = {
    "once": "at once",
    "pause": "after a pause",
    "confirmed": "confirmed",
    "asked": "asked",
    "piece": "asked what it is",
    "wrong": "wrong",
    "unresolved": "unresolved",
    "needless question": "needless questions",
    "needless confirmation": "needless confirmations",
    "excused": "excused",
}
"""What is counted, and what the table calls it."""

FAILURES = ("wrong", "unresolved", "needless question", "needless confirmation")


@dataclass(slots=True)
class Tally:
    """Turns of one game. failures: (what, how to do it again)."""

    turns: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    failures: list[tuple[str, str]] = field(default_factory=list)

    def fail(self, what: str, text: str) -> None:
        """Count a failure, and keep its text while there are few of its kind."""
        self.counts[what] += 1
        if sum(kept == what for kept, _ in self.failures) < _SHOWN:
            self.failures.append((what, text))

    def add(self, other: Tally) -> None:
        """Count another tally's turns as well."""
        self.turns += other.turns
        self.counts += other.counts
        self.kinds += other.kinds
        self.failures += other.failures


def markdown(tallies: Mapping[str, Tally]) -> str:
    """The table of all games."""
    heads = ("game", "turns", *COLUMNS.values())
    rows = [
        (name, f"{tally.turns:,}", *(f"{tally.counts[key]:,}" for key in COLUMNS))
        for name, tally in tallies.items()
    ]
    rule = ("---", *("--:" for _ in heads[1:]))
    return "\n".join(_row(cells) for cells in (heads, rule, *rows))


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"

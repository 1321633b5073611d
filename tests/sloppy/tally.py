"""What became of the turns, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

_SHOWN = 5  # failures of a kind whose texts are kept

COLUMNS = {
    "once": "at once",
    "pause": "after a pause",
    "confirmed": "confirmed",
    "asked": "asked",
    "piece": "asked what it is",
    "wrong": "wrong",
    "unresolved": "unresolved",
    "misguided": "misguided",
    "dead switch": "unresolved, dead switch",
    "led back": "led back",
    "needless question": "needless questions",
    "needless confirmation": "needless confirmations",
    "excused": "excused",
    "steps": "steps",
}
"""What is counted, and what the table calls it. *Steps*: what the hands did because lamps or words
told them to put the board right."""

FAILURES = ("wrong", "unresolved", "misguided", "dead switch", "led back", "needless question")
"""What is told of, the worst first."""


@dataclass(slots=True)
class Tally:
    """Turns of one game. counts: how often what became of which kind of turn, as (kind, what);
    failures: (what, how to do it again)."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    failures: list[tuple[str, str]] = field(default_factory=list)

    @property
    def turns(self) -> int:
        """How many turns there were."""
        return self.total("turns")

    @property
    def kinds(self) -> list[str]:
        """The kinds of turns that there were, in alphabetical order."""
        return sorted({kind for kind, _ in self.counts})

    def total(self, what: str, kind: str = "") -> int:
        """How often something became of the turns of a kind, or of all."""
        return sum(n for (k, w), n in self.counts.items() if w == what and kind in ("", k))

    def count(self, kind: str, what: str, number: int = 1) -> None:
        """Count what became of a turn."""
        if number:
            self.counts[kind, what] += number

    def fail(self, kind: str, what: str, text: str) -> None:
        """Count a failure, and keep its text while there are few of its kind."""
        self.count(kind, what)
        if sum(kept == what for kept, _ in self.failures) < _SHOWN:
            self.failures.append((what, text))

    def add(self, other: Tally) -> None:
        """Count another tally's turns as well."""
        self.counts += other.counts
        for what, text in other.failures:
            if sum(kept == what for kept, _ in self.failures) < _SHOWN:
                self.failures.append((what, text))


def by_game(tallies: Mapping[str, Tally]) -> str:
    """The table of all games."""
    heads = ("game", "turns", *COLUMNS.values())
    rows = [(name, *_cells(tally)) for name, tally in tallies.items()]
    return _table(heads, [*rows, ("all", *_cells(_all(tallies)))])


def by_kind(tallies: Mapping[str, Tally]) -> str:
    """The table of all kinds of turns."""
    whole = _all(tallies)
    rows = [(kind.replace("_", " "), *_cells(whole, kind)) for kind in whole.kinds]
    return _table(("turn", "turns", *COLUMNS.values()), rows)


def _all(tallies: Mapping[str, Tally]) -> Tally:
    whole = Tally()
    for tally in tallies.values():
        whole.add(tally)
    return whole


def _cells(tally: Tally, kind: str = "") -> Iterable[str]:
    return [f"{tally.total(what, kind):,}" for what in ("turns", *COLUMNS)]


def _table(heads: tuple[str, ...], rows: Iterable[Iterable[str]]) -> str:
    rule = ("---", *("--:" for _ in heads[1:]))
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (heads, rule, *rows))

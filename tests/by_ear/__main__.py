"""Plays by ear: `python -m tests.by_ear --turns 10000 --seed 1`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice
from multiprocessing import cpu_count, get_context

from tests.by_ear.campaign import GAMES, Tally, play, rounds


def main(arguments: Sequence[str] | None = None) -> int:
    """Play until so many turns have been made. Returns 0 if the player was never stuck."""
    parser = argparse.ArgumentParser(prog="python -m tests.by_ear", description=__doc__)
    parser.add_argument("--turns", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=GAMES, action="append", help="this game alone")
    parser.add_argument("--once", action="store_true", help="one game of each")
    parser.add_argument("--processes", type=int, default=cpu_count())
    given = parser.parse_args(arguments)
    games = tuple(given.game or GAMES)
    tallies = {name: Tally() for name in games}
    turns, endless = 0, rounds(games, given.seed)
    with suppress(KeyboardInterrupt), get_context("spawn").Pool(given.processes) as pool:
        while turns < given.turns:
            some = list(islice(endless, len(games)))
            for (name, _), tally in zip(some, pool.starmap(play, some, 1), strict=True):
                tallies[name].add(tally)
                turns += tally.turns
                for stuck in tally.stuck:
                    _say(f"STUCK {stuck}")
            _say(f"{turns} turns, to seed {some[-1][1]}")
            if given.once:
                break
    for line in table(tallies):
        _say(line)
    return int(any(tally.stuck for tally in tallies.values()))


def table(tallies: dict[str, Tally]) -> list[str]:
    """Return what was played, as a table for a page."""
    whole = Tally()
    rows = ["| game | games | turns | acts | mishaps and questions | stuck |"]
    rows.append("| --- | --- | --- | --- | --- | --- |")
    for name, tally in tallies.items():
        whole.add(tally)
        rows.append(_row(name, tally))
    return [*rows, _row("all", whole), "", *(f"{n} {what}" for what, n in whole.mishaps.items())]


def _row(name: str, tally: Tally) -> str:
    games = f"{tally.games}" + (f" ({tally.resigned} resigned)" if tally.resigned else "")
    cells = (name, games, tally.turns, tally.acts, tally.mishaps.total(), len(tally.stuck))
    return f"| {' | '.join(map(str, cells))} |"


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())

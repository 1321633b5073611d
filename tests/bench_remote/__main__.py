"""`make bench-remote`: boards far apart. Each figure is printed beside its limit or its peer.

python -m tests.bench_remote [lamp] [sizes] [tables] [flood] [wall] [--plies 500] [--tables 2000]
                             [--pace 10] [--seconds 120] [--entries 40] [--game solomon]

lamp:   from a move on one board to its lamps on the other; two whole boards, in real time.
sizes:  how large snapshots get as games go on, and what each costs.
tables: many tables at one broker, without boards; then the broker is killed.
flood:  what a page waits for while the other board sends as much as it can.
wall:   fifty boards of one broker on one page: bytes, latency and memory.
"""

from __future__ import annotations

import argparse
import logging
import sys

from companion.remote.wall.wall_reader import MOST_BOARDS
from tests import needs
from tests.bench_remote.crowd import Manner
from tests.bench_remote.flood import bench_flood
from tests.bench_remote.lamp import BoardFailed, bench_lamp
from tests.bench_remote.sizes import bench_sizes
from tests.bench_remote.tables import USUAL, Load, bench_tables
from tests.bench_remote.wall import bench_wall

_KINDS = ("lamp", "sizes", "tables", "flood", "wall")
_STEPS = (10, 20, 50, 100, 200, 500, 1000)


def main(arguments: list[str] | None = None) -> int:
    """Run what was asked for; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench_remote")
    parser.add_argument("what", nargs="*", help=f"{', '.join(_KINDS)}; all, if left out")
    parser.add_argument("--plies", type=int, default=500, help="moves to measure")
    parser.add_argument("--tables", type=int, default=Load.tables)
    parser.add_argument("--pace", type=float, default=USUAL.pace, help="seconds between plies")
    parser.add_argument("--seconds", type=float, default=Load.seconds)
    parser.add_argument("--entries", type=int, default=USUAL.entries, help="of logs at first")
    parser.add_argument("--game", default=USUAL.game)
    asked = parser.parse_args(arguments)
    what = asked.what or [*_KINDS]
    if unknown := set(what) - {*_KINDS}:
        parser.error(f"there is no {sorted(unknown)[0]!r}: choose from {', '.join(_KINDS)}")
    if needs.mosquitto.found is None and set(what) != {"sizes"}:
        print("mosquitto is missing: sudo apt install mosquitto", file=sys.stderr)
        return 1
    try:
        if "lamp" in what:
            bench_lamp(asked.plies)
        if "sizes" in what:
            bench_sizes(_STEPS)
        if "tables" in what:
            manner = Manner(asked.pace, asked.game, asked.entries)
            bench_tables(Load(asked.tables, manner, asked.seconds, 3 * asked.pace))
        if "flood" in what:
            bench_flood()
        if "wall" in what:
            bench_wall(MOST_BOARDS, asked.plies)
    except (BoardFailed, RuntimeError, TimeoutError) as error:
        print(f"bench-remote: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    logging.disable(logging.WARNING)
    sys.exit(main())

"""`make mutants`: changes the code in a thousand small ways, and counts what no test notices.

python -m tests.mutants [ROOM ...]    all rooms, or these; the table goes into docs/mutants.md
python -m tests.mutants --again ROOM  only what survived the last time, with the tests of today
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from tests.mutants.checker import Checker
from tests.mutants.equivalent import Equivalents
from tests.mutants.report import Result, publish, table
from tests.mutants.rooms import ROOMS, Room
from tests.mutants.stage import Mutant, Stage

_MOST = 0.1  # of a room's mutants may survive unexplained


def main(arguments: Sequence[str] | None = None) -> int:
    """Run rooms; 0 when few enough mutants survive in each of them."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    names = [room.name for room in ROOMS]
    parser.add_argument("rooms", nargs="*", metavar="ROOM", help=", ".join(names))
    parser.add_argument("--again", action="store_true", help="only what survived the last time")
    given = parser.parse_args(arguments)
    for name in given.rooms:
        if name not in names:
            parser.error(f"there is no room {name!r}; choose from {', '.join(names)}")
    results = []
    for room in ROOMS:
        if not given.rooms or room.name in given.rooms:
            results.append(run(room, again=given.again))
            publish(results)
    sys.stdout.write("\n".join(["", *table(results), ""]))
    return int(any(result.share >= _MOST or result.unmatched for result in results))


def run(room: Room, *, again: bool) -> Result:
    """Run one room, and name what survives."""
    stage = Stage(room)
    stage.set_up(anew=not again)
    alive = tuple(mutant.name for mutant in stage.mutants() if mutant.alive)
    if not again or alive:
        stage.run(alive if again else ())
    equivalents = Equivalents(room.name)
    counts = dict.fromkeys(("mutants", "killed", "refused", "equivalent", "survived"), 0)
    with Checker(stage) as checker:
        for mutant in stage.mutants():
            counts["mutants"] += 1
            counts[verdict(mutant, equivalents, checker)] += 1
    for was in equivalents.unmatched:
        sys.stdout.write(f"\nNo mutant of the room {room.name} is like this any more: {was}\n")
    return Result(room.name, **counts, unmatched=len(equivalents.unmatched))


def verdict(mutant: Mutant, equivalents: Equivalents, checker: Checker) -> str:
    """What became of a mutant; one that survived is shown."""
    explained = equivalents.explain(mutant)
    if not mutant.alive:
        return "killed"
    if explained:
        return "equivalent"
    if checker.refuses(mutant):
        return "refused"
    sys.stdout.write(f"\n{mutant.status} in {mutant.path}, {mutant.function}\n")
    sys.stdout.write(f"  - {mutant.was}\n  + {mutant.now}\n")
    return "survived"


if __name__ == "__main__":
    sys.exit(main())

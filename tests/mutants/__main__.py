"""`make mutants`: changes the code in a thousand small ways, and counts what no test notices.

python -m tests.mutants [ROOM ...]    all rooms, or these; the table goes into docs/mutants.md
python -m tests.mutants --module FILE ROOM  only this module of the room; the table stays as it is
python -m tests.mutants --again ROOM  only what survived the last time, and what is new
python -m tests.mutants --count ROOM  no tests: count the last run anew
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence

from tests.mutants.checker import Checker
from tests.mutants.equivalent import Equivalents, entries, stale
from tests.mutants.report import Result, publish, table
from tests.mutants.rooms import ROOMS
from tests.mutants.stage import Mutant, Stage

_MOST = 0.1  # of a room's mutants may survive unexplained


def main(arguments: Sequence[str] | None = None) -> int:
    """Run rooms. Returns 0 if few enough mutants survive in each of them."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    names = [room.name for room in ROOMS]
    parser.add_argument("rooms", nargs="*", metavar="ROOM", help=", ".join(names))
    parser.add_argument("--again", action="store_true", help="only what survived the last time")
    parser.add_argument("--module", metavar="FILE", default="", help="only this module")
    parser.add_argument("--count", action="store_true", help="count the last run anew")
    given = parser.parse_args(arguments)
    for name in given.rooms:
        if name not in names:
            parser.error(f"there is no room {name!r}; choose from {', '.join(names)}")
    chosen = [room for room in ROOMS if not given.rooms or room.name in given.rooms]
    if given.module:
        chosen = [room._replace(module=given.module) for room in chosen]
        chosen = [room for room in chosen if room.modules()]
        if not chosen:
            parser.error(f"no room has {given.module}")
    if fits_nothing := stale(entries()):
        parser.exit(1, "equivalent.toml fits nothing: " + "\n".join([*fits_nothing, ""]))
    results = []
    for room in chosen:
        stage = Stage(room)
        if not given.count:
            try:
                run(stage, again=given.again)
            except subprocess.CalledProcessError as error:
                parser.exit(1, f"The mutants of the room {room.name} were not tried: {error}\n")
        results.append(judge(stage))
        if not given.module:
            publish(results)
    sys.stdout.write("\n".join(["", *table(results), ""]))
    return int(any(result.share >= _MOST or result.unmatched for result in results))


def run(stage: Stage, *, again: bool) -> None:
    """Run the tests on every mutant of a room; again: only on those that survived."""
    stage.set_up(anew=not again)
    alive = tuple(mutant.name for mutant in stage.mutants() if mutant.alive)
    stage.run()  # whatever was not run yet
    if again and alive:
        stage.run(alive)


def judge(stage: Stage) -> Result:
    """Count what became of a room's mutants, and show those that survive."""
    room = stage.room.name
    equivalents = Equivalents(stage.room)
    counts = dict.fromkeys(("mutants", "killed", "refused", "equivalent", "survived"), 0)
    with Checker(stage) as checker:
        for mutant in stage.mutants():
            counts["mutants"] += 1
            counts[verdict(mutant, equivalents, checker)] += 1
    for was in equivalents.unmatched:
        sys.stdout.write(f"\nNo surviving mutant of the room {room} is like this: {was}\n")
    return Result(room, **counts, unmatched=len(equivalents.unmatched))


def verdict(mutant: Mutant, equivalents: Equivalents, checker: Checker) -> str:
    """What became of a mutant. Prints one that survived."""
    if not mutant.alive:
        return "killed"
    if equivalents.explain(mutant):
        return "equivalent"
    if checker.refuses(mutant):
        return "refused"
    sys.stdout.write(f"\n{mutant.status} in {mutant.path}, {mutant.function}\n")
    sys.stdout.write(f"  - {mutant.was}\n  + {mutant.now}\n")
    return "survived"


if __name__ == "__main__":
    sys.exit(main())

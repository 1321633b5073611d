"""`make mutants`: changes the code in a thousand small ways, and counts what no test notices.

python -m tests.mutants [ROOM ...]    all rooms, or these; the table goes into docs/mutants.md
python -m tests.mutants --module FILE ROOM  only this module of the room; the table stays as it is
python -m tests.mutants --sample 80 --seed 1  80 of all rooms together; always the same ones
python -m tests.mutants --again ROOM  only what survived the last time, and what is new
python -m tests.mutants --count ROOM  no tests: count the last run anew
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.mutants.checker import Checker
from tests.mutants.equivalent import Equivalents, entries, stale
from tests.mutants.report import Result, publish, table, total
from tests.mutants.rooms import ROOMS, Room
from tests.mutants.sample import shares
from tests.mutants.stage import Mutant, Stage

_MOST = 0.1  # of a room's mutants may survive unexplained


def main(arguments: Sequence[str] | None = None) -> int:
    """Run rooms. Returns 0 if all could be run, and few enough mutants survive in each of them, or
    in the whole sample."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    names = ", ".join(room.name for room in ROOMS)
    parser.add_argument("rooms", nargs="*", metavar="ROOM", type=_room, help=names)
    parser.add_argument("--again", action="store_true", help="only what survived the last time")
    parser.add_argument("--module", metavar="FILE", default="", help="only this module")
    parser.add_argument("--sample", metavar="N", type=_count, default=0, help="only N of them all")
    parser.add_argument("--seed", type=int, default=1, help="another number draws other ones")
    parser.add_argument("--count", action="store_true", help="count the last run anew")
    given = parser.parse_args(arguments)
    chosen = [room for room in ROOMS if not given.rooms or room in given.rooms]
    if given.module:
        chosen = [room._replace(only=(given.module,)) for room in chosen]
        chosen = [room for room in chosen if room.modules()]
        if not chosen:
            parser.error(f"no room has {given.module}")
    if fits_nothing := stale(entries()):
        parser.exit(1, "equivalent.toml fits nothing: " + "\n".join([*fits_nothing, ""]))
    results, untried = [], []
    part = "sample" if given.sample else Path(given.module).stem
    for room, count in zip(chosen, shares(given.sample, len(chosen)), strict=True):
        if given.sample and not count:
            continue
        stage = Stage(room, part)
        try:
            if not given.count:
                stage.set_up(anew=not given.again)
            if given.sample:
                stage.draw(count, given.seed)
            if not given.count:
                run(stage, again=given.again)
        except subprocess.CalledProcessError as error:
            untried.append(f"The mutants of the room {room.name} were not tried: {error}\n")
            continue
        results.append(judge(stage))
        if given.sample and not given.module:
            publish("sample", results, f"seed {given.seed}")
        elif not part:
            publish("mutants", results)
    if given.sample and results:
        results.append(total(results))
    sys.stdout.write("\n".join(["", *table(results), "", *untried]))
    judged = results[-1:] if given.sample else results
    return int(bool(untried) or any(one.share >= _MOST or one.unmatched for one in judged))


def _room(name: str) -> Room:
    """The room of this name."""
    for room in ROOMS:
        if room.name == name:
            return room
    known = ", ".join(room.name for room in ROOMS)
    raise argparse.ArgumentTypeError(f"there is no room {name!r}; choose from {known}")


def _count(text: str) -> int:
    """A number of mutants."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"a sample of {text} mutants cannot be drawn")
    return int(text)


def run(stage: Stage, *, again: bool) -> None:
    """Run the tests on every mutant that was not run yet; again: and on those that survived."""
    known = tuple(stage.mutants())
    alive = tuple(mutant.name for mutant in known if mutant.alive)
    if stage.drawn is not None:
        killed = {mutant.name for mutant in known if not mutant.alive}
        if names := tuple(name for name in stage.drawn if name not in killed):
            stage.run(names)
        return
    stage.run()  # whatever was not run yet
    if again and alive:
        stage.run(alive)


def judge(stage: Stage) -> Result:
    """Count what became of the mutants, and show those that survive."""
    room = stage.room.name
    equivalents = Equivalents(stage.room)
    counts = dict.fromkeys(("mutants", "killed", "refused", "equivalent", "survived"), 0)
    with Checker(stage) as checker:
        for mutant in stage.mutants():
            counts["mutants"] += 1
            counts[verdict(mutant, equivalents, checker)] += 1
    unmatched = equivalents.unmatched if stage.drawn is None else set()
    for was in unmatched:
        sys.stdout.write(f"\nNo surviving mutant of the room {room} is like this: {was}\n")
    return Result(room, **counts, unmatched=len(unmatched))


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

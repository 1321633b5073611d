"""The simulation of the circuits, which prints each result beside its limit.

`python -m hardware.simulation --help` lists the options.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import cache

from hardware.command_line import Parser, not_run
from hardware.generated import HERE, write_generated
from hardware.simulation.files import files
from hardware.simulation.ngspice import found, run
from hardware.simulation.results import Result, refused, results
from hardware.simulation.same import same


def main(arguments: Sequence[str] | None = None) -> int:
    """Simulate everything. Returns 1 if a limit is broken or the page is out of date."""
    parser = Parser("simulation", __doc__)
    parser.add_argument("--update", action="store_true", help="write the page and its curves")
    given = parser.parse_args(arguments)
    if found() is None:
        not_run("the simulated circuits; they need ngspice")
        return int(os.environ.get("CI") == "true")
    simulate = cache(run)  # curves and results share some decks
    held, broken = results(simulate), refused(simulate)
    for result in held:
        _say(_line(result))
    wrong = [f"a limit is broken: {r.what}, {r.where}" for r in held if not r.holds]
    wrong += [
        f"the page advises against what does no harm: {r.what}, {r.where}"
        for r in broken
        if r.holds
    ]
    made = files(simulate, held, broken)
    if given.update:
        write_generated("simulation", made)
    else:
        folder = HERE / "simulation"
        wrong += [
            f"hardware/simulation/{name} is out of date: make hardware-sim UPDATE=1"
            for name, content in made.items()
            if not (folder / name).is_file()
            or not same((folder / name).read_bytes(), content, name.endswith(".svg"))
        ]
    for line in wrong:
        print(f"hardware-sim: {line}", file=sys.stderr)  # noqa: T201
    return int(bool(wrong))


def _line(result: Result) -> str:
    sign = "holds " if result.holds else "BROKEN"
    return f"{sign} {result.what}, {result.where}: {result.found} ({result.limit})"


def _say(text: str) -> None:
    print(text)  # noqa: T201 - printing is its purpose


if __name__ == "__main__":
    sys.exit(main())

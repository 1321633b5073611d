"""Reports how many branches of the program the tests covered. `make coverage` runs the tests first.

    python -m tests.branches

Exits with status 1 if that is less than `fail_under` in pyproject.toml (percent of all branches).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from coverage import Coverage

FOLDER = Path("build/coverage")


def main() -> int:
    """Print the lines with branches not taken, file by file, then the total."""
    measured = Coverage()
    measured.load()
    floor = float(str(measured.get_option("report:fail_under")))
    report = FOLDER / "report.json"
    # Some tests measure copies of the program, which are gone by now.
    measured.json_report(
        outfile=str(report), include=["companion/*", "research/companion_research/*"]
    )
    read = json.loads(report.read_text())
    for name, file in sorted(read["files"].items()):
        if file["missing_branches"]:
            lines = sorted({line for line, _ in file["missing_branches"]})
            print(f"{name}: branches not taken from line {', '.join(map(str, lines))}")
    covered, branches = read["totals"]["covered_branches"], read["totals"]["num_branches"]
    share = 100 * covered / branches
    print(f"{covered} of {branches} branches covered, {share:.2f} %; the floor is {floor} %")
    return int(share < floor)


if __name__ == "__main__":
    sys.exit(main())

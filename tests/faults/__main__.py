"""`make test-faults`: hurt the real program in every way that a table can, and count what it loses.

    python -m tests.faults [--short] [--seed N] [--part N] [campaign …]

Every campaign runs in parts, and every part has a seed of its own; a failure names both, so that
`--part` runs it again alone. One table at the end says what was tried and what failed. Exit status:
0 if nothing failed, 1 otherwise, and 3 if FAULT_TESTS=required is set and this machine could not
run something.
"""

from __future__ import annotations

import sys

from tests.faults.runner import main

if __name__ == "__main__":
    sys.exit(main())

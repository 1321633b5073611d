"""Prints the names of all mutants of some modules: python -m tests.mutants.names FILE ...

mutmut reads its settings from the folder in which this runs: a stage.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from mutmut.mutation.file_mutation import mutate_file_contents
from mutmut.utils.format_utils import get_mutant_name


def names(modules: Sequence[Path]) -> Iterator[str]:
    """Yield what mutmut calls each mutant, without running any test."""
    for path in modules:
        made = mutate_file_contents(str(path), path.read_text(encoding="utf-8"))
        yield from (get_mutant_name(path, name) for name in made.mutant_names)


if __name__ == "__main__":
    sys.stdout.writelines(f"{name}\n" for name in names([Path(text) for text in sys.argv[1:]]))

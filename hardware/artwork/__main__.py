"""Generates all printed boards and templates: `python -m hardware.artwork --help`."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from companion.rules.errors import CompanionError
from hardware.artwork.collection import NAMES, collection
from hardware.artwork.layout import LEAST, MOST, PITCH
from hardware.generated import changed_files, write_files

HOME = Path(__file__).parent.parent / "boards"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the files or compare them. Returns 1 if they differ or cannot be generated."""
    parser = ArgumentParser(prog="python -m hardware.artwork", description=__doc__)
    parser.add_argument(
        "--pitch",
        type=float,
        default=PITCH,
        help=f"mm between neighbouring points, {LEAST:g} to {MOST:g} (default {PITCH:g})",
    )
    parser.add_argument(
        "--only",
        nargs="+",
        choices=NAMES,
        default=NAMES,
        metavar="NAME",
        help=f"some of {', '.join(NAMES)}",
    )
    parser.add_argument("--svg-tiles", action="store_true", help="the tiles as SVG as well")
    parser.add_argument(
        "--to", type=Path, help="the folder to write to (default hardware/boards, or boards-…mm)"
    )
    parser.add_argument(
        "--check", action="store_true", help="write nothing; report which files differ"
    )
    given = parser.parse_args(arguments)
    try:
        made = dict(collection(given.pitch, tuple(given.only), svg_tiles=given.svg_tiles))
    except CompanionError as error:
        sys.stderr.write(f"artwork: {error}\n")
        return 1
    # The published files have the default pitch; files of another pitch must not overwrite them.
    folder = given.to or (HOME if given.pitch == PITCH else Path(f"boards-{given.pitch:g}mm"))
    return _compare(made, folder) if given.check else _write(made, folder)


def _write(made: dict[str, bytes], folder: Path) -> int:
    write_files(folder, made)
    sys.stdout.write(f"{len(made)} files in {folder}\n")
    return 0


def _compare(made: dict[str, bytes], folder: Path) -> int:
    """Report every file that is missing or differs; ignore files that are not generated."""
    differ = changed_files(folder, made)
    for name in differ:
        sys.stderr.write(f"artwork: {folder / name} is out of date; run `make hardware`\n")
    return int(bool(differ))


if __name__ == "__main__":
    sys.exit(main())

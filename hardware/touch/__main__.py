"""Generates pieces, overlays and cards for fingers: `python -m hardware.touch --help`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from companion.base.errors import CompanionError
from hardware.artwork.layout import BOARDS, PITCH
from hardware.command_line import Parser, millimetres
from hardware.generated import write_files, write_generated
from hardware.touch.files import files, overlay_models

FOLDER = Path("build/hardware/touch")


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the published files or, with a board, the models of its overlay.

    Returns:
        The exit status: 1 if they cannot be made.
    """
    parser = Parser("touch", __doc__)
    parser.add_argument("--board", choices=tuple(BOARDS), help="the overlay of this board alone")
    parser.add_argument("--pitch", type=millimetres, default=PITCH, metavar="MM")
    parser.add_argument("--to", type=Path, default=FOLDER, help=f"its folder (default {FOLDER})")
    given = parser.parse_args(arguments)
    if given.board is None:
        write_generated("touch", files())
        return 0
    try:
        made = overlay_models(given.board, given.pitch)
    except CompanionError as error:
        sys.stderr.write(f"touch: {error}\n")
        return 1
    write_files(given.to, made)
    sys.stdout.write(f"{len(made)} files in {given.to}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

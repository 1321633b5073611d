"""Generates drawings, cases and carriers: `python -m hardware.assembly --help`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from companion.base.errors import CompanionError
from hardware.artwork.layout import BOARDS, PITCH, Layout
from hardware.artwork.options import add_measures, chosen_measures
from hardware.assembly.files import PUBLISHED, files, models
from hardware.command_line import Parser
from hardware.generated import write_files, write_generated

FOLDER = Path("build/hardware")


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the published files, and the models of the other boards.

    With measures of your own, write the models of every board.

    Returns:
        The exit status: 1 if they cannot be made.
    """
    parser = Parser("assembly", __doc__)
    add_measures(parser)
    parser.add_argument("--to", type=Path, help=f"the folder for models (default below {FOLDER})")
    given = parser.parse_args(arguments)
    chosen = chosen_measures(given)
    usual = given.pitch == PITCH and not chosen
    folder = given.to or FOLDER / ("assembly" if usual else f"assembly-{given.pitch:g}mm")
    notes: list[str] = []
    try:
        for name, board in BOARDS.items():
            layout = Layout(board, given.pitch)
            if chosen:
                layout = Layout(board, given.pitch, replace(layout.measures, **chosen))
            if not usual or name not in PUBLISHED:
                write_files(folder / name, models(layout, notes))
        if usual:
            write_generated("assembly", files())
    except CompanionError as error:
        sys.stderr.write(f"assembly: {error}\n")
        return 1
    for note in notes:
        sys.stderr.write(f"assembly: {note}\n")
    sys.stdout.write(f"models in {folder}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

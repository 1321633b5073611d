"""The options of programs that generate files for a pitch and measures of one's own."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from hardware.artwork.layout import LEAST, MEASURES, MOST, PITCH, RANGES
from hardware.command_line import millimetres

_WORDS = {
    "glass": "length of a reed's glass",
    "slot": "length of a reed's slot; 3 mm more than the glass at both ends at least",
    "slot_width": "width of a reed's slot",
    "offset": "from a point to the middle of each of its two reeds, along the reed",
    "lamp": "width of a lamp's hole in the face",
    "well": "width of the light well below it",
    "screw": "width of a screw's hole",
}


def add_measures(parser: ArgumentParser) -> None:
    """Add `--pitch`, and an option for each measure."""
    parser.add_argument(
        "--pitch",
        type=millimetres,
        default=PITCH,
        help=f"mm between neighbouring points, {LEAST:g} to {MOST:g} (default {PITCH:g})",
    )
    for name, (least, most) in RANGES.items():
        usual = getattr(MEASURES, name)
        parser.add_argument(
            f"--{name.replace('_', '-')}",
            type=millimetres,
            metavar="MM",
            help=f"{_WORDS[name]}, {least:g} to {most:g} mm (usually {usual:g})",
        )


def chosen_measures(given: Namespace) -> dict[str, float]:
    """The measures that were given, by name."""
    return {name: getattr(given, name) for name in RANGES if getattr(given, name) is not None}

"""The generator of all printed boards, also those of installed packages, and of the templates.

At a larger pitch it also makes pieces of that size. `python -m hardware.artwork --help` lists the
options.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from companion.base.errors import CompanionError
from hardware.artwork.collection import COUPON, NAMES, collection
from hardware.artwork.editions import all_editions
from hardware.artwork.layout import BOARDS, MEASURES, PITCH, RANGES, Measures, measures_at
from hardware.artwork.options import add_measures, chosen_measures
from hardware.command_line import Parser, millimetres
from hardware.generated import changed_files, write_files
from hardware.pieces.files import files as pieces_files
from hardware.pieces.shapes import PLAYS, SIZES, Sizes, usual_sizes

HOME = Path(__file__).parent.parent / "boards"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the files or compare them. Returns 1 if they differ or cannot be generated."""
    editions = all_editions((COUPON,))
    names = (*editions, *BOARDS, COUPON)
    parser = Parser("artwork", __doc__)
    add_measures(parser)
    parser.add_argument(
        "--only",
        nargs="+",
        choices=names,
        default=names,
        metavar="NAME",
        help=f"some of {', '.join(names)}",
    )
    parser.add_argument("--svg-tiles", action="store_true", help="the tiles as SVG as well")
    parser.add_argument(
        "--to", type=Path, help="the folder to write to (default hardware/boards, or boards-…mm)"
    )
    parser.add_argument(
        "--check", action="store_true", help="write nothing; report which files differ"
    )
    least, most = PLAYS
    parser.add_argument(
        "--play",
        type=millimetres,
        default=SIZES.play,
        metavar="MM",
        help=f"how much wider and deeper a pocket is than its magnet, {least:g} to {most:g} "
        f"mm (usually {SIZES.play:g})",
    )
    given = parser.parse_args(arguments)
    try:
        measures = replace(measures_at(given.pitch), **chosen_measures(given))
        sizes = replace(usual_sizes(given.pitch), play=given.play)
        made = dict(
            collection(
                given.pitch,
                tuple(given.only),
                editions=editions,
                measures=measures,
                svg_tiles=given.svg_tiles,
            )
        )
        if sizes != SIZES and tuple(given.only) == names:
            models = pieces_files(sizes)
            made |= {f"pieces/{name}": content for name, content in models.items()}
    except CompanionError as error:
        sys.stderr.write(f"artwork: {error}\n")
        return 1
    other = _folder(given.pitch, measures, sizes)
    usual = (given.pitch, measures, sizes) == (PITCH, MEASURES, SIZES)
    told = 0
    for folder, files in _placed(made, HOME if usual else other, other, given.to).items():
        told |= _compare(files, folder) if given.check else _write(files, folder)
    return told


def _placed(
    made: dict[str, bytes], home: Path, other: Path, to: Path | None
) -> dict[Path, dict[str, bytes]]:
    """Say which files go to which folder. What packages bring is not among what is published."""
    found: dict[Path, dict[str, bytes]] = {}
    for name, content in made.items():
        folder = to or (other if name.partition("/")[0] not in (*NAMES, "pieces") else home)
        found.setdefault(folder, {})[name] = content
    return found


def _folder(pitch: float, measures: Measures, sizes: Sizes) -> Path:
    """Return the folder for files that are not published, in the current one.

    The published files are those of all defaults, and others must not overwrite them.
    """
    parts, usual = [f"boards-{pitch:g}mm"], measures_at(pitch)
    for name in RANGES:
        value = getattr(measures, name)
        parts += [f"{name.replace('_', '-')}-{value:g}"] * (value != getattr(usual, name))
    if sizes.play != SIZES.play:
        parts.append(f"play-{sizes.play:g}")
    return Path("-".join(parts))


def _write(made: dict[str, bytes], folder: Path) -> int:
    write_files(folder, made)
    sys.stdout.write(f"{len(made)} files in {folder}\n")
    return 0


def _compare(made: dict[str, bytes], folder: Path) -> int:
    """Report every file that is missing or differs visibly; ignore files that are not generated."""
    differ = changed_files(folder, made)
    for line in differ:
        sys.stderr.write(f"artwork: {folder}/{line}\n")
    return int(bool(differ))


if __name__ == "__main__":
    sys.exit(main())

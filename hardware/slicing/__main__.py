"""Slices every model and compares weights and times: `python -m hardware.slicing --help`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.base.errors import CompanionError
from hardware.command_line import Parser, not_run
from hardware.generated import HERE
from hardware.slicing.prints import (
    DATA,
    UNPUBLISHED,
    changes,
    pages,
    prints_file,
    read_prints,
)
from hardware.slicing.slicer import Sliced, find_slicer, slice_model


def main(arguments: Sequence[str] | None = None) -> int:
    """Slice the models. Returns 1 if one needs supports, or differs from what is kept."""
    parser = Parser("slicing", __doc__)
    parser.add_argument(
        "folder", nargs="*", type=Path, help="other folders with models; their figures are not kept"
    )
    parser.add_argument(
        "--update", action="store_true", help="keep the figures, and put them into the pages"
    )
    given = parser.parse_args(arguments)
    slicer = find_slicer()
    if slicer is None:
        not_run("every model in a slicer; that needs prusa-slicer")
        return int(os.environ.get("CI") == "true")
    models = _models(given.folder)
    if not models:
        sys.stderr.write("slicing: there are no models in these folders\n")
        return 1
    try:
        made = {name: _shown(slicer, model) for name, model in models.items()}
    except CompanionError as error:
        sys.stderr.write(f"slicing: {error}\n")
        return 1
    if given.update and not given.folder:
        _update(made)
    wrong = [f"{m}: it needs supports" for m, sliced in made.items() if sliced.supports is not None]
    if not given.folder:
        wrong += [f"{line}; run `make slice UPDATE=1`" for line in changes(read_prints(), made)]
    for line in wrong:
        sys.stderr.write(f"slicing: {line}\n")
    return int(bool(wrong))


def _models(folders: Sequence[Path]) -> dict[str, Path]:
    """The models of these folders, or all that are published or made, by what they are called."""
    if folders:
        return {str(path): path for folder in folders for path in sorted(folder.rglob("*.stl"))}
    root = HERE.parent
    published = {str(path.relative_to(HERE)): path for path in sorted(HERE.rglob("*.stl"))}
    built = sorted((root / UNPUBLISHED / HERE.name).rglob("*.stl"))
    return published | {str(path.relative_to(root)): path for path in built}


def _shown(slicer: str, model: Path) -> Sliced:
    """Slice a model, and print what came out."""
    made = slice_model(slicer, model)
    held = "none" if made.supports is None else f"from a height of {made.supports:g} mm"
    sys.stdout.write(
        f"{model.stem}: {made.grams:.2f} g, {made.minutes:.0f} min, supports: {held}\n"
    )
    sys.stdout.flush()
    return made


def _update(made: dict[str, Sliced]) -> None:
    not_here = {
        m: kept for m, kept in read_prints().items() if m.startswith(UNPUBLISHED) and m not in made
    }
    DATA.write_text(prints_file(made | not_here), encoding="utf-8")
    # What the file rounds is rounded in the pages, too.
    for page, text in pages(read_prints()).items():
        page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())

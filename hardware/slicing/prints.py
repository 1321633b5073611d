"""The weights and times of all models: kept as data, since not every computer has a slicer."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from io import StringIO
from pathlib import Path

from hardware.generated import HERE
from hardware.slicing.slicer import Sliced, is_solid

DATA = HERE / "slicing/prints.csv"

START, END = "<!-- prints -->", "<!-- /prints -->"
"""Between these lines a page has the table of the models beside it."""

GRAMS, MINUTES = (0.05, 0.05), (0.15, 1.0)
"""How far another version of the slicer may be off: a share of the value, but at least so much."""

UNPUBLISHED = "build/"
"""How the paths begin of models that are made, but not published; not every computer has them."""

Prints = Mapping[str, Sliced]
"""The models by their paths below `hardware`, or from the project's root if they begin so."""


def read_prints() -> dict[str, Sliced]:
    """Return the kept figures."""
    with DATA.open(encoding="utf-8", newline="") as lines:
        return {
            row["model"]: Sliced(float(row["grams"]), float(row["minutes"]))
            for row in csv.DictReader(lines)
        }


def prints_file(prints: Prints) -> str:
    """The text of the file with the figures."""
    text = StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(("model", "grams", "minutes"))
    for model, made in sorted(prints.items()):
        rows.writerow((model, f"{made.grams:.2f}", f"{made.minutes:.0f}"))
    return text.getvalue()


def changes(kept: Prints, made: Prints) -> list[str]:
    """Return a line for each model whose figures are not kept, or differ from those kept."""
    gone = sorted(model for model in kept.keys() - made.keys() if not model.startswith(UNPUBLISHED))
    found = [f"{model}: there is no such model" for model in gone]
    found += [f"{model}: its figures are not kept" for model in sorted(made.keys() - kept.keys())]
    for model in sorted(kept.keys() & made.keys()):
        before, now = kept[model], made[model]
        if _differ(before.grams, now.grams, GRAMS) or _differ(before.minutes, now.minutes, MINUTES):
            found.append(
                f"{model}: {now.grams:.2f} g in {now.minutes:.0f} min, "
                f"but {before.grams:.2f} g in {before.minutes:.0f} min are kept"
            )
    return found


def _differ(before: float, now: float, allowed: tuple[float, float]) -> bool:
    share, least = allowed
    return abs(before - now) > max(share * before, least)


def pages(prints: Prints) -> dict[Path, str]:
    """The pages beside the models, with their tables filled in, by path."""
    found = {}
    for room in sorted({Path(model).parent for model in prints}):
        page = HERE / room / "README.md"
        text = page.read_text(encoding="utf-8") if page.is_file() else ""
        if START in text:
            before, rest = text.split(START)
            table = _table({m: made for m, made in prints.items() if Path(m).parent == room})
            found[page] = f"{before}{START}\n\n{table}\n\n{END}{rest.split(END)[1]}"
    return found


def _table(prints: Prints) -> str:
    rows = ["| model | infill | filament | time |", "| --- | --- | --- | --- |"]
    for model, made in sorted(prints.items()):
        path = Path(model)
        infill = "100 %" if is_solid(path) else "15 %"
        link, time = f"[{path.stem}]({path.name})", _time(made.minutes)
        rows.append(f"| {link} | {infill} | {made.grams:.1f} g | {time} |")
    return "\n".join(rows)


def _time(minutes: float) -> str:
    hours, rest = divmod(round(minutes), 60)
    return f"{hours} h {rest} min" if hours else f"{rest} min"

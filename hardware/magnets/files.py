"""The files generated here: what was compared, what each game feels, a page and drawings of it."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import replace
from io import StringIO

from hardware.artwork.layout import COVER, LEAST, MEASURES, PITCH, SHORT
from hardware.generated import HERE
from hardware.magnets.drawing import zone
from hardware.magnets.forces import FRICTION, hold, lightest, push, weight
from hardware.magnets.places import GAMES, reeds_of_a_point
from hardware.magnets.published import compared
from hardware.magnets.trials import (
    COLUMNS,
    GAME_COLUMNS,
    GRADE_TRIALS,
    TOUCHING,
    TRIALS,
    games,
    results,
    table,
)
from hardware.magnets.zones import KEEN, LETS_GO, felt, free, strayed
from hardware.parts.magnets import ARTICLE, ARTICLES, GRADE_SOURCES, GRADES, PIECE
from hardware.pieces.shapes import SIZES

Rows = list[dict[str, str]]


def files() -> dict[str, bytes]:
    """Return the generated files by name. The tables take a minute."""
    tables = {
        "trials.csv": table(COLUMNS, results()),
        "grades.csv": table(COLUMNS, results(GRADE_TRIALS)),
        "games.csv": table(GAME_COLUMNS, games()),
    }
    return tables | pages(tables)


def pages(tables: dict[str, bytes]) -> dict[str, bytes]:
    """What is made from the tables, and the drawings."""
    trials, grades, felt_in = (
        _read(tables[name]) for name in ("trials.csv", "grades.csv", "games.csv")
    )
    text = (HERE / "magnets/page.txt").read_text(encoding="utf-8")
    piece, marker, kings = GAMES["soli2"], GAMES["gomony"], GAMES["solomon"]
    page = text.format(
        magnet=PIECE,
        offset=f"{MEASURES.offset:g}",
        aside=f"{MEASURES.aside:g}",
        slot=f"{MEASURES.slot:g}",
        cover=f"{COVER:g}",
        published=_published(),
        trials=_trials(trials),
        grades=_grades(grades),
        upright=_upright(trials),
        ranges=_ranges(),
        bought=PIECE.grade.name,
        article=ARTICLE,
        article_grade=ARTICLES[ARTICLE][1],
        worst=f"{strayed(reeds_of_a_point(), kings, 2, kings.neighbours()):.1f}",
        holds=f"{LETS_GO * KEEN:g}",
        games=_games(felt_in),
        pitches=_pitches(),
        push=f"{push(PIECE, TOUCHING):.2f}",
        friction=f"{FRICTION:g}",
        lightest=f"{lightest():.1f}",
        stays=f"{lightest() * FRICTION:.2f}",
        on_man=f"{hold(PIECE, SIZES.man):.0f}",
        on_marker=f"{hold(PIECE, SIZES.marker):.0f}",
        marker=f"{weight('gomony-half'):.1f}",
        height=f"{SIZES.marker_magnet:.1f}",
    )
    drawings = {
        f"zone-{name}.svg": zone(
            title,
            [
                (f"{cover:g} mm of wood and print", reeds_of_a_point(cover=cover), played)
                for cover in (1.5, COVER, 3.5)
            ],
        )
        for name, title, played in (
            ("piece", f"A piece with a disc of {PIECE}", piece),
            ("marker", "A Gomony marker with the same disc", marker),
        )
    }
    before = TRIALS[0]
    drawings["zone-before.svg"] = zone(
        f"One reed, {before.offset:g} mm off the point, and a disc of {before.disc}",
        [
            (f"{cover:g} mm of wood and print", trial.reeds(), trial.played())
            for cover in (1.5, COVER, 3.5)
            for trial in (replace(before, cover=cover),)
        ],
    )
    return {"README.md": page.encode("utf-8")} | drawings


def _read(made: bytes) -> Rows:
    return list(csv.DictReader(StringIO(made.decode("utf-8"))))


def _published() -> str:
    return _table(
        ("magnet", "closes at", "calculated", "opens at", "calculated"),
        (
            (
                str(row.magnet),
                _span(row.closes, "mm"),
                _span(closing, "AT"),
                _span(row.opens, "mm"),
                _span(opening, "AT"),
            )
            for row, closing, opening in compared()
        ),
    )


def _span(both: tuple[float, float], unit: str) -> str:
    return f"{both[0]:.1f} and {both[1]:.1f} {unit}"


def _trials(rows: Rows) -> str:
    return _table(
        (
            "reeds",
            "disc (mm)",
            "grade",
            "offset",
            "straight",
            "cover",
            "±8 mm",
            "±5 mm, 1.3",
            "margin",
            "next door",
            "kings",
            "push",
            "serves",
        ),
        (
            (
                row["reeds"],
                row["magnet"].removesuffix(" mm"),
                row["grade"],
                row["offset"],
                row["slot"],
                row["cover"],
                f"{row['far']} %",
                f"{row['sure']} %",
                row["margin"],
                row["strayed"],
                row["stacked"],
                row["push"],
                row["serves"],
            )
            for row in rows
        ),
    )


def _upright(rows: Rows) -> str:
    """Say what upright reeds do with the recommended magnet, and flat ones."""
    (upright,), (flat,) = (
        [
            row
            for row in rows
            if (row["reeds"], row["magnet"], row["grade"], row["offset"], row["cover"])
            == (kind, str(PIECE), PIECE.grade.name, "4", f"{COVER:g}")
            and row["slot"] == slot
        ]
        for kind, slot in (("two upright", "20"), ("two flat", f"{MEASURES.slot:g}"))
    )
    return (
        f"{upright['far']} % of placements within ±8 mm (flat {flat['far']} %), a margin of "
        f"{upright['margin']} ({flat['margin']}), and {upright['stacked']} AT between kings "
        f"({flat['stacked']})"
    )


def _grades(rows: Rows) -> str:
    """For each disc and offset, the grades that serve."""
    found: dict[tuple[str, str], dict[str, dict[str, str]]] = {}
    for row in rows:
        key = (row["magnet"].removesuffix(" mm"), row["offset"])
        found.setdefault(key, {})[row["grade"]] = row
    return _table(
        ("disc (mm)", "offset", *GRADES),
        (
            (
                disc,
                offset,
                *(
                    f"{'**serves**' if by[grade]['serves'] == 'yes' else 'no'}: "
                    f"{by[grade]['far']} %, {by[grade]['stacked']} AT, {by[grade]['push']} gf"
                    for grade in GRADES
                ),
            )
            for (disc, offset), by in found.items()
        ),
    )


def _ranges() -> str:
    return _table(
        ("grade", *(source.split("/")[0] for source in GRADE_SOURCES), "calculated with"),
        (
            (
                grade.name,
                *(
                    f"{least:.2f} to {most:.2f} T"
                    for source in GRADE_SOURCES.values()
                    for least, most in (source[grade.name],)
                ),
                f"{grade.least:.2f} to {grade.most:.2f} T",
            )
            for grade in GRADES.values()
        ),
    )


def _games(rows: Rows) -> str:
    return _table(
        (
            "game",
            "stack",
            "reed",
            "±8 mm",
            "±3 mm",
            "margin within ±5 mm",
            "±8 mm, among neighbours",
            "±5 mm with 1.3, among neighbours",
            "next door",
        ),
        (
            (
                row["game"].replace("_", " "),
                row["stack"],
                f"{row['turns']} AT",
                f"{row['far']} %",
                f"{row['near']} %",
                row["margin"],
                f"{row['far among neighbours']} %",
                f"{row['sure among neighbours']} %",
                row["strayed"],
            )
            for row in rows
            if row["cover"] == f"{COVER:g}"
        ),
    )


def _pitches() -> str:
    piece = GAMES["soli2"]
    cases = ((LEAST, SHORT), (100 / 3, SHORT), (PITCH, MEASURES), (50.0, MEASURES))
    return _table(
        ("pitch", "offset", "slot", "free play", "felt within ±8 mm", "next door", "push"),
        (
            (
                f"{pitch:.4g} mm",
                f"{measures.offset:g} mm",
                f"{measures.slot:g} mm",
                f"±{free(pitch):.1f} mm",
                f"{100 * felt(reeds, piece).far:.1f} %",
                f"{strayed(reeds, piece, 1, piece.neighbours(pitch), free(pitch)):.1f} AT",
                f"{push(PIECE, pitch - 2 * free(pitch)):.2f} gf",
            )
            for pitch, measures in cases
            for reeds in (reeds_of_a_point(measures),)
        ),
    )


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)

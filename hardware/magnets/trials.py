"""The sets of reeds and magnets that were compared, and what each of them does."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from io import StringIO

from hardware.artwork.layout import COVER, MEASURES
from hardware.assembly.stack import STACK
from hardware.magnets.forces import FRICTION, lightest, push
from hardware.magnets.places import GAMES, Played, reeds_of_a_point, standing
from hardware.magnets.reeds import Reed, Reeds
from hardware.magnets.zones import DULL, KEEN, LETS_GO, felt, judged, strayed, strengths
from hardware.parts.magnets import GRADES, PIECE, Disc

WANTED = 0.97
"""The share of placements within FAR of the point that has to close the dullest reed."""

TOUCHING = 24.0
"""mm from magnet to magnet when two pieces, each 8 mm off its point, touch at a pitch of 40."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A set of parts to try.

    Attributes:
        kind: The kind of sensor.
        disc: The magnet.
        offset: How far each reed is from the point, in mm.
        slot: The straight length of a reed, in mm.
        cover: The thickness of the cover, in mm.
    """

    kind: str
    disc: Disc
    offset: float
    slot: float = MEASURES.slot
    cover: float = COVER

    def reeds(self) -> Reeds:
        """The reeds under a point."""
        if self.kind == "two flat":
            return reeds_of_a_point(
                replace(MEASURES, offset=self.offset, slot=self.slot), self.cover
            )
        if self.kind == "one flat":
            return Reeds(Reed((self.offset, 0, -self.cover - STACK.glass), (1, 0, 0), self.slot))
        # An upright reed's lead is bent below the cover, as far from the glass as it may be.
        deep = -self.cover - self.slot / 2
        sides = (1, -1) if self.kind == "two upright" else (1,)
        return Reeds(*(Reed((side * self.offset, 0, deep), (0, 0, 1), self.slot) for side in sides))

    def played(self) -> Played:
        """Counters on a grid, with this magnet."""
        return Played("grid7", standing(self.disc), disc=self.disc)


RECOMMENDED = Trial("two flat", PIECE, MEASURES.offset)

_N35 = GRADES["N35"]
_SMALL, _MIDDLE = Disc(6, 2, _N35), Disc(6, 3, _N35)
_LARGE, _STRONG = Disc(8, 2, _N35), Disc(8, 3, _N35)

TRIALS = (
    *(
        Trial("one flat", disc, offset, slot)
        for disc in (_SMALL, _LARGE, _STRONG)
        for offset, slot in ((7, 22), (9, 22), (10, 26))
    ),
    *(Trial("one upright", disc, 0, 20) for disc in (_SMALL, _LARGE, _STRONG)),
    *(Trial("two upright", disc, 4, 20) for disc in (_SMALL, _MIDDLE, _LARGE)),
    *(Trial("two upright", PIECE, 4, 20, cover) for cover in (1.5, COVER, 3.5)),
    *(
        Trial("two flat", disc, offset)
        for disc in (_SMALL, _MIDDLE, _LARGE, _STRONG)
        for offset in (4, 5, 7)
    ),
    RECOMMENDED,
    *(Trial("two flat", PIECE, 4, cover=cover) for cover in (1.5, 3.5)),
    Trial("two flat", PIECE, 4, 20),
    Trial("two flat", PIECE, 3, 19),
)
"""What was compared. The first is what the templates had before."""

GRADE_TRIALS = tuple(
    Trial("two flat", Disc(diameter, thickness, grade), offset)
    for diameter, thickness in ((6, 2), (6, 3), (7, 2), (8, 1), (8, 1.5), (8, 2), (10, 1))
    for offset in (4, 5)
    for grade in GRADES.values()
)
"""Each disc that shops sell, in each grade, with two flat reeds."""

COLUMNS = (
    "reeds",
    "magnet",
    "grade",
    "offset",
    "slot",
    "cover",
    "far",
    "near",
    "sure",
    "margin",
    "strayed",
    "stacked",
    "push",
    "serves",
)


def results(trials: tuple[Trial, ...] = TRIALS) -> Iterator[tuple[str, ...]]:
    """A row of COLUMNS for each trial, in words and rounded numbers.

    A piece has to be felt with the weakest magnet of its grade. Neighbours are not to be held or
    pushed by the strongest.
    """
    for trial in trials:
        reeds, played = trial.reeds(), trial.played()
        found = felt(reeds, played)
        away = strayed(reeds, played, 1, played.neighbours())
        kings = strayed(reeds, played, 2, GAMES["solomon"].neighbours())
        pushed = push(trial.disc, TOUCHING)
        serves = (
            found.far >= WANTED
            and found.sure == 1
            and max(away, kings) < LETS_GO * KEEN
            and pushed < lightest() * FRICTION
        )
        yield (
            trial.kind,
            str(trial.disc),
            trial.disc.grade.name,
            f"{trial.offset:g}",
            f"{trial.slot:g}",
            f"{trial.cover:g}",
            f"{100 * found.far:.1f}",
            f"{100 * found.near:.1f}",
            f"{100 * found.sure:.1f}",
            f"{found.margin:.2f}",
            f"{away:.1f}",
            f"{kings:.1f}",
            f"{pushed:.2f}",
            "yes" if serves else "no",
        )


def table(head: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> bytes:
    """Rows as CSV."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return text.getvalue().encode("utf-8")


GAME_COLUMNS = (
    "game",
    "stack",
    "turns",
    "cover",
    "far",
    "near",
    "sure",
    "margin",
    "far among neighbours",
    "sure among neighbours",
    "strayed",
)


def games(
    names: Iterable[str] = GAMES, covers: Iterable[float] = (1.5, COVER, 3.5)
) -> Iterator[tuple[str, ...]]:
    """A row of GAME_COLUMNS for each game, stack, cover and reed, with the recommended set."""
    for name in names:
        played = GAMES[name]
        around = tuple(sorted(played.neighbours()))
        for stack in sorted({1, played.stack}):
            for cover in covers:
                for row in _felt_in(replace(played, board="", stack=0), around, stack, cover):
                    yield (name, str(stack), *row)


@cache
def _felt_in(
    played: Played, around: tuple[tuple[float, float], ...], stack: int, cover: float
) -> tuple[tuple[str, ...], ...]:
    """The rest of the rows of a game; games with the same pieces and neighbours share them."""
    reeds = reeds_of_a_point(cover=cover)
    alone, among = (strengths(reeds, played, stack, near) for near in ((), around))
    away = strayed(reeds, played, stack, around)
    return tuple(
        (
            f"{turns:g}",
            f"{cover:g}",
            *(f"{100 * share:.1f}" for share in (one.far, one.near, one.sure)),
            f"{one.margin:.2f}",
            f"{100 * many.far:.1f}",
            f"{100 * many.sure:.1f}",
            f"{away:.1f}",
        )
        for turns in (KEEN, DULL)
        for one, many in ((judged(alone, turns), judged(among, turns)),)
    )

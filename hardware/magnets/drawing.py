"""Drawings of where a piece is felt around a point."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from hardware.artwork.layout import MEASURES
from hardware.magnets.places import FAR, SURE, Played
from hardware.magnets.reeds import Numbers, Reeds
from hardware.magnets.zones import DULL, KEEN, MARGIN, field

HALF = 24
"""mm from the point to each edge of a drawing."""

SCALE = 5
"""Units of the drawing for a millimetre."""

LEVELS = (
    (MARGIN * DULL, "#1b7837", f"1.3 times what a reed of {DULL:g} AT needs"),
    (DULL, "#7fbf7b", f"closes every reed of {KEEN:g} to {DULL:g} AT"),
    (KEEN, "#e7d4a8", "closes some of them"),
    (0.0, "#f7f7f7", "closes none"),
)


def zone(title: str, panels: Sequence[tuple[str, Reeds, Played]]) -> bytes:
    """An SVG with a panel, under its heading, for each set of reeds and piece."""
    side, gap, top = 2 * HALF * SCALE, 20, 60
    width = gap + len(panels) * (side + gap)
    height = top + side + 40 + 24 * len(LEVELS)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="Arial, Helvetica, sans-serif" '
        'font-size="15">',
        f"<title>{title}</title>",
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="{gap}" y="24" font-size="17">{title}: where its magnet closes a reed '
        "(calculated)</text>",
    ]
    for number, (heading, reeds, played) in enumerate(panels):
        left = gap + number * (side + gap)
        lines += [
            f'<text x="{left}" y="{top - 10}">{heading}</text>',
            f'<g transform="translate({left + side // 2} {top + side // 2}) '
            f'scale({SCALE} -{SCALE})">',
            *_shades(field(reeds, played, HALF - 0.5)),
            *_marks(reeds),
            "</g>",
        ]
    for number, (_, colour, words) in enumerate(LEVELS):
        y = top + side + 20 + 24 * number
        lines += [
            f'<rect x="{gap}" y="{y}" width="18" height="18" fill="{colour}" stroke="#888"/>',
            f'<text x="{gap + 26}" y="{y + 14}">{words}</text>',
        ]
    return ("\n".join(lines) + "\n</svg>\n").encode("utf-8")


def _shades(strength: Numbers) -> list[str]:
    """Runs of squares of a millimetre of one shade."""
    found = []
    for row, values in enumerate(strength):
        shades = [next(colour for least, colour, _ in LEVELS if turns >= least) for turns in values]
        column = 0
        for colour, run in groupby(shades):
            long = len(list(run))
            found.append(
                f'<rect x="{column - HALF}" y="{row - HALF}" width="{long}" height="1" '
                f'fill="{colour}"/>'
            )
            column += long
    return found


def _marks(reeds: Reeds) -> list[str]:
    """The reeds with their glass, the squares of FAR and SURE, the point."""
    found = []
    for reed in reeds.reeds:
        x, y, _ = reed.middle
        for long, wide in ((reed.straight, 0.5), (MEASURES.glass, 2.2)):
            found.append(
                f'<rect x="{x - long / 2:g}" y="{y - wide / 2:.2f}" width="{long:g}" '
                f'height="{wide:g}" fill="none" stroke="#444" stroke-width="0.25"/>'
            )
    found += [
        f'<rect x="-{far:g}" y="-{far:g}" width="{2 * far:g}" height="{2 * far:g}" '
        'fill="none" stroke="black" stroke-width="0.3" stroke-dasharray="1 0.8"/>'
        for far in (SURE, FAR)
    ]
    return [*found, '<path d="M-1 0H1M0 -1V1" stroke="black" stroke-width="0.3"/>']

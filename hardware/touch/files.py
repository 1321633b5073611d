"""The files generated here: pieces, overlays, and the card in Braille and in large type."""

from __future__ import annotations

from pathlib import Path

from companion.rules.geometry import STAR
from hardware.artwork.layout import BOARDS, PITCH
from hardware.artwork.pdf import pdf
from hardware.artwork.sheets import tiles, whole
from hardware.artwork.svg import svg
from hardware.assembly.solids import model
from hardware.pieces.loft import solid, stl
from hardware.pieces.picture import picture
from hardware.touch.braille import brf
from hardware.touch.large_type import large_type
from hardware.touch.overlay import Overlay
from hardware.touch.tactile_pieces import tactile_pieces

CARDS = {path.stem: path for path in sorted((Path(__file__).parent / "cards").glob("*.txt"))}
"""The text of the card by language."""

OVERLAID = {name: board for name, board in BOARDS.items() if board.size >= STAR.size}
"""The boards with an overlay. On the nine points, lamps lie on a diagonal, and names on lines."""

MODELLED = "star"
"""The board whose overlay is published as a model; those of the others are larger files."""


def files() -> dict[str, bytes]:
    """Return the generated files by name."""
    shapes = tactile_pieces()
    made = {f"{name}.stl": stl(name, solid(rings)) for name, rings in shapes.items()}
    shown = ("man-2", "gomony-half-2", *(f"halma-square-{seat}" for seat in (2, 3, 4)))
    made["tactile-pieces.svg"] = picture({name: shapes[name] for name in shown})
    for name, board in OVERLAID.items():
        title = f"{name}, raised points and lines, pitch {PITCH:g} mm"
        drawing = Overlay(board, PITCH).drawing()
        made[f"{name}-overlay.svg"] = svg(whole(drawing, title), title).encode()
        made[f"{name}-overlay-a4.pdf"] = pdf(tiles(drawing, title, "a4"), title)
    made |= overlay_models(MODELLED)
    for language, path in CARDS.items():
        text = path.read_text(encoding="utf-8")
        made[f"card-{language}.brf"] = brf(text, language)
        made[f"card-{language}.pdf"] = large_type(text)
    return made


def overlay_models(name: str, pitch: float = PITCH) -> dict[str, bytes]:
    """Return the parts of a board's overlay as models, by name."""
    parts = Overlay(BOARDS[name], pitch).tiles()
    return {
        f"{name}-overlay-{number}.stl": model(f"{name} overlay {number}", part)
        for number, part in enumerate(parts, 1)
    }

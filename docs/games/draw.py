"""Draws the board of every game as it stands at the start: `python docs/games/draw.py`.

One picture a game, `<game>.svg` beside this file, made from the game's geometry and its first
position alone, in the style that the board asks for.
"""

from __future__ import annotations

from pathlib import Path

from companion.games.registry import built_in, make
from companion.rules import AnyGame, Piece
from companion.rules.geometry import Board, Point

HERE = Path(__file__).parent

_PITCH = 74.0  # from one point to the next on a grid; the star's unit is a little more
_STAR_UNIT = 118.0
_EDGE = 58.0
_WOOD, _LINE, _INK = "#ecd9b4", "#7a5a33", "#3b2a16"
# What a square of an area is filled with; a square of several areas takes the first of them.
_AREAS = {"dark": "#c9a66b", "home": "#e3c48d", "goal": "#e3c48d", "margin": "#d6bc92"}
_PALACE = "#b8860b"
_SIDES = {  # fill, rim and ink of a piece, by the colour that its game gives to its seat
    "white": ("#fffdf6", "#8d8779", "#3b2a16"),
    "black": ("#2f2b2a", "#0f0e0d", "#f3ece0"),
}
_OTHERS = (
    ("#c8553d", "#7d2d1d", "#fff6ee"),
    ("#3d6fa8", "#1f426b", "#f2f7ff"),
    ("#4d8f5b", "#275233", "#f1fff4"),
    ("#c99a2e", "#7c5c12", "#fffaf0"),
)
_NOBODYS = ("#c77b3a", "#75431a", "#fff3e6")


def draw(game: AnyGame) -> str:
    """The picture of a game's start as SVG text."""
    board = game.board
    star = board.style == "points"
    unit = _STAR_UNIT if star else _PITCH
    left, top = min(x for x, _ in board.xy), max(y for _, y in board.xy)
    right, bottom = max(x for x, _ in board.xy), min(y for _, y in board.xy)
    at = [(_EDGE + (x - left) * unit, _EDGE + (top - y) * unit) for x, y in board.xy]
    width, height = 2 * _EDGE + (right - left) * unit, 2 * _EDGE + (top - bottom) * unit
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" '
        'font-family="Georgia, serif" text-anchor="middle">',
        f"<title>{game.title}: the board at the start</title>",
        f'<rect width="100%" height="100%" rx="18" fill="{_WOOD}"/>',
    ]
    lines += _squares(game, at) if board.style == "squares" else _lines(board, at)
    if not star:
        lines += _coordinates(board, at, height)
    start = game.stacks(game.start())
    # Where several kinds stand there, each wears its text.
    lettered = len({piece.kind for stack in start for piece in stack}) > 1
    for point, stack in enumerate(start):
        for height_above, piece in enumerate(stack):
            x, y = at[point]
            lines += _piece(game, piece, x, y - 9 * height_above, lettered=lettered)
        if star:
            lines.append(_name(board, Point(point), at[point], taken=bool(stack)))
    return "\n".join((*lines, "</svg>", ""))


def _lines(board: Board, at: list[tuple[float, float]]) -> list[str]:
    found = []
    for line in board.lines:
        (ax, ay), (bx, by) = at[line[0]], at[line[-1]]
        found.append(
            f'<line x1="{ax:.1f}" y1="{ay:.1f}" x2="{bx:.1f}" y2="{by:.1f}" '
            f'stroke="{_LINE}" stroke-width="4" stroke-linecap="round"/>'
        )
    for point, (x, y) in enumerate(at):
        mark = _PALACE if point in board.palaces else _LINE
        radius = 30 if point in board.palaces else 25 if board.palaces else 9
        fill = _WOOD if board.palaces else _LINE
        found.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" '
            f'fill="{fill}" stroke="{mark}" stroke-width="3"/>'
        )
    return found


def _squares(game: AnyGame, at: list[tuple[float, float]]) -> list[str]:
    """Squares, with the areas that the game sets apart."""
    found, half = [], _PITCH / 2
    for point, (x, y) in enumerate(at):
        kinds_here = [area.kind for area in game.areas if point in area.points]
        fill = next((_AREAS[kind] for kind in _AREAS if kind in kinds_here), _WOOD)
        found.append(
            f'<rect x="{x - half:.1f}" y="{y - half:.1f}" width="{_PITCH:.0f}" '
            f'height="{_PITCH:.0f}" fill="{fill}" stroke="{_LINE}" stroke-width="2"/>'
        )
    return found


def _coordinates(board: Board, at: list[tuple[float, float]], height: float) -> list[str]:
    style = f'font-size="15" fill="{_INK}"'
    ranks = [
        f'<text x="11" y="{at[row[0]][1] + 5:.1f}" {style}>{board.names[row[0]][1:]}</text>'
        for row in board.rows
    ]
    files = [
        f'<text x="{at[p][0]:.1f}" y="{height - 6:.1f}" {style}>{board.names[p][0]}</text>'
        for p in board.rows[-1]
    ]
    return ranks + files


def _piece(game: AnyGame, piece: Piece, x: float, y: float, *, lettered: bool) -> list[str]:
    if piece.seat is None:
        fill, rim, ink = _NOBODYS
    else:
        others = _OTHERS[piece.seat % len(_OTHERS)]
        fill, rim, ink = _SIDES[game.colours[piece.seat]] if game.colours else others
    found = [
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="22" fill="{fill}" stroke="{rim}" stroke-width="3"/>'
    ]
    if not lettered:
        found.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="14" fill="none" stroke="{rim}" '
            'stroke-width="1.5" opacity="0.6"/>'
        )
    else:
        found.append(
            f'<text x="{x:.1f}" y="{y + 7:.1f}" font-size="20" font-weight="bold" '
            f'fill="{ink}">{piece.text}</text>'
        )
    return found


def _name(board: Board, point: Point, at: tuple[float, float], *, taken: bool) -> str:
    """The point's number: on a vacant point in its middle, else beside the piece."""
    x, y = (at[0] + 31, at[1] + 33) if taken else (at[0], at[1] + 5)
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="15" fill="{_INK}" stroke="{_WOOD}" '
        f'stroke-width="5" paint-order="stroke">{board.names[point]}</text>'
    )


if __name__ == "__main__":
    for name in built_in():
        (HERE / f"{name}.svg").write_text(draw(make(name)), encoding="utf-8")

"""English draughts, or American checkers. The numbers of the rules are those of draughts.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.base.text import Text
from companion.rules import (
    DOWNWARD,
    UPWARD,
    Area,
    Colour,
    Look,
    MenGame,
    MenMove,
    MenPosition,
    Piece,
    Seat,
    Shares,
    Symmetry,
    lead_shares,
)
from companion.rules.geometry import Point, grid, symmetries

_BOARD = grid(8, orthogonal=False, diagonal=True)
_DARK = tuple(Point(p) for p, (x, y) in enumerate(_BOARD.xy) if (x + y) % 2 == 0)
_CROWN = Look(sign="crown")


class Draughts(MenGame):
    """Two players, twelve men each, forced jumps, kings."""

    name = "draughts"
    title = Text("English draughts")
    summary = Text(
        "Jump over every enemy man on the dark squares, or leave the other side without a move."
    )
    board = _BOARD
    pieces = (
        Piece(Seat(0), Text("man"), "b"),
        Piece(Seat(1), Text("man"), "w"),
        Piece(Seat(0), Text("king"), "B", _CROWN),
        Piece(Seat(1), Text("king"), "W", _CROWN),
    )
    seats = (Text("Black"), Text("White"))  # Rule 1: Black moves first.
    colours: tuple[Colour, ...] = ("black", "white")
    areas = (Area("dark", _DARK),)
    opening = ".b.b.b.b/b.b.b.b./.b.b.b.b/......../......../w.w.w.w./.w.w.w.w/w.w.w.w."
    directions = {"b": DOWNWARD, "w": UPWARD}  # Rules 2 and 5
    compulsory = True  # Rule 3
    repetitions = 3  # Rule 8; rule 7 is what MenGame does.

    def legal(self, position: MenPosition) -> Iterator[MenMove]:
        for man in self.men(position):
            yield from self.jumps(position, man)  # Rule 4
            yield from self.walks(position, man)  # Rule 2

    def becomes(self, man: str, point: Point) -> str:
        far = {"b": "1", "w": "8"}.get(man)
        return man.upper() if _BOARD.names[point][1] == far else man  # Rule 5

    def evaluate(self, position: MenPosition) -> Shares:
        worth = {".": 0.0, "b": 1.0, "B": 1.5, "w": -1.0, "W": -1.5}
        return lead_shares(sum(worth[cell] for cell in position.cells))

    def objection(self, position: MenPosition, origin: Point, to: Point | None) -> Text:
        said = super().objection(position, origin, to)
        if not said or to is None:
            return said
        if to not in _DARK:
            return Text("Pieces stay on the dark squares.")
        return Text("Men cannot go backwards.") if _BOARD.way(origin, to) else said

    def impossible(self, position: MenPosition) -> Text:
        for point in set(self.men(position, "bBwW")).difference(_DARK):
            return Text("{point} is a light square", point=_BOARD.names[point])
        return Text()

    def symmetries(self) -> Sequence[Symmetry]:
        # Half a turn exchanges the sides, and with them who is to act.
        a1, h1, a8, h8 = (_BOARD.index[name] for name in ("a1", "h1", "a8", "h8"))
        turn = next(way for way in symmetries(_BOARD) if (way[a1], way[h1]) == (h8, a8))
        return (Symmetry(turn, "bBwW", "wWbB"),)

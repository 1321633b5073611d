"""The boards that can be built, and what depends on their number of points."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

from companion.base.errors import CompanionError
from companion.config import load_config
from companion.device.lamps.power import milliamps
from companion.device.ports.claims import InvalidWiring
from companion.rules.geometry import NINE, STAR, Board, grid
from hardware.artwork.layout import PITCH, Layout, in_rows
from hardware.artwork.strip_files import strip_configuration
from hardware.generated import HERE

PIXEL = 60
"""mA; the most that a WS2812B draws, all its colours full, by its makers' sheets."""

FUSES = (1.0, 1.25, 1.6, 2.0, 2.5, 3.15)
"""A; standard ratings of slow-blow fuses."""

_EACH, _STEP = 33, 50
"""mA; for each lamp of a small board, and what its budget is rounded to."""

LOAD = 0.75
"""The part of its rating that a fuse may carry all the time."""

BLOWS = 2.1
"""A slow-blow fuse carries 1.5 times its rating for an hour, and blows within two minutes at 2.1
times (IEC 60127-2, sheet 3; Littelfuse 218). A supply that cannot give that much never blows it."""

SUPPLIES = (3.0, 4.0, 5.0, 6.0)
"""A; of adaptors with 5 V."""


class NoSupply(CompanionError, ValueError):
    """A board whose lamps draw more than the largest fuse or supply listed."""


@dataclass(frozen=True)
class BoardBuild:
    """A physical board and how it is connected: "direct", "matrix" or "pico"."""

    name: str
    title: str
    board: Board
    port: str
    pitch: float = PITCH

    @property
    def points(self) -> int:
        """The number of points, which is also that of reeds and of pixels."""
        return len(self.board.names)

    @property
    def lines(self) -> tuple[int, int]:
        """The numbers of rows and columns of reeds; (0, 0) if each reed has a pin of its own."""
        if not in_rows(self.board):
            return 0, 0
        return len(self.board.rows), max(map(len, self.board.rows))

    @property
    def signals(self) -> int:
        """The number of wires to switches, button and lamps."""
        return (sum(self.lines) or self.points) + 2

    @property
    def worst(self) -> float:
        """The current (A) that all pixels can draw when something has gone wrong."""
        return self.points * PIXEL / 1000

    @property
    def white(self) -> float:
        """The current (A) of all pixels in full white, by the model behind the power budget."""
        return milliamps(b"\xff" * 3 * self.points) / 1000

    @property
    def configuration(self) -> str:
        """The name of its configuration in `hardware`."""
        if self.port == "pico":
            return f"board-pico-{self.board.name}.toml"
        return "board-spi.toml" if self.board is STAR else f"board-{self.board.name}.toml"

    @cached_property
    def budget(self) -> float:
        """The current (A) that its configuration allows the lamps."""
        if not (HERE / self.configuration).exists():
            return usual_budget(self.board) / 1000
        return load_config(HERE / self.configuration).lights.budget_ma / 1000

    @property
    def fuse(self) -> float:
        """The rating (A) of the smallest fuse that carries the budget all the time."""
        return _first(FUSES, self.budget / LOAD)

    @property
    def blows(self) -> float:
        """The current (A) that surely blows the fuse, within two minutes."""
        return self.fuse * BLOWS

    @property
    def supply(self) -> float:
        """The rating (A) of the smallest supply that can blow the fuse."""
        return _first(SUPPLIES, self.blows)

    @property
    def feeds(self) -> int:
        """The number of places at which the strip is fed, since the voltage drops along it."""
        return self.layout.feeds

    @cached_property
    def layout(self) -> Layout:
        """Where everything lies."""
        return Layout(self.board, self.pitch)

    @cached_property
    def uncut(self) -> bool:
        """Whether its strip of lamps lies uncut under each row.

        It does if the pitch suits a strip, and the pixels of that strip are not too many.
        """
        if self.layout.uncut is None:
            return False
        try:
            text = (HERE / self.configuration).read_text(encoding="utf-8")
            strip_configuration(text, self.layout)
        except InvalidWiring:
            return False
        return True

    @property
    def density(self) -> int:
        """How many pixels a metre of its strip has."""
        return self.layout.uncut.density if self.uncut and self.layout.uncut else 30

    @property
    def pixels(self) -> int:
        """The number of pixels on its strip, with those that stay dark between the points."""
        pieces = self.layout.strip_pieces if self.uncut else ()
        return sum(len(piece.places) for piece in pieces) or self.points


@cache
def boards(pitch: float = PITCH) -> tuple[BoardBuild, ...]:
    """Every board with a bill of its own, at a pitch."""
    star = (
        BoardBuild("star-direct", "Star with a Raspberry Pi", STAR, "direct", pitch),
        BoardBuild("star-pico", "Star with a Pico", STAR, "pico", pitch),
    )
    grids = tuple(
        BoardBuild(f"grid{n}-{port}", f"{n} × {n} grid {on}", grid(n), port, pitch)
        for port, on in (("matrix", "with a Raspberry Pi"), ("pico", "with a Pico"))
        for n in (7, 8, 9)
    )
    small = (
        BoardBuild("nine-direct", "Nine points with a Raspberry Pi", NINE, "direct", pitch),
        BoardBuild("nine-pico", "Nine points with a Pico", NINE, "pico", pitch),
    )
    return star + grids + small


def usual_budget(board: Board) -> int:
    """Return the current (mA) that the lamps of a board are allowed if nothing else is known."""
    if in_rows(board):
        return 1500
    return min(500, _STEP * round(board.size * _EACH / _STEP))


def _first(choices: tuple[float, ...], least: float) -> float:
    for choice in choices:
        if choice >= least:
            return choice
    raise NoSupply(
        f"{least:.2f} A are more than {choices[-1]:g} A; feed the lamps from two supplies"
    )

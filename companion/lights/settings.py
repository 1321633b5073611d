"""What the configuration says about the lamps."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import msgspec

from companion.geometry import Board, Point
from companion.lights import palette, power
from companion.lights.palette import LightsError
from companion.rules.errors import nearest


class LightSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The section `lights`.

    palette:    by name; `safe` is for colour-blind players.
    budget_ma:  the most that all lamps together may draw. 500 mA is what every USB socket gives,
                so a board that is fed through the computer starves nothing; with a supply of its
                own it may be more.
    brightness: share of their light (0 to 1) that the lamps give; at full they blind.
    dim:        a further share for single points, by the names of the board of wood: for lighter
                wood or a thinner diffuser.
    """

    palette: str = "standard"
    budget_ma: int = 500
    brightness: float = 0.6
    dim: dict[str, float] = {}

    def check(self, board: Board, lamps: int = 0) -> None:
        """LightsError for a value that cannot be on this board, with so many lamps (0: one a
        point)."""
        palette.find(self.palette)
        lamps = lamps or board.size
        idle = ceil(power.idle_milliamps(lamps))
        if self.budget_ma < idle:
            raise LightsError(
                f"lights.budget_ma is {self.budget_ma}, but {lamps} lamps draw {idle} mA "
                f"when dark; set it to what the supply can give, {5 * idle} or more"
            )
        _share("lights.brightness", self.brightness)
        for name, share in self.dim.items():
            if name not in board.index:
                raise LightsError(
                    f"lights.dim names point {name!r}{nearest(name, board.index)}, "
                    f"which the {board.name} board does not have; "
                    f"its points are {board.names[0]} to {board.names[-1]}"
                )
            _share(f"lights.dim.{name}", share)

    def on_part(
        self, whole: Board, places: Sequence[Point], lamps: int, board: Board
    ) -> LightSettings:
        """These settings for a board that lies on a part of a whole one, its point p on
        `places[p]` there, while the other ones of `lamps` lamps stay dark."""
        dim = {
            name: self.dim[whole.names[place]]
            for name, place in zip(board.names, places, strict=True)
            if whole.names[place] in self.dim
        }
        dark = ceil(power.idle_milliamps(lamps - board.size))
        return msgspec.structs.replace(self, dim=dim, budget_ma=self.budget_ma - dark)

    def shares(self, board: Board) -> tuple[float, ...]:
        """The share of its light that each point gives: the brightness, dimmed point by point."""
        return tuple(self.brightness * self.dim.get(name, 1.0) for name in board.names)


def _share(name: str, value: float) -> None:
    if not 0 <= value <= 1:  # refuses nan as well
        raise LightsError(f"{name} is {value}; set it between 0 (dark) and 1 (all of the light)")

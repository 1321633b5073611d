"""The configuration of the lamps."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import msgspec

from companion.base.errors import nearest
from companion.base.text import Text
from companion.device.lamps import palette, power
from companion.device.lamps.palette import LightsError
from companion.rules.geometry import Board, Point


class LightSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The section `lights`.

    Attributes:
        palette: The palette's name; `safe` is for colour-blind players.
        budget_ma: The most current that all lamps together may draw (mA). Every USB port delivers
            500 mA, so that is safe for a board powered by the computer; with its own supply it may
            be more.
        brightness: The brightness of the lamps (0 to 1); full brightness is dazzling.
        dim: A further factor for single points (0 to 1), by the names of the physical board: for
            lighter wood or a thinner diffuser.
        last_move: Whether the lamps show, faintly, where the last move began and ended.
    """

    palette: str = "standard"
    budget_ma: int = 500
    brightness: float = 0.6
    dim: dict[str, float] = {}
    last_move: bool = True

    def check(self, board: Board, lamps: int = 0) -> None:
        """Check that every value is valid on a board.

        Args:
            board: The physical board.
            lamps: The number of lamps; 0 for one at each point.

        Raises:
            LightsError: If a value is invalid.
        """
        palette.find_palette(self.palette)
        lamps = lamps or board.size
        idle = ceil(power.idle_milliamps(lamps))
        if self.budget_ma < idle:
            raise LightsError(
                Text(
                    "lights.budget_ma is {budget}, but {lamps} lamps draw {idle} mA when dark; "
                    "set it to what the supply can deliver, {least} or more",
                    budget=self.budget_ma,
                    lamps=lamps,
                    idle=idle,
                    least=5 * idle,
                )
            )
        _check_share("lights.brightness", self.brightness)
        for name, share in self.dim.items():
            if name not in board.index:
                raise LightsError(
                    Text(
                        "lights.dim names point {point!r}{suggestion}, which the {board} board "
                        "does not have; its points are {first} to {last}",
                        point=name,
                        suggestion=nearest(name, board.index),
                        board=board.name,
                        first=board.names[0],
                        last=board.names[-1],
                    )
                )
            _check_share(f"lights.dim.{name}", share)

    def for_sub_board(
        self, whole: Board, places: Sequence[Point], lamps: int, board: Board
    ) -> LightSettings:
        """Return these settings for a board that is part of a whole one.

        Args:
            whole: The physical board.
            places: The whole board's point for each point of `board`.
            lamps: The number of lamps of the whole board; those outside `board` stay dark.
            board: The board on part of the whole one.
        """
        dim = {
            name: self.dim[whole.names[place]]
            for name, place in zip(board.names, places, strict=True)
            if whole.names[place] in self.dim
        }
        dark = ceil(power.idle_milliamps(lamps - board.size))
        return msgspec.structs.replace(self, dim=dim, budget_ma=self.budget_ma - dark)

    def shares(self, board: Board) -> tuple[float, ...]:
        """Return the brightness of each point (0 to 1), with its own factor."""
        return tuple(self.brightness * self.dim.get(name, 1.0) for name in board.names)


def _check_share(name: str, value: float) -> None:
    if not 0 <= value <= 1:  # also rejects NaN
        raise LightsError(
            Text(
                "{name} is {value}; set it between 0 (dark) and 1 (full brightness)",
                name=name,
                value=value,
            )
        )

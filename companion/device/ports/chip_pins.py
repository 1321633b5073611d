"""The pins of several equal chips, with a switch on each: expanders, registers and the like."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from companion.base.text import Text, verbatim
from companion.device.ports.claims import Claim, InvalidWiring, by_point, check_claims, point_name
from companion.device.ports.port import Port
from companion.device.ports.port_kind import RawSwitches
from companion.rules.geometry import Board, Occupancy, Point, bits

PinPlace = tuple[int, int]
"""A chip, counted from 0, and a pin of it, likewise."""


@dataclass(frozen=True, slots=True)
class ChipPins:
    """The pins of several equal chips.

    Attributes:
        chips: The number of chips.
        pins: The number of pins of each.
        chip: What a chip is called, such as "expander".
        pin: What a pin is called, such as "input".
        name: Returns the name of a place for people.
    """

    chips: int
    pins: int
    chip: str
    pin: str
    name: Callable[[PinPlace], str]

    def places(self, given: Mapping[str, PinPlace], board: Board) -> tuple[PinPlace, ...]:
        """Return the place of each point's switch, in the board's order.

        Args:
            given: The places by the point's name, as in `[port] switches`; empty for the board's
                order.
            board: The board.

        Raises:
            InvalidWiring: If a point has no place, one that does not exist, or that of another.
        """
        if not given:
            return tuple(divmod(point, self.pins) for point in range(board.size))
        what = Text("{chip} and {pin}", chip=self.chip, pin=self.pin)
        places = by_point(given, board, "[port] switches", what)
        for name, (chip, pin) in zip(board.names, places, strict=True):
            if not (0 <= chip < self.chips and 0 <= pin < self.pins):
                raise InvalidWiring(
                    Text(
                        "[port] switches: point {name} has {chip} {number} and {pin} {place}; the "
                        "{chip}s go from 0 to {last}, their {pin}s from 0 to {most}",
                        name=name,
                        chip=self.chip,
                        number=chip,
                        pin=self.pin,
                        place=pin,
                        last=self.chips - 1,
                        most=self.pins - 1,
                    )
                )
        check_claims(
            Claim(verbatim(f"[port] switches: {self.name(place)}"), point_name(name))
            for name, place in zip(board.names, places, strict=True)
        )
        return places

    @property
    def every(self) -> tuple[PinPlace, ...]:
        """Every place, chip by chip."""
        return tuple((chip, pin) for chip in range(self.chips) for pin in range(self.pins))

    def raw(self, port: Port, given: Mapping[str, PinPlace], board: Board) -> RawSwitches:
        """Return a board that is to be calibrated.

        Args:
            port: Its port, whose point k is the place k of `every`.
            given: The places by the point's name, as configured so far; they may be wrong.
            board: The board.
        """
        try:
            known = self.places(given, board)
        except InvalidWiring:
            known = ()  # calibration finds them
        return RawSwitches(port, [self.name(place) for place in self.every], self.every, known)


def low_points(places: Sequence[PinPlace], levels: Sequence[int]) -> Occupancy:
    """Return the points whose switches pull their pins low.

    Args:
        places: The place of each point's switch.
        levels: The levels of each chip's pins, as bits by pin.
    """
    return bits(Point(p) for p, (chip, pin) in enumerate(places) if not levels[chip] >> pin & 1)

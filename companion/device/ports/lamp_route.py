"""The contract of a route to the lamps: how the pixels of a strip are driven.

A route is a class, and an instance of it is the section `[strip]` of the configuration. The
program's own routes and those of packages are found in the same way; see
`device/ports/port_kinds.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, Protocol, assert_never

import msgspec

from companion.base.text import Text, joined
from companion.device.ports.claims import Claim, InvalidWiring, by_point, check_claims, point_name
from companion.device.ports.port import Frame
from companion.device.ports.port_entry import PortEntry
from companion.rules.geometry import Board, Point

LONGEST_STRIP = 10_000
"""Pixels of a strip, by any route; sending a frame to them takes a third of a second."""

ON_HEADER = Text("lamps on a GPIO header")
ANYWHERE = Text()

Layout = Literal["rows", "columns", "serpentine rows", "serpentine columns"]


class Strip(Protocol):
    """Lamps that show frames.

    Neither method raises anything; `close` may be called twice.
    """

    def show(self, frame: Frame) -> None:
        """Show a frame, or drop it and log why, once."""

    def close(self) -> None:
        """Switch the lamps off and release the device."""


class LampRoute(PortEntry, frozen=True, kw_only=True):
    """A route to the lamps, with the section `[strip]`: how they are wired.

    Attributes:
        route: Its name in the configuration.
        where: What the lamps are connected to; a kind of board has lamps there or not.
        lit: Whether there are lamps at all.
        wired_as: The default pins of switches in wiring.md that go with it: those for lamps on SPI
            or on PWM.
        boot_settings: The lines of a Pi's config.txt that it needs, by the filter that they stand
            under, such as "all" or "pi4".
        pixels: The pixel of each point, by the point's name, counted from 0 along the strip;
            default: as `layout` and `first` say.
        layout: Whether the strip follows the rows or the columns of the board, each from the same
            side, or as a serpentine: there and back.
        first: The corner of the board where the strip begins, by its point's name; default: the
            board's first point.
        length: The number of pixels of the strip; default (or 0): one for each point.
        order: The colour order of a pixel.
    """

    section = "strip"
    tag = "route"
    route: ClassVar[str] = ""
    where: ClassVar[Text] = ON_HEADER
    lit: ClassVar[bool] = True
    wired_as: ClassVar[Literal["spi", "pwm"]] = "spi"

    boot_settings: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    pixels: dict[str, int] = {}
    layout: Layout = "rows"
    first: str = ""
    length: int = 0
    order: Literal["RGB", "RBG", "GRB", "GBR", "BRG", "BGR"] = "GRB"

    # What a subclass may say

    def claims(self) -> Iterable[Claim]:
        """Return the pins that the lamps use."""
        return ()

    @property
    def data_pin(self) -> int | None:
        """The GPIO number of the lamps' data on the header; None if it is none or unknown."""
        return None

    def longest(self, length: int) -> int:
        """Return the most pixels that a strip may have, if `length` are wanted."""
        return LONGEST_STRIP

    def open(self, wiring: StripWiring) -> Strip:
        """Open the strip and make it dark.

        Raises:
            PortError: If the strip is missing or not permitted.
        """
        return NullStrip()

    # What all have in common

    def wiring(self, board: Board) -> StripWiring:
        """Return the wiring of the lamps.

        Raises:
            InvalidWiring: If the settings are not possible; the message names the setting.
        """
        length = self._checked_length(board)
        pixels = self._configured(board, length) if self.pixels else self._laid(board)
        route = msgspec.structs.replace(self, pixels={}, layout="rows", first="", length=0)
        return StripWiring(route, pixels, length)

    def _checked_length(self, board: Board) -> int:
        length = self.length or board.size
        if length < board.size:
            raise InvalidWiring(
                Text(
                    "[strip] length: {length} pixels are too few for the {size} points of "
                    "the board {board}",
                    length=length,
                    size=board.size,
                    board=board.name,
                )
            )
        if length > LONGEST_STRIP:
            raise InvalidWiring(
                Text(
                    "[strip] length: {length} pixels are too many; choose {limit} at most",
                    length=length,
                    limit=LONGEST_STRIP,
                )
            )
        longest = self.longest(length)
        if length > longest:
            raise InvalidWiring(
                Text(
                    '[strip] length: the route "{route}" takes {limit} pixels at most, not '
                    "{length}",
                    route=self.route,
                    limit=longest,
                    length=length,
                )
            )
        return length

    def _configured(self, board: Board, length: int) -> tuple[int, ...]:
        pixels = by_point(self.pixels, board, "[strip] pixels", Text("place on the strip"))
        for name, pixel in zip(board.names, pixels, strict=True):
            if not 0 <= pixel < length:
                raise InvalidWiring(
                    Text(
                        "[strip] pixels: point {name} has pixel {pixel}, but the strip's "
                        "pixels go from 0 to {last}; [strip] length makes it longer",
                        name=name,
                        pixel=pixel,
                        last=length - 1,
                    )
                )
        check_claims(
            Claim(_pixel_name(pixel), point_name(name))
            for name, pixel in zip(board.names, pixels, strict=True)
        )
        return pixels

    def _laid(self, board: Board) -> tuple[int, ...]:
        """Return the pixel of each point of a strip that follows `layout` and `first`."""
        lines = board.rows
        corners = [board.names[line[end]] for line in (lines[0], lines[-1]) for end in (0, -1)]
        first = self.first or corners[0]
        if first not in corners:
            raise InvalidWiring(
                Text(
                    "[strip] first: {first!r} is not a corner of the board {board}; choose from "
                    "{corners}",
                    first=first,
                    board=board.name,
                    corners=", ".join(dict.fromkeys(corners)),
                )
            )
        corner = corners.index(first)
        rows = tuple(line[:: -1 if corner % 2 else 1] for line in lines[:: -1 if corner > 1 else 1])
        along = _along(self.layout, rows, board)
        return tuple(along.index(p) for p in board.index.values())


def _pixel_name(pixel: int) -> Text:
    return joined(": ", ["[strip] pixels", Text("pixel {pixel}", pixel=pixel)])


def _along(layout: Layout, rows: tuple[tuple[Point, ...], ...], board: Board) -> tuple[Point, ...]:
    """Return the points in the order in which a strip passes them."""
    match layout:
        case "rows":
            return tuple(p for line in rows for p in line)
        case "serpentine rows":
            return tuple(p for i, line in enumerate(rows) for p in line[:: -1 if i % 2 else 1])
        case "columns" | "serpentine columns":
            if not board.columns:
                raise InvalidWiring(
                    Text(
                        "[strip] layout: the board {board} has no columns; choose rows or "
                        "serpentine rows",
                        board=board.name,
                    )
                )
            turned = tuple(zip(*rows, strict=True))
            return _along("rows" if layout == "columns" else "serpentine rows", turned, board)
        case _:
            assert_never(layout)


@dataclass(frozen=True, slots=True)
class StripWiring:
    """The wiring of a strip.

    Attributes:
        route: How the strip is driven, without the settings that say where the pixels are.
        pixels: `pixels[p]` is the pixel under point p, counted from 0 along the strip.
        length: The number of pixels.
    """

    route: LampRoute
    pixels: tuple[int, ...]
    length: int

    def open(self) -> Strip:
        """Open the strip and make it dark.

        Raises:
            PortError: If the strip is missing or not permitted.
        """
        return self.route.open(self)


class NullStrip:
    """A board without lamps."""

    def show(self, frame: Frame) -> None:
        """Show nothing."""

    def close(self) -> None:
        """Release nothing."""


class NoLamps(LampRoute, frozen=True):
    """No lamps."""

    route = "none"
    where = ANYWHERE
    lit = False

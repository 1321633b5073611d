"""What a circuit board is made of, before anything is routed or written.

Everything is in millimetres, and as KiCad has it: x to the right, y down. Angles turn
counterclockwise, in quarters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

At = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@dataclass(frozen=True, slots=True)
class Land:
    """A pad of a footprint, seen from its origin.

    drill: 0 for one that lies on the front only. plated: false for a hole that is only a hole.
    """

    number: str
    x: float
    y: float
    width: float
    height: float
    drill: float = 0.0
    shape: str = "roundrect"
    plated: bool = True
    paste: bool = True


@dataclass(frozen=True, slots=True)
class Pin:
    """A pin of a symbol; `electrical` is what KiCad's rules know it as."""

    number: str
    name: str
    electrical: str = "passive"
    side: str = "left"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of part: its symbol and its footprint.

    body: what the part covers of the board. drawn: lines of the print, as polylines.
    symbol: lines of the symbol, likewise, or none for a box with the names of the pins. height:
    how far the body stands above the board, and its colour, for pictures.
    poured: whether the pours join its pads of ground. Between many pins in a row they would be cut
    into pieces; there tracks join the pads alone.
    """

    name: str
    letter: str
    title: str
    pins: tuple[Pin, ...]
    lands: tuple[Land, ...]
    body: Box
    drawn: tuple[tuple[At, ...], ...] = ()
    symbol: tuple[tuple[At, ...], ...] = ()
    height: float = 0.0
    colour: tuple[float, float, float] = (0.2, 0.2, 0.2)
    poured: bool = True

    @property
    def surface(self) -> bool:
        """Whether it is soldered onto the front, without holes."""
        return bool(self.lands) and not any(land.drill for land in self.lands)


@dataclass(frozen=True, slots=True)
class Fitted:
    """A part in its place. `nets` has the net of each pin, by number; a pin without is free.

    machine: whether an assembly house places it. fitted: false for a place that is left empty.
    heavy: whether it carries the current of all lamps. maker: an example that fits; "" for what
    is not bought.
    """

    ref: str
    kind: Kind
    value: str
    at: At
    turned: int
    nets: Mapping[str, str]
    maker: str = ""
    machine: bool = False
    fitted: bool = True
    heavy: bool = False

    def place(self, x: float, y: float) -> At:
        """Where a place of the footprint is on the board."""
        cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[self.turned // 90 % 4]
        return self.at[0] + x * cos + y * sin, self.at[1] - x * sin + y * cos

    def box(self, of: Box) -> Box:
        """Where a box of the footprint is on the board."""
        (a, b), (c, d) = self.place(of[0], of[1]), self.place(of[2], of[3])
        return min(a, c), min(b, d), max(a, c), max(b, d)

    def covers(self, land: Land) -> Box:
        """What a pad covers of the board."""
        across, up = land.width / 2, land.height / 2
        return self.box((land.x - across, land.y - up, land.x + across, land.y + up))


@dataclass(frozen=True, slots=True)
class Words:
    """Words on the print, centred; `back`: on the underside."""

    text: str
    at: At
    size: float = 1.0
    turned: int = 0
    back: bool = False


@dataclass(frozen=True, slots=True)
class Width:
    """How wide the tracks of a net are: between heavy parts, and to all others."""

    main: float
    branch: float


SIGNAL = Width(0.25, 0.25)
CLEARANCE = 0.2
EDGE = 0.5
VIA, VIA_DRILL = 0.8, 0.4
GROUND = "GND"


@dataclass(frozen=True)
class Plan:
    """A circuit board before it is routed.

    widths: of nets whose tracks are wider than usual. fed: the nets that get their supply from
    outside. step: of the grid that tracks lie on. order: nets that are routed first. variants:
    ways to fit the board; the value of each part that differs, or "" where it is left out.
    """

    name: str
    title: str
    size: At
    parts: tuple[Fitted, ...]
    words: tuple[Words, ...] = ()
    widths: Mapping[str, Width] = field(default_factory=dict)
    fed: tuple[str, ...] = ()
    step: float = 0.3175
    order: tuple[str, ...] = ()
    variants: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def nets(self) -> dict[str, list[tuple[Fitted, str]]]:
        """The pins of each net."""
        found: dict[str, list[tuple[Fitted, str]]] = {}
        for part in self.parts:
            for pin in part.kind.pins:
                if pin.number in part.nets:
                    found.setdefault(part.nets[pin.number], []).append((part, pin.number))
        return dict(sorted(found.items()))

    def lands(self) -> Iterator[tuple[Fitted, Land, str]]:
        """All pads, each with the name of its net, or "" for one that has none."""
        for part in self.parts:
            for land in part.kind.lands:
                yield part, land, part.nets.get(land.number, "")

    def width(self, net: str) -> Width:
        """How wide a net's tracks are."""
        return self.widths.get(net, SIGNAL)

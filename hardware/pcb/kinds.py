"""The kinds of parts on the boards: symbols and footprints, as data.

Sizes of pads follow the land patterns of KiCad's own library (release 9), which are those of
IPC-7351 or of the makers' sheets. They are drawn here, so that nothing but KiCad's program is
needed to check the boards.
"""

from __future__ import annotations

from hardware.pcb.plan import At, Box, Kind, Land, Pin

_PIN_DRILL, _PIN_LAND = 1.0, 1.6
_BLACK, _WHITE, _GREEN = (0.1, 0.1, 0.1), (0.95, 0.95, 0.92), (0.1, 0.45, 0.2)
_GLASS, _BLUE = (0.55, 0.75, 0.7), (0.15, 0.2, 0.45)


def _frame(box: Box) -> tuple[At, ...]:
    left, top, right, bottom = box
    return ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))


def _two(left: str = "1", right: str = "2") -> tuple[Pin, ...]:
    return Pin("1", left), Pin("2", right, side="right")


_BAR = ((-2.54, -1.016), (2.54, -1.016), (2.54, 1.016), (-2.54, 1.016), (-2.54, -1.016))

RESISTOR = Kind(
    "R_0603", "R", "resistor, 0603", _two(),
    (Land("1", -0.825, 0, 0.8, 0.95), Land("2", 0.825, 0, 0.8, 0.95)),
    (-1.48, -0.73, 1.48, 0.73),
    (((-0.24, -0.52), (0.24, -0.52)), ((-0.24, 0.52), (0.24, 0.52))),
    (_BAR,), 0.45, _BLACK,
)  # fmt: skip

CAPACITOR = Kind(
    "C_0603", "C", "capacitor, ceramic, 0603", _two(),
    (Land("1", -0.775, 0, 0.9, 0.95), Land("2", 0.775, 0, 0.9, 0.95)),
    (-1.48, -0.73, 1.48, 0.73),
    (((-0.14, -0.51), (0.14, -0.51)), ((-0.14, 0.51), (0.14, 0.51))),
    (((-0.635, -2.032), (-0.635, 2.032)), ((0.635, -2.032), (0.635, 2.032)),
     ((-2.54, 0), (-0.635, 0)), ((2.54, 0), (0.635, 0))), 0.8, (0.6, 0.5, 0.35),
)  # fmt: skip

DIODE = Kind(
    "D_SOD-123", "D", "Schottky diode, SOD-123", _two("K", "A"),
    (Land("1", -1.65, 0, 0.9, 1.2), Land("2", 1.65, 0, 0.9, 1.2)),
    (-2.35, -1.15, 2.35, 1.15),
    (((-2.36, -1.0), (-2.36, 1.0)), ((-2.36, -1.0), (1.65, -1.0)), ((-2.36, 1.0), (1.65, 1.0))),
    (((-1.27, -1.27), (-1.27, 1.27)), ((1.27, -1.27), (1.27, 1.27), (-1.27, 0), (1.27, -1.27)),
     ((-2.54, 0), (-1.27, 0)), ((2.54, 0), (1.27, 0))), 1.1, _BLACK,
)  # fmt: skip
"""Pin 1 is the cathode, the end with the ring."""

PIXEL = Kind(
    "WS2812B", "D", "pixel, 5 × 5 mm",
    (Pin("1", "VDD", "power_in"), Pin("4", "DIN", "input"), Pin("2", "DOUT", "tri_state", "right"),
     Pin("3", "GND", "power_in", "right")),
    (Land("1", -2.45, -1.65, 1.5, 0.9), Land("2", -2.45, 1.65, 1.5, 0.9),
     Land("3", 2.45, 1.65, 1.5, 0.9), Land("4", 2.45, -1.65, 1.5, 0.9)),
    (-3.45, -2.75, 3.45, 2.75),
    (((-2.6, -2.75), (2.6, -2.75)), ((-2.6, 2.75), (2.6, 2.75)),
     ((2.6, 2.75), (3.5, 2.75), (3.5, 2.3))),
    (), 1.6, _WHITE,
)  # fmt: skip
"""Its output is of the kind that rests, so that two places may share a net; one is fitted."""


def reed(apart: float, glass: float) -> Kind:
    """A reed that lies flat: two holes for its bent leads, and its glass between them."""
    end, radius = apart / 2, 1.3
    return Kind(
        f"Reed_P{apart:g}mm", "S", f"reed switch, glass of {glass:g} mm, leads {apart:g} mm apart",
        _two(),
        (Land("1", -end, 0, 1.6, 1.6, 0.9, "circle"), Land("2", end, 0, 1.6, 1.6, 0.9, "circle")),
        (-end - 1, -radius - 0.1, end + 1, radius + 0.1),
        (_frame((-glass / 2, -radius, glass / 2, radius)),
         ((-end + 1.1, 0), (-glass / 2, 0)), ((end - 1.1, 0), (glass / 2, 0))),
        (((-2.54, 0), (-1.27, 0), (1.27, -1.524)), ((2.54, 0), (1.27, 0))), 2.4, _GLASS,
    )  # fmt: skip


def pins(count: int) -> Kind:
    """A row of holes, 2.54 mm apart, for wires, pins or small terminals."""
    first = -(count - 1) / 2 * 2.54
    return Kind(
        f"Wires_1x{count:02}", "J", f"{count} holes for wires or pins, 2.54 mm",
        tuple(Pin(str(i + 1), str(i + 1)) for i in range(count)),
        tuple(
            Land(str(i + 1), 0, first + 2.54 * i, _PIN_LAND, _PIN_LAND, _PIN_DRILL,
                 "roundrect" if i == 0 else "circle")
            for i in range(count)
        ),
        (-1.3, first - 1.3, 1.3, -first + 1.3), poured=False,
    )  # fmt: skip


BRIDGE = Kind(
    "Bridge_2", "JP", "bridge of solder, open", _two(),
    (Land("1", -0.65, 0, 1.0, 1.5, shape="rect", paste=False),
     Land("2", 0.65, 0, 1.0, 1.5, shape="rect", paste=False)),
    (-1.4, -1.0, 1.4, 1.0),
    (((-1.25, -0.98), (1.25, -0.98)), ((-1.25, 0.98), (1.25, 0.98))),
    (((-2.54, 0), (-0.762, 0)), ((2.54, 0), (0.762, 0)), ((-0.762, -0.762), (-0.762, 0.762)),
     ((0.762, -0.762), (0.762, 0.762))),
)  # fmt: skip

CHOICE = Kind(
    "Bridge_3", "JP", "bridge of solder, the middle to either side",
    (Pin("1", "A"), Pin("3", "B"), Pin("2", "C", side="right")),
    (Land("1", -1.3, 0, 1.0, 1.5, shape="rect", paste=False),
     Land("2", 0, 0, 1.0, 1.5, shape="rect", paste=False),
     Land("3", 1.3, 0, 1.0, 1.5, shape="rect", paste=False)),
    (-2.05, -1.0, 2.05, 1.0),
    (((-1.8, -0.98), (1.8, -0.98)), ((-1.8, 0.98), (1.8, 0.98))),
)  # fmt: skip


def hole(across: float) -> Kind:
    """A hole for a screw, with room for its head."""
    head = across / 2 + 0.9
    return Kind(
        f"Screw_{across:g}mm", "H", f"hole for a screw, {across:g} mm", (),
        (Land("", 0, 0, across, across, across, "circle", plated=False),),
        (-head, -head, head, head),
    )  # fmt: skip


def _header() -> Kind:
    """2 × 20 pins as they are on a Raspberry Pi, seen from above; pin 1 is the origin."""
    numbers = range(1, 41)
    return Kind(
        "Header_2x20", "J", "header of a Raspberry Pi, 2 × 20, 2.54 mm",
        tuple(Pin(str(n), str(n), side="left" if n % 2 else "right") for n in numbers),
        tuple(
            Land(str(n), (n - 1) // 2 * 2.54, 0 if n % 2 else -2.54, _PIN_LAND, _PIN_LAND,
                 _PIN_DRILL, "roundrect" if n == 1 else "circle")
            for n in numbers
        ),
        (-1.5, -4.04, 49.76, 1.5), height=8.5, poured=False,
    )  # fmt: skip


HEADER = _header()


def _pico() -> Kind:
    """Return a Pico, on pins or in sockets, seen from above.

    Pin 1 is the origin; the USB socket is at the top.
    """
    return Kind(
        "Pico", "U", "Raspberry Pi Pico, 2 × 20 pins, 17.78 mm apart",
        tuple(Pin(str(n), str(n), side="left" if n <= 20 else "right") for n in range(1, 21))
        + tuple(Pin(str(n), str(n), side="right") for n in range(40, 20, -1)),
        tuple(
            Land(str(n), 0 if n <= 20 else 17.78, 2.54 * (n - 1 if n <= 20 else 40 - n),
                 _PIN_LAND, _PIN_LAND, _PIN_DRILL, "roundrect" if n == 1 else "circle")
            for n in range(1, 41)
        ),
        (-1.61, -1.37, 19.39, 49.63),
        (((4.5, -1.37), (4.5, 4.3)), ((13.28, -1.37), (13.28, 4.3)), ((4.5, 4.3), (13.28, 4.3))),
        height=9.0, colour=_GREEN, poured=False,
    )  # fmt: skip


PICO = _pico()

SHIFTER = Kind(
    "SOIC-14", "U", "level shifter, SOIC-14",
    (
        Pin("1", "1OE", "input"), Pin("2", "1A", "input"), Pin("4", "2OE", "input"),
        Pin("5", "2A", "input"), Pin("10", "3OE", "input"), Pin("9", "3A", "input"),
        Pin("13", "4OE", "input"), Pin("12", "4A", "input"),
        Pin("3", "1Y", "output", "right"), Pin("6", "2Y", "output", "right"),
        Pin("8", "3Y", "output", "right"), Pin("11", "4Y", "output", "right"),
        Pin("14", "VCC", "power_in", "right"), Pin("7", "GND", "power_in", "right"),
    ),
    tuple(
        Land(str(n), -2.475 if n <= 7 else 2.475, 1.27 * (n - 4 if n <= 7 else 11 - n), 1.95, 0.6)
        for n in range(1, 15)
    ),
    (-3.7, -4.55, 3.7, 4.55),
    (((-3.4, -4.4), (1.95, -4.4)), ((-1.95, 4.4), (1.95, 4.4))), height=1.6,
)  # fmt: skip

JACK = Kind(
    "PJ-102AH", "J", "supply jack, 2.1 × 5.5 mm",
    (Pin("1", "+"), Pin("2", "−"), Pin("3", "switch")),
    (Land("1", 0, 0, 2.6, 2.6, 1.6, "rect"), Land("2", 0, 6, 2.6, 2.6, 1.6, "circle"),
     Land("3", 4.7, 3, 2.6, 2.6, 1.6, "circle")),
    (-5.0, -1.8, 6.5, 14.2),
    (((-4.6, 0), (-4.6, 13.7)), ((4.6, 5), (4.6, 13.7))), height=11.0,
)  # fmt: skip
"""The plug comes from below. Pin 3 lies at ground while nothing is plugged in."""

FUSE = Kind(
    "Fuse_5x20", "F", "fuse, 5 × 20 mm, in an open holder, pins 22.6 mm apart", _two(),
    (Land("1", 0, 0, 3, 3, 1.5, "circle"), Land("2", 22.6, 0, 3, 3, 1.5, "circle")),
    (-1.85, -4.95, 24.45, 4.95),
    (((2.2, -4.4), (20.4, -4.4)), ((2.2, 4.4), (20.4, 4.4))),
    (_BAR, ((-2.54, 0), (2.54, 0))), 9.0, _GLASS,
)  # fmt: skip

BULK = Kind(
    "CP_D10_P5", "C", "capacitor, electrolytic, 10 mm wide, pins 5 mm apart",
    (Pin("1", "+"), Pin("2", "−", side="right")),
    (Land("1", 0, 0, 2, 2, 1, "rect"), Land("2", 5, 0, 2, 2, 1, "circle")),
    (-2.75, -5.25, 7.75, 5.25),
    (((-2.6, -1.6), (-2.6, -3.0)), ((-3.3, -2.3), (-1.9, -2.3))), height=16.0, colour=_BLUE,
)  # fmt: skip


def terminals(count: int) -> Kind:
    """Screw terminals, 5.08 mm apart; the wires come from below."""
    return Kind(
        f"Terminal_1x{count:02}_P5.08", "J", f"{count} screw terminals, 5.08 mm",
        tuple(Pin(str(i + 1), str(i + 1)) for i in range(count)),
        tuple(
            Land(str(i + 1), 5.08 * i, 0, 2.4, 2.4, 1.6, "rect" if i == 0 else "circle")
            for i in range(count)
        ),
        (-3.04, -5.4, 5.08 * count + 3.64 - 5.08, 5.85), height=10.0, colour=_GREEN,
    )  # fmt: skip

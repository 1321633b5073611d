"""The board of one row of a grid: what a row of tiles has, joined by copper.

The holes of a row's southern edge face those of the next row's northern edge, at a whole number of
tenths of an inch, so that a row is joined to the next one by short straight wires: one for each
column, and at the western end two for the supply and one for the data. The data come back to the
west below the row's pixels, and so every row of lamps begins in the west.
"""

from __future__ import annotations

from hardware.artwork.layout import BOARDS, PITCH, InvalidLayout, Layout
from hardware.pcb.kinds import CAPACITOR, DIODE, PIXEL, hole, pins
from hardware.pcb.plan import GROUND, At, Fitted, Plan, Width, Words
from hardware.pcb.tile import (
    BYPASS,
    BYPASS_AT,
    CHIP,
    DIODE_AT,
    DIODE_MAKER,
    DIODE_VALUE,
    EDGE_WIRES,
    REED,
    SCREWS,
    SUPPLY,
    WIRES,
    Cell,
)

LINK = 10.16
"""From a hole of a row to the one that it faces in the next row: four tenths of an inch."""
LONGEST = 9
"""Points of the longest row."""
COLUMN = 2.54
"""How far the hole of a column is to the east of its point."""
_STEP = 2.54


def row_board(points: int = LONGEST, pitch: float = PITCH) -> Plan:
    """The board of a row of this many points.

    Args:
        points: How many points a row has, from 2 to 9.
        pitch: The distance from point to point, in mm.

    Raises:
        InvalidLayout: If a row has no room for its parts, or too many points.
    """
    if not 2 <= points <= LONGEST:
        raise InvalidLayout(
            f"{points} points: a row has 2 to {LONGEST}; join a longer one from two boards"
        )
    cell = Cell(Layout(BOARDS["grid9"], pitch), round(pitch - LINK + 2 * EDGE_WIRES, 4))
    north, lamp, side = cell.north, cell.lamp, cell.side
    south = cell.south - EDGE_WIRES
    last = points - 1

    def at(point: int, east: float, up: float) -> At:
        """From a point, as the layout has it, to the plan."""
        return round(cell.width / 2 + point * pitch + east, 4), round(north - up, 4)

    parts: list[Fitted] = []
    words: list[Words] = [Words(f"row of {points}, {pitch:g} mm", at(0, 4.5, -6), 1.2)]
    supply = {"1": SUPPLY, "2": GROUND}
    for i in range(points):
        mid, column = f"MID{i + 1}", f"COL{i + 1}"
        parts += [
            Fitted(f"S{2 * i + j}", cell.reed_kind, REED[0], at(i, *middle), 0,
                   {"1": mid, "2": column}, REED[1])
            for j, middle in enumerate(cell.reeds, start=1)
        ]  # fmt: skip
        pixel = {"1": SUPPLY, "3": GROUND, "4": _data(i, last), "2": _data(i + 1, last)}
        parts += [
            Fitted(f"D{i + 1}", DIODE, DIODE_VALUE, at(i, *DIODE_AT), 0, {"1": "ROW", "2": mid},
                   DIODE_MAKER, machine=True),
            Fitted(f"D{i + 11}", PIXEL, CHIP[0], at(i, lamp, lamp), 180, pixel, CHIP[1],
                   machine=True),
            Fitted(f"C{i + 1}", CAPACITOR, BYPASS[0],
                   at(i, lamp + BYPASS_AT[0], lamp + BYPASS_AT[1]), 270, supply, BYPASS[1],
                   machine=True),
        ]  # fmt: skip
        for ref, edge, data in ((11, north - EDGE_WIRES, "DIN"), (21, -south, "DOUT")):
            # The supply and the data of all rows go along the western end.
            nets = [SUPPLY, GROUND, data, column] if i == 0 else [column]
            middle = COLUMN - (len(nets) - 1) / 2 * _STEP
            parts.append(
                Fitted(f"J{i + ref}", pins(len(nets)), "north" if ref == 11 else "south",
                       at(i, middle, edge), 90, {str(n): net for n, net in enumerate(nets, 1)},
                       heavy=i == 0)
            )  # fmt: skip
            inward = edge + (1.9 if edge < 0 else -1.9)
            names = ("5V", "0V", "IN" if ref == 11 else "OUT") if i == 0 else ()
            words += [
                Words(text, at(i, COLUMN + _STEP * (n - len(names)), inward), 0.8)
                for n, text in enumerate(names)
            ]
            words.append(Words(f"c{i + 1}", at(i, COLUMN, inward), 0.8))
        words.append(Words("+", at(i, 0, 0), 0.8))
    parts += [
        Fitted("J1", pins(1), "row", at(0, -side, WIRES), 0, {"1": "ROW"}),
        Fitted("J2", pins(2), "feed", at(last, side, WIRES), 0, supply, heavy=True),
    ]
    words += [Words("ROW", at(0, 2.8 - side, WIRES), 0.8)]
    words += [
        Words(text, at(last, side - 2.3, WIRES + up), 0.8)
        for text, up in (("5V", 1.27), ("0V", -1.27))
    ]
    screwed = sorted({0, points // 2, last})
    parts += [
        Fitted(f"H{2 * n + k}", hole(2.2), "M2", at(i, *place), 0, {})
        for n, i in enumerate(screwed)
        for k, place in enumerate(SCREWS, start=1)
    ]
    return Plan(
        f"row-{points}-{pitch:g}mm",
        f"A row of {points} points, for a pitch of {pitch:g} mm",
        (round(last * pitch + cell.width, 4), cell.height),
        tuple(parts),
        tuple(words),
        {SUPPLY: Width(1.5, 0.5), GROUND: Width(1.0, 0.4)},
        (SUPPLY, GROUND),
        order=(SUPPLY,),
        variants={"grid": {}},
    )


def _data(pixel: int, last: int) -> str:
    """The net before a pixel; the one behind the last pixel leaves the row."""
    return "DIN" if pixel == 0 else "DOUT" if pixel == last + 1 else f"DATA{pixel}"

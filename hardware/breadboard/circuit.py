"""The circuit of the first evening as a net list, and what is put into which hole.

The net list comes from the program's own pins. The places are chosen here. `disagreements` follows
every metal path of the breadboard and says where the two differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from companion.device.ports import DirectKind, SpiLamps
from companion.device.ports.firmware_files import firmware_pins
from companion.device.ports.harness import Harness, Wire
from companion.device.ports.pico_kind import pico_harness
from companion.rules.geometry import FIVE
from hardware.breadboard.holes import joined, rail_hole
from hardware.wiring.joining import Joining

PICO_5V = 40
"""VBUS of a Pico: the 5 V of its USB cable."""

PI_5V = 2
"""The pin of a Raspberry Pi's header that has 5 V."""

STRIP = ("DIN", "5 V", "0 V")
"""The wires at the beginning of a strip of pixels."""

Terminal = str
"""An end of a part, as `reed 1.a`, `strip.DIN`, or a pin of the computer, as `pin 40`."""


class Part(NamedTuple):
    """A part in the breadboard: its legs, and the hole of each."""

    name: str
    legs: Mapping[str, str]


class Jumper(NamedTuple):
    """A jumper wire.

    Attributes:
        start: A hole, a pin of the computer or a wire of the strip.
        end: The hole of its other end.
        colour: Its colour.
        why: What it carries.
    """

    start: str
    end: str
    colour: str
    why: str


@dataclass(frozen=True)
class Evening:
    """Five points on a breadboard, with the wires of one computer.

    Attributes:
        name: "pico" or "pi".
        computer: The computer in words.
        pins: What its pins are: "pin of the Pico" or "pin of the header".
        harness: The program's own pins.
        supply: Its pin with 5 V.
    """

    name: str
    computer: str
    pins: str
    harness: Harness
    supply: int

    # The net list

    @property
    def nets(self) -> dict[str, frozenset[Terminal]]:
        """Every net by its name, with the terminals that it joins."""
        wires = self.harness
        found: dict[str, set[Terminal]] = {"ground": {_pin(wires.ground), "strip.0 V", "button.b"}}
        for number, wire in enumerate(wires.columns, 1):
            found[f"point {number}"] = {_pin(wire), f"reed {number}.a"}
            found["ground"].add(f"reed {number}.b")
        found["button"] = {_pin(_there(wires.button)), "button.a"}
        found["lamps"] = {_pin(_there(wires.lamps)), "resistor.a"}
        found["data"] = {"resistor.b", "strip.DIN"}
        found["5 V"] = {f"pin {self.supply}", "diode.anode"}
        found["lamp supply"] = {"diode.cathode", "strip.5 V"}
        return {name: frozenset(terminals) for name, terminals in found.items()}

    # What is put where

    @property
    def jumpers(self) -> tuple[Jumper, ...]:
        """Every jumper wire: first those of the computer, then the others."""
        wires = self.harness
        ground = [Jumper(_pin(wires.ground), rail_hole("bottom-", 3), "black", "ground")]
        supply = [Jumper(f"pin {self.supply}", f"a{DIODE_AT[0]}", "red", "5 V")]
        points = [
            Jumper(_pin(wire), f"a{column}", str(wire.colour), f"point {number}")
            for number, (wire, column) in enumerate(zip(wires.columns, REEDS_AT, strict=True), 1)
        ]
        button, lamps = _there(wires.button), _there(wires.lamps)
        signals = [
            Jumper(_pin(button), f"a{BUTTON_AT[0]}", str(button.colour), "button"),
            Jumper(_pin(lamps), f"j{RESISTOR_AT[0]}", str(lamps.colour), "lamps"),
        ]
        returns = [
            Jumper(f"j{column}", rail_hole("bottom-", column), "black", f"reed {number} to ground")
            for number, column in enumerate(REEDS_AT, 1)
        ]
        others = [
            Jumper(
                f"j{BUTTON_AT[1]}", rail_hole("bottom-", BUTTON_AT[1]), "black", "button to ground"
            ),
            Jumper("bottom- 30", "bottom- 34", "black", "over the gap of the rail"),
            Jumper("strip.DIN", f"j{RESISTOR_AT[1]}", "green", "data"),
            Jumper("strip.5 V", f"a{DIODE_AT[1]}", "red", "5 V of the lamps"),
            Jumper("strip.0 V", "bottom- 5", "black", "0 V of the lamps"),
        ]
        return (*ground, *points, *signals, *supply, *returns, *others)


REEDS_AT = (6, 19, 32, 45, 58)
"""The column of each reed: 13 holes are 33.0 mm, which is what pixels of 30 a metre are apart."""

REED_ROWS = "bi"
"""The rows of a reed's leads: 22.9 mm apart, so each is bent more than 3 mm from the glass."""

DIODE_AT = RESISTOR_AT = (10, 14)
"""The columns of the legs. The diode is in row c, the resistor in row h."""

BUTTON_AT = (25, 27)
"""The columns of the button's legs, in rows e and f. The wires go to two that are diagonally
opposite: those are never joined inside, whichever way the button lies."""


def parts() -> tuple[Part, ...]:
    """Return the parts in the breadboard."""
    reeds = tuple(
        Part(f"reed {number}", {"a": f"{REED_ROWS[0]}{column}", "b": f"{REED_ROWS[1]}{column}"})
        for number, column in enumerate(REEDS_AT, 1)
    )
    west, east = BUTTON_AT
    return (
        *reeds,
        Part("diode", {"anode": f"c{DIODE_AT[0]}", "cathode": f"c{DIODE_AT[1]}"}),
        Part("resistor", {"a": f"h{RESISTOR_AT[0]}", "b": f"h{RESISTOR_AT[1]}"}),
        Part("button", {"a": f"e{west}", "a'": f"f{west}", "b": f"f{east}", "b'": f"e{east}"}),
    )


BUTTON_INSIDE = ((("a", "a'"), ("b", "b'")), (("a", "b'"), ("b", "a'")))
"""The legs that are joined inside a button: across the groove, or along it if it lies turned."""


def evenings() -> tuple[Evening, ...]:
    """Return the first evening with a Pico and with a Raspberry Pi."""
    pico = pico_harness(firmware_pins(), FIVE, range(FIVE.size), button=True)
    return (
        Evening("pico", "Raspberry Pi Pico", "pin of the Pico", pico, PICO_5V),
        Evening(
            "pi",
            "Raspberry Pi",
            "pin of the header",
            DirectKind().harness(SpiLamps(), FIVE),
            PI_5V,
        ),
    )


def disagreements(evening: Evening, parts: Iterable[Part], jumpers: Iterable[Jumper]) -> list[str]:
    """Compare what is joined on the breadboard with the net list.

    Returns:
        A line for each net that is open or joined to another, and for each hole with two things in
        it; empty if the breadboard has exactly these nets.
    """
    parts, jumpers = tuple(parts), tuple(jumpers)
    found = list(_crowded(parts, jumpers))
    for inside in BUTTON_INSIDE:
        groups = _groups(parts, jumpers, inside)
        for name, terminals in evening.nets.items():
            reached = {groups.get(terminal, terminal) for terminal in terminals}
            if len(reached) > 1:
                found.append(f"{name}: not joined: {', '.join(sorted(terminals))}")
        owners: dict[object, str] = {}
        for name, terminals in evening.nets.items():
            for terminal in terminals:
                other = owners.setdefault(groups.get(terminal, terminal), name)
                if other != name:
                    found.append(f"{name} is joined to {other}")
    return list(dict.fromkeys(found))


def _crowded(parts: Iterable[Part], jumpers: Iterable[Jumper]) -> Iterator[str]:
    """Name each hole that two things want, and each pin that is not a pin to plug onto."""
    taken: dict[str, str] = {}
    legs = [(hole, part.name) for part in parts for hole in part.legs.values()]
    ends = [(end, jumper.why) for jumper in jumpers for end in (jumper.start, jumper.end)]
    for hole, user in (*legs, *ends):
        other = taken.setdefault(hole, user)
        if other != user:
            yield f"{hole}: {other} and {user}"


def _groups(
    parts: Iterable[Part],
    jumpers: Iterable[Jumper],
    inside: Iterable[tuple[str, str]],
) -> dict[Terminal, object]:
    """Return for each terminal something that is the same for all that are joined to it."""
    joining = Joining()
    terminals: list[Terminal] = []
    for part in parts:
        for leg, hole in part.legs.items():
            terminals.append(f"{part.name}.{leg}")
            joining.join(terminals[-1], joined(hole))
        if part.name == "button":
            for one, other in inside:
                joining.join(f"button.{one}", f"button.{other}")
    for jumper in jumpers:
        ends = [_end(end) for end in (jumper.start, jumper.end)]
        terminals += [end for end in ends if isinstance(end, str)]
        joining.join(*ends)
    return {terminal: joining.group(terminal) for terminal in terminals}


def _end(end: str) -> object:
    """Return a terminal outside the breadboard as it is, and what a hole is joined to."""
    return end if end.startswith(("pin ", "strip.")) else joined(end)


def _pin(wire: Wire) -> Terminal:
    return f"pin {wire.pin}"


def _there(wire: Wire | None) -> Wire:
    if wire is None:
        raise ValueError("the first evening has a button and lamps")
    return wire

"""A stripboard: its holes, what is put into them, and whether that makes the right circuit.

Seen from the side of the parts, the strips run from left to right. A hole is named by its strip and
its column, as `K27`. `disagreements` knows nothing of how a layout was found: it follows the copper
from hole to hole, and compares what it finds with a net list.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from hardware.guide.nets import Terminal
from hardware.wiring.joining import Joining

STRIPS = "ABCDEFGHIJKLMNOPQRSTUVWX"
COLUMNS = 37
PITCH = 2.54
"""A usual size, 64 × 95 mm: 24 strips of 37 holes, 2.54 mm apart."""

SIZE = 64.0, 95.0
"""Across the strips and along them, in mm."""

WIRE = "wire "
"""How the terminal of a wire that leaves the stripboard begins; its other end is in a joint."""

RESISTOR_LEAST = 4
"""Holes from leg to leg of a resistor that lies flat: its body is 6.3 mm long."""

DIP = (7, 3)
"""A case of 14 pins: seven strips, and three columns from one row of pins to the other."""


class Hole(NamedTuple):
    """A hole, by its strip and its column, both counted from 1."""

    strip: int
    column: int

    def __str__(self) -> str:
        return f"{STRIPS[self.strip - 1]}{self.column}"


class NoHole(ValueError):
    """A hole that the stripboard does not have."""


def hole(name: str) -> Hole:
    """Return a hole by its name, such as `K27`.

    Raises:
        NoHole: If there is no such hole.
    """
    found = re.fullmatch(r"([A-Z])(\d+)", name)
    if not found or found[1] not in STRIPS or not 1 <= int(found[2]) <= COLUMNS:
        raise NoHole(f"a stripboard of {len(STRIPS)} × {COLUMNS} has no hole {name!r}")
    return Hole(STRIPS.index(found[1]) + 1, int(found[2]))


class Part(NamedTuple):
    """A part: its name, what it is, and the hole of each leg by the leg's name."""

    name: str
    value: str
    legs: Mapping[str, Hole]


class Link(NamedTuple):
    """A piece of insulated wire from hole to hole."""

    start: Hole
    end: Hole
    why: str


class Landing(NamedTuple):
    """Where a wire comes onto the stripboard.

    Attributes:
        terminal: What the wire leads to, as `pin 3`; several for one that goes on.
        at: The hole.
    """

    terminal: Terminal
    at: Hole


class Stripboard(NamedTuple):
    """A stripboard with everything that is on it. A cut takes the copper away at a hole."""

    cuts: tuple[Hole, ...]
    parts: tuple[Part, ...]
    links: tuple[Link, ...]
    landings: tuple[Landing, ...]


def disagreements(
    made: Stripboard,
    nets: Mapping[str, Iterable[Terminal]],
    joints: Iterable[Iterable[Terminal]] = (),
) -> list[str]:
    """Compare everything that is joined with a net list.

    Args:
        made: The stripboard. The end of a landing's wire is one with its hole.
        nets: The terminals of each net.
        joints: What is joined elsewhere: terminals that are soldered together, or by one wire.

    Returns:
        A line for each net that is open or joined to another, for each terminal that only one side
        knows, and for each hole with two things in it; empty if all is as it should be.
    """
    joints = [tuple(joint) for joint in joints]
    found = list(_crowded(made))
    joining = Joining()
    known: set[Terminal] = set()
    for part in made.parts:
        for leg, at in part.legs.items():
            known.add(f"{part.name}.{leg}")
            joining.join(f"{part.name}.{leg}", _copper(made, at))
    for link in made.links:
        joining.join(_copper(made, link.start), _copper(made, link.end))
    for landing in made.landings:
        known.add(landing.terminal)
        joining.join(landing.terminal, _copper(made, landing.at))
    for joint in joints:
        first, *others = joint
        known |= {first, *others}
        for other in others:
            joining.join(first, other)
    owners: dict[object, str] = {}
    listed: set[Terminal] = set()
    for name, terminals in nets.items():
        groups: defaultdict[object, list[Terminal]] = defaultdict(list)
        for terminal in sorted(terminals):
            listed.add(terminal)
            groups[joining.group(terminal)].append(terminal)
        if len(groups) > 1:
            pieces = [", ".join(group[:4]) for group in groups.values()]
            found.append(f"{name}: not joined: {' | '.join(pieces[:4])}")
        for group in groups:
            other = owners.setdefault(group, name)
            if other != name:
                found.append(f"{name} is joined to {other}")
    ends = {terminal for terminal in known if terminal.startswith(WIRE)}
    found += [f"{terminal} is in no net" for terminal in sorted(known - listed - ends)]
    landed = {landing.terminal for landing in made.landings}
    joined = {terminal for joint in joints for terminal in joint}
    found += [f"{end} has one end only" for end in sorted(ends) if {end} - landed or {end} - joined]
    found += [f"{terminal} is nowhere" for terminal in sorted(listed - known)]
    return found


def used(made: Stripboard) -> list[tuple[Hole, str]]:
    """Return every hole that has something in it, with what that is."""
    return [
        *((at, f"{part.name}.{leg}") for part in made.parts for leg, at in part.legs.items()),
        *((at, f"link, {link.why}") for link in made.links for at in (link.start, link.end)),
        *((landing.at, landing.terminal) for landing in made.landings),
    ]


def _copper(made: Stripboard, at: Hole) -> tuple[int, int]:
    """Return the piece of a strip that a hole is on: the strip, and the cuts left of the hole."""
    cuts = sum(cut.strip == at.strip and cut.column < at.column for cut in made.cuts)
    return at.strip, cuts


def _crowded(made: Stripboard) -> Iterator[str]:
    taken: dict[Hole, str] = dict.fromkeys(made.cuts, "a cut")
    if len(taken) < len(made.cuts):
        yield "a cut is there twice"
    for at, what in used(made):
        if not (1 <= at.strip <= len(STRIPS) and 1 <= at.column <= COLUMNS):
            yield f"{what}: there is no hole {tuple(at)}"
            continue
        other = taken.setdefault(at, what)
        if other != what:
            yield f"{at}: {other} and {what}"

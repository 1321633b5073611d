"""What circuit boards add to a bill: bare boards, an assembly house's work, and parts.

Everything is counted from the boards' plans.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from hardware.parts.boards import BoardBuild
from hardware.parts.catalogue import Part
from hardware.pcb.kinds import CAPACITOR, PICO, RESISTOR
from hardware.pcb.plan import Fitted, Plan

LEAST = 2
"""The smallest number of boards that an assembly house fits with parts."""

READY = (RESISTOR, CAPACITOR)
"""What lies ready in a house's machines; every other kind is loaded for a fee."""

_ANY = "any"


@dataclass(frozen=True, slots=True)
class Run:
    """Circuit boards of one kind that are ordered together.

    Attributes:
        plan: The board.
        count: How many are used.
        variant: Which of the plan's variants is fitted.
    """

    plan: Plan
    count: int
    variant: str

    @property
    def assembled(self) -> int:
        """How many are fitted with parts."""
        return max(LEAST, self.count)

    @property
    def values(self) -> Mapping[str, str]:
        """The values that differ from the plan; "" for a part that is left out."""
        return self.plan.variants[self.variant]

    @property
    def placed(self) -> list[tuple[Fitted, str]]:
        """The parts of one board that machines place, with their values."""
        found = []
        for part in self.plan.parts:
            value = self.values.get(part.ref, part.value if part.fitted else "")
            if part.machine and value:
                found.append((part, value))
        return found


def with_circuit_boards(
    bill: Iterable[Part], built: BoardBuild, runs: Sequence[Run], replaced: Iterable[str]
) -> list[Part]:
    """Return a bill with circuit boards in the place of what they replace.

    Args:
        bill: The parts of a board that is wired by hand.
        built: The board.
        runs: The circuit boards.
        replaced: The names of what they replace. What a plan asks for by its number is kept.
    """
    replaced = set(replaced)
    wanted = {part.maker for run in runs for part in by_hand(run.plan.parts)}
    kept = [part for part in bill if part.part not in replaced or part.number(built) in wanted]
    had = {part.number(built) for part in kept}
    added = [line for run in runs for line in _lines(run)]
    return kept + [line for line in added if line.number(built) == _ANY
                   or line.number(built) not in had]  # fmt: skip


def by_hand(parts: Iterable[Fitted]) -> list[Fitted]:
    """Return the parts that no assembly house places, without holes for wires."""
    return [part for part in parts if part.fitted and not part.machine and part.nets]


def _lines(run: Run) -> list[Part]:
    plan, name = run.plan, run.plan.name
    width, height = plan.size
    joints = sum(len(part.kind.lands) for part, _ in run.placed)
    loaded = {part.kind.name for part, _ in run.placed if part.kind not in READY}
    lines = [
        _line("circuit board", f"{name}, {width:g} × {height:g} mm", "2 layers, 1.6 mm", name,
              "any house", run.count, "see ../pcb/README.md"),
        _line("assembly: set-up and stencil", name, "one side", _ANY, _ANY, 1,
              "what a house asks for each kind of board"),
        _line("assembly: kind of part to load", name, "one side", _ANY, _ANY, len(loaded),
              "pixels, diodes, chips; resistors and capacitors lie ready"),
        _line("assembly: joint", name, "one side", _ANY, _ANY, joints * run.assembled,
              f"{joints} on each of {run.assembled} boards"),
    ]  # fmt: skip
    counted: dict[tuple[str, str, str], int] = {}
    for part, value in run.placed:
        what = part.kind.title, value, part.maker
        counted[what] = counted.get(what, 0) + run.assembled
    for (title, value, maker), count in counted.items():
        lines.append(_line(title, value, "placed by the house", *_numbers(maker), count,
                           f"on {name}"))  # fmt: skip
    soldered: dict[tuple[str, str], int] = {}
    for part in by_hand(plan.parts):
        if part.maker and part.kind is not PICO:
            named = part.kind.title, part.maker
            soldered[named] = soldered.get(named, 0) + run.count
    for (title, maker), count in soldered.items():
        lines.append(_line(title, "to solder", "with leads", *_numbers(maker), count,
                           f"on {name}"))  # fmt: skip
    return lines


def _numbers(maker: str) -> tuple[str, str]:
    """A part number and what will do instead; "any" where a plan names no maker."""
    if maker.startswith(_ANY):
        return _ANY, maker.removeprefix(_ANY).strip(" ,")
    return maker, _ANY


def _line(
    part: str, value: str, package: str, number: str, other: str, count: int, purpose: str
) -> Part:
    return Part(
        part,
        lambda _: value,
        package,
        lambda _: number,
        lambda _: other,
        lambda _: count,
        purpose,
    )

"""The files generated here: drawings, and the models and panels of a case and of carriers."""

from __future__ import annotations

from collections.abc import Iterable

from hardware.artwork.dxf import dxf
from hardware.artwork.layout import BOARDS, STRAIGHT, Layout
from hardware.assembly.carrier import carrier, carrier_drawing, kinds, meeting
from hardware.assembly.case import Case, CaseTooLarge
from hardware.assembly.case_drawing import case_drawing, small_case_drawing
from hardware.assembly.exploded import exploded
from hardware.assembly.panels import panels
from hardware.assembly.paper import Paper
from hardware.assembly.section import section
from hardware.assembly.solids import Solid, model, upside_down
from hardware.assembly.steps import steps
from hardware.assembly.upright import upright
from hardware.wiring.harness import harnesses

BOARD = "star"
"""The board of the drawings."""

PUBLISHED = BOARD, "nine"
"""The boards whose models are published: those to begin with."""

HARNESS = "star-spi"
"""The wiring of the drawings."""


def drawings() -> dict[str, Paper]:
    """Every drawing by its name."""
    layout = Layout(BOARDS[BOARD])
    (harness,) = [harness for harness in harnesses() if harness.name == HARNESS]
    found = {"section": section(layout), "exploded": exploded(layout)}
    found |= {"case": case_drawing(Case(layout)), "carrier": carrier_drawing(layout)}
    found["nine-case"] = small_case_drawing(Case(Layout(BOARDS["nine"])))
    found["upright"] = upright(layout)
    return found | steps(layout, harness)


def models(layout: Layout, notes: list[str] | None = None) -> dict[str, bytes]:
    """Return the models and panels of a board by name.

    Args:
        layout: The board's layout.
        notes: Takes a line for each thing that cannot be made or bent, with the reason.

    Raises:
        CaseTooLarge: If the case does not fit the printer, and there are no `notes`.
    """
    case, name = Case(layout), layout.board.name
    straight = case.stack.straight(layout.measures)
    if straight < STRAIGHT and notes is not None:
        notes.append(
            f"{name}: leads are straight for {straight:g} mm beside the glass, and reeds want "
            f"{STRAIGHT:g} mm: choose a longer slot or a shorter glass"
        )
    made = {f"{name}-panels.dxf": dxf(panels(case)).encode("utf-8")}
    made[f"{name}-diffuser.stl"] = model("diffuser", case.diffuser)
    try:
        frames = ((kind, upside_down(part)) for kind, part in case.frames.items())
        made |= _models(f"{name}-frame", frames)
        made |= _models(f"{name}-floor", case.floors.items())
    except CaseTooLarge as error:
        if notes is None:
            raise
        notes.append(f"{name}: {error}")
    if meeting(layout) > 0.001:
        if notes is not None:
            notes.append(
                f"{name}: at {layout.pitch:g} mm carriers would meet; rout the base instead"
            )
        return made
    parts = ((kind, carrier(layout, points[0])) for kind, points in kinds(layout).items())
    return made | _models(f"{name}-carrier", ((kind, upside_down(part)) for kind, part in parts))


def _models(name: str, parts: Iterable[tuple[str, Solid]]) -> dict[str, bytes]:
    return {f"{name}-{kind}.stl": model(f"{name}-{kind}", part) for kind, part in parts}


def files() -> dict[str, bytes]:
    """Return the files that are published, by name."""
    made = {f"{name}.svg": paper.svg() for name, paper in drawings().items()}
    for name in PUBLISHED:
        made |= models(Layout(BOARDS[name]))
    return made

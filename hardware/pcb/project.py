"""All files of a board's project, as KiCad opens it."""

from __future__ import annotations

import json
from collections.abc import Iterable

from hardware.pcb.boardfile import LIBRARY, board_file, footprint_file, model_file
from hardware.pcb.plan import CLEARANCE, EDGE, VIA, VIA_DRILL, Plan
from hardware.pcb.routing import route
from hardware.pcb.schematic import library_file, schematic_file


def project_files(plan: Plan) -> dict[str, bytes]:
    """The files of a plan's project by path: schematic, board, rules and where the libraries are.

    Takes some seconds for a tile and a minute for a larger board, which it routes.
    """
    return {
        **unrouted_files(plan),
        f"{plan.name}/{plan.name}.kicad_pcb": board_file(plan, *route(plan)).encode("utf-8"),
    }


def unrouted_files(plan: Plan) -> dict[str, bytes]:
    """The files of a plan's project, all but the board itself."""
    found = {
        f"{plan.name}.kicad_sch": schematic_file(plan),
        f"{plan.name}.kicad_pro": _rules(plan),
        "sym-lib-table": _table("sym_lib_table", f"{LIBRARY}.kicad_sym"),
        "fp-lib-table": _table("fp_lib_table", f"{LIBRARY}.pretty"),
    }
    return {f"{plan.name}/{name}": text.encode("utf-8") for name, text in found.items()}


def library_files(plans: Iterable[Plan]) -> dict[str, bytes]:
    """The libraries of symbols and footprints that all projects share, by path."""
    kinds = {part.kind.name: part.kind for plan in plans for part in plan.parts}
    found = {f"{LIBRARY}.kicad_sym": library_file(kinds.values())}
    found |= {
        f"{LIBRARY}.pretty/{name}.kicad_mod": footprint_file(kind) for name, kind in kinds.items()
    }
    found |= {
        f"{LIBRARY}.3dshapes/{name}.wrl": model_file(kind)
        for name, kind in kinds.items()
        if kind.height
    }
    return {name: text.encode("utf-8") for name, text in sorted(found.items())}


def _table(keyword: str, path: str) -> str:
    return (
        f'({keyword}\n  (version 7)\n  (lib (name "{LIBRARY}")(type "KiCad")'
        f'(uri "${{KIPRJMOD}}/../{path}")(options "")(descr ""))\n)\n'
    )


def _rules(plan: Plan) -> str:
    """The rules by which KiCad checks a board: what cheap houses make, with something to spare."""
    rules = {
        "min_clearance": CLEARANCE,
        "min_copper_edge_clearance": EDGE,
        "min_hole_clearance": 0.25,
        "min_hole_to_hole": 0.5,
        "min_silk_clearance": 0.1,
        "min_text_height": 0.8,
        "min_text_thickness": 0.15,
        "min_through_hole_diameter": 0.3,
        "min_track_width": 0.2,
        "min_via_annular_width": 0.15,
        "min_via_diameter": 0.6,
    }
    default = {
        "name": "Default",
        "clearance": CLEARANCE,
        "track_width": 0.25,
        "via_diameter": VIA,
        "via_drill": VIA_DRILL,
        "priority": 2147483647,
    }
    content = {
        "board": {"design_settings": {"rules": rules}},
        "meta": {"filename": f"{plan.name}.kicad_pro", "version": 3},
        "net_settings": {"classes": [default], "meta": {"version": 4}},
    }
    return json.dumps(content, indent=2) + "\n"

"""Generates the boards' projects, and has KiCad check them: `python -m hardware.pcb --help`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from hardware.artwork.layout import PITCH, InvalidLayout
from hardware.command_line import Parser, millimetres, not_run
from hardware.generated import HERE, write_files
from hardware.pcb.files import files, plans
from hardware.pcb.kicad import Kicad, KicadFailed, KicadMissing, installed
from hardware.pcb.orders import parts_list, placements
from hardware.pcb.plan import Plan
from hardware.pcb.project import library_files, project_files
from hardware.pcb.routing import RoutingError
from hardware.pcb.row import row_board
from hardware.pcb.tile import tile

BOARDS = HERE / "pcb" / "boards"
PICTURES = HERE / "pcb" / "pictures"
LONG = 4
"""A board so many times wider than high is drawn in a wide picture."""


def main() -> None:
    """Do what the command line says."""
    parser = Parser("pcb", __doc__)
    parser.add_argument("--route", action="store_true", help="generate the projects in boards/")
    parser.add_argument("--only", default="", help="how the names of the boards begin: tile")
    parser.add_argument(
        "--pitch", type=millimetres, default=PITCH, help="a tile or row for another pitch, in mm"
    )
    parser.add_argument("--row", type=int, metavar="POINTS", help="a row of so many points")
    parser.add_argument("--pictures", action="store_true", help="draw the pictures of the page")
    parser.add_argument("--build", type=Path, help="where to make what is sent to a manufacturer")
    given = parser.parse_args()
    if not any(plan.name.startswith(given.only) for plan in plans()):
        names = ", ".join(plan.name for plan in plans())
        sys.exit(f"pcb: no board's name begins with {given.only!r}; the boards are {names}")
    other = given.pitch != PITCH or given.row is not None
    if other and given.build is None:
        sys.exit("pcb: another pitch or row needs --build, a folder to make it in")
    try:
        if given.route:
            write_files(BOARDS, files(given.only))
        if given.build is None and not given.pictures:
            return
        kicad = installed()
        if other:
            plan = tile(given.pitch) if given.row is None else row_board(given.row, given.pitch)
            folder = given.build / "projects"
            write_files(folder, {**library_files([plan]), **project_files(plan)})
            faults = _made(kicad, plan, folder, given.build, pictures=False)
        else:
            faults = [
                fault
                for plan in plans()
                if plan.name.startswith(given.only)
                for fault in _made(kicad, plan, BOARDS, given.build, given.pictures)
            ]
    except KicadMissing as error:
        not_run(f"the checks of the circuit boards; {error}")
        sys.exit(os.environ.get("CI") == "true")
    except (InvalidLayout, RoutingError, KicadFailed) as error:
        sys.exit(f"pcb: {error}")
    except OSError as error:
        sys.exit(f"pcb: {error.filename}: {error.strerror}; choose a folder that can be written to")
    if faults:
        sys.exit("\n".join(faults))


def _made(
    kicad: Kicad, plan: Plan, projects: Path, build: Path | None, pictures: bool
) -> list[str]:
    """Check a board, and make what is sent to a manufacturer if nothing is wrong."""
    with TemporaryDirectory() as name:
        source = projects / plan.name / f"{plan.name}.kicad_pcb"
        board = kicad.filled(source, Path(name) / "boards")
        found = kicad.violations(board)
        if found:
            return [f"{plan.name}: {line}" for line in found]
        long = plan.size[0] > LONG * plan.size[1]
        if pictures:
            PICTURES.mkdir(exist_ok=True)
            for side in ("top", "bottom"):
                kicad.picture(board, side, PICTURES / f"{plan.name}-{side}.png", long)
        if build is not None:
            to = build / plan.name
            to.mkdir(parents=True, exist_ok=True)
            kicad.gerbers(board, to / f"{plan.name}-gerbers.zip")
            kicad.diagram(board, to / f"{plan.name}-schematic.pdf")
            kicad.picture(board, "top", to / f"{plan.name}-top.png", long)
            kicad.picture(board, "bottom", to / f"{plan.name}-bottom.png", long)
            write_files(to, _orders(plan))
    print(f"{plan.name}: ERC 0, DRC 0 (KiCad {kicad.version})" + (f"; {to}" if build else ""))  # noqa: T201
    return []


def _orders(plan: Plan) -> dict[str, bytes]:
    made = {f"{plan.name}-by-hand.csv": parts_list(plan, machine=False)}
    for name, values in (plan.variants or {"": {}}).items():
        ending = f"-{name}" if name else ""
        made[f"{plan.name}-bom{ending}.csv"] = parts_list(plan, True, values)
        made[f"{plan.name}-cpl{ending}.csv"] = placements(plan, values)
    return made


if __name__ == "__main__":
    main()

"""Has KiCad check boards and make what is sent to a manufacturer.

KiCad's program fills no pours, but its Python module does; on Debian it comes with the program.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from hardware.pcb.models import detailed, library

LEAST = 9
"""The oldest release that reads these files."""
_LAYERS = "F.Cu,B.Cu,F.Paste,F.Silkscreen,B.Silkscreen,F.Mask,B.Mask,Edge.Cuts"
_FILL = """
import sys, pcbnew
board = pcbnew.LoadBoard(sys.argv[1])
pcbnew.ZONE_FILLER(board).Fill(board.Zones())
pcbnew.SaveBoard(sys.argv[1], board)
"""
_PYTHONS = ("/usr/bin/python3", "python3")


class KicadMissing(RuntimeError):
    """KiCad, or its Python module, is not there, or too old."""


class KicadFailed(RuntimeError):
    """KiCad did not do what it was asked."""


@dataclass(frozen=True, slots=True)
class Kicad:
    """KiCad's program, and a Python that has its module."""

    program: str
    python: str
    version: str

    def filled(self, project: Path, into: Path) -> Path:
        """A copy of a project's board with its pours filled, beside all of the project's files.

        project: the board's file. into: a new folder.
        """
        shutil.copytree(project.parent.parent, into)
        board = into / project.parent.name / project.name
        _run(self.python, "-c", _FILL, str(board))
        return board

    def violations(self, board: Path) -> list[str]:
        """What ERC finds in a board's schematic, and DRC in the board and between both."""
        found = []
        report = board.with_name("report.json")
        sheet = str(board.with_suffix(".kicad_sch"))
        both = ("--severity-all", "--format", "json", "--output", str(report))
        _run(self.program, "sch", "erc", *both, sheet)
        said = json.loads(report.read_text(encoding="utf-8"))
        found += [_named("ERC", v) for page in said["sheets"] for v in page["violations"]]
        _run(self.program, "pcb", "drc", "--schematic-parity", *both, str(board))
        said = json.loads(report.read_text(encoding="utf-8"))
        for which in ("violations", "unconnected_items", "schematic_parity"):
            found += [_named("DRC", violation) for violation in said[which]]
        return found

    def gerbers(self, board: Path, archive: Path) -> None:
        """Write Gerber and drill files into one archive, as manufacturers want it."""
        with TemporaryDirectory() as name:
            folder = Path(name)
            _run(self.program, "pcb", "export", "gerbers", "--layers", _LAYERS,
                 "--subtract-soldermask", "--output", f"{folder}/", str(board))  # fmt: skip
            _run(self.program, "pcb", "export", "drill", "--excellon-separate-th",
                 "--output", f"{folder}/", str(board))  # fmt: skip
            with ZipFile(archive, "w", ZIP_DEFLATED) as files:
                for path in sorted(folder.iterdir()):
                    files.writestr(ZipInfo(path.name), path.read_bytes())

    def picture(self, board: Path, side: str, to: Path, long: bool = False) -> None:
        """Draw a board in three dimensions, with KiCad's models of parts if they are installed.

        long: whether the board is much wider than high; its picture is, too.
        """
        text = board.read_text(encoding="utf-8")
        drawn = board.with_name(f"{board.stem}-drawn.kicad_pcb")
        # The copy has no project, which would say where the blocks are.
        text = detailed(text, library()).replace("${KIPRJMOD}", str(board.parent))
        drawn.write_text(text, encoding="utf-8")
        size = ("1400", "240") if long else ("1000", "720")
        look = ["--zoom", "5.2"] if long else []
        if side == "top":
            look = ["--rotate", f"-35,0,{0 if long else 20}", "--perspective", *look]
            look += [] if long else ["--zoom", "0.78"]
        _run(self.program, "pcb", "render", "--side", side, "--width", size[0], "--height", size[1],
             "--quality", "basic", "--background", "opaque", *look, "--output", str(to),
             str(drawn))  # fmt: skip

    def diagram(self, board: Path, to: Path) -> None:
        """Print a board's schematic as PDF."""
        sheet = str(board.with_suffix(".kicad_sch"))
        _run(self.program, "sch", "export", "pdf", "--output", str(to), sheet)


def installed() -> Kicad:
    """KiCad as it is installed here. Raises KicadMissing if it is not, or is too old."""
    program = shutil.which("kicad-cli")
    if program is None:
        raise KicadMissing(f"they need kicad-cli, release {LEAST} or later")
    version = _run(program, "version").strip()
    number = re.match(r"\d+", version)
    if number is None or int(number[0]) < LEAST:
        raise KicadMissing(f"they need KiCad {LEAST} or later, and this is {version}")
    for name in _PYTHONS:
        python = shutil.which(name)
        if python is not None and _imports_pcbnew(python):
            return Kicad(program, python, version)
    raise KicadMissing("they need a Python with KiCad's module pcbnew; Debian's python3 has it")


def _imports_pcbnew(python: str) -> bool:
    try:
        _run(python, "-c", "import pcbnew")
    except KicadFailed:
        return False
    return True


def _named(check: str, violation: dict[str, object]) -> str:
    items = violation.get("items")
    places = [str(item.get("description", "")) for item in items] if isinstance(items, list) else []
    return f"{check}: {violation['description']}: {'; '.join(places)}"


def _run(*command: str) -> str:
    # What this project's own Python has must not be seen by another one.
    surroundings = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    done = subprocess.run(  # noqa: S603 - programs of this machine, with paths of this program
        command, capture_output=True, text=True, env=surroundings, check=False
    )
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise KicadFailed(f"{Path(command[0]).name} {' '.join(command[1:4])}: {said[-1:]}")
    return done.stdout

"""KiCad's own models of parts for pictures, where its library of models is installed.

The boards' files name plain blocks, so that nothing but KiCad's program is needed. On Debian the
library is the package kicad-packages3d.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

FOLDERS = "KICAD9_3DMODEL_DIR", "/usr/share/kicad/3dmodels"
"""What says where the library is, and where it is on Debian."""


@dataclass(frozen=True, slots=True)
class Model:
    """A model of KiCad's library.

    Attributes:
        path: Its path in the library, without the ending.
        turned: How far it is turned about the vertical, counterclockwise, in degrees.
        moved: How far it is moved to the right, and up as seen from above, in mm.
    """

    path: str
    turned: float = 0.0
    moved: tuple[float, float] = (0.0, 0.0)


MODELS: Mapping[str, Model] = {
    "R_0603": Model("Resistor_SMD.3dshapes/R_0603_1608Metric"),
    "C_0603": Model("Capacitor_SMD.3dshapes/C_0603_1608Metric"),
    "D_SOD-123": Model("Diode_SMD.3dshapes/D_SOD-123"),
    "WS2812B": Model("LED_SMD.3dshapes/LED_WS2812B_PLCC4_5.0x5.0mm_P3.2mm"),
    "SOIC-14": Model("Package_SO.3dshapes/SOIC-14_3.9x8.7mm_P1.27mm"),
    "Header_2x20": Model("Connector_IDC.3dshapes/IDC-Header_2x20_P2.54mm_Vertical", 90),
    "Pico": Model("Module.3dshapes/RaspberryPi_Pico_AddedHeaders_H2.54mm", 0, (8.89, -24.13)),
    "PJ-102AH": Model("Connector_BarrelJack.3dshapes/BarrelJack_Horizontal", 90),
    "Fuse_5x20": Model(
        "Fuse.3dshapes/Fuseholder_Cylinder-5x20mm_Stelvio-Kontek_PTF78_Horizontal_Open"
    ),
    "CP_D10_P5": Model("Capacitor_THT.3dshapes/CP_Radial_D10.0mm_P5.00mm"),
    "Terminal_1x02_P5.08": Model(
        "TerminalBlock_Phoenix.3dshapes/"
        "TerminalBlock_Phoenix_MKDS-1,5-2-5.08_1x02_P5.08mm_Horizontal"
    ),
    "Terminal_1x03_P5.08": Model(
        "TerminalBlock_Phoenix.3dshapes/"
        "TerminalBlock_Phoenix_MKDS-1,5-3-5.08_1x03_P5.08mm_Horizontal"
    ),
}
"""The models by the names of the kinds of parts. The library has none of a reed in glass."""

_XYZ = r"\(xyz\s+\S+\s+\S+\s+[^\s)]+\s*\)\s*\)"
_BLOCK = re.compile(
    r'\(model\s+"\$\{KIPRJMOD\}/\.\./\w+\.3dshapes/(?P<kind>[^"]+)\.wrl"'
    rf"\s*\(offset\s*{_XYZ}\s*\(scale\s*{_XYZ}\s*\(rotate\s*{_XYZ}\s*\)"
)


def library() -> Path:
    """Return where KiCad's library of models is, or would be."""
    variable, usual = FOLDERS
    return Path(os.environ.get(variable) or usual)


def detailed(board: str, folder: Path) -> str:
    """Return a board's file with KiCad's models in the place of blocks.

    Args:
        board: The text of the board's file.
        folder: KiCad's library. A block stays where the library has no model.
    """

    def replaced(found: re.Match[str]) -> str:
        model = MODELS.get(found["kind"])
        path = folder / f"{model.path}.step" if model else None
        if model is None or path is None or not path.is_file():
            return found[0]
        x, y = model.moved
        return (
            f'(model "{path}" (offset (xyz {x:g} {y:g} 0)) (scale (xyz 1 1 1)) '
            f"(rotate (xyz 0 0 {-model.turned:g})))"
        )

    return _BLOCK.sub(replaced, board)

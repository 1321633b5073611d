"""Generates pieces, overlays and cards for fingers: `python -m hardware.touch`."""

from hardware.generated import write_generated
from hardware.touch.files import files

write_generated("touch", files())

"""Generates the drawing and the lists of the jig: `python -m hardware.jig`."""

from hardware.generated import write_generated
from hardware.jig.files import files

write_generated("jig", files())

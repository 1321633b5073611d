"""Generates the wiring diagrams and wire lists: `python -m hardware.wiring`."""

from hardware.generated import write_generated
from hardware.wiring.files import files

write_generated("wiring", files())

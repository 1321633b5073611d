"""Generates the page about magnets, its tables and drawings: `python -m hardware.magnets`."""

from hardware.generated import write_generated
from hardware.magnets.files import files

write_generated("magnets", files())

"""Generates the bills of materials: `python -m hardware.parts`."""

from hardware.generated import write_generated
from hardware.parts.files import files

write_generated("parts", files())

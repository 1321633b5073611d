"""Generates the building guides: `python -m hardware.guide`."""

from hardware.generated import write_generated
from hardware.guide.files import files

write_generated("guide", files())

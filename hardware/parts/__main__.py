"""Make the bills of materials: `python -m hardware.parts`."""

from hardware.made import write
from hardware.parts.files import files

write("parts", files())

"""Renders the pictures: `python -m hardware.pictures`."""

from hardware.generated import write_generated
from hardware.pictures.files import files

write_generated("pictures", files())

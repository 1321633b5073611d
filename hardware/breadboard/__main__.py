"""Generates the files of the first evening: `python -m hardware.breadboard`."""

from hardware.breadboard.files import files
from hardware.generated import write_generated

write_generated("breadboard", files())

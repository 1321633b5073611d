"""Generates the models of the pieces and their picture: `python -m hardware.pieces`."""

from hardware.generated import write_generated
from hardware.pieces.files import files

write_generated("pieces", files())

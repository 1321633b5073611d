"""Make the models of the pieces and their picture: `python -m hardware.pieces`."""

from hardware.made import write
from hardware.pieces.files import files

write("pieces", files())

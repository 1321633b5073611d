"""Make the diagrams and the lists of wires: `python -m hardware.wiring`."""

from hardware.made import write
from hardware.wiring.files import files

write("wiring", files())

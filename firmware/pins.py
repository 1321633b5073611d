"""The pins of the Pico, defined only here. README.md's tables are tested against this file.

If your wiring differs, change it here, on the Pico. The program's configuration can also assign
switches and pixels to points.
"""

LAMPS = "GP22"
"""The data pin of the pixels, through the level shifter."""

BUTTON = "GP21"
"""The confirm button, to ground."""

STAR = tuple(f"GP{pin}" for pin in range(19))
"""The reeds of points 1 to 19, each to ground; a smaller board uses the first ones."""

ROWS = tuple(f"GP{pin}" for pin in range(9))
"""The rows of a grid, the top rank first; a smaller grid uses the first ones."""

COLUMNS = tuple(f"GP{pin}" for pin in range(9, 18))
"""The columns of a grid, file a first; a smaller grid uses the first ones."""

DIRECT = {"star": 19, "nine": 9, "five": 5}
"""The boards with a pin for each reed, with their number of points."""

GRIDS = {"grid7": 7, "grid8": 8, "grid9": 9}
"""The boards wired as a matrix, with their number of rows and columns."""

"""Which pin of the Pico is what: the one place for it. README.md's tables are tested against it.

Wired otherwise? Change it here, on the Pico. Which switch and which pixel lie under which point can
be said in the program's configuration as well.
"""

LAMPS = "GP22"
"""The data line of the pixels, through the level shifter."""

BUTTON = "GP21"
"""The confirm button, to ground."""

STAR = tuple(f"GP{pin}" for pin in range(19))
"""The reeds of the points 1 to 19, each to ground."""

ROWS = tuple(f"GP{pin}" for pin in range(9))
"""The rows of a grid, the top rank first; a smaller grid takes the first ones."""

COLUMNS = tuple(f"GP{pin}" for pin in range(9, 18))
"""The columns of a grid, file a first; a smaller grid takes the first ones."""

GRIDS = {"grid7": 7, "grid8": 8, "grid9": 9}
"""The boards in rows and columns, with the number of either. The other board is "star"."""

"""The menu on the board, sans-I/O: lit points to choose from, with pieces or the button."""

"""The menu on the board: lit points to choose from, with pieces or the button. Sans-I/O."""

"""The menu on the board: lit points to choose from, worked by pieces and the button. Sans-I/O."""

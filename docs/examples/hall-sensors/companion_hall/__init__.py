"""Hall sensors behind port expanders: a kind of board for the board companion."""

"""The game in progress on an open board: moves by hand, lamps and words."""

"""Puzzles that a board shows: figures to be found on its lines, and the magic labelling."""

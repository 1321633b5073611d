"""The files for building a board, and the programs that generate them from the game's own
geometry."""

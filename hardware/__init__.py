"""The files for building a board.

The programs beside them generate them from the game's own geometry.
"""

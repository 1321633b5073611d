"""Switches behind shift registers: a kind of board for the board companion."""

"""Ports to a board: what reports occupied points and shows frames. One file a backend."""

"""Printable pieces, each with a pocket for the magnet that closes the reeds."""

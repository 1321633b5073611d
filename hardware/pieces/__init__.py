"""Printable pieces, each with a pocket for the magnet that the reeds feel."""

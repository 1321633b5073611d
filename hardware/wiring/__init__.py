"""Harness and circuit diagrams, and lists of wires, from the program's own pins."""

"""Printed boards and drilling templates, drawn from the geometry that the program plays on."""

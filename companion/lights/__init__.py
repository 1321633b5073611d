"""Turns a scene and the time into a frame of colours."""

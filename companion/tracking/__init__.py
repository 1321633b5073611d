"""Occupancy over time, explained as moves. Sans-I/O."""

"""The lamps: their meanings, colours, rhythms and power."""

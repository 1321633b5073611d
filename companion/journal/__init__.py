"""The game log: recorded, appended durably, read back, exported."""

"""What the board's voice says about a session, and how people say it."""

"""The match being played: its log, the bag, the computer's moves, and the page's view of it."""

"""Help for players: hints, reviews of games, lessons, drills, pages of rules."""

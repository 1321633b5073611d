"""Games on the card: the log of each game, the index of all logs, import and export."""

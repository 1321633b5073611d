"""One board in use: the game in progress, the board's menu, settings, library, remote games."""

"""The web page, which shows the board on a screen, and its server."""

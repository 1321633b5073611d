"""The settings that the page can change while the program runs, and the choices made there."""

"""The board's circuits as ngspice decks, made from the project's own pins, values and lengths."""

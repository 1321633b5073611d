"""Chess for the board companion."""

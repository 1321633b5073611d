"""What can be told by touch: pieces, an overlay with Braille for the board, and the card."""

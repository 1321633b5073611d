"""Two classics for the board companion: English draughts and Nine Men's Morris."""

"""The page: the board as it is sensed, lit and believed, on a screen."""

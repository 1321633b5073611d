"""The time controls to choose from."""

CLOCKS = ("move 30", "fischer 3+2", "fischer 5+3", "fischer 10+5", "bronstein 15+10", "hourglass 2")
"""The time controls that the settings and the menu offer, besides none."""

"""The building guides of the star and of the 9 × 9: steps, bags, wires, stripboard, labels."""

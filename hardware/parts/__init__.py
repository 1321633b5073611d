"""Bills of materials, and what is computed for them: magnets and reeds, supply, wires."""

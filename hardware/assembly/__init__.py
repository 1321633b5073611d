"""How a board goes together: its layers, drawings of each step, and a case to print or to saw."""

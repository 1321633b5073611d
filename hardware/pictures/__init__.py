"""Pictures of the boards and of each step, rendered from the solids that are printed and cut."""

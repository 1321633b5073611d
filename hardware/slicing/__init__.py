"""Every model in a slicer: whether it prints without supports, its weight, and its time."""

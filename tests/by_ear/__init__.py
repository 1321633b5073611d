"""A simulated player who cannot see, and the campaigns in which it plays."""

"""Engines of others: programs that play or analyse, each as a process of its own."""

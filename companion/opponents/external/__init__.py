"""External engines: programs that play or analyse, each in its own process."""

"""Five old games for the board companion, each in one file, on boards of different shapes."""

"""The library of logged games: an index of the logs, replays, downloads and statistics."""

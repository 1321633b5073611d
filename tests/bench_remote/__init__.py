"""`make bench-remote`: boards far apart, from two at one broker to some thousands."""

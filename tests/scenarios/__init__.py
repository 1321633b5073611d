"""The sloppy hand, scenario by scenario, for every game in which each can happen."""

"""Raises what a user raises with Ctrl-C."""

raise KeyboardInterrupt

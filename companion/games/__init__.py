"""The games, one file each; `registry` finds them, and nothing else knows one by name."""

"""Ends the program, as a script would."""

import sys

sys.exit(3)

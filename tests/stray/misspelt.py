"""Cannot even be read by Python."""

compile("\n\ndef (:\n", "misspelt.py", "exec")

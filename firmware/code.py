"""Runs for as long as the Pico has power."""

from shell import Shell

shell = Shell()
while True:
    shell.turn()

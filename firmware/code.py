"""Runs when the Pico has power, for as long as it has."""

from shell import Shell

shell = Shell()
while True:
    shell.turn()

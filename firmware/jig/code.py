"""Runs for as long as the jig has power."""

from jig import Jig

jig = Jig()
while True:
    jig.turn()

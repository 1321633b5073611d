"""The board's voice: what may be said when, and the programs that speak.

The order of what is said (`utterances`) is pure. Each kind of speaker is one file, and fulfils the
contract in `speaker`.
"""

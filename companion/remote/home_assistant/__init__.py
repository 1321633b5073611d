"""The board in Home Assistant: the seat to move, the result of a game, the lamps' brightness.

The broker's library is the extra `remote`, so this imports nothing.
"""

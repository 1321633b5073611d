"""The board in Home Assistant: whose turn it is, how a game ended, how bright the lamps are.

The broker's library is an extra (`pip install 'board-companion[remote]'`), so this imports nothing.
"""

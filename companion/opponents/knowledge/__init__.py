"""The computer's knowledge about each game, beyond its rules.

`game_knowledge.py` has the contract, and `knowledge_registry.py` finds the knowledge about a game.
The other files belong to one game each, or are shared by some.
"""

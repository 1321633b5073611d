"""A companion for board games on a real wooden board."""

__version__ = "0.2.0"

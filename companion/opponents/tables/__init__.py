"""Endgame tables: every position with few pieces, solved."""

from companion.opponents.tables.endings import EndingTables, ExactValue

__all__ = ["EndingTables", "ExactValue"]

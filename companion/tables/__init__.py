"""Tables of endings: every position with few pieces, solved."""

from companion.tables.endings import Ending, EndingTables

__all__ = ["Ending", "EndingTables"]

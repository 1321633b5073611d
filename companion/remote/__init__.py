"""Two to six boards, far apart, that keep one log.

Pure: times and randomness are arguments. Nothing here knows a network, a board or a page. What
needs the extra `remote` is not imported here: `code`, `pairing`, `invitation` and `envelope`.
"""

from companion.remote.entry import Answer, AnyEntry, Ply, Request, RequestKind, chain_hash
from companion.remote.position import Position, Rules
from companion.remote.replica import SPECTATOR, Outcome, Refused, Replica, Snapshot, Wish

__all__ = [
    "SPECTATOR",
    "Answer",
    "AnyEntry",
    "Outcome",
    "Ply",
    "Position",
    "Refused",
    "Replica",
    "Request",
    "RequestKind",
    "Rules",
    "Snapshot",
    "Wish",
    "chain_hash",
]

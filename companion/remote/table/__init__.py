"""Two to six boards, far apart, that keep one log.

It is pure: times and randomness are arguments. Nothing here knows a network, a board or a page.
Modules that need the extra `remote` are not imported here: `code`, `pairing`, `invitation` and
`envelope`.
"""

from companion.base import lazy

TYPE_CHECKING = False  # see companion/base/lazy.py
if TYPE_CHECKING:
    from companion.remote.table.entry import Answer, AnyEntry, Ply, Request, RequestKind, chain_hash
    from companion.remote.table.position import Position, Rules
    from companion.remote.table.replica import SPECTATOR, Outcome, Refused, Replica, Snapshot, Wish
else:  # most boards are on their own
    __getattr__, __dir__ = lazy.offer(
        __name__,
        {
            "companion.remote.table.entry": (
                "Answer",
                "AnyEntry",
                "Ply",
                "Request",
                "RequestKind",
                "chain_hash",
            ),
            "companion.remote.table.position": ("Position", "Rules"),
            "companion.remote.table.replica": (
                "SPECTATOR",
                "Outcome",
                "Refused",
                "Replica",
                "Snapshot",
                "Wish",
            ),
        },
    )

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

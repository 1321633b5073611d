"""Turns a query from the page into SQL conditions.

Text from the page is only ever a bound value.
"""

from __future__ import annotations

from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.protocol.library_messages import RESULT_KINDS, ShelfQuery

_PLAYS = "SELECT 1 FROM players WHERE log = key AND players.name = ?"
_WON_BY_SEAT = f"EXISTS ({_PLAYS} AND outcome = 'win ' || seat)"
PLAYED = "NOT (readable AND trouble = '' AND moves = 0 AND outcome = 'ongoing')"
"""The condition that leaves out games that were begun, and in which nobody has moved."""

_RESULTS = {
    "won": "(outcome = 'won' OR outcome GLOB 'win *')",
    "lost": "outcome = 'lost'",
    "drawn": "outcome = 'draw'",
    "unfinished": "outcome = 'ongoing'",
}
_RESULTS_OF_PLAYER = {
    **_RESULTS,
    "won": f"(outcome = 'won' OR {_WON_BY_SEAT})",
    "lost": f"(outcome = 'lost' OR (outcome GLOB 'win *' AND NOT {_WON_BY_SEAT}))",
}


class InvalidQuery(CompanionError, ValueError):
    """The page never makes this query; the message lists what is allowed."""


def condition(query: ShelfQuery) -> tuple[str, list[object]]:
    """Return a condition on the table `logs`, and its values.

    Raises:
        InvalidQuery: For an unknown kind of result.
    """
    if query.result not in RESULT_KINDS:
        raise InvalidQuery(
            Text(
                "unknown result: choose from {results}, or none",
                results=", ".join(RESULT_KINDS[1:]),
            )
        )
    parts = ["folder = ?", PLAYED]
    values: list[object] = [int(query.deleted)]
    if query.game:
        parts.append("game = ?")
        values.append(query.game)
    if query.player:
        parts.append(f"EXISTS ({_PLAYS})")
        values.append(query.player)
    if query.result:
        results = _RESULTS_OF_PLAYER if query.player else _RESULTS
        parts.append(results[query.result])
        values += [query.player] * results[query.result].count("?")
    return " AND ".join(parts), values

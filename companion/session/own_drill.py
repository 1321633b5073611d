"""Drills from the players' own games: the search for one, and its result."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.games.registry import make
from companion.opponents.search_jobs import SearchJob, SearchResult

if TYPE_CHECKING:
    from companion.coach.drills import Drill


class NoOwnDrill(CompanionError, LookupError):
    """The logged games contain no position to practise."""


class DrillFound(SearchResult, frozen=True):
    """The result of a search through the logs of a game.

    Attributes:
        game: The name of the game.
        drill: The drill, or None.
        failed: Whether the search failed.
    """

    game: str
    drill: Drill | None
    failed: bool = False


def checked_drill(found: DrillFound) -> Drill:
    """Return the drill that was found.

    Raises:
        NoOwnDrill: If there is none, or the search failed.
    """
    if found.failed:
        raise NoOwnDrill(
            Text("looking through the logged games failed; the program's log says why")
        )
    if found.drill is None:
        raise NoOwnDrill(
            Text(
                "the newest logged games of {game} have no position with just one winning move: "
                "play some more",
                game=make(found.game).title,
            )
        )
    return found.drill


DrillFinder = Callable[[str, int], SearchJob]
"""A function that makes a job to look for a drill in the logs of the named game.

The job's result is a `DrillFound`. The number decides which drill is taken if there are several.
"""

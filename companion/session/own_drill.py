"""Drills from the players' own games: the search for one, and its result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.games.registry import make
from companion.learning.drills import Drill
from companion.rules import CompanionError
from companion.session.search import SearchJob, SearchResult
from companion.text import Text


class NoOwnDrill(CompanionError, LookupError):
    """The logged games contain no position to practise."""


@dataclass(frozen=True, slots=True)
class DrillFound(SearchResult):
    """The result of a search through the logs of a game: a drill, or None. failed: whether the
    search failed."""

    game: str
    drill: Drill | None
    failed: bool = False


def checked_drill(found: DrillFound) -> Drill:
    """The drill that was found. Raises NoOwnDrill if there is none."""
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
"""Makes a job that looks for a drill in the logs of the named game. Its result is a `DrillFound`.
The number decides which drill is taken if there are several."""

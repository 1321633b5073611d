"""What a session needs from the program around it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.base.jobs import Perform, immediately
from companion.device.ports.port import Report
from companion.opponents.roster import BUILT_IN, Roster
from companion.opponents.search_jobs import SearchResult, SearchRunner
from companion.protocol.commands import TryEngine
from companion.records.people_file import NoPeopleStore, PeopleStore
from companion.session.match.recorded import Journals
from companion.session.own_drill import DrillFinder
from companion.session.play.open_board import PortOpener
from companion.session.remote_play.remote_tables import NoRemoteTables, RemoteTables
from companion.session.tools import NoTools, ToolStarter, ToolUpdate

if TYPE_CHECKING:  # few configurations name an engine
    from companion.session.settings.chosen_engines import ChosenEngines


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """The functions and objects that the program provides to a session.

    Attributes:
        opener: Creates the port of a board.
        listen: Takes reports of ports, results of searches and updates of tools, from any thread,
            and passes them to `Session.handle`.
        journals: Where games are logged.
        seed: Creates seeds for the bag and for the computer.
        search: Runs searches.
        roster: The available computer players.
        engines: The engines of the configuration, for pages; None if it names none.
        try_engine: Tries one of them, and passes the outcome to `Session.handle`.
        tools: Starts the board maker's tools; by default, there are none.
        remote: Creates and joins tables with remote boards; by default, none.
        own_drills: Looks for drills in logged games; None if there are none.
        people: Keeps the people who play here; by default until the program ends.
        today: Returns the local date, such as 2026-11-28; the puzzle of the day depends on it.
        stop: Ends the program when a player chooses that on the board.
        perform: Performs what may take long, such as writing to a card; by default at once.
    """

    opener: PortOpener
    listen: Callable[[Report | SearchResult | ToolUpdate], None]
    journals: Journals
    seed: Callable[[], int]
    search: SearchRunner
    roster: Roster = BUILT_IN
    engines: ChosenEngines | None = None
    try_engine: Callable[[TryEngine], None] = lambda _: None
    tools: ToolStarter = NoTools()  # noqa: RUF009 - it has no state
    remote: RemoteTables = NoRemoteTables()  # noqa: RUF009 - it has no state
    own_drills: DrillFinder | None = None
    people: PeopleStore = NoPeopleStore()  # noqa: RUF009 - it has no state
    today: Callable[[], str] = lambda: "2000-01-01"
    stop: Callable[[], None] = lambda: None
    perform: Perform = immediately

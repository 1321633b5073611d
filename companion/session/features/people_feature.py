"""The people who play here: who they are, who plays now, and what each has solved."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.protocol import commands
from companion.protocol.views import PeopleView, PersonView
from companion.records.household import COLOURS, SIGNS, Household, Person
from companion.records.keeper import Keeper
from companion.rules import AnyGame, Seat
from companion.session.current_game import CurrentGame
from companion.session.features.feature import Feature, Features, Handler
from companion.session.match.opponents import Computers
from companion.session.player_names import NO_NAMES, Players

_log = logging.getLogger(__name__)


class PeopleFeature(Feature):
    """Keeps the household.

    Attributes:
        household: The people; another thread may read it.
    """

    def __init__(self, current: CurrentGame, others: Features) -> None:
        super().__init__(current, others)
        self._unread = self._told = Text()
        self._keeper = Keeper(current.services.people.save)
        try:
            self.household = current.services.people.load()
        except CompanionError as error:
            self.household = Household()
            self._unread = error.text
            _log.warning("%s", error.text)

    def obeys(self) -> Mapping[type, Handler]:
        """Return the handlers of the commands about people."""
        return {
            commands.Enrol: self._enrol,
            commands.Forget: lambda said, _: self.keep(self.household.without(said.name)),
            commands.Present: lambda said, _: self.keep(self.household.with_present(said.name)),
        }

    @property
    def unsaid(self) -> bool:
        """Whether pages have yet to be told that people could not be kept, or can be again."""
        return self._trouble != self._told

    @property
    def _trouble(self) -> Text:
        return self._keeper.trouble or self._unread

    @property
    def deadline(self) -> float | None:
        """When to try again to keep what could not be kept (seconds)."""
        return self._keeper.deadline

    def advance(self, at: float) -> None:
        """Try again to keep what could not be kept."""
        self._keeper.advance(at, self.current.services.perform)

    def close(self) -> None:
        """Try for the last time to keep what could not be kept."""
        self._keeper.close()

    @property
    def fields(self) -> Mapping[str, object]:
        """The people as a page shows them."""
        self._told = self._trouble
        people = tuple(PersonView(p.name, p.colour, p.sign) for p in self.household.people)
        view = PeopleView(people, self.household.present, COLOURS, SIGNS, self._trouble)
        return {"people": view}

    def players(self, game: AnyGame, computers: Computers) -> Players:
        """Return the names for a game that begins without any.

        If one person alone plays against the computer, or solves a puzzle, it is who plays now.
        """
        human = [Seat(seat) for seat in range(len(game.seats)) if Seat(seat) not in computers]
        here = self.household.present
        return {human[0]: here} if here and len(human) == 1 else NO_NAMES

    def note_solved(self, puzzle: str) -> None:
        """Note that the person who plays now has solved a puzzle today."""
        self.keep(self.household.with_solved(puzzle, self.current.services.today()))

    def keep(self, household: Household) -> None:
        """Keep other people, or what somebody has solved."""
        if household != self.household:
            self.household = household
            self._unread = Text()
            self._keeper.keep(household, self.current.services.perform)

    def _enrol(self, said: commands.Enrol, at: float) -> None:
        person = Person(said.name, said.colour, said.sign)
        changed = self.household.with_person(person, said.was)
        if not said.was and not self.household.people:
            # What was solved here so far was solved by the first who says a name.
            first = changed.people[0].name
            changed = Household(changed.people, first, {first: self.household.own})
        self.keep(changed)

"""The people who play at a board, and what each of them has solved.

A person is known by a name, a colour and a sign; there is no password. Games name players as text,
so a game counts for the person of that name, and for one who had that name formerly.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.base.errors import CompanionError
from companion.base.text import Text

COLOURS = ("red", "orange", "green", "teal", "blue", "violet", "brown", "grey")
"""The colours to choose from."""

SIGNS = ("star", "heart", "sun", "moon", "leaf", "fish", "house", "crown")
"""The signs to choose from."""

MOST_PEOPLE = 24
LONGEST_NAME = 40
"""The most characters of a name, as for a player in a log."""

_MOST_KEPT = 20_000  # puzzles of a person; more than one a day for fifty years


class InvalidPerson(CompanionError, ValueError):
    """A person cannot be added or changed; the message says what to enter."""


class Person(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who plays here.

    Attributes:
        name: The name, as in the logs.
        colour: One of `COLOURS`.
        sign: One of `SIGNS`.
        former: The names that the person had before.
    """

    name: str
    colour: str = COLOURS[0]
    sign: str = SIGNS[0]
    former: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Every name under which this person's games are logged."""
        return (self.name, *self.former)


class Progress(msgspec.Struct, frozen=True, omit_defaults=True):
    """What somebody has solved.

    Attributes:
        solved: The day, such as 2026-11-28, on which each puzzle was first solved.
        found: What was found of each puzzle that asks for many things, in the order found.
    """

    solved: Mapping[str, str] = {}
    found: Mapping[str, tuple[str, ...]] = {}


class Household(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everybody who plays at a board.

    Attributes:
        people: The people, in the order in which they were added.
        present: The name of the person who plays now if one plays alone; or empty.
        progress: What each has solved, by name; under an empty name, what was solved while nobody
            had said who plays.
    """

    people: tuple[Person, ...] = ()
    present: str = ""
    progress: Mapping[str, Progress] = {}

    def find(self, name: str) -> Person | None:
        """Return the person of that name, or of that former name if no other has it now."""
        key = same(name)
        for person in self.people:
            if same(person.name) == key:
                return person
        return self._with_former(name)

    def _with_former(self, name: str) -> Person | None:
        key = same(name)
        return next((p for p in self.people if key in map(same, p.former)), None)

    @property
    def own(self) -> Progress:
        """What the person who plays now has solved."""
        return self.progress.get(self.present, Progress())

    def with_person(self, person: Person, was: str = "") -> Household:
        """Add a person, or change one.

        Args:
            person: The person.
            was: The name of the person to change; empty for a new one.

        Raises:
            InvalidPerson: If that is not possible.
        """
        name = tidy(person.name)
        before = self._named(was) if was else None
        taken = [p for p in self.people if p is not before and same(p.name) == same(name)]
        if taken:
            raise InvalidPerson(
                Text("{name!r} is there already: choose another name", name=taken[0].name)
            )
        if before is None and len(self.people) >= MOST_PEOPLE:
            raise InvalidPerson(
                Text("there is room for {most} people: remove one first", most=MOST_PEOPLE)
            )
        for value, known in ((person.colour, COLOURS), (person.sign, SIGNS)):
            if value not in known:
                raise InvalidPerson(
                    Text(
                        "{value!r} is unknown: choose from {known}",
                        value=value,
                        known=", ".join(known),
                    )
                )
        earlier = self._with_former(name)
        if earlier is not None and earlier is not before:
            raise InvalidPerson(
                Text(
                    "{name!r} was the name of {now}, whose games still count under it: choose "
                    "another name",
                    name=name,
                    now=earlier.name,
                )
            )
        former = () if before is None else before.names
        made = Person(
            name,
            person.colour,
            person.sign,
            tuple(one for one in dict.fromkeys(former) if same(one) != same(name)),
        )
        if before is None:
            return msgspec.structs.replace(self, people=(*self.people, made))
        progress = dict(self.progress)
        if before.name in progress:
            progress[name] = progress.pop(before.name)
        return Household(
            tuple(made if p is before else p for p in self.people),
            name if self.present == before.name else self.present,
            progress,
        )

    def without(self, name: str) -> Household:
        """Remove a person, and what that person has solved; the games stay.

        Raises:
            InvalidPerson: If there is nobody of that name.
        """
        gone = self._named(name)
        progress = {who: what for who, what in self.progress.items() if who != gone.name}
        present = "" if self.present == gone.name else self.present
        return Household(tuple(p for p in self.people if p is not gone), present, progress)

    def with_present(self, name: str) -> Household:
        """Say who plays now; empty for nobody in particular.

        Raises:
            InvalidPerson: If there is nobody of that name.
        """
        return msgspec.structs.replace(self, present=self._named(name).name if name else "")

    def with_solved(self, puzzle: str, day: str) -> Household:
        """Note that the person who plays now has solved a puzzle; the first day counts."""
        own = self.own
        if puzzle in own.solved or len(own.solved) >= _MOST_KEPT:
            return self
        return self._with(msgspec.structs.replace(own, solved={**own.solved, puzzle: day}))

    def with_found(self, puzzle: str, found: tuple[str, ...]) -> Household:
        """Note what the person who plays now has found of a puzzle."""
        own = self.own
        if own.found.get(puzzle, ()) == found:
            return self
        return self._with(msgspec.structs.replace(own, found={**own.found, puzzle: found}))

    def _with(self, own: Progress) -> Household:
        return msgspec.structs.replace(self, progress={**self.progress, self.present: own})

    def _named(self, name: str) -> Person:
        key = same(name)
        found = next((p for p in self.people if same(p.name) == key), None)
        if found is None:
            raise InvalidPerson(Text("nobody is called {name!r} here", name=name))
        return found


def tidy(name: str) -> str:
    """Return a name without superfluous spaces.

    Raises:
        InvalidPerson: If nothing is left, or it is too long or not printable.
    """
    settled = " ".join(name.split())
    if not settled:
        raise InvalidPerson(Text("the name is empty: write a name"))
    if len(settled) > LONGEST_NAME or not settled.isprintable():
        raise InvalidPerson(
            Text(
                "the name {name!r} is too long or not printable: write at most {most} printable "
                "characters",
                name=settled[:LONGEST_NAME],
                most=LONGEST_NAME,
            )
        )
    return settled


def same(name: str) -> str:
    """Return what is equal for names that mean the same person: capitals and spaces are not."""
    return " ".join(name.split()).casefold()

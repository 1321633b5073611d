"""The file of the people who play at a board: `people.json`, beside the logs.

It never leaves the machine. A file of a later version is left alone; a damaged one is put aside
before another is written.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

import msgspec

from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.records.household import COLOURS, SIGNS, Household, InvalidPerson, Person
from companion.records.journal.disk import Disk
from companion.records.kept_file import KeptFile

PEOPLE_VERSION = 1
"""The version of the file."""

PEOPLE_NAME = "people.json"

_LARGEST = 4 << 20  # bytes


class PeopleFileError(CompanionError, OSError):
    """The file of people cannot be read or written."""


class PeopleStore(Protocol):
    """Keeps the people from one start of the program to the next."""

    def load(self) -> Household:
        """Return the people; nobody if none are kept.

        Raises:
            CompanionError: If they cannot be read.
        """

    def save(self, household: Household) -> None:
        """Keep the people.

        Raises:
            CompanionError: If that is impossible.
        """


class NoPeopleStore:
    """Keeps nothing: the people are forgotten when the program ends."""

    def load(self) -> Household:
        """Return nobody."""
        return Household()

    def save(self, household: Household) -> None:
        """Do nothing."""


class _Written(msgspec.Struct, frozen=True):
    version: int
    household: Household


class PeopleFile:
    """The file of people in a folder.

    Args:
        directory: The folder.
        disk: Knows where the folder's card is mounted.

    Attributes:
        path: The path of the file.
    """

    def __init__(self, directory: Path, disk: Disk | None = None) -> None:
        self.path = directory / PEOPLE_NAME
        self._file = KeptFile(
            self.path,
            disk or Disk(),
            _LARGEST,
            PeopleFileError,
            Text("people are remembered only until the program ends"),
        )

    def load(self) -> Household:
        """Return the people; nobody without a file.

        Raises:
            PeopleFileError: If the file cannot be read, is damaged, or has another version.
        """
        damaged = Text(
            "{file} is damaged: the people in it are not known; the next change puts it aside",
            file=self.path,
        )
        written = self._file.read_json(_Written, PEOPLE_VERSION, damaged)
        if written is None:
            return Household()
        try:
            return _checked(written.household)
        except InvalidPerson as error:
            self._file.refuse(
                Text(
                    "{file}: {problem}; the people in it are not known; the next change puts it "
                    "aside",
                    file=self.path,
                    problem=error.text,
                )
            )

    def save(self, household: Household) -> None:
        """Replace the file atomically.

        Raises:
            PeopleFileError: If that is impossible, or a file of another version would be lost.
        """
        self._file.write_json(_Written(PEOPLE_VERSION, household))


def _checked(household: Household) -> Household:
    """Return the people of a file that somebody may have edited, each with a known look.

    Raises:
        InvalidPerson: If a name cannot be one, or two people have it.
    """
    people = Household()
    for person in household.people:
        colour = person.colour if person.colour in COLOURS else COLOURS[0]
        sign = person.sign if person.sign in SIGNS else SIGNS[0]
        people = people.with_person(Person(person.name, colour, sign))
    known = zip(people.people, household.people, strict=True)
    kept = tuple(msgspec.structs.replace(one, former=was.former) for one, was in known)
    names = [person.name for person in kept]
    present = household.present if household.present in names else ""
    return Household(kept, present, household.progress)

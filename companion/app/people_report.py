"""What `companion people` prints: the people, their results, and who beat whom."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.base.text import Text, joined, plural, verbatim
from companion.protocol.library_messages import Family, PersonFacts
from companion.records.household import Household
from companion.records.journal.disk import Disk
from companion.session.view_builder import board_greeting


def people_report(
    directory: Path, household: Household, disk: Disk | None = None
) -> Iterator[Text]:
    """Yield the lines.

    Args:
        directory: The folder of the logs.
        household: The people with a profile.
        disk: Knows where the folder's card is mounted.
    """
    from companion.session.library.shelf import Library  # it needs SQLite, which may be missing

    library = Library(directory, board_greeting, disk=disk, people=lambda: household)
    try:
        while (family := library.family()).pending:
            pass
    finally:
        library.close()
    yield from _lines(family)


def _lines(family: Family) -> Iterator[Text]:
    if not family.people:
        yield Text("nobody is known by name: add people on the page, or name players in a game")
    for person in family.people:
        yield joined(": ", [verbatim(person.name), _in_short(person)])
        for met in person.opponents:
            if not met.level:
                name = verbatim(met.name) if met.name else Text("somebody without a name")
            else:
                name = Text("the computer, {level}", level=verbatim(met.level))
            score = _score(met.won, met.drawn, met.lost)
            yield Text("  against {opponent}: {score}", opponent=name, score=score)
        for each in person.levels:
            yield Text("  suits in {game}: {level}", game=each.title, level=verbatim(each.level))


def _in_short(person: PersonFacts) -> Text:
    said = [plural("{number} game", "{number} games", person.games)]
    if person.won or person.drawn or person.lost:
        said.append(_score(person.won, person.drawn, person.lost))
    if person.best_streak > 1:
        said.append(Text("{number} won in a row at most", number=person.best_streak))
    if person.solved:
        said.append(plural("{number} puzzle solved", "{number} puzzles solved", person.solved))
    return joined("; ", said)


def _score(won: int, drawn: int, lost: int) -> Text:
    return Text("{won} won, {drawn} drawn, {lost} lost", won=won, drawn=drawn, lost=lost)

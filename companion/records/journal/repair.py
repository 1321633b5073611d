"""The repair of a damaged journal: the sound part goes into a new file beside it.

The damaged file stays as it is. Sound are the intact lines before the first damage, as far as their
moves are possible. Moves after the damage are lost, even if their lines are intact: a missing line
before them may have been a move or a takeback.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from companion.base.text import Text, plural
from companion.records.journal import reader
from companion.records.journal.record import EndRecord, JournalError, MoveRecord, NoteRecord
from companion.records.journal.writer import Journal
from companion.rules import AnyGame


@dataclass(frozen=True, slots=True)
class Repair:
    """A repaired journal.

    Attributes:
        path: The new file.
        moves: The number of moves in it.
        lost: What it does not contain, one message each.
    """

    path: Path
    moves: int
    lost: tuple[Text, ...]


def repair(log: reader.GameLog, game: AnyGame) -> Repair | None:
    """Write the sound part of a journal into a new file beside it.

    If the game ended after the damage, the new journal ends as abandoned, so that it is never
    resumed.

    Returns:
        The new journal; None if nothing is damaged.

    Raises:
        JournalError: If not even the start position can be used, or nothing can be written.
    """
    kept, refused = reader.possible_records(log, game)
    lost = list(log.damage)
    if refused:
        lost.append(refused)
    if log.torn:
        lost.append(Text("{path}: the last line is incomplete", path=log.path))
    if not lost:
        return None
    later = [*log.records[kept:], *log.cut_off]
    moves = sum(isinstance(record, MoveRecord) for record in later)
    if moves:
        lost.append(
            plural(
                "{number} later move cannot be used", "{number} later moves cannot be used", moves
            )
        )
    journal = Journal.copy(log.path, log.lines[: 1 + kept])
    journal.append(NoteRecord(f"repaired from {log.path.name}"))
    if any(isinstance(record, EndRecord) for record in later):
        journal.append(EndRecord("ongoing", "abandoned"))
    if journal.warning:
        raise JournalError(journal.warning)
    sound = reader.read_log(journal.path)
    return Repair(journal.path, len(sound.moves), tuple(lost))

"""Looks up positions in the tables of Solomon's endings.

The program comes with one table, `solomon-5.table`, of all positions with two to five pieces.
Larger ones, made by `companion tables build`, are found in the program's data folder. An unusable
table is logged once, and ignored.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from platformdirs import user_data_path

from companion.games.solomon import Solomon
from companion.opponents.tables.layout import (
    DRAWN,
    SHIPPED_PIECES,
    mirrored,
    pattern,
    row_size,
    stored_sets,
)
from companion.opponents.tables.table_file import InvalidTable, TableFile

SHIPPED = Path(__file__).with_name(f"solomon-{SHIPPED_PIECES}.table")
"""The table that comes with the program."""

_log = logging.getLogger(__name__)


def table_folder() -> Path:
    """Return the folder where `companion tables build` puts its tables."""
    return user_data_path("board-companion", appauthor=False) / "tables"


def installed_paths() -> tuple[Path, ...]:
    """Return the table that comes with the program, and those in the data folder."""
    return SHIPPED, *sorted(table_folder().glob("*.table"))


class ExactValue(NamedTuple):
    """The value of a position for the player to move.

    Attributes:
        value: 1 for a win, 0 for a draw, -1 for a loss.
        plies: The length of the game if the winner hurries and the loser resists; None for a draw.
    """

    value: int
    plies: int | None

    @property
    def text(self) -> str:
        """The value for the player to move, in words."""
        if self.plies is None:
            return "draw"
        return f"{'wins' if self.value > 0 else 'loses'} in {self.plies}"


_ENDINGS = tuple(
    ExactValue(0, None) if value == DRAWN else ExactValue(1 if value % 2 == 0 else -1, value - 1)
    for value in range(256)
)


class EndingTables:
    """The endings of Solomon, as far as the tables reach. May be shared between threads.

    Args:
        paths: The tables, whose headers are read; where tables overlap, later ones take
            precedence.
    """

    def __init__(self, paths: Iterable[Path]) -> None:
        """Read the headers of these tables."""
        self._game = Solomon()
        # For each number of pieces, the tables that have it, the preferred one last.
        self._files: dict[int, tuple[TableFile, ...]] = {}
        self._starts: dict[tuple[Path, int], dict[int, int]] = {}
        for path in paths:
            try:
                file = TableFile(path)
            except InvalidTable as error:
                _log.warning("%s", error)
                continue
            for pieces in file.pieces:
                self._files[pieces] = (*self._files.get(pieces, ()), file)

    @classmethod
    def installed(cls) -> EndingTables:
        """Return the table that comes with the program, and those in the data folder."""
        return cls(installed_paths())

    @property
    def most(self) -> int:
        """The most pieces of a position that can be looked up; 0 without any table."""
        return max(self._files, default=0)

    def probe(self, position: int) -> ExactValue | None:
        """Return the value of a position of Solomon; None if no table has it."""
        return self.look_up(*self._game.seen_by_mover(position))

    def look_up(self, own: int, other: int, kings: int) -> ExactValue | None:
        """Look up a position as seen by the player to move, who goes up the board.

        Args:
            own: The points of the player's own pieces, as a set.
            other: The points of the opponent's pieces.
            kings: The points of the kings of both.
        """
        occupied = own | other
        pieces = occupied.bit_count()
        if not own or not other:
            return None if own or not other else _ENDINGS[1]
        image = mirrored(occupied)
        if image < occupied:
            own, kings, occupied = mirrored(own), mirrored(kings), image
        row = (pattern(own, occupied) - 1 << pieces) + pattern(kings, occupied)
        while files := self._files.get(pieces):
            file = files[-1]
            starts = self._starts.get((file.path, pieces)) or self._number(file, pieces)
            try:
                return _ENDINGS[file.read(starts[occupied] + row)]
            except InvalidTable as error:
                self._leave_out(file, error)
        return None

    def _number(self, file: TableFile, pieces: int) -> dict[int, int]:
        """Return the index in a table of the first position for each set of occupied points."""
        begin = file.begin(pieces)
        size = row_size(pieces)
        starts = {points: begin + size * i for i, points in enumerate(stored_sets(pieces))}
        self._starts[file.path, pieces] = starts
        return starts

    def _leave_out(self, file: TableFile, error: InvalidTable) -> None:
        """Drop this table from all further look-ups, in favour of another one, if there is any."""
        left = {
            pieces: tuple(each for each in files if each is not file)
            for pieces, files in self._files.items()
        }
        if left != self._files:
            self._files = {pieces: files for pieces, files in left.items() if files}
            _log.warning("%s", error)

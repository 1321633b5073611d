"""A kind of board: reed switches on the GPIO header in rows and columns, each with a diode."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from typing import ClassVar

from companion.base.extras import Remedies
from companion.base.text import Text, joined
from companion.device.ports.claims import (
    Claim,
    InvalidWiring,
    by_point,
    check_claims,
    header_pin,
    point_name,
)
from companion.device.ports.harness import PI_HEADER, Harness, plugged
from companion.device.ports.header_kind import HeaderKind, lgpio_remedy
from companion.device.ports.lamp_route import LampRoute, StripWiring
from companion.device.ports.matrix_gpio import MatrixWiring, column_name, row_name
from companion.device.ports.matrix_port import MatrixPort
from companion.device.ports.port import Port
from companion.device.ports.port_entry import ChangedDefault
from companion.device.ports.port_kind import Backends, PortKind, RawSwitches
from companion.device.ports.scanning import Cells
from companion.rules.geometry import Board

MATRIX_ROWS = (4, 5, 6, 12, 13, 16, 17, 27, 14)
"""The GPIO numbers of a matrix's rows; a smaller board uses the first ones. GPIO 2 and 3 are not
among them: with their I2C pull-ups, a full row may not get low enough."""

_FORMER_ROWS = ((2, 8, 2),)
"""Former defaults: the version of the configuration that ended each, the row, and its GPIO number
until then."""

MATRIX_COLUMNS: Mapping[str, tuple[int, ...]] = {
    "spi": tuple(range(18, 27)),
    "pwm": (7, *range(19, 27)),
}
"""The GPIO numbers of a matrix's columns, as `LampRoute.wired_as` says."""


class MatrixKind(HeaderKind, frozen=True):
    """Reed switches in rows and columns, each with a diode.

    Attributes:
        rows: The GPIO numbers of the rows; default: as in wiring.md.
        columns: The GPIO numbers of the columns; default: as in wiring.md.
        cells: The row and column of each point, counted from 0 along `rows` and `columns`, by the
            point's name; default: as the points lie on the board.
    """

    kind = "matrix"
    stand_in = "companion.testing.stand_ins:matrix"
    scanned = True
    diodes = True
    libraries: ClassVar[Mapping[str, Text]] = Remedies({"lgpio": lgpio_remedy})

    rows: tuple[int, ...] = ()
    columns: tuple[int, ...] = ()
    cells: dict[str, tuple[int, int]] = {}

    def wiring(self, strip: LampRoute, board: Board) -> MatrixWiring:
        rows, columns = self._lines(strip, board)
        cells = self._cells(board, len(rows), len(columns))
        return MatrixWiring(board.names, rows, columns, cells, self.button_pin, strip.wiring(board))

    def claims(self, strip: LampRoute, board: Board) -> Iterable[Claim]:
        rows, columns = self._lines(strip, board)
        for number, gpio in enumerate(rows):
            yield header_pin(gpio, row_name(number))
        for number, gpio in enumerate(columns):
            yield header_pin(gpio, column_name(number))
        yield from self.button_claims()

    def cells_of(self, strip: LampRoute, board: Board) -> Cells:
        return self.wiring(strip, board).cells

    def harness(self, strip: LampRoute, board: Board) -> Harness:
        made = self.wiring(strip, board)
        rows = [(row_name(number), gpio) for number, gpio in enumerate(made.rows)]
        columns = [(column_name(number), gpio) for number, gpio in enumerate(made.columns)]
        return plugged(PI_HEADER, (rows, columns), made.cells, made.button, strip.data_pin)

    def changed_defaults(self, physical: Board) -> Iterable[ChangedDefault]:
        for version, number, gpio in _FORMER_ROWS:
            if not self.rows and number < len(physical.rows):
                yield ChangedDefault(
                    version,
                    "[port] rows",
                    row_name(number),
                    header_pin(gpio, row_name(number)).place,
                    header_pin(MATRIX_ROWS[number], row_name(number)).place,
                )

    def open(self, strip: LampRoute, board: Board, backends: Backends) -> Port:
        return MatrixPort(self.wiring(strip, board), backends.clock)

    def raw(
        self, strip: LampRoute, lamps: StripWiring, board: Board, backends: Backends
    ) -> RawSwitches:
        rows, columns = self._lines(strip, board)
        crossings = tuple(product(range(len(rows)), range(len(columns))))
        if len(crossings) < board.size:
            raise InvalidWiring(
                Text(
                    "[port] rows, columns: {rows} × {columns} are too few for the {size} "
                    "points of the board {name}",
                    rows=len(rows),
                    columns=len(columns),
                    size=board.size,
                    name=board.name,
                )
            )
        names = tuple(_crossing(row, column) for row, column in crossings)
        wiring = MatrixWiring(names, rows, columns, crossings, self.button_pin, lamps)
        try:
            known = self._cells(board, len(rows), len(columns))
        except InvalidWiring:
            known = ()  # calibration finds them
        return RawSwitches(MatrixPort(wiring, backends.clock), names, crossings, known, "cells")

    def _lines(self, strip: LampRoute, board: Board) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the GPIO numbers of the rows and columns: as configured, or as in wiring.md."""
        columns = MATRIX_COLUMNS[strip.wired_as]
        return (
            self.rows or MATRIX_ROWS[: len(board.rows)],
            self.columns or columns[: max(map(len, board.rows))],
        )

    def _cells(self, board: Board, rows: int, columns: int) -> tuple[tuple[int, int], ...]:
        if not self.cells:
            return _as_it_lies(board, rows, columns)
        cells = by_point(self.cells, board, "[port] cells", Text("row and column"))
        for name, (row, column) in zip(board.names, cells, strict=True):
            if not 0 <= row < rows:
                raise InvalidWiring(
                    Text(
                        "[port] cells: point {name} has row {row}, but the rows go from 0 to "
                        "{last}",
                        name=name,
                        row=row,
                        last=rows - 1,
                    )
                )
            if not 0 <= column < columns:
                raise InvalidWiring(
                    Text(
                        "[port] cells: point {name} has column {column}, but the columns go from 0 "
                        "to {last}",
                        name=name,
                        column=column,
                        last=columns - 1,
                    )
                )
        check_claims(
            Claim(joined(": ", ["[port] cells", _crossing(*cell)]), point_name(name))
            for name, cell in zip(board.names, cells, strict=True)
        )
        return cells


def matrix_wiring(port: PortKind, strip: LampRoute, board: Board) -> MatrixWiring:
    """Return the wiring of a matrix.

    Raises:
        InvalidWiring: If the settings are not possible, or are those of another kind of board.
    """
    if not isinstance(port, MatrixKind):
        raise InvalidWiring(Text("the board is not a matrix"))
    return port.wiring(strip, board)


def _crossing(row: int, column: int) -> Text:
    return Text("row {row}, column {column}", row=row, column=column)


def _as_it_lies(board: Board, rows: int, columns: int) -> tuple[tuple[int, int], ...]:
    """Return the row and column of each point, as the points lie on the board."""
    for key, number, wanted in (
        ("rows", rows, len(board.rows)),
        ("columns", columns, max(map(len, board.rows))),
    ):
        if number < wanted:
            raise InvalidWiring(
                Text(
                    "[port] {key}: {number} are too few for the board {board}, which has "
                    "{wanted}; give more, or the row and column of every point in "
                    "[port.cells]",
                    key=key,
                    number=number,
                    board=board.name,
                    wanted=wanted,
                )
            )
    places = {p: (r, c) for r, row in enumerate(board.rows) for c, p in enumerate(row)}
    return tuple(place for _, place in sorted(places.items()))

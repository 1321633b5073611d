"""The sections `[port]` and `[strip]` of the configuration, and the wiring that they describe.

The board that is wired need not be the one that is played on: `drivers/part.py` finds the points
of a game's board on a larger one of wood.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeVar

import msgspec

from companion.geometry import Board
from companion.rules import CompanionError
from companion.rules.errors import nearest

HEADER = range(28)
"""The GPIO numbers on the 40-pin header of a Raspberry Pi."""

RESERVED = (0, 1)
"""These two read the memory of an add-on board while the Pi boots."""

SPI_PINS = range(7, 12)
"""What SPI0 takes when it is switched on: CE1, CE0, MISO, MOSI and SCLK; the lamps are on MOSI."""

MOST_SWITCHES = len(HEADER) - len(RESERVED)

MOST_SPI_PIXELS = 165
"""What fits into one transfer of 4096 bytes, spidev's limit: 24 bytes a pixel and 2 × 64 of reset.
A second transfer would leave a gap that the pixels take for the end of the frame."""

STAR_SWITCHES: Mapping[str, tuple[int, ...]] = {
    "spi": (2, 3, 4, 5, 6, 12, 13, *range(16, 28)),
    "pwm": (4, 5, 6, 7, 8, 9, 11, 12, 13, 16, 17, 19, 20, *range(22, 28)),
}
"""The GPIO numbers of the star's points 1 to 19, by the route to the lamps."""

MATRIX_ROWS = (4, 5, 6, 12, 13, 16, 17, 27, 2)
"""The GPIO numbers of a matrix's rows, of which a board takes as many as it has rows. GPIO 2, with
the pull-up of I2C, comes last: a row can bear it, and only the largest board needs it."""

MATRIX_COLUMNS: Mapping[str, tuple[int, ...]] = {
    "spi": tuple(range(18, 27)),
    "pwm": (7, *range(19, 27)),
}
"""The same of its columns, by the route to the lamps."""


T = TypeVar("T")


class InvalidWiring(CompanionError, ValueError):
    """Settings that no wiring can follow."""


class PortSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The section `[port]`: how the program meets the board.

    kind:     "simulated", a board on the page; "direct", reed switches on the GPIO header, each on
              a pin of its own; "matrix", the same in rows and columns, with a diode each; "pico",
              a board behind a Pico on USB.
    board:    the board of wood, "star" or "grid7" to "grid9", where games of smaller boards are to
              be played on a part of it; left out: the board of the game. The simulated board is
              always the game's.
    device:   the serial device of a Pico; left out: it is looked for.
    switches: the GPIO number of each point, by the point's name; left out: as in wiring.md. With a
              Pico, the number under which it reports the point; left out: in the board's order.
    rows, columns: the GPIO numbers of a matrix; left out: as in wiring.md.
    cells:    the row and the column of each point of a matrix, counted from 0 along `rows` and
              `columns`, by the point's name; left out: as the points lie on the board.
    button:   the GPIO number of the confirm button, or "none"; a Pico has it on a pin of its own.
    bounce:   whether simulated switches bounce as reeds do.
    scramble: how simulated switches and pixels are wired, by the seed of a shuffle, to rehearse
              `companion calibrate`; 0: each in its place. Only then do `switches`, and `pixels` of
              the strip, say something of a simulated board: the number of each in that wiring.
    """

    kind: Literal["simulated", "direct", "matrix", "pico"] = "simulated"
    board: Literal["", "star", "grid7", "grid8", "grid9"] = ""
    device: str = ""
    switches: dict[str, int] = {}
    rows: tuple[int, ...] = ()
    columns: tuple[int, ...] = ()
    cells: dict[str, tuple[int, int]] = {}
    button: int | Literal["none"] = 15
    bounce: bool = False
    scramble: int = 0


class StripSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The section `[strip]`: how the lamps of a board of wood are wired.

    route:  "spi" on GPIO 10, without root; "pwm" on `pin`, which wants root; "pico" with a board
            behind one; "none": no lamps.
    pin:    the GPIO number for the route "pwm".
    pixels: the pixel of each point, by the point's name, counted from 0 along the strip; left
            out: as `layout` and `first` say.
    layout: whether the strip follows the rows or the columns of the board, each from the same
            side, or as a serpentine: there and back.
    first:  the corner of the board at which the strip begins, by its point's name; left out: the
            board's first point.
    length: how many pixels the strip has; left out or 0: one a point.
    order:  in which order a pixel takes its colours.
    """

    route: Literal["spi", "pwm", "pico", "none"] = "spi"
    pin: int = 18
    pixels: dict[str, int] = {}
    layout: Literal["rows", "columns", "serpentine rows", "serpentine columns"] = "rows"
    first: str = ""
    length: int = 0
    order: Literal["RGB", "RBG", "GRB", "GBR", "BRG", "BGR"] = "GRB"


@dataclass(frozen=True, slots=True)
class StripWiring:
    """A strip of `length` pixels; `pixels[p]` is the one under point p."""

    route: str
    pin: int
    pixels: tuple[int, ...]
    length: int
    order: str


@dataclass(frozen=True, slots=True)
class Wiring:
    """A board on the GPIO header: `switches[p]` is the GPIO number of point p, named `names[p]`."""

    names: tuple[str, ...]
    switches: tuple[int, ...]
    button: int | None
    strip: StripWiring


@dataclass(frozen=True, slots=True)
class MatrixWiring:
    """A board whose reeds lie between rows and columns, each with a diode that lets current from
    its column to its row.

    rows, columns: GPIO numbers. cells: for each point, the place of its row in `rows` and of its
    column in `columns`.
    """

    names: tuple[str, ...]
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    cells: tuple[tuple[int, int], ...]
    button: int | None
    strip: StripWiring


def wiring(port: PortSettings, strip: StripSettings, board: Board) -> Wiring:
    """The wiring of a direct port; InvalidWiring, naming the setting, when there can be none."""
    switches = _switches(port, strip, board)
    users = _lamp_pins(strip)
    for name, gpio in zip(board.names, switches, strict=True):
        _claim(users, gpio, f"point {name}")
    button = _button(port, users)
    return Wiring(board.names, switches, button, strip_wiring(strip, board))


def matrix_wiring(port: PortSettings, strip: StripSettings, board: Board) -> MatrixWiring:
    """The wiring of a matrix; InvalidWiring, naming the setting, when there can be none."""
    rows, columns = matrix_lines(port, strip, board)
    if port.cells:
        cells = by_point(port.cells, board, "[port] cells", "row and column")
        _check_cells(cells, board, len(rows), len(columns))
    else:
        cells = _cells(board, len(rows), len(columns))
    users = _lamp_pins(strip)
    for what, pins in (("row", rows), ("column", columns)):
        for number, gpio in enumerate(pins):
            _claim(users, gpio, f"{what} {number}")
    button = _button(port, users)
    return MatrixWiring(board.names, rows, columns, cells, button, strip_wiring(strip, board))


def matrix_lines(
    port: PortSettings, strip: StripSettings, board: Board
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The GPIO numbers of a matrix's rows and of its columns: as configured, or as in wiring.md."""
    route = "pwm" if strip.route == "pwm" else "spi"
    return (
        port.rows or MATRIX_ROWS[: len(board.rows)],
        port.columns or MATRIX_COLUMNS[route][: max(map(len, board.rows))],
    )


def strip_wiring(strip: StripSettings, board: Board) -> StripWiring:
    """The wiring of the lamps; InvalidWiring, naming the setting, when there can be none."""
    length = _length(strip, board)
    return StripWiring(
        route=strip.route,
        pin=strip.pin,
        pixels=_pixels(strip, board, length),
        length=length,
        order=strip.order,
    )


def _lamp_pins(strip: StripSettings) -> dict[int, str]:
    """The GPIO numbers that the lamps take, each with its user."""
    users: dict[int, str] = {}
    if strip.route == "spi":
        users = dict.fromkeys(SPI_PINS, 'the lamps ([strip] route "spi")')
    elif strip.route == "pwm":
        _claim(users, strip.pin, "the lamps ([strip] pin)")
    elif strip.route == "pico":
        raise InvalidWiring(
            '[strip] route: "pico" is for a board behind a Pico ([port] kind = "pico"); choose '
            '"spi", "pwm" or "none"'
        )
    return users


def _button(port: PortSettings, users: dict[int, str]) -> int | None:
    if port.button == "none":
        return None
    _claim(users, port.button, "the button")
    return port.button


def _cells(board: Board, rows: int, columns: int) -> tuple[tuple[int, int], ...]:
    """The rows and columns as the points lie on the board."""
    for what, number, wanted in (
        ("rows", rows, len(board.rows)),
        ("columns", columns, max(map(len, board.rows))),
    ):
        if number < wanted:
            raise InvalidWiring(
                f"[port] {what}: {number} are too few for the board {board.name}, which has "
                f"{wanted}; give more, or the row and column of every point in [port.cells]"
            )
    places = {p: (r, c) for r, row in enumerate(board.rows) for c, p in enumerate(row)}
    return tuple(place for _, place in sorted(places.items()))


def take_place(users: dict[str, str], key: str, place: str, name: str) -> None:
    """Give a place to a point, by their names; InvalidWiring when another point has it."""
    if place in users:
        raise InvalidWiring(
            f"{key}: {place} is used twice: by point {users[place]} and by point {name}"
        )
    users[place] = name


def _check_cells(cells: tuple[tuple[int, int], ...], board: Board, rows: int, columns: int) -> None:
    users: dict[str, str] = {}
    for name, (row, column) in zip(board.names, cells, strict=True):
        for what, number, count in (("row", row, rows), ("column", column, columns)):
            if not 0 <= number < count:
                raise InvalidWiring(
                    f"[port] cells: point {name} has {what} {number}, but the {what}s go from 0 "
                    f"to {count - 1}"
                )
        take_place(users, "[port] cells", f"row {row}, column {column}", name)


def _switches(port: PortSettings, strip: StripSettings, board: Board) -> tuple[int, ...]:
    if board.size > MOST_SWITCHES:
        raise InvalidWiring(
            f"the board {board.name} has {board.size} points, the GPIO header takes "
            f"{MOST_SWITCHES} switches at most; wire them in rows and columns ([port] kind = "
            '"matrix"), or play on the simulated board'
        )
    if not port.switches:
        if board.name != "star":
            raise InvalidWiring(
                f"[port] switches: the board {board.name} has no default; "
                "give the GPIO number of every point"
            )
        return STAR_SWITCHES["pwm" if strip.route == "pwm" else "spi"]
    return by_point(port.switches, board, "[port] switches", "GPIO number")


def by_point(given: Mapping[str, T], board: Board, setting: str, what: str) -> tuple[T, ...]:
    """What a setting gives to every point; InvalidWiring for a point too many or too few."""
    for name in given:
        if name not in board.index:
            raise InvalidWiring(
                f"{setting}: the board {board.name} has no point "
                f"{name!r}{nearest(name, board.names)}"
            )
    for name in board.names:
        if name not in given:
            raise InvalidWiring(f"{setting}: point {name} is missing; give its {what}")
    return tuple(given[name] for name in board.names)


def _claim(users: dict[int, str], gpio: int, user: str) -> None:
    if gpio in RESERVED:
        raise InvalidWiring(
            f"GPIO {gpio}, given to {user}, is reserved for the memory of add-on boards; "
            f"choose from 2 to {HEADER[-1]}"
        )
    if gpio not in HEADER:
        raise InvalidWiring(
            f"GPIO {gpio}, given to {user}, is not on the header; choose from 2 to {HEADER[-1]}"
        )
    if gpio in users:
        raise InvalidWiring(
            f"GPIO {gpio} is used twice: by {users[gpio]} and by {user}; give one of them another"
        )
    users[gpio] = user


def _length(strip: StripSettings, board: Board) -> int:
    length = strip.length or board.size
    if length < board.size:
        raise InvalidWiring(
            f"[strip] length: {length} pixels are too few for the {board.size} points of the "
            f"board {board.name}"
        )
    if strip.route == "spi" and length > MOST_SPI_PIXELS:
        raise InvalidWiring(
            f'[strip] length: the route "spi" takes {MOST_SPI_PIXELS} pixels at most, not {length}'
        )
    return length


def _laid(strip: StripSettings, board: Board) -> tuple[int, ...]:
    """The pixel of each point when the strip runs over the board as `layout` and `first` say."""
    lines = board.rows
    corners = [board.names[line[end]] for line in (lines[0], lines[-1]) for end in (0, -1)]
    first = strip.first or corners[0]
    if first not in corners:
        raise InvalidWiring(
            f"[strip] first: {first!r} is no corner of the board {board.name}; choose from "
            + ", ".join(dict.fromkeys(corners))
        )
    corner = corners.index(first)
    lines = tuple(line[:: -1 if corner % 2 else 1] for line in lines[:: -1 if corner > 1 else 1])
    if strip.layout.endswith("columns"):
        if len(set(map(len, lines))) > 1:
            raise InvalidWiring(
                f"[strip] layout: the board {board.name} has no columns; choose rows or "
                "serpentine rows"
            )
        lines = tuple(zip(*lines, strict=True))
    turns = strip.layout.startswith("serpentine")
    along = [p for i, line in enumerate(lines) for p in (line[::-1] if turns and i % 2 else line)]
    return tuple(along.index(p) for p in board.index.values())


def _pixels(strip: StripSettings, board: Board, length: int) -> tuple[int, ...]:
    if not strip.pixels:
        return _laid(strip, board)
    pixels = by_point(strip.pixels, board, "[strip] pixels", "place on the strip")
    users: dict[str, str] = {}
    for name, pixel in zip(board.names, pixels, strict=True):
        if not 0 <= pixel < length:
            raise InvalidWiring(
                f"[strip] pixels: point {name} has pixel {pixel}, but the strip's pixels go from "
                f"0 to {length - 1}; [strip] length makes it longer"
            )
        take_place(users, "[strip] pixels", f"pixel {pixel}", name)
    return pixels

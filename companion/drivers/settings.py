"""The sections `[port]` and `[strip]` of the configuration, and the wiring that they describe.

The board that is wired need not be the one that is played on: `drivers/sub_board.py` finds the
points of a game's board on a larger physical board.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeVar

import msgspec

from companion.drivers.pixel_timing import PixelTiming, TimingName, pixel_timing
from companion.geometry import Board
from companion.rules import CompanionError
from companion.rules.errors import nearest
from companion.text import Text

HEADER = range(28)
"""The GPIO numbers on the 40-pin header of a Raspberry Pi."""

RESERVED = (0, 1)
"""These two read the ID EEPROM of an add-on board (HAT) while the Pi boots."""

SPI_PINS = range(7, 12)
"""The pins that SPI0 uses when it is enabled: CE1, CE0, MISO, MOSI and SCLK. The lamps are on
MOSI."""

MAX_GPIO_SWITCHES = len(HEADER) - len(RESERVED)

STAR_SWITCHES: Mapping[str, tuple[int, ...]] = {
    "spi": (2, 3, 4, 5, 6, 12, 13, *range(16, 28)),
    "pwm": (4, 5, 6, 7, 8, 9, 11, 12, 13, 16, 17, 19, 20, *range(22, 28)),
}
"""The GPIO numbers of the star's points 1 to 19, by the route to the lamps."""

DIRECT_SWITCHES: Mapping[str, Mapping[str, tuple[int, ...]]] = {"star": STAR_SWITCHES}
"""The same for every board that wiring.md wires with one pin per switch, by the board's name."""

MATRIX_ROWS = (4, 5, 6, 12, 13, 16, 17, 27, 14)
"""The GPIO numbers of a matrix's rows; a smaller board uses the first ones. GPIO 2 and 3 are not
among them: with their I2C pull-ups, a full row may not get low enough."""

MATRIX_COLUMNS: Mapping[str, tuple[int, ...]] = {
    "spi": tuple(range(18, 27)),
    "pwm": (7, *range(19, 27)),
}
"""The GPIO numbers of a matrix's columns, by the route to the lamps."""

LONGEST_STRIP = 10_000
"""Pixels of a strip, by any route; sending a frame to them takes a third of a second."""

T = TypeVar("T")


class InvalidWiring(CompanionError, ValueError):
    """Settings that describe no possible wiring."""


class PortSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The section `[port]`: how the board is connected.

    kind:     "simulated": a board on the page; "direct": reed switches on the GPIO header, each on
              its own pin; "matrix": reed switches in rows and columns, each with a diode; "pico": a
              board connected through a Pico on USB.
    board:    the physical board, "star", "grid7" to "grid9" or one of an installed package, if
              games on smaller boards are to be played on part of it; default: the game's board. The
              simulated board is always the game's.
    device:   the serial device of a Pico; default: search for it.
    switches: the GPIO number of each point, by the point's name; default: as in wiring.md. With a
              Pico, the number under which it reports the point; default: in the board's order.
    rows, columns: the GPIO numbers of a matrix; default: as in wiring.md.
    cells:    the row and column of each point of a matrix, counted from 0 along `rows` and
              `columns`, by the point's name; default: as the points lie on the board.
    button:   the GPIO number of the confirm button, or "none"; a Pico has its own pin for it.
    bounce:   whether simulated switches bounce as reeds do.
    scramble: the seed that shuffles the wiring of simulated switches and pixels, to practise
              `companion calibrate`; 0: not shuffled. Only a shuffled simulated board uses
              `switches` and the strip's `pixels`: their numbers in that wiring.
    """

    kind: Literal["simulated", "direct", "matrix", "pico"] = "simulated"
    board: str = ""
    device: str = ""
    switches: dict[str, int] = {}
    rows: tuple[int, ...] = ()
    columns: tuple[int, ...] = ()
    cells: dict[str, tuple[int, int]] = {}
    button: int | Literal["none"] = 15
    bounce: bool = False
    scramble: int = 0


class StripSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The section `[strip]`: how the lamps of a physical board are wired.

    route:  "spi": on GPIO 10, without root; "pwm": on `pin`, needs root; "pico": on the Pico that
            the board is connected through; "none": no lamps.
    pin:    the GPIO number for the route "pwm".
    pixels: the pixel of each point, by the point's name, counted from 0 along the strip; default:
            as `layout` and `first` say.
    layout: whether the strip follows the rows or the columns of the board, each from the same
            side, or as a serpentine: there and back.
    first:  the corner of the board where the strip begins, by its point's name; default: the
            board's first point.
    length: how many pixels the strip has; default (or 0): one for each point.
    order:  the colour order of a pixel.
    timing: the kind of the pixels, for the route "spi"; default ("auto"): a timing that suits most,
            with the longest reset for which there is room. The other routes have one for all kinds.
    """

    route: Literal["spi", "pwm", "pico", "none"] = "spi"
    pin: int = 18
    pixels: dict[str, int] = {}
    layout: Literal["rows", "columns", "serpentine rows", "serpentine columns"] = "rows"
    first: str = ""
    length: int = 0
    order: Literal["RGB", "RBG", "GRB", "GBR", "BRG", "BGR"] = "GRB"
    timing: TimingName = "auto"


@dataclass(frozen=True, slots=True)
class StripWiring:
    """A strip of `length` pixels; `pixels[p]` is the one under point p."""

    route: str
    pin: int
    pixels: tuple[int, ...]
    length: int
    order: str
    timing: PixelTiming


@dataclass(frozen=True, slots=True)
class DirectWiring:
    """A board on the GPIO header: `switches[p]` is the GPIO number of point p, named `names[p]`."""

    names: tuple[str, ...]
    switches: tuple[int, ...]
    button: int | None
    strip: StripWiring


@dataclass(frozen=True, slots=True)
class MatrixWiring:
    """A board with its reeds in a matrix, each with a diode that lets current flow from its column
    to its row.

    rows, columns: GPIO numbers. cells: for each point, the place of its row in `rows` and of its
    column in `columns`.
    """

    names: tuple[str, ...]
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    cells: tuple[tuple[int, int], ...]
    button: int | None
    strip: StripWiring


def direct_wiring(port: PortSettings, strip: StripSettings, board: Board) -> DirectWiring:
    """Return the wiring of a direct port. Raises InvalidWiring, naming the setting, if the settings
    are not possible."""
    switches = _switches(port, strip, board)
    users = _lamp_pins(strip)
    for name, gpio in zip(board.names, switches, strict=True):
        _claim_pin(users, gpio, Text("point {name}", name=name))
    button = _button(port, users)
    return DirectWiring(board.names, switches, button, strip_wiring(strip, board))


def matrix_wiring(port: PortSettings, strip: StripSettings, board: Board) -> MatrixWiring:
    """Return the wiring of a matrix. Raises InvalidWiring, naming the setting, if the settings are
    not possible."""
    rows, columns = matrix_lines(port, strip, board)
    if port.cells:
        cells = by_point(port.cells, board, "[port] cells", Text("row and column"))
        _check_cells(cells, board, len(rows), len(columns))
    else:
        cells = _cells(board, len(rows), len(columns))
    users = _lamp_pins(strip)
    for number, gpio in enumerate(rows):
        _claim_pin(users, gpio, row_name(number))
    for number, gpio in enumerate(columns):
        _claim_pin(users, gpio, column_name(number))
    button = _button(port, users)
    return MatrixWiring(board.names, rows, columns, cells, button, strip_wiring(strip, board))


def matrix_lines(
    port: PortSettings, strip: StripSettings, board: Board
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the GPIO numbers of a matrix's rows and columns: as configured, or as in wiring.md."""
    route = "pwm" if strip.route == "pwm" else "spi"
    return (
        port.rows or MATRIX_ROWS[: len(board.rows)],
        port.columns or MATRIX_COLUMNS[route][: max(map(len, board.rows))],
    )


def row_name(number: int) -> Text:
    """Return what a row is called."""
    return Text("row {number}", number=number)


def column_name(number: int) -> Text:
    """Return what a column is called."""
    return Text("column {number}", number=number)


def strip_wiring(strip: StripSettings, board: Board) -> StripWiring:
    """Return the wiring of the lamps. Raises InvalidWiring, naming the setting, if the settings are
    not possible."""
    length = _length(strip, board)
    return StripWiring(
        route=strip.route,
        pin=strip.pin,
        pixels=_pixels(strip, board, length),
        length=length,
        order=strip.order,
        timing=pixel_timing(strip.timing, length),
    )


def _lamp_pins(strip: StripSettings) -> dict[int, Text]:
    """Return the GPIO numbers that the lamps use, each with a description."""
    users: dict[int, Text] = {}
    if strip.route == "spi":
        users = dict.fromkeys(SPI_PINS, Text('the lamps ([strip] route "spi")'))
    elif strip.route == "pwm":
        _claim_pin(users, strip.pin, Text("the lamps ([strip] pin)"))
    elif strip.route == "pico":
        raise InvalidWiring(
            Text(
                '[strip] route: "pico" is for a board on a Pico ([port] kind = "pico"); '
                'choose "spi", "pwm" or "none"'
            )
        )
    return users


def _button(port: PortSettings, users: dict[int, Text]) -> int | None:
    if port.button == "none":
        return None
    _claim_pin(users, port.button, Text("the button"))
    return port.button


def _cells(board: Board, rows: int, columns: int) -> tuple[tuple[int, int], ...]:
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


def claim_place(users: dict[str, str], key: str, place: Text, name: str) -> None:
    """Assign a place to a point, both by name. Raises InvalidWiring if another point has it."""
    if place in users:
        raise InvalidWiring(
            Text(
                "{key}: {place} is used twice: for point {other} and for point {name}",
                key=key,
                place=place,
                other=users[place],
                name=name,
            )
        )
    users[place] = name


def _check_cells(cells: tuple[tuple[int, int], ...], board: Board, rows: int, columns: int) -> None:
    users: dict[str, str] = {}
    for name, (row, column) in zip(board.names, cells, strict=True):
        if not 0 <= row < rows:
            raise InvalidWiring(
                Text(
                    "[port] cells: point {name} has row {row}, but the rows go from 0 to {last}",
                    name=name,
                    row=row,
                    last=rows - 1,
                )
            )
        if not 0 <= column < columns:
            raise InvalidWiring(
                Text(
                    "[port] cells: point {name} has column {column}, but the columns go from 0 to "
                    "{last}",
                    name=name,
                    column=column,
                    last=columns - 1,
                )
            )
        place = Text("row {row}, column {column}", row=row, column=column)
        claim_place(users, "[port] cells", place, name)


def _switches(port: PortSettings, strip: StripSettings, board: Board) -> tuple[int, ...]:
    if board.size > MAX_GPIO_SWITCHES:
        raise InvalidWiring(
            Text(
                "the board {board} has {size} points, the GPIO header takes "
                "{limit} switches at most; wire them in rows and columns "
                '([port] kind = "matrix"), or play on the simulated board',
                board=board.name,
                size=board.size,
                limit=MAX_GPIO_SWITCHES,
            )
        )
    if not port.switches:
        if board.name not in DIRECT_SWITCHES:
            raise InvalidWiring(
                Text(
                    "[port] switches: the board {board} has no default; give the GPIO "
                    "number of every point",
                    board=board.name,
                )
            )
        return DIRECT_SWITCHES[board.name]["pwm" if strip.route == "pwm" else "spi"]
    return by_point(port.switches, board, "[port] switches", Text("GPIO number"))


def by_point(given: Mapping[str, T], board: Board, setting: str, what: Text) -> tuple[T, ...]:
    """Return a setting's value for every point. Raises InvalidWiring for an unknown or a missing
    point."""
    for name in given:
        if name not in board.index:
            raise InvalidWiring(
                Text(
                    "{setting}: the board {board} has no point {name!r}{hint}",
                    setting=setting,
                    board=board.name,
                    name=name,
                    hint=nearest(name, board.names),
                )
            )
    for name in board.names:
        if name not in given:
            raise InvalidWiring(
                Text(
                    "{setting}: point {name} is missing; give its {what}",
                    setting=setting,
                    name=name,
                    what=what,
                )
            )
    return tuple(given[name] for name in board.names)


def _claim_pin(users: dict[int, Text], gpio: int, user: Text) -> None:
    if gpio in RESERVED:
        raise InvalidWiring(
            Text(
                "GPIO {gpio}, used for {user}, is reserved for the EEPROM of add-on boards; choose "
                "from 2 to {last}",
                gpio=gpio,
                user=user,
                last=HEADER[-1],
            )
        )
    if gpio not in HEADER:
        raise InvalidWiring(
            Text(
                "GPIO {gpio}, used for {user}, is not on the header; choose from 2 to {last}",
                gpio=gpio,
                user=user,
                last=HEADER[-1],
            )
        )
    if gpio in users:
        raise InvalidWiring(
            Text(
                "GPIO {gpio} is used twice: for {one} and for {other}; change one of them",
                gpio=gpio,
                one=users[gpio],
                other=user,
            )
        )
    users[gpio] = user


def _length(strip: StripSettings, board: Board) -> int:
    length = strip.length or board.size
    if length < board.size:
        raise InvalidWiring(
            Text(
                "[strip] length: {length} pixels are too few for the {size} points of "
                "the board {board}",
                length=length,
                size=board.size,
                board=board.name,
            )
        )
    if length > LONGEST_STRIP:
        raise InvalidWiring(
            Text(
                "[strip] length: {length} pixels are too many; choose {limit} at most",
                length=length,
                limit=LONGEST_STRIP,
            )
        )
    longest = pixel_timing(strip.timing, length).longest
    if strip.route == "spi" and length > longest:
        raise InvalidWiring(
            Text(
                '[strip] length: the route "spi" takes {limit} pixels at most, not {length}',
                limit=longest,
                length=length,
            )
        )
    return length


def _laid(strip: StripSettings, board: Board) -> tuple[int, ...]:
    """Return the pixel of each point of a strip that follows `layout` and `first`."""
    lines = board.rows
    corners = [board.names[line[end]] for line in (lines[0], lines[-1]) for end in (0, -1)]
    first = strip.first or corners[0]
    if first not in corners:
        raise InvalidWiring(
            Text(
                "[strip] first: {first!r} is not a corner of the board {board}; choose from "
                "{corners}",
                first=first,
                board=board.name,
                corners=", ".join(dict.fromkeys(corners)),
            )
        )
    corner = corners.index(first)
    lines = tuple(line[:: -1 if corner % 2 else 1] for line in lines[:: -1 if corner > 1 else 1])
    if strip.layout.endswith("columns"):
        if not board.columns:
            raise InvalidWiring(
                Text(
                    "[strip] layout: the board {board} has no columns; choose rows or "
                    "serpentine rows",
                    board=board.name,
                )
            )
        lines = tuple(zip(*lines, strict=True))
    turns = strip.layout.startswith("serpentine")
    along = [p for i, line in enumerate(lines) for p in (line[::-1] if turns and i % 2 else line)]
    return tuple(along.index(p) for p in board.index.values())


def _pixels(strip: StripSettings, board: Board, length: int) -> tuple[int, ...]:
    if not strip.pixels:
        return _laid(strip, board)
    pixels = by_point(strip.pixels, board, "[strip] pixels", Text("place on the strip"))
    users: dict[str, str] = {}
    for name, pixel in zip(board.names, pixels, strict=True):
        if not 0 <= pixel < length:
            raise InvalidWiring(
                Text(
                    "[strip] pixels: point {name} has pixel {pixel}, but the strip's "
                    "pixels go from 0 to {last}; [strip] length makes it longer",
                    name=name,
                    pixel=pixel,
                    last=length - 1,
                )
            )
        claim_place(users, "[strip] pixels", Text("pixel {pixel}", pixel=pixel), name)
    return pixels

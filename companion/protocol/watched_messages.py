"""Messages from the program to guests, who may only watch; each carries its name in `type`.

They are an allow list: `watched_view.py` fills in every field by name, so nothing that is added to
the messages of pages reaches a guest by itself. `Watching` comes first; `WatchedBoard` and
`WatchedAway` make everything before them obsolete.
"""

from __future__ import annotations

import msgspec

from companion.base.text import Text
from companion.protocol import MESSAGES_VERSION
from companion.protocol.views import AreaView, PieceView, PointView, ShineView


class _Message(msgspec.Struct, frozen=True, tag_field="type"):
    pass


class Watching(_Message, frozen=True, tag="watching"):
    """The connection is open.

    Attributes:
        version: The version of these messages; a page of another version reloads itself.
        shell: The version of the page's files; a page made of others reloads itself.
    """

    version: int = MESSAGES_VERSION
    shell: str = ""


class WatchedBoard(_Message, frozen=True, tag="board"):
    """The board, the game on it and its players.

    Attributes:
        title: The title of the game.
        seats: The names of the seats.
        players: The names of the people, by seat, as far as they are known.
        computers: The seats that the computer plays, and its level for each.
        colours: The colours of the seats.
        board: The name of the board.
        style: How the board is drawn; see `geometry.Board`.
        points: The points of the board.
        areas: The areas that are set apart; points are indices into `points`.
        lines: The lines; points likewise.
        palaces: The points with a special mark, likewise.
        pieces: The pieces of the game.
    """

    title: str
    seats: tuple[str, ...]
    players: dict[int, str]
    computers: dict[int, str]
    colours: tuple[str, ...]
    board: str
    style: str
    points: tuple[PointView, ...]
    areas: tuple[AreaView, ...]
    lines: tuple[tuple[int, ...], ...]
    palaces: tuple[int, ...]
    pieces: tuple[PieceView, ...]


class WatchedMove(msgspec.Struct, frozen=True):
    """A ply: the seat that made it, or -1 for chance, and its notation."""

    seat: int
    text: str


class WatchedPosition(_Message, frozen=True, tag="game"):
    """The position and the last moves.

    Attributes:
        preparing: Whether the pieces are still being set up.
        turn: The seat to act; None when the game is over.
        outcome: The outcome as in the rules: ongoing, win 0, draw, …
        stacks: The texts of the pieces on every point, bottom first.
        sensed: Whether a switch senses a piece, point by point.
        last: The points (indices) of the last move.
        told: The last ply in words.
        plies: The number of plies so far.
        moves: The last of them.
    """

    preparing: bool
    turn: int | None
    outcome: str
    stacks: tuple[tuple[str, ...], ...]
    sensed: tuple[bool, ...]
    last: tuple[int, ...]
    told: Text
    plies: int
    moves: tuple[WatchedMove, ...]


class WatchedClock(_Message, frozen=True, tag="clock"):
    """The clock, at the moment when this is sent; until then, a game has none.

    Attributes:
        control: The time control, as a text.
        left: The seconds that each seat has left; 0 or less if its time is over.
        running: The seat whose time is running, or None.
        shares: Whether the time that one seat uses goes to the others, as in an hourglass.
    """

    control: str
    left: tuple[float, ...]
    running: int | None
    shares: bool


class WatchedLamps(_Message, frozen=True, tag="shining"):
    """The meaning of the lamps from now on, and their light; without hints, menus and puzzles.

    Attributes:
        shines: The lamps, by meaning.
        elapsed: The part of the rhythm (ms) that is over.
        frames: Whether the colours come only with `WatchedFrame`.
    """

    shines: tuple[ShineView, ...]
    elapsed: int
    frames: bool


class WatchedFrame(_Message, frozen=True, tag="lamps"):
    """A frame: RRGGBB for each point, joined; dark where a lamp is not for guests."""

    rgb: str


class WatchedAway(_Message, frozen=True, tag="away"):
    """There is no board at present; `WatchedBoard` will follow."""


WatchedMessage = (
    Watching
    | WatchedBoard
    | WatchedPosition
    | WatchedClock
    | WatchedLamps
    | WatchedFrame
    | WatchedAway
)
"""The messages to a guest."""

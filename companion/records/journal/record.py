"""The records of a journal: one header, then the events of the game in order."""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.base.errors import CompanionError

FORMAT = 4
"""The format version that this program writes. It reads all versions up to this one.

Version 1 had no computers. Before version 3 there was no clock, and every takeback undid at least
one ply. Before version 4 players had no names.
"""


class JournalError(CompanionError, ValueError):
    """A journal that cannot be read or replayed; the message names the file and the line."""


class _Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    pass


class Header(_Record, frozen=True, kw_only=True, tag="head"):
    """The first line: everything needed to replay the game.

    Attributes:
        format: The version of the format.
        game: The name of the game in the registry.
        options: The options as the registry takes them; every option is listed, as text.
        seats: The names of the seats, in turn order.
        seeds: The random seeds, by purpose.
        started: Local date and time, ISO 8601.
        program: The version of the program that wrote it.
        position: The text of the start position.
        computers: The seats that the computer plays, each with its level.
        clock: The text of the time control; empty without a clock.
        players: The names of the people who play, by seat, as far as they are known.
    """

    format: int = FORMAT
    game: str
    options: dict[str, str]
    seats: tuple[str, ...]
    seeds: dict[str, int] = {}
    started: str
    program: str
    position: str
    computers: dict[int, str] = {}
    clock: str = ""
    players: dict[int, str] = {}


class MoveRecord(_Record, frozen=True, tag="move", omit_defaults=True):
    """A move.

    Attributes:
        text: Its text.
        seat: The seat that acted; -1 for chance.
        at: The seconds since the start.
        left: The seconds that each seat had left after it; empty without a clock.
    """

    text: str
    seat: int
    at: float
    left: tuple[float, ...] = ()


class TakebackRecord(_Record, frozen=True, tag="back"):
    """Some plies were taken back, and any resignation or agreed draw; with 0 plies, only that."""

    plies: int


class EndRecord(_Record, frozen=True, tag="end"):
    """The game ended: the outcome's text, and how it ended."""

    outcome: str
    how: Literal["rules", "repetition", "resigned", "agreed", "time", "abandoned"]


class NoteRecord(_Record, frozen=True, tag="note"):
    """A remark that is not part of the game, such as a resumption or a fault."""

    text: str


AWAITED = NoteRecord("the board is being set up")
"""From here on, changes on the board are not moves."""
SET_UP = NoteRecord("the board is set up")
"""The board shows the position; from here on, changes are moves."""

EventRecord = MoveRecord | TakebackRecord | EndRecord | NoteRecord
Record = Header | EventRecord


def least_format(record: EventRecord) -> int:
    """Return the lowest format that knows a record; programs that read only lower ones do not."""
    match record:
        case TakebackRecord(plies=0) | EndRecord(how="time"):
            return 3
        case MoveRecord(left=left) if left:
            return 3
        case _:
            return 1

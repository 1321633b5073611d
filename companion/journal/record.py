"""What a journal's lines say: one head, then what happened, in order."""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.rules import CompanionError

FORMAT = 2
"""The version of the format that this program writes. It reads all versions up to this one: in 1
there were no computers."""


class JournalError(CompanionError, ValueError):
    """A journal that cannot be read or played again; the message names the file and the line."""


class _Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    pass


class Head(_Record, frozen=True, kw_only=True, tag="head"):
    """The first line: everything that has to be known to play the game again.

    game, options: as the registry takes them; every option is there, as text.
    seats:         the names of the seats, in turn order.
    seeds:         the seeds of what draws lots, by what they are for.
    started:       local date and time, ISO 8601.
    program:       the version of the program that wrote it.
    position:      the text of the start position.
    computers:     the seats that the computer plays, each with its level.
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


class Move(_Record, frozen=True, tag="move"):
    """A move was played: its text, the seat that acted (-1: chance), seconds since the start."""

    text: str
    seat: int
    at: float


class Back(_Record, frozen=True, tag="back"):
    """So many plies were taken back."""

    plies: int


class End(_Record, frozen=True, tag="end"):
    """The game ended: the outcome's text, and how it came about."""

    outcome: str
    how: Literal["rules", "repetition", "resigned", "agreed", "abandoned"]


class Note(_Record, frozen=True, tag="note"):
    """Something worth knowing that is no part of the game: resumed, trouble."""

    text: str


AWAITED = Note("the board is being set up")
"""What is on the board from now on is no move."""
SET_UP = Note("the board is set up")
"""The board shows the position; from now on what is moved counts."""

Entry = Move | Back | End | Note
Record = Head | Entry

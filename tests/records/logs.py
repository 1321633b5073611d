"""Folders of logs to make libraries of."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from companion.protocol.library_messages import Shelf, ShelfQuery
from companion.records.journal.codec import encode
from companion.records.journal.record import EventRecord, Header
from companion.session.library.shelf import Library
from companion.session.view_builder import board_greeting
from tests.records.journal.games import ENTRIES, head

ANNA = {0: "Anna", 1: "Ben"}


def write_log(
    folder: Path,
    minute: int = 0,
    *,
    records: Iterable[EventRecord] = ENTRIES,
    name: str = "",
    **changes: object,
) -> Path:
    """Write the log of a game that began at that minute. changes: of its header."""
    started = f"2026-11-20T15:{minute:02}:00"
    header: Header = msgspec.structs.replace(head(started=started), **changes)
    lines = [encode(n, record) for n, record in enumerate((header, *records))]
    path = folder / (name or f"2026-11-20-15{minute:02}00-{header.game}.jsonl")
    path.write_bytes(b"".join(lines))
    return path


def library(folder: Path) -> Library:
    return Library(folder, board_greeting)


def whole(shelves: Library, query: ShelfQuery = ShelfQuery()) -> Shelf:  # noqa: B008 - frozen
    """The first part of the list, once everything is indexed."""
    while (shelf := shelves.shelf(query, 0)).pending:
        pass
    return shelf


def files(shelf: Shelf) -> list[str]:
    return [entry.file for entry in shelf.entries]

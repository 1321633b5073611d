"""Logged games as relays take them: as text, and as PGN or another format where a game has it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

import msgspec

from companion.base.errors import CompanionError
from companion.records.game_formats import forms_for, written_in
from companion.records.journal.export import export
from companion.records.journal.reader import GameLog

TEXT = "txt"
"""The ending of files that hold games as text."""

_TAG = re.compile(r'\[(\w+)(?: [^"\]]*)? "')


def relayed(log: GameLog, tags: Mapping[str, str]) -> dict[str, str]:
    """Return a game in every form that it can be written in, by the ending of its file.

    The seeds are left out: of a game with a bag, they would tell what will be drawn.

    Args:
        log: The game, finished or not.
        tags: The tags to set, by name.
    """
    open_log = without_seeds(log)
    found = {TEXT: with_tags(export(open_log), tags)}
    for form in forms_for(log.head.game):
        with suppress(CompanionError):  # this game cannot be written in it
            written = written_in(open_log, form.lower())
            if written is not None:
                found[form.lower()] = with_tags(written, tags)
    return found


def without_seeds(log: GameLog) -> GameLog:
    """Return a log without the seeds of chance."""
    return replace(log, head=msgspec.structs.replace(log.head, seeds={}))


def with_tags(text: str, tags: Mapping[str, str]) -> str:
    """Return a game with its tags set; those that it lacks come after the ones that it has.

    Args:
        text: A game that begins with tags, each in brackets on a line of its own.
        tags: The values to set, by name.
    """
    lines = text.split("\n")
    count = next((i for i, line in enumerate(lines) if not _TAG.match(line)), len(lines))
    if count == 0:  # a format without tags
        return text
    left = dict(tags)
    head = []
    for line in lines[:count]:
        found = _TAG.match(line)
        name = "" if found is None else found[1]
        head.append(_tag(name, left.pop(name)) if name in left else line)
    head += [_tag(name, value) for name, value in left.items()]
    return "\n".join([*head, *lines[count:]])


def _tag(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'

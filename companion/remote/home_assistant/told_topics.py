"""The topics at which something was told, in a file: what is no longer told there is removed.

A topic is written down before anything is published there, and struck off after it was cleared.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import msgspec

from companion.base.files import read_regular, replace_file
from companion.base.json_text import InvalidJson, decode_json

_FILE = "home-assistant.json"
_LARGEST = 1 << 16  # bytes
_OWN = "board-companion/"


class _Told(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    topics: tuple[str, ...] = ()


class ToldTopics:
    """The topics of this board at the home's broker.

    Args:
        folder: The folder in which games are logged. If it is missing, nothing is written: its card
            may have been pulled.
    """

    def __init__(self, folder: Path) -> None:
        """Read the file; one that is missing or damaged has no topics."""
        self._path = folder / _FILE
        self.topics: tuple[str, ...] = ()
        with suppress(OSError, InvalidJson):
            stored = decode_json(read_regular(self._path, _LARGEST), _Told)
            self.topics = tuple(topic for topic in stored.topics if _is_ours(topic))

    def keep(self, topics: Iterable[str]) -> None:
        """Write down other topics, if they are others; no error if that is impossible."""
        new = tuple(topics)
        if new == self.topics:
            return
        self.topics = new
        with suppress(OSError):
            if new:
                replace_file(self._path, msgspec.json.encode(_Told(new)))
            else:
                self._path.unlink(missing_ok=True)


def _is_ours(topic: str) -> bool:
    """Whether this program may have written a topic: a damaged file must not clear others'."""
    if not topic.isprintable() or set(topic) & {"#", "+", " "}:
        return False
    return topic.startswith(_OWN) or (topic.endswith("/config") and topic.count("/") >= 4)

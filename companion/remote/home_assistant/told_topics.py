"""The topics at which something was told, in a file: what is no longer told there is removed.

A topic is written down before anything is published there, and struck off after it was cleared.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

import msgspec

from companion.base.files import read_regular, replace_file
from companion.base.json_text import InvalidJson, decode_json

_FILE = "home-assistant.json"
_LARGEST = 1 << 16  # bytes
_OWN = "board-companion/"
_DISCOVERY = re.compile(r".+/(device/[^/]+|(sensor|number)/[^/]+/[^/]+)/config")


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


class Farewell:
    """Clears topics in an order that Home Assistant takes without a complaint.

    What announces something goes first, since an entity cannot read an empty state. Home Assistant
    needs a moment to remove it, so at least a second passes before the rest is cleared.

    Args:
        topics: The topics.
        hand_over: Returns the message by which the entity of a discovery topic is handed over to
            another one; empty if the entity is to go.

    Attributes:
        topics: Those that are not cleared yet.
        standing: The messages to publish now.
    """

    def __init__(
        self, topics: Iterable[str], hand_over: Callable[[str], bytes] = lambda _: b""
    ) -> None:
        self.topics = tuple(topics)
        self.standing = {topic: hand_over(topic) for topic in self.topics if _announces(topic)}
        self._published = not self.standing

    def published(self) -> None:
        """Take note that the broker has the messages."""
        self._published = True
        if self.standing.keys() >= set(self.topics) and not any(self.standing.values()):
            self.topics, self.standing = (), {}

    def go_on(self) -> None:
        """Begin the next step, about a second after the last one was published."""
        if self._published and self.topics:
            handed_over = any(self.standing.values())
            self.standing = dict.fromkeys(self.standing if handed_over else self.topics, b"")
            self._published = False


def _announces(topic: str) -> bool:
    return _DISCOVERY.fullmatch(topic) is not None


def _is_ours(topic: str) -> bool:
    """Whether this program may have written a topic: a damaged file must not clear others'."""
    if not topic.isprintable() or set(topic) & {"#", "+", " "}:
        return False
    return topic.startswith(_OWN) or _announces(topic)

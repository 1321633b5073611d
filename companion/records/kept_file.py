"""A small file of what people have chosen, beside the logs, and when it may be replaced.

A file of another version is left alone. A damaged one is put aside before another is written; so is
one that somebody else has written meanwhile. What is on a card that was missing when it should have
been read is not replaced.
"""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path
from typing import NoReturn, TypeVar

import msgspec

from companion.base.errors import CompanionError
from companion.base.files import os_reason, read_regular, replace_file
from companion.base.json_text import InvalidJson, decode_json
from companion.base.text import Text
from companion.records.journal.disk import Disk

_T = TypeVar("_T")


class _Head(msgspec.Struct, frozen=True):
    version: int


class KeptFile:
    """The file of that name in a folder.

    Args:
        path: The path of the file.
        disk: Knows where the folder's card is mounted.
        largest: The most bytes that it may have.
        error: The class of the errors that this raises.
        otherwise: What is so if it cannot be written, such as that settings are forgotten.

    Attributes:
        path: The path of the file.
    """

    def __init__(
        self, path: Path, disk: Disk, largest: int, error: type[CompanionError], otherwise: Text
    ) -> None:
        self.path = path
        self._disk = disk
        self._largest = largest
        self._error = error
        self._otherwise = otherwise
        self._newer = Text()  # why the file must not be replaced
        self._damaged = False
        self._unread = False  # whether the card was missing, on which there may be a file
        self._known: bytes | None = None  # what this program has read or written

    def read(self) -> bytes | None:
        """Return what is in the file; None without one.

        Raises:
            CompanionError: If the file cannot be read. It is then damaged, unless its card is
                missing.
        """
        try:
            self._unread = True
            self._disk.check_mounted()
            self._unread = False
            self._known = read_regular(self.path, self._largest)
            return self._known
        except FileNotFoundError:
            return None
        except OSError as error:
            self._damaged = not self._unread
            raise self._error(
                Text("{file} cannot be read: {problem}", file=self.path, problem=os_reason(error))
            ) from None

    def refuse(self, problem: Text) -> NoReturn:
        """Raise an error: what was read is damaged, and is put aside before it is replaced."""
        self._damaged = True
        raise self._error(problem) from None

    def check_version(self, version: int, known: int) -> None:
        """Raise an error if the file has another version than this program reads and writes."""
        if version != known:
            self._newer = Text(
                "{file} has version {version}, and this program reads version {known}: update "
                "the program, or delete the file",
                file=self.path,
                version=version,
                known=known,
            )
            raise self._error(self._newer)

    def read_json(self, kind: type[_T], known: int, damaged: Text) -> _T | None:
        """Return what is in a file of JSON that says its version; None without a file.

        Args:
            kind: The class of the whole.
            known: The version that this program reads.
            damaged: What is said of a file that is damaged.

        Raises:
            CompanionError: If the file cannot be read, is damaged, or has another version.
        """
        data = self.read()
        if data is None:
            return None
        try:
            self.check_version(decode_json(data, _Head).version, known)
            return decode_json(data, kind)
        except InvalidJson:
            self.refuse(damaged)

    def write_json(self, value: msgspec.Struct) -> None:
        """Replace the file atomically by JSON that people can read.

        Raises:
            CompanionError: If that is impossible, or what is there would be lost.
        """
        self.replace(msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n")

    def replace(self, data: bytes) -> None:
        """Replace the file atomically.

        Raises:
            CompanionError: If that is impossible, or what is there would be lost.
        """
        if self._newer:
            raise self._error(self._newer)
        try:
            self._replace(data)
        except OSError as error:
            if isinstance(error, CompanionError):
                raise
            raise self._error(
                Text(
                    "{otherwise}: {file} cannot be written ({problem})",
                    otherwise=self._otherwise,
                    file=self.path,
                    problem=os_reason(error),
                )
            ) from None

    def _replace(self, data: bytes) -> None:
        self._disk.check_mounted()
        if self._unread and self.path.exists():
            raise self._error(
                Text(
                    "{file} was not read, because its card was missing: start the program again",
                    file=self.path,
                )
            )
        if self._damaged:
            self._put_aside("damaged")
            self._damaged = False
        elif self._is_strange():
            self._put_aside("other")
        replace_file(self.path, data)
        self._known = data

    def _is_strange(self) -> bool:
        """Return whether there is a file that this program has neither read nor written."""
        try:
            return read_regular(self.path, self._largest) != self._known
        except FileNotFoundError:
            return False
        except OSError:
            return True

    def _put_aside(self, why: str) -> None:
        """Rename the file, beside others that were put aside."""
        name = f"{self.path.name}.{why}"
        paths = (self.path.with_name(f"{name}-{n}" if n > 1 else name) for n in count(1))
        self.path.replace(next(path for path in paths if not os.path.lexists(path)))

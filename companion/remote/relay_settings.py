"""The section `[relay]` of the configuration: where games are written and sent, move by move."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from companion.base.errors import CompanionError
from companion.base.files import os_reason, read_regular
from companion.base.text import Text
from companion.base.toml import shown
from companion.remote.short_name import check_short_name

_LARGEST_PASSWORD = 1 << 12
_LONGEST = 100  # characters of a tag, and of the user
_LONGEST_ADDRESS = 1000


class InvalidRelay(CompanionError, ValueError):
    """Invalid settings of a relay; the message names the key and the value."""


class RelaySettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The section `[relay]`.

    Attributes:
        folder: The folder that the files are written to; empty for none.
        push: The address that they are sent to by HTTP PUT, as WebDAV takes it: one that ends with
            a slash is a folder, any other takes the game being played alone. Empty for none.
        user: The user there; empty for none.
        password_file: A file whose first line is the password.
        name: The name of the files, without their ending.
        event: The tag `Event`: the tournament or evening.
        site: The tag `Site`: the place.
        round: The tag `Round`.
        board: The tag `Board`: the number of the board.
    """

    folder: str = ""
    push: str = ""
    user: str = ""
    password_file: str = ""
    name: str = "board"
    event: str = ""
    site: str = ""
    round: str = ""
    board: str = ""

    @property
    def enabled(self) -> bool:
        """Whether there is anything to write or to send."""
        return bool(self.folder or self.push)

    @property
    def tags(self) -> Mapping[str, str]:
        """The tags that are set, by name."""
        tags = {"Event": self.event, "Site": self.site, "Round": self.round, "Board": self.board}
        return {name: value for name, value in tags.items() if value}

    @property
    def folder_path(self) -> Path | None:
        """The folder as a path; None for none."""
        return Path(self.folder).expanduser() if self.folder else None

    def address(self, file: str) -> str:
        """Return the address that a file of the game being played, or of all, is sent to."""
        return f"{self.push}{file}" if self.push.endswith("/") else self.push

    def check(self) -> None:
        """Raise InvalidRelay if a setting is not valid; no file is read."""
        check_short_name("relay.name", self.name, "board-3", InvalidRelay)
        if self.push and not _is_address(self.push):
            raise InvalidRelay(
                Text(
                    "relay.push is {value}; write an address such as "
                    "'https://example.org/relay/board-3.pgn', without a user",
                    value=shown(self.push),
                )
            )
        for key in ("user", "event", "site", "round", "board"):
            value = getattr(self, key)
            if len(value) > _LONGEST or not value.isprintable():
                raise InvalidRelay(
                    Text(
                        "relay.{key} is {value}; write at most {limit} printable characters",
                        key=key,
                        value=shown(value),
                        limit=_LONGEST,
                    )
                )
        if self.user and not self.push:
            raise InvalidRelay(
                Text("relay.user is set, but relay.push is not: write the address, too")
            )
        if self.password_file and not self.user:
            raise InvalidRelay(
                Text("relay.password_file is set, but relay.user is not: write the user, too")
            )
        try:
            self.folder_path  # noqa: B018 - the home directory is looked up
        except RuntimeError as error:
            raise InvalidRelay(
                Text("relay.folder is {value}: {problem}", value=shown(self.folder), problem=error)
            ) from None

    def password(self) -> str:
        """Return the password; empty without one.

        Raises:
            InvalidRelay: If the file cannot be read.
        """
        if not self.password_file:
            return ""
        try:
            data = read_regular(Path(self.password_file).expanduser(), _LARGEST_PASSWORD)
            return data.decode().partition("\n")[0].rstrip("\r")
        except (OSError, RuntimeError, UnicodeDecodeError) as error:
            problem = (
                os_reason(error) if isinstance(error, OSError) else Text("it is not readable text")
            )
            raise InvalidRelay(
                Text(
                    "relay.password_file is {value}: {problem}",
                    value=shown(self.password_file),
                    problem=problem,
                )
            ) from None


def _is_address(text: str) -> bool:
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return False
    return (
        len(text) <= _LONGEST_ADDRESS
        and parts.scheme in ("http", "https")
        and bool(parts.hostname)
        and port != 0
        and parts.username is None
        and parts.path.startswith("/")
        and not parts.fragment
        and text.isascii()
        and text.isprintable()
        and " " not in text
    )

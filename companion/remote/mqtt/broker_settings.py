"""The section `[remote]` of the configuration: the broker over which boards far apart play."""

from __future__ import annotations

from pathlib import Path

import msgspec

from companion.base.errors import CompanionError
from companion.base.files import os_reason, read_regular
from companion.base.text import Text
from companion.base.toml import shown

NO_BROKER = Text(
    'no broker is configured: name one in board.toml, as in [remote] host = "broker.example.org"'
)
"""What is said where remote players are wanted, and no broker is configured."""

_PLAIN_PORT, _TLS_PORT = 1883, 8883
_LARGEST_PASSWORD = 1 << 12
_LONGEST_HOST = 253
_LONGEST_USER = 200


class InvalidBroker(CompanionError, ValueError):
    """Invalid settings of a broker; the message names the key and the value."""


class RemoteSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The section `[remote]`.

    Attributes:
        host: The broker's name or address; if empty, there are no tables with other boards.
        port: Its port; 0 for the usual ones, 8883 with TLS and 1883 without.
        tls: Whether the connection is encrypted. Moves are sealed in any case; user, password and
            the times of play are not.
        ca: A file with the trusted certificates, instead of the system's.
        cert: A file with this board's certificate, for a broker that wants one.
        key: The file with the private key of `cert`; if empty, it is in the same file.
        user: The user; empty for none.
        password_file: A file whose first line is the password.
    """

    host: str = ""
    port: int = 0
    tls: bool = False
    ca: str = ""
    cert: str = ""
    key: str = ""
    user: str = ""
    password_file: str = ""

    @property
    def broker(self) -> str:
        """The broker, as host and port."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.actual_port}"

    @property
    def actual_port(self) -> int:
        """The port to connect to."""
        return self.port or (_TLS_PORT if self.tls else _PLAIN_PORT)

    def check(self) -> None:
        """Raise InvalidBroker if a setting is not valid; no file is read."""
        if not 0 <= self.port <= 65535:
            raise InvalidBroker(
                Text("remote.port is {port}; choose from 0 to 65535", port=shown(self.port))
            )
        if len(self.host) > _LONGEST_HOST or any(
            not letter.isprintable() or letter in " /@" for letter in self.host
        ):
            raise InvalidBroker(
                Text(
                    "remote.host is {value}; write the broker's name or address alone, such as "
                    "'broker.example.org'",
                    value=shown(self.host),
                )
            )
        if len(self.user) > _LONGEST_USER or not self.user.isprintable():
            raise InvalidBroker(
                Text(
                    "remote.user is {value}; write at most {limit} printable characters",
                    value=shown(self.user),
                    limit=_LONGEST_USER,
                )
            )
        if self.password_file and not self.user:
            raise InvalidBroker(
                Text("remote.password_file is set, but remote.user is not: write the user, too")
            )
        if self.ca and not self.tls:
            raise InvalidBroker(
                Text("remote.ca is set, but remote.tls is not: write 'tls = true', too")
            )
        if self.cert and not self.tls:
            raise InvalidBroker(
                Text("remote.cert is set, but remote.tls is not: write 'tls = true', too")
            )
        if self.key and not self.cert:
            raise InvalidBroker(
                Text("remote.key is set, but remote.cert is not: write the certificate, too")
            )

    def require(self) -> None:
        """Raise InvalidBroker if these settings name no broker, or are not valid."""
        self.check()
        if not self.host:
            raise InvalidBroker(NO_BROKER)

    def password(self) -> str | None:
        """Return the password, or None without one.

        Raises:
            InvalidBroker: If the file cannot be read.
        """
        if not self.password_file:
            return None
        try:
            data = read_regular(Path(self.password_file).expanduser(), _LARGEST_PASSWORD)
            return data.decode().partition("\n")[0].rstrip("\r")
        except (OSError, RuntimeError, UnicodeDecodeError) as error:
            raise InvalidBroker(
                Text(
                    "remote.password_file is {value}: {problem}",
                    value=shown(self.password_file),
                    problem=read_problem(error),
                )
            ) from None


def read_problem(error: Exception) -> Text:
    """Return why the text of a file cannot be read."""
    if isinstance(error, OSError):
        return os_reason(error)
    return Text("it is not readable text")

"""The trust in a broker with TLS, and what a broker's refusal looks like there."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from companion.base.files import read_regular
from companion.base.text import Text
from companion.base.toml import shown
from companion.remote.mqtt.broker_settings import InvalidBroker, RemoteSettings, read_problem

_LARGEST_CERTIFICATES = 1 << 20  # bytes


def trust(settings: RemoteSettings) -> ssl.SSLContext | None:
    """Return the context that checks a connection with TLS, or None without TLS.

    It shows the broker this board's certificate, if there is one.

    Raises:
        InvalidBroker: If the certificates or the key cannot be read.
    """
    if not settings.tls:
        return None
    try:
        ca = str(Path(settings.ca).expanduser()) if settings.ca else None
        context = ssl.create_default_context(cafile=ca)
        context.sslsocket_class = _ClosedIfRefused
    except (OSError, RuntimeError) as error:  # an SSLError is an OSError
        raise InvalidBroker(
            Text(
                "remote.ca is {value}: {problem}",
                value=shown(settings.ca),
                problem=Text("it has no certificates")
                if isinstance(error, ssl.SSLError)
                else read_problem(error),
            )
        ) from None
    _identify(context, settings)
    return context


def _identify(context: ssl.SSLContext, settings: RemoteSettings) -> None:
    """Load this board's certificate and key. Raises InvalidBroker."""
    if not settings.cert:
        return
    cert = _readable("remote.cert", settings.cert)
    key = _readable("remote.key", settings.key) if settings.key else cert
    try:
        context.load_cert_chain(cert, key, password=_no_pass_phrase)
    except (ssl.SSLError, OSError) as error:
        reason = getattr(error, "reason", None) or ""
        if "MISMATCH" in reason:
            problem = Text("the key does not belong to this certificate; check remote.key")
        else:
            problem = Text(
                "no certificate and private key can be read; write PEM files, the key in remote.key"
            )
        raise InvalidBroker(
            Text("remote.cert is {value}: {problem}", value=shown(settings.cert), problem=problem)
        ) from None
    except InvalidBroker as error:
        raise InvalidBroker(
            Text(
                "{name} is {value}: {problem}",
                name="remote.key" if settings.key else "remote.cert",
                value=shown(settings.key or settings.cert),
                problem=error.text,
            )
        ) from None


class _ClosedIfRefused(ssl.SSLSocket):
    """A socket that is closed if the handshake fails; the MQTT library leaves it open.

    With TLS 1.3, a broker refuses a certificate after the handshake: `refusal` is the error that
    came then, which the library keeps to itself.
    """

    refusal: ssl.SSLError | None = None

    def recv(self, buflen: int = 1024, flags: int = 0) -> bytes:
        with self._noted():
            return super().recv(buflen, flags)

    def send(self, data: Any, flags: int = 0) -> int:
        try:
            return super().send(data, flags)
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            raise
        except OSError:  # the broker has left: its last word may say why
            with suppress(OSError), self._noted():
                super().recv(1)
            raise

    @contextmanager
    def _noted(self) -> Iterator[None]:
        try:
            yield
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            raise
        except ssl.SSLError as error:
            self.refusal = error
            raise

    def do_handshake(self, block: bool = False) -> None:
        try:
            super().do_handshake(block)
        except BaseException:
            self.close()
            raise


def _readable(name: str, value: str) -> str:
    """Return the path of a file that can be read. Raises InvalidBroker, with the setting's name."""
    try:
        path = Path(value).expanduser()
        read_regular(path, _LARGEST_CERTIFICATES)
    except (OSError, RuntimeError) as error:
        raise InvalidBroker(
            Text(
                "{name} is {value}: {problem}",
                name=name,
                value=shown(value),
                problem=read_problem(error),
            )
        ) from None
    return str(path)


def _no_pass_phrase() -> str:
    """Refuse a key that is locked: the library would ask for its pass phrase at the terminal."""
    raise InvalidBroker(
        Text("the private key has a pass phrase; store it without one, readable by you alone")
    )

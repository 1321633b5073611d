"""The faults of a connection to a broker, each in one line."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable

from companion.base.files import os_reason
from companion.base.text import Text, verbatim
from companion.remote.mqtt.broker_settings import RemoteSettings

_BAD_LOGIN = (134, 135)  # MQTT 5, 3.2.2.2: bad user name or password; not authorized
_OTHER_PROTOCOL = (132,)  # unsupported protocol version
_FULL = (136, 137, 151, 159)  # unavailable; busy; quota exceeded; connection rate exceeded


_CLIENT_ALERTS = (
    "CERTIFICATE_REQUIRED",
    "ALERT_UNKNOWN_CA",
    "ALERT_BAD_CERTIFICATE",
    "ALERT_CERTIFICATE_EXPIRED",
    "ALERT_CERTIFICATE_REVOKED",
    "ALERT_CERTIFICATE_UNKNOWN",
    "ALERT_UNSUPPORTED_CERTIFICATE",
    "ALERT_HANDSHAKE_FAILURE",  # up to TLS 1.2, if none is shown
)
"""Parts of OpenSSL's names of the alerts with which a server refuses a client's certificate."""


_BY_DATE: dict[int, Callable[[str, str], Text]] = {  # by OpenSSL's number of what is wrong
    9: lambda broker, today: Text(
        "the certificate of the broker {broker} is not valid yet: this computer's clock says "
        "{today}; set the clock, or wait until it has set itself over the network",
        broker=broker,
        today=today,
    ),
    10: lambda broker, today: Text(
        "the certificate of the broker {broker} has expired: this computer's clock says {today}; "
        "if that is wrong, set the clock; if not, the broker needs a new certificate",
        broker=broker,
        today=today,
    ),
}
"""The faults of a certificate that depend on the date, for which the clock may be to blame."""


def connect_trouble(settings: RemoteSettings, error: Exception, today: str) -> Text:
    """Return why no connection was made.

    Args:
        settings: The broker.
        error: The exception of the library, or of the network.
        today: The date by this computer's clock.
    """
    broker = settings.broker
    if isinstance(error, ssl.SSLCertVerificationError) and error.verify_code in _BY_DATE:
        return _BY_DATE[error.verify_code](broker, today)
    if isinstance(error, ssl.SSLCertVerificationError):
        return Text(
            "the broker {broker} has a certificate that is not trusted ({problem}); check "
            "remote.host, remote.ca and this computer's date",
            broker=broker,
            problem=error.verify_message,
        )
    if isinstance(error, ssl.SSLError) and wants_certificate(error):
        return certificate_refusal(settings)
    refused = isinstance(error, ConnectionResetError) and settings.tls  # of what is no greeting
    if isinstance(error, ssl.SSLError) or refused:
        return Text(
            "the broker {broker} does not speak TLS; check remote.port and remote.tls",
            broker=broker,
        )
    if isinstance(error, socket.gaierror):
        return Text(
            "the broker {broker} is not found; check remote.host and the network", broker=broker
        )
    if isinstance(error, TimeoutError):
        return Text(
            "the broker {broker} does not answer; check remote.host, remote.port and the network",
            broker=broker,
        )
    if isinstance(error, ConnectionRefusedError):
        return Text("no broker runs at {broker}; check remote.host and remote.port", broker=broker)
    if isinstance(error, OSError):
        return Text(
            "the broker {broker} cannot be reached: {problem}",
            broker=broker,
            problem=os_reason(error),
        )
    return no_broker(settings)


def wants_certificate(error: ssl.SSLError) -> bool:
    """Whether a broker refuses this board's certificate, or that it has none."""
    return any(alert in (getattr(error, "reason", None) or "") for alert in _CLIENT_ALERTS)


def certificate_refusal(settings: RemoteSettings) -> Text:
    """Return the fault that the broker wants another client certificate, or any."""
    if not settings.cert:
        return Text(
            "the broker {broker} wants a client certificate; set remote.cert and remote.key",
            broker=settings.broker,
        )
    return Text(
        "the broker {broker} refuses this board's certificate; check remote.cert: whether its "
        "authority is the broker's, and its dates",
        broker=settings.broker,
    )


def no_broker(settings: RemoteSettings) -> Text:
    """Return the fault that another server answers instead of a broker."""
    if settings.tls:
        return Text(
            "what answers at {broker} is no MQTT broker; check remote.port", broker=settings.broker
        )
    return Text(
        "what answers at {broker} is no MQTT broker, or wants TLS; check remote.port and "
        "remote.tls",
        broker=settings.broker,
    )


def login_refusal(settings: RemoteSettings, code: int, words: str) -> Text:
    """Return why the broker refused the connection.

    Args:
        settings: The broker.
        code: MQTT's reason code.
        words: The name of the reason code.
    """
    broker = settings.broker
    if code in _BAD_LOGIN:
        if not settings.user:
            return Text(
                "the broker {broker} wants a user and a password; set remote.user and "
                "remote.password_file",
                broker=broker,
            )
        return Text(
            "the broker {broker} refuses the user or the password; check remote.user and "
            "remote.password_file",
            broker=broker,
        )
    if code in _OTHER_PROTOCOL:
        return Text("the broker {broker} is too old: it does not know MQTT 5", broker=broker)
    if code in _FULL:
        return Text("the broker {broker} is busy or full; this is tried again", broker=broker)
    return Text(
        "the broker {broker} refuses the connection: {problem}",
        broker=broker,
        problem=verbatim(words),
    )


def lost(settings: RemoteSettings) -> Text:
    """Return the fault that the connection is lost."""
    return Text(
        "the connection to the broker {broker} is lost; this is tried again",
        broker=settings.broker,
    )


def too_large(settings: RemoteSettings, limit: int) -> Text:
    """Return the fault that the broker sent a packet of more than `limit` bytes."""
    return Text(
        "the broker {broker} sent a message larger than {limit} MB; it was not read, and the "
        "connection is tried again",
        broker=settings.broker,
        limit=limit // 1_000_000,
    )


def forbidden(settings: RemoteSettings, topic: str) -> Text:
    """Return the fault that the broker does not allow a topic."""
    return Text(
        "the broker {broker} does not let this user read and write {topic}; its owner has to "
        "allow it",
        broker=settings.broker,
        topic=topic,
    )

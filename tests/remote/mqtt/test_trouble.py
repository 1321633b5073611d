"""What is wrong with a broker or its settings is said in one line that says what to do."""

from __future__ import annotations

import socket
import ssl
from pathlib import Path

import pytest

from companion.remote.mqtt import trouble
from companion.remote.mqtt.broker_settings import InvalidBroker, RemoteSettings
from companion.remote.mqtt.tables import join
from companion.remote.mqtt.tls import trust
from companion.remote.table.seat_link import PairingDelayed, PairingReport
from tests.ports import free_port
from tests.remote.mqtt.broker import Mosquitto, password_file
from tests.remote.mqtt.people import Reports, refusal

PLAIN = RemoteSettings(host="broker.example.org")
TLS = RemoteSettings(host="broker.example.org", tls=True, user="anna")


def _untrusted() -> ssl.SSLCertVerificationError:
    error = ssl.SSLCertVerificationError(1, "certificate verify failed")
    error.verify_message = "self-signed certificate"
    error.verify_code = 18
    return error


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (_untrusted(), "certificate that is not trusted (self-signed certificate)"),
        (ssl.SSLError(1, "wrong version number"), "does not speak TLS"),
        (socket.gaierror(-2, "Name or service not known"), "is not found"),
        (TimeoutError(), "does not answer"),
        (ConnectionRefusedError(), "no broker runs at broker.example.org:1883"),
        (OSError(101, "Network is unreachable"), "cannot be reached: Network is unreachable"),
        (ValueError("?"), "is no MQTT broker, or wants TLS"),
    ],
)
def test_why_no_connection_was_made(error: Exception, said: str) -> None:
    text = trouble.connect_trouble(PLAIN, error, "2015-01-01")
    assert said in text
    assert "\n" not in text


@pytest.mark.parametrize(
    ("settings", "code", "said"),
    [
        (PLAIN, 134, "wants a user and a password; set remote.user"),
        (TLS, 135, "refuses the user or the password"),
        (PLAIN, 132, "is too old"),
        (PLAIN, 137, "is busy or full"),
        (PLAIN, 128, "refuses the connection: Unspecified error"),
    ],
)
def test_why_a_broker_refuses(settings: RemoteSettings, code: int, said: str) -> None:
    assert said in trouble.login_refusal(settings, code, "Unspecified error")


def test_something_else_answers_over_tls() -> None:
    assert "is no MQTT broker; check remote.port" in trouble.no_broker(TLS)
    assert "does not let this user" in trouble.forbidden(TLS, "companion/1/x")


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (RemoteSettings(port=70000), "remote.port is 70000"),
        (RemoteSettings(host="a b"), "remote.host is 'a b'"),
        (RemoteSettings(host="x", ca="ca.pem"), "remote.ca is set, but remote.tls is not"),
        (RemoteSettings(), "no broker is configured"),
    ],
)
def test_settings_that_make_no_sense(settings: RemoteSettings, said: str) -> None:
    with pytest.raises(InvalidBroker) as caught:
        settings.require()
    assert said in str(caught.value)


def test_files_that_cannot_be_used(tmp_path: Path) -> None:
    missing = str(tmp_path / "none")
    with pytest.raises(InvalidBroker, match=r"remote\.password_file is"):
        RemoteSettings(host="x", user="a", password_file=missing).password()
    garbage = tmp_path / "garbage"
    garbage.write_bytes(b"\xff\xfe")
    with pytest.raises(InvalidBroker, match="it is not readable text"):
        RemoteSettings(host="x", user="a", password_file=str(garbage)).password()
    with pytest.raises(InvalidBroker, match="it has no certificates"):
        trust(RemoteSettings(host="x", tls=True, ca=str(garbage)))
    with pytest.raises(InvalidBroker, match=r"remote\.ca is"):
        trust(RemoteSettings(host="x", tls=True, ca=missing))
    assert trust(RemoteSettings(host="x", tls=True)) is not None
    secret = tmp_path / "secret"
    secret.write_text("open sesame\r\nmore\n")
    assert RemoteSettings(host="x", user="a", password_file=str(secret)).password() == "open sesame"


def test_a_broker_that_wants_a_password(tmp_path: Path) -> None:
    passwords = password_file(tmp_path, "anna", "right")
    broker = Mosquitto(tmp_path, f"password_file {passwords}", "allow_anonymous false")
    wrong = tmp_path / "wrong"
    wrong.write_text("wrong\n")
    here = RemoteSettings(host="127.0.0.1", port=broker.port)
    try:
        assert "wants a user and a password" in refusal(here)
        anna = RemoteSettings(
            host="127.0.0.1", port=broker.port, user="anna", password_file=str(wrong)
        )
        assert "refuses the user or the password" in refusal(anna)
        lost = RemoteSettings(
            host="127.0.0.1", port=broker.port, user="anna", password_file=str(tmp_path / "none")
        )
        assert "remote.password_file is" in refusal(lost)
    finally:
        broker.kill()


def test_nothing_listens() -> None:
    assert "no broker runs at" in refusal(RemoteSettings(host="127.0.0.1", port=free_port()))


def test_what_answers_is_no_broker() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        settings = RemoteSettings(host="127.0.0.1", port=other.getsockname()[1])
        reports: Reports[PairingReport] = Reports()
        cancel = join(settings, "4711-tiger-soda", reports)
        near, _ = other.accept()
        near.recv(1000)
        near.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        near.close()
        told = reports.until(PairingDelayed)
        cancel()
    assert isinstance(told, PairingDelayed)
    assert "is no MQTT broker" in told.text or "is lost" in told.text

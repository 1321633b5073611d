"""Brokers that are reached over TLS, with a user and a password."""

from __future__ import annotations

import ssl
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
    load_pem_private_key,
)

from companion.remote.mqtt.broker_settings import InvalidBroker, RemoteSettings
from companion.remote.mqtt.tls import trust
from tests.base.languages.german import in_german
from tests.remote.mqtt.authority import Authority
from tests.remote.mqtt.broker import Mosquitto, password_file
from tests.remote.mqtt.people import refusal
from tests.remote.mqtt.seats import Board, leave, pair, play, same_log


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path, "authority")


def _over_tls(folder: Path, certificate: tuple[Path, Path], *settings: str) -> Mosquitto:
    public, private = certificate
    return Mosquitto(folder, f"certfile {public}", f"keyfile {private}", *settings)


def _settings(broker: Mosquitto, ca: Path) -> RemoteSettings:
    return RemoteSettings(host="127.0.0.1", port=broker.port, tls=True, ca=str(ca))


def test_a_match_over_tls_with_a_password(tmp_path: Path, authority: Authority) -> None:
    passwords = password_file(tmp_path, "anna", "right")
    broker = _over_tls(tmp_path, authority.issue("127.0.0.1"), f"password_file {passwords}")
    secret = tmp_path / "secret"
    secret.write_text("right\n")
    settings = msgspec.structs.replace(
        _settings(broker, authority.path), user="anna", password_file=str(secret)
    )
    try:
        boards = [Board(settings, ticket) for ticket in pair(settings)]
        play(boards, 10, Random(3))
        assert same_log(boards)
        assert len(boards[0].replica.entries) == 10
        leave(*(board.link for board in boards))
    finally:
        broker.kill()


@pytest.mark.parametrize(
    ("host", "days", "said", "german"),
    [
        (
            "127.0.0.1",
            9000,
            "is not valid yet: this computer's clock says {today}; set the clock",
            "stelle die Uhr",
        ),
        (
            "127.0.0.1",
            -9000,
            "has expired: this computer's clock says {today}; if that is wrong",
            "stelle die Uhr",
        ),
        ("broker.example.org", 0, "mismatch", "das Datum dieses Computers"),
    ],
)
def test_certificates_that_do_not_hold(
    tmp_path: Path, authority: Authority, host: str, days: int, said: str, german: str
) -> None:
    """To a clock that is years slow, a certificate is not valid yet; to a fast one it is over."""
    broker = _over_tls(tmp_path, authority.issue(host, days=days))
    try:
        told = refusal(_settings(broker, authority.path))
    finally:
        broker.kill()
    assert said.format(today=date.today()) in told
    assert "\n" not in told
    assert german in in_german(told)


def test_a_certificate_of_another_authority(tmp_path: Path, authority: Authority) -> None:
    broker = _over_tls(tmp_path, authority.issue("127.0.0.1"))
    try:
        other = Authority(tmp_path, "other")
        assert "certificate that is not trusted" in refusal(_settings(broker, other.path))
        without = msgspec.structs.replace(_settings(broker, other.path), tls=False, ca="")
        assert "is no MQTT broker, or wants TLS" in refusal(without)
    finally:
        broker.kill()


def test_a_broker_without_tls(tmp_path: Path, authority: Authority) -> None:
    broker = Mosquitto(tmp_path)
    try:
        assert "does not speak TLS" in refusal(_settings(broker, authority.path))
    finally:
        broker.kill()


def _asking(folder: Path, authority: Authority, *settings: str) -> Mosquitto:
    """A broker that wants a certificate of this authority from every client."""
    return _over_tls(
        folder,
        authority.issue("127.0.0.1"),
        f"cafile {authority.path}",
        "require_certificate true",
        *settings,
    )


def test_a_match_with_client_certificates(tmp_path: Path, authority: Authority) -> None:
    broker = _asking(tmp_path, authority, "use_identity_as_username true")
    cert, key = authority.issue("board.example.org")
    settings = msgspec.structs.replace(
        _settings(broker, authority.path), cert=str(cert), key=str(key)
    )
    both = tmp_path / "both.pem"
    both.write_bytes(key.read_bytes() + cert.read_bytes())
    try:
        boards = [
            Board(used, ticket)
            for used, ticket in zip(
                [settings, msgspec.structs.replace(settings, cert=str(both), key="")],
                pair(settings),
                strict=True,
            )
        ]
        play(boards, 6, Random(3))
        assert same_log(boards)
        leave(*(board.link for board in boards))
    finally:
        broker.kill()


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
def test_a_broker_that_wants_a_client_certificate(
    tmp_path: Path,
    authority: Authority,
    version: ssl.TLSVersion,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = ssl.create_default_context

    def limited(**settings: Any) -> ssl.SSLContext:
        context = made(**settings)
        context.maximum_version = version
        return context

    monkeypatch.setattr(ssl, "create_default_context", limited)
    broker = _asking(tmp_path, authority)
    without = _settings(broker, authority.path)
    try:
        assert refusal(without).endswith(
            "wants a client certificate; set remote.cert and remote.key"
        )
        cert, key = Authority(tmp_path, "other").issue("board.example.org")
        strange = msgspec.structs.replace(without, cert=str(cert), key=str(key))
        assert "refuses this board's certificate; check remote.cert" in refusal(strange)
        cert, key = authority.issue("board.example.org", days=-9000)
        over = msgspec.structs.replace(without, cert=str(cert), key=str(key))
        assert "refuses this board's certificate; check remote.cert" in refusal(over)
        missing = msgspec.structs.replace(without, cert=str(tmp_path / "none.pem"))
        assert "remote.cert is" in refusal(missing)
    finally:
        broker.kill()


def _locked(folder: Path, key: Path) -> Path:
    """A key with a pass phrase."""
    private = load_pem_private_key(key.read_bytes(), None)
    path = folder / "locked.key"
    path.write_bytes(
        private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"sesame"))
    )
    return path


@pytest.mark.parametrize(
    ("cert", "key", "said"),
    [
        ("none.pem", "own.key", "remote.cert is 'none.pem': No such file"),
        ("own.pem", "none.key", "remote.key is 'none.key': No such file"),
        ("own.pem", "", "no certificate and private key can be read"),
        ("garbage", "own.key", "no certificate and private key can be read"),
        ("own.pem", "garbage", "no certificate and private key can be read"),
        ("own.pem", "other.key", "the key does not belong to this certificate"),
        ("own.pem", "locked.key", "remote.key is 'locked.key': the private key has a"),
        (".", "own.key", "remote.cert is"),
    ],
)
def test_client_certificates_that_cannot_be_used(
    tmp_path: Path,
    authority: Authority,
    cert: str,
    key: str,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("own", "other"):
        public, private = authority.issue(name)
        public.rename(tmp_path / f"{name}.pem")
        private.rename(tmp_path / f"{name}.key")
    _locked(tmp_path, tmp_path / "own.key")
    (tmp_path / "garbage").write_bytes(b"\xff\x00-----BEGIN")
    settings = RemoteSettings(host="x", tls=True, cert=cert, key=key)
    with pytest.raises(InvalidBroker) as caught:
        trust(settings)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (RemoteSettings(host="x", cert="a.pem"), "remote.cert is set, but remote.tls is not"),
        (RemoteSettings(host="x", tls=True, key="a.key"), "remote.key is set, but remote.cert"),
    ],
)
def test_client_certificates_that_make_no_sense(settings: RemoteSettings, said: str) -> None:
    with pytest.raises(InvalidBroker, match=said):
        settings.require()

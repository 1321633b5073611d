"""Brokers that are reached over TLS, with a user and a password."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from random import Random

import msgspec
import pytest

from companion.remote.mqtt.broker_settings import RemoteSettings
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

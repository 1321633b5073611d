"""Brokers that are reached over TLS, with a user and a password."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest

from companion.mqtt.settings import RemoteSettings
from companion.mqtt.tables import join
from companion.remote.link import PairingDelayed, PairingReport
from tests.mqtt.authority import Authority
from tests.mqtt.broker import Mosquitto, password_file
from tests.mqtt.people import Reports
from tests.mqtt.seats import Board, leave, pair, play, same_log


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path, "authority")


def _over_tls(folder: Path, certificate: tuple[Path, Path], *settings: str) -> Mosquitto:
    public, private = certificate
    return Mosquitto(folder, f"certfile {public}", f"keyfile {private}", *settings)


def _settings(broker: Mosquitto, ca: Path) -> RemoteSettings:
    return RemoteSettings(host="127.0.0.1", port=broker.port, tls=True, ca=str(ca))


def _refusal(settings: RemoteSettings) -> str:
    """What somebody is told who tries to join over this broker."""
    reports: Reports[PairingReport] = Reports()
    cancel = join(settings, "4711-tiger-soda", reports)
    told = reports.until(PairingDelayed)
    cancel()
    assert isinstance(told, PairingDelayed)
    return told.text


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
    ("host", "expired", "said"),
    [
        ("127.0.0.1", True, "certificate has expired"),
        ("broker.example.org", False, "mismatch"),
    ],
)
def test_certificates_that_do_not_hold(
    tmp_path: Path, authority: Authority, host: str, expired: bool, said: str
) -> None:
    broker = _over_tls(tmp_path, authority.issue(host, expired=expired))
    try:
        told = _refusal(_settings(broker, authority.path))
    finally:
        broker.kill()
    assert said in told
    assert "check remote.host, remote.ca and this computer's date" in told
    assert "\n" not in told


def test_a_certificate_of_another_authority(tmp_path: Path, authority: Authority) -> None:
    broker = _over_tls(tmp_path, authority.issue("127.0.0.1"))
    try:
        other = Authority(tmp_path, "other")
        assert "certificate that is not trusted" in _refusal(_settings(broker, other.path))
        without = msgspec.structs.replace(_settings(broker, other.path), tls=False, ca="")
        assert "is no MQTT broker, or wants TLS" in _refusal(without)
    finally:
        broker.kill()


def test_a_broker_without_tls(tmp_path: Path, authority: Authority) -> None:
    broker = Mosquitto(tmp_path)
    try:
        assert "does not speak TLS" in _refusal(_settings(broker, authority.path))
    finally:
        broker.kill()

"""A Pi without a battery for its clock may begin in 1970; another computer may be years ahead."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from random import Random

import pytest

from companion.remote.mqtt import tables
from companion.remote.table.seat_link import Invited, Paired, PairingReport
from companion.remote.table.ticket import Terms
from companion.testing import table as virtual
from tests import needs
from tests.remote.mqtt.authority import Authority
from tests.remote.mqtt.broker import Mosquitto
from tests.remote.mqtt.elsewhere import take_part
from tests.remote.mqtt.people import Reports
from tests.remote.mqtt.seats import Board, settings
from tests.remote.mqtt.test_boards import FarBoard, exchange, meet

pytestmark = pytest.mark.slow


def elsewhere(when: str, *words: object) -> subprocess.Popen[str]:
    """A player's process, with a clock of its own."""
    command = [sys.executable, "-m", "tests.remote.mqtt.elsewhere", *map(str, words)]
    return subprocess.Popen(
        [needs.faketime(), "-m", when, *command],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"FAKETIME_DONT_FAKE_MONOTONIC": "1"},
    )


@pytest.mark.parametrize("when", ["1970-01-02 00:00:00", "2040-06-01 00:00:00"])
def test_players_meet_and_play_whatever_their_clocks_say(broker: Mosquitto, when: str) -> None:
    hosting: Reports[PairingReport] = Reports()
    terms = Terms(game="solomon", seats=2, players=("Ann", ""))
    tables.invite(settings(broker), terms, hosting)
    invited = hosting.until(Invited)
    assert isinstance(invited, Invited)
    ben = elsewhere(when, broker.port, invited.code, 12)
    paired = hosting.until(Paired)
    assert isinstance(paired, Paired)
    board = Board(settings(broker), paired.ticket)
    take_part(board, 12, Random(2))
    said, _ = ben.communicate(timeout=60)
    assert said.strip() == when[:4]
    assert len(board.replica.position.plies) == 12


@pytest.mark.parametrize(
    ("when", "said"),
    [
        ("1970-01-02 00:00:00", "is not valid yet: this computer's clock says 1970-01-02; set"),
        ("2040-06-01 00:00:00", "has expired: this computer's clock says 2040-06-01; if"),
    ],
)
def test_over_tls_a_wrong_clock_is_named(tmp_path: Path, when: str, said: str) -> None:
    authority = Authority(tmp_path, "authority")
    public, private = authority.issue("127.0.0.1")
    broker = Mosquitto(tmp_path, f"certfile {public}", f"keyfile {private}")
    try:
        told, _ = elsewhere(when, broker.port, "", 0, authority.path).communicate(timeout=60)
    finally:
        broker.kill()
    assert said in told
    assert told.count("\n") == 1


def test_a_game_between_boards_of_1970_and_2040_outlives_a_clock_that_is_set(
    broker: Mosquitto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their logs, their table and their clocks: dates are in names and heads of logs alone."""
    monkeypatch.setattr(virtual, "TODAY", datetime(1970, 1, 2))
    white = FarBoard(broker, tmp_path / "white")
    monkeypatch.setattr(virtual, "TODAY", datetime(2040, 6, 1))
    black = FarBoard(broker, tmp_path / "black")
    pair = [white, black]
    meet(pair, clock="fischer 5+3")
    exchange(pair, 0, "14-12")
    monkeypatch.setattr(virtual, "TODAY", datetime(1970, 1, 1))
    black.end()
    exchange(pair, 1, "2-7")
    monkeypatch.setattr(virtual, "TODAY", datetime(2026, 3, 1))
    white.end()
    exchange(pair, 0, "15-14")
    assert white.table.texts == black.table.texts == ["14-12", "2-7", "15-14"]
    for one in pair:
        clock = one.table.session.match.clock
        assert clock is not None
        assert all(0 < left < 600 for left in clock.read(one.table.now).left)
        one.table.close()

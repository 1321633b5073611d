"""A player in a process of its own, whose clock may be another: python -m
tests.remote.mqtt.elsewhere PORT CODE PLIES [CA]. Joins, plays so many plies of Solomon, and prints
the year by its clock. With the certificate of an authority, it says instead what it is told of a
broker over TLS."""

from __future__ import annotations

import sys
from datetime import date
from random import Random

from companion.remote.mqtt import tables
from companion.remote.mqtt.broker_settings import RemoteSettings
from companion.remote.table.seat_link import Paired, PairingReport
from tests.remote.mqtt.people import Reports, refusal
from tests.remote.mqtt.seats import Board, leave


def take_part(board: Board, plies: int, random: Random) -> None:
    """Play at one seat until so many plies stand."""
    while (stand := len(board.replica.position.plies)) < plies:
        if board.replica.holds_pen:
            board.play(random)
        else:
            board.follow(stand + 1)


def main(port: int, code: str, plies: int, ca: str = "") -> None:
    settings = RemoteSettings(host="127.0.0.1", port=port, tls=bool(ca), ca=ca)
    if ca:
        sys.stdout.write(f"{refusal(settings)}\n")
        return
    reports: Reports[PairingReport] = Reports()
    tables.join(settings, code, reports, "Ben")
    paired = reports.until(Paired)
    assert isinstance(paired, Paired)
    board = Board(settings, paired.ticket)
    take_part(board, plies, Random(1))
    leave(board.link)
    sys.stdout.write(str(date.today().year))


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), *sys.argv[4:])

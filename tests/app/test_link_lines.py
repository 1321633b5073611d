"""The connection of a running board, in the terminal and the service's log."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from companion.app.link_lines import LinkLines
from companion.app.remote import BrokerTables, StoredTable
from companion.base.text import Text
from companion.games.registry import make
from companion.remote.mqtt import tables
from companion.remote.mqtt.broker_settings import RemoteSettings
from companion.remote.table.invitation import new_table
from companion.remote.table.seat_link import LinkReport, LinkState, Presence
from companion.remote.table.ticket import Terms

LOST = Text("the connection is lost")
OTHER = Text("no broker runs there")


@pytest.mark.parametrize(
    ("reports", "lines"),
    [
        ([LinkState(True, Text())], []),
        ([LinkState(False, LOST), LinkState(False, LOST)], [LOST]),
        ([LinkState(False, LOST), LinkState(False, OTHER)], [LOST, OTHER]),
        ([LinkState(True, Text()), Presence(0, True, False), LinkState(False, LOST)], [LOST]),
        (
            [LinkState(False, LOST), LinkState(True, Text()), LinkState(True, Text())],
            [LOST, "the connection to the broker home:1883 works again"],
        ),
    ],
)
def test_each_change_is_one_line(reports: list[LinkReport], lines: list[str]) -> None:
    said: list[Text] = []
    heard = LinkLines("home:1883", said.append)
    for report in reports:
        heard.take(report)
    assert said == lines


def test_a_table_says_so_where_the_program_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listening: list[Any] = []

    def connect(_: object, __: object, listen: Any) -> Mock:
        listening.append(listen)
        return Mock()

    monkeypatch.setattr(tables, "connect", connect)
    said: list[Text] = []
    (tmp_path / "remote").mkdir()
    own = BrokerTables(RemoteSettings(host="127.0.0.1"), tmp_path, lambda _: None, echo=said.append)
    game = make("solomon")
    ticket = new_table(Terms(game="solomon", seats=2, host=0, options={}, clock=""), bytes)
    own._take_place(StoredTable(ticket), game)
    listening[0](LinkState(False, LOST))
    assert said == [LOST]

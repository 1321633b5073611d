"""The files of tables with boards far away: what is missing or damaged is said."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest

from companion.app.far_tables import FarTables
from companion.app.remote import BrokerTables, StoredTable
from companion.remote.mqtt.broker_settings import RemoteSettings
from companion.remote.table.ticket import TableTicket
from companion.rules import CompanionError
from tests.remote.mqtt.seats import tickets


@pytest.fixture
def tables(tmp_path: Path) -> BrokerTables:
    (tmp_path / "remote").mkdir()
    return BrokerTables(RemoteSettings(host="127.0.0.1"), tmp_path, lambda _: None)


def test_without_tables_a_game_is_played_at_this_board(
    tables: BrokerTables, tmp_path: Path
) -> None:
    assert tables.find(tmp_path / "game.jsonl") is None


@pytest.mark.parametrize("contents", [b"", b"{", b"[]", b'{"version":2}', b"\xff", b"{}" * 40_000])
def test_a_table_that_cannot_be_read_is_named(
    tables: BrokerTables, tmp_path: Path, contents: bytes
) -> None:
    file = tmp_path / "remote" / "T.table"
    file.write_bytes(contents)
    with pytest.raises(CompanionError) as caught:
        tables.find(tmp_path / "game.jsonl")
    assert str(caught.value).startswith(f"{file}: ")
    assert "\n" not in str(caught.value)


@pytest.fixture
def ticket() -> TableTicket:
    return tickets(Random(1))[0]


def test_a_table_is_found_with_or_without_a_digest(
    tables: BrokerTables, tmp_path: Path, ticket: TableTicket
) -> None:
    """Earlier versions of the program wrote none."""
    for stored in (StoredTable(ticket, "a.jsonl"), StoredTable(ticket, "a.jsonl").sealed()):
        (tmp_path / "remote" / f"{ticket.table}.table").write_bytes(msgspec.json.encode(stored))
        found = tables.find(tmp_path / "a.jsonl")
        assert found is not None
        assert found.game.name == ticket.terms.game


def test_a_spoiled_table_is_not_used(
    tables: BrokerTables, tmp_path: Path, ticket: TableTicket
) -> None:
    """Another name or key would only wait, at a table where nobody is."""
    sealed = msgspec.json.encode(StoredTable(ticket, "a.jsonl").sealed())
    key = sealed.index(b'"key":"') + len(b'"key":"')
    spoiled = sealed[:key] + (b"B" if sealed[key : key + 1] == b"A" else b"A") + sealed[key + 1 :]
    for name, contents in ((ticket.table, spoiled), ("T", sealed)):
        file = tmp_path / "remote" / f"{name}.table"
        file.write_bytes(contents)
        with pytest.raises(CompanionError, match=f"{name}.table: the stored table cannot be read"):
            tables.find(tmp_path / "a.jsonl")
        file.unlink()


@pytest.mark.parametrize("changed", [{"seats": 0}, {"seats": 3}, {"seat": 1}, {"table": "T"}])
def test_a_log_of_another_place_is_recovered_from_the_others(
    tables: BrokerTables, tmp_path: Path, ticket: TableTicket, changed: dict[str, object]
) -> None:
    stored = StoredTable(ticket, "a.jsonl")
    (tmp_path / "remote" / f"{ticket.table}.table").write_bytes(msgspec.json.encode(stored))
    spoiled = {"table": ticket.table, "seat": 0, "seats": 2, "revision": 3, **changed}
    (tmp_path / "remote" / f"{ticket.table}.log").write_bytes(msgspec.json.encode(spoiled))
    found = tables.find(tmp_path / "a.jsonl")
    assert found is not None
    place = found.take_place()
    place.close()
    assert place.id == ticket.table
    assert (place.seat, *place.remote_seats) == (0, 1)
    assert "is being compared" in str(place.prompt)


def test_a_table_that_is_missing_beside_its_log_is_named(
    tables: BrokerTables, tmp_path: Path
) -> None:
    (tmp_path / "remote" / "T.log").write_bytes(b"{}")
    with pytest.raises(CompanionError, match=r"T\.table is missing: join again, or delete T\.log"):
        tables.find(tmp_path / "game.jsonl")


def test_a_folder_that_has_gone_is_not_made_again(tables: BrokerTables, tmp_path: Path) -> None:
    """Its card may have been pulled: nothing is written where it was mounted."""
    (tmp_path / "remote").rmdir()
    with pytest.raises(CompanionError, match=r"T\.log cannot be written: No such file"):
        tables._write(tmp_path / "remote" / "T.log", b"{}")
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_program_left_is_removed(tmp_path: Path) -> None:
    (tmp_path / "remote").mkdir()
    tables = FarTables(RemoteSettings(host="127.0.0.1"), tmp_path, lambda _: None)
    for name in (".T.table.new", "T.table.new", "T.log.new", ".T.log.new"):
        (tmp_path / "remote" / name).write_bytes(b"half a key")
    tables.remove_drafts()
    assert list((tmp_path / "remote").iterdir()) == []

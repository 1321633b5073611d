"""The files of tables with boards far away: what is missing or damaged is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app.remote import BrokerTables
from companion.remote.mqtt.broker_settings import RemoteSettings
from companion.rules import CompanionError


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


def test_what_a_killed_program_left_is_removed(tables: BrokerTables, tmp_path: Path) -> None:
    for name in (".T.table.new", "T.table.new", "T.log.new", ".T.log.new"):
        (tmp_path / "remote" / name).write_bytes(b"half a key")
    tables.remove_drafts()
    assert list((tmp_path / "remote").iterdir()) == []

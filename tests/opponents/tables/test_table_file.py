"""Tables that cannot be used are left out with one line, and everything else goes on."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.games.solomon import Solomon
from companion.opponents.tables import EndingTables, ExactValue
from companion.opponents.tables.endings import SHIPPED
from companion.opponents.tables.table_file import InvalidTable, TableFile
from companion_research import retrograde
from tests import needs
from tests.opponents.tables.samples import endings

GAME = Solomon()
KINGS = GAME.parse_position("./...../../.W./../B..../. w")


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table of two pieces, made by the program that makes them all."""
    folder = tmp_path_factory.mktemp("tables")
    (path,) = retrograde.build_tables(2, folder)
    return path


@pytest.fixture
def table(small: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(small, tmp_path))


def test_a_table_that_was_just_made_has_the_shipped_values(small: Path) -> None:
    TableFile(small).verify()
    made, shipped = EndingTables([small]), EndingTables([SHIPPED])
    assert made.most == 2
    for position in endings(2, 500, seed=2):
        assert made.probe(position) == shipped.probe(position)
    assert TableFile(small).provenance.counts == TableFile(SHIPPED).provenance.counts[:1]


@pytest.mark.slow
def test_three_pieces_made_anew_have_the_shipped_values(tmp_path: Path) -> None:
    (path,) = retrograde.build_tables(3, tmp_path)
    made, shipped = EndingTables([path]), EndingTables([SHIPPED])
    for position in endings(3, 20_000, seed=3):
        assert made.probe(position) == shipped.probe(position)


@pytest.mark.slow
def test_five_pieces_made_anew_are_the_shipped_table(tmp_path: Path) -> None:
    needs.numba()
    (path,) = retrograde.build_tables(5, tmp_path)
    made, shipped = TableFile(path).provenance, TableFile(SHIPPED).provenance
    assert (made.sha256, made.counts) == (shipped.sha256, shipped.counts)


def replaced(old: bytes, new: bytes) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        data = path.read_bytes()
        assert old in data
        path.write_bytes(data.replace(old, new, 1))

    return change


def header(**changed: object) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        first, second, rest = path.read_bytes().split(b"\n", 2)
        head = json.loads(second) | changed
        path.write_bytes(b"\n".join((first, json.dumps(head).encode(), rest)))

    return change


def cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-9])


def replaced_by_a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (Path.unlink, "is missing"),
        (replaced_by_a_pipe, "is not a file"),
        (lambda path: path.write_bytes(b""), "is not a table of endings"),
        (lambda path: path.write_bytes(bytes(5000)), "is not a table of endings"),
        (replaced(b"table 1", b"table 2"), "has another version"),
        (replaced(b'{"game"', b'{"same"'), "second line cannot be read"),
        (header(rules=2), "follows other rules (solomon 2)"),
        (header(game="chess"), "follows other rules (chess 1)"),
        (header(block=0), "second line makes no sense"),
        (header(counts=[]), "second line makes no sense"),
        (header(blocks=[]), "second line makes no sense"),
        (header(blocks=[7]), "does not have its full size"),
        (cut_short, "does not have its full size"),
    ],
)
def test_a_table_that_cannot_be_used_is_left_out(
    table: Path, spoil: Callable[[Path], None], said: str, caplog: pytest.LogCaptureFixture
) -> None:
    if spoil is replaced_by_a_pipe:
        needs.posix()
    spoil(table)
    assert EndingTables([table]).probe(KINGS) is None
    (line,) = caplog.messages
    assert said in line
    assert str(table) in line
    assert "\n" not in line
    # The others count all the same.
    assert EndingTables([SHIPPED, table]).probe(KINGS) is not None


def test_a_table_whose_values_are_damaged_is_left_out_when_that_is_noticed(
    table: Path, caplog: pytest.LogCaptureFixture
) -> None:
    data = bytearray(table.read_bytes())
    data[-200] ^= 1
    table.write_bytes(data)
    tables = EndingTables([table])
    assert tables.most == 2
    assert [tables.probe(KINGS) for _ in range(3)] == [None] * 3
    (line,) = caplog.messages
    assert "block 0 cannot be read" in line
    assert tables.most == 0
    # Another table that has the position is asked instead.
    assert EndingTables([SHIPPED, table]).probe(KINGS) == ExactValue(0, None)


def test_a_table_that_is_removed_while_it_is_used_is_left_out(
    table: Path, caplog: pytest.LogCaptureFixture
) -> None:
    tables = EndingTables([table])
    table.unlink()
    assert tables.probe(KINGS) is None
    assert len(caplog.messages) == 1


def test_values_that_differ_from_the_checksum_are_noticed(table: Path) -> None:
    header(sha256="0" * 64)(table)
    with pytest.raises(InvalidTable, match="its checksum differs"):
        TableFile(table).verify()


@pytest.mark.usefixtures("table")
def test_tables_in_the_data_folder_are_taken_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.opponents.tables.endings.table_folder", lambda: tmp_path)
    monkeypatch.setattr("companion.opponents.tables.endings.SHIPPED", tmp_path / "missing")
    assert EndingTables.installed().most == 2
    assert EndingTables.installed().probe(KINGS) == ExactValue(0, None)

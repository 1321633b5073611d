"""`companion tables`: what it prints, and what it refuses."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from companion.opponents.tables.endings import SHIPPED
from companion.opponents.tables.table_file import InvalidTable, TableFile
from companion.opponents.tables.table_list import list_tables
from companion.rules import CompanionError
from companion_research import compiling, retrograde
from companion_research.programs import build, check
from companion_research.progress import OnProgress


@pytest.fixture
def said() -> list[str]:
    return []


def test_build_solves_writes_and_checks(
    tmp_path: Path, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiling, "COMPILED", True)  # two pieces need no numba
    build(2, tmp_path / "new", said.append)
    path = tmp_path / "new" / "solomon-2.table"
    assert TableFile(path).pieces == (2,)
    assert said == [f"{path}, {path.stat().st_size:,} bytes", f"{path} is sound"]


def test_building_needs_numba(
    tmp_path: Path, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiling, "COMPILED", False)
    with pytest.raises(CompanionError, match=r"pip install numba"):
        build(5, tmp_path, said.append)


@pytest.mark.parametrize("pieces", [-1, 1, 8])
def test_only_some_numbers_of_pieces_can_be_solved(
    pieces: int, tmp_path: Path, said: list[str]
) -> None:
    with pytest.raises(CompanionError, match=f"{pieces} pieces: choose a number from 2 to 7"):
        build(pieces, tmp_path, said.append)


def test_a_wrong_table_is_found(
    tmp_path: Path, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    solve = retrograde.EndingSolver.solve

    def solve_wrongly(solver: retrograde.EndingSolver, _: OnProgress) -> None:
        solve(solver)
        solver._values[solver._values == 2] = 4

    monkeypatch.setattr(retrograde.EndingSolver, "solve", solve_wrongly)
    (path,) = retrograde.build_tables(2, tmp_path)
    with pytest.raises(InvalidTable, match=r"is wrong: .* to move, is \(1, 1\) by its moves"):
        check([path], said.append)
    assert not said


def test_of_two_tables_with_the_same_positions_the_damaged_one_is_named(
    tmp_path: Path, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (sound,) = retrograde.build_tables(2, tmp_path / "sound")
    damaged = Path(shutil.copy(sound, tmp_path / "damaged.table"))
    data = bytearray(damaged.read_bytes())
    data[-200] ^= 1
    damaged.write_bytes(data)
    for order in ([sound, damaged], [damaged, sound]):
        with pytest.raises(InvalidTable, match=str(damaged)):
            check(order, said.append)
    solve = retrograde.EndingSolver.solve

    def solve_wrongly(solver: retrograde.EndingSolver, _: OnProgress) -> None:
        solve(solver)
        solver._values[solver._values == 2] = 4

    monkeypatch.setattr(retrograde.EndingSolver, "solve", solve_wrongly)
    (wrong,) = retrograde.build_tables(2, tmp_path / "wrong")
    for order in ([sound, wrong], [wrong, sound]):
        with pytest.raises(InvalidTable, match=f"{wrong} is wrong"):
            check(order, said.append)
    assert not said


def test_list_says_what_the_tables_hold(
    tmp_path: Path, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.opponents.tables.endings.table_folder", lambda: tmp_path)
    damaged = Path(shutil.copy(SHIPPED, tmp_path / "damaged.table"))
    damaged.write_bytes(b"nothing")
    list_tables(said.append)
    assert said[0] == str(SHIPPED)
    assert said[2] == (
        "  2 pieces: 1,297 positions, 271 won, 949 drawn, 77 lost; the longest takes 9 plies"
    )
    assert f"table {damaged} is not a table of endings" in said[-1]

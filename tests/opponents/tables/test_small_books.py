"""The books of Nim and Trinity, against rules of their own, and when they are damaged."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion.games.trinity import Trinity
from companion.opponents.tables.book_file import InvalidBook, checksum
from companion.opponents.tables.nim_book import NIM_BOOK, NimBook, NimProvenance
from companion.opponents.tables.trinity_book import (
    TRINITY_BOOK,
    TrinityBook,
    TrinityProvenance,
)
from companion_research import nim_checker, programs, trinity_checker
from companion_research.book_writer import write_book
from companion_research.nim_solver import solve_nim
from companion_research.trinity_checker import CoinBoard, Told
from companion_research.trinity_solver import solve_early
from tests.opponents.tables.spoiling import spoilt
from tests.slow import slow_after

BOOKS: dict[Path, type[NimBook] | type[TrinityBook]] = {
    NIM_BOOK: NimBook,
    TRINITY_BOOK: TrinityBook,
}
NIM = programs.heaps_of(NimBook(NIM_BOOK))
TRINITY = TrinityBook(TRINITY_BOOK)


def test_a_sample_of_nim_is_right() -> None:
    heaps = nim_checker.some_heaps(300, Random(1))
    assert not any(nim_checker.nim_faults(heaps, NIM))


@pytest.mark.slow
def test_all_of_nim_is_right() -> None:
    said: list[str] = []
    programs.check_nim(NIM_BOOK, said.append, every=True)
    assert said == [f"{NIM_BOOK} is sound in 524,288 sets of pieces"]


@pytest.mark.parametrize("last", ["loses", "wins"])
def test_the_checker_notices_a_wrong_answer_in_nim(last: str) -> None:
    def ask(pieces: nim_checker.Heap, last: str) -> tuple[bool, int]:
        wins, plies = NIM(pieces, last)
        return wins, plies + 2

    fault = nim_checker.nim_fault(frozenset(), last, ask)
    assert fault.startswith("pieces on nothing, the last ")
    assert nim_checker.nim_fault(frozenset({3}), last, lambda *_: (True, 7))


@pytest.mark.parametrize("last", ["wins", "loses"])
def test_the_book_of_nim_begins_as_solving_it_yields(last: str) -> None:
    book, plies = NimBook(NIM_BOOK), solve_nim(last, 1 << 12)
    assert [book.look_up(last, pieces).plies for pieces in range(1 << 12)] == list(plies)


@pytest.mark.slow
@pytest.mark.parametrize("last", ["wins", "loses"])
def test_the_book_of_nim_is_what_solving_it_yields(last: str) -> None:
    book, plies = NimBook(NIM_BOOK), solve_nim(last)
    found = [book.look_up(last, pieces) for pieces in range(1 << 19)]
    assert [value.plies for value in found] == list(plies)
    lost = sum(value.value < 0 for value in found)
    assert lost == book.provenance.lost[last == "wins"]


def test_a_game_of_trinity_is_solved_as_its_book_says() -> None:
    game = Trinity({"seats": "2", "stones": "16", "blocked": "10"})
    known = list(TRINITY.of(game).values())
    assert solve_early(game) == known
    assert not TRINITY.of(Trinity({"seats": "3"}))


def answers(now: CoinBoard, seats: int) -> trinity_checker.AskTrinity:
    return programs.coins_of(programs._game_of(now, seats), TRINITY)


@pytest.mark.parametrize("seats", [2, 3])
def test_late_positions_of_trinity_are_right(seats: int) -> None:
    for now in trinity_checker.late_boards(seats, 12, 15, Random(seats)):
        assert trinity_checker.answer_to(now, seats, answers(now, seats)) == ""


@pytest.mark.parametrize("seed", slow_after(1, range(6)))
def test_games_of_trinity_go_as_they_are_told(seed: int) -> None:
    random = Random(seed)
    (first,) = trinity_checker.late_boards(2, 4, 1, random)
    for _ in range(4):
        assert trinity_checker.some_line(first, 2, answers(first, 2), random) == ""


def test_the_winner_wins_whatever_the_other_does() -> None:
    (first,) = trinity_checker.late_boards(2, 8, 1, Random(3))
    found = list(trinity_checker.every_line(first, 2, answers(first, 2)))
    assert len(found) > 5
    assert set(found) == {""}


def test_the_checker_notices_wrong_answers_in_trinity() -> None:
    (now,) = trinity_checker.late_boards(2, 12, 1, Random(5))
    right = answers(now, 2)
    told = right(now.text)
    assert told.winner is not None

    def other(text: str) -> Told:
        winner, plies, best = right(text)
        return Told(1 - (winner or 0), plies, best)

    def none(text: str) -> Told:
        return right(text)._replace(best=frozenset())

    def sooner(text: str) -> Told:
        return right(text)._replace(plies=0)

    def later(text: str) -> Told:
        return right(text)._replace(plies=99)

    assert "instead of" in trinity_checker.answer_to(now, 2, other)
    assert "the best moves lead to" in trinity_checker.answer_to(now, 2, none)
    assert any("no move was told" in fault for fault in trinity_checker.every_line(now, 2, none))
    assert any("longer" in fault for fault in trinity_checker.every_line(now, 2, sooner))
    assert any(trinity_checker.every_line(now, 2, other))
    lines = {trinity_checker.some_line(now, 2, none, Random(seed)) for seed in range(9)}
    assert any("no move was told" in line for line in lines)
    lines = {trinity_checker.some_line(now, 2, sooner, Random(seed)) for seed in range(9)}
    assert any("not won in 0 plies" in line for line in lines)
    lines = {trinity_checker.some_line(now, 2, later, Random(seed)) for seed in range(9)}
    assert any("won before 99 plies" in line for line in lines)


def test_with_three_players_nobody_may_be_able_to_win() -> None:
    late = trinity_checker.late_boards(3, 12, 60, Random(6))
    assert (None, 0) in {trinity_checker.worked_out(now, 3) for now in late}


def test_the_command_checks_samples(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name, number in (("SAMPLE_HEAPS", 20), ("SAMPLE_ENDS", 2), ("SAMPLE_LINES", 0)):
        monkeypatch.setattr(programs, name, number)
    monkeypatch.setattr(programs, "_LAID", {2: 12})
    said: list[str] = []
    programs.check_nim(NIM_BOOK, said.append)
    programs.check_trinity(TRINITY_BOOK, said.append)
    assert said == [
        f"{NIM_BOOK} is sound in 20 sets of pieces",
        f"{TRINITY_BOOK} is sound in 2 late positions and 0 games",
    ]
    monkeypatch.setattr(programs, "solve_nim", lambda _: bytes(1 << 19))
    with pytest.raises(InvalidBook, match=r"book .* is wrong: pieces on"):
        programs.prove_nim(tmp_path / "nim.book", said.append)


def test_the_books_are_small() -> None:
    assert NIM_BOOK.stat().st_size < 120_000
    assert TRINITY_BOOK.stat().st_size < 5_000


def too_short(path: Path) -> None:
    if path.name == NIM_BOOK.name:
        made = NimProvenance(game="nim", program="", sha256=checksum(b"{}"), lost=(0, 0))
        write_book(path, made, b"{}")
    else:
        none = TrinityProvenance(
            game="trinity", program="", sha256=checksum(b"{}"), won=0, drawn=0, lost=0
        )
        write_book(path, none, b"{}")


@pytest.mark.parametrize("book", BOOKS, ids=lambda path: path.name)
@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (Path.unlink, "cannot be read"),
        (lambda path: path.write_bytes(b"nothing"), "is damaged"),
        (spoilt(b"book 1", b"book 2"), "is not a book, or has another version"),
        (spoilt(b'"game":"', b'"game":"x'), "is about another game"),
        (spoilt(b'"sha256":"', b'"sha256":"0'), "its checksum differs"),
        (too_short, "does not have its full size"),
    ],
)
def test_a_small_book_that_cannot_be_used_is_left_out(
    book: Path,
    spoil: Callable[[Path], None],
    said: str,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = Path(shutil.copy(book, tmp_path))
    spoil(path)
    kind = BOOKS[book]
    with pytest.raises(InvalidBook, match=said):
        kind(path)
    monkeypatch.setattr("companion.opponents.tables.nim_book.NIM_BOOK", path)
    monkeypatch.setattr("companion.opponents.tables.trinity_book.TRINITY_BOOK", path)
    assert kind.installed() is None
    (line,) = caplog.messages
    assert str(path) in line

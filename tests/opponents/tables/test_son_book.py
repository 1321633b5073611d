"""Black's book of Son of Solomon, against rules of its own, and when it is damaged."""

from __future__ import annotations

import json
import lzma
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import numpy as np
import pytest

from companion.opponents.tables.book_file import InvalidBook
from companion.opponents.tables.son_book import BOOK, SonBook
from companion.rules.geometry import STAR, Point, symmetries
from companion_research import son_checker, son_solver
from companion_research.programs import answers_of, check_son
from tests import needs
from tests.opponents.tables.spoiling import spoilt

BOOK_READ = SonBook(BOOK)


def random_line(random: Random, length: int) -> list[Point]:
    """White places at random, and Black by the book, without a four; White is the last."""
    placed: list[Point] = []
    while True:
        placed.append(random.choice([Point(p) for p in range(19) if p not in placed]))
        if len(placed) >= length:
            return placed
        reply = BOOK_READ.reply(placed)
        assert reply is not None
        placed.append(reply[0])
        if son_checker.most_in_a_row({p + 1 for p in placed[1::2]}) == 4:
            placed = []


def test_black_wins_a_sample_of_games() -> None:
    games = list(son_checker.some_games(answers_of(BOOK_READ), 150, Random(2)))
    assert games == [""] * 150


@pytest.mark.slow
def test_black_wins_whatever_white_does() -> None:
    said: list[str] = []
    check_son(BOOK, said.append, every=True)
    # The book counts games that symmetries map to each other once, the checker does not.
    games = int(said[0].split()[-2].replace(",", ""))
    assert BOOK_READ.provenance.ends <= games <= son_checker.MOST_GAMES


def test_symmetric_lines_have_symmetric_answers() -> None:
    random = Random(3)
    for length in (1, 3, 5, 7, 9):
        placed = random_line(random, length)
        reply = BOOK_READ.reply(placed)
        assert reply is not None
        for symmetry in symmetries(STAR):
            image = [symmetry[p] for p in placed]
            found = BOOK_READ.reply(image)
            assert found is not None
            assert found[1] == reply[1]
            keeping = [s for s in symmetries(STAR) if all(s[p] == p for p in image)]
            assert found[0] in {s[symmetry[reply[0]]] for s in keeping}


def test_the_book_is_small() -> None:
    assert BOOK.stat().st_size < 50_000


@pytest.mark.parametrize(
    ("placed", "wrong"),
    [
        ((1, 2, 3, 4, 7, 5, 9), "White has four in a row"),
        ((1,), "the book's answer is 1, which is not vacant"),
        ((1, 2, 3), "the book has no answer"),
    ],
)
def test_the_checker_says_what_is_wrong(placed: tuple[int, ...], wrong: str) -> None:
    def ask(pieces: son_checker.Pieces10) -> tuple[int, int] | None:
        return (1, 0) if pieces == (1,) else None

    assert son_checker.answer_fault(placed, ask) == ((), wrong)


def test_the_checker_notices_a_book_that_loses() -> None:
    right = answers_of(BOOK_READ)

    def ask(pieces: tuple[int, ...]) -> tuple[int, int] | None:
        answer = right(pieces)
        if len(pieces) < 9 or answer is None:
            return answer
        return next(point for point in range(1, 20) if point not in (*pieces, answer[0])), answer[1]

    games = son_checker.some_games(ask, 30, Random(4))
    assert any("Black does not win within" in game for game in games)


@needs.uncompiled_tables.mark
def test_the_solver_and_the_checker_agree() -> None:
    random, found = Random(5), []
    for _ in range(60):
        points = random.sample(range(19), 10)
        white, black = (sum(1 << p for p in points[seat::2]) for seat in (0, 1))
        if son_checker.most_in_a_row({p + 1 for p in points[1::2]}) == 4:
            continue
        places = np.array(points)
        wins = bool(son_solver._wins(places, white, black, 0, 6))
        found.append(wins)
        assert wins == son_checker.black_wins(tuple(p + 1 for p in points), 0, 6)
    assert any(found)
    assert not all(found)


def too_short(path: Path) -> None:
    first, second, _ = path.read_bytes().split(b"\n", 2)
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    head = json.dumps(json.loads(second) | {"sha256": empty}).encode()
    path.write_bytes(b"\n".join((first, head, lzma.compress(b""))))


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-50])


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (Path.unlink, "cannot be read"),
        (lambda path: path.write_bytes(b"nothing"), "is damaged"),
        (spoilt(b"book 1", b"book 2"), "is not a book, or has another version"),
        (spoilt(b'"sha256":"', b'"sha256":"0'), "its checksum differs"),
        (spoilt(b'"ends"', b'"odds"'), "is damaged"),
        (too_short, "does not have its full size"),
        (cut, "is damaged"),
    ],
)
def test_a_book_that_cannot_be_used_is_left_out(
    spoil: Callable[[Path], None],
    said: str,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = Path(shutil.copy(BOOK, tmp_path))
    spoil(path)
    with pytest.raises(InvalidBook, match=said):
        SonBook(path)
    monkeypatch.setattr("companion.opponents.tables.son_book.BOOK", path)
    assert SonBook.installed() is None
    (line,) = caplog.messages
    assert str(path) in line
    assert "\n" not in line


def test_check_son_counts_games(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr("companion_research.programs.SAMPLE_GAMES", 20)
    check_son(BOOK, said.append)
    assert said == [f"{BOOK}: Black wins, in 20 of 20 games"]

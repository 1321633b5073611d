"""The book of Solomon's opening: closed by rules of its own, used by the computer, and damaged."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from companion.games.solomon import Solomon
from companion.opponents import knowledge_for
from companion.opponents.knowledge import solomon_knowledge
from companion.opponents.opponent import choose
from companion.opponents.tables.book_file import InvalidBook
from companion.opponents.tables.solomon_book import (
    BOOK_PIECES,
    OPENINGS,
    OpeningBook,
)
from companion.rules import Match
from companion_research import checker
from companion_research.openings_writer import write_openings
from tests.opponents.tables.samples import endings
from tests.opponents.tables.spoiling import spoilt
from tests.slow import slow_after

GAME = Solomon()
BOOK = OpeningBook(OPENINGS)


def board_of(key: int) -> checker.Pieces:
    """The pieces of a key, whose player to move goes up as White does."""
    pieces = {}
    for point in range(1, 20):
        if (key | key >> 19) >> point - 1 & 1:
            piece = "w" if key >> point - 1 & 1 else "b"
            pieces[point] = piece.upper() if key >> 37 + point & 1 else piece
    return pieces


def promise(pieces: checker.Pieces) -> int | None:
    """What the book says of a board with White to move."""
    own, other, kings = (
        sum(1 << point - 1 for point, piece in pieces.items() if chosen(piece))
        for chosen in (lambda p: p in "wW", lambda p: p in "bB", str.isupper)
    )
    return BOOK.promise(own, other, kings)


def unanswered(key: int) -> Iterator[checker.Pieces]:
    """The boards after White's moves for which the book has no answer of Black's."""
    said = promise(board_of(key))
    if len(board_of(key)) < BOOK_PIECES:
        return  # the book ends there
    for after in checker.boards_after(board_of(key), "w"):
        if len(after) < BOOK_PIECES:
            continue
        answers = checker.boards_after(after, "b")
        promised = [promise(answer) for answer in answers]
        if all(len(answer) < BOOK_PIECES for answer in answers):
            continue
        if said:  # A win comes nearer with every move.
            if not any(found and found < said for found in promised):
                yield after
        elif not any(found is not None for found in promised):
            yield after


@pytest.mark.parametrize("number", slow_after(1, [60, len(BOOK.held)]))
def test_every_move_has_an_answer_in_the_book(number: int) -> None:
    for key in [*Random(1).sample(sorted(BOOK.held), number), *BOOK.won]:
        assert not list(unanswered(key))


def test_the_checker_of_the_book_notices_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BOOK, "held", frozenset())
    assert list(unanswered(GAME.start()))


def test_what_the_book_holds() -> None:
    made = BOOK.provenance
    assert (len(BOOK.held), len(BOOK.won)) == (made.held, made.won)
    assert made.program.startswith("companion tables prove-solomon")
    assert OPENINGS.stat().st_size < 40_000
    assert promise(board_of(GAME.start())) == 0


def played(*moves: str) -> Match:
    match = Match(GAME)
    for move in moves:
        match.play(GAME.parse_move(match.position, move))
    return match


def first_moves(match: Match) -> set[str]:
    before = [each.position for each in match.history]
    moves = knowledge_for(GAME).safe_moves(match.position, before)
    return {GAME.move_text(match.position, move) for move in moves}


def test_white_never_opens_with_16_10() -> None:
    images = {"14-9", "14-12", "15-12", "18-11", "18-13", "17-13"}
    assert first_moves(played()) == images
    move = choose(GAME, GAME.start(), "strong", effort=0.01).move
    assert GAME.move_text(GAME.start(), move) in images


def test_black_punishes_16_10() -> None:
    match = played("16-10")
    (answer,) = first_moves(match)
    match.play(GAME.parse_move(match.position, answer))
    said = BOOK.promise(*GAME.seen_by_mover(match.position))
    assert said
    # Whatever White does, every answer of the book comes nearer to the win.
    random = Random(3)
    while GAME.occupancy(match.position).bit_count() >= BOOK_PIECES and not match.over:
        match.play(random.choice(GAME.moves(match.position)))
        before = [each.position for each in match.history]
        move = knowledge_for(GAME).safe_moves(match.position, before)[0]
        match.play(move)
        if GAME.occupancy(match.position).bit_count() >= BOOK_PIECES:
            now = BOOK.promise(*GAME.seen_by_mover(match.position))
            assert now
            assert now < said
            said = now


@pytest.mark.parametrize("seat", [0, 1])
def test_the_computer_stays_in_the_book_until_there_are_fewer_pieces(seat: int) -> None:
    random = Random(seat)
    for _ in range(5):
        match = Match(GAME)
        while GAME.occupancy(match.position).bit_count() >= BOOK_PIECES:
            before = [each.position for each in match.history]
            if match.to_act == seat:
                match.play(random.choice(knowledge_for(GAME).safe_moves(match.position, before)))
                if GAME.occupancy(match.position).bit_count() >= BOOK_PIECES:
                    assert BOOK.promise(*GAME.seen_by_mover(match.position)) is not None
            else:
                match.play(random.choice(GAME.moves(match.position)))


def test_moves_that_lose_by_the_tables_are_left_out() -> None:
    found = Counter[str]()
    # Six pieces, one of which has to be captured: what is left is in the table.
    for position in endings(6, 800, seed=5):
        ends = knowledge_for(GAME).endings(position)
        safe = knowledge_for(GAME).safe_moves(position)
        assert bool(safe) == bool(GAME.moves(position))
        values = {end.value for end in ends.values()}
        if 1 in values:
            assert all(ends[move].value == 1 for move in safe)
            found["wins"] += 1
        elif values >= {0, -1}:
            assert all(ends[move].value == 0 for move in safe)
            found["draws"] += 1
    assert min(found["wins"], found["draws"]) > 2


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (Path.unlink, "cannot be read"),
        (lambda path: path.write_bytes(b"nothing"), "is damaged"),
        (spoilt(b"book 1", b"book 2"), "is not a book, or has another version"),
        (spoilt(b'"sha256":"', b'"sha256":"0'), "its checksum differs"),
        (spoilt(b'"held"', b'"hold"'), "is damaged"),
        (spoilt(b'"won":', b'"won":1'), "does not have its full size"),
        (spoilt(b'"rules":1', b'"rules":7'), r"follows other rules \(solomon 7\)"),
    ],
)
def test_a_book_that_cannot_be_used_is_left_out(
    spoil: Callable[[Path], None],
    said: str,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = Path(shutil.copy(OPENINGS, tmp_path))
    spoil(path)
    with pytest.raises(InvalidBook, match=said):
        OpeningBook(path)
    monkeypatch.setattr("companion.opponents.tables.solomon_book.OPENINGS", path)
    assert OpeningBook.installed() is None
    (line,) = caplog.messages
    assert str(path) in line
    assert "\n" not in line
    monkeypatch.setattr(solomon_knowledge, "_book", lambda: None)
    assert len(knowledge_for(GAME).safe_moves(GAME.start())) == len(GAME.moves(GAME.start()))


def test_a_book_is_read_as_it_was_written(tmp_path: Path) -> None:
    write_openings(tmp_path / "new.book", [5, 3, 5], {9: 2, 7: 1})
    read = OpeningBook(tmp_path / "new.book")
    assert read.held == {3, 5}
    assert read.won == {7: 1, 9: 2}

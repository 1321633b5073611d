"""Books of openings, from late positions: closed by the game's own rules, and made to win."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.solomon import Solomon
from companion.opponents.tables import EndingTables
from companion.opponents.tables.endings import SHIPPED
from companion.rules import CompanionError
from companion_research import solomon_openings
from companion_research.outcomes import Outcomes
from companion_research.solomon_openings import FIRST_ANSWERS, find_openings
from companion_research.solomon_prover import Prover
from tests import needs
from tests.opponents.tables.samples import endings

GAME = Solomon()
TABLES = EndingTables([SHIPPED])


def solved(folder: Path, pieces: int) -> Prover:
    made = Outcomes(folder / "outcomes.words", pieces)
    made.solve()
    return Prover(made)


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Prover:
    return solved(tmp_path_factory.mktemp("two"), 2)


@pytest.fixture(scope="module")
def five(tmp_path_factory: pytest.TempPathFactory) -> Prover:
    needs.numba()
    return solved(tmp_path_factory.mktemp("five"), 5)


def held(prover: Prover, pieces: int, number: int, seed: int) -> Iterator[int]:
    """Keys of positions that the holder, who is not to move, can hold."""
    for position in endings(pieces, number, seed):
        # White, to move, is the challenger: its points are the game's own bits.
        if GAME.to_act(position) == 0 and prover.holds(prover.key(position)):
            yield prover.key(position)


def faults(prover: Prover, book: list[int], least: int) -> Iterator[str]:
    """What is wrong with a book, by the game's own rules and the tables of endings."""
    members = set(book)
    for position in book:
        if _value(position) > 0:
            yield f"{GAME.position_text(position)} is lost"
        leaf = GAME.occupancy(position).bit_count() < least
        for move in () if leaf else GAME.moves(position):
            after = GAME.advance(position, move)
            if GAME.outcome(after).over or GAME.occupancy(after).bit_count() < least:
                continue
            answers = [GAME.advance(after, reply) for reply in GAME.moves(after)]
            best = [answer for answer in answers if _value(answer) == -_value(after)]
            there = [answer for answer in best if prover.key(answer) in members]
            fewer = [answer for answer in best if GAME.occupancy(answer).bit_count() < least]
            if not there and fewer != answers:
                yield f"{GAME.position_text(after)} has no answer"


def _value(position: int) -> int:
    known = TABLES.probe(position)
    assert known is not None
    return known.value


@pytest.mark.parametrize("answers", [FIRST_ANSWERS, FIRST_ANSWERS - 1])
def test_a_book_has_an_answer_to_every_move(
    two: Prover, answers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solomon_openings, "_DEPTH", 2)
    for key in held(two, 2, 400, seed=3):
        book = find_openings(two, [key], answers, 2)
        assert key in book
        assert not list(faults(two, book, 2))
        if len(book) > 5:
            missing = [other for other in book if other != book[len(book) // 2]]
            assert list(faults(two, missing, 2)) or book[len(book) // 2] == key
            return
    raise AssertionError


@pytest.mark.parametrize(("answers", "number"), [(FIRST_ANSWERS - 2, 60), (FIRST_ANSWERS, 600)])
def test_books_of_five_pieces_are_closed_and_never_miss_a_win(
    five: Prover, answers: int, number: int
) -> None:
    sizes = []
    for key in held(five, 5, number, seed=answers):
        try:
            book = find_openings(five, [key], answers, 5)
        except CompanionError:
            continue
        assert not list(faults(five, book, 5))
        sizes.append(len(book))
    assert len(sizes) > 4
    assert max(sizes) > 10


def test_a_book_that_needs_too_many_positions_is_refused(
    two: Prover, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solomon_openings, "_MOST_ADDED", 0)
    monkeypatch.setattr(solomon_openings, "_DEPTH", 2)
    refused = 0
    for key in held(two, 2, 100, seed=4):
        try:
            book = find_openings(two, [key], FIRST_ANSWERS - 1, 2)
        except CompanionError as error:
            assert "small enough" in str(error)
            refused += 1
        else:
            assert not list(faults(two, book, 2))
    assert refused


def test_what_was_tried_in_vain_leaves_nothing_behind(
    two: Prover, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Answers that need too much are taken out again, with all that was added for them."""
    monkeypatch.setattr(solomon_openings, "_MOST_ADDED", 2)
    monkeypatch.setattr(solomon_openings, "_DEPTH", 2)
    finder = solomon_openings.OpeningFinder(two, 2)
    kept: list[int] = []
    refused = 0
    for key in held(two, 2, 60, seed=6):
        if not finder.add(key, FIRST_ANSWERS - 1):
            refused += 1
            assert finder.keys == kept
        kept = finder.keys
        assert len(kept) == len(set(kept))
        assert not list(faults(two, kept, 2))
    assert refused
    assert kept

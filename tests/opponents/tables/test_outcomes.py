"""Outcomes without distances, closed sets, and the program that checks these, with few pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from math import comb
from pathlib import Path

import numpy as np
import pytest

from companion.games.solomon import Solomon
from companion.opponents.tables import EndingTables
from companion.opponents.tables.endings import SHIPPED
from companion.opponents.tables.layout import stored_sets
from companion.opponents.tables.solomon_book import OPENINGS
from companion.rules import CompanionError
from companion_research import compiling, outcomes, solomon_openings, solomon_prover
from companion_research.compiling import IntArray
from companion_research.outcomes import (
    Outcomes,
    plane_words,
    splits,
    words_of,
)
from companion_research.programs import OUTCOMES, SETS, check_solomon, prove_solomon
from companion_research.set_checker import check_part, starts_in
from companion_research.set_file import InvalidSet, read_set, write_set
from companion_research.set_walk import walk
from companion_research.solomon_prover import AFTER_16_10, START, Prover
from tests import needs
from tests.opponents.tables.samples import endings

GAME = Solomon()
TABLES = EndingTables([SHIPPED])
FULL = (1 << 19) - 1


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Outcomes:
    """All positions of two pieces."""
    made = Outcomes(tmp_path_factory.mktemp("outcomes") / OUTCOMES, 2)
    made.solve()
    return made


@pytest.fixture(scope="module")
def five(tmp_path_factory: pytest.TempPathFactory) -> Outcomes:
    """All positions of up to five pieces."""
    needs.numba()
    made = Outcomes(tmp_path_factory.mktemp("outcomes") / OUTCOMES, 5)
    made.solve()
    return made


def seen_by(side: int, position: int) -> tuple[int, int, int]:
    """The attacker's points, the defender's and the kings, with this side, 0 for the attacker, to
    move; the attacker goes up."""
    own, other, kings = GAME.seen_by_mover(position)
    if side == 0:
        return own, other, kings
    return turned(other), turned(own), turned(kings)


def turned(points: int) -> int:
    return int(f"{points:019b}"[::-1], 2)


def value(made: Outcomes, position: int) -> int:
    """What a position is worth to the player to move, by the outcomes."""
    wins = made.attacker_wins(0, *seen_by(0, position))
    return int(wins) - int(made.attacker_wins(1, *seen_by(1, position)))


def holders(pieces: int, number: int, seed: int) -> Iterator[tuple[int, bool]]:
    """Keys of positions, and whether the holder, who is not to move, can hold them."""
    for position in endings(pieces, number, seed):
        challenger, holder, kings = seen_by(0, position)
        known = TABLES.probe(position)
        assert known is not None
        yield challenger | holder << 19 | kings << 38, known.value <= 0


@pytest.fixture(scope="module")
def prover(two: Outcomes) -> Prover:
    return Prover(two)


@pytest.fixture(scope="module")
def keys(prover: Prover) -> IntArray:
    """A closed set with some positions."""
    for key, held in holders(2, 200, seed=5):
        if held:
            found = prover.closed_set([prover.key(key)])
            if found.size > 20:
                return found
    raise AssertionError


def test_outcomes_of_two_pieces_are_those_of_the_table(two: Outcomes) -> None:
    found: Counter[int] = Counter()
    for position in endings(2, 1500, seed=1):
        known = TABLES.probe(position)
        assert known is not None
        assert value(two, position) == known.value, GAME.position_text(position)
        found[known.value] += 1
    assert min(found[1], found[0], found[-1]) > 30


@pytest.mark.slow
def test_outcomes_of_five_pieces_are_those_of_the_table(five: Outcomes) -> None:
    for pieces in (3, 4, 5):
        for position in endings(pieces, 20_000, seed=pieces):
            known = TABLES.probe(position)
            assert known is not None
            assert value(five, position) == known.value, GAME.position_text(position)


@pytest.mark.slow
def test_threads_find_the_same(five: Outcomes, tmp_path: Path) -> None:
    again = Outcomes(tmp_path / OUTCOMES, 5)
    again.solve(threads=2)
    assert again.path.read_bytes() == five.path.read_bytes()


def outcomes_size(most: int) -> int:
    """The size in bytes of the planes of up to `most` pieces."""
    return sum(2 * 8 * plane_words(*split) for split in splits(most))


def test_a_run_that_was_stopped_goes_on(two: Outcomes, tmp_path: Path) -> None:
    whole = two.path.read_bytes()
    assert len(whole) == outcomes_size(2)
    again = Outcomes(tmp_path / OUTCOMES, 2)
    again.path.write_bytes(whole[:-5])
    assert again.solved == []
    again.solve()
    assert again.path.read_bytes() == whole
    assert again.solved == splits(2) == [(1, 1)]
    told: list[str] = []
    again.solve(lambda what, _done, _total: told.append(what))
    assert told == []  # there is nothing left to solve


def test_sizes_are_those_of_the_page() -> None:
    for n, split in ((2, (1, 1)), (5, (2, 3))):
        rows = len(stored_sets(n)) * comb(n, split[0])
        assert plane_words(*split) == rows * words_of(n)
    assert [round(outcomes_size(n) / 1e6) for n in (5, 8, 10)] == [3, 699, 11189]
    assert splits(10)[-3:] == [(4, 6), (5, 5), (6, 4)]


def test_memory_that_is_short_is_said_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outcomes, "_memory", lambda: 1 << 30)
    with pytest.raises(
        CompanionError, match=r"^9 pieces take 1149 MB of memory, and there are 1024"
    ):
        Outcomes(tmp_path / OUTCOMES, 9).solve()


def test_a_full_disk_is_said_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outcomes, "_memory", lambda: 1 << 40)
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": 5 << 20}))
    with pytest.raises(CompanionError, match="has 5 MB left, and 8 pieces take 666: choose"):
        Outcomes(tmp_path / OUTCOMES, 8).solve()


@pytest.mark.slow
def test_what_can_be_held_is_what_is_not_lost(prover: Prover) -> None:
    # Three pieces, when the game is nearly over: more takes long without numba.
    found = Counter(
        held
        for key, held in holders(3, 60, seed=4)
        if (TABLES.look_up(key & FULL, key >> 19 & FULL, key >> 38) or (0, 99))[1] in range(4)
        and prover.holds(prover.key(key)) == held
    )
    assert found[True] > 1
    assert found[False] > 1


@pytest.mark.slow
@pytest.mark.parametrize(("pieces", "number"), [(6, 10), (7, 5)])
def test_late_positions_can_be_held_if_the_checker_says_so(
    five: Outcomes, pieces: int, number: int
) -> None:
    held = 0
    for position in endings(pieces, number, seed=pieces):
        challenger, holder, kings = seen_by(0, position)
        if not 2 < holder.bit_count() <= 6 or challenger.bit_count() > 3:
            continue
        prover = Prover(five)
        key = prover.key(challenger | holder << 19 | kings << 38)
        if not prover.holds(key):
            continue
        keys = prover.closed_set([key])
        assert check_part(keys, keys).fault == ""
        if keys.size > 1:  # By itself, the first position is no closed set.
            assert check_part(np.array([key]), np.array([key])).fault
        held += 1
    assert held


def test_a_closed_set_is_found_and_checked(keys: IntArray) -> None:
    found = check_part(keys, keys)
    assert found.fault == ""
    assert found.moves > keys.size
    assert list(keys) == sorted(set(keys))
    for gone in (0, keys.size // 2, keys.size - 1):
        assert "has a move without an answer" in check_part(np.delete(keys, gone), keys).fault


def test_rules_of_the_game_agree_that_a_set_is_closed(prover: Prover, keys: IntArray) -> None:
    members = {int(key) for key in keys}
    for key in members:
        # White is the challenger: its points are the game's own bits.
        position = key
        for move in GAME.moves(position):
            after = GAME.advance(position, move)
            ends = GAME.outcome(after)
            if ends.over:
                assert ends.winner is None
                continue
            answers = [GAME.advance(after, reply) for reply in GAME.moves(after)]
            assert any(prover.key(answer) in members for answer in answers)


def test_first_moves_have_their_names(prover: Prover) -> None:
    moves = prover.first_moves()
    assert sorted(moves) == ["14-12", "14-9", "15-12", "16-10"]


def test_the_start_is_known(prover: Prover) -> None:
    start = np.array([START])
    assert starts_in(start, holder_first=False)
    assert not starts_in(start, holder_first=True)
    after = np.array(sorted(prover.after(1, START)))
    assert starts_in(after, holder_first=True)
    assert GAME.position_text(START) == "b/bbbbb/../.../../wwwww/w w"


def test_sets_are_read_as_they_were_written(tmp_path: Path) -> None:
    keys = np.array([3, 1 << 56, (1 << 57) - 1])
    write_set(tmp_path / "some.set", "black", keys)
    made, read = read_set(tmp_path / "some.set")
    assert (made.holder, made.positions) == ("black", 3)
    assert list(read) == list(keys)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda _: None, "cannot be read"),
        (lambda data: data[:-1], "is damaged: its checksum differs"),
        (
            lambda data: data.replace(b"set 1", b"set 2"),
            "is not a set of positions, or has another",
        ),
        (lambda data: data.replace(b'"holder"', b'"keeper"'), "its second line cannot be read"),
        (lambda data: data.replace(b'"rules":1', b'"rules":9'), r"other rules \(solomon 9\)"),
    ],
)
def test_a_set_that_cannot_be_used_is_said_in_one_line(
    spoil: object, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "some.set"
    write_set(path, "white", np.array([START]))
    spoilt = spoil(path.read_bytes())  # type: ignore[operator]
    path.unlink()
    if spoilt is not None:
        path.write_bytes(spoilt)
    with pytest.raises(InvalidSet, match=said) as found:
        read_set(path)
    assert "\n" not in str(found.value)
    assert "prove-solomon" in str(found.value)


class _Proven(Prover):
    """Finds at once what a proof would find, all but the closed sets."""

    def holds(self, key: int) -> bool:
        return key != self.first_moves()["16-10"]

    def closed_set(self, seeds: Iterable[int]) -> IntArray:
        return np.array(sorted(seeds))

    def winning_set(self, position: int, least: int) -> dict[int, int]:
        return {AFTER_16_10: least}


def test_prove_solomon_says_what_it_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "COMPILED", True)
    monkeypatch.setattr(solomon_prover, "Prover", _Proven)
    monkeypatch.setattr(solomon_openings, "find_openings", lambda _, starts, *__: list(starts))
    said: list[str] = []
    with pytest.raises(InvalidSet, match=r"white\.set is wrong: .* without an answer in the set"):
        prove_solomon(tmp_path / "new", said.append, pieces=2)
    assert sorted(said) == [
        "14-12 and its mirror image hold the draw for White",
        "14-9 and its mirror image hold the draw for White",
        "15-12 and its mirror image hold the draw for White",
        "16-10 loses",
    ]
    assert {path.name for path in (tmp_path / "new").iterdir()} == {
        OUTCOMES,
        OPENINGS.name,
        *SETS,
    }


def test_check_solomon_wants_the_start_in_a_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiling, "COMPILED", True)
    write_set(tmp_path / SETS[0], "white", np.array([START]))
    with pytest.raises(InvalidSet, match="does not have the start"):
        check_solomon(tmp_path, lambda _: None)


def test_check_solomon_counts_what_it_checked(
    keys: IntArray, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiling, "COMPILED", True)
    monkeypatch.setattr("companion_research.set_checker.starts_in", lambda *_, **__: True)
    for name, holder in zip(SETS, ("white", "black"), strict=True):
        write_set(tmp_path / name, holder, keys)  # type: ignore[arg-type]
    said: list[str] = []
    check_solomon(tmp_path, said.append)
    moves = check_part(keys, keys).moves
    assert said[2:] == [
        f"{tmp_path / SETS[1]}: Black never loses. All {moves:,} moves of the other side, in "
        f"{keys.size:,} positions, have an answer",
        f"{tmp_path / SETS[1]}: by the game's own rules, too, all {moves:,} moves in "
        f"{keys.size:,} of the positions have an answer",
    ]


def test_a_walk_by_the_games_rules_finds_a_move_without_an_answer(keys: IntArray) -> None:
    """Both programs find the same faults, whichever position is missing."""
    complete = keys.tolist()
    assert sum(moves for moves, _ in walk(frozenset(complete), complete)) == (
        check_part(keys, keys).moves
    )
    for missing in range(keys.size):
        left = np.delete(keys, missing)
        faults = [fault for _, fault in walk(frozenset(left.tolist()), left.tolist()) if fault]
        assert bool(faults) == bool(check_part(left, left).fault)
        assert all(fault.endswith("has no answer in the set") for fault in faults)


def test_only_some_numbers_of_pieces_can_be_solved_by_outcome(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiling, "COMPILED", True)
    with pytest.raises(CompanionError, match="11 pieces: choose a number from 2 to 10"):
        prove_solomon(tmp_path, lambda _: None, pieces=11)
    monkeypatch.setattr(compiling, "COMPILED", False)
    with pytest.raises(CompanionError, match=r"pip install numba"):
        prove_solomon(tmp_path, lambda _: None, pieces=8)

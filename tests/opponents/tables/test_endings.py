"""The table of endings that comes with the program, against the rules and against known counts."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random

import pytest

from companion.games.solomon import Solomon
from companion.opponents.tables import EndingTables, ExactValue
from companion.opponents.tables.endings import SHIPPED
from companion.opponents.tables.table_file import TableFile
from companion.rules import placement
from companion_research import checker
from companion_research.programs import placed_in
from tests.opponents.tables.samples import endings
from tests.slow import slow_after

GAME = Solomon()
TABLES = EndingTables([SHIPPED])


def two_kings_against_one() -> list[int]:
    """Every placement, with the two kings' side, White, to move."""
    found = []
    for kings in combinations(range(19), 2):
        for lone in range(19):
            if lone not in kings:
                cells = ["."] * 19
                cells[kings[0]] = cells[kings[1]] = "W"
                cells[lone] = "B"
                found.append(GAME.parse_position(f"{placement.write(GAME.board, cells)} w"))
    return found


def follows(position: int) -> ExactValue:
    """What a position is worth, from what its moves lead to."""
    outcome = GAME.outcome(position)
    if outcome.over:
        return ExactValue(0, None) if outcome.winner is None else ExactValue(-1, 0)
    after = [TABLES.probe(GAME.advance(position, move)) for move in GAME.moves(position)]
    lost = [end.plies for end in after if end is not None and end.value < 0]
    if lost:
        return ExactValue(1, 1 + min(plies for plies in lost if plies is not None))
    if all(end is not None and end.value > 0 for end in after):
        return ExactValue(-1, 1 + max(end.plies for end in after if end and end.plies is not None))
    return ExactValue(0, None)


def test_two_kings_beat_one_in_2874_of_2907_positions() -> None:
    found = [TABLES.probe(position) for position in two_kings_against_one()]
    assert Counter(end.value for end in found if end) == {1: 2874, 0: 27, -1: 6}
    assert max(end.plies or 0 for end in found if end) == 23


@pytest.mark.parametrize("pieces", [2, 3, 4, 5])
def test_values_follow_from_the_moves_of_the_game(pieces: int) -> None:
    for position in endings(pieces, 150, seed=pieces):
        assert TABLES.probe(position) == follows(position), GAME.position_text(position)


@pytest.mark.parametrize("pieces", [2, 3, 4, 5])
def test_images_of_a_position_have_its_value(pieces: int) -> None:
    symmetries = GAME.symmetries()
    assert len(symmetries) == 4
    for position in endings(pieces, 20, seed=10 + pieces):
        fields = GAME.position_text(position).split()
        cells = placement.read(GAME.board, fields[0], bool)
        for symmetry in symmetries:
            image = [""] * 19
            swapped = str.maketrans(symmetry.letters, symmetry.become)
            for point, cell in enumerate(cells):
                image[symmetry.points[point]] = cell.translate(swapped)
            text = f"{placement.write(GAME.board, image)} {fields[1].translate(swapped)}"
            assert TABLES.probe(GAME.parse_position(text)) == TABLES.probe(position)


@pytest.mark.parametrize("pieces", [2, 3, 4, 5])
def test_the_checker_finds_nothing_in_a_sample(pieces: int) -> None:
    positions = checker.some_positions(pieces, 200, Random(pieces))
    assert checker.first_fault(positions, placed_in(TABLES)) == ""


@pytest.mark.parametrize("pieces", slow_after(1, [2, 3, 4]))
def test_the_checker_finds_nothing_in_any_position(pieces: int) -> None:
    count = 0

    def counted() -> Iterator[tuple[checker.Pieces, str]]:
        nonlocal count
        for each in checker.every_position(pieces):
            count += 1
            yield each

    assert checker.first_fault(counted(), placed_in(TABLES)) == ""
    (counts,) = (c for c in TableFile(SHIPPED).provenance.counts if c.pieces == pieces)
    assert count == counts.positions


@pytest.mark.slow
def test_the_checker_finds_nothing_in_a_large_sample() -> None:
    positions = checker.some_positions(5, 200_000, Random(5))
    assert checker.first_fault(positions, placed_in(TABLES)) == ""


@pytest.mark.parametrize(
    "wrong",
    [
        lambda end: ExactValue(-end.value, end.plies),
        lambda end: ExactValue(end.value, None if end.plies is None else end.plies + 2),
        lambda end: ExactValue(0, None) if end.plies == 5 else end,
        lambda end: ExactValue(1, 3) if end.value == 0 else end,
        lambda _: None,
    ],
    ids=["turned", "longer", "drawn", "won", "missing"],
)
def test_the_checker_notices_wrong_values(wrong: Callable[[ExactValue], ExactValue | None]) -> None:
    right, asked = placed_in(TABLES), 0

    def ask(pieces: checker.Pieces, player: str) -> checker.Known | None:
        nonlocal asked
        asked += 1
        said = right(pieces, player)
        return said if said is None or asked % 20 else wrong(ExactValue(*said))

    assert checker.first_fault(checker.some_positions(3, 1000, Random(1)), ask)


def test_positions_that_no_table_has_are_unknown() -> None:
    assert TABLES.most == 5
    assert TABLES.probe(GAME.start()) is None
    assert TABLES.probe(next(iter(endings(6, 1, seed=1)))) is None


def test_a_player_without_pieces_has_lost_and_one_without_an_enemy_is_unknown() -> None:
    assert TABLES.probe(GAME.parse_position("./...../../.W./../...../. b")) == ExactValue(-1, 0)
    assert TABLES.probe(GAME.parse_position("./...../../.W./../...../. w")) is None


def test_endings_say_what_they_are_in_words() -> None:
    assert [ExactValue(1, 5).text, ExactValue(-1, 4).text, ExactValue(0, None).text] == [
        "wins in 5",
        "loses in 4",
        "draw",
    ]


def test_the_shipped_table_is_what_its_header_says() -> None:
    file = TableFile(SHIPPED)
    file.verify()
    assert [(c.pieces, c.positions) for c in file.provenance.counts] == [
        (2, 1_297),
        (3, 42_908),
        (4, 779_008),
        (5, 9_737_600),
    ]
    assert [c.longest for c in file.provenance.counts] == [9, 50, 54, 84]
    assert SHIPPED.stat().st_size < 1_600_000


def test_tables_are_read_without_numpy() -> None:
    code = (
        "import sys; from companion.opponents.tables import EndingTables; "
        "assert EndingTables.installed().look_up(1, 2, 3); "
        "assert not {'numpy', 'numba'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)

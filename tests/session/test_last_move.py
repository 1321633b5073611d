"""Where the last move went, and what a takeback would change, as the page is told."""

from __future__ import annotations

import pytest

from companion.games.registry import make
from companion.rules import Match, Seat, TurnMatch
from companion.session.match.last_move import last_move, takeback
from companion.session.match.spoken_move import spoken_move


def played(name: str, position: str, *texts: str, **computers: str) -> TurnMatch:
    game = make(name)
    match = Match(game, game.parse_position(position) if position else None)
    for text in texts:
        match.play_text(text)
    seats = {Seat(int(seat[1:])): level for seat, level in computers.items()}
    return TurnMatch(match, computers=seats)


def names(match: TurnMatch, points: tuple[int, ...]) -> str:
    return " ".join(match.game.board.names[point] for point in points)


@pytest.mark.parametrize(
    ("name", "position", "texts", "way"),
    [
        ("solomon", "", (), ""),
        ("solomon", "", ("14-9",), "14 9"),
        ("solomon", "", ("14-9", "2x12"), "2 12"),
        ("solomon", "b/bbwbb/../.../.w/ww.w./w b", ("1x10x18x16",), "1 10 18 16"),
        ("nim", "", ("1:4",), "1 4"),
        ("son_of_solomon", "", ("1@7",), "7"),
        ("trinity", "", ("N1-11",), "1 11"),
        ("trinity", "N/.ooo./../.../../D...Q/. N 8 0", ("N1x8",), "1 8"),
    ],
)
def test_the_last_move_is_its_way_over_the_board(
    name: str, position: str, texts: tuple[str, ...], way: str
) -> None:
    match = played(name, position, *texts)
    assert names(match, last_move(match)) == way


def test_a_takeback_tells_which_points_change() -> None:
    match = played("solomon", "", "14-9", "2x12")
    undo = takeback(match)
    assert undo is not None
    assert undo.plies == 1
    assert (names(match, undo.left), names(match, undo.restored)) == ("12", "2 9")


def test_the_computers_answer_goes_with_the_move_that_is_taken_back() -> None:
    match = played("solomon", "", "14-9", "2x12", s1="easy")
    undo = takeback(match)
    assert undo is not None
    assert undo.plies == 2
    assert (names(match, undo.left), names(match, undo.restored)) == ("12", "2 14")


def test_a_crowned_piece_stands_again_where_it_came_from() -> None:
    match = played("crowning", "", "1-9")
    undo = takeback(match)
    assert undo is not None
    assert (names(match, undo.left), names(match, undo.restored)) == ("9", "1")


def test_taking_a_resignation_back_moves_no_piece() -> None:
    match = played("solomon", "", "14-9")
    match.resign()
    assert takeback(match) == (0, (), ())


def test_there_is_nothing_to_take_back_at_the_start() -> None:
    assert takeback(played("solomon", "")) is None


@pytest.mark.parametrize(
    ("name", "position", "texts", "told"),
    [
        ("solomon", "", (), ""),
        ("solomon", "", ("14-9",), "White: 14 to 9."),
        ("solomon", "", ("14-9", "2x12"), "Black: 2 to 12, takes 9."),
        (
            "solomon",
            "b/bbwbb/../.../.w/ww.w./w b",
            ("1x10x18x16",),
            "Black: 1 to 10 to 18 to 16, takes 4, 13 and 17.",
        ),
        ("nim", "", ("1:4",), "White: takes 1 and 4."),
        ("son_of_solomon", "", ("1@7",), "White: a number 1 on 7."),
        ("soli2", "", ("draw b", "b@c2"), "Black: a counter on c2."),
        ("soli2", "", ("draw w", "w@c2"), "Black: White's counter on c2."),
        ("trinity", "", ("N1-11",), "1 to 11, a stone on 1."),
        ("peg", "", ("2x10",), "2 to 10, takes 7."),
    ],
)
def test_the_last_move_in_words(
    name: str, position: str, texts: tuple[str, ...], told: str
) -> None:
    assert spoken_move(played(name, position, *texts)) == told

from __future__ import annotations

import pytest

from companion.device.ports import (
    Button,
    InvalidWiring,
    MatrixPort,
    PortSettings,
    Report,
    SimulatedPort,
    StripSettings,
    SubBoardPort,
    fit,
    open_port,
)
from companion.device.ports.sub_board import places
from companion.games.registry import make
from companion.rules.geometry import STAR, Board, Point, Sensed, grid

WOODEN = PortSettings(kind="matrix", board="grid9")


def printed(board: Board) -> dict[str, str]:
    physical = grid(9)
    return {
        name: physical.names[place]
        for name, place in zip(board.names, places(physical, board), strict=True)
    }


def test_a_7_x_7_board_lies_in_the_middle_of_a_9_x_9_one() -> None:
    where = printed(grid(7))
    assert (where["a1"], where["g1"], where["a7"], where["g7"]) == ("b2", "h2", "b8", "h8")
    assert where["d4"] == "e5"


def test_an_8_x_8_board_lies_at_the_bottom_left_of_a_9_x_9_one() -> None:
    assert all(name == place for name, place in printed(grid(8)).items())


def test_a_board_of_the_same_size_has_all_of_it_whatever_its_lines() -> None:
    assert places(grid(8), grid(8, orthogonal=False, diagonal=True)) == tuple(range(64))


@pytest.mark.parametrize(
    ("physical", "board"),
    [(grid(7), grid(8)), (grid(8), grid(9)), (grid(9), STAR), (STAR, grid(7)), (STAR, grid(4))],
)
def test_a_board_without_room_is_refused(physical: Board, board: Board) -> None:
    with pytest.raises(InvalidWiring, match=f"{physical.name} has no room for .* {board.name}"):
        places(physical, board)


@pytest.mark.parametrize(
    ("game", "options"),
    [("soli2", {}), ("gomony", {}), ("halma", {}), ("peg", {"board": "grid7"}), ("peg", {})],
)
def test_games_for_grids_fit_a_wooden_9_x_9_board_and_the_stars_do_not(
    game: str, options: dict[str, str]
) -> None:
    board = make(game, options).board
    if board is STAR:
        with pytest.raises(InvalidWiring, match="no room for the game's board star"):
            fit(WOODEN, StripSettings(), board)
    else:
        fitting = fit(WOODEN, StripSettings(), board)
        assert (fitting.physical.name, fitting.lamps) == ("grid9", 81)
        assert len(fitting.places) == board.size


def test_the_simulated_board_is_always_that_of_the_game() -> None:
    port = PortSettings(board="grid9")
    fit(port, StripSettings(), STAR)
    made = open_port(port, StripSettings(), grid(7), lambda: 0.0)
    assert isinstance(made, SimulatedPort)
    assert made.points == 49


def test_only_a_smaller_board_goes_through_a_part() -> None:
    assert isinstance(open_port(WOODEN, StripSettings(), grid(9), lambda: 0.0), MatrixPort)
    assert isinstance(open_port(WOODEN, StripSettings(), grid(8), lambda: 0.0), SubBoardPort)


def test_what_stands_beside_the_game_is_not_reported_and_its_lamps_stay_dark() -> None:
    whole = SimulatedPort(9, lambda: 2.0)
    part = SubBoardPort(whole, tuple(map(Point, (4, 5, 7))))
    heard: list[Report] = []
    part.open(heard.append)
    for point in range(9):
        whole.set(Point(point), True)
    assert heard == [Sensed(Point(p), True, 2.0) for p in range(3)]
    assert part.occupancy() == 0b111
    part.show(bytes(range(1, 10)))
    assert whole.frame == bytes(12) + bytes(range(1, 7)) + bytes(3) + bytes([7, 8, 9]) + bytes(3)
    part.close()
    assert whole.frame == bytes(27)
    whole.set(Point(4), False)
    assert len(heard) == 3


def test_the_button_belongs_to_every_part() -> None:
    class Pressed(SimulatedPort):
        def open(self, listener: object) -> None:
            assert callable(listener)
            listener(Button(True, 1.0))

    heard: list[Report] = []
    SubBoardPort(Pressed(9, lambda: 0.0), (Point(3),)).open(heard.append)
    assert heard == [Button(True, 1.0)]

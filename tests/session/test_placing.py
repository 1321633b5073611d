"""*Place mine for me*: the program sets out pieces where players only do that before play."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.registry import built_in, make
from companion.hands import Phase
from companion.protocol.commands import Back, New, PlacePieces, Teach
from companion.protocol.views import State
from companion.rules import Match
from companion.testing import Hands, VirtualTable
from tests.conformance.option_sets import parameters
from tests.session.clicker import Clicker
from tests.session.far_apart import World

_HALMA = [(players, rules) for players in "234" for rules in ("simple", "advanced")]


def begin(tmp_path: Path, players: str = "2", *, bare: bool = False) -> VirtualTable:
    table = VirtualTable(tmp_path, bare=bare)
    table.begin_match(Match(make("halma", {"players": players})))
    return table


@pytest.mark.parametrize(("name", "options"), parameters())
def test_what_a_game_would_place_is_legal_and_comes_to_an_end(
    name: str, options: dict[str, str]
) -> None:
    game = make(name, options)
    match = Match(game)
    while not match.over and (move := game.usual_placement(match.position)) is not None:
        assert move in match.moves
        match.play(move)
        assert len(match.history) <= game.board.size
    if name == "halma":
        assert len(match.history) == 7 * len(game.seats)


@pytest.mark.parametrize("players", "234")
def test_all_pieces_are_placed_by_one_command(tmp_path: Path, players: str) -> None:
    with begin(tmp_path, players) as table:
        assert table.state.placeable == ("mine", "all")
        table.say(PlacePieces("all"))
        table.wait(3)
        assert len(table.texts) == 7 * int(players)
        assert table.phase is Phase.REST
        assert not table.state.placeable
        assert table.state.tabletop is not None
        shown = [tuple(stack) for stack in table.state.tabletop.points]
        assert shown == [tuple(p.text for p in stack) for stack in table.state.believed]
        assert table.state.turn == 0


def test_both_sides_stand_alike(tmp_path: Path) -> None:
    with begin(tmp_path) as table:
        table.say(PlacePieces("all"))
        stacks = table.match.game.stacks(table.match.position)
        rows = [
            [stacks[table.board.index[f"{file}{rank}"]][0].text[1] for file in "bcdefgh"]
            for rank in (1, 9)
        ]
        assert rows == [list("STCDCTS")] * 2


def test_mine_are_placed_on_each_of_my_turns(tmp_path: Path) -> None:
    with begin(tmp_path) as table:
        clicker = Clicker(table, seed=2)
        table.say(PlacePieces("mine"))
        for number in range(7):
            table.wait(3)
            assert [ply.seat for ply in table.match.history] == [0, 1] * number + [0]
            assert (table.phase, table.state.turn) == (Phase.REST, 1)
            clicker.play_random()
        assert (len(table.texts), table.state.turn) == (14, 0)


def test_the_computer_places_its_own_as_well(tmp_path: Path) -> None:
    with begin(tmp_path) as table:
        table.say(New("halma", {"players": "3"}, {1: "easy", 2: "easy"}))
        assert table.state.placeable == ("mine",)
        table.say(PlacePieces("mine"))
        table.wait(3)
        assert len(table.texts) == 21
        assert (table.phase, table.state.turn) == (Phase.REST, 0)


def test_what_hands_have_placed_stays(tmp_path: Path) -> None:
    with begin(tmp_path) as table:
        clicker, match = Clicker(table), table.session.match
        clicker.play(
            next(t for t in match.turns if match.turn_game.text(match.position, t) == "D@b1")
        )
        table.say(PlacePieces("all"))
        stacks = table.match.game.stacks(table.match.position)
        first = [stacks[table.board.index[f"{file}1"]][0].text[1] for file in "bcdefgh"]
        assert "".join(first) == "DTCSCTS"


def test_a_takeback_is_not_placed_again(tmp_path: Path) -> None:
    with begin(tmp_path) as table:
        table.say(PlacePieces("all"))
        table.wait(3)
        table.say(Back(3))
        table.wait(3)
        assert len(table.texts) == 11
        assert table.state.placeable == ("mine", "all")


@pytest.mark.parametrize("game", built_in())
def test_a_game_that_begins_with_pieces_refuses(tmp_path: Path, game: str) -> None:
    with VirtualTable(tmp_path) as table:
        table.begin_match(Match(make(game)))
        if game == "halma":
            table.say(Teach("halma"))
        assert table.state.placeable == ()
        before = table.texts
        table.say(PlacePieces("mine"))
        table.wait(1)
        told = [each.warning for each in table.heard if isinstance(each, State)]
        assert any("o pieces can be placed" in warning for warning in told)
        assert table.texts == before


@pytest.mark.parametrize("players", "24")
def test_on_a_wooden_board_the_lamps_show_where_and_in_the_end_it_fits(
    tmp_path: Path, players: str
) -> None:
    """Somebody who sees only the lamps and the words puts each piece down, kind by kind."""
    with begin(tmp_path, players, bare=True) as table:
        table.say(PlacePieces("all"))
        stacks = table.match.game.stacks(table.match.position)
        kinds: list[str] = []
        hands = Hands(table)
        while table.phase is Phase.SETUP:
            lit = [point for point, _ in table.session.lights.lamps]
            assert lit
            shown = {stacks[point][0].kind for point in lit}
            assert len(shown) == 1, "one kind at a time"
            kinds += shown
            assert next(iter(shown)) in table.state.message
            hands.bring(table.board.names[lit[0]], stacks[lit[0]][0].text)
            table.wait(1)
        assert list(dict.fromkeys(kinds)) == ["square", "triangle", "circle", "diamond"]
        assert len(kinds) == 7 * int(players)
        assert table.port.occupancy() == table.match.game.occupancy(table.match.position)
        assert table.phase is Phase.REST


@pytest.mark.parametrize("players", "23")
def test_far_apart_everybody_has_their_own_placed(tmp_path: Path, players: str) -> None:
    """Each asks at their own board; nobody can place the pieces of another one."""
    world = World(tmp_path, "halma", players=players)
    world.meet()
    south, *others = world.tables
    assert south.state.placeable == ("mine",)
    assert [table.state.placeable for table in others] == [()] * len(others)
    south.say(PlacePieces("all"))
    assert world.plies()[0] == []
    for _ in range(12 * int(players)):
        for table, hands in zip(world.tables, world.hands, strict=True):
            if table.phase is Phase.SETUP:
                hands.set_up()
            if table.state.placeable:
                table.say(PlacePieces("mine"))
            elif (turn := table.session.live.opponents.turn) is not None:
                hands.play_turn(turn)
            world.wait()
    assert all(len(plies) == 7 * int(players) for plies in world.plies())
    assert all(plies == world.plies()[0] for plies in world.plies())

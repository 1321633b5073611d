"""Hands of the kit: every game is played by them, and they notice when they are not understood."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.config import Config, GameSettings
from companion.device.ports.port_kinds import PortSettings
from companion.device.ports.simulated import InvalidHandling
from companion.games.registry import kinds
from companion.rules import IllegalMove
from companion.rules.geometry import Point
from companion.testing import BareSwitches, Habits, Hands, NotUnderstood, SloppyHands, VirtualTable
from companion.testing.pins import mock_switches
from companion.testing.strip import CapturedStrip

_TURNS = 20
GAMES = [
    *((name, {}) for name in kinds()),
    ("soli2", {"variant": "pure_skill"}),
    ("halma", {"rules": "advanced", "players": "3"}),
    ("trinity", {"seats": "2"}),
]
every_game = pytest.mark.parametrize(
    ("name", "options"), GAMES, ids=[" ".join((name, *options.values())) for name, options in GAMES]
)
both = pytest.mark.parametrize("bare", [False, True], ids=["pieces", "bare"])


def begun(directory: Path, *, bare: bool, game: str = "solomon", position: str = "") -> Hands:
    table = VirtualTable(directory, bare=bare)
    table.begin(game, position)
    hands = Hands(table)
    hands.set_up()
    return hands


@pytest.mark.parametrize("seed", range(3))
def test_a_chain_may_land_on_several_points_where_it_has_captured(
    seed: int, tmp_path: Path
) -> None:
    table = VirtualTable(tmp_path, bare=True)
    table.begin("solomon", "./...../.w/ww./wB/.wwB./. b")
    hands = Hands(table, seed=seed)
    hands.set_up()
    hands.play("13x7x14x10x19x12")
    assert table.texts == ["13x7x14x10x19x12"]


@pytest.mark.slow
@pytest.mark.parametrize("turns", (8, 20))
@every_game
@both
def test_what_sloppy_hands_mean_is_played(
    name: str, options: dict[str, str], bare: bool, turns: int, tmp_path: Path
) -> None:
    table = VirtualTable(tmp_path, bare=bare)
    table.begin(name, **options)
    hands = SloppyHands(table, seed=1)
    hands.set_up()
    meant: list[str] = []
    while len(meant) < turns and not table.match.over:
        plies = len(table.texts)
        meant.append(hands.play_random())
        assert table.texts[plies] == meant[-1]


@both
def test_sloppy_hands_do_what_their_habits_say(bare: bool, tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, bare=bare)
    table.begin("gomony")
    always = Habits(dither=1, stray=1, drag=0.5, slide=0.5, bounce=1, slow=0)
    hands = SloppyHands(table, seed=2, habits=always)
    hands.set_up()
    for _ in range(_TURNS):
        hands.play_random()
    assert hands.done["dither"] > _TURNS / 2
    assert hands.done["stray"] > _TURNS / 2
    # Only bare switches can be closed in passing.
    assert (hands.done["drag"] > 0) == (hands.done["slide"] > 0) == bare


def test_careful_habits_do_nothing_beside_the_moves(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, bare=True)
    table.begin()
    careful = Habits(skip=0, dither=0, stray=0, slow=0, drag=0, slide=0, bounce=0)
    hands = SloppyHands(table, habits=careful)
    hands.set_up()
    hands.play("14-12")
    assert set(hands.done.values()) == {0}


def test_same_seed_makes_the_same_hands(tmp_path: Path) -> None:
    def ending(seed: int, directory: Path) -> tuple[list[str], float]:
        table = VirtualTable(directory, bare=True)
        table.begin()
        hands = SloppyHands(table, seed=seed)
        hands.set_up()
        for _ in range(5):
            hands.play_random()
        return table.texts, table.now

    first = ending(4, tmp_path / "1")
    assert ending(4, tmp_path / "2") == first
    assert ending(5, tmp_path / "3") != first


def test_habits_are_probabilities() -> None:
    with pytest.raises(ValueError, match=r"stray is 1\.5; choose from 0 to 1"):
        Habits(stray=1.5)


def test_what_a_real_bag_yields_is_answered(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Config(game=GameSettings(bag="real")), bare=True)
    table.begin("soli2")
    hands = Hands(table)
    hands.set_up()
    move = hands.play_random()
    assert move.startswith("draw ")
    assert ", ".join(table.texts) == move
    hands.play(next(iter(hands.moves)))
    assert len(table.texts) == 4
    assert hands.asked > 0


@both
def test_hands_act_piece_by_piece(bare: bool, tmp_path: Path) -> None:
    hands = begun(tmp_path, bare=bare)
    table = hands.table
    hands.lift("14")
    assert table.state.phase == "hand"
    hands.put("9", wait=0.5)
    assert table.texts == ["14-9"]
    hands.lift("2")
    hands.put("12")
    hands.take_off("9", wait=0.5)
    assert table.texts == ["14-9", "2x12"]
    hands.tap("12")
    assert table.state.phase == "rest"
    hands.bring("10", "w", wait=2)
    assert table.state.phase == "astray"
    hands.set_up()
    assert table.state.phase == "rest"


def test_other_moves_than_the_legal_ones_are_refused_by_name(tmp_path: Path) -> None:
    hands = begun(tmp_path, bare=True)
    with pytest.raises(IllegalMove) as error:
        hands.play("14-8")
    assert str(error.value).startswith("'14-8' is not a legal move (did you mean '14-")
    assert "choose from 14-9, 14-12," in str(error.value)
    over = begun(tmp_path / "over", bare=True, position="b/...../../.../../...../w b")
    over.table.session.match.resign()
    for play in (lambda: over.play("1-3"), over.play_random):
        with pytest.raises(IllegalMove, match="the game is win 0"):
            play()


@both
def test_pieces_that_are_not_there_are_refused(bare: bool, tmp_path: Path) -> None:
    hands = begun(tmp_path, bare=bare)
    for act in (hands.lift, hands.take_off, hands.tap):
        with pytest.raises(InvalidHandling, match="no piece lies on point 10"):
            act("10")
    with pytest.raises(InvalidHandling, match="the star board has no point '141'"):
        hands.put("141")


def test_simulated_pieces_have_no_button_and_hands_hold_what_they_lifted(tmp_path: Path) -> None:
    hands = begun(tmp_path, bare=False)
    with pytest.raises(InvalidHandling, match="no button"):
        hands.press()
    with pytest.raises(InvalidHandling, match="holds nothing"):
        hands.put("10")
    with pytest.raises(InvalidHandling, match="the tray is empty"):
        hands.bring("10", "w")


def test_hands_over_pins_have_to_be_given_them(tmp_path: Path) -> None:
    config = Config(port=PortSettings(kind="direct"))
    with mock_switches(), CapturedStrip(), VirtualTable(tmp_path, config) as table:
        table.begin()
        with pytest.raises(InvalidHandling, match="pass switches=PinSwitches"):
            Hands(table).set_up()


class Deaf:
    """Bare switches of which one does not work."""

    def __init__(self, switches: BareSwitches, point: Point) -> None:
        self._switches, self._point = switches, point
        self.occupancy, self.press = switches.occupancy, switches.press

    def set(self, point: Point, occupied: bool) -> None:
        if point != self._point:
            self._switches.set(point, occupied)


def test_a_move_that_is_not_understood_is_told_with_what_the_board_shows(tmp_path: Path) -> None:
    hands = begun(tmp_path, bare=True)
    port = hands.table.port
    assert isinstance(port, BareSwitches)
    deaf = Hands(hands.table, Deaf(port, hands.table.board.index["12"]))
    with pytest.raises(NotUnderstood) as error:
        deaf.play("14-12")
    assert str(error.value) == (
        "14-12 was made, but the program shows 'hand' (Put it down on 9 or 12.) in "
        "'b/bbbbb/../.../../wwwww/w w', with pieces on 1, 2, 3, 4, 5, 6, 15, 16, 17, 18, 19"
    )
    with pytest.raises(NotUnderstood, match="pieces are set up, but the program shows 'setup'"):
        hands.table.begin()
        Hands(hands.table, Deaf(port, hands.table.board.index["14"])).set_up()


class Crossed(Deaf):
    """Bare switches of which two are mistaken for each other."""

    def __init__(self, switches: BareSwitches, one: Point, other: Point) -> None:
        super().__init__(switches, one)
        self._crossed = {one: other, other: one}

    def set(self, point: Point, occupied: bool) -> None:
        self._switches.set(self._crossed.get(point, point), occupied)


def test_another_move_than_the_one_that_was_made_is_noticed(tmp_path: Path) -> None:
    hands = begun(tmp_path, bare=True)
    port, index = hands.table.port, hands.table.board.index
    assert isinstance(port, BareSwitches)
    crossed = Hands(hands.table, Crossed(port, index["9"], index["12"]))
    with pytest.raises(NotUnderstood, match="14-12 was made, but 14-9 was played"):
        crossed.play("14-12")

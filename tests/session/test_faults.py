"""Switches that are dead, stuck, joined or flickering: the players press on, nothing is lost, and
what is logged is what was played."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest

from companion.games.registry import make
from companion.hands import Phase
from companion.records.journal import reader
from companion.records.journal.record import NoteRecord
from companion.rules import Turn
from companion.rules.geometry import STAR, Point, points_of
from companion.testing.acts import natural
from tests.session.virtual import BarePort, Virtual
from tests.slow import slow_after

_GAMES = ["solomon", "gomony"]


class Wood:
    """Pieces on switches that may be faulty. dead, stuck: points that feel nothing, or always
    something; joined: pairs that close together."""

    def __init__(self, table: Virtual) -> None:
        self.table = table
        self.pieces = 0
        self.dead: set[Point] = set()
        self.stuck: set[Point] = set()
        self.joined: list[tuple[Point, Point]] = []

    @property
    def port(self) -> BarePort:
        port = self.table.session.port
        assert isinstance(port, BarePort)
        return port

    @property
    def phase(self) -> Phase:
        return self.table.session.view.phase

    def point(self, name: str) -> Point:
        return self.table.session.game.board.index[name]

    def feel(self) -> None:
        """Have every switch show what it can of the pieces."""
        level = self.pieces
        for one, other in self.joined:
            if level & (1 << one | 1 << other):
                level |= 1 << one | 1 << other
        for point in range(self.table.session.game.board.size):
            felt = bool(level >> point & 1) and point not in self.dead
            closed = felt or point in self.stuck
            if closed != bool(self.port.occupancy() >> point & 1):
                self.port.set(Point(point), closed)

    def set(self, point: Point, occupied: bool, after: float = 0.1) -> None:
        self.pieces = self.pieces | 1 << point if occupied else self.pieces & ~(1 << point)
        self.feel()
        self.table.wait(after)

    def press(self, seconds: float = 0.1) -> None:
        self.port.press(True)
        self.table.wait(seconds)
        self.port.press(False)
        self.table.wait(0.5)

    def begin(self, game: str, position: str = "") -> None:
        """Set a game up, piece by piece."""
        self.table.begin(game, position)
        self.feel()
        self.table.wait(0.5)
        for point, stack in enumerate(self.table.match.game.stacks(self.table.match.position)):
            if stack:
                self.set(Point(point), True)
        self.table.wait(1)

    def act(self, *acts: str) -> None:
        """`-14` lifts the piece on 14, `+9` puts one down on 9."""
        for act in acts:
            self.set(self.point(act[1:]), act[0] == "+", 0.3)
        self.table.wait(1)

    def line(self, text: str) -> Turn:
        match = self.table.session.match
        position = self.table.match.position
        return next(li for li in match.turns if match.turn_game.text(position, li) == text)

    def make(self, line: Turn, rng: Random) -> None:
        """Make a move as hands do; then what a player does who sees that it was not understood:
        wait, press the button, answer, or make the move again."""
        table, turns = self.table, self.table.session.match.turn_game
        position, plies = table.match.position, len(table.texts)
        steps = turns.steps(position, line)
        before = self.pieces
        for act in natural(steps, rng):
            if bool(self.pieces >> act.point & 1) != act.occupied:
                self.set(act.point, act.occupied, rng.choice((0.1, 0.4)))
        table.wait(1)
        for attempt in range(12):
            if len(table.texts) > plies:
                return
            view = table.session.view
            if view.phase is Phase.ASK:
                meant = [turns.advance(position, c) for c in view.candidates].index(
                    turns.advance(position, line)
                )
                while table.session.view.picked != meant:
                    self.press()
                self.press(1.2)
            elif view.phase is Phase.CONFIRM:
                self.press()
            elif attempt == 0:
                self.again(before, steps)
            else:
                table.wait(11)
                if not table.session.view.confirmable:
                    self.press()
            table.wait(1)
        raise AssertionError(f"{line} never understood: {table.session.view} {table.state.message}")

    def again(self, before: int, steps: Iterable[object]) -> None:
        """Everything back, and the same move once more."""
        end = self.pieces
        for pieces in (before, end):
            for point in points_of(self.pieces & ~pieces):
                self.set(point, False, 0.3)
            for point in points_of(pieces & ~self.pieces):
                self.set(point, True, 0.3)


def start(game: str) -> int:
    """Where the pieces of a game stand at first."""
    played = make(game)
    return played.occupancy(played.start())


@pytest.fixture
def wood(tmp_path: Path) -> Wood:
    return Wood(Virtual(tmp_path, bare=True))


def logged(tmp_path: Path) -> tuple[list[str], list[str]]:
    """The moves in the only log there is, and the notes about switches."""
    (summary,) = reader.list_logs(tmp_path)
    assert summary.log is not None
    notes = [r.text for r in summary.log.records if isinstance(r, NoteRecord)]
    about = [note for note in notes if "switch" in note]
    return [move.text for move in summary.log.moves], about


def play_on(wood: Wood, plies: int, rng: Random) -> None:
    """Play moves at random, each of which has to be understood as what it was."""
    table = wood.table
    for _ in range(plies):
        match = table.session.match
        if table.match.over:
            return
        line = rng.choice(list(match.turns))
        text = match.turn_game.text(table.match.position, line)
        played = len(table.texts)
        wood.make(line, rng)
        assert ", ".join(table.texts[played : played + len(line.plies)]) == text
        table.wait(1)


# Set-up


@pytest.mark.parametrize("game", slow_after(1, _GAMES))
def test_dead_switch_is_named_at_set_up_and_the_game_is_played_without_it(
    wood: Wood, tmp_path: Path, game: str
) -> None:
    table = wood.table
    dead = next(points_of(start(game)))
    wood.dead = {dead}
    wood.begin(game)
    name = table.match.game.board.names[dead]
    assert (wood.phase, table.state.warning) == (Phase.SETUP, "")
    table.wait(3)
    assert f"If there is a piece on {name}, confirm" in table.state.message
    assert table.state.confirm
    wood.press()
    assert wood.phase is Phase.REST
    assert f"The switch under {name} seems to be stuck open" in table.state.warning
    play_on(wood, 12, Random(1))
    texts, notes = logged(tmp_path)
    assert texts == table.texts
    assert notes[0] == f"the switch under {name} is stuck open"


@pytest.mark.parametrize("game", slow_after(1, _GAMES))
def test_stuck_switch_is_named_at_set_up_without_anybody_pressing(
    wood: Wood, tmp_path: Path, game: str
) -> None:
    table = wood.table
    board, occupied = make(game).board, start(game)
    stuck = next(points_of(board.full & ~occupied))
    wood.stuck = {stuck}
    wood.begin(game)
    assert table.state.phase == "setup"
    table.wait(25)
    assert wood.phase is Phase.REST
    assert f"The switch under {board.names[stuck]} seems to be stuck closed" in table.state.warning
    play_on(wood, 12, Random(2))
    texts, notes = logged(tmp_path)
    assert texts == table.texts
    assert notes[0] == f"the switch under {board.names[stuck]} is stuck closed"


@pytest.mark.parametrize("game", slow_after(1, _GAMES))
def test_joined_switches_are_both_named_and_the_game_is_played(
    wood: Wood, tmp_path: Path, game: str
) -> None:
    table = wood.table
    board, occupied = make(game).board, start(game)
    full = list(points_of(occupied))[-1]
    vacant = next(points_of(board.full & ~occupied))
    wood.joined = [(full, vacant)]
    wood.begin(game)
    table.wait(3)
    wood.press()
    assert wood.phase is Phase.REST
    assert "change together" in table.state.warning
    play_on(wood, 12, Random(3))
    assert logged(tmp_path)[0] == table.texts


def test_piece_still_to_come_at_set_up_is_no_fault_until_it_takes_long(wood: Wood) -> None:
    table = wood.table
    table.begin()
    *others, last = points_of(start("solomon"))
    for point in others:
        wood.set(point, True)
    table.wait(10)
    assert (wood.phase, table.state.warning) == (Phase.SETUP, "")
    wood.set(last, True)
    table.wait(1)
    assert (wood.phase, table.state.warning) == (Phase.REST, "")


def test_switch_that_works_after_all_is_believed_again(wood: Wood, tmp_path: Path) -> None:
    wood.dead = {STAR.index["19"]}
    wood.begin("solomon")
    wood.table.wait(25)
    assert "under 19" in wood.table.state.warning
    assert wood.table.lamp("19") != "000000"
    wood.dead = set()
    wood.feel()
    wood.table.wait(1)
    assert wood.table.state.warning == ""
    assert logged(tmp_path)[1] == [
        "the switch under 19 is stuck open",
        "the switch under 19 works again",
    ]


def test_piece_in_the_wrong_place_is_no_fault_of_two_switches(wood: Wood) -> None:
    wood.pieces = start("solomon") ^ 1 << STAR.index["19"] | 1 << STAR.index["10"]
    wood.table.begin()
    wood.feel()
    wood.table.wait(60)
    assert (wood.phase, wood.table.state.warning) == (Phase.SETUP, "")
    wood.act("-10", "+19")
    assert wood.phase is Phase.REST


# In play


@pytest.mark.parametrize("game", slow_after(1, _GAMES))
@pytest.mark.parametrize("seed", slow_after(1, range(2)))
def test_switch_that_dies_in_play_is_done_without(
    wood: Wood, tmp_path: Path, game: str, seed: int
) -> None:
    rng = Random(seed)
    wood.begin(game)
    play_on(wood, 4, rng)
    wood.dead = {rng.choice(list(points_of(wood.pieces)))}
    wood.feel()
    wood.table.wait(25)
    if not wood.table.state.warning:
        wood.press()
    play_on(wood, 16, rng)
    assert logged(tmp_path)[0] == wood.table.texts


@pytest.mark.parametrize("game", slow_after(1, _GAMES))
@pytest.mark.parametrize("seed", slow_after(1, range(2)))
def test_vacant_switches_that_die_are_found_when_a_piece_comes_down_on_them(
    wood: Wood, tmp_path: Path, game: str, seed: int
) -> None:
    rng = Random(seed)
    wood.begin(game)
    board = wood.table.match.game.board
    wood.dead = {rng.choice(list(points_of(board.full & ~wood.pieces)))}
    play_on(wood, 20, rng)
    assert logged(tmp_path)[0] == wood.table.texts


# Not with seed 0: there a piece that came from 6 to 11 is captured from 13, which sticks, and the
# switches show a takeback.
@pytest.mark.parametrize("game", slow_after(1, _GAMES))
@pytest.mark.parametrize("seed", slow_after(1, range(1, 3)))
def test_switch_that_sticks_in_play_is_done_without(
    wood: Wood, tmp_path: Path, game: str, seed: int
) -> None:
    rng = Random(seed)
    wood.begin(game)
    play_on(wood, 2, rng)
    wood.stuck = {rng.choice(list(points_of(wood.pieces)))}
    play_on(wood, 20, rng)
    assert logged(tmp_path)[0] == wood.table.texts


def test_dead_switch_under_a_piece_of_the_other_side_is_named_once_confirmed(wood: Wood) -> None:
    wood.begin("solomon")
    wood.dead = {wood.point("1")}
    wood.feel()
    wood.table.wait(5)
    assert (wood.phase, wood.table.state.warning) == (Phase.ASTRAY, "")
    assert "If there is a piece on 1, confirm" in wood.table.state.message
    wood.table.wait(60)
    assert (wood.phase, wood.table.state.warning) == (Phase.ASTRAY, "")
    wood.press()
    assert wood.phase is Phase.REST
    assert "The switch under 1 seems to be stuck open" in wood.table.state.warning


def test_piece_held_for_long_is_no_fault(wood: Wood) -> None:
    wood.begin("solomon")
    wood.act("-14")
    wood.table.wait(120)
    assert (wood.phase, wood.table.state.warning) == (Phase.HAND, "")
    wood.act("+12")
    assert wood.table.texts == ["14-12"]


def test_button_pressed_too_early_makes_no_fault(wood: Wood) -> None:
    wood.begin("solomon")
    wood.act("-14")
    wood.press()
    wood.act("+12")
    assert (wood.table.texts, wood.table.state.warning) == (["14-12"], "")


def test_wrong_move_that_is_insisted_on_is_not_believed(wood: Wood) -> None:
    wood.begin("solomon")
    wood.act("-14", "+10")
    for _ in range(5):
        wood.table.wait(15)
        wood.press()
    assert (wood.phase, wood.table.texts, wood.table.state.warning) == (Phase.ASTRAY, [], "")


# Flicker


class Chatter:
    """One switch that opens and closes by itself."""

    def __init__(self, wood: Wood, weak: Point, period: float) -> None:
        self.wood, self.weak, self.period = wood, weak, period

    def wait(self, seconds: float) -> None:
        """Let time pass, chattering."""
        wood = self.wood
        standing = wood.pieces >> self.weak & 1
        end = wood.table.now + seconds
        while wood.table.now < end:
            if standing:
                wood.dead ^= {self.weak}
            else:
                wood.stuck ^= {self.weak}
            wood.feel()
            wood.table.wait(self.period)

    def stop(self) -> None:
        self.wood.dead, self.wood.stuck = set(), set()
        self.wood.feel()


@pytest.mark.parametrize(
    ("game", "period", "seconds"),
    [
        pytest.param("solomon", 0.1, 60, marks=pytest.mark.slow),
        ("solomon", 0.025, 12),
        pytest.param("gomony", 0.1, 15, marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("standing", slow_after(1, [True, False]))
def test_moves_are_made_while_a_switch_flickers(
    wood: Wood, tmp_path: Path, game: str, period: float, seconds: float, standing: bool
) -> None:
    table = wood.table
    wood.begin(game)
    rng = Random(3)
    board = table.match.game.board
    weak = rng.choice(list(points_of(wood.pieces if standing else board.full & ~wood.pieces)))
    chatter = Chatter(wood, weak, period)
    end = table.now + seconds
    chatter.wait(2.5)
    assert f"under {board.names[weak]} flickers" in table.state.warning
    assert table.texts == []
    match = table.session.match
    while table.now < end:
        position = table.match.position
        others = [
            line
            for line in match.turns
            if weak not in {step.point for step in match.turn_game.steps(position, line)}
        ]
        if not others:
            break
        line = rng.choice(others)
        text = match.turn_game.text(position, line)
        for act in natural(match.turn_game.steps(position, line), rng):
            wood.pieces ^= 1 << act.point
            wood.feel()
            chatter.wait(0.3)
        chatter.wait(5)
        assert table.texts[-1] == text
    assert len(table.texts) >= 2
    chatter.stop()
    table.wait(5)
    assert table.state.warning == ""
    play_on(wood, 2, rng)
    texts, notes = logged(tmp_path)
    assert texts == table.texts
    assert notes == [
        f"the switch under {board.names[weak]} is flickering",
        f"the switch under {board.names[weak]} works again",
    ]


def test_the_piece_that_flickers_can_be_moved_itself(wood: Wood) -> None:
    wood.begin("solomon")
    chatter = Chatter(wood, wood.point("14"), 0.05)
    chatter.wait(3)
    chatter.stop()
    wood.act("-14", "+12")
    wood.table.wait(4)
    assert wood.table.texts == ["14-12"]


def test_landing_on_a_flickering_switch_is_confirmed(wood: Wood) -> None:
    wood.begin("solomon")
    chatter = Chatter(wood, wood.point("12"), 0.05)
    chatter.wait(3)
    wood.pieces ^= 1 << wood.point("14")
    wood.feel()
    chatter.wait(2)
    assert wood.table.texts == []
    assert "12 and confirm: no piece is sensed there" in wood.table.state.message
    wood.pieces ^= 1 << wood.point("12")
    wood.feel()
    chatter.wait(1)
    wood.press()
    assert wood.table.texts == ["14-12"]


def test_fidgeting_and_a_knocked_board_make_no_fault(wood: Wood) -> None:
    wood.begin("solomon")
    rng = Random(8)
    for _ in range(20):
        wood.set(wood.point("14"), False, 0.25)
        wood.set(wood.point("14"), True, 0.25)
    standing = list(points_of(wood.pieces))
    for point in rng.sample(standing, 6):
        for level in (False, True, False):
            wood.set(point, level, 0.02)
    wood.table.wait(30)
    for point in standing:
        if not wood.pieces >> point & 1:
            wood.set(point, True, 0.5)
    wood.table.wait(1)
    assert (wood.phase, wood.table.texts, wood.table.state.warning) == (Phase.REST, [], "")

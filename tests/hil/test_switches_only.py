"""Every game by switches and one button alone: what the reeds cannot see is asked, and answered by
taps. There is no page here, and nothing knows what piece closes a switch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from random import Random
from typing import Any, Protocol

import msgspec
import pytest

from companion.config import Config, GameSettings
from companion.drivers.settings import PortSettings, StripSettings
from companion.drivers.sub_board import physical_board, places
from companion.games.registry import kinds, make
from companion.geometry import STAR, Occupancy, Point
from companion.journal import reader
from companion.lights import power
from companion.rules import AnyGame, Match, Turn
from companion.tracking import Phase, View
from tests.conformance.option_sets import parameters
from tests.hands import natural
from tests.hardware import CapturedStrip, SwitchBank, mock_switches, rpigpio_switches
from tests.reeds import mock_matrix, wired
from tests.session.virtual import BarePort, Virtual
from tests.slow import slow_after

_PLIES = 120


class Switches(Protocol):
    """What hands can do to a board, and see of it."""

    def occupancy(self) -> Occupancy: ...
    def set(self, point: Point, occupied: bool) -> None: ...
    def press(self, down: bool) -> None: ...


class Pins:
    """The switches and the button of a board on fake pins, or of a part of it; every change
    bounces. names: what the points are called on the board of wood."""

    def __init__(self, bank: SwitchBank, names: Sequence[str] = STAR.names) -> None:
        self._bank, self._rng, self._closed = bank, Random(4), Occupancy(0)
        self._names = names

    def occupancy(self) -> Occupancy:
        return self._closed

    def set(self, point: Point, occupied: bool) -> None:
        self._closed = Occupancy(self._closed ^ 1 << point)
        self._bank.bounce(self._names[point], occupied, self._rng)

    def press(self, down: bool) -> None:
        (self._bank.press if down else self._bank.release)()


class Player:
    """Hands over bare switches. They know the move they mean, and answer what they are asked."""

    def __init__(self, table: Virtual, switches: Switches, rng: Random) -> None:
        self.table, self.rng, self.port = table, rng, switches
        self.asked = self.confirmed = 0

    @property
    def view(self) -> View:
        return self.table.session.view

    def set(self, point: Point, occupied: bool, after: float) -> None:
        self.port.set(point, occupied)
        self.table.wait(after)

    def tap(self, point: Point) -> None:
        self.set(point, False, 0.15)
        self.set(point, True, 0.15)

    def press(self) -> None:
        self.port.press(True)
        self.table.wait(0.1)
        self.port.press(False)
        self.table.wait(0.1)

    def set_up(self) -> None:
        match = self.table.match
        for point, stack in enumerate(match.game.stacks(match.position)):
            if stack:
                self.set(Point(point), True, 0.02)
        self.table.wait(0.5)

    def make(self, line: Turn) -> None:
        """Make a turn by hand, and answer until it is understood."""
        match = self.table.session.match
        position, plies = self.table.match.position, len(self.table.texts)
        for act in natural(match.turn_game.steps(position, line), self.rng):
            if bool(self.port.occupancy() >> act.point & 1) != act.occupied:  # or it is stacked
                self.set(act.point, act.occupied, 0.0)
            self.table.wait(self.rng.choice((0.03, 0.1, 0.5)))
        self.table.wait(0.5)
        for _ in range(8):
            if len(self.table.texts) > plies:
                return
            if self.view.phase is Phase.ASK:
                self.asked += 1
                self.answer(position, line)
            elif self.view.phase is Phase.CONFIRM:
                self.confirmed += 1
                self.press()
            self.table.wait(0.5)

    def answer(self, position: Any, line: Turn) -> None:
        turns = self.table.session.match.turn_game
        candidates = list(self.view.candidates)
        meant = next(
            i
            for i, other in enumerate(candidates)
            if turns.advance(position, other) == turns.advance(position, line)
        )
        points = [{s.point for s in turns.steps(position, other)} for other in candidates]
        own = points[meant] - set().union(*points[:meant], *points[meant + 1 :])
        standing = [p for p in own if self.port.occupancy() >> p & 1]
        if standing:
            self.tap(min(standing))
            return
        shared = set.intersection(*points)
        standing = [p for p in shared if self.port.occupancy() >> p & 1]
        while self.view.phase is Phase.ASK and self.view.picked != meant:
            if standing and all(p == shared for p in points):
                self.tap(min(standing))
            else:
                self.press()
        self.port.press(True)
        self.table.wait(1.2)
        self.port.press(False)
        self.table.wait(0.1)


def play_out(
    table: Virtual, game: AnyGame, rng: Random, switches: Switches | None = None
) -> Player:
    table.session.begin(Match(game), table.now)
    if switches is None:
        assert isinstance(table.session.port, BarePort)
        switches = table.session.port
    player = Player(table, switches, rng)
    player.set_up()
    while not table.match.over and len(table.texts) < _PLIES:
        position, plies = table.match.position, len(table.texts)
        line = rng.choice(table.session.match.turns)
        wanted = game.position_text(table.session.match.turn_game.advance(position, line))
        player.make(line)
        said = f"{line} in {game.position_text(position)!r}: {player.view}"
        assert len(table.texts) > plies, said
        # What follows without hands (a pass, a draw) may have changed the position since.
        played = table.match.history[plies + len(line.plies) - 1]
        assert game.position_text(game.advance(played.position, played.move)) == wanted, said
    return player


@pytest.mark.parametrize("seed", slow_after(1, range(2)))
@pytest.mark.parametrize(("name", "options"), parameters())
def test_every_game_is_played_by_switches_alone(
    name: str, options: dict[str, str], seed: int, tmp_path: Path
) -> None:
    table = Virtual(tmp_path, bare=True)
    play_out(table, make(name, options), Random(seed))


@pytest.mark.parametrize("pins", slow_after(1, (mock_switches, rpigpio_switches)))
@pytest.mark.parametrize("name", [name for name in kinds() if make(name).board is STAR])
def test_every_game_of_the_star_is_played_through_pins_and_pixels(
    name: str, pins: Callable[[], AbstractContextManager[SwitchBank]], tmp_path: Path
) -> None:
    with pins() as bank, CapturedStrip() as strip:
        table = Virtual(tmp_path, Config(port=PortSettings(kind="direct")))
        play_out(table, make(name), Random(9), Pins(bank))
        (summary,) = reader.list_logs(tmp_path)
        assert summary.log is not None
        assert [move.text for move in summary.log.moves] == table.texts
        assert {len(frame) for frame in strip.frames} == {3 * 19}
        table.session.close()


@pytest.mark.parametrize(
    ("name", "options", "wood"),
    [
        ("soli2", {}, "grid7"),
        pytest.param("soli2", {}, "grid9", marks=pytest.mark.slow),
        ("gomony", {}, "grid8"),
        pytest.param("gomony", {}, "grid9", marks=pytest.mark.slow),
        ("halma", {}, "grid9"),
        pytest.param(
            "halma", {"rules": "advanced", "players": "3"}, "grid9", marks=pytest.mark.slow
        ),
        ("peg", {"board": "grid7"}, "grid9"),
    ],
)
def test_every_game_of_a_grid_is_played_through_a_matrix_and_pixels(
    name: str, options: dict[str, str], wood: str, tmp_path: Path
) -> None:
    game = make(name, options)
    settings = msgspec.convert({"kind": "matrix", "board": wood}, PortSettings)
    whole = physical_board(settings, game.board)
    names = [whole.names[place] for place in places(whole, game.board)]
    with mock_matrix(wired(whole)) as bank, CapturedStrip() as strip:
        table = Virtual(
            tmp_path, Config(port=settings, strip=StripSettings(layout="serpentine rows"))
        )
        for name in set(whole.names) - set(names):
            bank.close(name)  # captured pieces lie about beside the game
        play_out(table, game, Random(9), Pins(bank, names))
        (summary,) = reader.list_logs(tmp_path)
        assert summary.log is not None
        assert [move.text for move in summary.log.moves] == table.texts
        assert {len(sent) for sent in strip.spi} == {24 * whole.size + 2 * 64}
        assert {len(frame) for frame in strip.frames} == {3 * whole.size}
        budget = table.config.lights.budget_ma
        assert max(power.milliamps(as_rgb(frame)) for frame in strip.frames) <= budget
        table.session.close()
        assert set(strip.frames[-1]) == {0}


def as_rgb(frame: bytes) -> bytes:
    """The bytes of a strip whose pixels take green first."""
    return bytes(frame[i + k] for i in range(0, len(frame), 3) for k in (1, 0, 2))


def test_real_bag_is_asked_about(tmp_path: Path) -> None:
    table = Virtual(tmp_path, Config(game=GameSettings(bag="real")), bare=True)
    player = play_out(table, make("soli2"), Random(3))
    assert player.asked > 20
    assert table.texts[0].startswith("draw ")
    assert table.session.match.journal.warning == ""

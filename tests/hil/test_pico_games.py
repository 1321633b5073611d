"""Whole games over a serial line: the program and pyserial on the one end of a pty, the genuine
firmware under CPython or MicroPython on the other, and a cable that is pulled in the middle."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from random import Random
from threading import Thread

import pytest

from companion.app import waiting
from companion.app.loop import Loop
from companion.app.start import PlayRequest, start
from companion.config import Config, JournalSettings, TimingSettings
from companion.device.lamps import power
from companion.device.ports import PicoKind, PortError
from companion.device.ports.port_kinds import PortSettings, StripSettings
from companion.device.ports.sub_board import places
from companion.games.registry import make
from companion.page.messages import Lamps, State
from companion.records.journal import reader
from companion.rules import AnyGame
from companion.rules.geometry import Point, points_of
from companion.testing.pico import PATIENCE, Pico, PicoSwitches, SimulatedPico, unhurried
from tests import needs
from tests.hil.test_switches_only import as_rgb, play_out
from tests.pico.boards import MicroPico, until
from tests.session.virtual import Virtual
from tests.slow import slow_after


class Cable(PicoSwitches):
    """The switches of a board on a Pico. Its cable is pulled now and then before a switch
    changes, and put back afterwards, or before as well.

    pulls: the chance of that. numbers: the Pico's switch of each point.
    """

    def __init__(
        self, table: Virtual, pico: Pico, numbers: tuple[Point, ...], pulls: float, rng: Random
    ) -> None:
        super().__init__(table, pico, numbers)
        self.pulled = 0
        self._pulls, self._rng = pulls, rng

    def change(self, switch: int, closed: bool) -> None:
        pulls = self._rng.random() < self._pulls
        if pulls:
            self.pulled += 1
            self.pico.pull()
            until(lambda: not self._answers())
            self.table.wait(self._rng.choice((0.1, 1.2, 30)))
        if pulls and self._rng.random() < 0.7:
            self.pico.set(switch, closed)
            self.table.wait(self._rng.choice((0.1, 3)))
            self._plug()
        else:
            if pulls:
                self._plug()
            for _ in range(self._rng.choice((0, 0, 1))):  # the Pico lets some bounces through
                self.pico.set(switch, closed)
                self.pico.set(switch, not closed)
            super().change(switch, closed)

    def _plug(self) -> None:
        self.pico.plug()
        until(self._answers)

    def _answers(self) -> bool:
        """Whether the board answers; what it had said before has then been heard."""
        with suppress(PortError):
            self.table.port.occupancy()
            return True
        return False


def game_over(board: Pico, game: AnyGame, directory: Path, pulls: float, seed: int) -> Cable:
    """Play a game at random over a Pico; its log is what was played, its lamps stay within the
    budget, and they are dark at the end."""
    settings = PicoKind(device=board.device, board=board.board)
    table = Virtual(
        directory,
        Config(port=settings, strip=StripSettings(route="pico"), timing=TimingSettings(debounce=0)),
    )
    numbers = places(settings.physical_board(game.board), game.board)
    cable = Cable(table, board, numbers, pulls, Random(seed))
    play_out(table, game, seed, cable)
    table.wait(1.5)
    (summary,) = reader.list_logs(directory)
    assert summary.log is not None
    assert [move.text for move in summary.log.moves] == table.texts
    assert len(table.texts) > 5
    table.session.close()
    assert not any(map(any, board.pixels(board.button)))
    return cable


@pytest.fixture(autouse=True)
def no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    unhurried(monkeypatch)


@pytest.mark.parametrize("seed", slow_after(1, range(3)))
def test_a_game_goes_on_however_often_the_cable_is_pulled(seed: int, tmp_path: Path) -> None:
    with SimulatedPico("star") as board:
        cable = game_over(board, make("solomon"), tmp_path, 0.25, seed)
        assert cable.pulled > 5


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "wood"),
    [
        ("soli2", "grid9"),
        ("gomony", "grid8"),
        ("soli2", "grid7"),
        ("halma", "grid9"),
    ],
)
def test_every_board_is_played_on_over_a_pulled_cable(name: str, wood: str, tmp_path: Path) -> None:
    with SimulatedPico(wood) as board:
        shown: list[bytes] = board.frames
        cable = game_over(board, make(name), tmp_path, 0.02, 5)
        assert cable.pulled
        frames = {frame for frame in shown if len(frame) == 3 * board.button}
        assert len(frames) > 20
        assert max(power.milliamps(as_rgb(frame)) for frame in frames) <= 1500


@pytest.mark.parametrize(
    ("name", "wood"), [("solomon", "star"), pytest.param("soli2", "grid7", marks=pytest.mark.slow)]
)
def test_games_are_played_with_the_firmware_under_micropython(
    name: str, wood: str, tmp_path: Path
) -> None:
    needs.micropython()
    with MicroPico(wood) as board:
        assert game_over(board, make(name), tmp_path, 0.05, 2).pulled


def test_the_page_is_told_while_the_cable_is_out(tmp_path: Path) -> None:
    with SimulatedPico("star") as board:
        port = PortSettings(kind="pico", device=board.device)
        table = Virtual(tmp_path, Config(port=port, strip=StripSettings(route="pico")))
        table.begin()
        assert table.state.warning == ""
        board.pull()
        until(lambda: bool(vars(table.session.port)["trouble"]))
        table.wait(1.1)
        assert "cable" in table.state.warning
        board.plug()
        until(lambda: not vars(table.session.port)["trouble"])
        table.wait(1.1)
        assert table.state.warning == ""
        shown = next(m for m in reversed(table.heard) if isinstance(m, Lamps))
        until(lambda: b"".join(map(bytes, board.pixels(19))) == bytes.fromhex(shown.rgb))
        table.session.close()


def test_a_board_that_is_plugged_in_late_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program as it is, its own clock and threads, and a board on whose cable it waits."""
    monkeypatch.setattr(waiting, "RETRY", 0.02)
    said: list[str] = []
    with SimulatedPico("star") as board:
        board.pull()
        game = make("solomon")
        for point in points_of(game.occupancy(game.start())):
            board.set(point, True)
        config = Config(
            port=PortSettings(kind="pico", device=board.device),
            strip=StripSettings(route="pico"),
            journal=JournalSettings(directory=str(tmp_path)),
        )
        loop = Loop(config)

        def play() -> None:
            assert start(loop, config, PlayRequest(game), said.append)
            loop.run()

        thread = Thread(target=play)
        thread.start()
        until(lambda: len(said) == 1)
        board.plug()
        until(lambda: len(said) > 1)
        states: SimpleQueue[object] = SimpleQueue()
        loop.subscribe(states.put)
        seen = (states.get(timeout=PATIENCE) for _ in range(1000))
        assert next(s for s in seen if isinstance(s, State) and s.phase == "rest").warning == ""
        loop.stop()
        thread.join(timeout=PATIENCE)
    assert said[0].startswith("Waiting for the board: no board is on ")
    assert said[1].startswith("Solomon begins on the board")

"""The whole program on pins and pixels: reed edges in through gpiozero, bytes out to the strip.

Only the hardware is fake. Pins are gpiozero's mock pins, or fake_rpi's behind its RPi.GPIO factory;
pixels are the genuine NeoPixel libraries', caught where they would leave for the wire.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from queue import Queue
from random import Random
from threading import Thread

import pytest

from companion.app.loop import Loop
from companion.config import Config, JournalSettings, PageSettings
from companion.device.lamps import power
from companion.device.ports.direct import DirectWiring
from companion.device.ports.port_kinds import PortSettings, StripSettings
from companion.games.registry import make
from companion.page.messages import Broadcast, State
from companion.records.journal import reader
from companion.rules import Match
from companion.testing.acts import natural
from companion.testing.pins import mock_switches, rpigpio_switches
from companion.testing.strip import CapturedStrip
from companion.testing.switches import SwitchBank
from companion.testing.wiring import STAR_PWM, STAR_SPI
from tests.records.journal.games import unfinished
from tests.session.virtual import Virtual
from tests.slow import slow_after

Pins = Callable[[DirectWiring], AbstractContextManager[SwitchBank]]


class Wooden:
    """A session on fake pins and pixels, and the hands over it."""

    def __init__(self, directory: Path, route: str, bank: SwitchBank, strip: CapturedStrip) -> None:
        assert route in ("spi", "pwm")
        port = PortSettings(kind="direct")
        leds = StripSettings(route="spi") if route == "spi" else StripSettings(route="pwm")
        self.table = Virtual(directory, Config(port=port, strip=leds))
        self.bank, self.strip, self.rng = bank, strip, Random(11)

    def set(self, point: str, closed: bool, wait: float = 0.1) -> None:
        self.bank.bounce(point, closed, self.rng)
        self.table.wait(wait)

    def do(self, *acts: str) -> None:
        """`-14` lifts, `+9` puts down, `~1.5` waits so many seconds."""
        for act in acts:
            if act[0] == "~":
                self.table.wait(float(act[1:]))
            else:
                self.set(act[1:], act[0] == "+")

    def set_up(self) -> None:
        game = self.table.session.game
        for point, stack in enumerate(game.stacks(self.table.match.position)):
            self.set(game.board.names[point], bool(stack), 0.02)
        self.table.wait(0.5)

    def lamp(self, point: str) -> tuple[int, int, int]:
        return self.strip.pixels()[self.table.session.game.board.index[point]]


@pytest.fixture(params=slow_after(2, ("mock-spi", "rpigpio-pwm", "mock-pwm", "rpigpio-spi")))
def wooden(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Wooden]:
    pins, route = request.param.split("-")
    kinds: dict[str, Pins] = {"mock": mock_switches, "rpigpio": rpigpio_switches}
    wiring = STAR_SPI if route == "spi" else STAR_PWM
    with kinds[pins](wiring) as bank, CapturedStrip() as strip:
        board = Wooden(tmp_path, route, bank, strip)
        yield board
        board.table.session.close()


def test_complete_games_from_pin_to_pixel_to_log(wooden: Wooden, tmp_path: Path) -> None:
    for seed in range(3):
        rng = Random(seed)
        wooden.table.begin()
        wooden.set_up()
        game = wooden.table.session.game
        played: list[str] = []
        names = game.board.names
        while not wooden.table.match.over and len(played) < 120:
            position = wooden.table.match.position
            move = rng.choice(wooden.table.match.moves)
            for act in natural(game.steps(position, move), rng):
                wooden.set(names[act.point], act.occupied, rng.choice((0.03, 0.3, 1.0)))
            wooden.table.wait(0.5)
            played.append(game.move_text(position, move))
            assert wooden.table.texts == played
        log = reader.list_logs(tmp_path)[0].log
        assert log is not None
        assert [move.text for move in log.moves] == played
        if not wooden.table.match.over:
            wooden.table.session.match.abandon()
    budget = wooden.table.config.lights.budget_ma
    for sent in {*wooden.strip.frames}:
        assert len(sent) == 3 * 19
        rgb = b"".join(bytes((r, g, b)) for g, r, b in zip(*[iter(sent)] * 3, strict=True))
        assert power.milliamps(rgb) <= budget


def test_what_the_pixels_show_from_lift_to_capture(wooden: Wooden) -> None:
    wooden.table.begin()
    wooden.set_up()
    white = wooden.lamp("14")
    assert white != (0, 0, 0)
    assert wooden.lamp("16") == white  # may move as well
    assert wooden.lamp("19") == (0, 0, 0)  # may not: every point around it is taken
    wooden.do("-14")
    red, green, blue = wooden.lamp("9")
    assert green > red
    assert green > blue
    wooden.do("+9", "~0.5")
    red, green, blue = wooden.lamp("2")  # the jump over 9 is forced: amber
    assert red > green > blue
    assert {wooden.lamp(p) for p in ("1", "3", "4", "5", "6")} == {(0, 0, 0)}
    wooden.do("-2", "+12", "~0.2")
    assert wooden.table.texts == ["14-9"]
    shown = set()
    for _ in range(20):
        wooden.table.wait(0.05)
        shown.add(wooden.lamp("9"))
    assert len(shown) == 2  # take it off: a lamp that blinks
    wooden.do("-9", "~0.5")
    assert wooden.table.texts == ["14-9", "2x12"]


def test_button_confirms_a_takeback_of_two_plies(wooden: Wooden) -> None:
    wooden.table.begin()
    wooden.set_up()
    wooden.do("-14", "+12", "~0.5", "-5", "+8", "~0.5")
    assert wooden.table.texts == ["14-12", "5-8"]
    wooden.do("-8", "-12", "+14", "+5", "~1")
    assert wooden.table.texts == ["14-12", "5-8"]
    wooden.bank.press()
    wooden.table.wait(0.1)
    wooden.bank.release()
    wooden.table.wait(0.1)
    assert wooden.table.texts == []


def test_pieces_on_the_board_before_the_start_are_seen(wooden: Wooden) -> None:
    game = make("solomon")
    for point, stack in enumerate(game.stacks(game.start())):
        if stack:
            wooden.bank.close(game.board.names[point])
    wooden.table.begin()
    wooden.table.wait(0.5)
    assert wooden.table.state.phase == "rest"


def test_lost_edge_is_found_by_the_poll(wooden: Wooden) -> None:
    wooden.table.begin()
    wooden.set_up()
    wooden.bank.open("14")
    wooden.bank.close("12")
    wooden.table.reports.clear()  # lost between the pins and the program
    wooden.table.wait(3)
    assert wooden.table.texts == ["14-12"]


def test_strip_that_fails_does_not_end_the_game(
    wooden: Wooden, caplog: pytest.LogCaptureFixture
) -> None:
    wooden.table.begin()
    wooden.set_up()
    wooden.strip.fault = OSError("the device was pulled")
    wooden.do("-14", "+12", "~0.5")
    assert wooden.table.texts == ["14-12"]
    assert len(caplog.records) == 1


def test_resume_finds_the_move_that_the_board_shows(tmp_path: Path) -> None:
    with mock_switches(STAR_SPI) as bank, CapturedStrip() as strip:
        first = Wooden(tmp_path, "spi", bank, strip)
        first.table.begin()
        first.set_up()
        first.do("-14", "+12", "~0.5", "-5", "+8")  # the power fails before the board has settled
        assert first.table.texts == ["14-12"]
        first.table.session.close()
        log = unfinished(tmp_path)
        assert log is not None
        again = Virtual(tmp_path, first.table.config)
        again.resume(log)
        again.wait(0.5)
        assert again.texts == ["14-12", "5-8"]
        again.session.close()


@pytest.mark.parametrize(
    ("moved", "after"),
    [
        (("-9",), ("+12", "-2")),  # the captured piece was in hand
        (("-9", "-2"), ("+12",)),
        (("-2", "+12"), ("-9",)),
    ],
)
def test_resume_in_the_middle_of_a_capture(
    tmp_path: Path, moved: tuple[str, ...], after: tuple[str, ...]
) -> None:
    with mock_switches(STAR_SPI) as bank, CapturedStrip() as strip:
        first = Wooden(tmp_path, "spi", bank, strip)
        first.table.begin()
        first.set_up()
        first.do("-14", "+9", "~0.5", *moved)
        first.table.session.close()
        log = unfinished(tmp_path)
        assert log is not None
        again = Wooden(tmp_path, "spi", bank, strip)
        again.table.resume(log)
        again.do("~1")
        assert again.table.texts == ["14-9"]
        again.do(*reversed(after), "~1")
        assert again.table.texts == ["14-9", "2x12"]
        again.table.session.close()


def test_threads_and_the_real_clock(tmp_path: Path) -> None:
    """The loop itself: callbacks in this thread, decisions in its own, waiting for what it says."""
    config = Config(
        port=PortSettings(kind="direct"),
        journal=JournalSettings(directory=str(tmp_path)),
        page=PageSettings(enabled=False),
    )
    with mock_switches(STAR_SPI) as bank, CapturedStrip():
        game = make("solomon")
        for point, stack in enumerate(game.stacks(game.start())):
            if stack:
                bank.close(game.board.names[point])
        loop = Loop(config, today=lambda: datetime(2026, 3, 1))
        loop.session.current.begin(Match(game), loop.now())
        said: Queue[Broadcast] = Queue()
        loop.subscribe(said.put)
        thread = Thread(target=loop.run)
        thread.start()
        try:
            _until(said, lambda state: state.phase == "rest")
            bank.bounce("14", False, Random(1))
            _until(said, lambda state: state.phase == "hand")
            bank.bounce("12", True, Random(2))
            _until(said, lambda state: [m.text for m in state.moves] == ["14-12"])
        finally:
            loop.stop()
            thread.join(timeout=60)
        assert not thread.is_alive()


def _until(said: Queue[Broadcast], reached: Callable[[State], bool]) -> None:
    """Wait for the program to say so; it has a minute of which it needs a fraction."""
    while True:
        message = said.get(timeout=60)
        if isinstance(message, State) and reached(message):
            return

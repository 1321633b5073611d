"""The lamps never draw more than they may: whatever is shown, on every board and by every route,
measured where the bytes leave for the wire, over all pixels of the strip."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.config import Config
from companion.device.lamps import power
from companion.device.lamps.lamp_settings import LightSettings
from companion.device.lamps.palette import PALETTES, LightsError
from companion.device.lamps.scene import Lamp, Meaning, Scene
from companion.device.ports import (
    DirectKind,
    Port,
    PortSettings,
    SimulatedPort,
    StripSettings,
    open_port,
)
from companion.games.registry import make
from companion.rules import Seat
from companion.rules.geometry import FIVE, NINE, STAR, Board, Point, grid
from companion.session.display import LampDriver
from companion.testing.matrix import mock_matrix
from companion.testing.pins import mock_switches
from companion.testing.strip import CapturedStrip
from companion.testing.wiring import wired
from tests.conformance.option_sets import option_sets
from tests.slow import slow_after

seats = st.integers(0, 5).map(Seat)
lamps = st.builds(Lamp, st.sampled_from(Meaning), seats, st.integers(0, 15))

BOARDS = {board.name: board for board in (STAR, FIVE, NINE, grid(7), grid(8), grid(9))}
EXAMPLES = slow_after(1, (10, 40))
WIRED = [
    ("direct", "star", "star"),
    ("direct", "five", "five"),
    ("direct", "nine", "nine"),
    ("matrix", "grid7", "grid7"),
    ("matrix", "grid8", "grid8"),
    ("matrix", "grid9", "grid9"),
    ("matrix", "grid7", "grid9"),
    ("matrix", "grid8", "grid9"),
]


def scenes(board: Board) -> st.SearchStrategy[Scene]:
    """Any scene at all, of which those of the games are some."""
    return st.builds(
        lambda lit, sweep, choices, picked: Scene(
            tuple(sorted(((Point(p), lamp) for p, lamp in lit.items()), key=lambda item: item[0])),
            tuple(sweep),
            choices,
            picked,
        ),
        st.dictionaries(st.integers(0, board.size - 1), lamps, max_size=board.size)
        | lamps.map(lambda lamp: dict.fromkeys(range(board.size), lamp)),
        st.lists(seats, max_size=3),
        st.integers(1, 4),
        st.integers(-1, 3),
    )


def keeps_to_it(
    config: Config, board: Board, port: Port, sent: Callable[[], bytes], examples: int
) -> None:
    """Try so many scenes with any budget; `sent` tells what all pixels of the strip were sent
    last."""
    least = config.strip.length or config.port.physical_board(board).size

    @settings(max_examples=examples)
    @given(
        scenes(board),
        st.integers(least, least + 600) | st.just(500),
        st.sampled_from([0.1, 0.6, 1.0]),
        st.sampled_from(sorted(PALETTES)),
        st.lists(st.floats(0, 30), min_size=1, max_size=3),
    )
    def holds(scene: Scene, budget: int, brightness: float, name: str, times: list[float]) -> None:
        lights = LightSettings(palette=name, budget_ma=budget, brightness=brightness)
        chosen = msgspec.structs.replace(config, lights=lights)
        chosen.check(board)
        shown = LampDriver(chosen.lights_on(board), board, chosen.lights.palette, port.show)
        for at in times:
            shown.scene = None  # so that each moment is drawn
            shown.light(scene, at)
            assert power.milliamps(sent()) <= budget

    holds()


@pytest.mark.parametrize("examples", EXAMPLES)
@pytest.mark.parametrize("spare", [0, 40], ids=["exact", "long strip"])
@pytest.mark.parametrize("route", ["spi", "pwm"])
@pytest.mark.parametrize(("kind", "name", "wood"), WIRED)
def test_no_frame_on_the_wire_exceeds_the_budget(
    kind: str, name: str, wood: str, route: str, spare: int, examples: int
) -> None:
    board, whole = BOARDS[name], BOARDS[wood]
    config = Config(
        port=PortSettings(kind, board=wood),
        strip=StripSettings(route, length=whole.size + spare),
    )
    with ExitStack() as stack:
        fake: Any = (
            mock_switches(config.port.wiring(config.strip, whole))
            if isinstance(config.port, DirectKind)
            else mock_matrix(wired(whole, route))
        )
        stack.enter_context(fake)
        strip = stack.enter_context(CapturedStrip())
        port = open_port(config.port, config.strip, board, lambda: 0.0)
        port.open(lambda _: None)
        stack.callback(port.close)

        def sent() -> bytes:
            assert len(strip.frames[-1]) == 3 * (whole.size + spare)
            return bytes(part for colour in strip.pixels() for part in colour)

        keeps_to_it(config, board, port, sent, examples)


@pytest.mark.parametrize("name", BOARDS)
def test_no_frame_of_a_simulated_board_exceeds_the_budget(name: str) -> None:
    port = SimulatedPort(BOARDS[name].size, lambda: 0.0)
    keeps_to_it(Config(), BOARDS[name], port, lambda: port.frame, 20)


def test_these_are_the_boards_of_all_games() -> None:
    played = {make(game, options).board.name for game, options in option_sets()}
    assert played <= {name for _, name, _ in WIRED}


def test_a_budget_below_what_all_pixels_of_the_strip_draw_in_the_dark_is_refused() -> None:
    config = Config(
        port=PortSettings(kind="matrix", board="grid9"),
        strip=StripSettings(length=100),
        lights=LightSettings(budget_ma=99),
    )
    with pytest.raises(LightsError, match="budget_ma is 99, but 100 lamps draw 100 mA when dark"):
        config.check(grid(7))


def test_single_points_are_dimmed_by_their_names_on_the_wood() -> None:
    config = Config(
        port=PortSettings(kind="matrix", board="grid9"),
        lights=LightSettings(dim={"b2": 0.5, "a9": 0.1}),
    )
    config.check(grid(7))
    lights = config.lights_on(grid(7))
    assert lights.dim == {"a1": 0.5}
    assert lights.budget_ma == config.lights.budget_ma - 32
    assert config.lights_on(grid(9)) == config.lights
    assert config.lights_on(grid(8)).dim == {"b2": 0.5}
    beyond = msgspec.structs.replace(config, lights=LightSettings(dim={"k1": 0.5}))
    with pytest.raises(LightsError, match="names point 'k1'"):
        beyond.check(grid(7))

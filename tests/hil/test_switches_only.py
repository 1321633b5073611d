"""Every game by switches and one button alone: what the reeds cannot see is asked, and answered by
taps. There is no page here, and nothing knows what piece closes a switch."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from companion.config import Config, GameSettings
from companion.device.lamps import power
from companion.device.ports import MatrixKind
from companion.device.ports.port_kinds import PortSettings, StripSettings
from companion.device.ports.sub_board import places
from companion.games.registry import kinds, make
from companion.records.journal import reader
from companion.rules import AnyGame, Match
from companion.rules.geometry import STAR
from companion.testing.hands import Hands
from companion.testing.matrix import mock_matrix
from companion.testing.pins import mock_switches, rpigpio_switches
from companion.testing.strip import CapturedStrip
from companion.testing.switches import PinSwitches, SwitchBank, Switches
from companion.testing.wiring import wired
from tests.conformance.option_sets import parameters
from tests.session.virtual import Virtual
from tests.slow import slow_rows_after

_FEW, _MANY = 30, 120  # plies; games that go on for longer are left there


def play_out(
    table: Virtual, game: AnyGame, seed: int, switches: Switches | None = None, plies: int = _MANY
) -> Hands:
    """Play legal moves drawn at random until the game is over, or for so many plies; each is
    understood."""
    table.session.current.begin(Match(game), table.now)
    hands = Hands(table, switches, seed=seed)
    hands.set_up()
    while not table.match.over and len(table.texts) < plies:
        hands.play_random()
    return hands


@pytest.mark.parametrize(("seed", "plies"), slow_rows_after(1, [(0, _FEW), (0, _MANY), (1, _MANY)]))
@pytest.mark.parametrize(("name", "options"), parameters())
def test_every_game_is_played_by_switches_alone(
    name: str, options: dict[str, str], seed: int, plies: int, tmp_path: Path
) -> None:
    table = Virtual(tmp_path, bare=True)
    play_out(table, make(name, options), seed, plies=plies)


@pytest.mark.parametrize(
    ("pins", "plies"),
    slow_rows_after(1, [(mock_switches, _FEW), (mock_switches, _MANY), (rpigpio_switches, _MANY)]),
)
@pytest.mark.parametrize("name", [name for name in kinds() if make(name).board is STAR])
def test_every_game_of_the_star_is_played_through_pins_and_pixels(
    name: str,
    pins: Callable[[], AbstractContextManager[SwitchBank]],
    plies: int,
    tmp_path: Path,
) -> None:
    with pins() as bank, CapturedStrip() as strip:
        table = Virtual(tmp_path, Config(port=PortSettings(kind="direct")))
        play_out(table, make(name), 9, PinSwitches(bank), plies)
        (summary,) = reader.list_logs(tmp_path)
        assert summary.log is not None
        assert [move.text for move in summary.log.moves] == table.texts
        assert {len(frame) for frame in strip.frames} == {3 * 19}
        table.session.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "options", "wood", "plies"),
    [
        ("halma", {}, "grid9", _FEW),
        ("peg", {"board": "grid7"}, "grid9", _FEW),
        ("soli2", {}, "grid7", _MANY),
        ("soli2", {}, "grid9", _MANY),
        ("gomony", {}, "grid8", _MANY),
        ("gomony", {}, "grid9", _MANY),
        ("halma", {}, "grid9", _MANY),
        ("halma", {"rules": "advanced", "players": "3"}, "grid9", _MANY),
        ("peg", {"board": "grid7"}, "grid9", _MANY),
    ],
)
def test_every_game_of_a_grid_is_played_through_a_matrix_and_pixels(
    name: str, options: dict[str, str], wood: str, plies: int, tmp_path: Path
) -> None:
    game = make(name, options)
    settings = MatrixKind(board=wood)
    whole = settings.physical_board(game.board)
    names = [whole.names[place] for place in places(whole, game.board)]
    with mock_matrix(wired(whole)) as bank, CapturedStrip() as strip:
        table = Virtual(
            tmp_path, Config(port=settings, strip=StripSettings(layout="serpentine rows"))
        )
        for name in set(whole.names) - set(names):
            bank.close(name)  # captured pieces lie about beside the game
        play_out(table, game, 9, PinSwitches(bank, names), plies)
        (summary,) = reader.list_logs(tmp_path)
        assert summary.log is not None
        assert [move.text for move in summary.log.moves] == table.texts
        assert {len(sent) for sent in strip.spi} == {24 * whole.size + 2 * 240}
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
    hands = play_out(table, make("soli2"), 3)
    assert hands.asked > 20
    assert table.texts[0].startswith("draw ")
    assert table.session.match.journal.warning == ""

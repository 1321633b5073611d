"""`companion calibrate` from end to end: boards in wild wiring, and what comes of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.config import load_config
from companion.device.lamps import power
from companion.device.ports import DirectKind, SpiLamps
from companion.device.ports.direct import DirectWiring
from companion.device.ports.matrix_gpio import MatrixWiring
from companion.device.ports.simulated_kind import shuffled_wiring
from companion.maker import MakerError
from companion.maker.calibrate import calibrate_board
from companion.rules.geometry import STAR, Board, grid
from companion.testing.matrix import mock_matrix
from companion.testing.pico import SimulatedPico
from companion.testing.pins import mock_switches
from companion.testing.strip import CapturedStrip
from companion.testing.switches import SwitchBank
from companion.testing.wiring import STAR_SPI, wired
from tests.maker.simulated_user import SimulatedUser, interrupted
from tests.maker.wired import cells_of, switches_of

IN_ORDER = "reading order, row by row"
SIMULATED = """# My board
[port]
kind = "simulated"  # no wood yet
bounce = true
scramble = 7

[lights]
budget_ma = 700
"""
DIRECT = """version = 3
[port]
kind = "direct"
button = 15 # the red one
"""


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "board.toml"
    path.write_text(text)
    return path


def run(path: Path, user: SimulatedUser, **how: bool) -> bool:
    return calibrate_board(path, user, user.screen, **how)


def shuffled(seed: int) -> DirectWiring:
    """The star on the default pins, in any order."""
    rng = Random(seed)
    pins = dict(zip(STAR.names, rng.sample(STAR_SPI.switches, 19), strict=True))
    pixels = dict(zip(STAR.names, rng.sample(range(19), 19), strict=True))
    return DirectKind(switches=pins).wiring(SpiLamps(pixels=pixels), STAR)


@contextmanager
def on_hardware(user: SimulatedUser, true: DirectWiring) -> Iterator[SwitchBank]:
    """A board of wood under the user's hands, wired so."""
    with mock_switches(true) as switches, CapturedStrip() as strip:
        _hands(user, switches, strip, true.strip.pixels)
        yield switches


def _hands(
    user: SimulatedUser, switches: SwitchBank, strip: CapturedStrip, pixels: tuple[int, ...]
) -> None:
    def lit() -> list[str]:
        colours = strip.pixels()
        return [n for n, k in zip(user.board.names, pixels, strict=True) if any(colours[k])]

    user.set, user.lit = switches.set, lit


def test_a_simulated_board_in_wild_wiring_is_sorted_out(tmp_path: Path) -> None:
    path = written(tmp_path, SIMULATED)
    user = SimulatedUser(answers={IN_ORDER: "n"})
    assert run(path, user)
    config, true = load_config(path), shuffled_wiring(7, 19, 19)
    assert tuple(switches_of(config)[name] for name in STAR.names) == true.switches
    assert tuple(config.strip.pixels[name] for name in STAR.names) == true.lamps
    assert user.requests == 2 * 19


def test_with_the_pixels_in_order_one_piece_a_point_is_enough(tmp_path: Path) -> None:
    path = written(tmp_path, DIRECT)
    user = SimulatedUser(answers={IN_ORDER: ""})
    true = replace(shuffled(1), strip=STAR_SPI.strip)
    with on_hardware(user, true):
        assert run(path, user)
    config = load_config(path)
    assert tuple(switches_of(config).values()) == true.switches
    assert config.strip.pixels == {}
    assert user.requests == 19


@pytest.mark.parametrize("seed", range(3))
def test_switches_on_pins_of_their_own_in_any_order(tmp_path: Path, seed: int) -> None:
    path, true = written(tmp_path, DIRECT), shuffled(seed)
    user = SimulatedUser(answers={IN_ORDER: "n"})
    with on_hardware(user, true):
        assert run(path, user)
    config = load_config(path)
    assert config.port.wiring(config.strip, STAR) == true


def _matrix(board: Board, seed: int) -> MatrixWiring:
    rng, made = Random(seed), wired(board)
    pixels = tuple(rng.sample(range(board.size), board.size))
    cells = tuple(rng.sample(made.cells, board.size))
    return replace(made, cells=cells, strip=replace(made.strip, pixels=pixels))


def test_a_matrix_in_any_order(tmp_path: Path) -> None:
    board = grid(7)
    path = written(tmp_path, '[port]\nkind = "matrix"\nboard = "grid7"\n[game]\nname = "soli2"\n')
    true = _matrix(board, 3)
    user = SimulatedUser(board, answers={IN_ORDER: "n"})
    with mock_matrix(true) as switches, CapturedStrip() as strip:
        _hands(user, switches, strip, true.strip.pixels)
        assert run(path, user)
    config = load_config(path)
    assert tuple(cells_of(config)[name] for name in board.names) == true.cells
    assert tuple(config.strip.pixels[name] for name in board.names) == true.strip.pixels


def test_a_matrix_with_fewer_lines_than_the_board_has_needs_no_map_before(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        '[port]\nkind = "matrix"\nrows = [4, 5, 6, 12]\ncolumns = [18, 19, 20, 21, 22]\n',
    )
    made = wired(STAR)
    crossings = tuple((row, column) for row in range(4) for column in range(5))
    cells = tuple(Random(2).sample(crossings, 19))
    true = replace(made, rows=made.rows[:4], columns=made.columns[:5], cells=cells)
    user = SimulatedUser()
    with mock_matrix(true) as switches, CapturedStrip():
        user.set = switches.set
        assert run(path, user, pixels=False)
    assert tuple(cells_of(load_config(path)).values()) == cells


def test_a_board_behind_a_pico_whose_switches_are_in_any_order(tmp_path: Path) -> None:
    order = Random(4).sample(range(19), 19)
    with SimulatedPico("star") as pico:
        path = written(
            tmp_path,
            f'[port]\nkind = "pico"\ndevice = "{pico.device}"\n[strip]\nroute = "pico"\n',
        )
        user = SimulatedUser()

        def put(point: str, on: bool) -> None:
            pico.set(order[STAR.index[point]], on)
            user.await_report()

        user.set = put
        assert run(path, user, pixels=False)
    assert list(switches_of(load_config(path)).values()) == order


def test_what_else_stands_in_the_file_stays_and_the_file_as_it_was_is_kept(tmp_path: Path) -> None:
    path = written(tmp_path, SIMULATED)
    path.chmod(0o640)
    assert run(path, SimulatedUser(answers={IN_ORDER: "n"}))
    after = path.read_text()
    for line in SIMULATED.splitlines():
        assert line in after.splitlines()
    assert (tmp_path / "board.toml.bak").read_text() == SIMULATED
    assert path.stat().st_mode & 0o777 == 0o640
    assert sorted(p.name for p in tmp_path.iterdir()) == ["board.toml", "board.toml.bak"]
    # Again, from what was written: nothing is left to change, and no copy is made.
    user = SimulatedUser(answers={IN_ORDER: ""})
    assert run(path, user)
    assert "is already up to date" in user.text
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("at", [1, 8, 19, 20, 30, 38])
def test_an_interrupted_calibration_goes_on_where_it_was_left(tmp_path: Path, at: int) -> None:
    path = written(tmp_path, SIMULATED)
    first = SimulatedUser(answers={IN_ORDER: "n"}, stop_at=at)
    with interrupted():
        run(path, first)
    assert path.read_text() == SIMULATED
    second = SimulatedUser()  # it is not asked for the lamps again
    assert run(path, second)
    assert "Continuing an interrupted calibration" in second.text
    assert second.requests == 38 - (at - 1)
    assert tuple(switches_of(load_config(path)).values()) == shuffled_wiring(7, 19, 19).switches


def test_new_begins_anew_and_so_does_another_wiring(tmp_path: Path) -> None:
    path = written(tmp_path, SIMULATED)
    with interrupted():
        run(path, SimulatedUser(answers={IN_ORDER: "n"}, stop_at=12))
    with interrupted():
        run(path, SimulatedUser(answers={IN_ORDER: "n"}, stop_at=1), fresh=True)
    path.write_text(SIMULATED + "[strip]\nlength = 25\n")
    user = SimulatedUser(answers={IN_ORDER: "n"})
    assert run(path, user)
    assert "Goes on" not in user.text
    # Six pixels are under no point.
    assert user.requests == 19 + 25
    true = shuffled_wiring(7, 19, 25)
    assert tuple(load_config(path).strip.pixels[n] for n in STAR.names) == true.lamps


def test_a_damaged_file_of_finds_is_no_hindrance(tmp_path: Path) -> None:
    path = written(tmp_path, SIMULATED)
    (tmp_path / "board.toml.calibration").write_bytes(b"\xff{")
    assert run(path, SimulatedUser(answers={IN_ORDER: "n"}))


def test_a_piece_on_the_wrong_point_is_found_out_and_both_are_asked_again(tmp_path: Path) -> None:
    path = written(tmp_path, SIMULATED)
    user = SimulatedUser(mistakes={"7": ["3"]}, answers={IN_ORDER: "n"})
    assert run(path, user)
    assert "was detected for point 3 and for point 7: try both again" in user.text
    assert tuple(switches_of(load_config(path)).values()) == shuffled_wiring(7, 19, 19).switches


def test_wires_joined_for_good_are_named_and_nothing_is_written(tmp_path: Path) -> None:
    path = written(tmp_path, DIRECT)
    user = SimulatedUser(mistakes={"7": ["3", "3", "3"]})
    with on_hardware(user, STAR_SPI):
        assert not run(path, user, pixels=False)
    assert path.read_text() == DIRECT
    assert "was detected for point 7 and for point 3, again: shorted wires" in user.text
    assert "point 7: no switch was found" in user.text
    # Mended: only these two are wanted.
    again = SimulatedUser()
    with on_hardware(again, STAR_SPI):
        assert run(path, again, pixels=False)
    assert again.requests == 2


def test_a_dead_switch_is_named_and_the_only_one_left_is_taken_for_it(tmp_path: Path) -> None:
    path, true = written(tmp_path, DIRECT), shuffled(5)
    user = SimulatedUser(mistakes={"7": [""]})
    with on_hardware(user, true):
        assert not run(path, user, pixels=False)
    assert (
        f"point 7: nothing was detected; GPIO {true.switches[6]} is the only one left" in user.text
    )
    assert tuple(switches_of(load_config(path)).values()) == true.switches


def test_several_dead_switches_are_named_with_the_pins_that_were_not_felt(tmp_path: Path) -> None:
    path = written(tmp_path, DIRECT)
    user = SimulatedUser(mistakes={"7": [""], "9": [""]})
    with on_hardware(user, STAR_SPI):
        assert not run(path, user, pixels=False)
    assert "point 9: no switch was found" in user.text
    assert "not detected at any point: GPIO 13, GPIO 17" in user.text


def test_switches_that_close_together_are_asked_once_more_and_then_named(tmp_path: Path) -> None:
    path = written(tmp_path, DIRECT)
    user = SimulatedUser()
    with on_hardware(user, STAR_SPI) as switches:

        def joined(point: str, on: bool) -> None:
            for name in ("4", "5") if point in ("4", "5") else (point,):
                switches.set(name, on)

        user.set = joined
        assert not run(path, user, pixels=False)
    assert "GPIO 5 and GPIO 6 closed at once: put the piece there once more" in user.text
    assert "point 4: GPIO 5 and GPIO 6 closed at once: shorted wires" in user.text


def test_a_switch_that_is_stuck_is_named_and_left_out(tmp_path: Path) -> None:
    path = written(tmp_path, DIRECT)
    user = SimulatedUser(mistakes={"1": [""]}, answers={"Take all pieces off": ""})
    with on_hardware(user, STAR_SPI) as switches:
        switches.close("1")
        assert not run(path, user, pixels=False)
    assert "GPIO 2 is stuck closed" in user.text


def test_a_lamp_that_is_dark_is_named(tmp_path: Path) -> None:
    path, true = written(tmp_path, DIRECT), shuffled(6)
    user = SimulatedUser(answers={IN_ORDER: "n"})
    with on_hardware(user, true):
        seen = user.lit
        user.lit = lambda: [name for name in seen() if name not in ("2", "5")]
        assert not run(path, user)
    assert "point 2: no lamp was found" in user.text
    assert "point 5: no lamp was found" in user.text
    assert path.read_text() == DIRECT


def test_pixels_alone_leave_the_switches_as_they_are(tmp_path: Path) -> None:
    path, true = written(tmp_path, DIRECT), replace(shuffled(8), switches=STAR_SPI.switches)
    user = SimulatedUser()
    with on_hardware(user, true):
        assert run(path, user, switches=False, pixels=True)
    config = load_config(path)
    assert switches_of(config) == {}
    assert tuple(config.strip.pixels[name] for name in STAR.names) == true.strip.pixels
    assert user.requests == 19


def test_without_lamps_there_are_none_to_be_found(tmp_path: Path) -> None:
    path = written(tmp_path, DIRECT + '[strip]\nroute = "none"\n')
    with mock_switches(), pytest.raises(MakerError, match="no lamps to find"):
        run(path, SimulatedUser(), pixels=True)
    user = SimulatedUser()
    with mock_switches() as switches:
        user.set = switches.set
        assert run(path, user)


def test_finds_that_cannot_be_kept_end_it_in_one_line(tmp_path: Path) -> None:
    path = written(tmp_path, SIMULATED)
    (tmp_path / "board.toml.calibration").mkdir()
    with pytest.raises(MakerError, match="cannot be written"):
        run(path, SimulatedUser(answers={IN_ORDER: "n"}))


def test_lamps_stay_within_the_budget(tmp_path: Path) -> None:
    path = written(tmp_path, DIRECT + "[lights]\nbudget_ma = 25\nbrightness = 1.0\n")
    user, true = SimulatedUser(answers={IN_ORDER: "n"}), shuffled(2)
    with mock_switches(true) as switches, CapturedStrip() as strip:
        _hands(user, switches, strip, true.strip.pixels)
        assert run(path, user)
        frames = [
            bytes(frame[i + j] for i in range(0, len(frame), 3) for j in (1, 0, 2))
            for frame in strip.frames
        ]
    assert max(map(power.milliamps, frames)) > 20
    assert all(power.milliamps(frame) <= 25 for frame in frames)


@pytest.mark.parametrize("seed", range(12))
def test_one_slip_anywhere_never_writes_a_wrong_map(tmp_path: Path, seed: int) -> None:
    rng = Random(seed)
    at, instead = rng.sample(STAR.names, 2)
    when = rng.choice(["", "lit "])  # while points are named, or while pixels are lit
    path = written(tmp_path, SIMULATED)
    user = SimulatedUser(mistakes={when + at: [instead]}, answers={IN_ORDER: "n"})
    assert run(path, user)
    config, true = load_config(path), shuffled_wiring(7, 19, 19)
    assert tuple(switches_of(config).values()) == true.switches
    assert tuple(config.strip.pixels[name] for name in STAR.names) == true.lamps
    assert user.requests == 2 * 19 + 2

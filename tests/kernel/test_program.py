"""The whole program on the kernel's GPIO chips, through genuine lgpio, gpiozero, gpiod and Blinka.

It is started as its user starts it, with the configuration that makers are told to copy. What is
not real is the electricity, and the last piece of code before the pixels (`stand_in/`).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.device.lamps import power
from companion.device.ports import PwmLamps
from companion.games.registry import make
from companion.testing.switches import SwitchBank
from companion.testing.wiring import STAR_PWM, STAR_SPI
from tests.kernel.chips import Chip
from tests.kernel.program import ROOT, Hands, Program, refused, set_up

LAMPS_PIN = PwmLamps().pin

GAMES = {
    # Both sides capture, in chains and by kings, until White has nothing left.
    "solomon": "18-11 6x13 17x11 5-6 19-17 6x13x19 14-12 19x10x14x16",
    # Every move is a capture, until no more can be made.
    "peg": "2x10 14x7 10x2 1x10 8x1 16x14 12x8 18x16 8x18 1x7 19x10",
}

INPUTS = (*STAR_PWM.switches, *([] if STAR_PWM.button is None else [STAR_PWM.button]))


@pytest.fixture
def switches(header: Chip) -> Iterator[SwitchBank]:
    bank = SwitchBank(STAR_PWM, header.close_switch, "kernel")
    yield bank
    for name in STAR_PWM.names:
        bank.open(name)
    bank.release()


def begun(program: Program, switches: SwitchBank, game: str = "solomon") -> Hands:
    """A game whose pieces stand."""
    program.ready()
    hands = Hands(program, switches, make(game))
    hands.set_up()
    program.until(lambda: program.log is not None and not program.log.awaited, "the set-up")
    return hands


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_hand(game: str, tmp_path: Path, switches: SwitchBank) -> None:
    with Program(tmp_path, "--game", game) as program:
        hands = begun(program, switches, game)
        for move in GAMES[game].split():
            hands.play(move)
        assert hands.match.over
        program.until(lambda: program.log is not None and program.log.finished, "the game's end")
        assert program.interrupt() == 0
        assert program.complained == ""
        log = program.log
        assert log is not None
        assert [move.text for move in log.moves] == GAMES[game].split()
        assert log.damage == ()
        seen = set(program.frames)
        assert len(seen) > 20
        assert {len(frame) for frame in seen} == {3 * 19}
        assert all(power.milliamps(frame) <= 1000 for frame in seen)
        assert program.lit() == set()  # lamps off at the end


def test_pieces_that_stand_before_the_start_are_seen(tmp_path: Path, switches: SwitchBank) -> None:
    set_up(switches, make("solomon"))
    with Program(tmp_path, "--game", "solomon") as program:
        program.ready()
        hands = Hands(program, switches, make("solomon"))
        hands.play("14-12")


def test_what_moves_is_lit(tmp_path: Path, switches: SwitchBank) -> None:
    with Program(tmp_path, "--game", "solomon") as program:
        begun(program, switches)
        pixel = STAR_PWM.strip.pixels
        index = {name: pixel[p] for p, name in enumerate(STAR_PWM.names)}
        movable = {index[name] for name in ("14", "15", "16", "17", "18")}
        program.until(lambda: program.lit() == movable, "the lamps of White's men")
        switches.open("14")
        hand = {index[name] for name in ("14", "9", "12")}
        program.until(lambda: program.lit() == hand, "the lamps of where 14 may go")


def test_the_pins_are_pulled_up_while_the_program_runs_and_free_afterwards(
    tmp_path: Path, header: Chip
) -> None:
    with Program(tmp_path, "--game", "solomon") as program:
        program.ready()
        for gpio in INPUTS:
            line = header.info(gpio)
            assert line.used, gpio
            assert (line.bias.name, line.edge_detection.name) == ("PULL_UP", "BOTH"), gpio
        assert header.info(LAMPS_PIN).used
        assert program.interrupt() == 0
    assert [gpio for gpio in (*INPUTS, LAMPS_PIN) if header.info(gpio).used] == []


def test_the_button_is_held_until_the_lamps_are_full_and_a_move_is_taken_back(
    tmp_path: Path, switches: SwitchBank
) -> None:
    with Program(tmp_path, "--game", "solomon") as program:
        hands = begun(program, switches)
        hands.play("14-12")
        switches.press()
        program.until(lambda: len(program.lit()) > 12, "a hold that fills the lamps")
        program.until(lambda: len(program.lit()) < 12, "the menu, which has seven entries")
        switches.release()
        switches.open("1")  # a touch of its entry "take a move back"
        program.until(lambda: program.moves == [], "a move that is taken back")


def test_edges_that_nobody_hears_are_found_by_the_poll(
    tmp_path: Path, switches: SwitchBank
) -> None:
    with Program(tmp_path, "--game", "solomon", module="tests.kernel.broken_callback") as program:
        hands = begun(program, switches)
        hands.play("14-12")
        assert "lgpio callbacks have stopped" in program.complained
        hands.play("5-8")


@pytest.mark.parametrize(
    ("gpio", "user"),
    [
        (STAR_PWM.switches[8], f"(point {STAR_PWM.names[8]})"),
        (STAR_PWM.button, "(the button)"),
        (LAMPS_PIN, "the lamps"),
    ],
)
def test_a_busy_pin_is_named_with_its_user(
    gpio: int, user: str, tmp_path: Path, header: Chip
) -> None:
    with header.taken(gpio):
        line = refused(tmp_path)
    assert user in line
    assert f"GPIO {gpio}" in line
    assert "in use" in line
    with Program(tmp_path, "--game", "solomon") as program:
        program.ready()


def test_no_spi_is_said_in_one_line(tmp_path: Path, header: Chip) -> None:
    line = refused(tmp_path, ROOT / "hardware" / "board-spi.toml")
    assert "/dev/spidev0.0" in line
    assert "raspi-config" in line
    assert [gpio for gpio in STAR_SPI.switches if header.info(gpio).used] == []


@pytest.mark.usefixtures("header")
def test_a_missing_library_for_the_lamps_is_said_in_one_line(tmp_path: Path) -> None:
    line = refused(tmp_path, stand_in=False)
    assert "the lamps on GPIO 18" in line
    assert "was not found" in line
    assert "pip install" in line

"""A service's first lamp, before anything else is loaded."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.app import greeting
from companion.app.greeting import GLOW, LAMPS, greet
from companion.device.ports.pixel_timing import SPI_CLOCK, SPI_TRANSFER, pixel_timing
from companion.testing.strip import pixels_of_spi

SERVICE = {"NOTIFY_SOCKET": "/run/systemd/notify"}
WOOD = '[port]\nkind = "direct"\n'


def greeted(path: Path, text: str, *before: str, environment: dict[str, str]) -> list[bytes]:
    """The frames that are sent when the program is started, and ends."""
    path.write_text(text)
    sent: list[bytes] = []
    words = [*(before or ("play",)), "--wait", "--config", str(path)]
    turn_off = greet(words, environment, sent.append)
    if turn_off is not None:
        turn_off()
    return [pixels_of_spi(each) for each in sent]


def test_the_first_lamp_glows_and_is_dark_in_the_end(tmp_path: Path) -> None:
    lit, dark = greeted(tmp_path / "board.toml", WOOD, environment=SERVICE)
    assert lit == bytes([GLOW] * 3) + bytes(3 * (LAMPS - 1))
    assert dark == bytes(3 * LAMPS)


@pytest.mark.parametrize(
    "text",
    [
        "",
        '[port]\nkind = "simulated"\n',
        '[port]\nkind = "pico"\n',
        WOOD + '[strip]\nroute = "pwm"\n',
        WOOD + "[strip\n",
        "port = 3\n",
    ],
)
def test_nothing_glows_where_no_lamps_are_on_spi(tmp_path: Path, text: str) -> None:
    assert greeted(tmp_path / "board.toml", text, environment=SERVICE) == []


def test_only_a_service_that_plays_greets(tmp_path: Path) -> None:
    """Another program may be using the lamps otherwise."""
    file = tmp_path / "board.toml"
    assert greeted(file, WOOD, environment={}) == []
    assert greeted(file, WOOD, "check", environment=SERVICE) == []
    assert greet(["play"], SERVICE, lambda _: None) is None
    assert greet(["play", "--config", str(tmp_path / "none")], SERVICE, lambda _: None) is None
    assert greet(["play", f"--config={file}"], SERVICE, lambda _: None) is not None


def test_lamps_that_cannot_be_reached_are_left_to_the_program(tmp_path: Path) -> None:
    def fail(_: bytes) -> None:
        raise PermissionError

    file = tmp_path / "board.toml"
    file.write_text(WOOD)
    assert greet(["play", "-c", str(file)], SERVICE, fail) is None


def test_the_signal_is_that_of_the_strip() -> None:
    timing = pixel_timing("auto", LAMPS)
    assert greeting.CLOCK == SPI_CLOCK
    assert (
        timing.zero,
        timing.one,
        timing.reset_bytes,
    ) == (greeting.ZERO, greeting.ONE, greeting.RESET)
    assert len(greeting._frame(GLOW)) <= SPI_TRANSFER


def test_next_to_nothing_is_loaded_for_it(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text(WOOD)
    command = [sys.executable, "-m", "tests.app.first_glow", str(file)]
    told = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    assert told["lit"]
    own = {name for name in told["modules"] if name.startswith("companion")}
    assert own == {
        "companion",
        "companion.app",
        "companion.app.greeting",
        "companion.base",
        "companion.base.former",
        "companion.base.lazy",
    }
    assert not {"click", "dataclasses", "logging", "msgspec"} & set(told["modules"])

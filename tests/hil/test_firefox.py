"""The page in Firefox: its layout, a mouse, fingers and keys. Chromium tests everything else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser import AT_BOARD
from tests.firefox import FirefoxPage, firefox_page
from tests.hil.running import Running
from tests.slow import slow_after

pytestmark = pytest.mark.browser

SIZES = {
    "desktop": (1280, 800),
    "tablet": (820, 1180),
    "phone": (390, 844),
    "phone on its side": (844, 390),
}
TRAY = '[data-testid="tray"]'


def point(name: str) -> str:
    return f'[data-point="{name}"]'


@pytest.fixture(params=slow_after(1, SIZES.items()), ids=list(SIZES))
def firefox(
    request: pytest.FixtureRequest, running: Running, tmp_path: Path
) -> Iterator[FirefoxPage]:
    """The program's page, worked with a mouse on a desktop and with fingers elsewhere."""
    name, size = request.param
    directory = tmp_path / "firefox"
    directory.mkdir()
    with firefox_page(directory, size, touch=name != "desktop") as page:
        page.visit(running.url + AT_BOARD)
        page.value("localStorage.setItem('assist', 'off')")
        page.visit(running.url + AT_BOARD)
        yield page
        assert not page.errors


def test_pieces_are_carried_and_a_jump_is_forced(firefox: FirefoxPage) -> None:
    assert firefox.value("document.documentElement.scrollWidth <= innerWidth")
    board = "document.querySelector('[data-testid=board]').getBoundingClientRect()"
    assert firefox.value(f"{board}.bottom <= innerHeight && {board}.right <= innerWidth")
    firefox.says("headline", "White to move")
    firefox.carry(point("14"), point("9"))
    firefox.says("message", "You must jump: 2 takes 9.")
    firefox.carry(point("2"), point("12"))
    firefox.says("message", "Take the captured piece off 9.")
    firefox.carry(point("9"), TRAY)
    firefox.says("headline", "White to move")
    assert firefox.value(f"document.querySelector('{point('12')}').dataset.pieces") == "b"


@pytest.mark.slow
def test_rules_and_new_game_open(firefox: FirefoxPage) -> None:
    firefox.click('[data-testid="rules"]')
    firefox.says("rules-text", "A jump passes over an adjacent enemy piece")
    firefox.click('[data-testid="rules-close"]')
    firefox.click('[data-testid="new"]')
    firefox.says("new-summary", "Checkers on a star")


@pytest.mark.slow
def test_keys_lift_a_piece_and_put_it_down(firefox: FirefoxPage) -> None:
    firefox.value(f"document.querySelector('{point('14')}').focus()")
    firefox.press("\ue007")  # Enter
    firefox.says("message", "Put it down on 9 or 12.")
    firefox.value(f"document.querySelector('{point('9')}').focus()")
    firefox.press("\ue007")
    firefox.says("headline", "Black to move")

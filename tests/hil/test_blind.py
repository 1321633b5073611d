"""A whole game by keyboard alone, against the computer, by what the accessibility tree says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Page

from companion.app.loop import Loop
from companion.app.start import PlayRequest, start
from companion.config import Config, JournalSettings, PageSettings
from companion.page.server import serve
from tests.blind import BlindPlayer
from tests.browser import visit

pytestmark = pytest.mark.browser

POSITION = "./..wb./../b../../..w../. w"
"""White has two men, and Black as well. Whoever always moves the first piece that may move, to the
first point where it may go, wins as White within five moves, whatever Black answers."""


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    """The address of the page of the whole program."""
    config = Config(journal=JournalSettings(directory=str(tmp_path)), page=PageSettings(port=0))
    loop = Loop(config)
    start(loop, config, PlayRequest(), lambda _: None)
    thread = Thread(target=loop.run)
    thread.start()
    server = serve(loop)
    yield server.start()
    server.stop()
    loop.stop()
    thread.join(timeout=60)
    assert not thread.is_alive()


def begin(player: BlindPlayer) -> None:
    """Begin a game against the computer from a position."""
    player.go_to("button", "New game")
    player.press("Enter")
    player.go_to("combobox", "Opponent")
    player.press("ArrowDown")
    player.go_to("DisclosureTriangle", "Begin with a position")
    player.press("Enter")
    player.go_to("textbox", "Position as text")
    player.type(POSITION)
    player.go_to("button", "Start")
    player.press("Enter")
    player.wait_for("You must jump: 4 takes 5")


@pytest.mark.slow
def test_a_game_is_won_without_seeing_it(own: Page, url: str) -> None:
    visit(own, url)
    player = BlindPlayer(own)
    begin(player)
    player.go_to("button", "Point")
    for turn in range(5):
        origin = player.points("must jump", "may move")[0]
        player.walk_to(origin)
        player.press("Enter")
        player.wait_for("Put it down on")
        target = player.points("the piece in hand may go here")[0]
        player.walk_to(target)
        player.press("Enter")
        said = player.wait_for(rf"White: {origin} to {target}")
        if turn == 0:
            assert said == "White: 4 to 6, takes 5."
        if "You won" in player.wait_for("Your move|You won"):
            break
    else:
        pytest.fail(f"White has not won: {player.told}")
    assert any(said.startswith("Black: 9 to ") for said in player.told)
    assert not any("black" in said for said in player.board().values())

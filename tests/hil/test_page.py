"""The whole program in a browser: a person drags pieces, sees the lamps, and plays to the end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from threading import Thread

import pytest
from playwright.sync_api import Page, expect

from companion.config import Config, JournalSettings, PageSettings
from companion.games.registry import make
from companion.journal import reader
from companion.rules import Action, Match
from companion.session.loop import Loop
from companion.session.play import Wish, start
from companion.web.server import serve
from tests.browser import (
    browser,
    desktop,
    drag,
    drag_to_tray,
    lamp,
    phone,
    pieces,
    point,
    touch_drag,
    touch_drag_to_tray,
    visit,
)

__all__ = ["browser", "desktop", "phone"]
pytestmark = pytest.mark.browser

DARK = "#000000"


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    """The program as `companion play` runs it, on its own thread; the address of its page."""
    config = Config(journal=JournalSettings(directory=str(tmp_path)), page=PageSettings(port=0))
    loop = Loop(config)
    start(loop, config, Wish(), lambda _: None)
    thread = Thread(target=loop.run)
    thread.start()
    server = serve(loop)
    yield server.start()
    server.stop()
    loop.stop()
    thread.join(timeout=20)
    assert not thread.is_alive()


def says(page: Page, headline: str) -> None:
    expect(page.get_by_test_id("headline")).to_have_text(headline)


def advises(page: Page, message: str) -> None:
    expect(page.get_by_test_id("message")).to_contain_text(message)


def test_drag_light_forced_jump_mend_on_a_desktop(desktop: Page, url: str) -> None:
    visit(desktop, url)
    says(desktop, "White to move")
    expect(point(desktop, "14")).not_to_have_attribute("data-lamp", DARK)
    assert lamp(desktop, "19") == DARK

    desktop.mouse.move(*_middle(desktop, "14"))
    desktop.mouse.down()
    advises(desktop, "Put it down on 9 or 12.")
    expect(point(desktop, "9")).not_to_have_attribute("data-lamp", DARK)
    assert lamp(desktop, "9") == lamp(desktop, "12")
    desktop.mouse.move(*_middle(desktop, "10"), steps=4)
    desktop.mouse.up()

    advises(desktop, "That is no move. Move the piece from 10 to 14.")
    drag(desktop, "10", "14")
    says(desktop, "White to move")
    expect(desktop.get_by_test_id("message")).not_to_contain_text("no move")

    drag(desktop, "14", "9")
    says(desktop, "Black to move")
    advises(desktop, "A jump is forced.")
    drag(desktop, "3", "7")
    advises(desktop, "a jump is forced")
    drag(desktop, "7", "3")
    advises(desktop, "A jump is forced.")
    drag(desktop, "2", "12")
    advises(desktop, "Take the captured piece off 9.")
    drag_to_tray(desktop, "9")
    says(desktop, "White to move")


def test_drag_and_capture_with_a_finger_on_a_phone(phone: Page, url: str) -> None:
    visit(phone, url)
    says(phone, "White to move")
    touch_drag(phone, "14", "9")
    advises(phone, "A jump is forced.")
    touch_drag(phone, "2", "12")
    touch_drag_to_tray(phone, "9")
    says(phone, "White to move")
    touch_drag(phone, "15", "9")
    touch_drag_to_tray(phone, "12")
    says(phone, "Black to move")
    assert pieces(phone, "9") == "w"


def test_whole_game_to_its_end(desktop: Page, url: str, tmp_path: Path) -> None:
    visit(desktop, url)
    match = short_game()
    game, names = match.game, match.game.board.names
    for ply, played in enumerate(match.history, start=1):
        steps = game.steps(played.position, played.move)
        for step, then in pairwise((*steps, None)):
            assert step is not None
            if step.action is Action.LIFT and then is not None:
                drag(desktop, names[step.point], names[then.point])
            elif step.action is Action.REMOVE:
                drag_to_tray(desktop, names[step.point])
        expect(desktop.get_by_test_id("moves").locator("[data-text]")).to_have_count(ply)
    winner = match.outcome.winner
    assert winner is not None
    says(desktop, f"{game.seats[winner]} wins")
    log = reader.logs(tmp_path)[0].log
    assert log is not None
    assert [move.text for move in log.moves] == [played.text for played in match.history]


def short_game() -> Match:
    """The shortest of many random games that somebody wins."""
    best: Match | None = None
    for seed in range(300):
        rng, match = Random(seed), Match(make("solomon"))
        while not match.over and (best is None or len(match.history) < len(best.history)):
            match.play(rng.choice(match.moves))
        if match.over and match.outcome.winner is not None:
            best = match
    assert best is not None
    return best


def _middle(page: Page, name: str) -> tuple[float, float]:
    box = point(page, name).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

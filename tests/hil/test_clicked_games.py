"""Games in a real browser, played by clicks alone: with a mouse, with a finger, and with keys."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.games.registry import make
from companion.page.messages import New
from companion.records.journal import reader
from companion.rules import Action, AnyGame, Match, Step
from tests.browser import made_or_confirmed, pieces, point, settled, slot, visit
from tests.hil.running import Running
from tests.session.clicker import carried
from tests.slow import slow_after

pytestmark = pytest.mark.browser

MOST = 60  # turns of a game in a browser
OPTIONS = {"soli2": {"variant": "pure_skill"}}  # without draws, which the program makes by itself
GAMES = (
    "nim",
    "trinity",
    "solomon",
    "gomony",
    "son_of_solomon",
    "crowning",
    "peg",
    "soli2",
    "halma",
)

Means = Callable[[Locator], None]


def by_mouse(place: Locator) -> None:
    place.click()


def by_touch(place: Locator) -> None:
    place.tap()


def by_key(place: Locator) -> None:
    place.focus()
    place.press("Enter")


@pytest.mark.parametrize("name", slow_after(1, GAMES))
def test_a_game_is_played_with_a_mouse(
    name: str, desktop: Page, running: Running, tmp_path: Path
) -> None:
    play(desktop, running, name, by_mouse, tmp_path)


@pytest.mark.parametrize("name", slow_after(1, GAMES))
def test_a_game_is_played_with_a_finger(
    name: str, phone: Page, running: Running, tmp_path: Path
) -> None:
    play(phone, running, name, by_touch, tmp_path)


@pytest.mark.parametrize("name", slow_after(1, GAMES))
def test_a_game_is_played_with_keys(
    name: str, desktop: Page, running: Running, tmp_path: Path
) -> None:
    play(desktop, running, name, by_key, tmp_path)


def play(page: Page, running: Running, name: str, act: Means, folder: Path) -> None:
    """Play random turns to the end, or for a long while; the log has what was meant."""
    visit(page, running.url)
    options = OPTIONS.get(name, {})
    game = make(name, options)
    running.loop.command(New(name, options))
    expect(page.get_by_test_id("title")).to_have_text(game.title)
    # The pieces stand, and the switches have settled: what is clicked before that goes back.
    standing = game.occupancy(game.start()).bit_count()
    expect(page.locator('[data-point][data-sensed="true"]')).to_have_count(standing)
    expect(page.get_by_test_id("message")).to_have_attribute("data-phase", "rest")
    match, rng = Match(game), Random(3)
    while not match.over and len(match.history) < MOST:
        position, move = match.position, rng.choice(match.moves)
        match.play(move)
        turn(page, game, game.steps(position, move), act, len(match.history))
    if match.over:
        expect(page.get_by_test_id("again")).to_be_visible()
    log = reader.list_logs(folder)[0].log
    assert log is not None
    assert [told.text for told in log.moves] == match.texts


def turn(page: Page, game: AnyGame, steps: tuple[Step, ...], act: Means, count: int) -> None:
    """Click the places of one move; `count` plies are listed after it."""
    names = game.board.names
    if steps[0].action is Action.LIFT:
        act(point(page, names[steps[0].point]))
        expect(page.get_by_test_id("board")).to_have_attribute("data-held", "1")
        for stop in carried(steps)[1:]:
            act(point(page, names[stop]))
            settled(page)
            expect(point(page, names[stop])).not_to_have_attribute("data-pieces", "")
    for step in steps:
        if step.action is Action.ENTER and steps[0] is step:
            enter(page, names[step.point], step.piece.text, act)
        elif step.action is Action.REMOVE and steps[0].action is Action.REMOVE:
            act(point(page, names[step.point]))
            expect(point(page, names[step.point])).to_have_attribute("data-pieces", "")
    made_or_confirmed(page, count)
    expect(page.get_by_test_id("moves").locator("[data-text]")).to_have_count(count)
    expect(page.get_by_test_id("message")).to_have_attribute("data-phase", re.compile("rest|over"))


def enter(page: Page, name: str, piece: str, act: Means) -> None:
    """Place a piece: by a click on its point, or first on the piece where there is a choice."""
    act(point(page, name))
    placed = f'[data-point="{name}"]:not([data-pieces=""])'
    refused = f'[data-testid="refusal"][data-at="{name}"]:not([hidden])'
    page.locator(f"{placed}, {refused}").first.wait_for(state="attached")
    if not pieces(page, name):
        act(slot(page, piece))
        expect(page.get_by_test_id("board")).to_have_attribute("data-held", "1")
        act(point(page, name))
        settled(page)

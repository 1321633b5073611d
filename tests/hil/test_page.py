"""The whole program in a browser: a person drags pieces, sees the lamps, and plays to the end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

from companion.games.registry import kinds, make
from companion.page.messages import New
from companion.records.journal import reader
from companion.rules import Action, AnyGame, Match, Step
from tests.browser import (
    choose,
    drag,
    drag_from_tray,
    drag_to_tray,
    keep,
    lamp,
    made_or_confirmed,
    pieces,
    point,
    touch_drag,
    touch_drag_to_tray,
    visit,
)
from tests.hil.running import Running
from tests.slow import slow_after

pytestmark = pytest.mark.browser

DARK = "#000000"
AT_REST = re.compile("rest|over")


@pytest.fixture(autouse=True)
def by_hand_alone(request: pytest.FixtureRequest) -> None:
    """Have the pages of these tests move no pieces for the players: that is what the tests do."""
    for name in {"desktop", "phone"} & set(request.fixturenames):
        page: Page = request.getfixturevalue(name)
        running: Running = request.getfixturevalue("running")
        keep(page, running.url, assist="off")


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

    advises(desktop, "Without a jump, a piece moves one point only.")
    advises(desktop, "Move White's man from 10 to 14.")
    drag(desktop, "10", "14")
    says(desktop, "White to move")
    expect(desktop.get_by_test_id("message")).not_to_contain_text("no move")

    drag(desktop, "14", "9")
    says(desktop, "Black to move")
    advises(desktop, "You must jump: 2 takes 9.")
    drag(desktop, "3", "7")
    advises(desktop, "You must jump: 2 takes 9. Move Black's man from 7 to 3.")
    expect(desktop.get_by_test_id("refusal")).to_have_text("You must jump: 2 takes 9.")
    drag(desktop, "7", "3")
    advises(desktop, "You must jump: 2 takes 9.")
    drag(desktop, "2", "12")
    advises(desktop, "Take the captured piece off 9.")
    drag_to_tray(desktop, "9")
    says(desktop, "White to move")


@pytest.mark.slow
def test_drag_and_capture_with_a_finger_on_a_phone(phone: Page, url: str) -> None:
    visit(phone, url)
    says(phone, "White to move")
    touch_drag(phone, "14", "9")
    advises(phone, "You must jump: 2 takes 9.")
    touch_drag(phone, "2", "12")
    touch_drag_to_tray(phone, "9")
    says(phone, "White to move")
    touch_drag(phone, "15", "9")
    touch_drag_to_tray(phone, "12")
    says(phone, "Black to move")
    assert pieces(phone, "9") == "w"


@pytest.mark.slow
def test_whole_game_to_its_end(desktop: Page, url: str, tmp_path: Path) -> None:
    visit(desktop, url)
    match = short_game()
    for ply, played in enumerate(match.history, start=1):
        by_hand(desktop, match.game, match.game.steps(played.position, played.move))
        expect(desktop.get_by_test_id("moves").locator("[data-text]")).to_have_count(ply)
    winner = match.outcome.winner
    assert winner is not None
    says(desktop, f"{match.game.seats[winner]} wins")
    log = reader.list_logs(tmp_path)[0].log
    assert log is not None
    assert [move.text for move in log.moves] == [played.text for played in match.history]


# Halma, Gomony and Soli2 last for hundreds of drags: their beginnings have to do here.
PLIES = {"halma": 20, "gomony": 14, "soli2": 12, "son_of_solomon": 24}
BEGINNING = 4


# Columns are carried, pieces brought and taken off, and several fall in one turn.
@pytest.mark.parametrize("name", slow_after(0, ("gomony", "halma", "peg", "trinity")))
def test_game_of_another_kind_is_begun_in_the_page(
    name: str, desktop: Page, running: Running
) -> None:
    play_on(desktop, running, name, BEGINNING)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in kinds() if name != "solomon"])
def test_every_game_is_played_in_the_page(name: str, desktop: Page, running: Running) -> None:
    play_on(desktop, running, name, PLIES.get(name, 40))
    assert running.loop.session.match.over or name in PLIES


def play_on(desktop: Page, running: Running, name: str, most: int) -> None:
    """Play a random game by dragging its pieces, for at most so many turns."""
    visit(desktop, running.url)
    begin(desktop, running, New(name, {}))
    expect(desktop).to_have_title(make(name).title)
    choose(desktop, "arrange")
    rng = Random(name)
    for _ in range(most):
        expect(desktop.get_by_test_id("message")).to_have_attribute("data-phase", AT_REST)
        # The program waits for a hand now, so what it knows may be looked at from here.
        match = running.loop.session.match
        plies = len(match.history)
        if match.over:
            break
        line = rng.choice(match.turns)
        wanted = match.game.move_text(match.position, line.plies[-1])
        by_hand(desktop, match.game, match.turn_game.steps(match.position, line))
        made_or_confirmed(desktop, plies + 1)
        assert match.history[plies].text == wanted


def by_hand(page: Page, game: AnyGame, steps: Sequence[Step]) -> None:
    """Carry out a move, step by step, by dragging pieces."""
    names = game.board.names
    for step, then in pairwise((*steps, None)):
        assert step is not None
        if step.action is Action.LIFT and then is not None:
            drag(page, names[step.point], names[then.point])
        elif step.action is Action.REMOVE and not step.occupied:
            drag_to_tray(page, names[step.point])
        elif step.action is Action.ENTER:
            drag_from_tray(page, step.piece.text, names[step.point])


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


@pytest.mark.slow
def test_hints_and_hopelessness_in_the_page(desktop: Page, running: Running) -> None:
    visit(desktop, running.url)
    running.loop.command(New("crowning", {"vacant": "3"}))
    expect(desktop).to_have_title("The Crowning Problem")
    choose(desktop, "arrange")
    expect(desktop.get_by_test_id("tally")).to_contain_text("best known 9")
    desktop.get_by_test_id("hint").click()
    advice = desktop.get_by_test_id("advice")
    expect(advice).to_have_text(re.compile(r"Hint: move the piece on \d+\. That solves it in 9 "))
    desktop.get_by_test_id("hint").click()
    expect(advice).to_have_text(re.compile(r"Hint: \d+-\d+\. "))
    origin, to = advice.inner_text().removeprefix("Hint: ").split(".")[0].split("-")
    expect(point(desktop, origin)).not_to_have_attribute("data-lamp", DARK)
    drag(desktop, origin, to)
    expect(desktop.get_by_test_id("moves").locator("[data-text]")).to_have_count(1)
    expect(desktop.get_by_test_id("tally")).to_contain_text("1 move")


@pytest.mark.slow
def test_puzzles_of_the_star_in_the_page(desktop: Page, running: Running) -> None:
    visit(desktop, running.url)
    choose(desktop, "puzzles")
    desktop.locator('[data-puzzle="triangles"]').click()
    desktop.get_by_test_id("hunt-tell").click()
    expect(desktop.get_by_test_id("figure-count")).to_have_text("1 of 56")
    expect(point(desktop, "1")).not_to_have_attribute("data-lamp", DARK)
    expect(point(desktop, "19")).to_have_attribute("data-lamp", DARK)
    desktop.get_by_test_id("figure-before").click()
    expect(desktop.get_by_test_id("figure-count")).to_have_text("56 of 56")
    desktop.get_by_test_id("figure-back").click()
    says(desktop, "White to move")
    choose(desktop, "puzzles")
    desktop.locator('[data-puzzle="magic"]').click()
    desktop.get_by_test_id("complete").click()
    advises(desktop, "the star is magic")
    desktop.get_by_test_id("labelling-back").click()
    says(desktop, "White to move")


@pytest.mark.slow
def test_a_player_clicks_and_the_page_does_the_rest(own: Page, running: Running) -> None:
    visit(own, running.url)
    expect(own.get_by_test_id("assist")).to_have_attribute("aria-checked", "true")
    begin(own, running, New("solomon", {}))
    says(own, "White to move")
    click(own, "14", "10")
    said = own.get_by_test_id("refusal")
    expect(said).to_have_text("Without a jump, a piece moves one point only.")
    expect(point(own, "14")).to_have_attribute("data-pieces", "w")  # it goes back
    click(own, "15", "14", "9")  # the second click picks up another piece
    says(own, "Black to move")
    expect(said).to_be_hidden()
    click(own, "2", "12")
    says(own, "White to move")  # and the captured man has gone
    own.get_by_test_id("back").click()
    says(own, "Black to move")
    expect(point(own, "2")).to_have_attribute("data-pieces", "b")
    expect(point(own, "9")).to_have_attribute("data-pieces", "w")
    begin(own, running, New("solomon", {}, {0: "easy"}))
    says(own, "Your move")
    expect(own.get_by_test_id("moves").locator("[data-text]")).to_have_count(1)


def begin(page: Page, running: Running, game: New) -> None:
    """Begin another game, and wait until the page shows it: a hand that is quicker would be empty
    then."""
    board = page.get_by_test_id("board")
    stage = board.get_attribute("data-stage")
    running.loop.command(game)
    expect(board).to_have_attribute("data-stage", re.compile(rf"(?!{stage}$)\d+"))


def click(page: Page, *names: str) -> None:
    """Click on one point after another. A piece that is clicked is held until the next click."""
    for name in names:
        held = int(page.get_by_test_id("board").get_attribute("data-held") or 0)
        own = bool(pieces(page, name))
        page.mouse.click(*_middle(page, name))
        if own:
            expect(page.get_by_test_id("board")).to_have_attribute("data-held", "1")
        elif held:
            expect(page.get_by_test_id("board")).to_have_attribute("data-hands", "0")

"""What the page lets be heard, in a real browser, on a table without a game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from companion.base.text import Text
from companion.page.messages import MoveView
from companion.protocol.views import RefusalView
from tests.browser import choose, drag, point, stop_the_clock, visit
from tests.page.table import FakeTable

pytestmark = pytest.mark.browser

# Notes what is played, and tells the sounds apart by their lengths.
EAR = """
  window.played = [];
  window.contexts = 0;
  const Context = window.AudioContext;
  window.AudioContext = class extends Context {
    constructor(...options) { super(...options); window.contexts += 1; }
  };
  const start = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function (when = 0) {
    window.played.push([this.buffer.length, this.buffer.sampleRate]);
    start.call(this, when);
  };
"""
PLAYED = """async () => {
  const { samples } = await import("/sound.js");
  return window.played.map(([length, rate]) => ["wood", "capture", "wrong", "turn", "tick"]
    .find((name) => samples(name, rate).length === length));
}"""
REFUSED = RefusalView("14", "1", Text("Men cannot go backwards."))


@pytest.fixture
def ear(own: Page, url: str) -> Page:
    own.add_init_script(EAR)
    visit(own, url)
    return own


def played(page: Page) -> list[str]:
    """What has been played since this was asked last."""
    names: list[str] = page.evaluate(PLAYED)
    page.evaluate("window.played = []")
    return names


@pytest.mark.slow
def test_nothing_is_heard_before_the_page_is_touched(ear: Page, table: FakeTable) -> None:
    table.say(refusal=REFUSED)
    assert ear.evaluate("window.contexts") == 0
    ear.get_by_test_id("headline").click()
    table.say(refusal=None)
    table.say(refusal=REFUSED)
    assert ear.evaluate("window.contexts") == 1
    assert played(ear) == ["wrong"]


def test_moves_refusals_and_turns_are_heard(ear: Page, table: FakeTable) -> None:
    drag(ear, "14", "9")
    assert played(ear) == ["wood"]
    table.say(turn=1, moves=(MoveView(0, "14-9"),))
    assert played(ear) == []  # this page's own hands moved
    table.say(refusal=REFUSED)
    assert played(ear) == ["wrong"]
    fewer = (*table.state.believed[:-1], ())
    moves = (MoveView(0, "14-9"), MoveView(1, "4x10"))
    table.say(turn=0, moves=moves, refusal=None, believed=fewer)
    assert played(ear) == ["capture", "turn"]
    expect(point(ear, "9")).to_have_attribute("data-pieces", "w")


def test_the_last_seconds_of_the_clock_are_heard(ear: Page, table: FakeTable) -> None:
    ear.get_by_test_id("headline").click()
    stop_the_clock(ear)
    table.time(12.5, 300, running=0)
    expect(ear.get_by_test_id("clocks")).to_be_visible()
    ear.clock.run_for(2000)
    assert played(ear) == []
    ear.clock.run_for(3000)
    assert played(ear) == ["tick"] * 3


def test_sound_can_be_switched_off_and_stays_off(ear: Page, table: FakeTable) -> None:
    choose(ear, "view")
    switch = ear.get_by_role("switch", name="Sound")
    expect(switch).to_have_attribute("aria-checked", "true")
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "false")
    ear.get_by_test_id("view-close").click()
    table.say(refusal=REFUSED)
    assert played(ear) == []
    visit(ear, ear.url)
    ear.get_by_test_id("headline").click()
    table.say(refusal=None)
    table.say(refusal=REFUSED)
    assert (played(ear), ear.evaluate("window.contexts")) == ([], 0)
    choose(ear, "view")
    switch.click()
    table.say(refusal=None)
    table.say(refusal=REFUSED)
    assert played(ear) == ["wood", "wrong"]

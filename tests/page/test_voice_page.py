"""What the page says aloud, with a browser's voice that only notes it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from companion.base.text import Text
from companion.page.messages import MoveView
from tests.browser import choose, visit
from tests.page.table import FakeTable

pytestmark = pytest.mark.browser

MOUTH = """
  window.said = [];
  const mouth = {
    speak(utterance) {
      window.said.push([utterance.text, utterance.lang]);
      setTimeout(() => utterance.onend?.(), 0);
    },
    cancel() {},
  };
  Object.defineProperty(window, "speechSynthesis", { value: mouth });
"""


def test_the_page_speaks_if_it_is_told_to_and_screen_readers_do_not_hear_it_twice(
    own: Page, url: str, table: FakeTable
) -> None:
    own.add_init_script(MOUTH)
    visit(own, url)
    region = own.get_by_test_id("spoken")
    expect(region).to_have_attribute("aria-live", "polite")
    table.say(headline="Black to move", turn=1)
    assert own.evaluate("window.said") == []
    choose(own, "view")
    own.get_by_label("What this page says aloud").select_option("everything")
    own.get_by_test_id("view-close").click()
    expect(region).to_have_attribute("aria-live", "off")
    table.say(
        turn=0, headline="White to move", told=Text("Black: 5 to 8."), moves=(MoveView(1, "5-8"),)
    )
    own.wait_for_function("window.said.length >= 2")
    assert own.evaluate("window.said") == [["Black: 5 to 8.", "en"], ["White to move", "en"]]
    choose(own, "view")
    own.get_by_label("What this page says aloud").select_option("off")
    expect(region).to_have_attribute("aria-live", "polite")


def test_a_browser_without_a_voice_offers_none(own: Page, url: str) -> None:
    own.add_init_script("delete window.speechSynthesis")
    visit(own, url)
    choose(own, "view")
    expect(own.get_by_test_id("voice-field")).to_be_hidden()

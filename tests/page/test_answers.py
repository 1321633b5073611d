"""The page's server has whatever browsers ask for: what the page names, and what they want to have
with a file that is opened by itself.

That is checked in every test in a browser, see `nothing_is_asked_in_vain`; these look everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.page.server import serve
from companion.page.static_files import load_files
from tests import needs
from tests.answers import Answer, Answers
from tests.browser import DESKTOP, new_page, visit
from tests.firefox import firefox_page
from tests.page.table import FakeTable
from tests.page.test_server import get
from tests.page.test_wall_page import FakeWall

READY = "navigator.serviceWorker.ready.then(() => true)"


def opened() -> list[str]:
    """A file of each kind."""
    kinds = {path.rpartition(".")[2]: path for path in load_files().contents if path != "/"}
    return sorted(kinds.values())


@pytest.fixture
def address(table: FakeTable) -> Iterator[str]:
    """The address of a page of which no browser has kept anything."""
    server = serve(table, wall=FakeWall(1).subscribe)
    yield server.start().removesuffix("/")
    server.stop()


@pytest.mark.browser
def test_chromium_asks_for_nothing_in_vain(
    browser: Browser, address: str, page_answers: Answers
) -> None:
    with new_page(browser, workers=True) as page:
        visit(page, address)
        assert page.evaluate(READY)
    with browser.new_context() as context:
        page = context.new_page()
        for path in opened():
            page.goto(address + path)
        if "shell" not in Path(needs.browser()).name:  # which shows no icons
            assert page_answers.wait_for("/favicon.ico").status == 200


@pytest.mark.browser
def test_firefox_asks_for_nothing_in_vain(
    address: str, page_answers: Answers, tmp_path: Path
) -> None:
    with firefox_page(tmp_path, DESKTOP) as page:
        page.visit(address)
        assert page.value(READY)
        assert not page.errors
        for path in opened():
            page.open(address + path)
        assert page_answers.wait_for("/favicon.ico").status == 200


def test_an_error_is_noticed(address: str, page_answers: Answers) -> None:
    for path in ("/", "/nothing"):
        get(address, path)
    assert page_answers.errors == [Answer(404, "GET", "/nothing")]

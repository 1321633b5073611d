"""A test that breaks the page which it shares breaks no other test."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Error

from tests.browser import lent_page, window

SMALL = (320, 240)  # no other test has a page of that size

pytestmark = pytest.mark.browser


def test_a_page_that_has_crashed_is_not_lent_again(browser: Browser) -> None:
    lent = lent_page(browser, SMALL, touch=False)
    page = next(lent)
    with pytest.raises(Error):
        page.goto("chrome://crash")
    with pytest.raises(Error):
        next(lent)
    another = lent_page(browser, SMALL, touch=False)
    assert window(next(another)) == SMALL
    with pytest.raises(StopIteration):
        next(another)

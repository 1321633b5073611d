"""A page that a test in a browser has for itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from companion.page.server import serve
from tests import browser
from tests.page.table import FakeTable


@contextmanager
def served_page(table: FakeTable, **settings: Any) -> Iterator[str]:
    """Serve the page of a table at an address of its own, with these settings of `Server`. As with
    `url`, `say` and `begin` return only when every page has drawn the change."""
    server = serve(table, **settings)
    address = server.start()
    table.drawn = partial(browser.drawn, address)
    try:
        yield address
    finally:
        server.stop()

"""A table and its served page; browsers come from tests/browser.py."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.web.server import serve
from tests.browser import browser, desktop, own, phone
from tests.web.table import FakeTable

__all__ = ["browser", "desktop", "own", "phone"]


@pytest.fixture
def table() -> FakeTable:
    return FakeTable()


@pytest.fixture
def url(table: FakeTable) -> Iterator[str]:
    """The address of the table's page."""
    server = serve(table)
    yield server.start()
    server.stop()

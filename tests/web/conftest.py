"""A table and its served page."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from companion.web.server import serve
from tests.browser import drawn
from tests.web.table import FakeTable


@pytest.fixture
def table() -> FakeTable:
    return FakeTable()


@pytest.fixture
def url(table: FakeTable) -> Iterator[str]:
    """The address of the table's page. From now on `say` and `begin` return only when every page
    has drawn the change; otherwise the test's next click could reach a page that still shows the
    old state."""
    server = serve(table)
    address = server.start()
    table.drawn = partial(drawn, address)
    yield address
    server.stop()

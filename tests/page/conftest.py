"""A table and its served page."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from companion.page.server import serve
from tests import browser
from tests.page.shared_server import SharedServer
from tests.page.table import FakeTable


@pytest.fixture
def table() -> FakeTable:
    return FakeTable()


@pytest.fixture(scope="session")
def shared_server() -> Iterator[SharedServer]:
    server = SharedServer()
    browser.share(server.address)
    yield server
    server.stop()


@pytest.fixture
def url(table: FakeTable, request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of the table's page. From now on `say` and `begin` return only when every page
    has drawn the change; otherwise the test's next click could reach a page that still shows the
    old state.

    All tests in a browser share a server, so that the browser keeps the page's files.
    """
    if request.node.get_closest_marker("browser") is None:
        server = serve(table)
        yield server.start()
        server.stop()
        return
    shared: SharedServer = request.getfixturevalue("shared_server")
    shared.table = table
    table.drawn = partial(browser.drawn, shared.address)
    yield shared.address

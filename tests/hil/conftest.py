"""The whole program, as `companion play` runs it, with a page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from companion.app.loop import Loop
from companion.app.start import PlayRequest, start
from companion.config import Config, JournalSettings, PageSettings
from companion.page.server import serve
from tests.hil.running import Running


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    """The program on its own thread."""
    config = Config(
        journal=JournalSettings(directory=str(tmp_path)),
        page=PageSettings(port=0),
    )
    loop = Loop(config)
    start(loop, config, PlayRequest(), lambda _: None)
    thread = Thread(target=loop.run)
    thread.start()
    server = serve(loop)
    yield Running(loop, server.start())
    server.stop()
    loop.stop()
    thread.join(timeout=60)
    assert not thread.is_alive()


@pytest.fixture
def url(running: Running) -> str:
    return running.url

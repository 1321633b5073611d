"""Pages that speak different languages, at one board at the same time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from websockets.sync.client import ClientConnection

from companion.app.loop import Loop
from companion.config import Config, JournalSettings, PageSettings
from companion.games.registry import make
from companion.rules import Match
from companion.web.server import serve
from tests.web.test_server import asks, heard_until, joined


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    """The address of a program that plays solitaire on a simulated board."""
    journal = JournalSettings(directory=str(tmp_path))
    loop = Loop(Config(journal=journal, page=PageSettings(enabled=False)))
    loop.session.begin(Match(make("peg", {"vacant": "5"})), loop.now())
    loop.arrange()
    server, thread = serve(loop), Thread(target=loop.run)
    address = server.start()
    thread.start()
    yield address
    server.stop()
    loop.stop()
    thread.join(timeout=60)


def told(page: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of a kind."""
    return heard_until(page, lambda message: message["type"] == kind)


def says(page: ClientConnection, field: str, wanted: str) -> None:
    """Wait for a state that says so."""
    heard_until(page, lambda message: message["type"] == "state" and message[field] == wanted)


def test_each_page_is_told_everything_in_its_own_language(url: str) -> None:
    with joined(url, "table?language=de") as german, joined(url, "table?language=xx") as english:
        says(german, "headline", "Du bist am Zug")
        says(english, "headline", "Your move")
        assert told(german, "settings")["settings"][1]["label"] == "Helligkeit"
        assert told(english, "settings")["settings"][1]["label"] == "Brightness"
        asks(english, do="back")
        says(german, "warning", "es gibt keinen Zug, der zurückgenommen werden könnte")
        says(english, "warning", "there is no move to take back")
        asks(english, do="lift", place="3", hand="a")
        says(german, "message", "Setze auf 5 ab.")
        says(english, "message", "Put it down on 5.")
        asks(english, do="put", place="5", hand="a")
        says(german, "message", "Nimm den geschlagenen Stein von 4 weg.")
        says(english, "message", "Take the captured piece off 4.")
        asks(english, do="lift", place="4", hand="a")
        asks(english, do="put", place="tray", hand="a")
        says(german, "told", "3 nach 5, schlägt 4.")
        says(english, "told", "3 to 5, takes 4.")


def rules(page: ClientConnection) -> dict[str, Any]:
    """What the page is told when it asks for rules."""
    asks(page, do="learn", game="peg")
    return told(page, "rules")


def test_rules_come_in_the_language_of_whoever_asks(url: str) -> None:
    with joined(url, "table?language=de") as german, joined(url) as english:
        first, other, again = (rules(page) for page in (german, english, german))
    assert first == again
    assert first["page"].startswith("# Solitär\n")
    assert other["page"].startswith("# Peg solitaire\n")
    assert first["legend"][0]["title"] == "Die Spieler"
    assert other["legend"][0]["title"] == "The players"

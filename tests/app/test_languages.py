"""Pages that speak different languages, at one board at the same time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from websockets.sync.client import ClientConnection

from companion.app.loop import Loop
from companion.base.text import Text, plural
from companion.base.text import joined as enumerated
from companion.config import Config, JournalSettings, PageSettings
from companion.games.registry import make
from companion.page.server import serve
from companion.rules import Match
from companion.rules.reasons import along
from tests.base.languages.german import in_german
from tests.page.test_server import asks, heard, heard_until, joined


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    """The address of a program that plays solitaire on a simulated board."""
    journal = JournalSettings(directory=str(tmp_path))
    loop = Loop(Config(journal=journal, page=PageSettings(enabled=False)))
    loop.session.current.begin(Match(make("peg", {"vacant": "5"})), loop.now())
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


def begins(page: ClientConnection, headline: str) -> dict[str, Any]:
    """Wait for a state with that headline and for the settings, in any order; the settings."""
    settings: dict[str, Any] = {}
    begun = False
    while not (settings and begun):
        message = heard(page)
        if message["type"] == "settings":
            settings = message
        begun = begun or (message["type"] == "state" and message["headline"] == headline)
    return settings


def test_each_page_is_told_everything_in_its_own_language(url: str) -> None:
    with joined(url, "table?language=de") as german, joined(url, "table?language=xx") as english:
        settings = begins(german, in_german(Text("Your move")))
        assert settings["settings"][1]["label"] == in_german(Text("Brightness"))
        assert begins(english, "Your move")["settings"][1]["label"] == "Brightness"
        asks(english, do="back")
        says(german, "warning", in_german(Text("there is no move to take back")))
        says(english, "warning", "there is no move to take back")
        asks(english, do="lift", place="3", hand="a")
        says(german, "message", in_german(Text("Put it down on {points}.", points="5")))
        says(english, "message", "Put it down on 5.")
        asks(english, do="put", place="5", hand="a")
        captured = "Take the captured piece off {points}.", "Take the captured pieces off {points}."
        says(german, "message", in_german(plural(*captured, 1, points="4")))
        says(english, "message", "Take the captured piece off 4.")
        asks(english, do="lift", place="4", hand="a")
        asks(english, do="put", place="tray", hand="a")
        parts = along(["3", "5"]), Text("takes {points}", points="4")
        says(german, "told", in_german(Text("{move}.", move=enumerated(", ", parts))))
        says(english, "told", "3 to 5, takes 4.")


def rules(page: ClientConnection) -> dict[str, Any]:
    """What the page is told when it asks for rules."""
    asks(page, do="learn", game="peg")
    return told(page, "rules")


def test_rules_come_in_the_language_of_whoever_asks(url: str) -> None:
    with joined(url, "table?language=de") as german, joined(url) as english:
        first, other, again = (rules(page) for page in (german, english, german))
    assert first == again
    assert first["page"].startswith("<h1>Solitär</h1>")
    assert other["page"].startswith("<h1>Peg solitaire</h1>")
    assert first["legend"][0]["title"] == in_german(Text("The players"))
    assert other["legend"][0]["title"] == "The players"

"""Whatever a session says in these tests can be said in another language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from companion.session.display import Display
from tests.foreign import Foreigner


@pytest.fixture(scope="session")
def foreigner() -> Foreigner:
    return Foreigner()


@pytest.fixture(autouse=True)
def everything_can_be_translated(
    foreigner: Foreigner, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Let somebody else listen to every session, from the beginning."""
    send, join = Display._send, Display.join

    def sent(display: Display, message: Any) -> None:
        foreigner(message)
        send(display, message)

    def joined(display: Display, listener: Any, *told: Any) -> None:
        for message in told:
            if isinstance(message, msgspec.Struct):
                foreigner(message)
        join(display, listener, *told)

    monkeypatch.setattr(Display, "_send", sent)
    monkeypatch.setattr(Display, "join", joined)
    yield
    faults = dict(foreigner.faults)
    foreigner.faults.clear()
    assert not faults

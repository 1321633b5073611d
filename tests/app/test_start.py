"""Starting to play: what is missing is told at once, and what is waited for can be watched."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.play import PlayRequest, play
from companion.config import Config, JournalSettings, PageSettings
from companion.drivers import MissingLibrary
from companion.drivers.settings import PortSettings, StripSettings


@pytest.fixture(autouse=True)
def _signals_restored() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def settings(tmp_path: Path, port: PortSettings, *, page: bool = False) -> Config:
    return Config(
        port=port,
        strip=StripSettings(route="none" if port.kind == "direct" else "pico"),
        journal=JournalSettings(directory=str(tmp_path)),
        page=PageSettings(enabled=page, port=0),
    )


@pytest.mark.parametrize(
    ("port", "module", "remedy"),
    [
        (PortSettings(kind="pico", board="star"), "serial", r"pyserial .*'\.\[serial\]'"),
        (PortSettings(kind="direct"), "gpiozero", r"gpiozero .*'\.\[pi\]'"),
    ],
)
def test_missing_library_ends_the_program_even_where_the_board_would_be_waited_for(
    port: PortSettings,
    module: str,
    remedy: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    said: list[str] = []
    with pytest.raises(MissingLibrary, match=remedy):
        play(settings(tmp_path, port), PlayRequest(wait=True), said.append)
    assert said == []


def test_address_of_the_page_is_printed_before_the_board_is_waited_for(tmp_path: Path) -> None:
    said: list[str] = []

    def say(line: str) -> None:
        said.append(line)
        if line.startswith("Waiting"):
            signal.raise_signal(signal.SIGTERM)

    port = PortSettings(kind="pico", board="star", device=str(tmp_path / "none"))
    play(settings(tmp_path, port, page=True), PlayRequest(), say)
    assert [line.split(":")[0] for line in said] == ["Page", "Waiting for the board"]
    assert said[0].startswith("Page: http://127.0.0.1:")

"""Waiting for a board, in a time of the test's own."""

from __future__ import annotations

from pathlib import Path

from companion.app.loop import Loop
from companion.app.start import PlayRequest, start
from companion.app.waiting import RETRY, BoardConnector
from companion.base.text import Text
from companion.config import Config, JournalSettings, PageSettings
from companion.device.ports.port import PortError
from companion.page.messages import Broadcast, Hello, Waiting

Told = list[Broadcast]


class Board:
    """Is not there, for the reasons given one after another, and then is."""

    def __init__(self, *troubles: str) -> None:
        self.troubles = list(troubles)
        self.tried: list[float] = []
        self.now = 100.0
        self.said: list[str] = []
        self.wait = BoardConnector(self._begin, self.said.append)

    def _begin(self) -> None:
        self.tried.append(self.now)
        if self.troubles:
            raise PortError(self.troubles.pop(0))

    def until_there(self) -> None:
        while not self.wait.advance(lambda: self.now):
            assert self.wait.deadline > self.now
            self.now = self.wait.deadline


def test_it_is_tried_every_few_seconds_and_said_once() -> None:
    board = Board(*["no board is plugged in"] * 50)
    board.until_there()
    assert board.said == ["Waiting for the board: no board is plugged in"]
    assert len(board.tried) == 51
    assert board.tried[-1] == 100 + 50 * RETRY


def test_other_trouble_is_said_as_well() -> None:
    board = Board("unplugged", "unplugged", "no rights", "unplugged")
    board.until_there()
    assert [line.removeprefix("Waiting for the board: ") for line in board.said] == [
        "unplugged",
        "no rights",
        "unplugged",
    ]


def test_nothing_is_tried_before_its_time() -> None:
    board = Board("unplugged")
    assert not board.wait.advance(lambda: board.now)
    board.now += RETRY / 2
    assert not board.wait.advance(lambda: board.now)
    assert len(board.tried) == 1


def test_page_is_told_why_and_what_becomes_of_it() -> None:
    board, early, late, gone = Board("unplugged", "no rights"), Told(), Told(), Told()
    board.wait.join(early.append)
    board.wait.join(gone.append)
    assert early == [Waiting(Text("still looking for it"))]
    board.wait.leave(gone.append)
    board.wait.advance(lambda: board.now)
    board.wait.join(late.append)
    board.until_there()
    assert early[1:] == [Waiting(Text("unplugged")), Waiting(Text("no rights"))]
    assert late == early[1:]
    assert len(gone) == 1


class Clock:
    """Goes on by itself, so that nothing is ever waited for."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += RETRY
        return self.now


def test_board_that_comes_late_is_begun_on_as_ever(tmp_path: Path) -> None:
    config = Config(
        journal=JournalSettings(directory=str(tmp_path)), page=PageSettings(enabled=False)
    )
    loop, said, told = Loop(config, clock=Clock()), list[str](), Told()
    genuine, missing = loop.session.current.starter._opener, 3

    def opener(board: object) -> object:
        nonlocal missing
        if missing:
            missing -= 1
            raise PortError("unplugged")
        return genuine(board)  # type: ignore[arg-type]

    loop.session.current.starter._opener = opener  # type: ignore[assignment]
    loop.subscribe(told.append)
    assert start(loop, config, PlayRequest(wait=True), said.append)
    assert said[0] == "Waiting for the board: unplugged"
    assert said[1].startswith("Solomon begins")
    loop.stop()
    loop.run()
    assert told[0] == Waiting(Text("unplugged"))
    assert isinstance(told[1], Hello)


def test_end_comes_at_once_while_a_board_is_waited_for(tmp_path: Path) -> None:
    config = Config(journal=JournalSettings(directory=str(tmp_path)))
    loop, said = Loop(config, clock=Clock()), list[str]()

    def opener(_: object) -> object:
        raise PortError("unplugged")

    loop.session.current.starter._opener = opener  # type: ignore[assignment]
    loop.stop()
    assert not start(loop, config, PlayRequest(wait=True), said.append)
    assert said == ["Waiting for the board: unplugged"]
    assert list(tmp_path.iterdir()) == []

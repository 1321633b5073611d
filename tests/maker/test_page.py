"""`check` and `calibrate` on the page: the same tools, with somebody who sees and taps the page."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest

from companion.base.text import Text
from companion.config import Config, load_config, parse_config
from companion.device.ports.computer import SystemInfo
from companion.hands import Phase
from companion.maker.inbox import ConsoleEvent, LineEntered
from companion.maker.page import MakerTools, ToolThread
from companion.protocol.commands import Tool
from companion.protocol.views import ToolView
from companion.rules.geometry import STAR
from companion.session.tools import RunningTool, ToolUpdate
from companion.testing.pins import mock_switches
from companion.testing.strip import CapturedStrip
from companion.testing.wiring import STAR_SPI
from tests.base.languages.german import GERMAN
from tests.maker.wired import switches_of
from tests.session.virtual import Virtual

PATIENCE = 60.0


class PageUser:
    """Somebody at the page of a simulated board, in simulated time: an inbox that answers what the
    page shows.

    react: what is sent when the page shows this and nothing else happens; None: nothing.
    """

    def __init__(self, react: Callable[[ToolView], str | None]) -> None:
        self.react = react
        self.time = 0.0
        self.updates: list[ToolUpdate] = []
        self.started, self.ended = Event(), Event()
        self._events: list[ConsoleEvent] = []
        self._answered: object = None
        self._idle = 0.0

    def tell(self, update: ToolUpdate) -> None:
        self.updates.append(update)
        if not update.view.running:
            self.ended.set()

    @property
    def view(self) -> ToolView:
        return self.updates[-1].view

    @property
    def lines(self) -> list[str]:
        return [line.text for line in self.view.lines]

    def put(self, event: ConsoleEvent) -> None:
        self._events.append(event)

    def now(self) -> float:
        return self.time

    def take(self, until: float) -> ConsoleEvent | None:
        if not self._events and self.updates and until > self.time:
            view = self.view
            shown = (view.prompt, view.replies, len(view.lines))
            if shown != self._answered:
                self._answered = shown
                self.time += 0.5
                sent = self.react(view)
                if sent is not None:
                    self._idle = self.time
                    return LineEntered(sent)
        if self._events:
            event = self._events.pop(0)
            self.time = max(self.time, getattr(event, "at", self.time))
            return event
        self.time = max(self.time, until)
        assert self.time - self._idle < PATIENCE, f"nobody was asked: {self.lines}"
        return None

    def run(self, tools: MakerTools, name: str, config: Config) -> None:
        self.tool: ToolThread = tools.start(name, config, self.tell)
        self.started.set()
        assert self.ended.wait(PATIENCE), f"it has not ended: {self.lines}"
        self.tool.join()


class Hand:
    """Puts a piece where the page asks for it, and lifts it again; every lamp was right."""

    def __init__(self, *dead: str) -> None:
        self.dead = dead
        self.asked = ""
        self.offered: set[tuple[str, ...]] = set()

    def __call__(self, view: ToolView) -> str | None:
        self.offered.add(tuple(reply.label for reply in view.replies))
        words = view.prompt.rstrip(".").replace(",", "").split()
        if "piece" in words and "point" in words:
            self.asked = words[words.index("point") + 1]
            assert [m.point.name for m in view.marks if m.tone == "asked"] == [self.asked]
            return "" if self.asked in self.dead else self.asked
        if "Lift" in words:
            return self.asked
        return "" if view.replies else None


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "board.toml"
    path.write_text("# mine\n[port]\nscramble = 7\n")
    return path


def tools(path: Path | None, user: PageUser) -> MakerTools:
    return MakerTools(path, lambda: user, SystemInfo)


def test_a_good_board_is_checked_step_by_step() -> None:
    hand = Hand()
    user = PageUser(hand)
    user.run(tools(None, user), "check", Config())
    assert not user.view.running
    assert user.view.lines[-1].text == "No faults were found."
    assert user.view.lines[-1].tone == "good"
    assert "no faults" in user.view.report
    assert ("Nothing is detected",) in hand.offered
    assert any("Yes, all were right" in labels for labels in hand.offered)
    assert user.view.simulated
    assert not any("Enter" in line.text for line in user.view.lines if "\n" not in line.text)


def test_a_dead_point_is_found() -> None:
    user = PageUser(Hand("7"))
    user.run(tools(None, user), "check", Config())
    wrong = [line.text for line in user.view.lines if line.tone == "wrong"]
    assert any("point 7 is dead" in text for text in wrong)
    assert "1 fault" in user.view.report


def test_a_board_is_calibrated_and_its_wiring_told(config: Path) -> None:
    user = PageUser(Hand())
    user.run(tools(config, user), "calibrate", load_config(config))
    assert user.view.lines[-1].text == "The board is calibrated."
    wired = user.updates[-1].wired
    assert wired == load_config(config)
    assert len(switches_of(wired)) == 19
    assert config.read_text().startswith("# mine\n")


def test_a_page_is_told_everything_in_its_language(config: Path) -> None:
    user = PageUser(Hand("7"))
    user.run(tools(config, user), "calibrate", load_config(config))
    assert all(isinstance(line.text, Text) for line in user.view.lines)
    told = [json.loads(GERMAN.encode(update.view)) for update in user.updates]
    assert "Stell den Stein auf Punkt 7 und heb ihn wieder ab." in {view["prompt"] for view in told}
    labels = {reply["label"] for view in told for reply in view["replies"]}
    assert labels == {"Ja", "Nein", "Nichts wird erkannt"}
    assert told[-1]["lines"][0]["text"] == "Das ist das simulierte Brett."
    assert told[-1]["lines"][-1]["text"] == "Es gibt Fehler: siehe oben, rot markiert."


@pytest.mark.parametrize("step", range(4))
def test_it_can_be_stopped_at_every_step_and_goes_on_there(config: Path, step: int) -> None:
    hand, shown = Hand(), list[ToolView]()

    def stopping(view: ToolView) -> str | None:
        shown.append(view)
        if len(shown) > step:
            assert user.started.wait(PATIENCE)
            user.tool.stop()
            return None
        return hand(view)

    user = PageUser(stopping)
    user.run(tools(config, user), "calibrate", load_config(config))
    assert user.lines[-1].startswith("Stopped. What was found is saved")
    assert user.updates[-1].wired is None
    user = PageUser(Hand())
    user.run(tools(config, user), "calibrate", load_config(config))
    assert user.lines[-1] == "The board is calibrated."


def test_what_cannot_be_written_is_said_in_one_line(config: Path, tmp_path: Path) -> None:
    (tmp_path / ".board.toml.calibration.new").mkdir()
    user = PageUser(Hand())
    user.run(tools(config, user), "calibrate", load_config(config))
    assert user.view.lines[-1].tone == "wrong"
    assert "cannot be written" in user.lines[-1]
    assert "\n" not in user.lines[-1]


def test_the_session_hands_the_pins_over_and_takes_them_back(tmp_path: Path) -> None:
    asked: list[str] = []

    def hands(view: ToolView) -> str | None:
        words = view.prompt.rstrip(".").split()
        if "point" in words:
            asked.append(words[words.index("point") + 1])
            switches.set(asked[-1], True)
        elif "Lift" in words:
            switches.set(asked[-1], False)
        elif "button" in words:
            switches.press()
            switches.release()
            return None
        return "" if view.replies and not view.prompt else None

    class ToolsOfUser:
        names = tools(None, PageUser(hands)).names

        def start(self, name: str, config: Config, _: object) -> RunningTool:
            return tools(None, user).start(name, config, user.tell)

    with mock_switches(STAR_SPI) as switches, CapturedStrip():
        user, wooden = PageUser(hands), parse_config('version = 3\n[port]\nkind = "direct"\n')
        with Virtual(tmp_path, wooden, tools=ToolsOfUser()) as table:
            table.begin("peg")
            table.say(Tool("check"))
            assert user.ended.wait(PATIENCE), user.lines
            assert asked == list(STAR.names)
            assert user.view.report.startswith("board-companion")
            table.session.handle(user.updates[-1], table.now)
            table.wait(0.5)
            assert table.view.phase is Phase.SETUP
            switches.set("5", True)
            table.wait(0.5)
            assert table.port.occupancy() == 1 << 4
            assert table.state.sensed[4]


def test_without_a_file_a_board_can_only_be_checked(config: Path) -> None:
    user = PageUser(Hand())
    assert tools(None, user).names == ("check",)
    assert tools(config, user).names == ("check", "calibrate")


def test_an_unexpected_error_ends_the_tool_and_nothing_else(
    caplog: pytest.LogCaptureFixture,
) -> None:
    user = PageUser(Hand())

    def broken() -> SystemInfo:
        raise RuntimeError("unforeseen")

    user.run(MakerTools(None, lambda: user, broken), "check", Config())
    assert user.lines[-1] == "It has failed unexpectedly; the program's log says how."
    assert "unforeseen" in caplog.text

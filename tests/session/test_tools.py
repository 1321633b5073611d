"""While a tool of the maker has the board, the game rests; then it goes on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.base.text import Text
from companion.config import Config
from companion.device.lamps.lamp_settings import LightSettings
from companion.device.ports.port import PortError
from companion.hands import Phase
from companion.protocol.commands import (
    Adjust,
    Arrange,
    Assist,
    Back,
    Corner,
    Halt,
    Lift,
    Put,
    Puzzle,
    Reply,
    Teach,
    Tool,
)
from companion.protocol.views import Lamps, SettingsView, Shining, ToolView
from companion.session.features.menu_feature import MenuFeature
from companion.session.session import Session
from companion.session.tools import ToolUpdate
from tests.session.fingers import Fingers
from tests.session.virtual import Virtual


class FakeTools:
    """Starts tools that do nothing but note what they are told."""

    names: tuple[str, ...] = ("check", "calibrate")

    def __init__(self) -> None:
        self.told: list[str] = []
        self.tell: Callable[[ToolUpdate], None] = lambda _: None
        self.on_start: Callable[[], None] = lambda: None

    def start(self, name: str, config: Config, tell: Callable[[ToolUpdate], None]) -> FakeTools:
        self.tell = tell
        self.told.append(f"start {name}")
        self.on_start()
        return self

    def reply(self, text: str) -> None:
        self.told.append(f"reply {text!r}")

    def stop(self) -> None:
        self.told.append("stop")

    def join(self) -> None:
        self.told.append("join")


class Table:
    """A virtual table with tools."""

    def __init__(
        self, directory: Path, *, bare: bool = False, closed: int = 0, game: str = "solomon"
    ) -> None:
        self.tools = FakeTools()
        self.table = Virtual(directory, bare=bare, closed=closed, tools=self.tools)
        self.table.begin(game)

    def show(self, running: bool, wired: Config | None = None, prompt: str = "") -> None:
        self.tools.tell(ToolUpdate(ToolView("check", running=running, prompt=prompt), wired))
        self.table.wait(0.1)

    @property
    def told(self) -> list[ToolView]:
        return [message for message in self.table.heard if isinstance(message, ToolView)]


@pytest.fixture
def simulated(tmp_path: Path) -> Table:
    table = Table(tmp_path)
    table.table.say(Arrange())
    table.table.wait(1)
    assert table.table.phase is Phase.REST
    return table


@pytest.fixture
def wooden(tmp_path: Path) -> tuple[Table, Fingers]:
    table = Table(tmp_path, bare=True)
    hands = Fingers(table.table)
    hands.set_up()
    return table, hands


def slide(table: Virtual) -> None:
    table.say(Lift("14", "a"))
    table.wait(0.3)
    table.say(Put("9", "a"))
    table.wait(1)


def test_the_page_is_told_which_tools_there_are(simulated: Table) -> None:
    simulated.table.session.listen(simulated.table.heard.append)
    settings = [m for m in simulated.table.heard if isinstance(m, SettingsView)]
    assert settings[-1].tools == ("check", "calibrate")


def test_a_tool_gets_the_board_for_itself_and_the_page_sees_it(simulated: Table) -> None:
    table, port = simulated.table, simulated.table.port
    open_when_started = []
    simulated.tools.on_start = lambda: open_when_started.append(port._listener is not None)  # type: ignore[attr-defined]
    table.say(Tool("check"))
    assert simulated.tools.told == ["start check"]
    assert open_when_started == [False]
    simulated.show(True, prompt="Put a piece on point 1.")
    table.say(Reply(""))
    assert simulated.tools.told[-1] == "reply ''"
    assert [view.prompt for view in simulated.told] == ["", "Put a piece on point 1."]


def test_no_lamps_of_the_game_are_shown_meanwhile(simulated: Table) -> None:
    table = simulated.table
    table.say(Tool("check"))
    table.wait(10)
    shining = [message for message in table.heard if isinstance(message, Shining)]
    lamps = [message for message in table.heard if isinstance(message, Lamps)]
    assert shining[-2].shines and not shining[-1].shines
    assert set(lamps[-1].rgb) == {"0"}
    simulated.show(False)
    table.wait(1)
    last = [message for message in table.heard if isinstance(message, Shining)][-1]
    assert last.shines == shining[-2].shines


def test_the_game_rests_meanwhile(simulated: Table) -> None:
    table = simulated.table
    table.say(Tool("check"))
    frames = len(table.frames)
    for command in (Lift("14", "a"), Back(), Tool("calibrate")):
        table.say(command)
        assert table.state.warning == "check is running: stop it first"
    table.wait(100)
    assert table.texts == []
    assert len(table.frames) == frames
    table.say(Adjust("lights.brightness", 0.2))
    table.say(Assist(True))  # as every page does that connects
    assert table.state.warning == ""
    assert table.session.current.config.lights.brightness == 0.2


def test_afterwards_the_game_goes_on_with_what_was_played(simulated: Table) -> None:
    table = simulated.table
    slide(table)
    assert table.texts == ["14-9"]
    table.say(Tool("check"))
    simulated.show(False)
    assert table.texts == ["14-9"]
    assert table.view.phase is Phase.REST
    table.say(Lift("2", "a"))
    table.wait(0.2)
    assert table.phase is Phase.HAND
    assert table.frames[-1] != bytes(3 * table.board.size)


def test_a_wooden_board_that_has_changed_is_set_up_with_guidance(
    wooden: tuple[Table, Fingers],
) -> None:
    bench, hands = wooden
    table = bench.table
    hands.move("14", "9")
    assert table.texts == ["14-9"]
    table.say(Tool("check"))
    # Meanwhile all pieces were taken off: the switches of a new port are open.
    before = table.session.port
    bench.show(False)
    assert table.session.port is not before
    assert table.view.phase is Phase.SETUP
    hands.set_up()
    assert table.phase is Phase.REST
    assert table.texts == ["14-9"]


@pytest.mark.parametrize("moves", [(), ("7",)], ids=["looks like a move", "looks like a takeback"])
def test_what_a_tool_leaves_on_the_board_is_no_move(moves: tuple[str, ...], tmp_path: Path) -> None:
    left = 1 << 9 if not moves else 0  # a test piece on 10, or nothing at all
    bench = Table(tmp_path, bare=True, closed=left, game="son_of_solomon")
    table, hands = bench.table, Fingers(bench.table)
    hands.set_up()
    for point in moves:
        hands.change(point, 1)
    placed = list(table.texts)
    assert len(placed) == len(moves)
    table.say(Tool("check"))
    bench.show(False)
    table.wait(5)
    assert table.texts == placed
    assert table.view.phase is Phase.SETUP
    hands.set_up()
    assert table.phase is Phase.REST
    assert table.texts == placed


def test_halt_is_passed_on_and_ends_nothing_by_itself(simulated: Table) -> None:
    simulated.table.say(Tool("calibrate"))
    simulated.table.say(Halt())
    assert simulated.tools.told == ["start calibrate", "stop"]
    simulated.table.say(Lift("14", "a"))
    assert "calibrate is running" in simulated.table.state.warning


def test_a_board_that_cannot_be_opened_again_is_tried_until_it_can(
    simulated: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, tries = simulated.table, []
    connect = table.session.current.starter._connect

    def failing(*arguments: object) -> object:
        tries.append(table.now)
        if len(tries) < 3:
            raise PortError(Text("the board is busy; unplug it and plug it in again"))
        return connect(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(table.session.current.starter, "_connect", failing)
    table.say(Tool("check"))
    simulated.show(False)
    assert table.state.warning == "the board is busy; unplug it and plug it in again"
    table.wait(3)
    assert len(tries) == 3
    assert tries[2] - tries[1] == pytest.approx(1, abs=0.1)
    assert table.state.warning == ""
    slide(table)
    assert table.texts == ["14-9"]


def test_another_wiring_counts_from_then_on_and_the_settings_stay(simulated: Table) -> None:
    table = simulated.table
    table.say(Adjust("lights.brightness", 0.2))
    table.say(Tool("calibrate"))
    config = table.session.current.config
    strip = replace(config.strip, length=40)
    simulated.show(False, wired=replace(config, strip=strip, lights=LightSettings()))
    assert table.session.current.config == replace(config, strip=strip)
    table.say(Adjust("lights.brightness"))
    assert table.session.current.config.strip == strip


@pytest.mark.parametrize("command", [Reply("x"), Halt()])
def test_without_a_tool_there_is_nothing_to_reply_to(simulated: Table, command: Halt) -> None:
    simulated.table.say(command)
    assert simulated.table.state.warning == "no tool is running: start one first"


def test_an_unknown_tool_names_the_nearest(simulated: Table) -> None:
    simulated.table.say(Tool("chek"))
    assert "did you mean 'check'" in simulated.table.state.warning
    assert simulated.tools.told == []


def test_a_guided_game_is_left_first(simulated: Table) -> None:
    simulated.table.say(Teach("solomon"))
    simulated.table.wait(1)
    simulated.table.say(Tool("check"))
    assert simulated.table.state.warning == "a guided game is being played: leave it first"


def test_a_program_that_ends_stops_the_tool_and_waits_for_it(simulated: Table) -> None:
    simulated.table.say(Tool("check"))
    simulated.table.close()
    assert simulated.tools.told == ["start check", "stop", "join"]


def test_what_was_found_in_a_puzzle_outlives_a_tool(simulated: Table) -> None:
    table = simulated.table
    table.say(Puzzle("triangles"))
    for name in ("1", "14", "18"):
        table.say(Corner(name))
    table.say(Puzzle(""))
    table.say(Puzzle("quadrilaterals"))
    table.say(Tool("check"))
    simulated.show(False)
    assert table.state.hunt is not None
    assert table.state.hunt.puzzle == "quadrilaterals"
    table.say(Puzzle("triangles"))
    assert table.state.hunt is not None
    assert table.state.hunt.found == ("1-14-18",)


def test_a_session_without_tools_says_so(tmp_path: Path) -> None:
    table = Virtual(tmp_path)
    table.begin("solomon")
    table.say(Tool("check"))
    assert "there is no tool 'check'" in table.state.warning
    assert isinstance(table.session, Session)


def test_the_menu_of_games_comes_back(tmp_path: Path) -> None:
    bench = Table(tmp_path, bare=True)
    table = bench.table
    table.session.features.find(MenuFeature).wait(table.session.game, table.now)
    table.session.listen(table.heard.append)
    table.wait(0.1)
    assert table.state.menu is not None
    table.say(Tool("check"))
    bench.show(False)
    assert table.state.menu is not None
    assert table.state.menu.title == "Choose a game"

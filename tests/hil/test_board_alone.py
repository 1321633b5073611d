"""An evening at a board without a screen: from switching on to shutting down, by switches and one
button, over bare switches and through pins and pixels."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

import pytest

from companion.config import Config
from companion.device.lamps.scene import Meaning
from companion.device.ports.port_kinds import PortSettings
from companion.games.registry import make
from companion.records.journal import reader
from companion.session.features.menu_feature import MenuFeature
from companion.session.menu.menu import ENDS
from companion.testing.pins import mock_switches, rpigpio_switches
from companion.testing.strip import CapturedStrip
from companion.testing.switches import PinSwitches, SwitchBank
from tests.records.journal.games import unfinished
from tests.session.fingers import Fingers
from tests.session.virtual import Virtual


@pytest.fixture(params=["bare", "mock", "rpigpio"])
def hands(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Fingers]:
    banks = {"mock": mock_switches, "rpigpio": rpigpio_switches}
    with ExitStack() as stack:
        switches = None
        config = Config()
        if request.param in banks:
            bank: AbstractContextManager[SwitchBank] = banks[request.param]()
            switches = PinSwitches(stack.enter_context(bank))
            stack.enter_context(CapturedStrip())
            config = Config(port=PortSettings(kind="direct"))
        table = Virtual(tmp_path, config, bare=switches is None)
        table.session.features.find(MenuFeature).wait(make("nim"), table.now)
        table.session.listen(table.heard.append)
        table.wait(0.1)
        yield Fingers(table, switches)
        table.session.close()


@pytest.mark.slow
def test_an_evening(hands: Fingers, tmp_path: Path) -> None:
    table = hands.table
    stopped: list[float] = []
    table.session.current.stop = lambda: stopped.append(table.now)

    hands.touch("4")  # Solomon
    hands.touch("2")  # Black begins
    hands.change("1", 1.2)  # people
    assert table.match.game.chosen == {"first": "b"}
    assert hands.phase == "setup"
    hands.set_up()
    assert hands.phase == "rest"

    hands.move("5", "8")
    hands.move("14", "12")
    assert table.texts == ["5-8", "14-12"]
    hands.open_menu()
    hands.touch("1")  # take back
    hands.move("12", "14")
    assert table.texts == ["5-8"]
    hands.move("16", "10")
    assert table.texts == ["5-8", "16-10"]

    hands.open_menu()
    hands.touch("2")  # Black offers a draw
    hands.open_menu()
    hands.hold(1.0)
    moves = table.session.match.turns
    steps = table.session.match.turn_game.steps(table.match.position, moves[0])
    hands.move(*(table.match.game.board.names[step.point] for step in steps))
    assert len(table.texts) == 3
    hands.open_menu()
    hands.touch("2", 2.0)  # White hesitates
    assert not table.match.over
    hands.touch("2", ENDS + 0.2)
    assert table.match.outcome.text == "draw"

    hands.open_menu()
    hands.hold(1.0)  # the same again
    hands.set_up()
    assert table.texts == []
    assert hands.phase == "rest"
    hands.open_menu()
    hands.touch("3", 2.0)  # Black nearly gives up
    assert not table.match.over
    hands.touch("3", ENDS + 0.2)
    assert table.match.outcome.text == "win 0"

    hands.open_menu()
    hands.touch("4")
    hands.touch("3")  # peg solitaire
    hands.change("7", 1.2)  # vacant, where nobody stands: one piece more, to be taken away
    assert table.match.game.chosen == {"board": "star", "vacant": "7"}
    assert hands.lit(Meaning.TAKE_AWAY) == {"7"}
    hands.set_up()
    hands.open_menu()
    hands.touch("17", 2.0)
    assert stopped == []
    hands.touch("17", ENDS + 0.2)
    assert len(stopped) == 1

    logs = sorted(
        (summary.log for summary in reader.list_logs(tmp_path) if summary.log is not None),
        key=lambda log: log.path.name,
    )
    ends = {(log.head.game, log.end.how if log.end else None) for log in logs}
    assert ends == {("solomon", "agreed"), ("solomon", "resigned"), ("peg", None)}
    for log in logs:
        assert reader.verify(log.path, make(log.head.game, log.head.options)) == []
    again = unfinished(tmp_path)
    assert again is not None
    assert again.head.game == "peg"

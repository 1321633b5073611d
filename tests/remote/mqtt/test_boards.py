"""Whole boards with their programs, far apart, over a genuine broker that may end and come back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

import pytest

from companion.app.far_tables import FarTables
from companion.protocol.commands import Choose, Draw, Invite, InviteSpectator, Join, Rematch
from companion.protocol.views import RemoteView
from companion.records.journal.reader import recent_logs
from companion.remote.mqtt.broker_settings import RemoteSettings
from companion.remote.table.envelope import TableBox, public_key
from companion.remote.table.rules_print import RulesPrint
from companion.remote.table.topics import presence_topic, seat_topic
from companion.rules import CompanionError
from companion.testing import Hands, VirtualTable
from tests.remote.mqtt.broker import Mosquitto, write
from tests.session.fingers import Fingers
from tests.session.test_meeting_by_menu import invite, open_far_away, told_code, type_code

_ROUNDS = 6000  # of 10 ms; only a test that fails waits so long


class FarBoard:
    """A board, its program, and what it has stored."""

    def __init__(self, broker: Mosquitto, folder: Path) -> None:
        self.broker = broker
        self._settings = RemoteSettings(host="127.0.0.1", port=broker.port)
        self.folder = folder
        self._new: SimpleQueue[Any] = SimpleQueue()
        self.start()
        self.table.begin("peg")

    def start(self, closed: int = 0) -> None:
        """Start the program."""
        self._new = SimpleQueue()
        self.tables = FarTables(self._settings, self.folder, self._new.put)
        self.table = VirtualTable(self.folder, bare=True, closed=closed, remote=self.tables)
        self.hands = Hands(self.table)

    def end(self) -> None:
        """End the program, and start it again with what is stored."""
        closed = self.table.port.occupancy()
        remote = self.table.session.live.remote
        assert remote is not None
        remote.close()
        self.start(closed)
        log = next(iter(recent_logs(self.folder))).log
        assert log is not None
        found = self.tables.find(log.path)
        assert found is not None
        self.table.resume(log, found.take_place())

    def turn(self) -> None:
        """Let a little time pass, here and for the broker."""
        with suppress(Empty):
            self.table.reports.append(self._new.get(timeout=0.005))
        while not self._new.empty():
            self.table.reports.append(self._new.get())
        self.table.wait(0.05)


def until(boards: list[FarBoard], wanted: Callable[[], Any]) -> None:
    """Let time pass until something is so."""
    for _ in range(_ROUNDS):
        if wanted():
            return
        for board in boards:
            board.turn()
    raise AssertionError([board.table.state for board in boards])


def meet(pair: list[FarBoard], clock: str = "") -> None:
    """Anna invites Ben to Solomon, and both set up their pieces."""
    white, black = pair
    white.table.say(Invite(game="solomon", name="Anna", clock=clock))
    until(pair, lambda: white.table.state.remote and white.table.state.remote.code)
    assert white.table.state.remote is not None
    black.table.say(Join(white.table.state.remote.code, "Ben"))
    until(pair, lambda: all(one.table.session.game.name == "solomon" for one in pair))
    for one in pair:
        one.hands.set_up()


@pytest.fixture
def boards(broker: Mosquitto, tmp_path: Path) -> Iterator[list[FarBoard]]:
    """Two boards that have met, and are set up."""
    pair = [FarBoard(broker, tmp_path / name) for name in ("white", "black")]
    meet(pair)
    yield pair
    for one in pair:
        one.table.close()


def exchange(boards: list[FarBoard], mover: int, move: str) -> None:
    """One plays a move, and the other carries it out."""
    other = boards[1 - mover]
    boards[mover].hands.play(move)
    until(boards, lambda: other.table.session.live.opponents.turn is not None)
    other.hands.play(move)


def test_boards_meet_and_play(boards: list[FarBoard]) -> None:
    white, black = boards
    exchange(boards, 0, "14-12")
    exchange(boards, 1, "2-7")
    assert white.table.texts == black.table.texts == ["14-12", "2-7"]
    assert white.table.session.match.players == {0: "Anna", 1: "Ben"}


def test_boards_meet_by_their_menus_alone(broker: Mosquitto, tmp_path: Path) -> None:
    """The lamps of one board show the code, and switches of the other take it."""
    pair = [FarBoard(broker, tmp_path / name) for name in ("white", "black")]
    white, black = (Fingers(one.table) for one in pair)
    for hands, one in zip((white, black), pair, strict=True):
        one.table.begin("solomon")
        hands.set_up()
        open_far_away(hands)
    invite(white, "solomon")
    until(pair, lambda: "Tell them this code" in white.table.state.message)
    code = told_code(white)
    black.touch("1")
    type_code(black, code)
    black.touch("19")
    until(pair, lambda: all(one.table.session.live.remote for one in pair))
    exchange(pair, 0, "14-12")
    assert white.table.texts == black.table.texts == ["14-12"]
    for one in pair:
        one.table.close()


def test_a_board_that_ended_and_a_restarted_broker_lose_nothing(
    boards: list[FarBoard], broker: Mosquitto
) -> None:
    white, black = boards
    exchange(boards, 0, "14-12")
    black.end()
    exchange(boards, 1, "2-7")
    broker.kill()
    until(boards, lambda: white.table.state.warning)
    white.hands.play("15-14")
    broker.forget()
    broker.start()
    until(boards, lambda: black.table.session.live.opponents.turn is not None)
    black.hands.play("15-14")
    assert white.table.texts == black.table.texts == ["14-12", "2-7", "15-14"]


def test_a_rematch_that_was_agreed_on_while_a_board_ended_begins_when_it_is_back(
    boards: list[FarBoard],
) -> None:
    white, black = boards
    exchange(boards, 0, "14-12")
    files = [path for path in black.folder.rglob("*") if path.is_file()]
    before = {
        path: path.read_bytes()
        for path in files
        if path.parent.name != "remote" or path.suffix == ".table"
    }
    white.table.say(Rematch())
    until(boards, lambda: "another game" in black.table.state.message)
    black.table.say(Choose(0))
    until(boards, lambda: all(board.table.texts == [] for board in boards))
    # Had it ended when the answer was stored, and before the other game had begun:
    for path in black.folder.rglob("*"):
        if path.is_file() and path not in files:
            path.unlink()
    for path, data in before.items():
        path.write_bytes(data)
    black.end()
    assert black.table.texts == ["14-12"]
    until(boards, lambda: black.table.texts == [])
    assert white.table.session.live.remote is not None
    assert not black.table.session.match.over


def test_a_board_whose_log_is_lost_takes_it_from_the_broker(boards: list[FarBoard]) -> None:
    white, black = boards
    exchange(boards, 0, "14-12")
    for file in (black.folder / "remote").glob("*.log"):
        file.unlink()
    black.end()
    until(boards, lambda: black.table.session.live.remote.plies == ("14-12",))  # type: ignore[union-attr]
    exchange(boards, 1, "2-7")
    assert white.table.texts[-1] == "2-7"


def watch(boards: list[FarBoard], broker: Mosquitto, folder: Path) -> FarBoard:
    """Another board, which is let in to watch."""
    white = boards[0]
    white.table.say(InviteSpectator())
    until(boards, lambda: white.table.state.remote and white.table.state.remote.spectator_code)
    assert white.table.state.remote is not None
    watcher = FarBoard(broker, folder)
    watcher.table.say(Join(white.table.state.remote.spectator_code))
    until(
        [*boards, watcher],
        lambda: watcher.table.state.remote and watcher.table.state.remote.here == (0, 1),
    )
    return watcher


def test_somebody_watches_and_can_touch_nothing(
    boards: list[FarBoard], broker: Mosquitto, tmp_path: Path
) -> None:
    white, black = boards
    exchange(boards, 0, "14-12")
    watcher = watch(boards, broker, tmp_path / "watcher")
    everybody = [*boards, watcher]
    until(everybody, lambda: watcher.table.texts == ["14-12"])
    assert watcher.table.session.match.players == {0: "Anna", 1: "Ben"}
    until(everybody, lambda: white.table.state.remote == RemoteView(seat=0, here=(1,)))
    watcher.table.say(Draw())
    watcher.end()
    exchange(everybody[:2], 1, "2-7")
    broker.kill()
    until(everybody, lambda: watcher.table.state.warning)
    broker.forget()
    broker.start()
    until(everybody, lambda: watcher.table.texts == ["14-12", "2-7"])
    assert black.table.state.question is None
    (ticket,) = (watcher.folder / "remote").glob("*.table")
    assert b'"private":""' in ticket.read_bytes()
    with pytest.raises(CompanionError, match="this board plays at that table"):
        white.tables._tables._check_place(watcher.tables._tables._load(ticket).ticket)
    watcher.table.close()


def test_what_a_spectator_writes_is_not_taken(
    boards: list[FarBoard], broker: Mosquitto, tmp_path: Path
) -> None:
    """Somebody with the table's key, but no seat's, writes on every topic."""
    white, black = boards
    watcher = watch(boards, broker, tmp_path / "watcher")
    (file,) = (watcher.folder / "remote").glob("*.table")
    ticket = watcher.tables._tables._load(file).ticket
    own, box = bytes(range(32)), TableBox(ticket.key)
    assert public_key(own) not in ticket.roster
    for seat in (0, 1):
        for topic in (seat_topic(ticket.table, seat), presence_topic(ticket.table, seat)):
            forged = b'{"here":false,"thinking":false}'
            write(broker, topic, box.seal(own, topic, forged, b"1" * 12))
    everybody = [*boards, watcher]
    until(everybody, lambda: "is not from the seat that it names" in watcher.table.state.warning)
    exchange(boards, 0, "14-12")
    until(everybody, lambda: watcher.table.texts == ["14-12"])
    assert white.table.texts == black.table.texts == ["14-12"]
    assert watcher.table.state.remote is not None
    assert watcher.table.state.remote.here == (0, 1)
    watcher.table.close()


def test_boards_whose_games_differ_do_not_begin(
    broker: Mosquitto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = iter([RulesPrint("stars 1.0", (12, 90)), RulesPrint("stars 1.1", (12, 91))])
    monkeypatch.setattr("companion.app.remote._rules_of", lambda _: next(found))
    pair = [FarBoard(broker, tmp_path / name) for name in ("white", "black")]
    white, black = pair
    white.table.say(Invite(game="solomon"))
    until(pair, lambda: white.table.state.remote and white.table.state.remote.code)
    assert white.table.state.remote is not None
    black.table.say(Join(white.table.state.remote.code, "Ben"))
    for one, ours in ((white, "Here it is stars 1.0"), (black, "Here it is stars 1.1")):
        until(pair, lambda one=one, ours=ours: ours in one.table.state.warning)  # type: ignore[misc]
        assert one.table.state.remote is None
        one.table.close()


def test_nothing_is_configured(tmp_path: Path) -> None:
    none = FarTables(RemoteSettings(), tmp_path, lambda _: None)
    with pytest.raises(CompanionError, match="no broker is configured"):
        none.invite(Invite(game="solomon"))
    with pytest.raises(CompanionError, match="no broker is configured"):
        none.join(Join("4711-tiger-soda"))


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (Invite(game="peg"), "is for one player: nobody can be invited"),
        (Invite(game="solomon", seat=2), "there is no seat 2"),
        (Invite(game="solomon", clock="soon"), "there is no kind"),
        (Join("apple"), "code"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(tmp_path: Path, asked: Invite | Join, why: str) -> None:
    some = FarTables(RemoteSettings(host="127.0.0.1"), tmp_path, lambda _: None)
    with pytest.raises(CompanionError, match=why) as caught:
        some.invite(asked) if isinstance(asked, Invite) else some.join(asked)
    assert "\n" not in str(caught.value)

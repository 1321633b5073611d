"""The program as systemd runs it: a process of its own, whose notes to systemd the test reads."""

from __future__ import annotations

import json
import math
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from threading import Event, Thread

import pytest
from websockets.sync.client import connect

from companion.app.loop import Loop
from companion.app.notifier import SystemdNotifier
from companion.app.start import PlayRequest, start
from companion.config import Config, JournalSettings
from companion.maker.install.installed_files import WATCHDOG, unit
from companion.page.messages import Confirm
from companion.records.journal import reader
from companion.records.journal.lock import directory_lock
from companion.testing.pico import SimulatedPico
from tests.maker.install.test_files import EVERY, service, settings
from tests.pico.boards import until
from tests.ports import free_port
from tests.records.journal.games import unfinished

PERIOD = 0.6  # seconds after which this systemd takes the program for hung
PATIENCE = 60  # seconds for what takes a fraction of one


class Manager:
    """A socket for the program's notes."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind("\0" + address[1:] if address.startswith("@") else address)
        self._socket.settimeout(PATIENCE)

    def hear(self) -> str:
        return self._socket.recv(4096).decode()

    def hear_other(self) -> str:
        """The next note that is no sign of life."""
        while (note := self.hear()) == "WATCHDOG=1":
            pass
        return note

    def nothing(self) -> bool:
        self._socket.setblocking(False)
        try:
            self._socket.recv(4096)
        except BlockingIOError:
            return True
        finally:
            self._socket.settimeout(PATIENCE)
        return False

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    made = Manager(str(tmp_path / "notify"))
    yield made
    made.close()


@contextmanager
def running(
    tmp_path: Path, manager: Manager, text: str, *words: str, page: bool = False
) -> Iterator[subprocess.Popen[str]]:
    """The program, started as by the unit, with no terminal and a found folder of its own."""
    path = tmp_path / "board.toml"
    path.write_text(f"{text}\n[page]\nport = 0\nenabled = {str(page).lower()}\n")
    (start,) = settings(unit(service(EVERY["spi"], ("c", "play", "--wait"))), "ExecStart")
    program = subprocess.Popen(
        [sys.executable, "-m", "companion", *start.split()[1:], "--config", str(path), *words],
        env={
            "PATH": os.environ["PATH"],
            "NOTIFY_SOCKET": manager.address,
            "WATCHDOG_USEC": str(int(PERIOD * 1e6)),
            "XDG_DATA_HOME": str(tmp_path),
        },
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    assert program.stdout is not None
    try:
        yield program
    finally:
        program.kill()
        program.wait()
        program.stdout.close()


def end(program: subprocess.Popen[str], manager: Manager) -> str:
    """What systemd does to end a service; what it has said."""
    program.send_signal(signal.SIGTERM)
    while manager.hear() != "STOPPING=1":
        pass
    assert program.wait(PATIENCE) == 0
    assert program.stdout is not None
    return program.stdout.read()


def games(tmp_path: Path) -> Path:
    return tmp_path / "board-companion/games"


def test_ready_when_the_board_is_open_alive_while_it_plays_stopping_when_told(
    tmp_path: Path, manager: Manager
) -> None:
    with running(tmp_path, manager, "") as program:
        assert manager.hear() == "READY=1\nSTATUS=the board is open"
        assert unfinished(games(tmp_path)) is not None
        for _ in range(4):
            assert manager.hear() == "WATCHDOG=1"
        said = end(program, manager)
    assert "Solomon begins" in said
    assert "Traceback" not in said
    log = unfinished(games(tmp_path))
    assert log is not None
    assert log.damage == ()
    with directory_lock(games(tmp_path)):  # nobody has it any more
        pass


def test_signs_of_life_come_in_less_than_half_the_time(manager: Manager) -> None:
    notifier = SystemdNotifier({"NOTIFY_SOCKET": manager.address, "WATCHDOG_USEC": "30000000"})
    at, heard = 0.0, []
    while at < 100:
        notifier.alive(at)
        if not manager.nothing():
            heard.append(at)
        at = min(at + 1.0, notifier.due)  # as the loop: nothing is slept over
    assert heard[0] == 0.0
    assert max(b - a for a, b in pairwise(heard)) < 15
    assert len(heard) < 12  # and no more than wanted


def test_loop_that_hangs_gives_no_sign_of_life(
    tmp_path: Path, manager: Manager, monkeypatch: pytest.MonkeyPatch
) -> None:
    config, time = Config(journal=JournalSettings(directory=str(tmp_path))), [50.0]
    notifier = SystemdNotifier({"NOTIFY_SOCKET": manager.address, "WATCHDOG_USEC": "30000000"})
    loop = Loop(config, clock=lambda: time[0], notifier=notifier)
    assert start(loop, config, PlayRequest(), lambda _: None)
    hangs, go_on = Event(), Event()

    def hang(*_: object) -> None:
        hangs.set()
        go_on.wait(PATIENCE)

    monkeypatch.setattr(loop.session, "handle", hang)
    thread = Thread(target=loop.run)
    thread.start()
    try:
        loop.command(Confirm())
        assert hangs.wait(PATIENCE)
        assert manager.hear_other() == "READY=1\nSTATUS=the board is open"
        assert manager.hear() == "WATCHDOG=1"  # of the first turn
        time[0] += 1000
        assert manager.nothing()
        go_on.set()
        assert manager.hear() == "WATCHDOG=1"  # it was due all the time
    finally:
        go_on.set()
        loop.stop()
        thread.join(PATIENCE)


@pytest.mark.slow
def test_board_that_is_not_there_is_waited_for_and_said_once(
    tmp_path: Path, manager: Manager
) -> None:
    text = f'[port]\nkind = "pico"\ndevice = "{tmp_path}/board"\n[strip]\nroute = "pico"\n'
    with running(tmp_path, manager, text) as program:
        trouble = f"no board is on {tmp_path}/board: connect its USB cable"
        assert manager.hear().startswith(f"READY=1\nSTATUS=waiting for the board: {trouble}")
        for _ in range(3):
            assert manager.hear() == "WATCHDOG=1"
        said = end(program, manager)
    assert said.count("Waiting for the board: ") == 1
    assert reader.list_logs(games(tmp_path)) == []


@pytest.mark.slow
def test_board_that_comes_is_played_on_and_left_dark(tmp_path: Path, manager: Manager) -> None:
    pico = SimulatedPico("star")
    pico.device = str(tmp_path / "board")
    text = f'[port]\nkind = "pico"\ndevice = "{pico.device}"\n[strip]\nroute = "pico"\n'
    with running(tmp_path, manager, text, "--game", "solomon") as program:
        assert "STATUS=waiting for the board" in manager.hear_other()
        pico.plug()
        try:
            while (note := manager.hear_other()) != "READY=1\nSTATUS=the board is open":
                assert "STATUS=waiting for the board" in note  # it takes a moment to answer
            assert unfinished(games(tmp_path)) is not None
            until(lambda: any(map(any, pico.frames)))
            assert "Solomon begins on the board" in end(program, manager)
            assert not any(pico.frames[-1])
        finally:
            pico.pull()


@pytest.mark.slow
def test_page_says_what_is_waited_for(tmp_path: Path, manager: Manager) -> None:
    text = '[port]\nkind = "matrix"\n[strip]\nroute = "none"\n[game]\nname = "soli2"\n'
    port = free_port()
    with running(tmp_path, manager, text, "--page-port", str(port), page=True) as program:
        assert "STATUS=waiting for the board: no GPIO header" in manager.hear()
        with connect(f"ws://127.0.0.1:{port}/table", open_timeout=PATIENCE) as page:
            assert json.loads(page.recv(PATIENCE))["type"] == "welcome"
            told = json.loads(page.recv(PATIENCE))
            assert told["type"] == "waiting"
            assert told["text"].startswith("no GPIO header: expected a chip labelled")
            page.send(json.dumps({"do": "confirm"}))
            refused = json.loads(page.recv(PATIENCE))
            assert refused["text"].startswith("there is no board yet: no GPIO header")
        end(program, manager)


def test_without_waiting_a_program_that_has_no_board_is_never_ready(
    tmp_path: Path, manager: Manager
) -> None:
    path = tmp_path / "board.toml"
    path.write_text('[port]\nkind = "direct"\n[strip]\nroute = "none"\n[page]\nenabled = false\n')
    done = subprocess.run(
        [sys.executable, "-m", "companion", "play", "--config", str(path)],
        env={"NOTIFY_SOCKET": manager.address, "XDG_DATA_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "GPIO" in done.stderr
    assert manager.nothing()


def test_only_who_is_meant_gives_signs_of_life(manager: Manager) -> None:
    asked = {"NOTIFY_SOCKET": manager.address, "WATCHDOG_USEC": "1000000"}
    assert SystemdNotifier({**asked, "WATCHDOG_PID": "7"}, pid=7).due < 0
    assert SystemdNotifier({**asked, "WATCHDOG_PID": "7"}, pid=8).due == math.inf
    assert SystemdNotifier({"NOTIFY_SOCKET": manager.address}).due == math.inf
    assert SystemdNotifier({"WATCHDOG_USEC": "1000000"}).due == math.inf
    assert SystemdNotifier({**asked, "WATCHDOG_USEC": "soon"}).due == math.inf


def test_status_is_told_when_it_changes(manager: Manager) -> None:
    notifier = SystemdNotifier({"NOTIFY_SOCKET": manager.address})
    for status in ("one", "one", "two"):
        notifier.ready(status)
    assert [manager.hear(), manager.hear()] == ["READY=1\nSTATUS=one", "READY=1\nSTATUS=two"]
    assert manager.nothing()


def test_address_without_a_file_is_understood() -> None:
    manager = Manager(f"@board-companion-{os.getpid()}")
    try:
        SystemdNotifier({"NOTIFY_SOCKET": manager.address}).stopping()
        assert manager.hear() == "STOPPING=1"
    finally:
        manager.close()


def test_manager_that_is_gone_does_no_harm(tmp_path: Path) -> None:
    SystemdNotifier({"NOTIFY_SOCKET": str(tmp_path / "nobody")}).ready("here")
    SystemdNotifier({}).ready("here")


def test_watchdog_is_longer_than_looking_for_a_board_takes() -> None:
    from companion.app import waiting
    from companion.device.ports import pico_port

    assert pico_port._OPEN_TIMEOUT + pico_port._REPLY_TIMEOUT + waiting.RETRY < WATCHDOG / 2

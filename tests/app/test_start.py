"""Starting to play: what is missing is told at once, and what is waited for can be watched."""

from __future__ import annotations

import gc
import json
import signal
import socket
import subprocess
import sys
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from companion.app import loop as loop_module
from companion.app import page_thread
from companion.app.loading import WANTED_AT_ONCE
from companion.app.loop import Loop
from companion.app.play import open_browser, play
from companion.app.start import PlayRequest, start
from companion.base.text import Text
from companion.config import Config, JournalSettings, PageSettings
from companion.device.ports import MissingLibrary, PicoKind, PicoPort
from companion.device.ports.port_kind import PortKind
from companion.device.ports.port_kinds import PortSettings, StripSettings
from companion.page import listener, server
from companion.records.journal.disk import Disk
from companion.records.journal.folder import JournalFolder
from companion.records.journal.reader import read_log
from companion.rules import CompanionError
from tests.base.languages.german import in_german
from tests.faults.program import write_settings
from tests.records.journal.games import head


@pytest.fixture(autouse=True)
def _signals_restored() -> Iterator[None]:
    ending = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.getsignal(number) for number in ending}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def settings(tmp_path: Path, port: PortKind, *, page: bool = False) -> Config:
    return Config(
        port=port,
        strip=StripSettings(route="none" if port.kind == "direct" else "pico"),
        journal=JournalSettings(directory=str(tmp_path)),
        page=PageSettings(enabled=page, port=0),
    )


def test_page_without_sqlite_is_served_without_its_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "companion.session.library.shelf", None)
    monkeypatch.setattr(Loop, "run", lambda _: None)
    said: list[str] = []
    play(settings(tmp_path, PortSettings(), page=True), PlayRequest(), said.append)
    assert said[-2].startswith("Warning: the page shows no logged games")
    assert said[-1].startswith("Page: http://127.0.0.1:")


def test_what_is_printed_can_be_said_in_german(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Loop, "run", lambda _: None)
    said: list[Text] = []
    play(settings(tmp_path, PortSettings()), PlayRequest(), said.append)
    begun, log, leave = map(in_german, said)
    assert begun == "Solomon beginnt auf dem simulierten Brett."
    assert log.startswith(f"Aufzeichnung: {tmp_path}")
    assert leave == "Strg-C beendet; die Partie kann später weitergehen."
    said.clear()
    play(settings(tmp_path, PortSettings()), PlayRequest(), said.append)
    assert in_german(said[0]) == (
        "Solomon geht auf dem simulierten Brett weiter (--new beginnt eine neue Partie)."
    )


def test_what_was_chosen_on_the_page_is_said_and_what_cannot_be_used_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Loop, "run", lambda _: None)
    file = tmp_path / "settings.toml"
    file.write_text("version = 1\n[timing]\nsettle = 1\npause = 0\n")
    said: list[str] = []
    play(settings(tmp_path, PortSettings()), PlayRequest(), said.append)
    assert said[:2] == [
        f"Warning: {file}: timing.settle is 1 ms; choose from 20 to 2000 ms",
        f"Chosen on the page: timing.pause ({file})",
    ]


def test_a_damaged_file_of_settings_is_said_and_the_game_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Loop, "run", lambda _: None)
    (tmp_path / "settings.toml").write_text("[lights\n")
    said: list[str] = []
    play(settings(tmp_path, PortSettings()), PlayRequest(), said.append)
    assert said[0].startswith(f"Warning: {tmp_path / 'settings.toml'}: it is not TOML")
    assert any(line.startswith("Solomon begins") for line in said)


def test_no_collection_of_garbage_looks_at_the_whole_program_during_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    present: list[object] = [[]]
    looked_at: list[bool] = []

    def run(_: Loop) -> None:
        looked_at.append(any(each is present for each in gc.get_objects()))

    monkeypatch.setattr(Loop, "run", run)
    play(settings(tmp_path, PortSettings()), PlayRequest(), lambda _: None)
    assert looked_at == [False]


@pytest.mark.parametrize("opens", [True, False])
def test_page_is_opened_in_a_browser_or_left_to_its_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, opens: bool
) -> None:
    opened: list[str] = []

    def browse(address: str) -> bool:
        opened.append(address)
        return opens

    monkeypatch.setattr(Loop, "run", lambda _: None)
    monkeypatch.setattr(webbrowser, "open", browse)
    monkeypatch.setenv("DISPLAY", ":0")
    said: list[str] = []
    request = PlayRequest(browse=True)
    play(settings(tmp_path, PortSettings(), page=True), request, said.append)
    (address,) = opened
    assert said[-1] == f"Page: {address}"
    told = "No browser could be opened; open the page yourself."
    assert (told in said) is not opens


def test_no_browser_is_started_where_there_is_no_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(webbrowser, "open", lambda _: pytest.fail("it was opened"))
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not open_browser("http://127.0.0.1:1/")


def test_a_page_that_is_not_served_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(CompanionError, match="there is no page to open"):
        play(settings(tmp_path, PortSettings()), PlayRequest(browse=True), print)


@pytest.mark.parametrize(
    ("port", "module", "remedy"),
    [
        (PortSettings(kind="pico", board="star"), "serial", r"pyserial .*\[serial\]"),
        (PortSettings(kind="direct"), "gpiozero", r"gpiozero .*\[pi\]"),
    ],
)
def test_missing_library_ends_the_program_even_where_the_board_would_be_waited_for(
    port: PortKind,
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


def test_page_is_served_while_the_board_is_waited_for(tmp_path: Path) -> None:
    said: list[str] = []

    def say(line: str) -> None:
        said.append(line)
        if line.startswith("Waiting"):
            signal.raise_signal(signal.SIGTERM)

    port = PortSettings(kind="pico", board="star", device=str(tmp_path / "none"))
    play(settings(tmp_path, port, page=True), PlayRequest(), say)
    assert [line.split(":")[0] for line in said] == ["Waiting for the board", "Page"]
    assert said[1].startswith("Page: http://127.0.0.1:")


def test_in_the_lobby_what_waits_for_the_card_is_written_when_it_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = JournalFolder(tmp_path).create(head())
    clock = iter(range(1000, 2000))  # each look at it takes a second
    config = Config(journal=JournalSettings(str(tmp_path)), page=PageSettings(enabled=False))
    loop = Loop(config, clock=lambda: float(next(clock)))
    said: list[str] = []
    with monkeypatch.context() as patch:
        patch.setattr(Disk, "is_mounted", lambda *_: False)
        start(loop, config, PlayRequest(fresh=True, menu=True), said.append)
        loop.session.advance(loop.now())
    assert said[0].startswith("Warning: the journal cannot be written")
    assert "1 line waits in memory" in loop.session.match.journal.warning
    assert not read_log(old.path).finished
    loop.session.advance(loop.now())
    assert not loop.session.match.journal.warning
    assert read_log(old.path).finished
    loop.session.close()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_every_way_to_end_the_program_ends_it_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    ended: list[bool] = []

    def run(loop: Loop) -> None:
        signal.raise_signal(number)
        ended.append(loop._stopping)

    monkeypatch.setattr(Loop, "run", run)
    # Shells let what runs in the background ignore SIGINT, and nohup lets it ignore SIGHUP.
    signal.signal(number, signal.SIG_DFL if number == signal.SIGHUP else signal.SIG_IGN)
    play(settings(tmp_path, PortSettings()), PlayRequest(), lambda _: None)
    assert ended == [True]


def test_a_board_that_is_slow_to_start_is_announced_and_can_be_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says nothing for seconds: the page is served meanwhile, and a signal ends it at once."""
    said: list[str] = []
    page = Event()

    def open_slowly(_: PicoPort, __: object) -> None:
        assert page.wait(60)
        signal.raise_signal(signal.SIGINT)
        raise AssertionError("the signal has not ended the opening")

    monkeypatch.setattr(PicoPort, "open", open_slowly)
    monkeypatch.setattr(loop_module, "_PATIENCE", 0.01)
    monkeypatch.setattr(page_thread.PageThread, "start", lambda _: page.set())
    config = settings(tmp_path, PicoKind(device="/dev/none"), page=True)
    play(config, PlayRequest(), said.append)
    assert [line for line in said if "Waiting" in line] == [
        "Waiting for the board: still looking for it"
    ]
    assert not any("begins" in line for line in said)


def test_a_terminal_that_is_closed_does_not_end_what_ignores_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    monkeypatch.setattr(Loop, "run", lambda _: signal.raise_signal(signal.SIGHUP))
    play(settings(tmp_path, PortSettings()), PlayRequest(), lambda _: None)
    assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN


def test_board_plays_while_the_address_of_its_page_is_not_there_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[str] = []
    found = listener.listen

    def listen(host: str, port: int) -> socket.socket:
        tries.append(host)
        return found("192.0.2.7" if len(tries) < 3 else "127.0.0.1", port)

    monkeypatch.setattr(listener, "listen", listen)
    monkeypatch.setattr(page_thread, "_RETRY", 0.0)
    said: list[str] = []
    shown = Event()

    def echo(text: Text) -> None:
        said.append(str(text))
        if said[-1].startswith("Page: "):
            shown.set()

    monkeypatch.setattr(Loop, "run", lambda _: shown.wait(60))
    play(settings(tmp_path, PortSettings(), page=True), PlayRequest(), echo)
    (warned,) = [line for line in said if line.startswith("Warning: ")]
    assert "this machine has no such address" in warned
    assert warned.endswith("; it is tried again until then")
    assert len(tries) == 3
    assert said[-1].startswith("Page: http://127.0.0.1:")


def test_a_page_that_never_comes_does_not_keep_the_program() -> None:
    def never() -> socket.socket:
        raise listener.NoAddressYet(Text("no such address"))

    page = page_thread.PageThread(never, lambda *_: "", lambda _: None)
    page.start()
    page.stop()


def test_a_page_that_was_never_started_leaves_its_port() -> None:
    opened = listener.listen("127.0.0.1", 0)
    page_thread.PageThread(lambda: opened, lambda *_: "", lambda _: None).stop()
    assert opened.fileno() == -1


def test_without_a_page_the_rest_is_loaded_once() -> None:
    loaded: list[int] = []
    done = Event()

    def load() -> None:
        loaded.append(1)
        done.set()

    page = page_thread.NoPage(load)
    page.start()
    page.start()
    assert done.wait(60)
    page.stop()
    assert loaded == [1]


def test_a_server_that_fails_is_said_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> str:
        raise listener.ServerError(Text("the page's server did not start"))

    monkeypatch.setattr(server.Server, "start", fail)
    played: list[Loop] = []
    monkeypatch.setattr(Loop, "run", lambda loop: played.append(loop))
    said: list[str] = []
    play(settings(tmp_path, PortSettings(), page=True), PlayRequest(), said.append)
    assert said[-1] == "Warning: the page's server did not start"
    assert len(played) == 1


@pytest.mark.parametrize(
    ("page", "said"),
    [
        (PageSettings(port=0, code=" - "), "use letters or digits"),
        (PageSettings(port=0, host="no such host"), "there is no such host"),
    ],
)
def test_a_page_that_cannot_be_served_is_said_before_a_game_begins(
    tmp_path: Path, page: PageSettings, said: str
) -> None:
    config = Config(journal=JournalSettings(directory=str(tmp_path)), page=page)
    with pytest.raises(listener.ServerError, match=said):
        play(config, PlayRequest(), lambda _: None)
    assert not list(tmp_path.glob("*.jsonl"))


_LATER = """
anyio asyncio concurrent cryptography difflib email filelock h11 hashlib hmac http json
multiprocessing numba numpy paho platformdirs pydantic qrcode secrets serial shutil sqlite3 ssl
starlette subprocess tomlkit typer urllib.request uvicorn webbrowser websockets zeroconf
companion.app.own_drills companion.app.remote companion.app.voice companion.base.json_schema
companion.base.qr companion.coach.drills companion.coach.lessons companion.coach.move_examples
companion.coach.rule_pages companion.device.ports.board_faults companion.device.ports.chip_pins
companion.device.ports.direct companion.device.ports.faulty_port
companion.device.ports.matrix_kind companion.device.ports.pico_kind
companion.device.ports.port_checks companion.device.ports.scanned_port
companion.device.speech.finding_speaker companion.device.speech.utterances
companion.games.acceptance companion.games.halma companion.games.nim
companion.games.puzzles.viewer companion.maker.system_info companion.opponents.alphabeta
companion.opponents.analysis companion.opponents.external.player companion.opponents.knowledge
companion.opponents.opponent companion.opponents.tables companion.page.server
companion.remote.home_assistant.home_link companion.remote.table.replica
companion.remote.table.seat_link companion.session.library companion.session.menu.builder
companion.session.play.remote_game companion.session.puzzle
companion.session.remote_play.remote_table companion.session.rules_page importlib.metadata
"""
"""What is needed later, by some boards, or never, though it is easily imported on the way.

Other games, other kinds of boards, the search for moves, puzzles, drills, the menu, boards far
apart, the voice, the page and the maker's tools: each is loaded when somebody wants it.
"""

_MOST = 260
"""How many of the program's modules may be loaded; 252 at the time of writing."""

_LIBRARIES = {"click", "msgspec", "typing_extensions"}
"""The only other libraries. Python's own modules are not counted: each version has other ones."""


def test_nothing_is_loaded_before_the_first_lamp_that_it_does_not_need(tmp_path: Path) -> None:
    settings = write_settings(tmp_path, tmp_path / "games")
    command = [sys.executable, "-m", "tests.app.first_lamp", str(settings)]
    done = subprocess.run(command, check=True, capture_output=True)
    told = json.loads(done.stdout.splitlines()[-1])
    loaded = set(told["modules"])
    assert "companion.games.solomon" in loaded
    assert not loaded.intersection(_LATER.split())
    own = {module for module in loaded if module.split(".")[0] == "companion"}
    assert len(own) <= _MOST
    assert {module.split(".")[0] for module in loaded - own} - sys.stdlib_module_names == _LIBRARIES


def test_what_a_person_may_want_is_loaded_while_nobody_waits() -> None:
    script = """
import sys
from companion.app import loading
from companion.games.registry import make
loading.load_rest(make("solomon"))
print(*sys.modules)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    loaded = set(done.stdout.split())
    assert loaded.issuperset(WANTED_AT_ONCE)
    assert "companion.games.halma" in loaded
    assert "companion.opponents.knowledge.solomon_knowledge" in loaded

"""The page's name in its network, as zeroconf's own browser finds it on loopback."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from typing import Any

import pytest
from zeroconf import (  # type: ignore[attr-defined] # AddressResolver is public, not declared
    AddressResolver,
    DNSQuestionType,
    ServiceBrowser,
    ServiceStateChange,
    Zeroconf,
)

from companion.app import play
from companion.app.loop import Loop
from companion.app.start import PlayRequest
from companion.base.extras import install_command
from companion.config import Config, InvalidConfig, JournalSettings, PageSettings, parse_config
from companion.page import announcer
from companion.page.announcer import Announcer, host_names
from companion.page.server import serve
from tests.page.table import PATIENCE, FakeTable
from tests.page.test_server import get

LOOPBACK = "127.0.0.1"
SERVICE = "_http._tcp.local."
NAME = f"test-{os.getpid()}"  # tests of other processes are on the same loopback


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announcer, "_ASKING", 1)  # nobody else has these names


@contextmanager
def announced(name: str, host: str = LOOPBACK) -> Iterator[Queue[str]]:
    said: Queue[str] = Queue()
    running = Announcer(name, f"http://{host}:8019/", said.put, interface=LOOPBACK)
    running.start()
    yield said
    running.stop()


def in_network() -> Zeroconf:
    """A machine of the network. It is made in a thread of its own: where Playwright has run, the
    test's thread has an event loop that zeroconf would use, and that stands still."""
    with ThreadPoolExecutor(1) as aside:
        return aside.submit(Zeroconf, interfaces=[LOOPBACK]).result()


def test_a_browser_finds_the_page_until_it_is_withdrawn() -> None:
    found: Queue[tuple[str, ServiceStateChange]] = Queue()

    def note(name: str, state_change: ServiceStateChange, **_: Any) -> None:
        if name.startswith(f"{NAME}."):
            found.put((name, state_change))

    network = in_network()
    ServiceBrowser(network, SERVICE, handlers=[note])
    with announced(NAME) as said:
        assert said.get(timeout=PATIENCE) == f"Name: http://{NAME}.local:8019/"
        assert found.get(timeout=PATIENCE) == (f"{NAME}.{SERVICE}", ServiceStateChange.Added)
        info = network.get_service_info(SERVICE, f"{NAME}.{SERVICE}")
        assert info is not None
        assert (info.server, info.port) == (f"{NAME}.local.", 8019)
        assert info.parsed_addresses() == [LOOPBACK]
    while found.get(timeout=PATIENCE)[1] != ServiceStateChange.Removed:
        pass
    network.close()


class Asked(AddressResolver):
    """Waits long for an answer where there is one, and not at all where there is none."""

    def request(
        self,
        zc: Zeroconf,
        timeout: float,
        question_type: DNSQuestionType | None = None,
        addr: str | None = None,
        port: int = 5353,
    ) -> bool:
        assert self.server is not None
        taken = self.server.startswith(f"{NAME}-many.")
        return taken and super().request(zc, 1000 * PATIENCE, question_type)


@pytest.mark.slow
def test_a_name_that_another_machine_has_is_numbered(monkeypatch: pytest.MonkeyPatch) -> None:
    name = f"{NAME}-many"
    with announced(name) as said:
        assert said.get(timeout=PATIENCE) == f"Name: http://{name}.local:8019/"
        monkeypatch.setattr("zeroconf.AddressResolver", Asked)
        with announced(name, "127.0.0.2") as other:
            assert other.get(timeout=PATIENCE) == f"Name: http://{name}-2.local:8019/"
        monkeypatch.setattr(announcer, "_MOST", 1)
        with announced(name, "127.0.0.2") as other:
            assert other.get(timeout=PATIENCE) == (
                f"The page has no name in the network: {name}.local to {name}.local are all "
                "taken; change [page] name"
            )


def test_without_the_library_one_line_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zeroconf", None)
    with announced(NAME) as said:
        assert said.get(timeout=PATIENCE) == (
            "The page has no name in the network: the library zeroconf is missing; install it "
            f"with {install_command('zeroconf')}"
        )
    assert said.empty()


def test_a_network_without_multicast_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError("Network is unreachable")

    monkeypatch.setattr("zeroconf.Zeroconf", refuse)
    with announced(NAME) as said:
        assert said.get(timeout=PATIENCE) == (
            "The page has no name in the network: multicast DNS does not work here "
            "(Network is unreachable)"
        )
    assert said.empty()


def test_the_page_answers_to_its_name(table: FakeTable) -> None:
    server = serve(table, name="Den")
    url = server.start()
    port = url.rstrip("/").rpartition(":")[2]
    hosts = [*host_names("Den"), "den-10.local", "board.local"]
    found = [get(url, "/", Host=f"{host}:{port}").status for host in hosts]
    assert found == [200] * 9 + [421] * 2
    server.stop()


def test_a_name_has_letters_digits_and_hyphens() -> None:
    for name in ("board", "Den-2", ""):
        PageSettings(name=name).check()
    for name in ("two words", "board.local", "-", "a-", "é", "b" * 41, "a\n"):
        with pytest.raises(InvalidConfig, match=r"^page\.name is .*; use at most 40 letters"):
            PageSettings(name=name).check()
    assert parse_config('[page]\nname = "den"\n').page.name == "den"


class Noted:
    """An announcer that only notes what is done with it."""

    done: tuple[str, ...] = ()

    def __init__(self, name: str, address: str, echo: object) -> None:
        Noted.done = (name, address.rpartition(":")[0])

    def start(self) -> None:
        Noted.done += ("started",)

    def stop(self) -> None:
        Noted.done += ("stopped",)


@pytest.mark.parametrize(
    ("host", "name", "announced_to_all"),
    [("0.0.0.0", "den", True), ("0.0.0.0", "", False), (LOOPBACK, "den", False)],
)
def test_only_a_page_on_a_network_is_announced(
    host: str,
    name: str,
    announced_to_all: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(announcer, "Announcer", Noted)
    monkeypatch.setattr(Loop, "run", lambda _: None)
    monkeypatch.setattr("signal.signal", lambda *_: None)
    monkeypatch.setattr(Noted, "done", ())
    monkeypatch.setattr("companion.page.server._printed", lambda address: address_of(address))
    page = PageSettings(host=host, port=0, name=name)
    config = Config(journal=JournalSettings(str(tmp_path)), page=page)
    play.play(config, PlayRequest(), lambda _: None)
    done = ("den", "http://192.0.2.7", "started", "stopped") if announced_to_all else ()
    assert Noted.done == done


def address_of(address: str) -> str:
    """The address that is printed for the one that is listened on."""
    return "192.0.2.7" if address == "0.0.0.0" else address

"""A port of a package: whatever its code does, the board is missing at worst, and it is told."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.base.foreign import Package
from companion.device.ports import port_kinds
from companion.device.ports.foreign_port import enclosed_port
from companion.device.ports.port import Button, PortError, Report
from companion.device.ports.simulated import SimulatedPort
from companion.device.ports.simulated_kind import SimulatedKind
from companion.rules.geometry import STAR, Point, Sensed
from companion.testing import VirtualTable

PACKAGE = Package("hall-board", "1")


class Faulty(SimulatedPort):
    """A port in which one method fails, once it is armed."""

    def __init__(self, method: str, act: Callable[[], Any]) -> None:
        super().__init__(STAR.size, lambda: 0.0)
        self.method, self.act, self.armed = method, act, False

    def _maybe(self, method: str, plain: Callable[[], Any]) -> Any:
        return self.act() if self.armed and method == self.method else plain()

    def open(self, listener: Any) -> None:
        self._maybe("open", lambda: super(Faulty, self).open(listener))
        self.listener = listener

    def occupancy(self) -> Any:
        return self._maybe("occupancy", super().occupancy)

    def pressed(self) -> Any:
        return self._maybe("pressed", lambda: False)

    def show(self, frame: bytes) -> None:
        self._maybe("show", lambda: super(Faulty, self).show(frame))

    def close(self) -> None:
        self._maybe("close", super().close)


class Stop(BaseException):
    """No `Exception`."""


def _raises(error: type[BaseException]) -> Callable[[], Any]:
    def act() -> Any:
        raise error("a burrow\x1b[31m\nis in the way")

    return act


@pytest.mark.parametrize("error", [RuntimeError, Stop, SystemExit])
@pytest.mark.parametrize("method", ["open", "occupancy", "pressed"])
def test_what_a_method_raises_becomes_a_port_error_that_names_it(
    method: str, error: type[BaseException], caplog: pytest.LogCaptureFixture
) -> None:
    faulty = Faulty(method, _raises(error))
    port = enclosed_port(faulty, "hall", PACKAGE)
    faulty.armed = True
    call: Any = getattr(port, method)
    for _ in range(3):
        with pytest.raises(PortError) as raised:
            call(print) if method == "open" else call()
        line = str(raised.value)
        assert line.startswith(f"package hall-board: kind of board 'hall': {method}() failed: ")
        assert "a burrow [31m is in the way" in line
        assert line.isprintable()
    (record,) = caplog.records  # once, with its traceback
    assert record.levelno == logging.ERROR
    assert record.exc_info
    faulty.armed = False
    port.open(lambda _: None)
    assert port.occupancy() == 0


@pytest.mark.parametrize("value", [None, -1, 1 << 19, "0"])
def test_an_impossible_occupancy_is_named(value: object) -> None:
    faulty = Faulty("occupancy", lambda: value)
    faulty.armed = True
    with pytest.raises(PortError, match=r"occupancy\(\) returned .*; it must be the occupied"):
        enclosed_port(faulty, "hall", PACKAGE).occupancy()


def test_lamps_that_fail_are_a_trouble_and_closing_never_fails() -> None:
    faulty = Faulty("show", _raises(RuntimeError))
    port: Any = enclosed_port(faulty, "hall", PACKAGE)
    faulty.armed = True
    port.show(bytes(57))
    assert "show() failed: RuntimeError: a burrow" in port.lamp_trouble
    faulty.armed = False
    port.show(bytes(57))
    assert not port.lamp_trouble
    faulty.method, faulty.armed = "close", True
    port.close()


def test_only_reports_reach_the_program(caplog: pytest.LogCaptureFixture) -> None:
    faulty = Faulty("", lambda: None)
    heard: list[Report] = []
    enclosed_port(faulty, "hall", PACKAGE).open(heard.append)
    good: list[Any] = [Sensed(Point(3), True, 0.0), Button(True, 0.0)]
    for report in (*good, Sensed(Point(99), True, 0.0), "click", None):
        faulty.listener(report)
    assert heard == good
    assert "it reported 'click'; it must be Sensed or Button" in caplog.text


def test_the_game_goes_on_when_the_port_of_a_package_fails_and_recovers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    faulty = Faulty("occupancy", _raises(OSError))
    monkeypatch.setattr(SimulatedKind, "open", lambda *_: faulty)
    monkeypatch.setattr(port_kinds, "_packages", {SimulatedKind: PACKAGE})
    with VirtualTable(tmp_path) as table:
        table.begin("solomon")
        table.wait(2)
        faulty.armed = True
        table.wait(2)
        said = "package hall-board: kind of board 'simulated': occupancy() failed"
        assert said in table.session.current.board.trouble
        faulty.armed = False
        table.wait(2)
        assert not table.session.current.board.trouble

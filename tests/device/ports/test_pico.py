"""The port to a board on a Pico: cables that are pulled, boards that are not there."""

from __future__ import annotations

import logging
import os
import pty
import shutil
import sys
import termios
import tty
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from serial.tools.list_ports_common import ListPortInfo

from companion.device.ports import (
    Button,
    InvalidWiring,
    PicoPort,
    PortError,
    PortSettings,
    Report,
    StripSettings,
    fit,
    host_link,
    link,
    open_port,
    pico_port,
    serial_locator,
)
from companion.device.ports.lamp_route import LampRoute
from companion.device.ports.link import FIRMWARE_VERSION
from companion.device.ports.port import notice_of
from companion.device.ports.serial_locator import SerialLocator, candidates
from companion.rules.geometry import STAR, Board, Occupancy, Point, Sensed, bits, grid
from companion.testing.pico import SimulatedPico, unhurried
from tests.pico.boards import RestartingPico, drive, until

LAMPS = StripSettings(route="pico")


def on(device: str, strip: LampRoute = LAMPS, **port: object) -> PicoPort:
    settings = PortSettings("pico", device=device, **port)
    made = open_port(settings, strip, STAR, lambda: 7.0)
    assert isinstance(made, PicoPort)
    return made


def answers(port: PicoPort) -> bool:
    try:
        port.occupancy()
    except PortError:
        return False
    return True


@pytest.fixture(autouse=True)
def no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    unhurried(monkeypatch)


@pytest.fixture
def board() -> Iterator[SimulatedPico]:
    with SimulatedPico("star") as made:
        yield made


@pytest.fixture
def heard() -> list[Report]:
    return []


@pytest.fixture
def port(board: SimulatedPico, heard: list[Report]) -> Iterator[PicoPort]:
    made = on(board.device)
    made.open(heard.append)
    yield made
    made.close()


# SerialLocator


def test_a_pulled_cable_is_told_and_the_board_is_read_afresh_when_it_is_back(
    board: SimulatedPico,
    port: PicoPort,
    heard: list[Report],
    caplog: pytest.LogCaptureFixture,
) -> None:
    board.set(0, True)
    board.set(1, True)
    frame = bytes(range(57))
    port.show(frame)
    port.occupancy()
    heard.clear()
    board.pull()
    until(lambda: port.trouble != "")
    with pytest.raises(PortError, match=r"cable") as caught:
        port.occupancy()
    assert "\n" not in str(caught.value)
    board.set(0, False)
    board.set(18, True)
    board.set(board.button, True)
    port.show(frame[::-1])
    board.plug()
    until(lambda: answers(port))
    assert heard == [
        Sensed(Point(0), False, 7.0),
        Sensed(Point(18), True, 7.0),
        Button(True, 7.0),
    ]
    assert port.occupancy() == bits([Point(1), Point(18)])
    assert bytes(part for pixel in board.pixels(19) for part in pixel) == frame[::-1]
    assert [record.levelname for record in caplog.records] == ["WARNING"] * len(caplog.records)
    assert "the board is connected (star" in caplog.records[-1].message


def test_a_cable_may_be_pulled_as_often_as_one_likes(
    board: SimulatedPico, port: PicoPort, heard: list[Report]
) -> None:
    random, closed = Random(4), Occupancy(0)
    for turn in range(20):
        point = Point(random.randrange(19))
        closed = Occupancy(closed ^ 1 << point)
        port.show(bytes([turn]) * 57)
        if turn % 2:
            board.set(point, bool(closed >> point & 1))
            board.pull()
        else:
            board.pull()
            board.set(point, bool(closed >> point & 1))
        board.plug()
        if turn % 3 == 0:
            until(lambda: answers(port))
    until(lambda: answers(port))
    assert port.occupancy() == closed
    told = Occupancy(0)
    for report in heard:
        assert isinstance(report, Sensed)
        assert bool(told >> report.point & 1) != report.occupied
        told = Occupancy(told ^ 1 << report.point)
    assert told == closed
    until(lambda: board.pixels(19) == [(19, 19, 19)] * 19)


def test_a_trouble_that_lasts_is_logged_once(
    board: SimulatedPico,
    port: PicoPort,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    attempts: list[None] = []
    plug = SerialLocator.open

    def counted(cables: SerialLocator) -> object:
        attempts.append(None)
        return plug(cables)

    monkeypatch.setattr(SerialLocator, "open", counted)
    board.pull()
    until(lambda: len(attempts) > 5)
    assert port.trouble.startswith("no board is on ")
    messages = [record.message for record in caplog.records]
    assert len(messages) == len(set(messages)) <= 2
    assert all(message.endswith("; waiting for the board") for message in messages)


def test_a_board_that_starts_again_on_its_cable_is_greeted_again(
    board: SimulatedPico, port: PicoPort, heard: list[Report]
) -> None:
    port.show(bytes([5]) * 57)
    port.occupancy()
    board.reload()
    board.set(3, True)
    until(lambda: answers(port) and port.occupancy() == bits([Point(3)]))
    assert heard == [Sensed(Point(3), True, 7.0)]
    until(lambda: board.pixels(19) == [(5, 5, 5)] * 19)


def test_garbage_on_the_line_loses_nothing(
    board: SimulatedPico, port: PicoPort, heard: list[Report]
) -> None:
    random = Random(8)
    for number in range(19):
        board.say(random.randbytes(random.choice((1, 40, 2500))))
        board.set(number, True)
        board.say(b"e0001*00000000\nh\n")
    until(lambda: answers(port) and port.occupancy() == STAR.full)
    assert port.dropped[1] > 19
    assert sorted(r.point for r in heard if isinstance(r, Sensed)) == list(range(19))


def test_a_board_that_hangs_is_told_and_taken_up_again(
    board: SimulatedPico, port: PicoPort, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pico_port, "_REPLY_TIMEOUT", 0.05)
    monkeypatch.setattr(link, "TIMEOUT_MS", 300)
    monkeypatch.setattr(host_link, "BOOT_TIMEOUT", 0.3)
    with board.stalled():
        with pytest.raises(PortError, match="does not answer"):
            port.occupancy()
        until(lambda: "does not answer" in port.trouble)
    until(lambda: answers(port))


# Boards that are not there


def test_a_board_that_is_not_plugged_in_is_waited_for(
    board: SimulatedPico, heard: list[Report], caplog: pytest.LogCaptureFixture
) -> None:
    board.pull()
    port = on(board.device)
    port.open(heard.append)
    try:
        with pytest.raises(PortError, match=r"no board is on .*connect its USB cable"):
            port.occupancy()
        assert caplog.records == []  # that is for whoever wants the board to say
        board.set(2, True)
        board.plug()
        until(lambda: answers(port))
        assert port.occupancy() == bits([Point(2)])
        assert heard == []  # what is closed at first is read, not reported
    finally:
        port.close()


def test_a_device_that_says_nothing_is_no_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host_link, "BOOT_TIMEOUT", 0.1)
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    port = on(os.ttyname(theirs))
    port.open(lambda _: None)
    try:
        with pytest.raises(PortError, match=r"the board on /dev/\S+ does not answer"):
            port.occupancy()
    finally:
        port.close()
        os.close(ours)
        os.close(theirs)


def test_a_board_that_restarts_whenever_it_is_opened_connects(
    monkeypatch: pytest.MonkeyPatch, heard: list[Report]
) -> None:
    monkeypatch.setattr(host_link, "GREETING_TIMEOUT", 0.1)  # too short for it
    with RestartingPico("star", boot=0.23) as board:
        port = on(board.device)
        port.open(heard.append)
        try:
            board.set(3, True)
            until(lambda: port.occupancy() == bits([Point(3)]))
            assert board.starts == 1
            board.pull()
            until(lambda: port.trouble != "")
            board.plug()
            until(lambda: answers(port))
            assert port.occupancy() == bits([Point(3)])
            assert board.starts == 2
        finally:
            port.close()
    assert heard == [Sensed(Point(3), True, 7.0)]


def test_a_device_that_another_program_has_is_told(board: SimulatedPico, port: PicoPort) -> None:
    second = on(board.device)
    second.open(lambda _: None)
    try:
        with pytest.raises(PortError, match="is in use by another program"):
            second.occupancy()
    finally:
        second.close()
    assert answers(port)


def test_firmware_of_another_version_is_told_in_one_line(tmp_path: Path) -> None:
    shutil.copytree(drive(), tmp_path, dirs_exist_ok=True)
    source = (tmp_path / "link.py").read_text()
    (tmp_path / "link.py").write_text(
        source.replace("PROTOCOL_VERSION = 1", "PROTOCOL_VERSION = 2")
    )
    with SimulatedPico("star", tmp_path) as board:
        port = on(board.device)
        port.open(lambda _: None)
        try:
            with pytest.raises(PortError) as caught:
                port.occupancy()
        finally:
            port.close()
    assert str(caught.value) == (
        "the firmware of the board speaks version 2 of the protocol, this program version 1: copy "
        "the firmware of this program to the board (firmware/README.md says how)"
    )


def test_a_board_of_another_shape_is_told() -> None:
    with SimulatedPico("grid7") as board:
        port = on(board.device)
        port.open(lambda _: None)
        try:
            with pytest.raises(PortError, match=r"49 switches \(grid7, .*the game wants 19: set"):
                port.occupancy()
        finally:
            port.close()


def test_a_missing_pyserial_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "serial", None)
    with pytest.raises(PortError, match=r"pip install .*\[serial\]"):
        on("/dev/null").open(lambda _: None)


# What is shown and told


def test_of_frames_that_come_too_fast_only_the_latest_is_shown(
    board: SimulatedPico, port: PicoPort
) -> None:
    port.occupancy()
    board.frames.clear()
    with board.stalled():
        for shade in range(1, 101):
            port.show(bytes([shade]) * 57)
    until(lambda: board.frames[-1:] == [bytes([100]) * 57])
    assert len(board.frames) <= 2


def test_pixels_may_lie_in_any_order(board: SimulatedPico) -> None:
    places = {name: 24 - i for i, name in enumerate(STAR.names)}
    port = on(board.device, StripSettings(route="pico", pixels=places, length=25, order="BRG"))
    port.open(lambda _: None)
    try:
        port.show(bytes(range(57)))
        port.occupancy()
        lit = board.pixels(25, "BRG")
        assert lit[:6] == [(0, 0, 0)] * 6
        assert lit[:5:-1] == [(3 * i, 3 * i + 1, 3 * i + 2) for i in range(19)]
        assert len(board.frames[-1]) == 75
    finally:
        port.close()


def test_switches_may_lie_in_any_order() -> None:
    numbers = {name: 80 - i for i, name in enumerate(STAR.names)}
    with SimulatedPico("grid9") as board:
        port = on(board.device, switches=numbers)
        heard: list[Report] = []
        port.open(heard.append)
        try:
            board.set(80, True)
            board.set(0, True)  # belongs to no point
            board.set(62, True)
            assert port.occupancy() == bits([Point(0), Point(18)])
            assert heard == [Sensed(Point(0), True, 7.0), Sensed(Point(18), True, 7.0)]
        finally:
            port.close()


def test_a_board_without_lamps_is_sent_no_frames(board: SimulatedPico) -> None:
    port = on(board.device, StripSettings(route="none"))
    port.open(lambda _: None)
    port.show(bytes([9]) * 57)
    port.occupancy()
    port.close()
    assert len(board.frames) == 1  # the darkness at its start


def test_a_button_that_is_not_wanted_is_not_told(board: SimulatedPico) -> None:
    port = on(board.device, button="none")
    heard: list[Report] = []
    port.open(heard.append)
    board.set(board.button, True)
    port.occupancy()
    port.close()
    assert heard == []


def test_firmware_of_another_version_is_said_and_played_with(
    board: SimulatedPico, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    port = on(board.device)
    port.open(lambda _: None)
    assert notice_of(port) == ""
    port.close()
    newer = FIRMWARE_VERSION + 1
    monkeypatch.setattr("companion.device.ports.pico_port.FIRMWARE_VERSION", newer)
    port = on(board.device)
    port.open(lambda _: None)
    assert port.occupancy() == 0
    said = (
        f"the board's firmware has version {newer - 1}, this program's {newer}: copy the firmware "
        "of this program to the board (firmware/README.md says how)"
    )
    assert notice_of(port) == said
    assert [record.message for record in caplog.records] == [said]
    port.close()


def test_a_button_cannot_be_read_once_the_cable_is_pulled(board: SimulatedPico) -> None:
    port = on(board.device)
    port.open(lambda _: None)
    board.set(board.button, True)
    assert port.pressed()
    board.pull()
    with pytest.raises(PortError):
        port.pressed()
    port.close()


def test_a_listener_that_fails_is_logged_and_silences_nothing(
    board: SimulatedPico, caplog: pytest.LogCaptureFixture
) -> None:
    heard: list[Report] = []

    def fail_once(report: Report) -> None:
        heard.append(report)
        if len(heard) == 1:
            raise RuntimeError("the queue is broken")

    port = on(board.device)
    port.open(fail_once)
    board.set(1, True)
    board.set(2, True)
    port.occupancy()
    port.close()
    assert len(heard) == 2
    assert [record.levelno for record in caplog.records] == [logging.ERROR]


# Finding it


def usb(device: str, product: str | None, interface: str | None = None, **more: object) -> object:
    info = ListPortInfo(device)
    info.product, info.interface = product, interface
    info.vid, info.serial_number = 0x239A, "E66"
    for name, value in more.items():
        setattr(info, name, value)
    return info


MODEM = usb("/dev/ttyACM7", "Modem", vid=0x1234, serial_number="M")


@pytest.mark.parametrize(
    ("listed", "found"),
    [
        (
            [
                MODEM,
                usb("/dev/ttyACM0", "Board companion star", "CircuitPython CDC control"),
                usb("/dev/ttyACM1", "Board companion star", "CircuitPython CDC2 control"),
            ],
            ["/dev/ttyACM1", "/dev/ttyACM0"],
        ),
        (  # macOS and Windows do not tell the interface
            [usb("/dev/cu.1", "Board companion star"), usb("/dev/cu.3", "Board companion star")],
            ["/dev/cu.3", "/dev/cu.1"],
        ),
        ([usb("COM4", None), usb("COM5", None), MODEM], ["COM5", "COM4"]),  # nor the product
        (  # another CircuitPython board is none of ours
            [usb("/dev/a", "Pico", serial_number="X"), usb("/dev/b", "Board companion grid9")],
            ["/dev/b"],
        ),
    ],
)
def test_the_board_is_found_by_its_name(listed: list[object], found: list[str]) -> None:
    assert candidates(listed) == found


@pytest.mark.parametrize(
    ("listed", "said"),
    [
        ([], "no board is plugged in: connect its USB cable"),
        ([MODEM], "no board is plugged in: connect its USB cable"),
        (
            [usb("/dev/ttyACM0", "Pico")],
            "CircuitPython is on /dev/ttyACM0, but without this program's firmware",
        ),
        (
            [
                usb("/dev/a", "Board companion star", serial_number="1"),
                usb("/dev/b", "Board companion grid9", serial_number="2"),
            ],
            r"2 boards are plugged in: name one of /dev/a, /dev/b as \[port\] device",
        ),
    ],
)
def test_no_board_or_too_many_are_told(listed: list[object], said: str) -> None:
    with pytest.raises(PortError, match=said):
        candidates(listed)


def test_boards_are_listed_with_and_without_this_firmware(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = usb("/dev/b", "Board companion star", vid=0x1234)
    monkeypatch.setattr(serial_locator, "_ports", lambda: [ours, MODEM, usb("/dev/a", None)])
    assert serial_locator.listed_boards() == ["/dev/a", "/dev/b"]


def test_devices_are_tried_in_turn_until_one_answers() -> None:
    opened: list[str] = []
    both = [usb("/nowhere/1", "Board companion"), usb("/nowhere/2", "Board companion")]
    cables = SerialLocator("", lambda: both)
    for _ in range(3):
        with pytest.raises(PortError) as caught:
            cables.open()
        opened.append(str(caught.value))
    cables.reset()
    with pytest.raises(PortError) as caught:
        cables.open()
    opened.append(str(caught.value))
    tried = [
        next(device for device in ("/nowhere/1", "/nowhere/2") if device in said) for said in opened
    ]
    assert tried == ["/nowhere/2", "/nowhere/1", "/nowhere/2", "/nowhere/2"]


@pytest.mark.parametrize(
    ("settings", "speed"), [({}, termios.B9600), ({"baud": 115_200}, termios.B115200)]
)
def test_a_line_has_the_speed_that_is_set(
    board: SimulatedPico, settings: dict[str, Any], speed: int
) -> None:
    port = on(board.device, **settings)
    port.open(lambda _: None)
    try:
        assert answers(port)
        with Path(board.device).open("rb", buffering=0) as line:
            assert termios.tcgetattr(line)[4:6] == [speed, speed]
    finally:
        port.close()


@pytest.mark.parametrize(
    ("device", "said"),
    [("/dev/none", "no board is on /dev/none"), ("/dev/null", "/dev/null cannot be opened: ")],
)
def test_a_device_that_cannot_be_opened_is_told_in_one_line(device: str, said: str) -> None:
    with pytest.raises(PortError, match=said) as caught:
        SerialLocator(device).open()
    assert "\n" not in str(caught.value)


def test_a_device_without_rights_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setitem(sys.modules, "serial", SimpleNamespace(Serial=refuse))
    with pytest.raises(PortError, match="permission denied; add yourself to the group dialout"):
        SerialLocator("/dev/ttyACM0").open()


# Settings


@pytest.mark.parametrize(
    ("port", "strip", "said"),
    [
        (
            {},
            StripSettings(),
            r'\[strip\] route: "spi" is for lamps on a GPIO header; with .*"pico"',
        ),
        ({}, StripSettings(route="pico", length=241), "takes 240 pixels at most, not 241"),
        (
            {"switches": {"1": 0}},
            LAMPS,
            "switches: point 2 is missing; give its number on the Pico",
        ),
        (
            {"switches": {name: i // 2 for i, name in enumerate(STAR.names)}},
            LAMPS,
            "number 0 is used twice: for point 1 and for point 2",
        ),
        (
            {"switches": {name: 240 + i for i, name in enumerate(STAR.names)}},
            LAMPS,
            "point 11 has number 250; a Pico counts its switches from 0 to 249",
        ),
        ({"baud": 1200}, LAMPS, r"^\[port\] baud is 1200; choose from 9,600 to 4,000,000$"),
        ({"kind": "direct"}, LAMPS, '"pico" is for a board on a Pico'),
        ({"kind": "matrix"}, LAMPS, '"pico" is for a board on a Pico'),
    ],
)
def test_settings_that_no_pico_can_follow_are_refused_in_one_line(
    port: dict[str, Any], strip: LampRoute, said: str
) -> None:
    with pytest.raises(InvalidWiring, match=said) as caught:
        fit(PortSettings(**({"kind": "pico"} | port)), strip, STAR)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("layout", [STAR, grid(7), grid(8), grid(9)])
def test_every_board_has_a_default_on_a_pico(layout: Board) -> None:
    made = PortSettings(kind="pico").wiring(LAMPS, layout)
    assert made.switches == made.strip.pixels == tuple(range(len(made.switches)))

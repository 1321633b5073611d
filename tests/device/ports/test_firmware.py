"""What is on a Pico: its files, its pins, its shell; and what is written about them."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock, patch

import pytest
from serial import Serial
from serial.tools.list_ports_common import ListPortInfo

from companion.config import load_config
from companion.device.ports import fit
from companion.device.ports.link import (
    FIRMWARE_VERSION,
    MAX_MESSAGE,
    MAX_PIXELS,
    SETTLE_MS,
    decode_message,
    encode_colours,
    encode_message,
)
from companion.device.ports.serial_locator import PRODUCT, candidates
from companion.games.registry import make
from companion.rules.geometry import FIVE, NINE, STAR, grid
from companion.testing.circuit import FirmwareBoard, KeyEvent, KeyMatrix
from companion.testing.pico import SIZES, Pico, SimulatedPico
from tests import needs
from tests.pico.boards import ROOT, MicroPico, drive, lay_out

README = (ROOT / "firmware/README.md").read_text(encoding="utf-8")
PROTOCOL = (ROOT / "firmware/protocol.md").read_text(encoding="utf-8")
BOARDS = {board.name: board for board in (STAR, *map(grid, (7, 8, 9)), NINE)}

# The datasheet's pinout, pin 1 first; the middle ones of three-letter names are no GPIO.
GROUND = (3, 8, 13, 18, 23, 28, 33, 38)
OTHERS = {30: "RUN", 35: "ADC_VREF", 36: "3V3", 37: "3V3_EN", 39: "VSYS", 40: "VBUS"}


def header() -> dict[int, str]:
    """The name of each pin of a Pico."""
    names = dict.fromkeys(GROUND, "GND") | OTHERS
    free = iter([*(f"GP{n}" for n in range(23)), "GP26", "GP27", "GP28"])
    return {pin: names.get(pin) or next(free) for pin in range(1, 41)}


def pins() -> dict[str, Any]:
    """What firmware/pins.py says."""
    names: dict[str, Any] = {}
    exec((ROOT / "firmware/pins.py").read_text(encoding="utf-8"), names)
    return names


def table(section: str) -> dict[str, tuple[str, int]]:
    """The pins of a section of the README, by what they are for."""
    text = README.split(f"### {section}\n")[1].split("\n#")[0]
    rows = re.findall(r"^\| (\w+(?: \d+)?) \| (GP\d+) \| (\d+) \|$", text, re.MULTILINE)
    found = {what: (name, int(pin)) for what, name, pin in rows}
    assert len(found) == len(rows), "a row stands twice"
    return found


def running(
    board: str, closed: Iterable[int] = (), **settings: str
) -> tuple[FirmwareBoard, list[bytes], list[tuple[str, bytes]]]:
    said: list[bytes] = []
    shown: list[tuple[str, bytes]] = []
    made = FirmwareBoard(
        str(drive()),
        {"BOARD": board, "WATCHDOG": "5"} | settings,
        said.append,
        lambda pin, colours: shown.append((pin, colours)),
        closed=closed,
    )
    return made, said, shown


# Files


def test_a_drive_has_the_files_and_the_protocol_that_the_program_has(tmp_path: Path) -> None:
    lay_out(tmp_path, "grid8")
    files = {path.name for path in tmp_path.iterdir()}
    assert files == set(re.findall(r"^\| `(\w+\.\w+)` \|", README, re.MULTILINE))
    for name in files - {"settings.toml", "link.py"}:
        assert (tmp_path / name).read_bytes() == (ROOT / "firmware" / name).read_bytes()
    ours = (ROOT / "companion/device/ports/link.py").read_bytes()
    assert (tmp_path / "link.py").read_bytes() == ours
    assert 'BOARD = "grid8"' in (tmp_path / "settings.toml").read_text()


def test_settings_that_are_on_a_drive_stay_there(tmp_path: Path) -> None:
    lay_out(tmp_path)
    assert (tmp_path / "settings.toml").read_text() == (ROOT / "firmware/settings.toml").read_text()
    (tmp_path / "settings.toml").write_text('BOARD = "grid9"\n')
    lay_out(tmp_path)
    assert (tmp_path / "settings.toml").read_text() == 'BOARD = "grid9"\n'


def test_a_drive_that_is_not_there_is_told() -> None:
    order = ["make", "-s", "firmware", "DRIVE=/nowhere"]
    done = subprocess.run(order, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode != 0
    assert "where is the Pico's drive?" in done.stderr


# Pins


def test_the_table_of_the_star_is_what_the_firmware_does() -> None:
    said = pins()
    expected = {f"point {n}": pin for n, pin in enumerate(said["STAR"], start=1)}
    expected |= {"button": said["BUTTON"], "lamps": said["LAMPS"]}
    assert {what: name for what, (name, _) in table("The star").items()} == expected
    assert len(said["STAR"]) == STAR.size


def test_the_table_of_the_grids_is_what_the_firmware_does() -> None:
    said = pins()
    expected = {f"row {n}": pin for n, pin in enumerate(said["ROWS"], start=1)}
    expected |= {f"column {n}": pin for n, pin in enumerate(said["COLUMNS"], start=1)}
    expected |= {"button": said["BUTTON"], "lamps": said["LAMPS"]}
    assert {what: name for what, (name, _) in table("A grid").items()} == expected
    assert said["GRIDS"] == {f"grid{size}": size for size in (7, 8, 9)}


def test_the_firmware_knows_the_points_of_every_board_with_a_pin_for_each() -> None:
    assert pins()["DIRECT"] == {board.name: board.size for board in (STAR, NINE, FIVE)}


@pytest.mark.parametrize("section", ["The star", "A grid"])
def test_the_pins_are_those_of_a_pico_each_once(section: str) -> None:
    found = table(section).values()
    names = header()
    assert all(names[pin] == name for name, pin in found)
    assert len({pin for _, pin in found}) == len(found)


def test_the_ground_pins_are_those_of_a_pico() -> None:
    (listed,) = re.findall(r"Ground is on the pins\s+([\d, and]+) of the Pico", README)
    assert tuple(int(pin) for pin in re.findall(r"\d+", listed)) == GROUND


@pytest.mark.parametrize("name", BOARDS)
def test_every_configuration_to_copy_is_the_default_wiring(name: str) -> None:
    config = load_config(ROOT / f"hardware/board-pico-{name}.toml")
    assert (config.port.kind, config.port.board, config.strip.route) == ("pico", name, "pico")
    made = config.port.wiring(config.strip, BOARDS[name])
    count = SIZES[name]
    assert made.switches == made.strip.pixels == tuple(range(count))
    assert (made.strip.length, made.device, made.button) == (count, "", True)
    assert config.make_game().board.name == name
    assert config.timing.debounce == 0


def test_the_configuration_of_the_largest_grid_serves_the_games_of_the_smaller_ones() -> None:
    config = load_config(ROOT / "hardware/board-pico-grid9.toml")
    for game in ("soli2", "gomony", "halma"):
        assert fit(config.port, config.strip, make(game).board).physical.name == "grid9"


# The shell


@pytest.mark.parametrize("name", BOARDS)
def test_every_switch_of_a_board_is_reported_under_its_number(name: str) -> None:
    board, said, _ = running(name)
    board.turn(SETTLE_MS)
    board.circuit.serial.come(encode_message(b"H1"))
    board.turn(SETTLE_MS)
    hello = decode_message(said[-1][:-1])
    assert hello is not None
    assert hello.startswith(f"h1 {SIZES[name]} {name}, a_fake_pico, cpython 3.".encode())
    said.clear()
    physical, wired = BOARDS[name], pins()
    for point, text in enumerate(physical.names):
        if name in wired["DIRECT"]:
            wire: object = wired["STAR"][point]
        else:  # files are columns from the left, ranks are rows from the top
            row, column = len(physical.rows) - int(text[1:]), ord(text[0]) - ord("a")
            wire = wired["ROWS"][row], wired["COLUMNS"][column]
        board.circuit.closed = {wire}
        board.circuit.settle()
        board.turn(SETTLE_MS)
    board.circuit.closed = {wired["BUTTON"]}
    board.circuit.settle()
    board.turn(SETTLE_MS)
    closed = [int(line[5:7], 16) for line in said if line[7:8] == b"1"]
    assert closed == list(range(SIZES[name] + 1))


def test_pieces_that_stand_there_at_the_start_are_in_the_first_state() -> None:
    board, said, _ = running("grid9", closed=range(81))
    board.turn(10)
    board.turn(10 + SETTLE_MS)
    board.circuit.serial.come(encode_message(b"H1") + encode_message(b"S01"))
    board.turn(100)
    state = decode_message(said[-1][:-1])
    assert state is not None
    assert state[9:] == b"ff" * 10 + b"01"


def test_all_that_the_scanners_report_is_read_in_one_turn() -> None:
    # One by one, a full board would take longer than it is given to settle.
    board, _, _ = running("grid9", closed=range(82))
    board.circuit.scan()
    board.circuit.scan()
    switches, button = board.circuit.scanners
    assert len(switches.events) == 81
    board.shell.turn()
    assert len(switches.events) == len(button.events) == 0


# The keypad's stand-in


def edges(board: FirmwareBoard) -> list[tuple[int, bool]]:
    """What the scanner of the switches has to report, which is read by that."""
    events, found = board.circuit.scanners[0].events, []
    event = KeyEvent()
    while events.get_into(event):
        found.append((event.key_number, event.pressed))
    return found


@pytest.mark.parametrize("name", ["star", "grid7"])
def test_a_change_counts_after_two_scans_that_agree(name: str) -> None:
    board, _, _ = running(name)
    circuit = board.circuit
    circuit.pass_time(100)
    circuit.set(4, True)
    circuit.pass_time(104)
    assert edges(board) == []
    circuit.pass_time(105)
    assert edges(board) == []
    circuit.pass_time(110)
    assert edges(board) == [(4, True)]
    circuit.pass_time(1000)
    assert edges(board) == []


@pytest.mark.parametrize("name", ["star", "grid7"])
def test_a_bounce_of_one_scan_is_no_change(name: str) -> None:
    board, _, _ = running(name)
    circuit = board.circuit
    for now in range(5, 105, 10):
        circuit.set(4, True)
        circuit.pass_time(now)
        circuit.set(4, False)
        circuit.pass_time(now + 5)
    assert edges(board) == []
    board.set(4, True)
    assert edges(board) == [(4, True)]


def test_a_bounce_between_two_scans_is_not_seen() -> None:
    board, _, _ = running("star")
    for _ in range(4):
        board.circuit.set(4, True)
        board.circuit.set(4, False)
    board.circuit.pass_time(100)
    assert edges(board) == []


def test_all_diodes_the_wrong_way_round_leave_no_switch() -> None:
    board, _, _ = running("grid7")
    circuit = board.circuit
    for switch in range(49):
        circuit.diodes[circuit.wire(switch)] = (False, True)
    for switch in range(49):
        board.set(switch, True)
    assert edges(board) == []


def test_missing_diodes_show_a_piece_that_is_not_there() -> None:
    corners = (0, 1, 7)  # of a square whose fourth one is switch 8
    for good, ghost in ((True, []), (False, [(8, True)])):
        board, _, _ = running("grid7")
        circuit = board.circuit
        for switch in () if good else corners:
            circuit.diodes[circuit.wire(switch)] = (True, True)
        for switch in corners:
            board.set(switch, True)
        assert sorted(edges(board)) == [(switch, True) for switch in corners] + ghost


def test_a_scan_in_the_other_direction_wants_the_diodes_turned() -> None:
    board, _, _ = running("grid7")
    circuit = board.circuit
    pairs = [circuit.wire(switch) for switch in range(2)]
    rows, columns = ["GP0"], ["GP9", "GP10"]
    options = {"interval": 0.005, "max_events": 9, "debounce_threshold": 1}
    other = KeyMatrix(circuit, rows, columns, columns_to_anodes=False, **options)
    other.reset()
    assert pairs == [("GP0", "GP9"), ("GP0", "GP10")]
    circuit.closed = set(pairs)
    circuit.diodes[pairs[1]] = (False, True)
    other.scan()
    assert len(other.events) == 1
    event = KeyEvent()
    other.events.get_into(event)
    assert (event.key_number, event.pressed) == (1, True)


def test_a_circuitpython_whose_scanners_cannot_be_reset_is_refused() -> None:
    def of(*version: int) -> Any:
        ours = vars(sys.implementation) | {"name": "circuitpython", "version": version}
        return patch.object(sys, "implementation", SimpleNamespace(**ours))

    for old in ((9, 1, 0), (9, 2, 0)):
        with of(*old), pytest.raises(RuntimeError, match=r"needs CircuitPython 9\.2\.1 or later"):
            running("star")
    with of(9, 2, 1):
        running("star")


def test_a_queue_that_ran_over_is_read_anew() -> None:
    board, said, _ = running("grid9")
    board.turn(SETTLE_MS)
    board.circuit.serial.come(encode_message(b"H1"))
    board.turn(60)
    for bounce in range(5):
        for switch in range(81):
            board.set(switch, bounce % 2 == 0)
    assert board.circuit.scanners[0].events.overflowed
    said.clear()
    board.turn(70)
    assert said == []
    board.turn(70 + SETTLE_MS)
    assert said == [encode_message(b"r")]
    board.circuit.serial.come(encode_message(b"H1") + encode_message(b"S01"))
    board.turn(130)
    state = decode_message(said[-1][:-1])
    assert state is not None
    assert state[9:] == b"ff" * 10 + b"01"


def test_frames_go_to_the_lamps_as_they_come() -> None:
    board, _, shown = running("star")
    assert shown == [("GP22", bytes(3 * MAX_PIXELS))]
    board.turn(SETTLE_MS)
    board.circuit.serial.come(
        encode_message(b"H1") + encode_message(b"F01" + encode_colours(bytes(range(57))))
    )
    board.turn(60)
    assert shown[1:] == [("GP22", bytes(range(57)))]


def test_the_watchdog_is_fed_at_every_turn_unless_there_is_none() -> None:
    board, _, _ = running("star")
    for now in range(10):
        board.turn(now)
    assert board.circuit.fed == 10
    board, _, _ = running("star", WATCHDOG="0")
    board.turn(1)
    assert board.circuit.fed == 0


def test_a_board_that_there_is_not_is_told() -> None:
    with pytest.raises(
        ValueError, match=r"BOARD is grid4; choose from five, grid7, .*, nine, star"
    ):
        running("grid4")


def run(name: str, **modules: object) -> None:
    """Run a file of the firmware among stand-ins for the modules that it imports."""
    with patch.dict(sys.modules, modules):
        exec((ROOT / "firmware" / name).read_text(encoding="utf-8"), {})


@pytest.mark.parametrize(("setting", "name"), [({"BOARD": "grid9"}, "grid9"), ({}, "star")])
def test_a_pico_has_a_channel_and_the_name_by_which_it_is_found(
    setting: dict[str, str], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    usb_cdc, supervisor = Mock(), Mock()
    monkeypatch.delenv("BOARD", raising=False)
    for key, value in setting.items():
        monkeypatch.setenv(key, value)
    run("boot.py", usb_cdc=usb_cdc, supervisor=supervisor)
    usb_cdc.enable.assert_called_once_with(console=True, data=True)
    (named,) = supervisor.set_usb_identification.call_args_list
    assert named.kwargs["product"] == f"{PRODUCT} {name}"
    device = ListPortInfo("/dev/ttyACM0")
    device.product = named.kwargs["product"]
    assert candidates([device]) == ["/dev/ttyACM0"]


def test_a_pico_goes_round_for_ever() -> None:
    shell = Mock()
    shell.Shell.return_value.turn.side_effect = [None, None, None, KeyboardInterrupt]
    with pytest.raises(KeyboardInterrupt):
        run("code.py", shell=shell)
    assert shell.Shell.return_value.turn.call_count == 4


@pytest.mark.parametrize("kind", [SimulatedPico, MicroPico])
def test_no_garbage_on_the_line_stops_a_pico(kind: type[Pico]) -> None:
    if kind is MicroPico:
        needs.micropython()
    random = Random(6)
    with kind("star") as pico, Serial(pico.device, timeout=0.2) as line:
        pico.set(4, True)
        for turn in range(60):
            line.write(random.randbytes(random.choice((1, 30, 3000))))
            good = encode_message(
                random.choice(
                    (b"S01", b"F01" + encode_colours(bytes(57)), b"H1", b"F01" + b"A" * 7)
                )
            )
            line.write(good[: random.randrange(len(good))] if turn % 2 else good + good)
        said: list[bytes] = []
        for _ in range(100):  # nobody has read its answers for long, so some of them are lost
            colours = encode_colours(bytes(range(57)))
            line.write(
                b"\n"
                + encode_message(b"H1")
                + encode_message(b"F77" + colours)
                + encode_message(b"S77")
            )
            while (heard := line.readline()) and not said:
                said += [
                    body for body in [decode_message(heard[:-1])] if body and body[:3] == b"s77"
                ]
            if said:
                break
        assert said[0][9:] == b"100000"
        assert bytes(part for pixel in pico.pixels(19, "RGB") for part in pixel) == bytes(range(57))


# The protocol's page


def test_the_lines_of_the_example_are_sound() -> None:
    text = PROTOCOL.split("## An example\n")[1]
    lines = re.findall(r"^    ([<>]) (.*)$", text, re.MULTILINE)
    assert len(lines) == 8
    for way, line in lines:
        body = decode_message(line.encode())
        assert body is not None, line
        assert body[:1].isupper() == (way == ">")
    assert re.findall(r"^    (H1\S+)$", PROTOCOL, re.MULTILINE) == [
        encode_message(b"H1")[:-1].decode()
    ]


def test_a_board_says_what_it_says_in_the_example() -> None:
    board, said, _ = running("star")
    board.set(1, True)
    board.turn(SETTLE_MS)
    board.circuit.serial.come(encode_message(b"H1"))
    board.turn(SETTLE_MS)
    for closed in (True, False, True):  # the example begins with three reports
        board.set(3, closed)
        board.turn(SETTLE_MS)
    lines = re.findall(r"^    ([<>]) (.*)$", PROTOCOL.split("## An example\n")[1], re.MULTILINE)
    expected = [line.encode() + b"\n" for way, line in lines if way == "<"]
    assert said[0] == expected[0]
    assert said[1][:10] == expected[1][:10]  # it is another kind of Pico
    said.clear()
    for way, line in lines[3:]:
        if way == ">":
            board.circuit.serial.come(line.encode() + b"\n")
        elif line.startswith("e"):
            board.set(3, False)
        board.turn(SETTLE_MS)
    assert said == expected[2:]


def test_the_bytes_of_the_table_are_right() -> None:
    rows = re.findall(
        r"^\| (\d+) \| (\d+) bytes \| (\d+) bytes \| (\d+) bytes/s \|$", PROTOCOL, re.MULTILINE
    )
    assert [int(row[0]) for row in rows] == [19, 49, 64, 81, MAX_PIXELS]
    for row in rows:
        count, colours, line, rate = map(int, row)
        sent = len(encode_message(b"F00" + encode_colours(bytes(colours))))
        assert (3 * count, sent, 30 * sent) == (colours, line, rate)
        assert line - 1 <= MAX_MESSAGE


FIRMWARE = {2: "617d84cdd75981f8", 3: "13b4ca087e04175a"}
"""What the files on a Pico do, as a digest, by the version of the firmware."""


def does(path: Path) -> str:
    """What a file does: its text without docstrings, comments and line breaks."""
    text = re.sub(r'""".*?"""|#.*', "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    return " ".join(text.split())


def test_firmware_that_does_something_else_has_another_version() -> None:
    files = [ROOT / "firmware" / name for name in ("boot.py", "code.py", "pins.py", "shell.py")]
    files.append(ROOT / "companion/device/ports/link.py")
    digest = hashlib.sha256("\n".join(map(does, files)).encode()).hexdigest()[:16]
    assert digest == FIRMWARE.get(FIRMWARE_VERSION), (
        "the firmware does something else now: raise FIRMWARE_VERSION in link.py, and add "
        f"{FIRMWARE_VERSION + 1} with the new digest to FIRMWARE; now it is {digest!r}"
    )

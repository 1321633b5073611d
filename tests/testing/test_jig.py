"""The jig: its genuine firmware, wired to the genuine firmware of a board, and this program."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
import tty
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random
from threading import Thread

import pytest

from companion.cli import main
from companion.config import parse_config
from companion.device.ports import DirectKind, open_port
from companion.device.ports.lamp_route import LampRoute
from companion.device.ports.link import encode_message
from companion.device.ports.pixel_sheets import PIXEL_SHEETS
from companion.device.ports.pixel_strip import PwmLamps, SpiLamps
from companion.rules.geometry import STAR, grid
from companion.testing.board_under_test import (
    BoardChoice,
    BoardUnderTest,
    UnknownBoard,
    check_name,
)
from companion.testing.jig import BUTTON, Jig, JigError, JigWiring
from companion.testing.jig_board import jig_board
from companion.testing.pico import PATIENCE, SimulatedPico, unhurried
from companion.testing.pixel_signal import read_frames
from companion.testing.stand_ins import stand_in
from companion.testing.strip import CapturedStrip
from tests.pico.jigs import RESET, JigFirmware, SimulatedJig, levels_of

Levels = list[tuple[int, int]]


@pytest.fixture
def pico() -> Iterator[SimulatedPico]:
    with SimulatedPico("star") as made:
        yield made


@pytest.fixture
def wired(pico: SimulatedPico) -> Iterator[SimulatedJig]:
    with SimulatedJig(pico) as made:
        yield made


class FirmwareAlone:
    """The jig's firmware without a computer. low: the pins that it connects to ground."""

    def __init__(self) -> None:
        self._said = b""
        self.low: set[int] = set()
        self.firmware = JigFirmware(self._hear, self._driven)

    def _hear(self, data: bytes) -> None:
        self._said += data

    def _driven(self, pin: int, low: bool) -> None:
        (self.low.add if low else self.low.discard)(pin)

    def say(self, *bodies: bytes) -> list[bytes]:
        """Send messages, and return the answers without stamps."""
        self.firmware.came += b"".join(map(encode_message, bodies))
        return self.answers()

    def answers(self) -> list[bytes]:
        self.firmware.turn()
        lines, self._said = self._said.splitlines(), b""
        return [line[:-9] for line in lines]

    def frames(self, levels: Levels) -> list[bytes]:
        """The frames that it reads from a line, as base64."""
        self.firmware.machine.see(levels)
        return [body[9:] for body in self.answers() if body[:1] == b"l"]


# The firmware


def test_a_jig_lets_go_of_its_pins_until_it_is_told_otherwise() -> None:
    jig = FirmwareAlone()
    assert jig.say(b"P051") == [b"r", b"r"]  # it has started; greet it first
    assert jig.low == set()
    (hello,) = jig.say(b"J1")
    assert re.fullmatch(rb"j1 22 E660583883724A32 a_fake_pico, cpython [\d.]+", hello)
    assert [body[:4] for body in jig.say(b"P051", b"P151", b"P050")] == [b"p051", b"p151", b"p050"]
    assert jig.low == {21}
    jig.say(b"J1")
    assert jig.low == set()


@pytest.mark.parametrize("body", [b"P161", b"P05", b"P052", b"Pxx1", b"X", b"", b"A1"])
def test_nonsense_moves_no_pin(body: bytes) -> None:
    jig = FirmwareAlone()
    jig.say(b"J1")
    assert (jig.say(body), jig.low) == ([], set())
    assert jig.say(b"A")[0][:1] == b"a"


def test_a_program_of_another_version_is_greeted_and_no_more() -> None:
    jig = FirmwareAlone()
    assert jig.say(b"J2")[-1].startswith(b"j1 ")
    assert jig.say(b"P051") == [b"r"]
    assert jig.low == set()


def test_pins_are_let_go_of_when_nobody_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [7_000_000_000]
    monkeypatch.setattr("time.monotonic_ns", lambda: now[0])
    jig = FirmwareAlone()
    jig.say(b"J1", b"P051")
    for seconds in (2.9, 2.9):
        now[0] += int(seconds * 1e9)
        jig.say(b"A")
    assert jig.low == {5}
    now[0] += int(3e9)
    jig.answers()
    assert jig.low == set()


@pytest.mark.parametrize("kind", sorted(PIXEL_SHEETS))
@pytest.mark.parametrize("rest", [0.0, 0.5, 1.0])
def test_what_pixels_read_the_jig_reads(kind: str, rest: float) -> None:
    """Where sheets disagree on a length, a line between them is drawn: half a microsecond."""
    sheet = PIXEL_SHEETS[kind]

    def within(window: tuple[float, float], least: float = 0, most: float = 1e9) -> int:
        low, high = max(window[0], least), min(window[1], most)
        return round(low + rest * (high - low))

    zero = within(sheet.zero_high, most=440), within(sheet.zero_low)
    one = within(sheet.one_high, least=560), within(sheet.one_low)
    rng = Random(kind)
    frames = [bytes(rng.randrange(256) for _ in range(3 * 19)) for _ in range(3)]
    jig = FirmwareAlone()
    jig.say(b"J1")
    for frame in frames:
        levels: Levels = []
        for bit in "".join(f"{byte:08b}" for byte in frame):
            high, low = one if bit == "1" else zero
            levels += [(high, 1), (low, 0)]
        assert jig.frames([*levels, (round(sheet.reset * 1e9), 0)]) == [_base64(frame)]


@pytest.mark.parametrize("route", [SpiLamps(), PwmLamps()], ids=["spi", "pwm"])
def test_a_jig_reads_what_the_program_sends(route: LampRoute) -> None:
    with ExitStack() as stack:
        hardware = stand_in(stack, DirectKind(), route, STAR)
        strip = stack.enter_context(CapturedStrip())
        port = open_port(hardware.port, hardware.strip, STAR, lambda: 0.0)
        port.open(lambda _: None)
        port.show(bytes(range(57)))
        port.show(bytes(range(100, 157)))
        port.close()
        signals = list(strip.signals)
    jig = FirmwareAlone()
    jig.say(b"J1")
    read, sent = [], []
    for signal in signals:
        nanoseconds = 1e9 / signal.clock
        levels: Levels = [(round(signal.lead * 1e9), 0)]
        for high, low in signal.pulses:
            levels += [(round(high * nanoseconds), 1), (round(low * nanoseconds), 0)]
        read += jig.frames([*levels, (RESET, 0)])
        sent += [_base64(frame) for frame in read_frames(signal)]
    assert read == [frame for i, frame in enumerate(sent) if i == 0 or frame != sent[i - 1]]
    assert len(read) >= 3


def test_a_cut_off_pixel_is_left_out_and_the_next_frame_is_whole() -> None:
    jig = FirmwareAlone()
    jig.say(b"J1")
    frame = bytes(range(6))
    torn = levels_of(frame)[: 2 * 30]
    assert jig.frames([*torn, (RESET, 0)]) == [_base64(frame[:3])]
    assert jig.frames(levels_of(frame)) == [_base64(frame)]
    assert jig.frames(levels_of(frame)) == []  # nothing new


def test_many_frames_between_two_looks_are_all_read() -> None:
    jig = FirmwareAlone()
    jig.say(b"J1")
    frames = [bytes([n]) * 57 for n in range(40)]
    read = [found for frame in frames for found in jig.frames(levels_of(frame))]
    assert read == [_base64(frame) for frame in frames]


# The program's end


def test_pins_and_lamps_are_stamped_by_one_clock(wired: SimulatedJig, pico: SimulatedPico) -> None:
    with Jig(wired.device) as jig:
        first, second = jig.set(3, True), jig.set(21, True)
        assert first < second
        assert pico.closed == {3, 19}
        jig.set(3, False)
        assert pico.closed == {19}
        assert jig.frames[-1].colours == bytes(720)  # the Pico's lamps are dark at its start
    assert wired.low == set()


def test_a_jig_whose_cable_is_pulled_is_told(wired: SimulatedJig) -> None:
    with Jig(wired.device) as jig:
        wired.pull()
        with pytest.raises(JigError, match=f"the jig on {wired.device}: it is gone"):
            for _ in range(3):
                jig.set(1, True)
        with pytest.raises(JigError, match="it is gone"):
            jig.wait_for_frame(1e9, 60.0)


def test_a_jig_that_another_run_uses_is_told(wired: SimulatedJig) -> None:
    with Jig(wired.device), pytest.raises(JigError, match="in use by another program"):
        Jig(wired.device)


def test_a_jig_that_is_not_there_is_told() -> None:
    with pytest.raises(JigError, match="no jig: no board is on /dev/nowhere"):
        Jig("/dev/nowhere")


@pytest.mark.parametrize(
    ("says", "error"),
    [
        (b"", "what is on .* does not answer as a jig: copy the files of firmware/jig to it"),
        (encode_message(b"h1 19 star"), "does not answer as a jig"),
        (encode_message(b"j7 22 x"), "speaks version 7 of its messages, this program version 1"),
    ],
)
def test_what_is_no_jig_is_told(says: bytes, error: str) -> None:
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    answering = Thread(target=lambda: os.read(ours, 99) and os.write(ours, says))
    answering.start()
    try:
        with pytest.raises(JigError, match=error):
            Jig(os.ttyname(theirs), patience=PATIENCE if "version" in error else 0.1)
    finally:
        answering.join()
        os.close(ours)
        os.close(theirs)


# How a jig is wired


def found(folder: Path, jig: Jig) -> JigWiring:
    return JigWiring.find(folder, jig, STAR)


def lines(*changes: str, jig: str = "E660583883724A32") -> str:
    wired = {name: f'"{name}" = "GP{20 - n}"' for n, name in enumerate(STAR.names)}
    for change in changes:
        wired[change.partition("=")[0].strip().strip('"')] = change
    return f'jig = "{jig}"\n[switches]\n' + "\n".join(wired.values())


def test_a_file_says_how_its_jig_is_wired(wired: SimulatedJig, tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text(lines('button = "GP0"', jig="0123"))
    with Jig(wired.device) as jig:
        assert found(tmp_path, jig).pins["19"] == 18
        assert found(tmp_path, jig).pins[BUTTON] == 21
        (tmp_path / "mine.toml").write_text(lines('button = "GP1"'))
        assert found(tmp_path, jig).pins["19"] == 2
        assert found(tmp_path, jig).pins[BUTTON] == 1
        (tmp_path / "mine.toml").write_text(lines())
        assert BUTTON not in found(tmp_path, jig).pins


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (lines('"20" = "GP0"'), "star has no point '20'"),
        (lines('"3" = "GP22"'), "3 = 'GP22' is none of GP0 to GP21"),
        (lines('"3" = 5'), "3 = 5 is none of"),
        (lines('"3" = "GP20"'), "GP20 is wired twice"),
        (lines('"3" = ""').replace('"3" = ""', ""), "does not say which pin is point 3"),
        ('jig = "E660583883724A32"', r"\[switches\] is missing"),
        ('jig = "E660583883724A32"\nlamps = 3', "'lamps' is no setting"),
        ("jig = ", "it is not TOML"),
    ],
)
def test_a_file_that_makes_no_sense_is_told(
    wired: SimulatedJig, tmp_path: Path, text: str, error: str
) -> None:
    (tmp_path / "mine.toml").write_text(text)
    with Jig(wired.device) as jig, pytest.raises(JigError, match=f"mine.toml: .*{error}"):
        found(tmp_path, jig)


def test_two_files_about_one_jig_are_told(wired: SimulatedJig, tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.toml").write_text(lines())
    with (
        Jig(wired.device) as jig,
        pytest.raises(JigError, match=r"a\.toml and .*b\.toml are"),
    ):
        found(tmp_path, jig)


def test_a_board_with_more_points_than_pins_is_told(wired: SimulatedJig, tmp_path: Path) -> None:
    with Jig(wired.device) as jig, pytest.raises(JigError, match="22 pins, and the grid7 has 49"):
        JigWiring.find(tmp_path, jig, grid(7))


# A whole run


Hil = Callable[[Sequence[str]], "subprocess.CompletedProcess[str]"]


@pytest.fixture
def hil(pico: SimulatedPico, tmp_path: Path) -> Hil:
    config = tmp_path / "board.toml"
    config.write_text(f'[port]\nkind = "pico"\ndevice = "{pico.device}"\n[strip]\nroute = "pico"\n')

    def run(arguments: Sequence[str]) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "companion", "hil", "--config", str(config), *arguments]
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)

    return run


def test_a_board_is_tested_by_a_jig(hil: Hil, wired: SimulatedJig, tmp_path: Path) -> None:
    chosen = "lamps_answer or every_lamp or smaller_game"
    done = hil(
        ["--jig", wired.device, "--junit", "ran.xml", "--json", "ran.json", "--only", chosen]
    )
    assert done.returncode == 0, done.stdout
    report = json.loads((tmp_path / "ran.json").read_text())
    assert report["board"]["jig"].startswith("E660583883724A32 ")
    assert report["board"]["wiring of the jig"] == "the default wiring of a jig"
    outcomes = {each["test"]: each for each in report["tests"]}
    assert outcomes["test_a_frame_reaches_every_lamp"]["outcome"] == "passed"
    smaller = outcomes["test_a_smaller_game_is_played_on_a_part_of_a_board"]
    assert smaller["why"] == f"the board jig:{wired.device} is a star, and not a grid9"
    assert outcomes["test_the_lamps_answer_a_switch"]["switch to lamps (ms)"] > 0
    assert "switch to lamps" in (tmp_path / "ran.xml").read_text()


def test_a_jig_that_is_gone_ends_the_run_in_one_line(hil: Hil) -> None:
    done = hil(["--jig", "/dev/nowhere"])
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "--board=jig:/dev/nowhere: no jig: no board is on /dev/nowhere" in done.stdout
    assert done.stdout.count("no jig") == 1


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ([], "say who works the board: --jig DEVICE or --person"),
        (["--jig", "x", "--person"], "say who works the board"),
        (["--jig", "x", "--config", "none.toml"], "there is no file none.toml"),
    ],
)
def test_an_order_that_makes_no_sense_is_told(hil: Hil, arguments: list[str], error: str) -> None:
    done = hil(arguments)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert error in done.stderr


def opened(device: str, text: str | None, stack: ExitStack) -> BoardUnderTest:
    config = None if text is None else parse_config(text)
    return jig_board(device)(stack, BoardChoice(config))


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (None, "needs the board's configuration: add --board-config=FILE"),
        ('[port]\nkind = "simulated"', "needs a real board, and the configured one is simulated"),
        ('[port]\nkind = "pico"\n[strip]\nroute = "pico"', "no jig: no board is on /dev/nowhere"),
    ],
)
def test_a_board_that_no_jig_can_work_is_told(text: str | None, error: str) -> None:
    with ExitStack() as stack, pytest.raises(UnknownBoard, match=error):
        opened("/dev/nowhere", text, stack)


def test_a_board_is_worked_by_a_jig(
    pico: SimulatedPico, wired: SimulatedJig, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    unhurried(monkeypatch)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "jigs").mkdir()
    straight = [f'"{name}" = "GP{n}"' for n, name in enumerate(STAR.names)]
    (tmp_path / "jigs" / "mine.toml").write_text(
        'jig = "E660583883724A32"\n[switches]\n' + "\n".join(straight)
    )
    text = f'[port]\nkind = "pico"\ndevice = "{pico.device}"\n[strip]\nroute = "pico"'
    with ExitStack() as stack:
        board = opened(wired.device, text, stack)
        assert board.has("lamps", "one clock")
        assert board.lacks("button") == ["button"]  # the file names none
        assert board.properties["wiring of the jig"] == "jigs/mine.toml"
        board.bank.close("6")
        assert pico.closed == {5}
        assert board.reaction(0.0) is None  # no program shows anything
        assert board.lamps() == [(0, 0, 0)] * 19


def test_the_command_says_who_works_the_board(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ran: list[str] = []

    def run(board: str, *_: object, **__: object) -> int:
        ran.append(board)
        return len(ran) - 1

    monkeypatch.setattr("companion.testing.board_report.run_board_suite", run)
    config = tmp_path / "board.toml"
    config.write_text("")
    for words, code in (
        (["--jig", "/dev/x"], 0),
        (["--person"], 1),
        ([], 2),
        (["--person", "--config", str(tmp_path / "none")], 2),
    ):
        order = ["companion", "hil", *([] if "--config" in words else ["--config", str(config)])]
        monkeypatch.setattr(sys, "argv", [*order, *words])
        with pytest.raises(SystemExit) as ended:
            main()
        assert ended.value.code == code
    assert ran == ["jig:/dev/x", "person"]
    assert "there is no file" in capsys.readouterr().err


def test_a_jig_without_its_device_is_told() -> None:
    with pytest.raises(UnknownBoard, match="name the device of the jig"):
        check_name("jig")
    assert check_name("jig:/dev/x").__qualname__ == jig_board("/dev/x").__qualname__


def _base64(frame: bytes) -> bytes:
    from companion.device.ports.link import encode_colours

    return encode_colours(frame)

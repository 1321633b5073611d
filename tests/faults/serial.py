"""The serial link: noise and mutated messages at both of its ends.

The program's end is the real port, reading a real pty with pyserial; the board's is the core of the
firmware, under CPython. Neither may raise anything or grow, and after each flood the next sound
messages have to be understood.
"""

from __future__ import annotations

import logging
import os
import pty
import select
import tty
from collections.abc import Sequence
from importlib.util import find_spec
from random import Random
from threading import Lock, Thread
from time import monotonic

from companion.device.ports import link, opening, pico_port
from companion.device.ports.pico_port import PicoPort
from companion.device.ports.port import Button, PortError, Report
from companion.device.ports.port_kinds import PortSettings, StripSettings
from companion.rules.geometry import STAR, Sensed
from tests.faults.campaign import Campaign, NotRunError, Size, Tally, memory, until
from tests.faults.mutations import hostile_lines, mutated

_SWITCHES = 19
_FLOOD = 5000
"""Lines between two checks."""

_GROWTH = 20_000
"""KB by which the process may grow; a line of 3000 bytes may wait, and nothing else."""

_RECOVERED = 15.0
"""Seconds within which a board is known again: both ends may have to count each other as gone, and
look for each other anew, which takes 3 s and 2 s."""


def run(_: int, random: Random, cases: int) -> Tally:
    """So many lines at each end."""
    tally = Tally()
    before = memory(os.getpid())
    _flood_board(random, cases, tally)
    _flood_host(random, cases, tally)
    grown = memory(os.getpid()) - before
    tally.check(grown < _GROWTH, f"the process has grown by {grown} KB")
    return tally


def _resealed(line: bytes, random: Random) -> bytes:
    """A message with a sound checksum and a changed body."""
    return link.encode_message(mutated(line[:-9], random)[: link.MAX_MESSAGE - 9])[:-1]


def _lines(bodies: Sequence[bytes]) -> list[bytes]:
    return [link.encode_message(body)[:-1] for body in bodies]


# The board's end


class _Firmware:
    """The core of the firmware, what it has said and shown, and its clock."""

    def __init__(self, said: list[bytes]) -> None:
        self.said = said
        self.shown: list[bytes] = []
        self.now = link.TICKS_PERIOD - 2000
        self.closed = 0
        self.end = link.BoardLink(_SWITCHES, "star", said.append, self.shown.append, self.now)
        self.wait(link.SETTLE_MS)

    def wait(self, milliseconds: int) -> None:
        self.now = (self.now + milliseconds) % link.TICKS_PERIOD
        self.end.tick(self.now)

    def feed(self, data: bytes) -> None:
        self.end.feed(data, self.now)

    def toggle(self, switch: int) -> None:
        self.closed ^= 1 << switch
        self.end.switch_changed(switch, bool(self.closed >> switch & 1))


def _host_lines(random: Random) -> list[bytes]:
    """What a program says to a board."""
    frames = [link.encode_colours(random.randbytes(3 * _SWITCHES)) for _ in range(5)]
    bodies = [b"H1", *(b"S" + link.to_hex(ticket, 1) for ticket in range(0, 256, 17))]
    bodies += [b"F" + link.to_hex(ticket, 1) + frame for ticket, frame in enumerate(frames)]
    return _lines(bodies)


def _flood_board(random: Random, cases: int, tally: Tally) -> None:
    said: list[bytes] = []
    board = _Firmware(said)
    sound = _host_lines(random)
    fed = 0
    while fed < cases:
        count = min(_FLOOD, cases - fed)
        lines = hostile_lines(sound, count, random, _resealed)
        data = b"\n".join(lines) + b"\n" * random.randrange(2)
        while data:
            size = random.choice((1, 7, 64, 500, 4096, 4096, 4096))
            board.feed(data[:size])
            data = data[size:]
            if random.random() < 0.01:
                board.toggle(random.randrange(_SWITCHES + 1))
                board.wait(random.choice((1, 10, 100)))
        fed += count
        malformed = [line for line in said if link.decode_message(line[:-1]) is None]
        tally.check(not malformed, f"the board said {malformed[:1]}")
        tally.check(_board_understands(board, random), f"the board is lost after {fed} lines")
        said.clear()
        board.shown.clear()
    tally.cases += fed
    tally.found["lines at the firmware"] += fed


def _board_understands(board: _Firmware, random: Random) -> bool:
    """Whether the next sound messages are understood."""
    colours, ticket = random.randbytes(3 * _SWITCHES), link.to_hex(random.randrange(256), 1)
    board.said.clear()
    bodies = (b"H1", b"S" + ticket, b"F" + ticket + link.encode_colours(colours))
    board.feed(b"\n" + b"".join(map(link.encode_message, bodies)))
    hello, state, shown = (link.decode_message(line[:-1]) for line in board.said[-3:])
    closed = board.closed.to_bytes((_SWITCHES + 8) // 8, "little").hex().encode()
    return (
        hello == b"h1 19 star"
        and state is not None
        and state[:3] == b"s" + ticket
        and state[9:] == closed
        and shown == b"f" + ticket
        and board.shown[-1] == colours
    )


# The program's end


class _Cable:
    """A board behind a pty. Between its messages, hostile lines can be put on the line."""

    def __init__(self) -> None:
        self._ours, theirs = pty.openpty()
        tty.setraw(theirs)
        os.set_blocking(self._ours, False)
        self.device = os.ttyname(theirs)
        self._theirs = theirs
        self._said: list[bytes] = []
        self.lock = Lock()
        self.board = _Firmware(self._said)
        self._waiting = bytearray()
        self._ended = False
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        last = monotonic()
        while not self._ended:
            with self.lock:
                writes = [self._ours] if self._waiting or self._said else []
            readable, writable, _ = select.select([self._ours], writes, [], 0.005)
            with self.lock:
                now = monotonic()
                self.board.wait(int((now - last) * 1000))
                last += int((now - last) * 1000) / 1000
                if readable:
                    self.board.feed(os.read(self._ours, 4096))
                self.board.shown.clear()
                if not self._waiting:
                    self._waiting += b"".join(self._said)
                    self._said.clear()
                if writable and self._waiting:
                    del self._waiting[: os.write(self._ours, self._waiting[:4096])]

    def put(self, data: bytes) -> None:
        """Put bytes on the line, before what the board says next."""
        with self.lock:
            self._waiting += data

    @property
    def idle(self) -> bool:
        """Whether everything is on its way."""
        with self.lock:
            return not self._waiting

    def toggle(self, switch: int) -> None:
        """Close or open a switch."""
        with self.lock:
            self.board.toggle(switch)

    def close(self) -> None:
        self._ended = True
        self._thread.join()
        os.close(self._ours)
        os.close(self._theirs)


class _Complaints(logging.Handler):
    """What the port logs, apart from a board that it has lost, which it says as well."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.errors: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info or record.msg.startswith("serial link"):
            self.errors.append(self.format(record))


def _board_lines(random: Random) -> list[bytes]:
    """What a board says to the program."""
    sequences = [random.randrange(1 << 16) for _ in range(20)]
    bodies = [b"h1 19 star", b"r", b"h2 19 star", b"h1 7 star"][: 1 if random.random() < 0.9 else 4]
    for number in sequences:
        sequence, switch = link.to_hex(number, 2), link.to_hex(random.randrange(24), 1)
        bodies.append(b"e" + sequence + switch + random.choice((b"0", b"1")))
        state = random.randbytes(3).hex().encode()
        bodies.append(b"s" + link.to_hex(number, 1) + sequence + b"00" + state)
        bodies.append(b"f" + link.to_hex(number, 1))
    return _lines(bodies)


def _flood_host(random: Random, cases: int, tally: Tally) -> None:
    if find_spec("serial") is None:
        raise NotRunError("the library pyserial is missing")
    pico_port._RETRY_INTERVAL = 0.02  # a real table can wait for longer
    complaints = _Complaints()
    logger = logging.getLogger("companion")
    logger.setLevel(logging.INFO)
    logger.propagate = False
    logger.addHandler(complaints)
    cable = _Cable()
    seen: dict[int, bool] = {}

    def hear(report: Report) -> None:
        if isinstance(report, Sensed):
            seen[int(report.point)] = report.occupied
        else:
            assert isinstance(report, Button)

    settings = PortSettings(kind="pico", device=cable.device)
    port = opening.open_port(settings, StripSettings(route="pico"), STAR, monotonic)
    assert isinstance(port, PicoPort)
    port.open(hear)
    try:
        fed = 0
        while fed < cases:
            count = min(_FLOOD, cases - fed)
            data = b"\n".join(hostile_lines(_board_lines(random), count, random, _resealed)) + b"\n"
            cable.put(data)
            for _ in range(random.randrange(4)):
                cable.toggle(random.randrange(_SWITCHES))
            port.show(random.randbytes(3 * _SWITCHES))
            fed += count
            until(lambda: cable.idle, _RECOVERED)
            known = until(lambda: _knows(port, cable, seen), _RECOVERED)
            tally.check(known, f"the program is lost after {fed} lines: {port.trouble!r}")
        tally.cases += fed
        tally.found["lines at the program"] += fed
        tally.check(not complaints.errors, f"the port logs {complaints.errors[:1]}")
    finally:
        port.close()
        cable.close()
        logger.removeHandler(complaints)


def _knows(port: PicoPort, cable: _Cable, seen: dict[int, bool]) -> bool:
    """Whether the port knows the switches, and has reported every one of them."""
    try:
        occupancy = port.occupancy()
    except PortError:
        return False
    with cable.lock:
        closed = cable.board.closed & STAR.full
    reported = sum(1 << point for point, occupied in seen.items() if occupied)
    return occupancy == closed == reported


CAMPAIGN = Campaign(
    "serial",
    "noise and mutated messages at both ends of the serial link",
    full=Size(10, 100_000),
    short=Size(1, 20_000),
    run=run,
)

"""Both ends of the line to a Pico: what they say, and what no line can do to them."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.drivers.host_end import AGAIN, GREETING, HEARTBEAT, Change, HostEnd
from companion.drivers.link import (
    LONGEST,
    MOST_PIXELS,
    SETTLING,
    SILENCE,
    TICKS,
    BoardEnd,
    Lines,
    pack,
    seal,
    unpack,
    unseal,
)

SWITCHES = 19
DARK = bytes(3 * MOST_PIXELS)


@dataclass
class Board:
    """A board's end, what it has said and shown, and its time in milliseconds."""

    said: list[bytes] = field(default_factory=list)
    shown: list[bytes] = field(default_factory=list)
    now: int = TICKS - 1000  # so that its ticks begin anew soon

    def __post_init__(self) -> None:
        self.end = BoardEnd(SWITCHES, "star", self.said.append, self.shown.append, self.now)

    def wait(self, milliseconds: int) -> None:
        for _ in range(0, milliseconds, 10):
            self.now = (self.now + 10) % TICKS
            self.end.tick(self.now)

    def hear(self, *bodies: bytes) -> list[bytes]:
        """What it answers to lines of these bodies."""
        self.said.clear()
        self.end.feed(b"".join(map(seal, bodies)), self.now)
        return [body for line in self.said if (body := unseal(line[:-1])) is not None]

    def greeted(self) -> Board:
        self.wait(SETTLING)
        assert self.hear(b"H1") == [b"h1 19 star"]
        return self


# Lines


@given(st.binary(max_size=LONGEST - 9).filter(lambda body: b"\n" not in body))
def test_a_sealed_line_is_opened_again(body: bytes) -> None:
    assert Lines().feed(seal(body)) == [body]


@given(st.binary(max_size=60), st.integers(0), st.integers(0, 7))
def test_a_flipped_bit_is_found(body: bytes, place: int, bit: int) -> None:
    line = bytearray(seal(body)[:-1])
    line[place % len(line)] ^= 1 << bit
    assert unseal(bytes(line)) is None


@given(st.lists(st.integers(0, 255), max_size=30), st.randoms(use_true_random=False))
def test_lines_may_come_in_any_pieces(numbers: list[int], random: Random) -> None:
    stream = b"".join(seal(b"F" + bytes([65 + n % 26]) * n) for n in numbers)
    lines, bodies = Lines(), []
    while stream:
        size = random.randint(1, 100)
        bodies += lines.feed(stream[:size])
        stream = stream[size:]
    assert bodies == [b"F" + bytes([65 + n % 26]) * n for n in numbers]
    assert lines.refused == 0


@pytest.mark.parametrize("length", [LONGEST + 1, 5 * LONGEST, 100_000])
@pytest.mark.parametrize("piece", [7, 64, 200_000])
def test_an_overlong_line_is_dropped_and_the_next_one_is_heard(length: int, piece: int) -> None:
    lines, bodies = Lines(), []
    stream = b"x" * length + b"\n" + seal(b"S01")
    for start in range(0, len(stream), piece):
        bodies += lines.feed(stream[start : start + piece])
    assert bodies == [b"S01"]
    assert lines.refused == 1


def test_a_torn_line_spoils_only_itself() -> None:
    lines = Lines()
    assert lines.feed(seal(b"F01abcd")[:9] + b"\n" + seal(b"S01")) == [b"S01"]
    assert lines.refused == 1


@given(st.binary(max_size=3 * MOST_PIXELS).filter(lambda b: len(b) % 3 == 0))
def test_colours_are_packed_and_unpacked(colours: bytes) -> None:
    text = pack(colours)
    assert unpack(text) == colours
    assert len(seal(b"F00" + text)) <= LONGEST + 1
    assert text.isascii()


@pytest.mark.parametrize("colours", [bytes(4), bytes(3 * MOST_PIXELS + 3)])
def test_colours_of_no_strip_are_refused(colours: bytes) -> None:
    with pytest.raises(ValueError):
        unpack(pack(colours))


# The board's end


def test_a_board_settles_asks_to_be_greeted_and_answers() -> None:
    board = Board()
    assert board.shown == [DARK]
    board.end.key(6, True)
    assert board.hear(b"H1", b"S01") == []
    board.wait(SETTLING)
    assert board.said == [seal(b"r")]
    assert board.hear(b"S01", b"F01" + pack(bytes(57))) == [b"r", b"r"]
    assert board.hear(b"H1", b"Sa7") == [b"h1 19 star", b"sa7000000400000"]
    assert board.shown == [DARK]


def test_a_greeted_board_reports_in_sequence() -> None:
    board = Board().greeted()
    board.said.clear()
    board.end.key(3, True)
    board.end.key(3, True)  # nothing new
    board.end.key(SWITCHES, True)
    board.end.key(3, False)
    assert board.said == [seal(b"e0001031"), seal(b"e0002131"), seal(b"e0003030")]
    assert board.hear(b"S00") == [b"s00000300000008"]


def test_a_frame_is_shown_and_answered() -> None:
    board = Board().greeted()
    colours = bytes(range(57))
    assert board.hear(b"F2a" + pack(colours)) == [b"f2a"]
    assert board.shown[-1] == colours


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"S",
        b"S0",
        b"S0g",
        b"S001",
        b"F",
        b"F0",
        b"Fxx",
        b"F01!",
        b"F01AA=",
        b"F01AAAA=A",
        b"F01AAAA\xff",
        b"F01" + pack(bytes(4)),
        b"x",
        b"s01",
        b"\xff\x00\xff",
    ],
)
def test_lines_that_say_nothing_are_counted(body: bytes) -> None:
    board = Board().greeted()
    assert board.hear(body) == []
    assert board.hear(b"S01") == [b"s01000001000000"]


@pytest.mark.parametrize("greeting", [b"H2", b"H", b"H0", b"Hello", b"H11"])
def test_a_host_of_another_version_gets_the_greeting_alone(greeting: bytes) -> None:
    board = Board()
    board.wait(SETTLING)
    assert board.hear(greeting) == [b"h1 19 star"]
    board.said.clear()
    board.end.key(3, True)
    assert board.said == []


def test_a_silent_host_is_given_up_and_the_lamps_go_dark() -> None:
    board = Board().greeted()
    board.hear(b"F01" + pack(bytes([9] * 57)))
    for _ in range(20):
        board.wait(SILENCE - 20)
        assert board.hear(b"S01")[0][:3] == b"s01"
    assert board.shown[-1] == bytes([9] * 57)
    board.wait(SILENCE)
    assert board.shown[-1] == DARK
    board.said.clear()
    board.end.key(3, True)
    assert board.said == []
    assert board.hear(b"S02") == [b"r"]
    assert board.hear(b"H1", b"S03") == [b"h1 19 star", b"s03000000080000"]


def test_garbage_does_not_count_as_a_host() -> None:
    board = Board().greeted()
    for _ in range(SILENCE // 100 + 1):
        board.wait(100)
        board.end.feed(b"garbage\n", board.now)
    assert board.shown[-1] == DARK


def test_a_scanner_that_lost_count_is_heard_anew_before_anything_is_said() -> None:
    board = Board().greeted()
    board.end.key(3, True)
    board.said.clear()
    board.end.forget(board.now)
    board.end.key(5, True)
    assert board.hear(b"S01") == []
    board.wait(SETTLING)
    assert board.said == [seal(b"r")]
    assert board.hear(b"H1", b"S02") == [b"h1 19 star", b"s02000100200000"]


@given(st.lists(st.binary(max_size=50), max_size=20))
def test_no_bytes_stop_the_board(pieces: list[bytes]) -> None:
    board = Board().greeted()
    for piece in pieces:
        board.end.feed(piece, board.now)
        board.end.feed(seal(piece.replace(b"\n", b"")), board.now)
    assert board.hear(b"\nH1", b"H1", b"S01")[-2:][0] == b"h1 19 star"


# The host's end


@dataclass
class Host:
    """A host's end, up to date with a board in the state `known`."""

    known: int = 0
    now: float = 100.0

    def __post_init__(self) -> None:
        self.end = HostEnd(SWITCHES)
        self.end.connect(self.now)

    def up(self) -> Host:
        assert self.end.due(self.now) == b"\n" + seal(b"H1")
        assert self.hear(b"h1 19 star") == []
        assert self.end.due(self.now) == seal(b"S01")
        assert self.hear(b"s01" + b"000000" + self.known.to_bytes(3, "little").hex().encode()) == []
        assert self.end.up
        return self

    def hear(self, *bodies: bytes) -> list[Change]:
        return self.end.feed(b"".join(map(seal, bodies)), self.now)

    def wait(self, seconds: float) -> bytes:
        """What it says when that much time has passed."""
        self.now += seconds
        return self.end.due(self.now)


def test_a_host_greets_until_it_is_answered() -> None:
    host = Host()
    assert host.end.due(host.now) == b"\n" + seal(b"H1")
    assert host.wait(AGAIN / 2) == b""
    assert host.end.deadline == pytest.approx(host.now + AGAIN / 2)
    assert host.wait(AGAIN / 2) == b"\n" + seal(b"H1")
    assert not host.end.silent(host.now)
    host.wait(GREETING)
    assert host.end.silent(host.now)


def test_a_host_asks_every_second_and_again_when_it_is_not_answered() -> None:
    host = Host().up()
    assert host.wait(HEARTBEAT - 0.01) == b""
    assert host.wait(0.02) == seal(b"S02")
    assert host.wait(AGAIN - 0.01) == b""
    assert host.wait(0.02) == seal(b"S03")
    host.hear(b"s02000000ffffff")  # an answer to what is no longer asked
    assert (host.end.known, host.end.answered) == (0, 1)
    host.hear(b"s03000000010000")
    assert (host.end.known, host.end.answered) == (1, 3)


def test_a_host_gives_up_a_board_that_falls_silent() -> None:
    host = Host().up()
    host.wait(SILENCE / 1000 - 0.01)
    assert not host.end.silent(host.now)
    host.wait(0.02)
    assert host.end.silent(host.now)


def test_reports_in_sequence_are_changes() -> None:
    host = Host().up()
    assert host.hear(b"e0001031", b"e0002131", b"e0003030") == [
        Change(3, True),
        Change(19, True),
        Change(3, False),
    ]
    assert host.end.known == 1 << 19


def test_a_missing_report_has_the_whole_state_asked() -> None:
    host = Host().up()
    assert host.hear(b"e0002041") == []  # the first one was lost
    assert host.end.deadline < host.now
    assert host.wait(0) == seal(b"S02")
    assert host.hear(b"e0003051", b"s02000300380000") == [
        Change(3, True),
        Change(4, True),
        Change(5, True),
    ]
    assert host.hear(b"e0004030") == [Change(3, False)]


def test_a_doubled_report_changes_nothing() -> None:
    host = Host().up()
    assert host.hear(b"e0001031", b"e0001031") == [Change(3, True)]
    assert host.end.known == 8


def test_a_doubled_answer_does_not_bring_the_past_back() -> None:
    host = Host().up()
    host.end.ask()
    assert host.wait(0) == seal(b"S02")
    assert host.hear(b"s02000000000000", b"e0001031", b"s02000000000000") == [Change(3, True)]
    assert host.end.known == 8


def test_the_sequence_goes_on_at_its_end() -> None:
    host = Host().up()
    host.end.ask()
    host.end.due(host.now)
    host.hear(b"s02ffff00000000")
    assert host.hear(b"e0000031") == [Change(3, True)]


def test_only_the_latest_frame_waits_while_one_is_under_way() -> None:
    host = Host().up()
    for shade in range(1, 100):
        host.end.show(bytes([shade] * 57))
        said = host.wait(0)
        assert said == (seal(b"F01" + pack(bytes([1] * 57))) if shade == 1 else b"")
    assert not host.end.idle
    host.hear(b"f01")
    assert host.wait(0) == seal(b"F02" + pack(bytes([99] * 57)))
    host.hear(b"f01")  # late
    assert not host.end.idle
    host.hear(b"f02")
    assert host.end.idle
    assert host.wait(0) == b""


def test_a_frame_that_is_not_answered_is_sent_again() -> None:
    host = Host().up()
    host.end.show(bytes(57))
    assert host.wait(0)[:3] == b"F01"
    assert host.wait(AGAIN) == seal(b"F02" + pack(bytes(57)))


def test_a_board_that_has_started_again_is_greeted_asked_and_lit() -> None:
    host = Host(known=3).up()
    host.end.show(bytes(57))
    host.wait(0)
    host.hear(b"f01")
    host.hear(b"r")
    assert not host.end.up
    assert host.wait(0) == b"\n" + seal(b"H1")
    host.hear(b"h1 19 star")
    assert host.wait(0) == seal(b"F02" + pack(bytes(57))) + seal(b"S02")
    assert host.hear(b"f02", b"s02000000010000") == [Change(1, False)]


@pytest.mark.parametrize(
    ("hello", "said"),
    [
        (b"h2 19 star", "speaks version 2 .*, this program version 1: copy the firmware"),
        (b"h2 what is new here", "speaks version 2"),
        (b"h1 49 grid7, a Pico", r"has 49 switches \(grid7, a Pico\), but the game wants 19: set"),
    ],
)
def test_a_board_that_cannot_be_used_is_told_in_one_line(hello: bytes, said: str) -> None:
    host = Host()
    host.end.due(host.now)
    host.hear(hello)
    with pytest.raises(AssertionError, match=said):
        raise AssertionError(host.end.trouble)
    assert "\n" not in host.end.trouble
    assert host.wait(0.1) == b""
    host.wait(GREETING)
    assert host.end.silent(host.now)


def test_a_board_with_more_switches_serves_a_map() -> None:
    end = HostEnd(30, whole=False)
    end.connect(0.0)
    end.feed(seal(b"h1 81 grid9"), 0.0)
    assert (end.trouble, end.button) == ("", 81)


@given(st.lists(st.binary(max_size=50), max_size=20))
def test_no_bytes_stop_the_host(pieces: list[bytes]) -> None:
    host = Host().up()
    for piece in pieces:
        host.end.feed(piece, host.now)
        host.end.feed(seal(piece.replace(b"\n", b"")), host.now)
        host.end.due(host.now)
    host.end.connect(host.now)
    assert host.wait(0) == b"\n" + seal(b"H1")


@given(
    st.lists(
        st.sampled_from([b"r", b"h", b"h1 19 star", b"h1 81", b"s01", b"s", b"e", b"f", b"e00"])
        | st.builds(
            bytes.__add__, st.sampled_from([b"s", b"e", b"f", b"h"]), st.binary(max_size=20)
        )
    )
)
def test_no_sealed_words_stop_the_host(bodies: list[bytes]) -> None:
    host = Host().up()
    for body in bodies:
        host.hear(body.replace(b"\n", b""))
        host.wait(0.01)


# Both, over a bad line


class BadLine:
    """Carries bytes one way, and spoils them as it is told to."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.bad = True
        self._kept = b""

    def carry(self, data: bytes) -> bytes:
        random = self.random
        if not self.bad:
            carried, self._kept = self._kept + data, b""
            return carried
        spoilt = b""
        for line in (self._kept + data).splitlines(keepends=True):
            match random.choice(("lose", "double", "flip", "tear", "add", "", "", "", "")):
                case "lose":
                    continue
                case "double":
                    spoilt += line + line
                case "flip":
                    place = random.randrange(len(line))
                    flipped = line[place] ^ 1 << random.randrange(8)
                    spoilt += line[:place] + bytes([flipped]) + line[place + 1 :]
                case "tear":
                    spoilt += line[: random.randrange(len(line))]
                case "add":
                    spoilt += random.randbytes(random.choice((3, 50, 1500))) + line
                case _:
                    spoilt += line
        # A part of it comes later.
        size = random.randint(0, len(spoilt))
        self._kept = spoilt[size:]
        return spoilt[:size]


@settings(max_examples=60)
@given(st.integers(0, 2**32))
def test_two_ends_agree_again_however_bad_the_line_was(seed: int) -> None:
    random = Random(seed)
    board, host = Board(), HostEnd(SWITCHES)
    there, back = BadLine(random), BadLine(random)
    closed = [False] * (SWITCHES + 1)
    told = 0  # what the host would know by its changes alone
    frame = b""
    host.connect(0.0)
    for step in range(1000):
        at = step / 100
        there.bad = back.bad = step < 500
        if there.bad and random.random() < 0.2:
            switch = random.randrange(SWITCHES + 1)
            closed[switch] = not closed[switch]
            board.end.key(switch, closed[switch])
        if there.bad and random.random() < 0.05:
            frame = random.randbytes(57)
            host.show(frame)
        if there.bad and random.random() < 0.01:
            board.end.forget(board.now)
            for switch, is_closed in enumerate(closed):
                board.end.key(switch, is_closed)
        if host.silent(at):
            host.connect(at)
        board.wait(10)
        board.end.feed(there.carry(host.due(at)), board.now)
        before = host.known
        changes = host.feed(back.carry(b"".join(board.said)), at)
        board.said.clear()
        if before is None:
            told, changes = host.known or 0, []  # from the first whole state on
        for switch, is_closed in changes:
            assert bool(told >> switch & 1) != is_closed, "told twice"
            told ^= 1 << switch
        assert told == (host.known or 0)
    state = sum(is_closed << switch for switch, is_closed in enumerate(closed))
    assert host.up
    assert host.known == state
    assert host.idle
    assert not frame or board.shown[-1] == frame

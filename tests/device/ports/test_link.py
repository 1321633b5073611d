"""Both ends of the line to a Pico: what they say, and what no line can do to them."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.device.ports.host_link import (
    BOOT_GREETINGS,
    BOOT_SILENCE,
    BOOT_TIMEOUT,
    GREETING_TIMEOUT,
    HEARTBEAT,
    RESEND_INTERVAL,
    HostLink,
    SwitchChange,
)
from companion.device.ports.link import (
    MAX_MESSAGE,
    MAX_PIXELS,
    SETTLE_MS,
    TICKS_PERIOD,
    TIMEOUT_MS,
    BoardLink,
    MessageReader,
    decode_colours,
    decode_message,
    encode_colours,
    encode_message,
    from_hex,
    to_hex,
)

SWITCHES = 19
DARK = bytes(3 * MAX_PIXELS)


@dataclass
class Board:
    """A board's end, what it has said and shown, and its time in milliseconds."""

    said: list[bytes] = field(default_factory=list)
    shown: list[bytes] = field(default_factory=list)
    now: int = TICKS_PERIOD - 1000  # so that its ticks begin anew soon

    def __post_init__(self) -> None:
        self.link = BoardLink(SWITCHES, "star", self.said.append, self.shown.append, self.now)

    def wait(self, milliseconds: int) -> None:
        for _ in range(0, milliseconds, 10):
            self.now = (self.now + 10) % TICKS_PERIOD
            self.link.tick(self.now)

    def hear(self, *bodies: bytes) -> list[bytes]:
        """What it answers to lines of these bodies."""
        self.said.clear()
        self.link.feed(b"".join(map(encode_message, bodies)), self.now)
        return [body for line in self.said if (body := decode_message(line[:-1])) is not None]

    def greeted(self) -> Board:
        self.wait(SETTLE_MS)
        assert self.hear(b"H1") == [b"h1 19 star"]
        return self


# MessageReader


@given(st.binary(max_size=MAX_MESSAGE - 9).filter(lambda body: b"\n" not in body))
def test_a_sealed_line_is_opened_again(body: bytes) -> None:
    assert MessageReader().feed(encode_message(body)) == [body]


@given(st.binary(max_size=60), st.integers(0), st.integers(0, 7))
def test_a_flipped_bit_is_found(body: bytes, place: int, bit: int) -> None:
    line = bytearray(encode_message(body)[:-1])
    line[place % len(line)] ^= 1 << bit
    assert decode_message(bytes(line)) is None


@given(st.lists(st.integers(0, 255), max_size=30), st.randoms(use_true_random=False))
def test_lines_may_come_in_any_pieces(numbers: list[int], random: Random) -> None:
    stream = b"".join(encode_message(b"F" + bytes([65 + n % 26]) * n) for n in numbers)
    lines, bodies = MessageReader(), []
    while stream:
        size = random.randint(1, 100)
        bodies += lines.feed(stream[:size])
        stream = stream[size:]
    assert bodies == [b"F" + bytes([65 + n % 26]) * n for n in numbers]
    assert lines.refused == 0


@pytest.mark.parametrize("length", [MAX_MESSAGE + 1, 5 * MAX_MESSAGE, 100_000])
@pytest.mark.parametrize("piece", [7, 64, 200_000])
def test_an_overlong_line_is_dropped_and_the_next_one_is_heard(length: int, piece: int) -> None:
    lines, bodies = MessageReader(), []
    stream = b"x" * length + b"\n" + encode_message(b"S01")
    for start in range(0, len(stream), piece):
        bodies += lines.feed(stream[start : start + piece])
    assert bodies == [b"S01"]
    assert lines.refused == 1


@pytest.mark.parametrize("size", [1, 500, MAX_MESSAGE, MAX_MESSAGE + 1])
def test_the_longest_line_is_heard_in_whatever_pieces_it_comes(size: int) -> None:
    line = encode_message(b"x" * (MAX_MESSAGE - 9))
    assert len(line) == MAX_MESSAGE + 1  # its end included
    lines, bodies = MessageReader(), []
    for start in range(0, len(line), size):
        bodies += lines.feed(line[start : start + size])
    assert bodies == [line[:-10]]
    assert lines.refused == 0


def test_every_bad_line_is_counted() -> None:
    lines = MessageReader()
    for count in range(1, 6):
        lines.feed(b"x" * (MAX_MESSAGE + count) if count % 2 else b"\nnoise\n")
        assert lines.refused == count


@pytest.mark.parametrize(
    ("value", "size", "text"),
    [(0xFF, 1, b"ff"), (0x100, 1, b"00"), (0x2_FFFE, 2, b"fffe"), (0x102, 2, b"0102")],
)
def test_numbers_begin_anew_beyond_what_they_can_hold(value: int, size: int, text: bytes) -> None:
    assert to_hex(value, size) == text
    assert from_hex(text, size) == value % 256**size


def test_a_torn_line_spoils_only_itself() -> None:
    lines = MessageReader()
    assert lines.feed(encode_message(b"F01abcd")[:9] + b"\n" + encode_message(b"S01")) == [b"S01"]
    assert lines.refused == 1


@given(st.binary(max_size=3 * MAX_PIXELS).filter(lambda b: len(b) % 3 == 0))
def test_colours_are_packed_and_unpacked(colours: bytes) -> None:
    text = encode_colours(colours)
    assert decode_colours(text) == colours
    assert len(encode_message(b"F00" + text)) <= MAX_MESSAGE + 1
    assert text.isascii()


@pytest.mark.parametrize("colours", [bytes(4), bytes(3 * MAX_PIXELS + 3)])
def test_colours_of_no_strip_are_refused(colours: bytes) -> None:
    with pytest.raises(ValueError):
        decode_colours(encode_colours(colours))


def test_the_longest_strip_is_no_longer_than_it_may_be() -> None:
    colours = bytes(range(240)) * 3
    assert len(colours) == 3 * MAX_PIXELS
    assert decode_colours(encode_colours(colours)) == colours


# The board's end


@pytest.mark.parametrize(
    ("switches", "state"),
    [(7, b"80"), (8, b"0001"), (15, b"0080"), (16, b"000001"), (63, b"0000000000000080")],
)
def test_the_state_is_as_many_bytes_as_switches_and_button_take(
    switches: int, state: bytes
) -> None:
    said: list[bytes] = []
    link = BoardLink(switches, "grid", said.append, lambda _: None, 0)
    link.switch_changed(switches, True)
    link.tick(SETTLE_MS)
    link.feed(encode_message(b"H1") + encode_message(b"S01"), SETTLE_MS)
    assert said[-1] == encode_message(b"s01000000" + state)


def test_a_board_settles_asks_to_be_greeted_and_answers() -> None:
    board = Board()
    assert board.shown == [DARK]
    board.link.switch_changed(6, True)
    assert board.hear(b"H1", b"S01") == []
    board.wait(SETTLE_MS)
    assert board.said == [encode_message(b"r")]
    assert board.hear(b"S01", b"F01" + encode_colours(bytes(57))) == [b"r", b"r"]
    assert board.hear(b"H1", b"Sa7") == [b"h1 19 star", b"sa7000000400000"]
    assert board.shown == [DARK]


def test_a_greeted_board_reports_in_sequence() -> None:
    board = Board().greeted()
    board.said.clear()
    board.link.switch_changed(3, True)
    board.link.switch_changed(3, True)  # nothing new
    board.link.switch_changed(SWITCHES, True)
    board.link.switch_changed(3, False)
    assert board.said == [
        encode_message(b"e0001031"),
        encode_message(b"e0002131"),
        encode_message(b"e0003030"),
    ]
    assert board.hear(b"S00") == [b"s00000300000008"]


def test_a_frame_is_shown_and_answered() -> None:
    board = Board().greeted()
    colours = bytes(range(57))
    assert board.hear(b"F2a" + encode_colours(colours)) == [b"f2a"]
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
        b"F01" + encode_colours(bytes(4)),
        b"x",
        b"s01",
        b"\xff\x00\xff",
    ],
)
def test_lines_that_say_nothing_are_counted(body: bytes) -> None:
    board = Board().greeted()
    assert board.hear(body) == []
    assert board.hear(b"S01") == [b"s01000001000000"]
    assert board.hear(body, body) == []
    assert board.hear(b"S02") == [b"s02000003000000"]


@pytest.mark.parametrize("greeting", [b"H2", b"H", b"H0", b"Hello", b"H11"])
def test_a_host_of_another_version_gets_the_greeting_alone(greeting: bytes) -> None:
    board = Board()
    board.wait(SETTLE_MS)
    assert board.hear(greeting) == [b"h1 19 star"]
    board.said.clear()
    board.link.switch_changed(3, True)
    assert board.said == []


def test_a_silent_host_is_given_up_and_the_lamps_go_dark() -> None:
    board = Board().greeted()
    board.hear(b"F01" + encode_colours(bytes([9] * 57)))
    for _ in range(20):
        board.wait(TIMEOUT_MS - 20)
        assert board.hear(b"S01")[0][:3] == b"s01"
    assert board.shown[-1] == bytes([9] * 57)
    board.wait(TIMEOUT_MS)
    assert board.shown[-1] == DARK
    board.said.clear()
    board.link.switch_changed(3, True)
    assert board.said == []
    assert board.hear(b"S02") == [b"r"]
    assert board.hear(b"H1", b"S03") == [b"h1 19 star", b"s03000000080000"]


def test_garbage_does_not_count_as_a_host() -> None:
    board = Board().greeted()
    for _ in range(TIMEOUT_MS // 100 + 1):
        board.wait(100)
        board.link.feed(b"garbage\n", board.now)
    assert board.shown[-1] == DARK


def test_a_scanner_that_lost_count_is_heard_anew_before_anything_is_said() -> None:
    board = Board().greeted()
    board.link.switch_changed(3, True)
    board.said.clear()
    board.link.reset(board.now)
    board.link.switch_changed(5, True)
    assert board.hear(b"S01") == []
    board.wait(SETTLE_MS)
    assert board.said == [encode_message(b"r")]
    assert board.hear(b"H1", b"S02") == [b"h1 19 star", b"s02000100200000"]


@given(st.lists(st.binary(max_size=50), max_size=20))
def test_no_bytes_stop_the_board(pieces: list[bytes]) -> None:
    board = Board().greeted()
    for piece in pieces:
        board.link.feed(piece, board.now)
        board.link.feed(encode_message(piece.replace(b"\n", b"")), board.now)
    assert board.hear(b"\nH1", b"H1", b"S01")[-2:][0] == b"h1 19 star"


# The host's end


@dataclass
class Host:
    """A host's end, up to date with a board in the state `states`."""

    states: int = 0
    now: float = 100.0

    def __post_init__(self) -> None:
        self.link = HostLink(SWITCHES)
        self.link.connect(self.now)

    def ready(self) -> Host:
        assert self.link.data_to_send(self.now) == b"\n" + encode_message(b"H1")
        assert self.hear(b"h1 19 star") == []
        assert self.link.data_to_send(self.now) == encode_message(b"S01")
        assert (
            self.hear(b"s01" + b"000000" + self.states.to_bytes(3, "little").hex().encode()) == []
        )
        assert self.link.ready
        return self

    def hear(self, *bodies: bytes) -> list[SwitchChange]:
        return self.link.feed(b"".join(map(encode_message, bodies)), self.now)

    def wait(self, seconds: float) -> bytes:
        """What it says when that much time has passed."""
        self.now += seconds
        return self.link.data_to_send(self.now)


def test_a_host_that_has_heard_nothing_knows_nothing_and_greets_at_once() -> None:
    link = HostLink(SWITCHES)
    assert (link.states, link.about, link.trouble) == (None, "", "")
    assert (link.button, link.answered, link.dropped) == (SWITCHES, 0, (0, 0))
    assert (link.ready, link.idle) == (False, True)
    assert link.data_to_send(0.0) == b"\n" + encode_message(b"H1")


def test_a_host_greets_until_it_is_answered() -> None:
    host = Host()
    assert host.link.data_to_send(host.now) == b"\n" + encode_message(b"H1")
    assert host.wait(RESEND_INTERVAL / 2) == b""
    assert host.link.deadline == pytest.approx(host.now + RESEND_INTERVAL / 2)
    assert host.wait(RESEND_INTERVAL / 2) == b"\n" + encode_message(b"H1")
    assert not host.link.silent(host.now)
    host.wait(GREETING_TIMEOUT)
    assert host.link.silent(host.now)


@pytest.mark.parametrize("boot", [0.0, 0.4, 2.3, 5.0, 8.5])
def test_a_board_that_restarts_when_it_is_connected_is_waited_for(boot: float) -> None:
    host, board = HostLink(SWITCHES), Board()
    host.connect(0.0, restarts=True)
    for at in (step / 100 for step in range(900)):
        said = host.data_to_send(at)
        if at >= boot:  # before, it hears nothing, and has no time of its own
            board.wait(10)
            board.link.feed(said, board.now)
        host.feed(b"".join(board.said), at)
        board.said.clear()
        if host.ready:
            break
        assert not host.silent(at)
    assert at == pytest.approx(boot + SETTLE_MS / 1000, abs=0.05)


def test_a_boot_loader_that_waits_for_silence_gets_it() -> None:
    """That of an Arduino Mega, which has heard a byte and starts the sketch 7 s after the last."""
    link = HostLink(SWITCHES)
    link.connect(0.0, restarts=True)
    times = [at for at in (step / 100 for step in range(900)) if link.data_to_send(at)]
    assert times == [0.0, 0.25, BOOT_GREETINGS, BOOT_GREETINGS + BOOT_SILENCE]
    assert BOOT_SILENCE > 7.0
    assert times[-1] + SETTLE_MS / 1000 + RESEND_INTERVAL < BOOT_TIMEOUT
    assert not link.silent(BOOT_TIMEOUT - 0.001)
    assert link.silent(BOOT_TIMEOUT)


def test_a_board_that_has_started_is_greeted_as_any_other() -> None:
    link = HostLink(SWITCHES)
    link.connect(0.0, restarts=True)
    link.feed(encode_message(b"r"), 4.0)
    times = [at for at in (step / 100 for step in range(400, 600)) if link.data_to_send(at)]
    assert times == [4.0 + RESEND_INTERVAL * n for n in range(8)]
    assert not link.silent(4.0 + BOOT_TIMEOUT - 0.001)  # opened again, it would restart
    assert link.silent(4.0 + BOOT_TIMEOUT)


def test_a_host_asks_every_second_and_again_when_it_is_not_answered() -> None:
    host = Host().ready()
    assert host.wait(HEARTBEAT - 0.01) == b""
    assert host.wait(0.02) == encode_message(b"S02")
    assert host.wait(RESEND_INTERVAL - 0.01) == b""
    assert host.wait(0.02) == encode_message(b"S03")
    host.hear(b"s02000000ffffff")  # an answer to what is no longer asked
    assert (host.link.states, host.link.answered) == (0, 1)
    host.hear(b"s03000000010000")
    assert (host.link.states, host.link.answered) == (1, 3)


def test_a_host_gives_up_a_board_that_falls_silent() -> None:
    host = Host().ready()
    host.wait(TIMEOUT_MS / 1000 - 0.01)
    assert not host.link.silent(host.now)
    host.wait(0.02)
    assert host.link.silent(host.now)


def test_a_connection_is_of_no_use_from_the_very_time_that_is_given() -> None:
    link = HostLink(SWITCHES)
    link.connect(8.0)
    assert not link.silent(8.0 + GREETING_TIMEOUT - 0.001)
    assert link.silent(8.0 + GREETING_TIMEOUT)
    link.data_to_send(8.0)
    link.feed(encode_message(b"h1 19 star"), 16.0)
    assert not link.silent(16.0 + TIMEOUT_MS / 1000 - 0.001)
    assert link.silent(16.0 + TIMEOUT_MS / 1000)


def test_the_number_of_a_question_is_reached_with_its_answer_alone() -> None:
    host = Host().ready()
    assert host.wait(HEARTBEAT) == encode_message(b"S02")
    number = host.link.request_state()
    host.hear(b"s02000000010000")  # it may be older than the question
    assert (host.link.states, host.link.answered) == (0, 1)
    assert host.wait(0) == encode_message(b"S03")
    host.hear(b"s03000000010000")
    assert (host.link.states, host.link.answered) == (1, number)


def test_a_host_says_when_it_will_have_something_to_say() -> None:
    host = Host()
    assert host.link.deadline == host.now
    host.ready()
    asks = host.now + HEARTBEAT
    assert host.link.deadline == asks
    host.link.show(bytes(57))
    assert host.link.deadline == float("-inf")
    host.wait(0)
    assert host.link.deadline == host.now + RESEND_INTERVAL
    host.link.show(bytes(57))  # waits for the answer to the first one
    assert host.link.deadline == host.now + RESEND_INTERVAL
    host.hear(b"f01")
    assert host.link.deadline == float("-inf")
    host.wait(0)
    host.hear(b"f02")
    assert host.link.deadline == asks
    host.hear(b"h2 19 star")
    assert host.link.deadline == float("inf")


def test_lines_that_say_nothing_are_counted_on_both_sides() -> None:
    host = Host().ready()
    assert host.link.dropped == (0, 0)
    host.hear(b"f0", b"e0001030x", b"e00010")
    host.link.feed(b"noise\n", host.now)
    assert host.wait(HEARTBEAT) == encode_message(b"S02")
    host.hear(b"s020000ff000000")
    assert host.link.dropped == (255, 4)
    host.wait(HEARTBEAT)
    host.hear(b"s0300000200 0000".replace(b" ", b""))  # the board's count has wrapped
    assert host.link.dropped == (258, 4)


def test_noise_while_a_board_is_plugged_in_is_not_counted() -> None:
    host = Host()
    host.link.feed(b"boot\nmessages\n", host.now)
    host.ready()
    host.link.connect(host.now)
    host.wait(0)
    host.link.feed(b"half a li\n", host.now)
    host.hear(b"h1 19 star")
    host.wait(0)
    host.hear(b"s02000009000000")
    assert host.link.ready
    assert host.link.dropped == (0, 0)


def test_bits_that_fill_up_the_last_byte_are_no_switches() -> None:
    host = Host().ready()
    host.link.request_state()
    host.wait(0)
    assert host.hear(b"s02000000ffffff") == [SwitchChange(n, True) for n in range(SWITCHES + 1)]
    assert host.link.states == (1 << SWITCHES + 1) - 1


def test_a_report_before_the_state_of_a_new_connection_says_nothing() -> None:
    host = Host(states=8).ready()
    host.link.connect(host.now)
    host.wait(0)
    assert host.hear(b"h1 19 star", b"e0001031", b"e0002001") == []
    assert host.hear(b"s01000000ff0000") == []  # nor does the answer to an earlier question
    assert not host.link.ready
    assert host.wait(0) == encode_message(b"S02")
    assert host.hear(b"s02000200000000") == [SwitchChange(3, False)]
    assert host.link.dropped[1] == 0


@pytest.mark.parametrize(
    ("hello", "about"),
    [(b"h1 19 star, a Pico", "star, a Pico"), (b"h1 19", ""), (b"h1 19  two  ", " two  ")],
)
def test_a_board_says_what_it_is_in_its_own_words(hello: bytes, about: str) -> None:
    host = Host()
    host.link.data_to_send(host.now)
    host.hear(hello)
    assert (host.link.about, host.link.trouble) == (about, "")


@pytest.mark.parametrize(
    ("words", "version"),
    [
        (b"", 1),
        (b"star", 1),
        (b"star, firmware 2", 2),
        (b"star, firmware 0", 0),
        (b"a, firmware x", 1),
        (b"b, firmware", 1),
    ],
)
def test_a_board_says_the_version_of_its_firmware(words: bytes, version: int) -> None:
    host = Host()
    assert host.link.firmware == 0
    host.link.data_to_send(host.now)
    host.hear(b"h1 19 " + words)
    assert host.link.firmware == version


def test_reports_in_sequence_are_changes() -> None:
    host = Host().ready()
    assert host.hear(b"e0001031", b"e0002131", b"e0003030") == [
        SwitchChange(3, True),
        SwitchChange(19, True),
        SwitchChange(3, False),
    ]
    assert host.link.states == 1 << 19


def test_a_missing_report_has_the_whole_state_asked() -> None:
    host = Host().ready()
    assert host.hear(b"e0002041") == []  # the first one was lost
    assert host.link.deadline < host.now
    assert host.wait(0) == encode_message(b"S02")
    assert host.hear(b"e0003051", b"s02000300380000") == [
        SwitchChange(3, True),
        SwitchChange(4, True),
        SwitchChange(5, True),
    ]
    assert host.hear(b"e0004030") == [SwitchChange(3, False)]


def test_a_doubled_report_changes_nothing() -> None:
    host = Host().ready()
    assert host.hear(b"e0001031", b"e0001031") == [SwitchChange(3, True)]
    assert host.link.states == 8


def test_a_doubled_answer_does_not_bring_the_past_back() -> None:
    host = Host().ready()
    host.link.request_state()
    assert host.wait(0) == encode_message(b"S02")
    assert host.hear(b"s02000000000000", b"e0001031", b"s02000000000000") == [SwitchChange(3, True)]
    assert host.link.states == 8


def test_the_sequence_goes_on_at_its_end() -> None:
    host = Host().ready()
    host.link.request_state()
    host.link.data_to_send(host.now)
    host.hear(b"s02ffff00000000")
    assert host.hear(b"e0000031") == [SwitchChange(3, True)]


def test_only_the_latest_frame_waits_while_one_is_under_way() -> None:
    host = Host().ready()
    for shade in range(1, 100):
        host.link.show(bytes([shade] * 57))
        said = host.wait(0)
        assert said == (
            encode_message(b"F01" + encode_colours(bytes([1] * 57))) if shade == 1 else b""
        )
    assert not host.link.idle
    host.hear(b"f01")
    assert host.wait(0) == encode_message(b"F02" + encode_colours(bytes([99] * 57)))
    host.hear(b"f01")  # late
    assert not host.link.idle
    host.hear(b"f02")
    assert host.link.idle
    assert host.wait(0) == b""


def test_a_frame_that_is_not_answered_is_sent_again() -> None:
    host = Host().ready()
    host.link.show(bytes(57))
    assert host.wait(0)[:3] == b"F01"
    assert host.wait(RESEND_INTERVAL) == encode_message(b"F02" + encode_colours(bytes(57)))


def test_a_board_that_has_started_again_is_greeted_asked_and_lit() -> None:
    host = Host(states=3).ready()
    host.link.show(bytes(57))
    host.wait(0)
    host.hear(b"f01")
    host.hear(b"r")
    assert not host.link.ready
    assert host.wait(0) == b"\n" + encode_message(b"H1")
    host.hear(b"h1 19 star")
    assert host.wait(0) == encode_message(b"F02" + encode_colours(bytes(57))) + encode_message(
        b"S02"
    )
    assert host.hear(b"f02", b"s02000000010000") == [SwitchChange(1, False)]


@pytest.mark.parametrize(
    ("hello", "said"),
    [
        (
            b"h2 19 star",
            r"^the firmware of the board speaks version 2 of the protocol, this program version 1: "
            r"copy the firmware of this program to the board \(firmware/README.md says how\)$",
        ),
        (b"h2 what is new here", "speaks version 2"),
        (b"h1 49 grid7, a Pico", r"has 49 switches \(grid7, a Pico\), but the game wants 19: set"),
    ],
)
def test_a_board_that_cannot_be_used_is_told_in_one_line(hello: bytes, said: str) -> None:
    host = Host()
    host.link.data_to_send(host.now)
    host.hear(hello)
    with pytest.raises(AssertionError, match=said):
        raise AssertionError(host.link.trouble)
    assert "\n" not in host.link.trouble
    assert host.wait(0.1) == b""
    host.wait(GREETING_TIMEOUT)
    assert host.link.silent(host.now)


def test_a_board_with_more_switches_serves_a_map() -> None:
    end = HostLink(30, whole=False)
    end.connect(0.0)
    end.feed(encode_message(b"h1 81 grid9"), 0.0)
    assert (end.trouble, end.button) == ("", 81)


@given(st.lists(st.binary(max_size=50), max_size=20))
def test_no_bytes_stop_the_host(pieces: list[bytes]) -> None:
    host = Host().ready()
    for piece in pieces:
        host.link.feed(piece, host.now)
        host.link.feed(encode_message(piece.replace(b"\n", b"")), host.now)
        host.link.data_to_send(host.now)
    host.link.connect(host.now)
    assert host.wait(0) == b"\n" + encode_message(b"H1")


@given(
    st.lists(
        st.sampled_from([b"r", b"h", b"h1 19 star", b"h1 81", b"s01", b"s", b"e", b"f", b"e00"])
        | st.builds(
            bytes.__add__, st.sampled_from([b"s", b"e", b"f", b"h"]), st.binary(max_size=20)
        )
    )
)
def test_no_sealed_words_stop_the_host(bodies: list[bytes]) -> None:
    host = Host().ready()
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
    board, host = Board(), HostLink(SWITCHES)
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
            board.link.switch_changed(switch, closed[switch])
        if there.bad and random.random() < 0.05:
            frame = random.randbytes(57)
            host.show(frame)
        if there.bad and random.random() < 0.01:
            board.link.reset(board.now)
            for switch, is_closed in enumerate(closed):
                board.link.switch_changed(switch, is_closed)
        if host.silent(at):
            host.connect(at)
        board.wait(10)
        board.link.feed(there.carry(host.data_to_send(at)), board.now)
        before = host.states
        changes = host.feed(back.carry(b"".join(board.said)), at)
        board.said.clear()
        if before is None:
            told, changes = host.states or 0, []  # from the first whole state on
        for switch, is_closed in changes:
            assert bool(told >> switch & 1) != is_closed, "told twice"
            told ^= 1 << switch
        assert told == (host.states or 0)
    state = sum(is_closed << switch for switch, is_closed in enumerate(closed))
    assert host.ready
    assert host.states == state
    assert host.idle
    assert not frame or board.shown[-1] == frame

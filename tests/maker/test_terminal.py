"""The maker's terminal: drawings that fit it, keys without an echo, plain lines elsewhere."""

from __future__ import annotations

import io
import os
import pty
import termios

import pytest
from rich.console import Console

from companion.base.text import Text, verbatim
from companion.device.ports import SimulatedPort
from companion.maker.console import BoardConsole, Lighting
from companion.maker.drawing import Mark, draw_board
from companion.maker.inbox import ConsoleEvent, InputClosed, LineEdited, LineEntered, RealTimeInbox
from companion.maker.terminal import Screen, keyboard
from companion.rules.geometry import STAR, Board, grid

BOARDS = [STAR, grid(7), grid(8), grid(9)]
PATIENCE = 60.0


def text(board: Board, mark: str) -> list[str]:
    lines = draw_board(board, [Mark(mark)] * board.size)
    return ["".join(part for part, _ in line) for line in lines]


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: str(board.name))
def test_every_board_fits_80_columns_and_18_lines(board: Board) -> None:
    lines = text(board, "●999")
    assert max(map(len, lines)) <= 79
    assert len(lines) <= 18
    words = " ".join(lines).replace("●999", "").split()
    assert words == list(board.names)


def test_the_star_is_drawn_as_it_is() -> None:
    assert "\n".join(text(STAR, "·")) == (
        "                           1 ·\n"
        "\n"
        "   2 ·             3 ·     4 ·     5 ·             6 ·\n"
        "\n"
        "               7 ·                     8 ·\n"
        "\n"
        "           9 ·            10 ·            11 ·\n"
        "\n"
        "              12 ·                    13 ·\n"
        "\n"
        "  14 ·            15 ·    16 ·    17 ·            18 ·\n"
        "\n"
        "                          19 ·"
    )


def test_on_a_terminal_the_board_is_drawn_and_words_are_not_torn() -> None:
    out = io.StringIO()
    console = Console(file=out, width=80, height=24, force_terminal=True, color_system=None)
    screen = Screen(console)
    port = SimulatedPort(19, lambda: 0.0)
    board_console = BoardConsole(
        port, STAR, STAR.names, Lighting(19, 500, 0.5), 0.01, RealTimeInbox(), screen
    )
    with screen.drawing(), board_console.open():
        board_console.prompt = Text("Put a piece on point 1.")
        board_console.paint()
        screen.typing("12")
        screen.say(verbatim("word " * 30))
    drawn = out.getvalue()
    assert "14 ·            15 ·    16 ·    17 ·            18 ·" in drawn
    assert "Put a piece on point 1." in drawn
    assert "> 12" in drawn
    words = [line for line in drawn.splitlines() if "word" in line]
    assert [line.count("word") for line in words] == [16, 14]


def test_elsewhere_there_are_whole_lines_alone_and_no_letters_that_cannot_be_printed() -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    screen = Screen(Console(file=out, width=80, force_terminal=False))
    with screen.drawing():
        screen.paint([[("● 1", "green")]], "below")
        screen.say(verbatim("closed ● – " + "x" * 100))
    out.flush()
    assert isinstance(out.buffer, io.BytesIO)
    assert out.buffer.getvalue().decode() == "closed # - " + "x" * 100 + "\n"


def event(queue: RealTimeInbox) -> ConsoleEvent | None:
    return queue.take(queue.now() + PATIENCE)


def test_lines_of_a_file_are_typed_until_it_ends() -> None:
    queue = RealTimeInbox()
    with keyboard(queue.put, io.StringIO("7\n\n no \n")):
        assert [event(queue) for _ in range(4)] == [
            LineEntered("7", scripted=True),
            LineEntered("", scripted=True),
            LineEntered("no", scripted=True),
            InputClosed(),
        ]
    assert queue.take(queue.now()) is None


def test_bytes_that_are_no_text_are_silence() -> None:
    queue = RealTimeInbox()
    with keyboard(queue.put, io.TextIOWrapper(io.BytesIO(b"\xff\n"), encoding="utf-8")):
        assert event(queue) == InputClosed()


def test_keys_come_one_by_one_and_the_terminal_is_put_right_again() -> None:
    master, slave = pty.openpty()
    queue = RealTimeInbox()
    with os.fdopen(slave, "r") as source:
        before = termios.tcgetattr(source)
        with keyboard(queue.put, source):
            assert not termios.tcgetattr(source)[3] & termios.ECHO
            os.write(master, b"13\x7f2\x1b\r")
            keys = [event(queue) for _ in range(7)]
            os.write(master, b"\x04")
            assert event(queue) == InputClosed()
        assert termios.tcgetattr(source) == before
    os.close(master)
    assert keys == [
        LineEdited("1"),
        LineEdited("13"),
        LineEdited("1"),
        LineEdited("12"),
        LineEdited("12"),  # Escape is no letter
        LineEdited(""),
        LineEntered("12"),
    ]


def test_a_terminal_that_cannot_draw_shows_every_prompt_and_what_is_typed() -> None:
    shown = io.StringIO()
    console = Console(file=shown, force_terminal=True, _environ={"TERM": "dumb"})
    screen = Screen(console)
    assert not screen.live
    with screen.drawing():
        screen.say(Text("Put a piece on point 7."))
    assert "Put a piece on point 7." in shown.getvalue()
    master, slave = pty.openpty()
    queue = RealTimeInbox()
    with os.fdopen(slave, "r") as source, keyboard(queue.put, source, drawn=screen.live):
        assert termios.tcgetattr(source)[3] & termios.ECHO
        os.write(master, b"12\n")
        assert event(queue) == LineEntered("12")
        os.write(master, b"\x04")
        assert event(queue) == InputClosed()
    os.close(master)


def test_the_drawing_of_a_simulated_board_shows_its_lamps() -> None:
    console = Console(
        file=io.StringIO(), width=80, force_terminal=True, color_system="standard", record=True
    )
    screen = Screen(console)
    board_console = BoardConsole(
        SimulatedPort(19, lambda: 0.0),
        STAR,
        STAR.names,
        Lighting(19, 500, 1.0),
        0.01,
        RealTimeInbox(),
        screen,
    )
    with screen.drawing(), board_console.open():
        board_console.light({6: (255, 255, 255)})
        shown = console.file
        assert isinstance(shown, io.StringIO)
        assert "\x1b[43m 7 ·" in shown.getvalue()

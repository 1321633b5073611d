"""The maker's terminal: text output with a live drawing below it, and the keyboard.

Without a terminal there is only the text.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from threading import Thread
from typing import TextIO

from rich.console import Console
from rich.live import Live
from rich.text import Text as RichText

from companion.base.languages import Language, terminal_language
from companion.base.text import Text, sentences
from companion.device.ports.findings import Finding
from companion.maker.drawing import Mark, Span, draw_board
from companion.maker.inbox import ConsoleEvent, InputClosed, LineEdited, LineEntered
from companion.maker.output import NO_WORDS, ReplyChoice
from companion.rules.geometry import Board

_ASCII = str.maketrans({"·": ".", "●": "#", "✓": "+", "✗": "x", "–": "-", "×": "x", "…": "~"})


class Screen:
    """The output on a terminal.

    Attributes:
        live: Whether it can show a live drawing, as it does inside `drawing`.
    """

    def __init__(self, console: Console | None = None, language: Language | None = None) -> None:
        self._language = language or terminal_language(os.environ)
        self.console = console or Console(highlight=False)
        self.live = self.console.is_terminal and not self.console.is_dumb_terminal
        self._plain = not self.console.encoding.lower().startswith("utf")
        self._drawing: Live | None = None
        self._picture = RichText()
        self._typed = ""

    def say(
        self,
        line: Text = NO_WORDS,
        style: str = "",
        *,
        whole: bool = False,
        inset: bool = False,
        keys: Text = NO_WORDS,
    ) -> None:
        """Print a line, above the drawing if there is one.

        Args:
            line: The line.
            style: The style in rich's syntax.
            whole: Whether to keep it on one line, so that it can be copied; without a terminal,
                nothing is wrapped.
            inset: Whether it belongs to the line before.
            keys: How to reply to it.
        """
        text = self._encodable("  " * inset + self._words(line, keys))
        self.console.print(RichText(text, style), soft_wrap=whole or not self.live)

    def find(self, finding: Finding) -> None:
        """Print a finding, with a word that says how severe it is."""
        self.say(finding.line, finding.style)

    @contextmanager
    def drawing(self) -> Iterator[None]:
        """Show the drawing inside this context."""
        if not self.live:
            yield
            return
        self._picture, self._typed = RichText(), ""
        with Live(console=self.console, auto_refresh=False, vertical_overflow="crop") as drawing:
            self._drawing = drawing
            try:
                yield
            finally:
                self._typed = ""
                self._refresh()
                self._drawing = None

    def draw(self, board: Board, marks: Sequence[Mark], prompt: Text, keys: Text) -> None:
        """Replace the drawing with one of a board, and the line below it."""
        self.paint(draw_board(board, marks), self._words(prompt, keys))

    def offer(self, replies: Sequence[ReplyChoice], *, points: bool = False) -> None:
        """Do nothing: the lines say which keys to press."""

    def paint(self, lines: Sequence[Sequence[Span]], below: str) -> None:
        """Replace the drawing and the line below it."""
        if self._drawing is None:
            return
        picture = RichText("\n")
        for line in lines:
            for text, style in line:
                picture.append(self._encodable(text), style)
            picture.append("\n")
        picture.append("\n" + self._encodable(below), "bold")
        self._picture = picture
        self._refresh()

    def typing(self, text: str) -> None:
        """Show what is being typed."""
        self._typed = text
        self._refresh()

    def _refresh(self) -> None:
        if self._drawing is not None:
            prompt = f"\n> {self._typed}" if self._typed else "\n"
            self._drawing.update(self._picture + RichText(prompt), refresh=True)

    def _words(self, *texts: Text) -> str:
        return self._language.words(sentences(*texts))

    def _encodable(self, text: str) -> str:
        return text.translate(_ASCII) if self._plain else text


@contextmanager
def keyboard(
    put: Callable[[ConsoleEvent], None], source: TextIO | None = None, *, drawn: bool = True
) -> Iterator[None]:
    """Read the keyboard in a thread of its own and pass its events to `put`.

    A terminal that shows a drawing is read key by key without echo, which would damage it. Other
    input is read line by line.

    Args:
        put: Takes the events.
        source: The keyboard; default: standard input.
        drawn: Whether there is a drawing.
    """
    source = source or sys.stdin
    with _cbreak(source) if drawn else nullcontext(False) as keys:
        target = _keys if keys else _lines
        Thread(target=target, args=(source, put), name="keyboard", daemon=True).start()
        yield


def _lines(source: TextIO, put: Callable[[ConsoleEvent], None]) -> None:
    scripted = not source.isatty()
    try:
        for line in source:
            put(LineEntered(line.strip(), scripted))
    except (OSError, ValueError):
        pass  # closed or not text: there is no input
    put(InputClosed())


def _keys(source: TextIO, put: Callable[[ConsoleEvent], None]) -> None:
    typed = ""
    while True:
        try:
            key = source.read(1)
        except (OSError, ValueError):
            key = ""
        if key in ("", "\x04"):
            put(InputClosed())
            return
        if key in "\r\n":
            put(LineEdited(""))
            put(LineEntered(typed.strip()))
            typed = ""
            continue
        if key in "\b\x7f":
            typed = typed[:-1]
        elif key.isprintable():
            typed += key
        put(LineEdited(typed))


@contextmanager
def _cbreak(source: TextIO) -> Iterator[bool]:
    """Switch a terminal to unbuffered input without echo.

    Yields:
        Whether `source` is a terminal.
    """
    if not source.isatty():
        yield False
        return
    try:
        import termios
        import tty
    except ImportError:  # Windows has none
        yield False
        return
    before = termios.tcgetattr(source)
    try:
        tty.setcbreak(source)
        yield True
    finally:
        termios.tcsetattr(source, termios.TCSADRAIN, before)

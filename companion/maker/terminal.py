"""The maker's terminal: lines, a drawing that stays below them, and the keyboard.

Without a terminal, lines alone.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Thread
from typing import TextIO

from rich.console import Console
from rich.live import Live
from rich.text import Text

from companion.maker.drawing import Span
from companion.maker.inbox import Heard, Silence, Typed, Typing

_ASCII = str.maketrans({"·": ".", "●": "#", "✓": "+", "✗": "x", "–": "-", "×": "x", "…": "~"})


class Screen:
    """What the maker reads. live: whether a drawing can stay on it; it does within `drawing`."""

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console(highlight=False)
        self.live = self.console.is_terminal
        self._plain = not self.console.encoding.lower().startswith("utf")
        self._drawing: Live | None = None
        self._picture = Text()
        self._typed = ""

    def say(self, line: str = "", style: str = "", *, whole: bool = False) -> None:
        """Print a line, above the drawing where there is one. whole: not broken at words, so that
        it can be copied; without a terminal none is."""
        self.console.print(Text(self._spelt(line), style), soft_wrap=whole or not self.live)

    @contextmanager
    def drawing(self) -> Iterator[None]:
        """Show what is painted in here."""
        if not self.live:
            yield
            return
        self._picture, self._typed = Text(), ""
        with Live(console=self.console, auto_refresh=False, vertical_overflow="crop") as drawing:
            self._drawing = drawing
            try:
                yield
            finally:
                self._typed = ""
                self._refresh()
                self._drawing = None

    def paint(self, lines: Sequence[Sequence[Span]], below: str) -> None:
        """Show a drawing and a line below it, in place of the one before."""
        if self._drawing is None:
            return
        picture = Text("\n")
        for line in lines:
            for text, style in line:
                picture.append(self._spelt(text), style)
            picture.append("\n")
        picture.append("\n" + self._spelt(below), "bold")
        self._picture = picture
        self._refresh()

    def typing(self, text: str) -> None:
        """Show what is being typed."""
        self._typed = text
        self._refresh()

    def _refresh(self) -> None:
        if self._drawing is not None:
            prompt = f"\n> {self._typed}" if self._typed else "\n"
            self._drawing.update(self._picture + Text(prompt), refresh=True)

    def _spelt(self, text: str) -> str:
        return text.translate(_ASCII) if self._plain else text


@contextmanager
def keyboard(put: Callable[[Heard], None], source: TextIO | None = None) -> Iterator[None]:
    """Have what is typed put somewhere, from a thread of its own.

    On a terminal key by key and without an echo, which would tear the drawing; else line by line.
    """
    source = source or sys.stdin
    with _unechoed(source) as keys:
        target = _keys if keys else _lines
        Thread(target=target, args=(source, put), name="keyboard", daemon=True).start()
        yield


def _lines(source: TextIO, put: Callable[[Heard], None]) -> None:
    try:
        for line in source:
            put(Typed(line.strip()))
    except (OSError, ValueError):
        pass  # closed, or not a text: nobody types there
    put(Silence())


def _keys(source: TextIO, put: Callable[[Heard], None]) -> None:
    typed = ""
    while True:
        try:
            key = source.read(1)
        except (OSError, ValueError):
            key = ""
        if key in ("", "\x04"):
            put(Silence())
            return
        if key in "\r\n":
            put(Typing(""))
            put(Typed(typed.strip()))
            typed = ""
            continue
        if key in "\b\x7f":
            typed = typed[:-1]
        elif key.isprintable():
            typed += key
        put(Typing(typed))


@contextmanager
def _unechoed(source: TextIO) -> Iterator[bool]:
    """A terminal that hands every key on at once; whether `source` is one."""
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

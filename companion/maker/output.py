"""What the maker's tools print and draw on: a terminal, or a page.

A tool that waits for a person says which replies it understands, so that a page can offer them as
buttons. A terminal prints them as `keys` behind the line.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol

from companion.geometry import Board
from companion.maker.drawing import Mark
from companion.maker.findings import Finding
from companion.text import Text


class ReplyChoice(NamedTuple):
    """A line that a tool understands now, and what it means."""

    text: str
    label: Text


NO_WORDS = Text()


class ToolOutput(Protocol):
    """Where a tool prints. live: whether it can show a drawing, as it does inside `drawing`."""

    live: bool

    def say(
        self,
        line: Text = NO_WORDS,
        style: str = "",
        *,
        whole: bool = False,
        inset: bool = False,
        keys: Text = NO_WORDS,
    ) -> None:
        """Print a line. whole: do not wrap it. inset: it belongs to the one before. keys: how to
        reply by keyboard."""

    def find(self, finding: Finding) -> None:
        """Print a finding."""

    def drawing(self) -> AbstractContextManager[None]:
        """Show what is drawn inside this context."""

    def draw(self, board: Board, marks: Sequence[Mark], prompt: Text, keys: Text) -> None:
        """Replace the drawing, with a mark at every point, and the line below it."""

    def typing(self, text: str) -> None:
        """Show what is being typed."""

    def offer(self, replies: Sequence[ReplyChoice], *, points: bool = False) -> None:
        """Offer these replies, and no others. points: whether names of points are one as well."""

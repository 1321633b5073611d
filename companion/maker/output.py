"""The output of the maker's tools: a terminal, or a page.

A tool that waits for the user declares which replies it understands, so that a page can offer them
as buttons. A terminal prints them as `keys` behind the line.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol

from companion.base.text import Text
from companion.device.ports.findings import Finding
from companion.maker.drawing import Mark
from companion.rules.geometry import Board


class ReplyChoice(NamedTuple):
    """A line that a tool understands now, and what it means."""

    text: str
    label: Text


NO_WORDS = Text()


class ToolOutput(Protocol):
    """The output of a tool.

    Attributes:
        live: Whether it can show a drawing, as it does inside `drawing`.
    """

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
        """Print a line.

        Args:
            line: The line.
            style: The style in rich's syntax.
            whole: Whether to keep it on one line, without wrapping.
            inset: Whether it belongs to the line before.
            keys: How to reply by keyboard.
        """

    def find(self, finding: Finding) -> None:
        """Print a finding."""

    def drawing(self) -> AbstractContextManager[None]:
        """Show the drawing inside this context."""

    def draw(self, board: Board, marks: Sequence[Mark], prompt: Text, keys: Text) -> None:
        """Replace the drawing, with a mark at every point, and the line below it."""

    def typing(self, text: str) -> None:
        """Show what is being typed."""

    def offer(self, replies: Sequence[ReplyChoice], *, points: bool = False) -> None:
        """Offer these replies, and no others.

        Args:
            replies: The replies.
            points: Whether the names of points are replies as well.
        """

"""The purpose of a game: the game itself, or an exercise such as a lesson or a drill."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.base.text import Text
from companion.device.lamps.scene import Scene
from companion.hands import View
from companion.rules import Turn, TurnMatch


class Words(NamedTuple):
    """What the page says about the game.

    Attributes:
        headline: The state of the game.
        message: What to do now, or empty.
        tone: The tone of the message: plain, forced, wrong, question or good.
    """

    headline: Text
    message: Text
    tone: str


class Exercise:
    """A game that is played for itself; an exercise overrides what is different.

    Attributes:
        name: The name of the drill; otherwise empty.
        objection: The objection to a move that is not asked for; empty for that of the rules.
        no_hints: Why there are no hints, because every move is shown anyway; otherwise empty.
        no_tools: Why the game cannot be paused for a tool; otherwise empty.
        repeats: Whether it begins again once players have set up its start after the end.
    """

    name = ""
    repeats = True
    objection = no_hints = no_tools = Text()

    def __init__(self, match: TurnMatch) -> None:
        self._match = match

    @property
    def over(self) -> bool:
        """Whether the game or the exercise has ended."""
        return self._match.over

    @property
    def solved(self) -> str:
        """The name under which it is kept that this has been solved; empty until then."""
        return ""

    def turns(self, legal: Sequence[Turn]) -> Sequence[Turn]:
        """Return the turns, of the legal ones, that may be made now."""
        return legal

    def ended(self, said: Words) -> Words:
        """Return the words at the end.

        Args:
            said: The words about the game itself.
        """
        return said

    def asked(
        self, said: Words, view: View, colours: Mapping[str, Text], *, assisted: bool = False
    ) -> Words:
        """Return the words before the end.

        Args:
            said: The words about the game itself.
            view: What the tracker knows.
            colours: The names of the lamps' colours by meaning, as in `Palette.colours`.
            assisted: Whether the assistant moves simulated pieces.
        """
        return said

    def light(self, scene: Scene, view: View) -> Scene:
        """Add lamps to a scene of the game."""
        return scene

    @property
    def fields(self) -> Mapping[str, object]:
        """The fields that it adds to `protocol.views.State`, by name."""
        return {}

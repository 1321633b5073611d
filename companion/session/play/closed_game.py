"""What takes the place of a package's game that has failed: a picture of it, and what happened.

The failed game is not asked anything any more. Its log is kept, without an end, so that it can be
resumed once the package is mended. The board and the page stay in use: the menu is open as always,
and another game can be begun.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.base.errors import IllegalMove
from companion.base.foreign import PackageFault
from companion.base.text import Text, sentences
from companion.device.lamps.scene import Lamp, Meaning, Scene
from companion.hands import View
from companion.rules import (
    DRAW,
    NOBODY,
    AnyGame,
    Game,
    Match,
    Outcome,
    Seat,
    Stack,
    Step,
    TurnMatch,
)
from companion.rules.geometry import Point
from companion.session.play.exercise import Exercise, Words

_KEPT = Text("The game is kept as it was. Begin another game, or the same one again.")


class ClosedGame(Game[int, int]):
    """A game in which nothing can be done; it looks like the one that has failed.

    Args:
        failed: That game.
        stacks: The pieces on every point of its board, by point index.
    """

    def __init__(self, failed: AnyGame, stacks: tuple[Stack, ...]) -> None:
        self.name, self.title = failed.name, failed.title  # type: ignore[misc]
        self.options, self.chosen = failed.options, failed.chosen  # type: ignore[misc]
        self.board, self.pieces = failed.board, failed.pieces
        self.seats, self.colours = failed.seats, failed.colours
        self.areas = failed.areas
        self._stacks = stacks

    def start(self) -> int:
        """Return the only position."""
        return 0

    def to_act(self, position: int) -> Seat:
        """Return NOBODY."""
        return NOBODY

    def moves(self, position: int) -> Sequence[int]:
        """Return no move."""
        return ()

    def advance(self, position: int, move: int) -> int:
        """Refuse any move."""
        raise IllegalMove(_KEPT)

    def outcome(self, position: int) -> Outcome:
        """Return an outcome that ends it, for nobody."""
        return DRAW

    def stacks(self, position: int) -> tuple[Stack, ...]:
        """Return the pieces as they were."""
        return self._stacks

    def steps(self, position: int, move: int) -> tuple[Step, ...]:
        """Return no steps."""
        return ()

    def position_text(self, position: int) -> str:
        """Return a text for the only position."""
        return "-"

    def parse_position(self, text: str) -> int:
        """Return the only position."""
        return 0

    def move_text(self, position: int, move: int) -> str:
        """Return no text."""
        return ""


class Closing(Exercise):
    """Says on page and lamps that a package's game has failed."""

    no_hints = _KEPT
    repeats = False

    def __init__(self, match: TurnMatch, fault: PackageFault) -> None:
        super().__init__(match)
        self.fault = fault

    def ended(self, said: Words) -> Words:
        """Return what failed, and what can be done now."""
        headline = Text("{game} has failed", game=self._match.game.title)
        return Words(headline, sentences(Text("{fault}.", fault=self.fault.text), _KEPT), "wrong")

    def light(self, scene: Scene, view: View) -> Scene:
        """Show on all lamps that something has failed."""
        points = range(self._match.game.board.size)
        lamps = tuple((Point(point), Lamp(Meaning.FAILED)) for point in points)
        return replace(scene, lamps=lamps, sweep=())


def closed_match(match: Match) -> Match:
    """Return a match of `ClosedGame` that shows what a failed game showed last, if it still can."""
    game = match.game
    return Match(ClosedGame(game, _last_seen(game, match)))


def _last_seen(game: AnyGame, match: Match) -> tuple[Stack, ...]:
    try:
        return game.stacks(match.position)
    except PackageFault:
        return ((),) * game.board.size

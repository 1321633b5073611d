"""What the page says, read sentence by sentence, as somebody does who looks at nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from companion.device.lamps.palette import STANDARD
from companion.rules import Stack
from companion.rules.geometry import Point
from companion.rules.reasons import named
from companion.session.match.opponents import Opponents
from companion.session.play.exercise import Exercise
from companion.session.play.page_text import words
from tests.session.virtual import at_once
from tests.sloppy.player import Player


class Told(NamedTuple):
    """One thing to do: lift what is on `away`, put it, or a piece of that name, on `here`.

    name: what the piece is called; empty where it has no name.
    """

    away: tuple[Point, ...] = ()
    here: Point | None = None
    name: str = ""


def message(player: Player) -> str:
    """What the page says now."""
    bench = player.bench
    nobody = Opponents(bench.match, 0, at_once, lambda _: None)
    said = words(
        bench.match,
        bench.view,
        nobody,
        Exercise(bench.match),
        STANDARD.colours,
        bench.reader.ignored,
    )
    return str(said.message)


def told(player: Player) -> list[Told]:
    """What the page says that is to be done with pieces, in order."""
    reader = _Reader(player)
    return [one for sentence in _sentences(message(player)) for one in reader.read(sentence)]


def stack_of(player: Player, name: str) -> Stack:
    """The piece or stack of that name, of those beside the board; empty if there is none, or if it
    has no name."""
    off = [tuple(wood.look for wood in woods) for _, woods in reversed(player.pieces.tray)]
    return next((look for look in off if name == name_of(player, look)), ())


def name_of(player: Player, look: Stack) -> str:
    """What the page calls a piece or a stack."""
    match = player.bench.match
    if len(set(look)) > 1:
        return f"the stack of {len(look)} with {named(match, look[-1])} on top"
    if len(look) > 1:
        return f"the stack of {len(look)}"
    stacked = any(len(other) > 1 for other in match.game.stacks(match.position))
    if look and stacked and len(match.game.pieces) == 1:
        return f"the single {look[0].kind}"
    return str(named(match, look[0])) if look else ""


def _sentences(said: str) -> list[str]:
    return [sentence.strip() for sentence in re.findall(r"[^.?]+[.?]", said)]


_NAMELESS = ("the piece", "the pieces", "the captured piece", "the captured pieces")


class _Reader:
    """Reads one sentence."""

    def __init__(self, player: Player) -> None:
        self.index = player.game.board.index
        self._name = "|".join(sorted(map(re.escape, self.index), key=len, reverse=True))

    def read(self, sentence: str) -> Iterator[Told]:
        """What a sentence says that is to be done."""
        point = f"({self._name})"
        points = f"((?:{self._name})(?:(?:, | and )(?:{self._name}))*)"
        if found := re.search(rf"[Mm]ove (.+) from {point} to {point}\.$", sentence):
            what, origin, to = found.groups()
            yield Told((self.index[origin],), self.index[to], _named(what))
        elif found := re.search(rf"^(?:Take|Remove) (.+) (?:off|on) {points}\.$", sentence):
            what, where = found.groups()
            yield Told(self._points(where), None, _named(what))
        elif re.search(r"^Put it on .* or ", sentence):
            return  # the piece lies there: to push it is nothing that guidance asks step by step
        elif found := re.search(rf"^Put (.+?)(?: back)? on {points}\.$", sentence):
            what, where = found.groups()
            for to in self._points(where):
                yield Told((), to, _named(what))
        elif found := re.search(r"^Then put (.+)\.$", sentence):
            ends = rf"(?:^|, | and )(.+?) on {point}(?=, | and |$)"
            for what, to in re.findall(ends, found.group(1)):
                yield Told((), self.index[to], _named(what))

    def _points(self, listed: str) -> tuple[Point, ...]:
        return tuple(self.index[name] for name in re.split(", | and ", listed))


def _named(what: str) -> str:
    return "" if what in _NAMELESS else what

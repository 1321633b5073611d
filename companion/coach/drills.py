"""Drills: positions to practise, against the computer at its best.

A drill is a game that starts from a position whose best play is known. At its end, the program
says whether the players have reached its goal, and in how many moves. Tests check all facts about
the positions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from companion.base.errors import CompanionError, nearest
from companion.base.text import Text, plural
from companion.games.registry import make
from companion.rules import AnyGame, Match, Seat


class UnknownDrill(CompanionError, LookupError):
    """The name of a drill that does not exist."""


@dataclass(frozen=True, slots=True)
class DrillStart:
    """A possible start of a drill.

    Attributes:
        position: The position as text; empty for the start of the game.
        enough: The number of plies that are enough to reach the goal, whatever the computer does.
    """

    position: str
    enough: int


@dataclass(frozen=True, slots=True)
class Drill:
    """A position to practise, with the goal to win.

    Attributes:
        name: The drill's name in `companion train`.
        title: The name shown to people.
        game: The name of the game to play.
        seat: The person's seat; the computer plays all others.
        task: The task, as a sentence.
        starts: The positions to choose from.
        options: The options of the game.
    """

    name: str
    title: Text
    game: str
    seat: Seat
    task: Text
    starts: tuple[DrillStart, ...]
    options: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class DrillOffer:
    """A drill on offer.

    Attributes:
        name: The drill's name in `companion train`.
        title: The name shown to people.
        task: The task, as a sentence.
    """

    name: str
    title: Text
    task: Text


OWN = "own:"
"""The prefix of the names of drills from the players' own games; the game's name follows."""


_TWO_KINGS = Drill(
    "two_kings",
    Text("Two kings against one"),
    "solomon",
    Seat(0),
    Text("White has two kings against one: catch it."),
    (
        DrillStart("./.W..B/../..W/../...../. w", 9),
        DrillStart("./..W.B/../..W/../...../. w", 9),
        DrillStart("./...../../.WB/../...W./. w", 11),
        DrillStart("./...W./../..B/../...W./. w", 11),
        DrillStart("./....W/../.B./../.W.../. w", 13),
        DrillStart("./...../.W/W../../...B./. w", 13),
        DrillStart("./.W.../.B/.../../.W.../. w", 15),
        DrillStart("./..B../../W../../...W./. w", 15),
        DrillStart("./...../../.../W./W..B./. w", 17),
        DrillStart("./..W../../..B/../W..../. w", 17),
        DrillStart("./.B.../../.../../.WW../. w", 19),
        DrillStart("./...../../.W./W./....B/. w", 19),
        DrillStart("./..B../../.../.W/....W/. w", 21),
        DrillStart("./W.W../../.../../..B../. w", 21),
        DrillStart("./...W./.W/.../../B..../. w", 23),
        DrillStart("./B...W/../.../../....W/. w", 23),
    ),
)

_TRINITY = Drill(
    "trinity",
    Text("Trinity from a won start"),
    "trinity",
    Seat(0),
    Text("Player 1 can always move last from the start: do it."),
    (DrillStart("", 23),),
    {"seats": "2"},
)

_SON_OF_SOLOMON = Drill(
    "son_of_solomon",
    Text("Son of Solomon as Black"),
    "son_of_solomon",
    Seat(1),
    Text("Black can always win, whatever White does: make four in a row."),
    (DrillStart("", 30),),
)


def peg_drill(name: str, title: Text, jumps: int, positions: Sequence[str]) -> Drill:
    """Return a drill that starts from positions of peg solitaire that need so many jumps.

    Args:
        name: The drill's name.
        title: Its title.
        jumps: The number of jumps; one more piece is on the board.
        positions: The positions as text.
    """
    task = plural(
        "Leave a single piece, with {number} jump.",
        "Leave a single piece, with {number} jumps.",
        jumps,
    )
    starts = tuple(DrillStart(position, jumps) for position in positions)
    return Drill(name, title, "peg", Seat(0), task, starts)


_PEG_POSITIONS: Mapping[int, tuple[str, ...]] = {
    4: (
        "./...../.o/.o./../.oo../o",
        "./oo.../o./.../o./.o.../.",
        "./....o/.o/.oo/.o/...../.",
        "./.oo../o./o../o./...../.",
        "./...../o./o../o./..oo./.",
        "./.o.../../oo./../.oo../.",
        "./.oo../oo/.../../.o.../.",
        "./...../../.../.o/..ooo/o",
        "./..o../../.o./o./.oo../.",
        "o/..ooo/../.../o./...../.",
        "./...../.o/..o/.o/..o.o/.",
        "o/o..oo/../o../../...../.",
    ),
    6: (
        "o/...oo/../.oo/o./..o../.",
        "./...../o./o.o/oo/oo.../.",
        "o/.ooo./o./oo./../...../.",
        "./...o./oo/.o./../oo.o./.",
        "./..o../.o/..o/.o/...oo/o",
        "./oo.o./.o/..o/../.oo../.",
        "o/.o.o./o./..o/.o/....o/.",
        "o/...o./../.oo/oo/.o.../.",
        "./o.oo./oo/..o/.o/...../.",
        "o/.o.oo/../.o./o./..o../.",
        "./oo.../../o../o./o.oo./.",
        "./....o/../..o/o./.o.oo/o",
    ),
    8: (
        "o/.oo../o./oo./o./.o.o./.",
        "./.ooo./oo/.oo/.o/....o/.",
        "./.o.oo/o./o.o/../oo..o/.",
        "./.o.o./o./o.o/../.oo.o/o",
        "o/oo.../../.oo/oo/..oo./.",
        "./.oo../oo/o.o/oo/.o.../.",
        "./oo.o./../o../.o/oo..o/o",
        "./...o./oo/.oo/.o/..oo./o",
        "o/.o.o./.o/.o./oo/o..o./.",
        "./o.oo./o./o../.o/..oo./o",
        "o/..o../oo/..o/.o/.oo.o/.",
        "./.o.../.o/oo./.o/o.oo./o",
    ),
}
"""Positions of peg solitaire by the number of jumps that solve them."""

_PEGS = tuple(
    peg_drill(
        f"pegs_{jumps}",
        plural("{number} jump to go", "{number} jumps to go", jumps),
        jumps,
        positions,
    )
    for jumps, positions in _PEG_POSITIONS.items()
)

DRILLS: Mapping[str, Drill] = {
    drill.name: drill for drill in (_TWO_KINGS, _TRINITY, _SON_OF_SOLOMON, *_PEGS)
}
"""The drills by name."""


def find_drill(name: str) -> Drill:
    """Return the drill of that name, not counting those from the players' own games.

    Raises:
        UnknownDrill: If there is none.
    """
    if name not in DRILLS:
        raise UnknownDrill(
            Text(
                "there is no drill {name!r}{similar}; choose from {drills}, own:GAME",
                name=name,
                similar=nearest(name, DRILLS),
                drills=", ".join(DRILLS),
            )
        )
    return DRILLS[name]


def own_drill(game: AnyGame, seat: Seat, start: DrillStart) -> Drill:
    """Return a drill that starts from a position of a played game."""
    task = Text("{seat} has one move that is sure to win: find it.", seat=game.seats[seat])
    offer = own_offer(game.name)
    return Drill(offer.name, offer.title, game.name, seat, task, (start,), game.chosen)


def own_offer(game: str) -> DrillOffer:
    """Return the offer to practise positions from the players' own games of that name."""
    title = Text("A win from your games of {game}", game=make(game).title)
    return DrillOffer(OWN + game, title, Text("A position in which only one move wins."))


@cache
def drills_of(game: str) -> tuple[DrillOffer, ...]:
    """Return the drills of the game of that name."""
    found = [DrillOffer(d.name, d.title, d.task) for d in DRILLS.values() if d.game == game]
    if len(make(game).seats) == 2:
        found.append(own_offer(game))
    return tuple(found)


def drill_match(drill: Drill, start: DrillStart) -> Match:
    """Return a match at the start of a drill."""
    game = make(drill.game, drill.options)
    return Match(game, game.parse_position(start.position) if start.position else None)

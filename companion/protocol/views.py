"""What the program tells a page. Each message carries its name in `type`.

It sends `Hello` once, then `State` whenever something changed, and `Lamps` for every frame. As long
as there is no board to play on it sends `Waiting` instead.

The server adds what belongs to one connection alone: `Pairing` where a code is needed (answered by
`Pair`), `Welcome` before the first `Hello`, and `Refused` for what could not be read or done.
"""

from __future__ import annotations

import msgspec

from companion.protocol import VERSION


class _Message(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    pass


class PointView(msgspec.Struct, frozen=True):
    """A point of the board: its name and where it lies (x to the right, y up, board units)."""

    name: str
    x: float
    y: float


class PieceView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece: its text in positions, whose it is (None: nobody's), what it is called, and how it
    is drawn (`rules.Look` explains these fields)."""

    text: str
    seat: int | None
    kind: str
    shape: str = "disc"
    sign: str = ""
    material: str = "wood"
    letters: str = ""


class Choices(msgspec.Struct, frozen=True):
    """What an option may be while the options before it are as `when` says: its values, and the
    one that holds if nothing else is said."""

    when: dict[str, str]
    values: tuple[str, ...]
    default: str


class OptionView(msgspec.Struct, frozen=True):
    """An option of a game. choices: one entry if nothing depends on the options before it, else
    one for each way in which those can be set that matters. many: several values, by commas.
    labels: what some of the values stand for, in words."""

    name: str
    help: str
    choices: tuple[Choices, ...]
    many: bool
    labels: dict[str, str] = {}


class GameView(msgspec.Struct, frozen=True):
    """A game that may be chosen. seats: the names of its seats as far as its options are set; the
    default is the one for the computer if there is to be one."""

    name: str
    title: str
    options: tuple[OptionView, ...]
    seats: tuple[Choices, ...] = ()


class AreaView(msgspec.Struct, frozen=True):
    """Points that the printed board sets apart: what they are (`dark`, `margin`, `home`, `goal`),
    and whose, if anybody's."""

    kind: str
    points: tuple[int, ...]
    seat: int | None


class Hello(_Message, frozen=True):
    """The board and the game being played; sent again when another game begins, and then followed
    by its `State` and its `Lamps`: what was said of the game before is void.

    board: its name; style: how it is drawn, as `geometry.Board` explains. colours: those of the
    seats. lines, palaces and areas are indices into `points`.
    simulated: pieces are dragged on the page. solvable: whether hints can be had. puzzles: the
    names of the puzzles that this board can show. pieces: those of the game, as far as they are
    known, so that one beside the board is drawn as what it is before it was ever on it. levels: how
    hard the computer can try; computers: the seats that it plays, each with its level.
    """

    game: str
    title: str
    options: dict[str, str]
    seats: tuple[str, ...]
    board: str
    points: tuple[PointView, ...]
    areas: tuple[AreaView, ...]
    lines: tuple[tuple[int, ...], ...]
    palaces: tuple[int, ...]
    simulated: bool
    solvable: bool
    puzzles: tuple[str, ...]
    games: tuple[GameView, ...]
    palettes: tuple[str, ...]
    pieces: tuple[PieceView, ...] = ()
    levels: tuple[str, ...] = ()
    computers: dict[int, str] = {}
    style: str = "points"
    colours: tuple[str, ...] = ()


class MoveView(msgspec.Struct, frozen=True):
    """A ply of the history."""

    seat: int
    text: str


class QuestionView(msgspec.Struct, frozen=True):
    """What the board asks: the candidates by text, and which one the lamps show now."""

    prompt: str
    choices: tuple[str, ...]
    picked: int


class TabletopView(msgspec.Struct, frozen=True):
    """The simulated pieces: on the points, beside the board, and in hands; stacks bottom first."""

    points: tuple[tuple[str, ...], ...]
    tray: tuple[str, ...]
    hands: dict[str, tuple[str, ...]]


class FigureView(msgspec.Struct, frozen=True):
    """A figure of a puzzle: which one of how many, its name, and its corners in order (indices of
    points); each side runs along a line from one corner to the next, and from the last to the
    first. `on`: all points of its corners and sides."""

    puzzle: str
    number: int
    count: int
    name: str
    corners: tuple[int, ...]
    on: tuple[int, ...]


class LabellingView(msgspec.Struct, frozen=True):
    """The magic labelling as the player has it: each point's number (0: none yet), each line's sum
    as far as it goes and whether it is whole, and what is to be said of it."""

    labels: tuple[int, ...]
    sums: tuple[int, ...]
    whole: tuple[bool, ...]
    message: str
    tone: str


class State(_Message, frozen=True):
    """Everything that the page shows beside the lamps.

    phase:    setup, rest, hand, confirm, ask, astray, taking_back, over.
    turn:     the seat to act, None when nobody is.
    headline: whose turn it is or how the game ended, in a few words.
    message:  what is forced, what was wrong and how to mend it; empty when all is well.
    tone:     plain, forced, wrong, question or good: how the message is to be shown.
    sensed:   what the switches say, point by point.
    believed: the pieces of the position, point by point, bottom first.
    moves:    the history; `outcome` as in the rules: ongoing, win 0, draw, …
    confirm:  whether confirming would do something now.
    announcement: what has just happened without any hand: a pass, what the bag yielded; or empty.
    best:     the fewest moves in which this puzzle is known to be solved, where that is known.
    hint:     the answer to `Hint`, or, when watched, that the position has become hopeless.
    watched:  whether the player wants to be told when it has.
    figure, labelling: the puzzle on the board that is being looked at, or None.
    stage:    the number of what answers depend on: the position, the question, the draw offered. It
              is another one as soon as any of that has changed.
    warning:  trouble that does not stop the game (the card is full, a switch is stuck); or empty.
    """

    phase: str
    turn: int | None
    headline: str
    message: str
    tone: str
    sensed: tuple[bool, ...]
    believed: tuple[tuple[PieceView, ...], ...]
    moves: tuple[MoveView, ...]
    outcome: str
    confirm: bool
    question: QuestionView | None
    draw_offered_by: int | None
    announcement: str
    best: int | None
    hint: str
    watched: bool
    figure: FigureView | None
    labelling: LabellingView | None
    warning: str
    log: str
    palette: str
    tabletop: TabletopView | None
    stage: int


class Lamps(_Message, frozen=True):
    """A frame: RRGGBB of each point, joined."""

    rgb: str


class Waiting(_Message, frozen=True):
    """There is no board yet: why. What was said before is void, until the next `Hello`."""

    text: str


class Pairing(_Message, frozen=True):
    """The pairing code is wanted before anything else is said. `wrong`: the last one was."""

    wrong: bool


class Welcome(_Message, frozen=True):
    """The connection is open. `page` names it: its hand `h` is called `page.h` in `State`.
    version: of these messages; a page that knows another one loads itself anew."""

    page: str
    version: int = VERSION


class Refused(_Message, frozen=True):
    """What this page sent could not be read or done: why, in one line."""

    text: str


Broadcast = Hello | State | Lamps | Waiting
"""What every page that is joined to a session is told."""

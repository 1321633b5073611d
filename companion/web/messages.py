"""What the program and the page say to each other: JSON, one message a WebSocket frame.

The program sends `Hello` once, then `State` whenever something changed, and `Lamps` for every
frame; each carries its name in `type`. The page sends commands; each carries its name in `do`.

For as long as there is no board to play on it sends `Waiting` instead of all that.

The server adds what belongs to one connection alone: `Pairing` where a code is wanted (answered by
`Pair`), `Welcome` before the first `Hello`, and `Refused` for what could not be read or done.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import msgspec


class _Message(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    pass


class PointView(msgspec.Struct, frozen=True):
    """A point of the board: its name and where it lies (x to the right, y up, board units)."""

    name: str
    x: float
    y: float


class PieceView(msgspec.Struct, frozen=True):
    """A piece: its text in positions, whose it is (None: nobody's), what it is called."""

    text: str
    seat: int | None
    kind: str


class Choices(msgspec.Struct, frozen=True):
    """What an option may be while the options before it are as `when` says: its values, and the
    one that holds if nothing else is said."""

    when: dict[str, str]
    values: tuple[str, ...]
    default: str


class OptionView(msgspec.Struct, frozen=True):
    """An option of a game. choices: one entry if nothing depends on the options before it, else
    one for each way in which those can be set that matters. many: several values, by commas."""

    name: str
    help: str
    choices: tuple[Choices, ...]
    many: bool


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

    board: `star`, or `grid7` to `grid9`. lines, palaces and areas are indices into `points`.
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


class MoveView(msgspec.Struct, frozen=True):
    """A ply of the history."""

    seat: int
    text: str


class Question(msgspec.Struct, frozen=True):
    """What the board asks: the candidates by text, and which one the lamps show now."""

    prompt: str
    choices: tuple[str, ...]
    picked: int


class Tabletop(msgspec.Struct, frozen=True):
    """The simulated pieces: on the points, beside the board, and in hands; stacks bottom first."""

    points: tuple[tuple[str, ...], ...]
    tray: tuple[str, ...]
    hands: dict[str, tuple[str, ...]]


class Figure(msgspec.Struct, frozen=True):
    """A figure of a puzzle: which one of how many, its name, and its corners in order (indices of
    points); each side runs along a line from one corner to the next, and from the last to the
    first. `on`: all points of its corners and sides."""

    puzzle: str
    number: int
    count: int
    name: str
    corners: tuple[int, ...]
    on: tuple[int, ...]


class Labelling(msgspec.Struct, frozen=True):
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
    question: Question | None
    draw_offered_by: int | None
    announcement: str
    best: int | None
    hint: str
    watched: bool
    figure: Figure | None
    labelling: Labelling | None
    warning: str
    log: str
    palette: str
    tabletop: Tabletop | None
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
    """The connection is open. `page` names it: its hand `h` is called `page.h` in `State`."""

    page: str


class Refused(_Message, frozen=True):
    """What this page sent could not be read or done: why, in one line."""

    text: str


class _Command(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag=str.lower
):
    pass


class Answer(_Command, frozen=True, kw_only=True):
    """A command that depends on what the page saw. seen: the `stage` of the `State` that it
    answers; of a stage that is past it is refused, and a doubled one does nothing. None: it is
    meant for whatever it meets."""

    seen: int | None = None


class Pair(_Command, frozen=True):
    """The answer to `Pairing`; it never reaches the program."""

    code: str


class Lift(_Command, frozen=True):
    """Hand `hand` takes a simulated piece up: from a point by name, or `piece` from the `tray`."""

    place: str
    hand: str
    piece: str = ""


class Put(_Command, frozen=True):
    """Hand `hand` puts down what it holds: on a point by name, or in the `tray`. A hand that holds
    nothing puts nothing down: the server lets every hand of a page that went away do so."""

    place: str
    hand: str


class Confirm(Answer, frozen=True):
    """The move on the board is what was meant."""


class Choose(Answer, frozen=True):
    """The answer to a question, by its place in `choices`."""

    index: int


class Back(Answer, frozen=True):
    """Take back so many plies; the lamps then lead the pieces back."""

    plies: int = 1


class Resign(Answer, frozen=True):
    """The seat to act gives up."""


class Draw(Answer, frozen=True):
    """The seat to act offers a draw, or the other one accepts it."""


class New(Answer, frozen=True):
    """Begin another game. computers: the seats that the computer plays, each with its level."""

    game: str
    options: dict[str, str] = {}
    computers: dict[int, str] = {}


class Hint(_Command, frozen=True):
    """Show the next move of a solution from here, or say that there is none."""


class Watch(_Command, frozen=True):
    """From now on say, or do not say, when the position has become hopeless."""

    on: bool


class Puzzle(_Command, frozen=True):
    """Look at a puzzle of the board, by name; empty: back to the game."""

    name: str


class Step(_Command, frozen=True):
    """The next figure, or the one before (-1)."""

    by: int = 1


class Label(_Command, frozen=True):
    """Write a number on a point (by name) in the magic labelling; 0 wipes it off."""

    place: str
    number: int


class Complete(_Command, frozen=True):
    """Fill in the rest of the magic labelling, where that can be done."""


class Palette(_Command, frozen=True):
    """Change the colours of the lamps."""

    name: str


class Arrange(_Command, frozen=True):
    """Simulated pieces: all of them where the position wants them."""


class Sweep(_Command, frozen=True):
    """Simulated pieces: all of them off the board, into the tray."""


Command = (
    Lift
    | Put
    | Confirm
    | Choose
    | Back
    | Resign
    | Draw
    | New
    | Hint
    | Watch
    | Puzzle
    | Step
    | Label
    | Complete
    | Palette
    | Arrange
    | Sweep
)


class Table(Protocol):
    """What the page is joined to. Both methods may be called from any thread."""

    def subscribe(
        self, listener: Callable[[Hello | State | Lamps | Waiting], None]
    ) -> Callable[[], None]:
        """Send the present `Hello`, `State` and `Lamps`, then whatever changes, to a listener
        (called from the program's thread; it must return at once). Returns what ends it."""

    def command(self, command: Command) -> None:
        """Have a command carried out, soon. A CompanionError raised here is told to the page that
        sent the command, and to no other."""

"""Messages from the program to a page. Each carries its name in `type`.

The program sends `Hello` once, then `State` whenever something changes, `Shining` whenever the
lamps mean something else, and `Lamps` for every frame. While there is no board to play on, it sends
`Waiting` instead.

The server adds messages for a single connection: `Pairing` if a code is needed (answered by
`Pair`), `Welcome` before the first `Hello`, `RulesPage` as the answer to `Learn`, and `Refused` if
a command could not be read or carried out.
"""

from __future__ import annotations

import msgspec

from companion.protocol import MESSAGES_VERSION
from companion.text import Text


class _Message(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    pass


class PointView(msgspec.Struct, frozen=True):
    """A point of the board: its name and its coordinates (x to the right, y up, in board units)."""

    name: str
    x: float
    y: float


class PieceView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece: its text in positions, its owner (or None), what it is called, and how it is drawn
    (`rules.Look` explains these fields)."""

    text: str
    seat: int | None
    kind: str
    shape: str = "disc"
    sign: str = ""
    material: str = "wood"
    letters: str = ""
    drawing: str = ""


class Choices(msgspec.Struct, frozen=True):
    """The values of an option, and its default, while the options before it are as in `when`."""

    when: dict[str, str]
    values: tuple[str, ...]
    default: str


class OptionView(msgspec.Struct, frozen=True):
    """An option of a game. choices: one entry if nothing depends on the options before it; else one
    for each combination of those that matters. many: whether it takes several values, joined by
    commas. labels: what some of the values stand for, in words."""

    name: str
    help: str
    choices: tuple[Choices, ...]
    many: bool
    labels: dict[str, str] = {}


class DrillTitle(msgspec.Struct, frozen=True):
    """A drill that can be begun: its name, and what people call it."""

    name: str
    title: Text


class GameView(msgspec.Struct, frozen=True):
    """A game that can be chosen. seats: the names of its seats, which may depend on its options;
    the default is the computer's seat. summary: what it is about, in a sentence.
    lesson: whether there is a guided game of it. drills: what can be trained in it. engines: the
    levels of the external engines that play it."""

    name: str
    title: str
    options: tuple[OptionView, ...]
    seats: tuple[Choices, ...] = ()
    summary: str = ""
    lesson: bool = False
    drills: tuple[DrillTitle, ...] = ()
    engines: tuple[str, ...] = ()


class AreaView(msgspec.Struct, frozen=True):
    """Points that are set apart on the printed board: what they are (`dark`, `margin`, `home`,
    `goal`, `blocked`), and whose (or None)."""

    kind: str
    points: tuple[int, ...]
    seat: int | None


class Hello(_Message, frozen=True):
    """The board and the game being played. It is sent again when another game begins, followed by
    the new `State` and `Lamps`; earlier ones no longer apply.

    board:     its name.
    style:     how the board is drawn; see `geometry.Board`.
    colours:   those of the seats.
    lines, palaces, areas: points are indices into `points`.
    simulated: whether pieces are dragged on the page.
    solvable:  whether it can be known that a position of the game is hopeless.
    puzzles:   the names of the puzzles that this board can show.
    pieces:    the pieces of the game, to draw them before they are on the board.
    levels:    the levels of the computer.
    computers: the seats that the computer plays, and its level for each.
    players:   the names of the people, by seat, as far as they are known.
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
    players: dict[int, str] = {}
    style: str = "points"
    colours: tuple[str, ...] = ()


class MoveView(msgspec.Struct, frozen=True):
    """A ply of the history."""

    seat: int
    text: str


class QuestionView(msgspec.Struct, frozen=True):
    """A question to the players: its answers as text, and which one the lamps show now."""

    prompt: Text
    choices: tuple[str, ...]
    picked: int


class TabletopView(msgspec.Struct, frozen=True):
    """The simulated pieces on the points, beside the board, and in hands; stacks bottom first."""

    points: tuple[tuple[str, ...], ...]
    tray: tuple[str, ...]
    hands: dict[str, tuple[str, ...]]


class FigureView(msgspec.Struct, frozen=True):
    """A figure of a puzzle: its number out of how many, its name, and its corners in order (indices
    of points). Each side runs along a line from one corner to the next; the last one closes the
    figure. `on`: all points on its sides, corners included. found: whether the player has found it
    before it was shown."""

    puzzle: str
    number: int
    count: int
    name: Text
    corners: tuple[int, ...]
    on: tuple[int, ...]
    found: bool = False


class HuntView(msgspec.Struct, frozen=True):
    """The figures that the player has found so far: the puzzle, their names, the corners chosen
    (indices of points), and the figure that these make, if they make one."""

    puzzle: str
    found: tuple[str, ...]
    corners: tuple[int, ...]
    figure: FigureView | None


class LabellingView(msgspec.Struct, frozen=True):
    """The magic labelling so far: the number on each point (0: none yet), the sum of each line and
    whether the line is complete, and a message about it with its tone."""

    labels: tuple[int, ...]
    sums: tuple[int, ...]
    whole: tuple[bool, ...]
    message: Text
    tone: str


class LessonView(msgspec.Struct, frozen=True):
    """A guided game: the number of the step that is due, out of how many, and whether all is
    over."""

    step: int
    steps: int
    done: bool


class DrillView(msgspec.Struct, frozen=True):
    """A drill that is played: its name and title, whether it is over, and whether its goal was
    reached."""

    name: str
    title: Text
    over: bool
    reached: bool


class RefusalView(msgspec.Struct, frozen=True):
    """A piece that was moved where it may not go: the points' names (empty: beside the board), and
    why it may not."""

    origin: str
    to: str
    text: Text


class UndoView(msgspec.Struct, frozen=True):
    """What taking back one move would do: how many plies at the end of the history go, and the
    points (indices) that pieces leave, and on which pieces stand again."""

    plies: int
    left: tuple[int, ...]
    restored: tuple[int, ...]


class MenuEntryView(msgspec.Struct, frozen=True):
    """An entry of the menu: its text, its point (an index; None: only the button reaches it), and a
    sentence about it, or empty. ends: whether it ends something, so that it takes longer to choose.
    place: whether it is one of several points that are touched together; a page cannot choose it.
    """

    text: Text
    point: int | None
    about: Text
    ends: bool
    place: bool


class MenuView(msgspec.Struct, frozen=True):
    """The menu that is open on the board.

    entries:  what can be chosen; empty when the menu has ended and the board has to be put back.
    picked:   the index of the entry that the button would choose.
    put_back: the points (indices) that have still to be put back.
    """

    title: Text
    entries: tuple[MenuEntryView, ...]
    picked: int
    put_back: tuple[int, ...]


class InvitationView(msgspec.Struct, frozen=True):
    """Other forms of an invitation's code: in digits, and as a QR code: its size in modules, with
    the quiet zone, and the dark modules as a path of SVG."""

    digits: str
    size: int
    path: str


class RemoteView(msgspec.Struct, frozen=True):
    """How things stand with people far away.

    code:    the code in words while somebody is invited to join; or empty.
    joining: whether this board is about to join them.
    seat:    the seat that is played here; None as long as there is no table, and for a spectator.
    here:    the seats whose boards are connected. paused: whether the game rests.
    watching: whether the game is only watched here: only `Depart` and `New` do anything.
    spectator_code: the code in words while somebody is invited to watch; or empty.
    invitation: that code in other forms; None if nobody is invited.
    """

    code: str = ""
    joining: bool = False
    seat: int | None = None
    here: tuple[int, ...] = ()
    paused: bool = False
    watching: bool = False
    spectator_code: str = ""
    invitation: InvitationView | None = None


class State(_Message, frozen=True):
    """Everything that the page shows apart from the lamps.

    A connection to `/table?changes` is told the whole state after each `Hello`, and then only the
    fields that have changed since it was told last; `changes.py` makes these messages. Of the
    history it is told the plies that are new: `kept` says how many plies of the history that it
    knows come before them. Any other connection is told the whole state every time.

    phase:    setup, rest, hand, confirm, ask, astray, taking_back, over.
    turn:     the seat to act; None when the game is over.
    headline: whose turn it is, or how the game ended, in a few words.
    message:  what is forced, or what went wrong and how to fix it; empty when all is well.
    tone:     plain, forced, wrong, question or good: how to show the message.
    sensed:   whether a switch senses a piece, point by point.
    believed: the pieces of the position, point by point, bottom first.
    moves:    the history.
    outcome:  as in the rules: ongoing, win 0, draw, …
    confirm:  whether there is something to confirm.
    announcement: what has just happened by itself, such as a pass or a draw from the bag; or empty.
    draw_agreed: the seats that agree to a draw, the one that offered it first.
    best:     the fewest moves in which this puzzle can be solved, if that is known.
    hint:     the answer to `Hint` or, if watched, that the position has become hopeless.
    hint_more: whether the answer shows only how the move begins, so that another `Hint` tells more.
    watched:  whether the player wants to be told when it becomes hopeless.
    figure, hunt, labelling: the puzzle that is shown on the board, or None.
    takeback: whether there is anything to take back.
    stage:    a number that changes whenever something changes that answers depend on: the position,
              the question, the draw offered.
    lesson:   the guided game that is played, or None. drill: the drill, or None.
    last:     the points (indices) of the last move that hands made: where a piece came from, and
              each point where it landed; or where pieces were placed, or removed.
    undo:     what `Back` would do, or None.
    assisted: whether simulated pieces are moved for the players (see `Assist`); None if there are
              none.
    refusal:  the last thing that hands did against the rules, while it matters; or None.
    warning:  trouble that does not stop the game, such as a full card or a stuck switch; or empty.
    position: the text of the position.
    menu:     the menu that is open on the board, or None.
    remote:   how things stand with people far away; None if none are invited.
    told:     the last ply in words, for people who hear it: `White: 14 to 12, takes 13.`
    """

    phase: str
    turn: int | None
    headline: Text
    message: Text
    tone: str
    sensed: tuple[bool, ...]
    believed: tuple[tuple[PieceView, ...], ...]
    moves: tuple[MoveView, ...]
    outcome: str
    confirm: bool
    question: QuestionView | None
    draw_offered_by: int | None
    draw_agreed: tuple[int, ...]
    announcement: Text
    best: int | None
    hint: Text
    watched: bool
    figure: FigureView | None
    labelling: LabellingView | None
    warning: Text
    log: str
    palette: str
    tabletop: TabletopView | None
    takeback: bool
    stage: int
    lesson: LessonView | None = None
    hunt: HuntView | None = None
    refusal: RefusalView | None = None
    assisted: bool | None = None
    last: tuple[int, ...] = ()
    undo: UndoView | None = None
    position: str = ""
    menu: MenuView | None = None
    told: Text = Text()
    hint_more: bool = False
    drill: DrillView | None = None
    remote: RemoteView | None = None


class ClockView(_Message, frozen=True, tag="clock"):
    """The clock, at the moment when this is sent. It is sent whenever something happens to it; in
    between, the time of the running seat runs down by itself. After a `Hello` there is none until
    this is sent.

    control: how time is controlled, as a text.
    left:    the seconds that each seat has left; below 0 if its time is over.
    running: the seat whose time is running, or None.
    shares:  whether the time that one seat uses goes to the others, as in an hourglass.
    """

    control: str
    left: tuple[float, ...]
    running: int | None
    shares: bool


class Lamps(_Message, frozen=True):
    """A frame: RRGGBB for each point, joined."""

    rgb: str


SettingValue = bool | int | float | str
"""The value of a setting, as in a configuration file."""


class SettingView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A setting, as the page draws its field.

    key:    identifies it in `Adjust`.
    group:  the heading that it stands under. label: what it is called. about: what it does.
    kind:   number, choice, switch, text or clock.
    value:  what it is now. usual: what it is if nothing is chosen on the page.
    least, most, step: of a number as it is shown, which is its value times `scale`, in `unit`.
    choices: to choose from; for a clock, to be suggested.
    longest: the most characters of a text.
    """

    key: str
    group: Text
    label: Text
    about: Text
    kind: str
    value: SettingValue
    usual: SettingValue
    least: float = 0.0
    most: float = 0.0
    step: float = 1.0
    unit: Text = Text()
    scale: float = 1.0
    choices: tuple[str, ...] = ()
    longest: int = 0


class SettingsView(_Message, frozen=True, tag="settings"):
    """All settings, whenever one has changed. A `Hello` leaves them as they are. trouble: why the
    last change will be forgotten when the program ends; or empty. tools: the names of the tools for
    the board that can be started."""

    settings: tuple[SettingView, ...]
    trouble: Text
    tools: tuple[str, ...] = ()


class ReplyView(msgspec.Struct, frozen=True):
    """A reply that a tool understands now: what to send, and what it means."""

    text: str
    label: str


class LineView(msgspec.Struct, frozen=True):
    """A line that a tool has printed. tone: plain, good, note or wrong."""

    text: str
    tone: str


class MarkView(msgspec.Struct, frozen=True):
    """A point of the board in a tool's drawing: what is drawn there, and its tone: plain, asked,
    good, note or wrong. lit: whether its lamp is known to be lit."""

    point: PointView
    text: str
    tone: str
    lit: bool


class ToolView(_Message, frozen=True, tag="tool"):
    """A tool for the board, while it is running and after it has ended.

    name:    of the tool; empty if none has been started.
    running: whether it is; meanwhile the game rests.
    lines:   what it has printed.
    prompt:  what to do now. marks: the drawing of the board; empty if there is none.
    replies: the replies that it understands. points: whether names of points are one as well.
    simulated: whether the name of a point puts a simulated piece there, or takes it away.
    report:  the report of a check, for requests for help; or empty.
    """

    name: str
    running: bool
    lines: tuple[LineView, ...] = ()
    prompt: str = ""
    marks: tuple[MarkView, ...] = ()
    replies: tuple[ReplyView, ...] = ()
    points: bool = False
    simulated: bool = False
    report: str = ""


class ShineView(msgspec.Struct, frozen=True, omit_defaults=True):
    """Lamps that mean the same, and therefore blink together.

    meaning: the name of what they mean, such as `must_jump`.
    text:    the same in words, for people who cannot see it.
    lamps:   the index of each point, with RRGGBB at full level.
    beats:   their rhythm: pairs of a duration (ms) and a level (0 to 1); none for steady light.
    vacant:  what to say instead of `text` where no piece stands; empty: the same.
    """

    meaning: str
    text: Text
    lamps: tuple[tuple[int, str], ...]
    beats: tuple[tuple[float, ...], ...] = ()
    vacant: Text = Text()


class Shining(_Message, frozen=True):
    """What the lamps mean from now on, and how they shine. It is sent whenever that changes, and is
    followed by the first `Lamps` of the same.

    A connection to `/table?changes` carries the rhythm on by itself: it is sent no more `Lamps`
    unless `frames` says so. Other connections are sent every frame.

    elapsed: how much of the rhythm (ms) is over.
    frames:  whether only `Lamps` tell the colours: at the end of a game a sweep runs over the
             board, and lamps that could exceed the power budget are dimmed.
    """

    shines: tuple[ShineView, ...]
    elapsed: int
    frames: bool = False


class Waiting(_Message, frozen=True):
    """There is no board yet, and why. Earlier messages no longer apply; `Hello` will follow."""

    text: Text


class FrameView(msgspec.Struct, frozen=True):
    """One moment of an example: what a hand has just done, the texts of the pieces on every point,
    the lamps as in `Lamps`, and from where to where a piece was carried (empty: it was not)."""

    text: str
    stacks: tuple[tuple[str, ...], ...]
    lamps: str
    moved: tuple[int, ...]


class ExampleView(msgspec.Struct, frozen=True):
    """An example of a kind of move: which kind, the move as text, and its frames."""

    title: str
    text: str
    frames: tuple[FrameView, ...]


class LampView(msgspec.Struct, frozen=True):
    """An entry of the legend: what a lamp means, its colour and rhythm in words, RRGGBB, and its
    beats: pairs of a duration (ms) and a level (0 to 1); none for steady light. meaning: its name,
    as in `ShineView`; empty for a player's colour."""

    text: Text
    look: Text
    rgb: str
    beats: tuple[tuple[float, ...], ...]
    meaning: str = ""


class LegendView(msgspec.Struct, frozen=True):
    """A part of the legend, with its title."""

    title: Text
    lamps: tuple[LampView, ...]


class RulesPage(_Message, frozen=True, tag="rules"):
    """The rules of a game.

    asked:    the options that were asked for.
    page:     as Markdown; empty if the game comes without a page.
    table:    the board and the game, as if it were being played.
    start:    the texts of the pieces on every point at the start.
    position: the text of the start.
    fields:   what the parts of a position's text are called, the placement first; empty if the text
              has no placement.
    examples: a move of every kind.
    legend:   what the lamps mean, in the palette that was asked for.
    """

    game: str
    asked: dict[str, str]
    summary: str
    page: str
    table: Hello
    start: tuple[tuple[str, ...], ...]
    position: str
    fields: tuple[str, ...]
    examples: tuple[ExampleView, ...]
    legend: tuple[LegendView, ...]


class Pairing(_Message, frozen=True):
    """The page has to send the pairing code first. wrong: whether the last one was wrong."""

    wrong: bool


class PhoneView(msgspec.Struct, frozen=True):
    """How a phone gets to the page: the page's address, the pairing code, the address with the code
    in its fragment, and that as a QR code: its size in modules, with the quiet zone, and the dark
    modules as a path of SVG."""

    address: str
    code: str
    url: str
    size: int
    path: str


class Welcome(_Message, frozen=True):
    """The connection is open. page: its name; hand `h` of this page is called `page.h` in `State`.
    version: of these messages; a page that knows another one reloads itself. key: what requests to
    the library have to carry; empty if there is no library. phone: how a phone gets to the page, if
    the page is served to the network. shell: the version of the page's files; a page made of others
    reloads itself."""

    page: str
    version: int = MESSAGES_VERSION
    key: str = ""
    phone: PhoneView | None = None
    shell: str = ""


class Refused(_Message, frozen=True):
    """A command of this page could not be read or carried out: why, in one line. page: its name, as
    in `Welcome`, if the session answers; empty if the server does."""

    text: str
    page: str = ""


Broadcast = (
    Hello | State | ClockView | Shining | Lamps | SettingsView | ToolView | Waiting | Refused
)
"""The messages that go to every page; of the last kind, each goes to one."""

"""Messages from the program to a page; each carries its name in `type`.

The program sends `Hello` once, then `State` whenever something changes, `Shining` whenever the
lamps' meaning changes, and `Lamps` for every frame. While there is no board to play on, it sends
`Waiting` instead.

The server adds messages for a single connection: `Pairing` if a code is needed (answered by
`Pair`), `Welcome` before the first `Hello`, `RulesPage` as the answer to `Learn`, and `Refused` if
a command could not be parsed or carried out.
"""

from __future__ import annotations

import msgspec

from companion.base.text import Text
from companion.protocol import MESSAGES_VERSION


class _Message(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    pass


class PointView(msgspec.Struct, frozen=True):
    """A point of the board: its name and its coordinates (x to the right, y up, in board units)."""

    name: str
    x: float
    y: float


class PieceView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece; `rules.Look` explains the fields that say how it is drawn.

    Attributes:
        text: Its text in positions.
        seat: Its owner, or None.
        kind: Its name.
        shape: Its outline.
        sign: The sign on it.
        material: Its material.
        letters: The letters on it.
        drawing: The picture on it, as the data of an SVG path.
    """

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
    """An option of a game.

    Attributes:
        name: Its name.
        help: Its description.
        choices: One entry if the values do not depend on the options before it; else one for each
            relevant combination of those.
        many: Whether it takes several values, joined by commas.
        labels: The meaning of some of the values, in words.
    """

    name: str
    help: str
    choices: tuple[Choices, ...]
    many: bool
    labels: dict[str, str] = {}


class DrillTitle(msgspec.Struct, frozen=True):
    """A drill that can be begun: its name, and its title for people."""

    name: str
    title: Text


class GameView(msgspec.Struct, frozen=True):
    """A game that can be chosen.

    Attributes:
        name: Its name.
        title: Its title.
        options: Its options.
        seats: The names of its seats, which may depend on its options; the default is the
            computer's seat.
        summary: One sentence about it.
        lesson: Whether it has a guided game.
        drills: The drills of it.
        engines: The levels of the external engines that play it.
        minutes: How long a game takes, about; 0 if that is not known.
    """

    name: str
    title: str
    options: tuple[OptionView, ...]
    seats: tuple[Choices, ...] = ()
    summary: str = ""
    lesson: bool = False
    drills: tuple[DrillTitle, ...] = ()
    engines: tuple[str, ...] = ()
    minutes: int = 0


class AreaView(msgspec.Struct, frozen=True):
    """Points that are set apart on the printed board.

    Attributes:
        kind: `dark`, `margin`, `home`, `goal` or `blocked`.
        points: The points (indices).
        seat: The owner, or None.
    """

    kind: str
    points: tuple[int, ...]
    seat: int | None


class Hello(_Message, frozen=True):
    """The board and the game being played.

    It is sent again when another game begins, followed by the new `State` and `Lamps`; earlier ones
    no longer apply.

    Attributes:
        game: The name of the game.
        title: Its title.
        options: Its options.
        seats: The names of the seats.
        board: The name of the board.
        points: The points of the board.
        areas: The areas that are set apart; points are indices into `points`.
        lines: The lines; points likewise.
        palaces: The points with a special mark, likewise.
        simulated: Whether pieces are dragged on the page.
        solvable: Whether it can be known that a position of the game is hopeless.
        puzzles: The names of the puzzles that this board can show.
        games: The games that can be chosen.
        palettes: The names of the lamps' palettes.
        pieces: The pieces of the game, to draw them before they are on the board.
        levels: The levels of the computer.
        computers: The seats that the computer plays, and its level for each.
        players: The names of the people, by seat, as far as they are known.
        style: How the board is drawn; see `geometry.Board`.
        colours: The colours of the seats.
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
    """A ply of the history.

    Attributes:
        seat: The seat that made it, or -1 for chance.
        text: Its notation.
        said: The move in words, as in `14 to 12, takes 13`; empty if no piece moved.
    """

    seat: int
    text: str
    said: Text = Text()


class QuestionView(msgspec.Struct, frozen=True):
    """A question to the players.

    Attributes:
        prompt: The question.
        choices: The answers as text.
        picked: The index of the answer that the lamps show now.
    """

    prompt: Text
    choices: tuple[str, ...]
    picked: int


class TabletopView(msgspec.Struct, frozen=True):
    """The simulated pieces on the points, beside the board, and in hands; stacks bottom first.

    Attributes:
        points: The texts of the pieces on every point.
        tray: Those in the tray.
        hands: Those in each hand.
        origins: The place that each hand has taken its pieces from: the name of a point, or `tray`.
    """

    points: tuple[tuple[str, ...], ...]
    tray: tuple[str, ...]
    hands: dict[str, tuple[str, ...]]
    origins: dict[str, str] = {}


class FigureView(msgspec.Struct, frozen=True):
    """A figure of a puzzle.

    Each side runs along a line from one corner to the next; the last one closes the figure.

    Attributes:
        puzzle: The name of the puzzle.
        number: The number of the figure.
        count: The number of figures in the puzzle.
        name: The name of the figure.
        corners: Its corners in order (indices of points).
        on: All points on its sides, including the corners.
        found: Whether the player found it before it was shown.
    """

    puzzle: str
    number: int
    count: int
    name: Text
    corners: tuple[int, ...]
    on: tuple[int, ...]
    found: bool = False


class HuntView(msgspec.Struct, frozen=True):
    """The figures that the player has found so far.

    Attributes:
        puzzle: The name of the puzzle.
        found: The names of the figures.
        corners: The corners chosen (indices of points).
        figure: The figure with these corners, or None.
    """

    puzzle: str
    found: tuple[str, ...]
    corners: tuple[int, ...]
    figure: FigureView | None


class LabellingView(msgspec.Struct, frozen=True):
    """The magic labelling so far.

    Attributes:
        labels: The number on each point; 0 for none yet.
        sums: The sum of each line.
        whole: Whether each line is complete.
        message: A message about the labelling.
        tone: The tone of the message.
        given: The points (indices) whose numbers are given.
        hinted: The point that a hint is about; None without a hint.
        daily: Whether it is the puzzle of the day.
    """

    labels: tuple[int, ...]
    sums: tuple[int, ...]
    whole: tuple[bool, ...]
    message: Text
    tone: str
    given: tuple[int, ...] = ()
    hinted: int | None = None
    daily: bool = False


class LessonView(msgspec.Struct, frozen=True):
    """A guided game.

    Attributes:
        step: The number of the present step.
        steps: The number of steps.
        done: Whether the guided game is over.
    """

    step: int
    steps: int
    done: bool


class DrillView(msgspec.Struct, frozen=True):
    """A drill being played.

    Attributes:
        name: Its name.
        title: Its title.
        over: Whether it is over.
        reached: Whether its goal was reached.
    """

    name: str
    title: Text
    over: bool
    reached: bool


class RefusalView(msgspec.Struct, frozen=True):
    """A piece that was moved to a place where it may not go.

    Attributes:
        origin: The name of the point it left; empty for beside the board.
        to: The name of the point it was put on, likewise.
        text: The reason.
    """

    origin: str
    to: str
    text: Text


class UndoView(msgspec.Struct, frozen=True):
    """The effect of taking back one move.

    Attributes:
        plies: The number of plies removed from the end of the history.
        left: The points (indices) that pieces leave.
        restored: The points on which pieces stand again.
    """

    plies: int
    left: tuple[int, ...]
    restored: tuple[int, ...]


class MenuEntryView(msgspec.Struct, frozen=True):
    """An entry of the menu.

    Attributes:
        text: Its text.
        point: Its point (an index); None if only the button reaches it.
        about: A sentence about it; or empty.
        ends: Whether it ends something, so that it takes longer to choose.
        place: Whether it is one of several points that are touched together; a page cannot choose
            it.
    """

    text: Text
    point: int | None
    about: Text
    ends: bool
    place: bool


class MenuView(msgspec.Struct, frozen=True):
    """The menu that is open on the board.

    Attributes:
        title: Its title.
        entries: The entries; empty when the menu has ended and the board has to be put back.
        picked: The index of the entry that the button would choose.
        put_back: The points (indices) that have still to be put back.
    """

    title: Text
    entries: tuple[MenuEntryView, ...]
    picked: int
    put_back: tuple[int, ...]


class InvitationView(msgspec.Struct, frozen=True):
    """Other forms of an invitation's code.

    Attributes:
        digits: The code in digits.
        size: The size of its QR code in modules, with the quiet zone.
        path: The dark modules as an SVG path.
    """

    digits: str
    size: int
    path: str


class GuestView(msgspec.Struct, frozen=True):
    """Somebody who has come to the table, and can still be turned away.

    Attributes:
        seat: The seat that the guest is to have; -1 for a spectator.
        player: The guest's name; may be empty.
        text: Who has come, and how many wrong codes were typed before, in a sentence or two.
    """

    seat: int
    player: str
    text: Text


class RemoteView(msgspec.Struct, frozen=True):
    """The state of play with remote players.

    Attributes:
        code: The code in words while a player is invited to join; or empty.
        joining: Whether this board is joining a table.
        seat: The seat that is played here; None without a table, and for a spectator.
        here: The seats whose boards are connected.
        paused: Whether the game is paused.
        watching: Whether the game is only watched here: only `Depart` and `New` have an effect.
        spectator_code: The code in words while a spectator is invited; or empty.
        invitation: That code in other forms; None without an invitation.
        guests: Those who have come to the table, and have not been let in.
    """

    code: str = ""
    joining: bool = False
    seat: int | None = None
    here: tuple[int, ...] = ()
    paused: bool = False
    watching: bool = False
    spectator_code: str = ""
    invitation: InvitationView | None = None
    guests: tuple[GuestView, ...] = ()


class DailyView(msgspec.Struct, frozen=True):
    """The puzzle of the day.

    Attributes:
        day: The date, such as 2026-11-28.
        title: What is to be done, in a few words.
        kind: Its kind: ending, peg, labelling or own.
        solved: Whether the person who plays now has solved it.
        count: The number of puzzles of the day that this person has solved.
    """

    day: str
    title: Text
    kind: str
    solved: bool
    count: int


class PersonView(msgspec.Struct, frozen=True):
    """A person who plays here.

    Attributes:
        name: The name.
        colour: The name of the colour.
        sign: The name of the sign.
    """

    name: str
    colour: str
    sign: str


class PeopleView(msgspec.Struct, frozen=True):
    """The people who play here.

    Attributes:
        people: The people.
        present: The name of the person who plays if one plays alone; or empty.
        colours: The colours to choose from.
        signs: The signs to choose from.
        trouble: Why the people are forgotten when the program ends; or empty.
    """

    people: tuple[PersonView, ...] = ()
    present: str = ""
    colours: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()
    trouble: Text = Text()


class State(_Message, frozen=True):
    """Everything that the page shows apart from the lamps.

    A connection to `/table?changes` receives the whole state after each `Hello`, and then only the
    fields that have changed since the last message; `changes.py` makes these messages. Of the
    history it receives the new plies: `kept` is the number of plies of the known history that come
    before them. Any other connection receives the whole state every time.

    Attributes:
        phase: One of setup, rest, hand, confirm, ask, astray, taking_back, over.
        turn: The seat to act; None when the game is over.
        headline: Whose turn it is, or how the game ended, in a few words.
        message: What is forced, or what went wrong and how to fix it; empty when all is well.
        tone: How to show the message: plain, forced, wrong, question or good.
        sensed: Whether a switch senses a piece, point by point.
        believed: The pieces of the position, point by point, bottom first.
        moves: The history.
        outcome: The outcome as in the rules: ongoing, win 0, draw, …
        confirm: Whether there is something to confirm.
        question: The question to the players, or None.
        draw_offered_by: The seat that has offered a draw, or None.
        draw_agreed: The seats that agree to a draw, the one that offered it first.
        announcement: What has just happened by itself, such as a pass or a draw from the bag; or
            empty.
        best: The fewest moves in which this puzzle can be solved, if that is known.
        hint: The answer to `Hint` or, if watched, that the position has become hopeless.
        watched: Whether the player wants to be warned when it becomes hopeless.
        figure: The figure of a puzzle that is shown on the board, or None.
        labelling: The magic labelling that is shown on the board, or None.
        warning: Trouble that does not stop the game, such as a full card or a stuck switch; or
            empty.
        log: The file in which the game is logged; empty without one.
        palette: The name of the lamps' palette.
        tabletop: The simulated pieces, or None.
        takeback: Whether there is anything to take back.
        stage: A number that changes with everything that answers depend on: the position, the
            question, the draw offered.
        lesson: The guided game that is played, or None.
        hunt: The figures that the player looks for on the board, or None.
        refusal: The last action of hands against the rules, while it matters; or None.
        assisted: Whether simulated pieces are moved for the players (see `Assist`); None without
            simulated pieces.
        last: The points (indices) of the last move that hands made: where a piece came from, and
            each point where it landed; or where pieces were placed, or removed.
        undo: The effect of `Back`, or None.
        position: The text of the position.
        menu: The menu that is open on the board, or None.
        told: The last ply in words, to be read aloud: `White: 14 to 12, takes 13.`
        hint_more: Whether the answer shows only how the move begins, so that another `Hint` shows
            more.
        drill: The drill that is played, or None.
        remote: The state of play with remote players; None without any.
        meets: Whether remote players can be invited or joined here.
        advice: The answer to `WhatNow` while it is shown, in place of the message; or empty.
        placeable: Whose pieces `PlacePieces` can place now: nothing, `mine`, or `mine` and `all`.
        people: The people who play here.
        daily: The puzzle of the day, if there is one on this board; or None.
        finds: How much the person who plays now has found of each puzzle of the board.
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
    meets: bool = False
    advice: Text = Text()
    placeable: tuple[str, ...] = ()
    people: PeopleView = PeopleView()
    daily: DailyView | None = None
    finds: dict[str, int] = {}


class ClockView(_Message, frozen=True, tag="clock"):
    """The clock, at the moment when this is sent.

    It is sent whenever something happens to the clock; in between, the time of the running seat
    runs down by itself. After a `Hello` there is no clock until this is sent.

    Attributes:
        control: The time control, as a text.
        left: The seconds that each seat has left; 0 or less if its time is over.
        running: The seat whose time is running, or None.
        shares: Whether the time that one seat uses goes to the others, as in an hourglass.
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

    Attributes:
        key: Its key in `Adjust`.
        group: The heading above it.
        label: Its name.
        about: Its effect.
        kind: One of number, choice, switch, text or clock.
        value: Its present value.
        usual: Its value if none is chosen on the page.
        least: The smallest number, as shown: its value times `scale`, in `unit`.
        most: The largest number, as shown.
        step: The step between numbers, as shown.
        unit: The unit of the number.
        scale: The factor from the value to the number shown.
        choices: The values to choose from; for a clock, suggestions.
        longest: The most characters of a text.
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


class FeatureView(msgspec.Struct, frozen=True):
    """A feature that an installed package adds.

    Attributes:
        name: Its name.
        state: In use, switched off, or why it is not used.
    """

    name: str
    state: Text


class SettingsView(_Message, frozen=True, tag="settings"):
    """All settings, whenever one has changed; a `Hello` leaves them as they are.

    Attributes:
        settings: The settings.
        trouble: Why the last change will be lost when the program ends; or empty.
        tools: The names of the tools for the board that can be started.
        features: The features that installed packages add.
        engines: The names of the external engines that the configuration allows.
    """

    settings: tuple[SettingView, ...]
    trouble: Text
    tools: tuple[str, ...] = ()
    features: tuple[FeatureView, ...] = ()
    engines: tuple[str, ...] = ()


class EngineOptionView(msgspec.Struct, frozen=True):
    """An option of an external engine.

    Attributes:
        name: Its name.
        type: One of check, spin, combo or string.
        value: Its present value; None if the engine states no default.
        usual: Its value if none is chosen.
        least: The least value of a `spin`.
        most: The greatest value of a `spin`.
        choices: The words of a `combo`.
        fixed: Why it cannot be chosen here; or empty.
    """

    name: str
    type: str
    value: SettingValue | None
    usual: SettingValue | None
    least: int
    most: int
    choices: tuple[str, ...]
    fixed: Text


class EngineView(msgspec.Struct, frozen=True):
    """An external engine that the configuration allows.

    Attributes:
        name: Its name in the configuration.
        on: Whether it is offered as an opponent.
        called: Its own name for itself; empty while that is not known.
        author: Its author; or empty.
        protocol: The protocol that it is to speak.
        games: The titles of the games that it is offered for.
        levels: The names of its levels, weakest first.
        seconds: The chosen seconds for a move, at every level; None for the configured ones.
        usual_seconds: The configured seconds, from the weakest level on, each once.
        options: Its options, as far as it has stated them.
        trying: Whether it is being tried, or will be soon.
        outcome: What became of the last trial; or empty.
        good: Whether that went well.
        changed: Whether anything was chosen for it.
    """

    name: str
    on: bool
    called: str
    author: str
    protocol: str
    games: tuple[str, ...]
    levels: tuple[str, ...]
    seconds: float | None
    usual_seconds: tuple[float, ...]
    options: tuple[EngineOptionView, ...]
    trying: bool
    outcome: Text
    good: bool
    changed: bool


class EnginesView(_Message, frozen=True, tag="engines"):
    """The external engines, when a page asks for them, and whenever something has changed.

    Attributes:
        engines: The engines.
        seconds: The least and the most seconds for a move.
        trouble: Why the last choice will be lost when the program ends; or empty.
    """

    engines: tuple[EngineView, ...]
    seconds: tuple[float, float]
    trouble: Text


class ReplyView(msgspec.Struct, frozen=True):
    """A reply that a tool understands now: the text to send, and its meaning."""

    text: str
    label: str


class LineView(msgspec.Struct, frozen=True):
    """A line that a tool has printed.

    Attributes:
        text: The line.
        tone: One of plain, good, note or wrong.
    """

    text: str
    tone: str


class MarkView(msgspec.Struct, frozen=True):
    """A point of the board in a tool's drawing.

    Attributes:
        point: The point.
        text: The text drawn there.
        tone: One of plain, asked, good, note or wrong.
        lit: Whether its lamp is known to be lit.
    """

    point: PointView
    text: str
    tone: str
    lit: bool


class ToolView(_Message, frozen=True, tag="tool"):
    """A tool for the board, while it is running and after it has ended.

    Attributes:
        name: The name of the tool; empty if none has been started.
        running: Whether it is running; meanwhile the game is interrupted.
        lines: The lines it has printed.
        prompt: What to do now.
        marks: The drawing of the board; empty without one.
        replies: The replies that it understands.
        points: Whether names of points are replies as well.
        simulated: Whether the name of a point puts a simulated piece there, or takes it away.
        report: The report of a check, for requests for help; or empty.
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
    """Lamps with the same meaning, which therefore blink together.

    Attributes:
        meaning: The name of their meaning, such as `must_jump`.
        text: The meaning in words, for people who cannot see it.
        lamps: The index of each point, with RRGGBB at full level.
        beats: Their rhythm: pairs of a duration (ms) and a level (0 to 1); none for steady light.
        vacant: The words to use instead of `text` on vacant points; if empty, the same.
    """

    meaning: str
    text: Text
    lamps: tuple[tuple[int, str], ...]
    beats: tuple[tuple[float, ...], ...] = ()
    vacant: Text = Text()


class Shining(_Message, frozen=True):
    """The meaning of the lamps from now on, and their light.

    It is sent whenever that changes, and is followed by the first `Lamps` of the same. A connection
    to `/table?changes` continues the rhythm by itself: it receives no more `Lamps` unless `frames`
    is set. Other connections receive every frame.

    Attributes:
        shines: The lamps, by meaning.
        elapsed: The part of the rhythm (ms) that is over.
        frames: Whether the colours come only with `Lamps`: at the end of a game a sweep runs over
            the board, and lamps that could exceed the power budget are dimmed.
    """

    shines: tuple[ShineView, ...]
    elapsed: int
    frames: bool = False


class Waiting(_Message, frozen=True):
    """There is no board yet.

    Earlier messages no longer apply, and `Hello` will follow.

    Attributes:
        text: The reason.
    """

    text: Text


class FrameView(msgspec.Struct, frozen=True):
    """One moment of an example.

    Attributes:
        text: The last action of a hand.
        stacks: The texts of the pieces on every point.
        lamps: The lamps as in `Lamps`.
        moved: The points between which a piece was carried; empty if none was.
    """

    text: str
    stacks: tuple[tuple[str, ...], ...]
    lamps: str
    moved: tuple[int, ...]


class ExampleView(msgspec.Struct, frozen=True):
    """An example of a kind of move: the kind, the move as text, and its frames."""

    title: str
    text: str
    frames: tuple[FrameView, ...]


class LampView(msgspec.Struct, frozen=True):
    """An entry of the legend.

    Attributes:
        text: The meaning of the lamp.
        look: Its colour and rhythm in words.
        rgb: Its colour, RRGGBB.
        beats: Its rhythm: pairs of a duration (ms) and a level (0 to 1); none for steady light.
        meaning: The name of the meaning, as in `ShineView`; empty for a player's colour.
    """

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

    Attributes:
        game: The name of the game.
        asked: The options that were asked for.
        summary: One sentence about the game.
        page: The rules as HTML; empty if the game comes without a page.
        table: The board and the game, as if it were being played.
        start: The texts of the pieces on every point at the start.
        position: The text of the start.
        fields: The names of the parts of a position's text, the placement first; empty if the text
            has no placement.
        examples: A move of every kind.
        choices: For each of the fields, its possible texts and what they mean, as far as that is
            known: who is to move.
        legend: The meaning of the lamps, in the palette that was asked for.
        card: The printed card of the board's menu as HTML; empty if it is not here.
        brief: Whether only the board and its start were asked for; page, card, examples and legend
            are empty then, and a game that starts without pieces is shown as its lesson begins.
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
    choices: tuple[dict[str, str], ...] = ()
    brief: bool = False
    card: str = ""


class Pairing(_Message, frozen=True):
    """The page has to send the pairing code first.

    Attributes:
        wrong: Whether the last code was wrong.
    """

    wrong: bool


class PhoneView(msgspec.Struct, frozen=True):
    """The way for a phone to reach the page, or for guests to reach theirs.

    Attributes:
        address: The page's address.
        code: The pairing code; empty if none is required.
        url: The address with the code in its fragment.
        size: The size of the URL's QR code in modules, with the quiet zone; 0 without one.
        path: The dark modules as an SVG path.
    """

    address: str
    code: str
    url: str
    size: int
    path: str


class Welcome(_Message, frozen=True):
    """The connection is open.

    Attributes:
        page: The page's name; hand `h` of this page is called `page.h` in `State`.
        version: The version of these messages; a page of another version reloads itself.
        key: The key that requests to the library have to carry; empty without a library.
        phone: The way for a phone to reach the page, if the page is served to the network.
        shell: The version of the page's files; a page made of others reloads itself.
        guests: The way for guests, who may only watch; None if there are to be none.
        wall: The way for guests to all boards of a broker; None if they are not shown here.
    """

    page: str
    version: int = MESSAGES_VERSION
    key: str = ""
    phone: PhoneView | None = None
    shell: str = ""
    guests: PhoneView | None = None
    wall: PhoneView | None = None


class Refused(_Message, frozen=True):
    """A command of this page could not be parsed or carried out.

    Attributes:
        text: The reason, in one line.
        page: The page's name, as in `Welcome`, if the session answers; empty if the server does.
    """

    text: str
    page: str = ""


class SpokenAnswer(_Message, frozen=True, tag="answer"):
    """The answer to a person who has asked with the button, to be read aloud.

    Attributes:
        text: What to do now, or which pieces may move.
    """

    text: Text


Broadcast = (
    Hello
    | State
    | ClockView
    | Shining
    | Lamps
    | SettingsView
    | EnginesView
    | ToolView
    | Waiting
    | Refused
    | SpokenAnswer
)
"""The messages that go to every page; each message of the last kind goes to one page."""

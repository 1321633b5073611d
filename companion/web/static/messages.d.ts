// The messages between page and program. `make types` generates this from companion/protocol/.

/** The version of these messages. */
export type Version = 5;

/** A point of the board: its name and its coordinates (x to the right, y up, in board units). */
export interface PointView {
  name: string;
  x: number;
  y: number;
}

/** Points that are set apart on the printed board: what they are (`dark`, `margin`, `home`, `goal`, `blocked`), and whose (or None). */
export interface AreaView {
  kind: string;
  points: number[];
  seat: number | null;
}

/** The values of an option, and its default, while the options before it are as in `when`. */
export interface Choices {
  when: Record<string, string>;
  values: string[];
  default: string;
}

/** An option of a game. choices: one entry if nothing depends on the options before it; else one for each combination of those that matters. many: whether it takes several values, joined by commas. labels: what some of the values stand for, in words. */
export interface OptionView {
  name: string;
  help: string;
  choices: Choices[];
  many: boolean;
  labels: Record<string, string>;
}

/** A drill that can be begun: its name, and what people call it. */
export interface DrillTitle {
  name: string;
  title: string;
}

/** A game that can be chosen. seats: the names of its seats, which may depend on its options; the default is the computer's seat. summary: what it is about, in a sentence. lesson: whether there is a guided game of it. drills: what can be trained in it. engines: the levels of the external engines that play it. */
export interface GameView {
  name: string;
  title: string;
  options: OptionView[];
  seats: Choices[];
  summary: string;
  lesson: boolean;
  drills: DrillTitle[];
  engines: string[];
}

/** A piece: its text in positions, its owner (or None), what it is called, and how it is drawn (`rules.Look` explains these fields). */
export interface PieceView {
  text: string;
  seat: number | null;
  kind: string;
  shape?: string;
  sign?: string;
  material?: string;
  letters?: string;
  drawing?: string;
}

/** The board and the game being played. It is sent again when another game begins, followed by the new `State` and `Lamps`; earlier ones no longer apply. board: its name. style: how the board is drawn; see `geometry.Board`. colours: those of the seats. lines, palaces, areas: points are indices into `points`. simulated: whether pieces are dragged on the page. solvable: whether it can be known that a position of the game is hopeless. puzzles: the names of the puzzles that this board can show. pieces: the pieces of the game, to draw them before they are on the board. levels: the levels of the computer. computers: the seats that the computer plays, and its level for each. players: the names of the people, by seat, as far as they are known. */
export interface Hello {
  type: "hello";
  game: string;
  title: string;
  options: Record<string, string>;
  seats: string[];
  board: string;
  points: PointView[];
  areas: AreaView[];
  lines: number[][];
  palaces: number[];
  simulated: boolean;
  solvable: boolean;
  puzzles: string[];
  games: GameView[];
  palettes: string[];
  pieces: PieceView[];
  levels: string[];
  computers: Record<number, string>;
  players: Record<number, string>;
  style: string;
  colours: string[];
}

/** A ply of the history. */
export interface MoveView {
  seat: number;
  text: string;
}

/** A question to the players: its answers as text, and which one the lamps show now. */
export interface QuestionView {
  prompt: string;
  choices: string[];
  picked: number;
}

/** A figure of a puzzle: its number out of how many, its name, and its corners in order (indices of points). Each side runs along a line from one corner to the next; the last one closes the figure. `on`: all points on its sides, corners included. found: whether the player has found it before it was shown. */
export interface FigureView {
  puzzle: string;
  number: number;
  count: number;
  name: string;
  corners: number[];
  on: number[];
  found: boolean;
}

/** The magic labelling so far: the number on each point (0: none yet), the sum of each line and whether the line is complete, and a message about it with its tone. */
export interface LabellingView {
  labels: number[];
  sums: number[];
  whole: boolean[];
  message: string;
  tone: string;
}

/** The simulated pieces on the points, beside the board, and in hands; stacks bottom first. */
export interface TabletopView {
  points: string[][];
  tray: string[];
  hands: Record<string, string[]>;
}

/** A guided game: the number of the step that is due, out of how many, and whether all is over. */
export interface LessonView {
  step: number;
  steps: number;
  done: boolean;
}

/** The figures that the player has found so far: the puzzle, their names, the corners chosen (indices of points), and the figure that these make, if they make one. */
export interface HuntView {
  puzzle: string;
  found: string[];
  corners: number[];
  figure: FigureView | null;
}

/** A piece that was moved where it may not go: the points' names (empty: beside the board), and why it may not. */
export interface RefusalView {
  origin: string;
  to: string;
  text: string;
}

/** What taking back one move would do: how many plies at the end of the history go, and the points (indices) that pieces leave, and on which pieces stand again. */
export interface UndoView {
  plies: number;
  left: number[];
  restored: number[];
}

/** An entry of the menu: its text, its point (an index; None: only the button reaches it), and a sentence about it, or empty. ends: whether it ends something, so that it takes longer to choose. place: whether it is one of several points that are touched together; a page cannot choose it. */
export interface MenuEntryView {
  text: string;
  point: number | null;
  about: string;
  ends: boolean;
  place: boolean;
}

/** The menu that is open on the board. entries: what can be chosen; empty when the menu has ended and the board has to be put back. picked: the index of the entry that the button would choose. put_back: the points (indices) that have still to be put back. */
export interface MenuView {
  title: string;
  entries: MenuEntryView[];
  picked: number;
  put_back: number[];
}

/** A drill that is played: its name and title, whether it is over, and whether its goal was reached. */
export interface DrillView {
  name: string;
  title: string;
  over: boolean;
  reached: boolean;
}

/** Other forms of an invitation's code: in digits, and as a QR code: its size in modules, with the quiet zone, and the dark modules as a path of SVG. */
export interface InvitationView {
  digits: string;
  size: number;
  path: string;
}

/** How things stand with people far away. code: the code in words while somebody is invited to join; or empty. joining: whether this board is about to join them. seat: the seat that is played here; None as long as there is no table, and for a spectator. here: the seats whose boards are connected. paused: whether the game rests. watching: whether the game is only watched here: only `Depart` and `New` do anything. spectator_code: the code in words while somebody is invited to watch; or empty. invitation: that code in other forms; None if nobody is invited. */
export interface RemoteView {
  code: string;
  joining: boolean;
  seat: number | null;
  here: number[];
  paused: boolean;
  watching: boolean;
  spectator_code: string;
  invitation: InvitationView | null;
}

/** Everything that the page shows apart from the lamps. A connection to `/table?changes` is told the whole state after each `Hello`, and then only the fields that have changed since it was told last; `changes.py` makes these messages. Of the history it is told the plies that are new: `kept` says how many plies of the history that it knows come before them. Any other connection is told the whole state every time. phase: setup, rest, hand, confirm, ask, astray, taking_back, over. turn: the seat to act; None when the game is over. headline: whose turn it is, or how the game ended, in a few words. message: what is forced, or what went wrong and how to fix it; empty when all is well. tone: plain, forced, wrong, question or good: how to show the message. sensed: whether a switch senses a piece, point by point. believed: the pieces of the position, point by point, bottom first. moves: the history. outcome: as in the rules: ongoing, win 0, draw, … confirm: whether there is something to confirm. announcement: what has just happened by itself, such as a pass or a draw from the bag; or empty. draw_agreed: the seats that agree to a draw, the one that offered it first. best: the fewest moves in which this puzzle can be solved, if that is known. hint: the answer to `Hint` or, if watched, that the position has become hopeless. hint_more: whether the answer shows only how the move begins, so that another `Hint` tells more. watched: whether the player wants to be told when it becomes hopeless. figure, hunt, labelling: the puzzle that is shown on the board, or None. takeback: whether there is anything to take back. stage: a number that changes whenever something changes that answers depend on: the position, the question, the draw offered. lesson: the guided game that is played, or None. drill: the drill, or None. last: the points (indices) of the last move that hands made: where a piece came from, and each point where it landed; or where pieces were placed, or removed. undo: what `Back` would do, or None. assisted: whether simulated pieces are moved for the players (see `Assist`); None if there are none. refusal: the last thing that hands did against the rules, while it matters; or None. warning: trouble that does not stop the game, such as a full card or a stuck switch; or empty. position: the text of the position. menu: the menu that is open on the board, or None. remote: how things stand with people far away; None if none are invited. told: the last ply in words, for people who hear it: `White: 14 to 12, takes 13.` */
export interface State {
  type: "state";
  phase: string;
  turn: number | null;
  headline: string;
  message: string;
  tone: string;
  sensed: boolean[];
  believed: PieceView[][];
  moves: MoveView[];
  outcome: string;
  confirm: boolean;
  question: QuestionView | null;
  draw_offered_by: number | null;
  draw_agreed: number[];
  announcement: string;
  best: number | null;
  hint: string;
  watched: boolean;
  figure: FigureView | null;
  labelling: LabellingView | null;
  warning: string;
  log: string;
  palette: string;
  tabletop: TabletopView | null;
  takeback: boolean;
  stage: number;
  lesson: LessonView | null;
  hunt: HuntView | null;
  refusal: RefusalView | null;
  assisted: boolean | null;
  last: number[];
  undo: UndoView | null;
  position: string;
  menu: MenuView | null;
  told: string;
  hint_more: boolean;
  drill: DrillView | null;
  remote: RemoteView | null;
}

/** The clock, at the moment when this is sent. It is sent whenever something happens to it; in between, the time of the running seat runs down by itself. After a `Hello` there is none until this is sent. control: how time is controlled, as a text. left: the seconds that each seat has left; below 0 if its time is over. running: the seat whose time is running, or None. shares: whether the time that one seat uses goes to the others, as in an hourglass. */
export interface ClockView {
  type: "clock";
  control: string;
  left: number[];
  running: number | null;
  shares: boolean;
}

/** Lamps that mean the same, and therefore blink together. meaning: the name of what they mean, such as `must_jump`. text: the same in words, for people who cannot see it. lamps: the index of each point, with RRGGBB at full level. beats: their rhythm: pairs of a duration (ms) and a level (0 to 1); none for steady light. vacant: what to say instead of `text` where no piece stands; empty: the same. */
export interface ShineView {
  meaning: string;
  text: string;
  lamps: ([number, string])[];
  beats?: number[][];
  vacant?: string;
}

/** What the lamps mean from now on, and how they shine. It is sent whenever that changes, and is followed by the first `Lamps` of the same. A connection to `/table?changes` carries the rhythm on by itself: it is sent no more `Lamps` unless `frames` says so. Other connections are sent every frame. elapsed: how much of the rhythm (ms) is over. frames: whether only `Lamps` tell the colours: at the end of a game a sweep runs over the board, and lamps that could exceed the power budget are dimmed. */
export interface Shining {
  type: "shining";
  shines: ShineView[];
  elapsed: number;
  frames: boolean;
}

/** A frame: RRGGBB for each point, joined. */
export interface Lamps {
  type: "lamps";
  rgb: string;
}

/** A setting, as the page draws its field. key: identifies it in `Adjust`. group: the heading that it stands under. label: what it is called. about: what it does. kind: number, choice, switch, text or clock. value: what it is now. usual: what it is if nothing is chosen on the page. least, most, step: of a number as it is shown, which is its value times `scale`, in `unit`. choices: to choose from; for a clock, to be suggested. longest: the most characters of a text. */
export interface SettingView {
  key: string;
  group: string;
  label: string;
  about: string;
  kind: string;
  value: boolean | number | string;
  usual: boolean | number | string;
  least?: number;
  most?: number;
  step?: number;
  unit?: string;
  scale?: number;
  choices?: string[];
  longest?: number;
}

/** All settings, whenever one has changed. A `Hello` leaves them as they are. trouble: why the last change will be forgotten when the program ends; or empty. tools: the names of the tools for the board that can be started. */
export interface SettingsView {
  type: "settings";
  settings: SettingView[];
  trouble: string;
  tools: string[];
}

/** A line that a tool has printed. tone: plain, good, note or wrong. */
export interface LineView {
  text: string;
  tone: string;
}

/** A point of the board in a tool's drawing: what is drawn there, and its tone: plain, asked, good, note or wrong. lit: whether its lamp is known to be lit. */
export interface MarkView {
  point: PointView;
  text: string;
  tone: string;
  lit: boolean;
}

/** A reply that a tool understands now: what to send, and what it means. */
export interface ReplyView {
  text: string;
  label: string;
}

/** A tool for the board, while it is running and after it has ended. name: of the tool; empty if none has been started. running: whether it is; meanwhile the game rests. lines: what it has printed. prompt: what to do now. marks: the drawing of the board; empty if there is none. replies: the replies that it understands. points: whether names of points are one as well. simulated: whether the name of a point puts a simulated piece there, or takes it away. report: the report of a check, for requests for help; or empty. */
export interface ToolView {
  type: "tool";
  name: string;
  running: boolean;
  lines: LineView[];
  prompt: string;
  marks: MarkView[];
  replies: ReplyView[];
  points: boolean;
  simulated: boolean;
  report: string;
}

/** There is no board yet, and why. Earlier messages no longer apply; `Hello` will follow. */
export interface Waiting {
  type: "waiting";
  text: string;
}

/** A command of this page could not be read or carried out: why, in one line. page: its name, as in `Welcome`, if the session answers; empty if the server does. */
export interface Refused {
  type: "refused";
  text: string;
  page: string;
}

/** How a phone gets to the page: the page's address, the pairing code, the address with the code in its fragment, and that as a QR code: its size in modules, with the quiet zone, and the dark modules as a path of SVG. */
export interface PhoneView {
  address: string;
  code: string;
  url: string;
  size: number;
  path: string;
}

/** The connection is open. page: its name; hand `h` of this page is called `page.h` in `State`. version: of these messages; a page that knows another one reloads itself. key: what requests to the library have to carry; empty if there is no library. phone: how a phone gets to the page, if the page is served to the network. shell: the version of the page's files; a page made of others reloads itself. */
export interface Welcome {
  type: "welcome";
  page: string;
  version: number;
  key: string;
  phone: PhoneView | null;
  shell: string;
}

/** The page has to send the pairing code first. wrong: whether the last one was wrong. */
export interface Pairing {
  type: "pairing";
  wrong: boolean;
}

/** One moment of an example: what a hand has just done, the texts of the pieces on every point, the lamps as in `Lamps`, and from where to where a piece was carried (empty: it was not). */
export interface FrameView {
  text: string;
  stacks: string[][];
  lamps: string;
  moved: number[];
}

/** An example of a kind of move: which kind, the move as text, and its frames. */
export interface ExampleView {
  title: string;
  text: string;
  frames: FrameView[];
}

/** An entry of the legend: what a lamp means, its colour and rhythm in words, RRGGBB, and its beats: pairs of a duration (ms) and a level (0 to 1); none for steady light. meaning: its name, as in `ShineView`; empty for a player's colour. */
export interface LampView {
  text: string;
  look: string;
  rgb: string;
  beats: number[][];
  meaning: string;
}

/** A part of the legend, with its title. */
export interface LegendView {
  title: string;
  lamps: LampView[];
}

/** The rules of a game. asked: the options that were asked for. page: as Markdown; empty if the game comes without a page. table: the board and the game, as if it were being played. start: the texts of the pieces on every point at the start. position: the text of the start. fields: what the parts of a position's text are called, the placement first; empty if the text has no placement. examples: a move of every kind. legend: what the lamps mean, in the palette that was asked for. */
export interface RulesPage {
  type: "rules";
  game: string;
  asked: Record<string, string>;
  summary: string;
  page: string;
  table: Hello;
  start: string[][];
  position: string;
  fields: string[];
  examples: ExampleView[];
  legend: LegendView[];
}

/** Hand `hand` picks up a simulated piece: from a point by name, or `piece` from the `tray`. */
export interface Lift {
  do: "lift";
  place: string;
  hand: string;
  piece?: string;
}

/** Hand `hand` puts down what it holds: on a point by name, or in the `tray`. Nothing happens if it holds nothing: the server sends this for every hand of a page that disconnects. */
export interface Put {
  do: "put";
  place: string;
  hand: string;
}

/** Confirm the move that the board shows. */
export interface Confirm {
  do: "confirm";
  seen?: number | null;
}

/** Answer a question, by the index in its `choices`. */
export interface Choose {
  do: "choose";
  index: number;
  seen?: number | null;
}

/** Choose an entry of the menu that is open on the board, by its index in `entries`. */
export interface Select {
  do: "select";
  index: number;
  seen?: number | null;
}

/** Take back so many moves made by hands, and whatever happened after them. The lamps then guide the pieces back. */
export interface Back {
  do: "back";
  moves?: number;
  seen?: number | null;
}

/** Resign for the seat to act. */
export interface Resign {
  do: "resign";
  seen?: number | null;
}

/** Offer a draw for the seat to act, or accept the offer of another seat. */
export interface Draw {
  do: "draw";
  seen?: number | null;
}

/** Ask the players far away to pause the game, or to go on with it. */
export interface Pause {
  do: "pause";
  on: boolean;
  seen?: number | null;
}

/** Invite people far away to a game. options, clock: as in `New`. seat: the seat that is played here. name: of the player here, or empty. */
export interface Invite {
  do: "invite";
  seen?: number | null;
  game: string;
  options?: Record<string, string>;
  seat?: number;
  clock?: string;
  name?: string;
}

/** Join people far away, or watch them, with the code that they were given. name: of the player here, or empty. */
export interface Join {
  do: "join";
  code: string;
  name?: string;
  seen?: number | null;
}

/** Let somebody watch the game with people far away. */
export interface InviteSpectator {
  do: "invitespectator";
  seen?: number | null;
}

/** Stop inviting, or stop trying to join; otherwise stop watching, and begin a game of one's own. */
export interface Depart {
  do: "depart";
}

/** Ask the players far away for another game. */
export interface Rematch {
  do: "rematch";
  seen?: number | null;
}

/** Begin another game. computers: the seats that the computer plays, and its level for each. clock: the text of the time control, as `companion.clock.control` explains; or empty. players: the names of the people, by seat, as far as they were given. position: the text of the position to begin with; empty for the start of the game. */
export interface New {
  do: "new";
  game: string;
  options?: Record<string, string>;
  computers?: Record<number, string>;
  clock?: string;
  players?: Record<number, string>;
  position?: string;
  seen?: number | null;
}

/** Begin the guided game of that name; empty: leave it for a game of one's own. */
export interface Teach {
  do: "teach";
  game?: string;
  seen?: number | null;
}

/** Begin the drill of that name; empty: leave it for a game of one's own. */
export interface Train {
  do: "train";
  drill?: string;
  seen?: number | null;
}

/** Show where a good move begins; the second time, the whole move. Or say that there is no solution. */
export interface Hint {
  do: "hint";
}

/** Start or stop telling the player when the position becomes hopeless. */
export interface Watch {
  do: "watch";
  on: boolean;
}

/** Show a puzzle of the board, by name; empty: return to the game. */
export interface Puzzle {
  do: "puzzle";
  name: string;
}

/** Show the next figure (1) or the previous one (-1). */
export interface Step {
  do: "step";
  by?: number;
}

/** Choose a point (by name) as a corner of a figure that the player has found, or give it up. */
export interface Corner {
  do: "corner";
  place: string;
}

/** Stop asking for figures, and show them all. */
export interface Tell {
  do: "tell";
}

/** Write a number on a point (by name) of the magic labelling; 0 erases it. */
export interface Label {
  do: "label";
  place: string;
  number: number;
}

/** Fill in the rest of the magic labelling, if that is possible. */
export interface Complete {
  do: "complete";
}

/** Light the points of a move (by name) that could have been made, as a hint would; without points, none any longer. Refused while a game is being played. The lamps go out by themselves soon after. */
export interface Demonstrate {
  do: "demonstrate";
  places?: string[];
}

/** Change the palette of the lamps, as `Adjust` does. */
export interface Palette {
  do: "palette";
  name: string;
}

/** Change a setting, by its key. value: None for what the configuration says. page: the one that is told if that is refused; the server fills it in. Without it, all pages are warned. */
export interface Adjust {
  do: "adjust";
  key: string;
  value?: boolean | number | string | null;
  page?: string;
}

/** Start a tool of the board's maker by its name, one of `tools` in `settings`. The game rests until it has ended. */
export interface Tool {
  do: "tool";
  name: string;
}

/** Reply to the running tool: the text of one of its `replies`, or names of points. */
export interface Reply {
  do: "reply";
  text: string;
}

/** Stop the running tool. */
export interface Halt {
  do: "halt";
}

/** Put all simulated pieces where the position has them. */
export interface Arrange {
  do: "arrange";
}

/** Put all simulated pieces into the tray. */
export interface Sweep {
  do: "sweep";
}

/** Have simulated pieces moved for the players where it is known what their hands should do: the computer's move, captured pieces, a takeback, and what was put where it may not go. */
export interface Assist {
  do: "assist";
  on: boolean;
}

/** The answer to `Pairing`; the server handles it. */
export interface Pair {
  do: "pair";
  code: string;
}

/** Ask for the rules of a game with these options. The server answers this page alone, with `RulesPage`. palette: of the lamps in the examples. */
export interface Learn {
  do: "learn";
  game: string;
  options?: Record<string, string>;
  palette?: string;
}

/** A logged game, or a file in the folder that cannot be read as one. All texts are printable. key: identifies the log in requests. file: the name of the file. game, title: empty if not even the header can be read. players: the names of players, by seat. computers: the computer's seats and levels. started: local date and time, ISO 8601; or only the date, or empty. outcome: as in the rules: ongoing, win 0, draw, … how: how it ended; empty if it did not. moves: how many were not taken back. seconds: for how long it was played; 0 if unknown. trouble: what is wrong with the log, in one line; or empty. in_use: whether it is still being written. */
export interface GameEntry {
  key: string;
  file: string;
  game: string;
  title: string;
  seats: string[];
  players: Record<number, string>;
  computers: Record<number, string>;
  started: string;
  outcome: string;
  how: string;
  moves: number;
  seconds: number;
  size: number;
  trouble: string;
  deleted: boolean;
  in_use: boolean;
}

/** How many logs there are of a game. */
export interface GameCount {
  name: string;
  title: string;
  count: number;
}

/** A part of the list, the newest game first. total: how many games the query finds. pending: how many files have still to be read; ask again until there are none. deleted: how many games have been deleted. games, players: to choose from. note: why the list is made anew each time, or why the folder cannot be read; or empty. */
export interface Shelf {
  entries: GameEntry[];
  offset: number;
  total: number;
  pending: number;
  deleted: number;
  games: GameCount[];
  players: string[];
  note: string;
}

/** A move of a logged game. at: seconds since the start. left: the seconds that each seat had left; empty without a clock. position: its text, after the move. changes: the points (by index) whose pieces differ from before the move, bottom first. shares: the estimated chance of each seat after it, or its result if the game is over by it; empty if the game is not estimated. */
export interface PlyView {
  seat: number;
  text: string;
  at: number;
  position: string;
  changes: Record<number, string[]>;
  left?: number[];
  shares?: number[];
}

/** Some moves of a logged game, in order. hello: the board and its pieces. position: the text of the start position. stacks: its pieces, point by point, bottom first. clock: the text of the time control; or empty. start: the number of the first of `plies`. total: how many moves the log has. trouble: why the moves end before `total`; or empty. estimated: whether moves come with `shares`. */
export interface ReplayPart {
  entry: GameEntry;
  hello: Hello;
  position: string;
  stacks: string[][];
  clock: string;
  start: number;
  total: number;
  plies: PlyView[];
  trouble: string;
  estimated: boolean;
}

/** What a move is worth to the player who makes it. share: the expected share of the point that a win is worth. exact: whether that is certain. plies: how far the end is if it is forced; else None. */
export interface WorthView {
  share: number;
  exact: boolean;
  plies: number | null;
}

/** A move that would have been better, or one that follows it. changes: as in `PlyView`. path: the points to light for it, as for a hint: where it begins, then where its piece goes. */
export interface BetterMove {
  seat: number;
  text: string;
  changes: Record<number, string[]>;
  path: number[];
}

/** What a review found out about a move; a later result replaces an earlier one. number: of the move, counted from 1. worth: None for a draw from the bag. grade: inaccuracy, mistake or blunder; empty if it was none of them. best: the best move, and how play might go on; only with a grade. shares: what each seat could expect after the move; empty if that is not known. */
export interface ReviewView {
  number: number;
  worth?: WorthView | null;
  grade?: string;
  best?: WorthView | null;
  better?: BetterMove[];
  shares?: number[];
}

/** Some results of a review, in the order in which they were found. start: the number of the first of `found`. done: how much was reviewed, of `total`. Ask again until that is all, or there is trouble. trouble: why not all moves are reviewed; or empty. */
export interface ReviewPart {
  start: number;
  found: ReviewView[];
  done: number;
  total: number;
  trouble: string;
}

/** How many games ended in a result: its outcome as in the rules, or with a player chosen a `ResultKind`. */
export interface ResultCount {
  result: string;
  count: number;
}

/** How many games have a length from `least` up to, but without, `below`. */
export interface SpanCount {
  least: number;
  below: number;
  count: number;
}

/** How many games began in a month, such as 2026-11. */
export interface MonthCount {
  month: string;
  count: number;
}

/** Counts over the games of a query. games: how many. seats: the names of the seats, if all of them have the same. moves: by number of moves. minutes: by time played. average_moves, average_seconds: of all of them. */
export interface GameStatistics {
  games: number;
  seats: string[];
  results: ResultCount[];
  moves: SpanCount[];
  minutes: SpanCount[];
  months: MonthCount[];
  average_moves: number;
  average_seconds: number;
}

/** What became of the games of a file that a page sent. stored: how many were added. known: how many were there already. trouble: what could not be added, a line for each, or for the first of many. */
export interface Added {
  stored: number;
  known: number;
  trouble: string[];
}

/** What the program sends of a `State`: all of it after `Hello`, then what has changed. `moves` are
 * those that follow the first `kept` moves of the state before. */
export type StateChange = Pick<State, "type"> & Partial<State> & { kept?: number };

/** What the program sends. */
export type Message = Hello | StateChange | ClockView | Shining | Lamps | SettingsView | ToolView | Waiting | Refused | Welcome | Pairing | RulesPage;

/** What the page sends. */
export type Command = Lift | Put | Confirm | Choose | Select | Back | Resign | Draw | Pause | Invite | Join | InviteSpectator | Depart | Rematch | New | Teach | Train | Hint | Watch | Puzzle | Step | Corner | Tell | Label | Complete | Demonstrate | Palette | Adjust | Tool | Reply | Halt | Arrange | Sweep | Assist | Pair | Learn;

// The messages between page and program. `make types` generates this from companion/protocol/.

/** The version of these messages. */
export type Version = 5;

/** A point of the board: its name and its coordinates (x to the right, y up, in board units). */
export interface PointView {
  name: string;
  x: number;
  y: number;
}

/** Points that are set apart on the printed board. */
export interface AreaView {
  /** `dark`, `margin`, `home`, `goal` or `blocked`. */
  kind: string;
  /** The points (indices). */
  points: number[];
  /** The owner, or None. */
  seat: number | null;
}

/** The values of an option, and its default, while the options before it are as in `when`. */
export interface Choices {
  when: Record<string, string>;
  values: string[];
  default: string;
}

/** An option of a game. */
export interface OptionView {
  /** Its name. */
  name: string;
  /** Its description. */
  help: string;
  /** One entry if the values do not depend on the options before it; else one for each relevant combination of those. */
  choices: Choices[];
  /** Whether it takes several values, joined by commas. */
  many: boolean;
  /** The meaning of some of the values, in words. */
  labels: Record<string, string>;
}

/** A drill that can be begun: its name, and its title for people. */
export interface DrillTitle {
  name: string;
  title: string;
}

/** A game that can be chosen. */
export interface GameView {
  /** Its name. */
  name: string;
  /** Its title. */
  title: string;
  /** Its options. */
  options: OptionView[];
  /** The names of its seats, which may depend on its options; the default is the computer's seat. */
  seats: Choices[];
  /** One sentence about it. */
  summary: string;
  /** Whether it has a guided game. */
  lesson: boolean;
  /** The drills of it. */
  drills: DrillTitle[];
  /** The levels of the external engines that play it. */
  engines: string[];
  /** How long a game takes, about; 0 if that is not known. */
  minutes: number;
}

/** A piece; `rules.Look` explains the fields that say how it is drawn. */
export interface PieceView {
  /** Its text in positions. */
  text: string;
  /** Its owner, or None. */
  seat: number | null;
  /** Its name. */
  kind: string;
  /** Its outline. */
  shape?: string;
  /** The sign on it. */
  sign?: string;
  /** Its material. */
  material?: string;
  /** The letters on it. */
  letters?: string;
  /** The picture on it, as the data of an SVG path. */
  drawing?: string;
}

/** The board and the game being played. It is sent again when another game begins, followed by the new `State` and `Lamps`; earlier ones no longer apply. */
export interface Hello {
  type: "hello";
  /** The name of the game. */
  game: string;
  /** Its title. */
  title: string;
  /** Its options. */
  options: Record<string, string>;
  /** The names of the seats. */
  seats: string[];
  /** The name of the board. */
  board: string;
  /** The points of the board. */
  points: PointView[];
  /** The areas that are set apart; points are indices into `points`. */
  areas: AreaView[];
  /** The lines; points likewise. */
  lines: number[][];
  /** The points with a special mark, likewise. */
  palaces: number[];
  /** Whether pieces are dragged on the page. */
  simulated: boolean;
  /** Whether it can be known that a position of the game is hopeless. */
  solvable: boolean;
  /** The names of the puzzles that this board can show. */
  puzzles: string[];
  /** The games that can be chosen. */
  games: GameView[];
  /** The names of the lamps' palettes. */
  palettes: string[];
  /** The pieces of the game, to draw them before they are on the board. */
  pieces: PieceView[];
  /** The levels of the computer. */
  levels: string[];
  /** The seats that the computer plays, and its level for each. */
  computers: Record<number, string>;
  /** The names of the people, by seat, as far as they are known. */
  players: Record<number, string>;
  /** How the board is drawn; see `geometry.Board`. */
  style: string;
  /** The colours of the seats. */
  colours: string[];
}

/** A ply of the history. */
export interface MoveView {
  /** The seat that made it, or -1 for chance. */
  seat: number;
  /** Its notation. */
  text: string;
  /** The move in words, as in `14 to 12, takes 13`; empty if no piece moved. */
  said: string;
}

/** A question to the players. */
export interface QuestionView {
  /** The question. */
  prompt: string;
  /** The answers as text. */
  choices: string[];
  /** The index of the answer that the lamps show now. */
  picked: number;
}

/** A figure of a puzzle. Each side runs along a line from one corner to the next; the last one closes the figure. */
export interface FigureView {
  /** The name of the puzzle. */
  puzzle: string;
  /** The number of the figure. */
  number: number;
  /** The number of figures in the puzzle. */
  count: number;
  /** The name of the figure. */
  name: string;
  /** Its corners in order (indices of points). */
  corners: number[];
  /** All points on its sides, including the corners. */
  on: number[];
  /** Whether the player found it before it was shown. */
  found: boolean;
}

/** The magic labelling so far. */
export interface LabellingView {
  /** The number on each point; 0 for none yet. */
  labels: number[];
  /** The sum of each line. */
  sums: number[];
  /** Whether each line is complete. */
  whole: boolean[];
  /** A message about the labelling. */
  message: string;
  /** The tone of the message. */
  tone: string;
  /** The points (indices) whose numbers are given. */
  given: number[];
  /** The point that a hint is about; None without a hint. */
  hinted: number | null;
  /** Whether it is the puzzle of the day. */
  daily: boolean;
}

/** The simulated pieces on the points, beside the board, and in hands; stacks bottom first. */
export interface TabletopView {
  /** The texts of the pieces on every point. */
  points: string[][];
  /** Those in the tray. */
  tray: string[];
  /** Those in each hand. */
  hands: Record<string, string[]>;
  /** The place that each hand has taken its pieces from: the name of a point, or `tray`. */
  origins: Record<string, string>;
}

/** A guided game. */
export interface LessonView {
  /** The number of the present step. */
  step: number;
  /** The number of steps. */
  steps: number;
  /** Whether the guided game is over. */
  done: boolean;
}

/** The figures that the player has found so far. */
export interface HuntView {
  /** The name of the puzzle. */
  puzzle: string;
  /** The names of the figures. */
  found: string[];
  /** The corners chosen (indices of points). */
  corners: number[];
  /** The figure with these corners, or None. */
  figure: FigureView | null;
}

/** A piece that was moved to a place where it may not go. */
export interface RefusalView {
  /** The name of the point it left; empty for beside the board. */
  origin: string;
  /** The name of the point it was put on, likewise. */
  to: string;
  /** The reason. */
  text: string;
}

/** The effect of taking back one move. */
export interface UndoView {
  /** The number of plies removed from the end of the history. */
  plies: number;
  /** The points (indices) that pieces leave. */
  left: number[];
  /** The points on which pieces stand again. */
  restored: number[];
}

/** An entry of the menu. */
export interface MenuEntryView {
  /** Its text. */
  text: string;
  /** Its point (an index); None if only the button reaches it. */
  point: number | null;
  /** A sentence about it; or empty. */
  about: string;
  /** Whether it ends something, so that it takes longer to choose. */
  ends: boolean;
  /** Whether it is one of several points that are touched together; a page cannot choose it. */
  place: boolean;
}

/** The menu that is open on the board. */
export interface MenuView {
  /** Its title. */
  title: string;
  /** The entries; empty when the menu has ended and the board has to be put back. */
  entries: MenuEntryView[];
  /** The index of the entry that the button would choose. */
  picked: number;
  /** The points (indices) that have still to be put back. */
  put_back: number[];
}

/** A drill being played. */
export interface DrillView {
  /** Its name. */
  name: string;
  /** Its title. */
  title: string;
  /** Whether it is over. */
  over: boolean;
  /** Whether its goal was reached. */
  reached: boolean;
}

/** Other forms of an invitation's code. */
export interface InvitationView {
  /** The code in digits. */
  digits: string;
  /** The size of its QR code in modules, with the quiet zone. */
  size: number;
  /** The dark modules as an SVG path. */
  path: string;
}

/** Somebody who has come to the table, and can still be turned away. */
export interface GuestView {
  /** The seat that the guest is to have; -1 for a spectator. */
  seat: number;
  /** The guest's name; may be empty. */
  player: string;
  /** Who has come, and how many wrong codes were typed before, in a sentence or two. */
  text: string;
}

/** The state of play with remote players. */
export interface RemoteView {
  /** The code in words while a player is invited to join; or empty. */
  code: string;
  /** Whether this board is joining a table. */
  joining: boolean;
  /** The seat that is played here; None without a table, and for a spectator. */
  seat: number | null;
  /** The seats whose boards are connected. */
  here: number[];
  /** Whether the game is paused. */
  paused: boolean;
  /** Whether the game is only watched here: only `Depart` and `New` have an effect. */
  watching: boolean;
  /** The code in words while a spectator is invited; or empty. */
  spectator_code: string;
  /** That code in other forms; None without an invitation. */
  invitation: InvitationView | null;
  /** Those who have come to the table, and have not been let in. */
  guests: GuestView[];
}

/** A person who plays here. */
export interface PersonView {
  /** The name. */
  name: string;
  /** The name of the colour. */
  colour: string;
  /** The name of the sign. */
  sign: string;
}

/** The people who play here. */
export interface PeopleView {
  /** The people. */
  people: PersonView[];
  /** The name of the person who plays if one plays alone; or empty. */
  present: string;
  /** The colours to choose from. */
  colours: string[];
  /** The signs to choose from. */
  signs: string[];
  /** Why the people are forgotten when the program ends; or empty. */
  trouble: string;
}

/** The puzzle of the day. */
export interface DailyView {
  /** The date, such as 2026-11-28. */
  day: string;
  /** What is to be done, in a few words. */
  title: string;
  /** Its kind: ending, peg, labelling or own. */
  kind: string;
  /** Whether the person who plays now has solved it. */
  solved: boolean;
  /** The number of puzzles of the day that this person has solved. */
  count: number;
}

/** Everything that the page shows apart from the lamps. A connection to `/table?changes` receives the whole state after each `Hello`, and then only the fields that have changed since the last message; `changes.py` makes these messages. Of the history it receives the new plies: `kept` is the number of plies of the known history that come before them. Any other connection receives the whole state every time. */
export interface State {
  type: "state";
  /** One of setup, rest, hand, confirm, ask, astray, taking_back, over. */
  phase: string;
  /** The seat to act; None when the game is over. */
  turn: number | null;
  /** Whose turn it is, or how the game ended, in a few words. */
  headline: string;
  /** What is forced, or what went wrong and how to fix it; empty when all is well. */
  message: string;
  /** How to show the message: plain, forced, wrong, question or good. */
  tone: string;
  /** Whether a switch senses a piece, point by point. */
  sensed: boolean[];
  /** The pieces of the position, point by point, bottom first. */
  believed: PieceView[][];
  /** The history. */
  moves: MoveView[];
  /** The outcome as in the rules: ongoing, win 0, draw, … */
  outcome: string;
  /** Whether there is something to confirm. */
  confirm: boolean;
  /** The question to the players, or None. */
  question: QuestionView | null;
  /** The seat that has offered a draw, or None. */
  draw_offered_by: number | null;
  /** The seats that agree to a draw, the one that offered it first. */
  draw_agreed: number[];
  /** What has just happened by itself, such as a pass or a draw from the bag; or empty. */
  announcement: string;
  /** The fewest moves in which this puzzle can be solved, if that is known. */
  best: number | null;
  /** The answer to `Hint` or, if watched, that the position has become hopeless. */
  hint: string;
  /** Whether the player wants to be warned when it becomes hopeless. */
  watched: boolean;
  /** The figure of a puzzle that is shown on the board, or None. */
  figure: FigureView | null;
  /** The magic labelling that is shown on the board, or None. */
  labelling: LabellingView | null;
  /** Trouble that does not stop the game, such as a full card or a stuck switch; or empty. */
  warning: string;
  /** The file in which the game is logged; empty without one. */
  log: string;
  /** The name of the lamps' palette. */
  palette: string;
  /** The simulated pieces, or None. */
  tabletop: TabletopView | null;
  /** Whether there is anything to take back. */
  takeback: boolean;
  /** A number that changes with everything that answers depend on: the position, the question, the draw offered. */
  stage: number;
  /** The guided game that is played, or None. */
  lesson: LessonView | null;
  /** The figures that the player looks for on the board, or None. */
  hunt: HuntView | null;
  /** The last action of hands against the rules, while it matters; or None. */
  refusal: RefusalView | null;
  /** Whether simulated pieces are moved for the players (see `Assist`); None without simulated pieces. */
  assisted: boolean | null;
  /** The points (indices) of the last move that hands made: where a piece came from, and each point where it landed; or where pieces were placed, or removed. */
  last: number[];
  /** The effect of `Back`, or None. */
  undo: UndoView | null;
  /** The text of the position. */
  position: string;
  /** The menu that is open on the board, or None. */
  menu: MenuView | null;
  /** The last ply in words, to be read aloud: `White: 14 to 12, takes 13.` */
  told: string;
  /** Whether the answer shows only how the move begins, so that another `Hint` shows more. */
  hint_more: boolean;
  /** The drill that is played, or None. */
  drill: DrillView | null;
  /** The state of play with remote players; None without any. */
  remote: RemoteView | null;
  /** Whether remote players can be invited or joined here. */
  meets: boolean;
  /** The answer to `WhatNow` while it is shown, in place of the message; or empty. */
  advice: string;
  /** Whose pieces `PlacePieces` can place now: nothing, `mine`, or `mine` and `all`. */
  placeable: string[];
  /** The people who play here. */
  people: PeopleView;
  /** The puzzle of the day, if there is one on this board; or None. */
  daily: DailyView | null;
  /** How much the person who plays now has found of each puzzle of the board. */
  finds: Record<string, number>;
}

/** The clock, at the moment when this is sent. It is sent whenever something happens to the clock; in between, the time of the running seat runs down by itself. After a `Hello` there is no clock until this is sent. */
export interface ClockView {
  type: "clock";
  /** The time control, as a text. */
  control: string;
  /** The seconds that each seat has left; 0 or less if its time is over. */
  left: number[];
  /** The seat whose time is running, or None. */
  running: number | null;
  /** Whether the time that one seat uses goes to the others, as in an hourglass. */
  shares: boolean;
}

/** Lamps with the same meaning, which therefore blink together. */
export interface ShineView {
  /** The name of their meaning, such as `must_jump`. */
  meaning: string;
  /** The meaning in words, for people who cannot see it. */
  text: string;
  /** The index of each point, with RRGGBB at full level. */
  lamps: ([number, string])[];
  /** Their rhythm: pairs of a duration (ms) and a level (0 to 1); none for steady light. */
  beats?: number[][];
  /** The words to use instead of `text` on vacant points; if empty, the same. */
  vacant?: string;
}

/** The meaning of the lamps from now on, and their light. It is sent whenever that changes, and is followed by the first `Lamps` of the same. A connection to `/table?changes` continues the rhythm by itself: it receives no more `Lamps` unless `frames` is set. Other connections receive every frame. */
export interface Shining {
  type: "shining";
  /** The lamps, by meaning. */
  shines: ShineView[];
  /** The part of the rhythm (ms) that is over. */
  elapsed: number;
  /** Whether the colours come only with `Lamps`: at the end of a game a sweep runs over the board, and lamps that could exceed the power budget are dimmed. */
  frames: boolean;
}

/** A frame: RRGGBB for each point, joined. */
export interface Lamps {
  type: "lamps";
  rgb: string;
}

/** A setting, as the page draws its field. */
export interface SettingView {
  /** Its key in `Adjust`. */
  key: string;
  /** The heading above it. */
  group: string;
  /** Its name. */
  label: string;
  /** Its effect. */
  about: string;
  /** One of number, choice, switch, text or clock. */
  kind: string;
  /** Its present value. */
  value: boolean | number | string;
  /** Its value if none is chosen on the page. */
  usual: boolean | number | string;
  /** The smallest number, as shown: its value times `scale`, in `unit`. */
  least?: number;
  /** The largest number, as shown. */
  most?: number;
  /** The step between numbers, as shown. */
  step?: number;
  /** The unit of the number. */
  unit?: string;
  /** The factor from the value to the number shown. */
  scale?: number;
  /** The values to choose from; for a clock, suggestions. */
  choices?: string[];
  /** The most characters of a text. */
  longest?: number;
}

/** A feature that an installed package adds. */
export interface FeatureView {
  /** Its name. */
  name: string;
  /** In use, switched off, or why it is not used. */
  state: string;
}

/** All settings, whenever one has changed; a `Hello` leaves them as they are. */
export interface SettingsView {
  type: "settings";
  /** The settings. */
  settings: SettingView[];
  /** Why the last change will be lost when the program ends; or empty. */
  trouble: string;
  /** The names of the tools for the board that can be started. */
  tools: string[];
  /** The features that installed packages add. */
  features: FeatureView[];
  /** The names of the external engines that the configuration allows. */
  engines: string[];
}

/** An option of an external engine. */
export interface EngineOptionView {
  /** Its name. */
  name: string;
  /** One of check, spin, combo or string. */
  type: string;
  /** Its present value; None if the engine states no default. */
  value: boolean | number | string | null;
  /** Its value if none is chosen. */
  usual: boolean | number | string | null;
  /** The least value of a `spin`. */
  least: number;
  /** The greatest value of a `spin`. */
  most: number;
  /** The words of a `combo`. */
  choices: string[];
  /** Why it cannot be chosen here; or empty. */
  fixed: string;
}

/** An external engine that the configuration allows. */
export interface EngineView {
  /** Its name in the configuration. */
  name: string;
  /** Whether it is offered as an opponent. */
  on: boolean;
  /** Its own name for itself; empty while that is not known. */
  called: string;
  /** Its author; or empty. */
  author: string;
  /** The protocol that it is to speak. */
  protocol: string;
  /** The titles of the games that it is offered for. */
  games: string[];
  /** The names of its levels, weakest first. */
  levels: string[];
  /** The chosen seconds for a move, at every level; None for the configured ones. */
  seconds: number | null;
  /** The configured seconds, from the weakest level on, each once. */
  usual_seconds: number[];
  /** Its options, as far as it has stated them. */
  options: EngineOptionView[];
  /** Whether it is being tried, or will be soon. */
  trying: boolean;
  /** What became of the last trial; or empty. */
  outcome: string;
  /** Whether that went well. */
  good: boolean;
  /** Whether anything was chosen for it. */
  changed: boolean;
}

/** The external engines, when a page asks for them, and whenever something has changed. */
export interface EnginesView {
  type: "engines";
  /** The engines. */
  engines: EngineView[];
  /** The least and the most seconds for a move. */
  seconds: [number, number];
  /** Why the last choice will be lost when the program ends; or empty. */
  trouble: string;
}

/** A line that a tool has printed. */
export interface LineView {
  /** The line. */
  text: string;
  /** One of plain, good, note or wrong. */
  tone: string;
}

/** A point of the board in a tool's drawing. */
export interface MarkView {
  /** The point. */
  point: PointView;
  /** The text drawn there. */
  text: string;
  /** One of plain, asked, good, note or wrong. */
  tone: string;
  /** Whether its lamp is known to be lit. */
  lit: boolean;
}

/** A reply that a tool understands now: the text to send, and its meaning. */
export interface ReplyView {
  text: string;
  label: string;
}

/** A tool for the board, while it is running and after it has ended. */
export interface ToolView {
  type: "tool";
  /** The name of the tool; empty if none has been started. */
  name: string;
  /** Whether it is running; meanwhile the game is interrupted. */
  running: boolean;
  /** The lines it has printed. */
  lines: LineView[];
  /** What to do now. */
  prompt: string;
  /** The drawing of the board; empty without one. */
  marks: MarkView[];
  /** The replies that it understands. */
  replies: ReplyView[];
  /** Whether names of points are replies as well. */
  points: boolean;
  /** Whether the name of a point puts a simulated piece there, or takes it away. */
  simulated: boolean;
  /** The report of a check, for requests for help; or empty. */
  report: string;
}

/** There is no board yet. Earlier messages no longer apply, and `Hello` will follow. */
export interface Waiting {
  type: "waiting";
  /** The reason. */
  text: string;
}

/** A command of this page could not be parsed or carried out. */
export interface Refused {
  type: "refused";
  /** The reason, in one line. */
  text: string;
  /** The page's name, as in `Welcome`, if the session answers; empty if the server does. */
  page: string;
}

/** The answer to a person who has asked with the button, to be read aloud. */
export interface SpokenAnswer {
  type: "answer";
  /** What to do now, or which pieces may move. */
  text: string;
}

/** The way for a phone to reach the page, or for guests to reach theirs. */
export interface PhoneView {
  /** The page's address. */
  address: string;
  /** The pairing code; empty if none is required. */
  code: string;
  /** The address with the code in its fragment. */
  url: string;
  /** The size of the URL's QR code in modules, with the quiet zone; 0 without one. */
  size: number;
  /** The dark modules as an SVG path. */
  path: string;
}

/** The connection is open. */
export interface Welcome {
  type: "welcome";
  /** The page's name; hand `h` of this page is called `page.h` in `State`. */
  page: string;
  /** The version of these messages; a page of another version reloads itself. */
  version: number;
  /** The key that requests to the library have to carry; empty without a library. */
  key: string;
  /** The way for a phone to reach the page, if the page is served to the network. */
  phone: PhoneView | null;
  /** The version of the page's files; a page made of others reloads itself. */
  shell: string;
  /** The way for guests, who may only watch; None if there are to be none. */
  guests: PhoneView | null;
  /** The way for guests to all boards of a broker; None if they are not shown here. */
  wall: PhoneView | null;
}

/** The page has to send the pairing code first. */
export interface Pairing {
  type: "pairing";
  /** Whether the last code was wrong. */
  wrong: boolean;
}

/** One moment of an example. */
export interface FrameView {
  /** The last action of a hand. */
  text: string;
  /** The texts of the pieces on every point. */
  stacks: string[][];
  /** The lamps as in `Lamps`. */
  lamps: string;
  /** The points between which a piece was carried; empty if none was. */
  moved: number[];
}

/** An example of a kind of move: the kind, the move as text, and its frames. */
export interface ExampleView {
  title: string;
  text: string;
  frames: FrameView[];
}

/** An entry of the legend. */
export interface LampView {
  /** The meaning of the lamp. */
  text: string;
  /** Its colour and rhythm in words. */
  look: string;
  /** Its colour, RRGGBB. */
  rgb: string;
  /** Its rhythm: pairs of a duration (ms) and a level (0 to 1); none for steady light. */
  beats: number[][];
  /** The name of the meaning, as in `ShineView`; empty for a player's colour. */
  meaning: string;
}

/** A part of the legend, with its title. */
export interface LegendView {
  title: string;
  lamps: LampView[];
}

/** The rules of a game. */
export interface RulesPage {
  type: "rules";
  /** The name of the game. */
  game: string;
  /** The options that were asked for. */
  asked: Record<string, string>;
  /** One sentence about the game. */
  summary: string;
  /** The rules as HTML; empty if the game comes without a page. */
  page: string;
  /** The board and the game, as if it were being played. */
  table: Hello;
  /** The texts of the pieces on every point at the start. */
  start: string[][];
  /** The text of the start. */
  position: string;
  /** The names of the parts of a position's text, the placement first; empty if the text has no placement. */
  fields: string[];
  /** A move of every kind. */
  examples: ExampleView[];
  /** The meaning of the lamps, in the palette that was asked for. */
  legend: LegendView[];
  /** For each of the fields, its possible texts and what they mean, as far as that is known: who is to move. */
  choices: (Record<string, string>)[];
  /** Whether only the board and its start were asked for; page, card, examples and legend are empty then, and a game that starts without pieces is shown as its lesson begins. */
  brief: boolean;
  /** The printed card of the board's menu as HTML; empty if it is not here. */
  card: string;
}

/** Pick up a simulated piece. */
export interface Lift {
  do: "lift";
  /** The point by name, or `tray`. */
  place: string;
  /** The hand that picks it up. */
  hand: string;
  /** The piece to take from the tray. */
  piece?: string;
}

/** Put down the simulated pieces in a hand. No effect if the hand is empty. */
export interface Put {
  do: "put";
  /** The point by name, or `tray`. */
  place: string;
  /** The hand. */
  hand: string;
}

/** Put what a hand holds back where it came from. No effect if the hand is empty: the server sends this for every hand of a page that disconnects. */
export interface Release {
  do: "release";
  /** The hand. */
  hand: string;
}

/** Click on a place of the simulated board: do the one thing that this can mean now. A piece that can only be taken off is taken off, one that can move is picked up, and what is in hand is put down. What nothing can be done with is explained by `refusal` in `State`. */
export interface Click {
  do: "click";
  /** The point by name, or `tray`. */
  place: string;
  /** The hand that holds what a click has picked up. */
  hand: string;
  /** The piece in the tray that was clicked; otherwise empty. */
  piece?: string;
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

/** Take back the last moves made by hands, and everything after them. The lamps then guide the pieces back. */
export interface Back {
  do: "back";
  /** The number of moves made by hands. */
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

/** Ask the remote players to pause the game, or to resume it. */
export interface Pause {
  do: "pause";
  on: boolean;
  seen?: number | null;
}

/** Place pieces for players, where they only set them out before play. The board must then be set up as the lamps show; simulated pieces go there by themselves. */
export interface PlacePieces {
  do: "placepieces";
  /** `mine` for those of the seat to act, on each of its turns, and of the computer, which then places its own at once, too; `all` for the pieces of everybody at this board. */
  whose?: "all" | "mine";
  seen?: number | null;
}

/** Invite remote players to a game. */
export interface Invite {
  do: "invite";
  seen?: number | null;
  /** The name of the game. */
  game: string;
  /** Its options, as in `New`. */
  options?: Record<string, string>;
  /** The seat that is played here. */
  seat?: number;
  /** The time control, as in `New`. */
  clock?: string;
  /** The name of the player here, or empty. */
  name?: string;
}

/** Join remote players, or watch them, with the code that they have given. */
export interface Join {
  do: "join";
  /** The code as typed. */
  code: string;
  /** The name of the player here, or empty. */
  name?: string;
  seen?: number | null;
}

/** Invite a spectator to the remote game. */
export interface InviteSpectator {
  do: "invitespectator";
  seen?: number | null;
}

/** Turn away a guest who has come to the table, and invite somebody else. */
export interface TurnAway {
  do: "turnaway";
  /** The seat that the guest is to have; -1 for a spectator. */
  seat: number;
  seen?: number | null;
}

/** Let the guests in now, when all have come; otherwise it happens after ten seconds. */
export interface LetIn {
  do: "letin";
  seen?: number | null;
}

/** Stop inviting or joining; otherwise stop watching, and begin a local game. */
export interface Depart {
  do: "depart";
}

/** Ask the remote players for another game. */
export interface Rematch {
  do: "rematch";
  seen?: number | null;
}

/** Begin another game. */
export interface New {
  do: "new";
  /** The name of the game. */
  game: string;
  /** Its options. */
  options?: Record<string, string>;
  /** The seats that the computer plays, and its level for each. */
  computers?: Record<number, string>;
  /** The text of the time control, as `companion.rules.clock.control` explains; or empty. */
  clock?: string;
  /** The names of the people, by seat, as far as they were given. */
  players?: Record<number, string>;
  /** The text of the position to begin with; empty for the start of the game. */
  position?: string;
  /** The moves that have been made from there, as text. They belong to the game: they are logged, listed, and can be taken back. */
  moves?: string[];
  seen?: number | null;
}

/** Begin the guided game of that name; if empty, leave it for a game of one's own. */
export interface Teach {
  do: "teach";
  game?: string;
  seen?: number | null;
}

/** Begin the drill of that name; if empty, leave it for a game of one's own. */
export interface Train {
  do: "train";
  drill?: string;
  seen?: number | null;
}

/** Show where a good move begins; the second time, the whole move. If there is no solution, the answer says so. */
export interface Hint {
  do: "hint";
}

/** Say what to do now, as the message of `State`, and light the points that this is about. */
export interface WhatNow {
  do: "whatnow";
}

/** Start or stop warning the player when the position becomes hopeless. */
export interface Watch {
  do: "watch";
  on: boolean;
}

/** Show a puzzle of the board, by name; if empty, return to the game. */
export interface Puzzle {
  do: "puzzle";
  name: string;
}

/** Show the next figure (1) or the previous one (-1). */
export interface Step {
  do: "step";
  by?: number;
}

/** Choose a point (by name) as a corner of a figure that the player has found, or drop it. */
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

/** Give a hint for the puzzle that is shown; each further one says more. */
export interface Clue {
  do: "clue";
}

/** Begin the puzzle of the day. */
export interface Daily {
  do: "daily";
  /** The date, such as 2026-11-28; empty for today. */
  day?: string;
  seen?: number | null;
}

/** A mistake of a reviewed game. */
export interface MistakeMade {
  /** The text of the position before it. */
  position: string;
  /** The text of the move that was made. */
  played: string;
  /** The text of the move that would have been best. */
  better: string;
}

/** Train the mistakes of a reviewed game, one after another. `Train` with the name of the drill in `State` goes on with the next one. */
export interface Practise {
  do: "practise";
  seen?: number | null;
  /** The name of the game. */
  game: string;
  /** Its options, as in `New`. */
  options?: Record<string, string>;
  /** The mistakes. */
  mistakes: MistakeMade[];
}

/** Light the points of a possible move, as a hint would. It is refused while a game is being played. The lamps go out by themselves soon after. */
export interface Demonstrate {
  do: "demonstrate";
  /** The points by name; if empty, no points are lit any longer. */
  places?: string[];
}

/** Add a person who plays here, or change one. */
export interface Enrol {
  do: "enrol";
  /** The name. */
  name: string;
  /** The colour, one of `companion.records.household.COLOURS`. */
  colour: string;
  /** The sign, one of `companion.records.household.SIGNS`. */
  sign: string;
  /** The name of the person to change; empty for a new one. */
  was?: string;
}

/** Remove a person and what that person has solved; the logged games stay. */
export interface Forget {
  do: "forget";
  name: string;
}

/** Say who plays if one person plays alone; with an empty name, nobody in particular. */
export interface Present {
  do: "present";
  name?: string;
}

/** Change the palette of the lamps, as `Adjust` does. */
export interface Palette {
  do: "palette";
  name: string;
}

/** Change a setting. */
export interface Adjust {
  do: "adjust";
  /** The key of the setting. */
  key: string;
  /** The new value; None for that of the configuration. */
  value?: boolean | number | string | null;
  /** The page to tell if the change is refused; the server fills it in. Without it, all pages are warned. */
  page?: string;
}

/** Ask for the external engines that the configuration allows. Those that have not yet said who they are, are started and asked. */
export interface ListEngines {
  do: "listengines";
}

/** Try an engine: one move from the start of a game, within a limit. */
export interface TryEngine {
  do: "tryengine";
  /** The engine's name in the configuration. */
  engine: string;
  /** The name of the game; empty for the first that it plays. */
  game?: string;
  /** Whether it is to choose a move; otherwise it only says who it is. */
  moves?: boolean;
}

/** Change how an engine is used, from the next game on. */
export interface SetEngine {
  do: "setengine";
  /** The engine's name in the configuration. */
  engine: string;
  /** Whether it is offered (`on`), its seconds for a move, an option of its own, or `all`, to return to the configuration. */
  key: "all" | "on" | "option" | "seconds";
  /** The new value; None for that of the configuration. */
  value?: boolean | number | string | null;
  /** The name of the option. */
  option?: string;
  /** The page to tell if the change is refused, as in `Adjust`. */
  page?: string;
}

/** Start a tool of the board's maker by its name, one of `tools` in `settings`. The game is interrupted until the tool has ended. */
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

/** Put all simulated pieces where they belong in the position. */
export interface Arrange {
  do: "arrange";
}

/** Put all simulated pieces into the tray. */
export interface Sweep {
  do: "sweep";
}

/** Start or stop moving simulated pieces for the players, where the action of hands is known. These are the computer's move, captured pieces, a takeback, and illegally placed pieces. */
export interface Assist {
  do: "assist";
  on: boolean;
}

/** The answer to `Pairing`; the server handles it. */
export interface Pair {
  do: "pair";
  code: string;
}

/** Ask for the rules of a game with these options. The server answers this page alone, with `RulesPage`. */
export interface Learn {
  do: "learn";
  /** The name of the game. */
  game: string;
  /** Its options. */
  options?: Record<string, string>;
  /** The palette of the lamps in the examples. */
  palette?: string;
  /** Whether only the board and its start are wanted, for a picture. */
  brief?: boolean;
}

/** The connection is open. */
export interface Watching {
  type: "watching";
  /** The version of these messages; a page of another version reloads itself. */
  version: number;
  /** The version of the page's files; a page made of others reloads itself. */
  shell: string;
}

/** The board, the game on it and its players. */
export interface WatchedBoard {
  type: "board";
  /** The title of the game. */
  title: string;
  /** The names of the seats. */
  seats: string[];
  /** The names of the people, by seat, as far as they are known. */
  players: Record<number, string>;
  /** The seats that the computer plays, and its level for each. */
  computers: Record<number, string>;
  /** The colours of the seats. */
  colours: string[];
  /** The name of the board. */
  board: string;
  /** How the board is drawn; see `geometry.Board`. */
  style: string;
  /** The points of the board. */
  points: PointView[];
  /** The areas that are set apart; points are indices into `points`. */
  areas: AreaView[];
  /** The lines; points likewise. */
  lines: number[][];
  /** The points with a special mark, likewise. */
  palaces: number[];
  /** The pieces of the game. */
  pieces: PieceView[];
}

/** A ply: the seat that made it, or -1 for chance, and its notation. */
export interface WatchedMove {
  seat: number;
  text: string;
}

/** The position and the last moves. */
export interface WatchedPosition {
  type: "game";
  /** Whether the pieces are still being set up. */
  preparing: boolean;
  /** The seat to act; None when the game is over. */
  turn: number | null;
  /** The outcome as in the rules: ongoing, win 0, draw, … */
  outcome: string;
  /** The texts of the pieces on every point, bottom first. */
  stacks: string[][];
  /** Whether a switch senses a piece, point by point. */
  sensed: boolean[];
  /** The points (indices) of the last move. */
  last: number[];
  /** The last ply in words. */
  told: string;
  /** The number of plies so far. */
  plies: number;
  /** The last of them. */
  moves: WatchedMove[];
}

/** The clock, at the moment when this is sent; until then, a game has none. */
export interface WatchedClock {
  type: "clock";
  /** The time control, as a text. */
  control: string;
  /** The seconds that each seat has left; 0 or less if its time is over. */
  left: number[];
  /** The seat whose time is running, or None. */
  running: number | null;
  /** Whether the time that one seat uses goes to the others, as in an hourglass. */
  shares: boolean;
}

/** The meaning of the lamps from now on, and their light; without hints, menus and puzzles. */
export interface WatchedLamps {
  type: "shining";
  /** The lamps, by meaning. */
  shines: ShineView[];
  /** The part of the rhythm (ms) that is over. */
  elapsed: number;
  /** Whether the colours come only with `WatchedFrame`. */
  frames: boolean;
}

/** A frame: RRGGBB for each point, joined; dark where a lamp is not for guests. */
export interface WatchedFrame {
  type: "lamps";
  rgb: string;
}

/** There is no board at present; `WatchedBoard` will follow. */
export interface WatchedAway {
  type: "away";
}

/** A message of one board, for a page that shows many. */
export interface WallMessage {
  type: "on";
  /** The board's name in topics, which tells the boards apart. */
  node: string;
  /** The name of the board. */
  title: string;
  /** What guests are told. */
  message: WatchedBoard | WatchedPosition | WatchedClock | WatchedLamps | WatchedAway;
}

/** A logged game, or a file in the folder that cannot be read as one; all texts are printable. */
export interface GameEntry {
  /** The log's ID in requests. */
  key: string;
  /** The name of the file. */
  file: string;
  /** The name of the game; empty if not even the header can be read. */
  game: string;
  /** The title of the game; empty likewise. */
  title: string;
  /** The names of the seats. */
  seats: string[];
  /** The names of players, by seat. */
  players: Record<number, string>;
  /** The computer's seats and levels. */
  computers: Record<number, string>;
  /** Local date and time, ISO 8601; or only the date, or empty. */
  started: string;
  /** The outcome as in the rules: ongoing, win 0, draw, … */
  outcome: string;
  /** How the game ended; empty if it did not. */
  how: string;
  /** The number of moves that were not taken back. */
  moves: number;
  /** The time for which it was played (seconds); 0 if unknown. */
  seconds: number;
  /** The size of the file (bytes). */
  size: number;
  /** The fault of the log, in one line; or empty. */
  trouble: string;
  /** Whether it is in the folder of deleted logs. */
  deleted: boolean;
  /** Whether it is still being written. */
  in_use: boolean;
}

/** The number of logs of a game. */
export interface GameCount {
  name: string;
  title: string;
  count: number;
}

/** A part of the list, the newest game first. */
export interface Shelf {
  /** The games. */
  entries: GameEntry[];
  /** The place of the first of them in the list. */
  offset: number;
  /** The number of games that the query finds. */
  total: number;
  /** The number of files still to be read; ask again until there are none. */
  pending: number;
  /** The number of deleted games. */
  deleted: number;
  /** The games to choose from. */
  games: GameCount[];
  /** The players to choose from. */
  players: string[];
  /** Why the list is rebuilt each time, or why the folder cannot be read; or empty. */
  note: string;
  /** The names of more formats in which some of the games can be downloaded. */
  forms: string[];
}

/** A move of a logged game. */
export interface PlyView {
  /** The seat that acted. */
  seat: number;
  /** The text of the move. */
  text: string;
  /** The seconds since the start. */
  at: number;
  /** The text of the position after the move. */
  position: string;
  /** The points (by index) whose pieces differ from before the move, bottom first. */
  changes: Record<number, string[]>;
  /** The seconds that each seat had left; empty without a clock. */
  left?: number[];
  /** The estimated chance of each seat after it, or its result if the move ends the game; empty if the game is not estimated. */
  shares?: number[];
}

/** Some moves of a logged game, in order. */
export interface ReplayPart {
  /** The game. */
  entry: GameEntry;
  /** The board and its pieces. */
  hello: Hello;
  /** The text of the start position. */
  position: string;
  /** Its pieces, point by point, bottom first. */
  stacks: string[][];
  /** The text of the time control; or empty. */
  clock: string;
  /** The number of the first of `plies`. */
  start: number;
  /** The number of moves in the log. */
  total: number;
  /** The moves. */
  plies: PlyView[];
  /** Why the moves end before `total`; or empty. */
  trouble: string;
  /** Whether moves come with `shares`. */
  estimated: boolean;
  /** The names of more formats in which this game can be downloaded, such as PGN; in lower case, they name the form. */
  forms: string[];
}

/** The value of a move to the player who makes it. */
export interface WorthView {
  /** The expected share of the point that a win is worth. */
  share: number;
  /** Whether that is certain. */
  exact: boolean;
  /** The number of plies to the end if it is forced; else None. */
  plies: number | null;
}

/** A move that would have been better, or one that follows it. */
export interface BetterMove {
  /** The seat that acts. */
  seat: number;
  /** The text of the move. */
  text: string;
  /** The points whose pieces differ, as in `PlyView`. */
  changes: Record<number, string[]>;
  /** The points to light for it, as for a hint: where it begins, then where its piece goes. */
  path: number[];
}

/** The result of a review for one move; a later result replaces an earlier one. */
export interface ReviewView {
  /** The number of the move, counted from 1. */
  number: number;
  /** The value of the move; None for a draw from the bag. */
  worth?: WorthView | null;
  /** Inaccuracy, mistake or blunder; else empty. */
  grade?: string;
  /** The value of the best move; only with a grade. */
  best?: WorthView | null;
  /** The best move, and how play might go on; only with a grade. */
  better?: BetterMove[];
  /** The expected share of each seat after the move; empty if that is not known. */
  shares?: number[];
  /** Why the best move is better, in a sentence; only with a grade, and if that is known. */
  why?: string;
}

/** Some results of a review, in the order in which they were found. */
export interface ReviewPart {
  /** The number of the first of `found`. */
  start: number;
  /** The results. */
  found: ReviewView[];
  /** The part that was reviewed, of `total`. Ask again until that is all, or there is trouble. */
  done: number;
  /** The whole review: the number of moves, times the number of rounds. */
  total: number;
  /** Why not all moves are reviewed; or empty. */
  trouble: string;
}

/** The number of games that ended in a result. */
export interface ResultCount {
  /** The outcome as in the rules, or with a player chosen a `ResultKind`. */
  result: string;
  /** The number of games. */
  count: number;
}

/** The number of games with a length from `least` up to, but not including, `below`. */
export interface SpanCount {
  least: number;
  below: number;
  count: number;
}

/** The number of games that began in a month, such as 2026-11. */
export interface MonthCount {
  month: string;
  count: number;
}

/** Counts over the games of a query. */
export interface GameStatistics {
  /** The number of games. */
  games: number;
  /** The names of the seats, if all of the games have the same. */
  seats: string[];
  /** The counts by result. */
  results: ResultCount[];
  /** The counts by number of moves. */
  moves: SpanCount[];
  /** The counts by time played (minutes). */
  minutes: SpanCount[];
  /** The counts by month. */
  months: MonthCount[];
  /** The average number of moves. */
  average_moves: number;
  /** The average time played (seconds). */
  average_seconds: number;
}

/** A person's results against one opponent. */
export interface OpponentCount {
  /** The opponent's name; empty for the computer, and for somebody without a name. */
  name: string;
  /** The computer's level; empty for a person. */
  level: string;
  /** The number of games that the person won against this opponent. */
  won: number;
  /** The number of drawn games. */
  drawn: number;
  /** The number of games that this opponent won. */
  lost: number;
}

/** The level of the computer that suits a person in a game. */
export interface GameLevel {
  game: string;
  title: string;
  level: string;
}

/** What the logs tell of a person. */
export interface PersonFacts {
  /** The name. */
  name: string;
  /** The number of games. */
  games: number;
  /** The number of games won, not counting puzzles. */
  won: number;
  /** The number of games drawn. */
  drawn: number;
  /** The number of games lost. */
  lost: number;
  /** The number of games won in a row by now; negative for games lost in a row. */
  streak: number;
  /** The most games won in a row. */
  best_streak: number;
  /** The number of puzzles solved. */
  solved: number;
  /** The local date of the last game; or empty. */
  last: string;
  /** The results against each opponent, the most frequent first. */
  opponents: OpponentCount[];
  /** The levels that suit, by game. */
  levels: GameLevel[];
}

/** The results of two people against each other. */
export interface MeetingCount {
  /** The name of one of them. */
  one: string;
  /** The name of the other. */
  other: string;
  /** The number of games that the first has won. */
  won: number;
  /** The number of drawn games. */
  drawn: number;
  /** The number of games that the second has won. */
  lost: number;
}

/** Everybody who is known here by a profile or from the logs. */
export interface Family {
  /** Those with a profile first, in their order. */
  people: PersonFacts[];
  /** Who has met whom. */
  meetings: MeetingCount[];
  /** The number of files still to be read; ask again until there are none. */
  pending: number;
}

/** The result of adding the games of a file that a page sent. */
export interface Added {
  /** The number of games added. */
  stored: number;
  /** The number of games that were there already. */
  known: number;
  /** What could not be added, a line for each, or for the first of many. */
  trouble: string[];
}

/** What the program sends of a `State`: all of it after `Hello`, then what has changed. `moves` are
 * those that follow the first `kept` moves of the state before. */
export type StateChange = Pick<State, "type"> & Partial<State> & { kept?: number };

/** What the program sends. */
export type Message = Hello | StateChange | ClockView | Shining | Lamps | SettingsView | EnginesView | ToolView | Waiting | Refused | SpokenAnswer | Welcome | Pairing | RulesPage;

/** What the page sends. */
export type Command = Lift | Put | Release | Click | Confirm | Choose | Select | Back | Resign | Draw | Pause | PlacePieces | Invite | Join | InviteSpectator | TurnAway | LetIn | Depart | Rematch | New | Teach | Train | Hint | WhatNow | Watch | Puzzle | Step | Corner | Tell | Label | Complete | Clue | Daily | Practise | Demonstrate | Enrol | Forget | Present | Palette | Adjust | ListEngines | TryEngine | SetEngine | Tool | Reply | Halt | Arrange | Sweep | Assist | Pair | Learn;

/** What the program sends to a guest. */
export type WatchedMessage = Watching | WatchedBoard | WatchedPosition | WatchedClock | WatchedLamps | WatchedFrame | WatchedAway | WallMessage | Pairing;

// What the page and the program say to each other. `make types` writes it from companion/protocol/.

/** The version of these messages. */
export type Version = 2;

/** A point of the board: its name and where it lies (x to the right, y up, board units). */
export interface PointView {
  name: string;
  x: number;
  y: number;
}

/** Points that the printed board sets apart: what they are (`dark`, `margin`, `home`, `goal`), and whose, if anybody's. */
export interface AreaView {
  kind: string;
  points: number[];
  seat: number | null;
}

/** What an option may be while the options before it are as `when` says: its values, and the one that holds if nothing else is said. */
export interface Choices {
  when: Record<string, string>;
  values: string[];
  default: string;
}

/** An option of a game. choices: one entry if nothing depends on the options before it, else one for each way in which those can be set that matters. many: several values, by commas. labels: what some of the values stand for, in words. */
export interface OptionView {
  name: string;
  help: string;
  choices: Choices[];
  many: boolean;
  labels: Record<string, string>;
}

/** A game that may be chosen. seats: the names of its seats as far as its options are set; the default is the one for the computer if there is to be one. */
export interface GameView {
  name: string;
  title: string;
  options: OptionView[];
  seats: Choices[];
}

/** A piece: its text in positions, whose it is (None: nobody's), what it is called, and how it is drawn (`rules.Look` explains these fields). */
export interface PieceView {
  text: string;
  seat: number | null;
  kind: string;
  shape?: string;
  sign?: string;
  material?: string;
  letters?: string;
}

/** The board and the game being played; sent again when another game begins, and then followed by its `State` and its `Lamps`: what was said of the game before is void. board: its name; style: how it is drawn, as `geometry.Board` explains. colours: those of the seats. lines, palaces and areas are indices into `points`. simulated: pieces are dragged on the page. solvable: whether hints can be had. puzzles: the names of the puzzles that this board can show. pieces: those of the game, as far as they are known, so that one beside the board is drawn as what it is before it was ever on it. levels: how hard the computer can try; computers: the seats that it plays, each with its level. */
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
  style: string;
  colours: string[];
}

/** A ply of the history. */
export interface MoveView {
  seat: number;
  text: string;
}

/** What the board asks: the candidates by text, and which one the lamps show now. */
export interface QuestionView {
  prompt: string;
  choices: string[];
  picked: number;
}

/** A figure of a puzzle: which one of how many, its name, and its corners in order (indices of points); each side runs along a line from one corner to the next, and from the last to the first. `on`: all points of its corners and sides. */
export interface FigureView {
  puzzle: string;
  number: number;
  count: number;
  name: string;
  corners: number[];
  on: number[];
}

/** The magic labelling as the player has it: each point's number (0: none yet), each line's sum as far as it goes and whether it is whole, and what is to be said of it. */
export interface LabellingView {
  labels: number[];
  sums: number[];
  whole: boolean[];
  message: string;
  tone: string;
}

/** The simulated pieces: on the points, beside the board, and in hands; stacks bottom first. */
export interface TabletopView {
  points: string[][];
  tray: string[];
  hands: Record<string, string[]>;
}

/** Everything that the page shows beside the lamps. phase: setup, rest, hand, confirm, ask, astray, taking_back, over. turn: the seat to act, None when nobody is. headline: whose turn it is or how the game ended, in a few words. message: what is forced, what was wrong and how to mend it; empty when all is well. tone: plain, forced, wrong, question or good: how the message is to be shown. sensed: what the switches say, point by point. believed: the pieces of the position, point by point, bottom first. moves: the history; `outcome` as in the rules: ongoing, win 0, draw, … confirm: whether confirming would do something now. announcement: what has just happened without any hand: a pass, what the bag yielded; or empty. best: the fewest moves in which this puzzle is known to be solved, where that is known. hint: the answer to `Hint`, or, when watched, that the position has become hopeless. watched: whether the player wants to be told when it has. figure, labelling: the puzzle on the board that is being looked at, or None. stage: the number of what answers depend on: the position, the question, the draw offered. It is another one as soon as any of that has changed. warning: trouble that does not stop the game (the card is full, a switch is stuck); or empty. */
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
  stage: number;
}

/** A frame: RRGGBB of each point, joined. */
export interface Lamps {
  type: "lamps";
  rgb: string;
}

/** There is no board yet: why. What was said before is void, until the next `Hello`. */
export interface Waiting {
  type: "waiting";
  text: string;
}

/** The connection is open. `page` names it: its hand `h` is called `page.h` in `State`. version: of these messages; a page that knows another one loads itself anew. */
export interface Welcome {
  type: "welcome";
  page: string;
  version: number;
}

/** The pairing code is wanted before anything else is said. `wrong`: the last one was. */
export interface Pairing {
  type: "pairing";
  wrong: boolean;
}

/** What this page sent could not be read or done: why, in one line. */
export interface Refused {
  type: "refused";
  text: string;
}

/** Hand `hand` takes a simulated piece up: from a point by name, or `piece` from the `tray`. */
export interface Lift {
  do: "lift";
  place: string;
  hand: string;
  piece?: string;
}

/** Hand `hand` puts down what it holds: on a point by name, or in the `tray`. A hand that holds nothing puts nothing down: the server lets every hand of a page that went away do so. */
export interface Put {
  do: "put";
  place: string;
  hand: string;
}

/** The move on the board is what was meant. */
export interface Confirm {
  do: "confirm";
  seen?: number | null;
}

/** The answer to a question, by its place in `choices`. */
export interface Choose {
  do: "choose";
  index: number;
  seen?: number | null;
}

/** Take back so many moves of hands, with whatever happened after them; the lamps then lead the pieces back. */
export interface Back {
  do: "back";
  moves?: number;
  seen?: number | null;
}

/** The seat to act gives up. */
export interface Resign {
  do: "resign";
  seen?: number | null;
}

/** The seat to act offers a draw, or the other one accepts it. */
export interface Draw {
  do: "draw";
  seen?: number | null;
}

/** Begin another game. computers: the seats that the computer plays, each with its level. */
export interface New {
  do: "new";
  game: string;
  options?: Record<string, string>;
  computers?: Record<number, string>;
  seen?: number | null;
}

/** Show the next move of a solution from here, or say that there is none. */
export interface Hint {
  do: "hint";
}

/** From now on say, or do not say, when the position has become hopeless. */
export interface Watch {
  do: "watch";
  on: boolean;
}

/** Look at a puzzle of the board, by name; empty: back to the game. */
export interface Puzzle {
  do: "puzzle";
  name: string;
}

/** The next figure, or the one before (-1). */
export interface Step {
  do: "step";
  by?: number;
}

/** Write a number on a point (by name) in the magic labelling; 0 wipes it off. */
export interface Label {
  do: "label";
  place: string;
  number: number;
}

/** Fill in the rest of the magic labelling, where that can be done. */
export interface Complete {
  do: "complete";
}

/** Change the colours of the lamps. */
export interface Palette {
  do: "palette";
  name: string;
}

/** Simulated pieces: all of them where the position wants them. */
export interface Arrange {
  do: "arrange";
}

/** Simulated pieces: all of them off the board, into the tray. */
export interface Sweep {
  do: "sweep";
}

/** The answer to `Pairing`; it never reaches the program. */
export interface Pair {
  do: "pair";
  code: string;
}

/** What the program sends. */
export type Message = Hello | State | Lamps | Waiting | Welcome | Pairing | Refused;

/** What the page sends. */
export type Command = Lift | Put | Confirm | Choose | Back | Resign | Draw | New | Hint | Watch | Puzzle | Step | Label | Complete | Palette | Arrange | Sweep | Pair;

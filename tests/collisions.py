"""How often legal turns look alike to switches: the tables of docs/move-recognition.md, printed.

python -m tests.collisions

The positions are those of random games from the start, played with a fixed seed: every turn is
drawn evenly from the legal ones, what the bag yields by its weights. A game counts each of its
positions once, and ends by its rules, by repetition, or after so many plies. Positions where no
hand acts (only a pass is legal, or the game is over) are left out.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from companion.games.registry import make
from companion.hands.pattern import MovePattern, pattern_of
from companion.rules import CHANCE, Action, AnyGame, Step, TurnGame
from tests.conformance.option_sets import label, option_sets

_LONGEST = 200  # plies of one random game
_EVERY = 40  # of so many positions one is looked at two turns deep
_BARREN = 500  # random games in a row without a new position, after which there are no others

Chosen = dict[str, str]


class Row(NamedTuple):
    """A line of the tables: which option sets it is about, whether the players draw from a bag of
    their own, and how many positions are looked at, spread evenly over the option sets, as far as
    there are so many."""

    title: str
    game: str
    has: Callable[[Chosen], bool] = lambda _: True
    real: bool = False
    positions: int = 5000

    def option_sets(self) -> list[Chosen]:
        return [chosen for name, chosen in option_sets() if name == self.game and self.has(chosen)]


ROWS = (
    Row("Solomon", "solomon", positions=20000),
    Row("Son of Solomon", "son_of_solomon"),
    Row("Solomon Nim", "nim", lambda o: o["board"] == "star"),
    Row("Solomon Nim, nine and five points", "nim", lambda o: o["board"] != "star"),
    Row("Peg solitaire, star", "peg", lambda o: o["board"] == "star"),
    Row("Peg solitaire, 7 × 7", "peg", lambda o: o["board"] == "grid7"),
    Row("Crowning Problem", "crowning"),
    Row("Trinity", "trinity"),
    Row("Soli2, program's bag", "soli2", lambda o: o["variant"] == "standard"),
    Row("Soli2, real bag", "soli2", lambda o: o["variant"] == "standard", real=True),
    Row("Give Away, program's bag", "soli2", lambda o: o["variant"] == "give_away"),
    Row("Give Away, real bag", "soli2", lambda o: o["variant"] == "give_away", real=True),
    Row("Pure Skill", "soli2", lambda o: o["variant"] == "pure_skill"),
    Row("Gomony", "gomony", lambda o: o["promoted"] == "none", positions=50000),
    Row("Gomony, handicap", "gomony", lambda o: o["promoted"] != "none", positions=50000),
    Row("Halma, simple", "halma", lambda o: o["rules"] == "simple", positions=10000),
    Row("Halma, advanced", "halma", lambda o: o["rules"] == "advanced", positions=10000),
)


class Met(NamedTuple):
    """A position of a random game, and the boards shown before in that game, oldest first."""

    position: Any
    earlier: tuple[int, ...]


def sample(game: AnyGame, real: bool, count: int, rng: Random) -> Iterator[Met]:
    """So many different positions in which a hand acts; fewer if a small board has no more."""
    seen: set[Any] = set()
    known = barren = 0
    while barren < _BARREN:
        barren = 0 if len(seen) > known else barren + 1
        known = len(seen)
        position = game.start()
        occurred: Counter[Any] = Counter()
        boards: list[int] = []
        for _ in range(_LONGEST):
            drawing = game.to_act(position) == CHANCE
            if drawing and not real:
                position = _drawn(game, position, rng)
            recurrence = game.recurrence(position)
            occurred[recurrence] += 1
            if not game.moves(position) or occurred[recurrence] == game.repetitions:
                break
            before = position
            if drawing and real:
                position = _drawn(game, position, rng)
            move = rng.choice(game.moves(position))
            if game.steps(position, move):
                if before not in seen:
                    seen.add(before)
                    yield Met(before, tuple(boards))
                    if len(seen) == count:
                        return
                boards.append(game.occupancy(before))
            position = game.advance(position, move)


def _drawn(game: AnyGame, position: Any, rng: Random) -> Any:
    draws = game.moves(position)
    (draw,) = rng.choices(draws, [game.weight(position, draw) for draw in draws])
    return game.advance(position, draw)


class TurnShape(NamedTuple):
    """A legal turn: what it does to the switches, and what about it no switch sees: a key of
    `KINDS`, empty where they see all. `pattern.after` is the position that it leads to."""

    pattern: MovePattern
    kind: str


KINDS = {
    "dropped": "which piece was put down",
    "landed": "which piece it landed on",
    "column": "which columns were jumped, or in which order",
    "sent": "which pieces were sent back",
    "way": "which route a piece took",
    "turned": "what a piece became",
    "taken": "which piece was captured",
}
"""What no switch sees of a turn; the first that is true of any of the turns that look alike."""

TOLD = {"touched": "told apart by touched points", "asked": "asked"}
"""How a turn is told apart from those that look like it."""


def turns_of(game: TurnGame, position: Any) -> list[TurnShape]:
    """The turns that hands may make: passes are not among them."""
    found = []
    for line in game.moves(position):
        steps = game.steps(position, line)
        if steps:
            made = pattern_of(game, position, line)
            found.append(TurnShape(made, _kind(steps, made)))
    return found


def _kind(steps: Sequence[Step], made: MovePattern) -> str:
    if made.unseen:
        return "landed"
    if steps[0].action is Action.ENTER:
        return "dropped"
    if any(step.action is Action.REMOVE and step.occupied for step in steps):
        return "column"
    if sum(step.action is Action.LIFT for step in steps) >= len(made.path) > 1:
        return "sent"
    if len(made.path) > 2:
        return "way"
    if any(step.action is Action.TURN for step in steps):
        return "turned"
    on_its_square = any(point in made.path for point, _ in made.taken)
    return "taken" if on_its_square else ""


@dataclass
class Tally:
    """What was counted for one row.

    colliding: positions in which turns that lead elsewhere share an end.
    alike:     turns that share their end with one that leads elsewhere, by what no switch sees of
               them and how they are told apart, as `told` has it.
    unseen:    turns that end on top of a piece.
    traceless: turns after which the board is as it was before.
    stops:     turns that end where a longer one may rest.
    last:      turns that end on the board before the last one; `earlier`: on one before that.
    deep:      turns in the positions that were looked at two turns deep; of these, `as_two` end
               like a turn with its answer.
    pairs:     turns with an answer; `pairs_alike` share their end with a pair that leads elsewhere.
    """

    positions: int = 0
    colliding: int = 0
    turns: int = 0
    alike: Counter[tuple[str, str]] = field(default_factory=Counter)
    unseen: int = 0
    traceless: int = 0
    stops: int = 0
    last: int = 0
    earlier: int = 0
    deep: int = 0
    as_two: int = 0
    pairs: int = 0
    pairs_alike: int = 0

    def add(self, board: int, turns: Sequence[TurnShape], earlier: Sequence[int]) -> None:
        """Count the turns of one position."""
        self.positions += 1
        self.turns += len(turns)
        found = alike(turns)
        self.colliding += bool(found)
        for turn, others in found:
            self.alike[kind_of((turn, *others)), told(turn, others)] += 1
        resting = [turn.pattern for turn in turns if turn.pattern.stops]
        for turn in turns:
            end, after = turn.pattern.end, turn.pattern.after
            self.unseen += turn.pattern.unseen
            self.traceless += end == board
            self.stops += any(t.after != after and t.stops_at(end) for t in resting)
            self.last += end in earlier[-1:]
            self.earlier += end in earlier[:-1] and end not in earlier[-1:]

    def add_deep(self, game: AnyGame, turns: Sequence[TurnShape], real: bool) -> None:
        """Count the turns of one position with their answers."""
        hands = TurnGame(game)
        ends: dict[int, set[Any]] = {}
        pairs: Counter[tuple[int, Any]] = Counter()
        for turn in turns:
            after = turn.pattern.after
            if game.to_act(after) == CHANCE and not real:
                continue  # nobody answers before the program has drawn
            for answer in hands.moves(after):
                if hands.steps(after, answer):
                    position = hands.advance(after, answer)
                    board = game.occupancy(position)
                    ends.setdefault(board, set()).add(position)
                    pairs[board, position] += 1
        self.deep += len(turns)
        self.as_two += sum(turn.pattern.end in ends for turn in turns)
        self.pairs += pairs.total()
        self.pairs_alike += sum(n for (board, _), n in pairs.items() if len(ends[board]) > 1)


def alike(turns: Sequence[TurnShape]) -> list[tuple[TurnShape, list[TurnShape]]]:
    """The turns that share their end with others that lead elsewhere, with these."""
    ends: dict[int, list[TurnShape]] = {}
    for turn in turns:
        ends.setdefault(turn.pattern.end, []).append(turn)
    found = []
    for turn in turns:
        others = [o for o in ends[turn.pattern.end] if o.pattern.after != turn.pattern.after]
        if others:
            found.append((turn, others))
    return found


def told(turn: TurnShape, others: Sequence[TurnShape]) -> str:
    """How a turn is told apart from others with the same end: a key of `TOLD`. The points decide
    where hands touch all landings; where they skip those that differ, it is asked after all."""
    return "asked" if any(o.pattern.touched == turn.pattern.touched for o in others) else "touched"


def kind_of(turns: Sequence[TurnShape]) -> str:
    """What no switch sees of turns with the same end: a key of `KINDS`."""
    return next(kind for kind in KINDS if any(turn.kind == kind for turn in turns))


def measure(row: Row) -> Tally:
    """Count the turns for one row."""
    tally, chosen_sets = Tally(), row.option_sets()
    for chosen in chosen_sets:
        game = make(row.game, chosen)
        hands, count = TurnGame(game), -(-row.positions // len(chosen_sets))
        for n, met in enumerate(sample(game, row.real, count, Random(label(row.game, chosen)))):
            turns = turns_of(hands, met.position)
            tally.add(game.occupancy(met.position), turns, met.earlier)
            if n % _EVERY == 0:
                tally.add_deep(game, turns, row.real)
    return tally


def share(part: int, whole: int) -> str:
    """Format a share for readers: `-` for none, and never rounded down to none."""
    if not part:
        return "-"
    percent = 100 * part / whole
    return f"{percent:.1f} %" if percent >= 0.1 else f"{percent:.3f} %"


def _line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _head(words: int, *cells: str) -> list[str]:
    """The head of a table of which so many columns hold words, and the others figures."""
    return [_line(*cells), "|" + "---|" * words + "---:|" * (len(cells) - words)]


def alike_line(row: Row, tally: Tally) -> str:
    """How often legal turns look alike."""
    by = [sum(n for (_, how), n in tally.alike.items() if how == told) for told in TOLD]
    return _line(
        row.title,
        f"{tally.positions:,}",
        f"{tally.turns:,}",
        share(tally.colliding, tally.positions),
        share(sum(by), tally.turns),
        *(share(part, tally.turns) for part in by),
    )


def kind_lines(row: Row, tally: Tally) -> list[str]:
    """What no switch sees of the turns that look alike."""
    return [
        _line(what, row.title, *(f"{tally.alike[kind, told]:,}" for told in TOLD))
        for kind, what in KINDS.items()
        if any(tally.alike[kind, told] for told in TOLD)
    ]


def end_line(row: Row, tally: Tally) -> str:
    """What the end of a turn does not say by itself."""
    ends = (tally.unseen, tally.traceless, tally.stops, tally.last, tally.earlier)
    return _line(
        row.title,
        *(share(part, tally.turns) for part in ends),
        share(tally.as_two, tally.deep),
        share(tally.pairs_alike, tally.pairs),
    )


def tables() -> dict[str, list[str]]:
    """The lines of the tables, by the names of their places in the page."""
    tallies = [(row, measure(row)) for row in ROWS]
    return {
        "alike": [
            *_head(
                1,
                "game",
                "positions",
                "legal turns",
                "positions with turns alike",
                "turns alike",
                *TOLD.values(),
            ),
            *(alike_line(row, tally) for row, tally in tallies),
        ],
        "kinds": [
            *_head(2, "invisible to the switches", "game", *TOLD.values()),
            *(line for row, tally in tallies for line in kind_lines(row, tally)),
        ],
        "ends": [
            *_head(
                1,
                "game",
                "on a piece",
                "no trace",
                "may continue",
                "previous board",
                "earlier board",
                "like two turns",
                "pairs alike",
            ),
            *(end_line(row, tally) for row, tally in tallies),
        ],
    }


if __name__ == "__main__":
    for lines in tables().values():
        sys.stdout.write("\n".join((*lines, "", "")))

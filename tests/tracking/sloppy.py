"""Sloppy hands: whole games played on a `Bench` the way people do it, drawn by a seed.

Only the steps of the moves are looked at, so that any game can be played. What is simulated is
what the switches report: a piece that is bumped, a weak magnet, a magnet that closes a second
switch, and a piece that is lifted and put back are the same to them: a point that shows the other
level for a while (`blink`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from companion.geometry import Point, bits, points_of
from companion.rules import Action
from companion.tracking import Phase
from tests.hands import natural
from tests.tracking.bench import Bench


class Edge(NamedTuple):
    """From now on a point is occupied or not; `soon`: there is no long pause before."""

    point: Point
    occupied: bool
    soon: bool = False


Script = list[Edge]

Ply = tuple[Any, Any]
"""A position and a move in it."""

_SETTLE = 0.15  # seconds; `Bench.do` waits for another 0.05 before every act
_BOUND = 6.0  # seconds within which a finished turn has to be understood
_LONG = (0.14, 0.16, 0.25, 0.5, 0.74, 0.76, 1.0, 2.0, 5.0, 30.0)


@dataclass(frozen=True)
class Habits:
    """Probabilities.

    sloppy: that a turn is anything but a plain move.
    blink:  that a point blinks during a move; as often again for a second one, and so on.
    drag:   that a slid piece closes the next switch before it opens the last.
    slow:   that a pause is a long one.
    """

    sloppy: float = 0.7
    blink: float = 0.3
    drag: float = 0.2
    slow: float = 0.15


class Misunderstood(AssertionError):
    """What was understood is not what was meant; the text says how to do it again."""


class Sloppy:
    """Careless hands at one board: `turn` again and again, a new game whenever one is over."""

    def __init__(self, game: str, seed: int, habits: Habits | None = None, **options: str) -> None:
        self.rng = Random(seed)
        self.habits = habits or Habits()
        self.name, self.options = game, options
        self.excuses = 0
        self.begin()

    def begin(self) -> None:
        """Begin a game."""
        self.bench = Bench(self.name, **self.options)
        self.game, self.match = self.bench.game, self.bench.match
        self.meant: list[Any] = []

    def turn(self) -> str:
        """One turn of any kind, and its name. Misunderstood when the match then holds other moves
        than those meant, is not at rest, or held others on the way without need."""
        if len(self.meant) > 150 or (self.match.over and self.rng.random() < 0.7):
            self.begin()
        kinds: list[Callable[[], None]] = [self.plain]
        if self.match.over:
            kinds = [self.take_back_ply_by_ply]
        elif self.rng.random() < self.habits.sloppy:
            kinds = [
                self.abort,
                self.nudge,
                self.slow_slide,
                self.wrong_point,
                self.wrong_capture,
                self.forgotten_capture,
                self.parked_capture,
                self.quick_answers,
                self.both_at_once,
                self.take_back_ply_by_ply,
                self.take_back_at_once,
                self.change_of_mind,
                self.knock,
            ]
        kind = self.rng.choice(kinds)
        self.kind, self.acts, self.excused = kind.__name__, [f"~{self.pause():.2f}"], False
        self.bench.wait(float(self.acts[0][1:]))
        self.text = self.game.position_text(self.match.position)
        self.past = [played.text for played in self.match.history]
        self.known, self.logged = list(self.meant), len(self.bench.log)
        self.where = [self.match.position]
        kind()
        self.check()
        return self.kind

    # Kinds of turns

    def plain(self) -> None:
        """A move, with pieces that blink."""
        self.run(self.blinking(self.move(self.mean())))

    def abort(self) -> None:
        """Begin a move, go back, and make another."""
        begun = self.move(self.draw())
        begun = begun[: self.rng.randint(1, len(begun) - 1)]
        if self.rng.random() < 0.5:
            self.run(self.blinking([*begun, *reverse(begun)]))
        else:  # go back in another order than one came
            self.run(begun)
            self.run(self.difference(self.occupied()))
        self.plain()

    def nudge(self) -> None:
        """Lift the piece, touch another that could be captured, and make the move."""
        script = self.move(self.mean())
        others: int = bits(p for ply in self.plies(self.where[0]) for p in self.taken(ply))
        others &= self.occupied() & ~bits(edge.point for edge in script)
        if others:
            point = self.rng.choice(list(points_of(others)))
            script[1:1] = [Edge(point, False), Edge(point, True)]
        self.run(script)

    def wrong_point(self) -> None:
        """Put a piece, one's own or not, where it cannot go."""
        move = self.mean()
        point = self.move(move)[0].point if self.rng.random() < 0.5 else self.any(self.occupied())
        to = self.any(self.game.board.full & ~self.occupied())
        self.mistake(move, [Edge(point, False), Edge(to, True)])

    def wrong_capture(self) -> None:
        """Take off a wrong piece instead of a captured one."""
        move = self.mean()
        script, victims = self.move(move), self.taken(move)
        others = self.occupied() & ~bits(edge.point for edge in script)
        if victims and others:
            right, wrong = Edge(self.rng.choice(victims), False), Edge(self.any(others), False)
            script = [wrong if edge == right else edge for edge in script]
        self.mistake(move, script)

    def forgotten_capture(self) -> None:
        """Leave a captured piece standing until one is told."""
        move = self.mean()
        script, victims = self.move(move), self.taken(move)
        if victims and Edge(victims[0], True) not in script:
            script.remove(Edge(victims[0], False))
            self.run(script)
            self.wait(self.rng.choice((1.0, 5.0, 20.0)))
            if not self.bench.view.take_off >> victims[0] & 1 and not self.excused:
                raise Misunderstood(self.told("the captured piece is not shown"))
            script = [Edge(victims[0], False)]
        self.run(self.blinking(script))

    def parked_capture(self) -> None:
        """Put a captured piece down on a vacant point."""
        move = self.mean()
        script, victims = self.move(move), self.taken(move)
        vacant = self.game.board.full & ~self.occupied() & ~bits(edge.point for edge in script)
        if victims and vacant:
            off = script.index(Edge(victims[0], False)) + 1
            parked = Edge(self.any(vacant), True)
            script.insert(self.rng.randint(off, len(script)), parked)
        self.mistake(move, script)

    def quick_answers(self) -> None:
        """Several moves, each made before the last has settled."""
        for _ in range(self.rng.randint(2, 4)):
            if self.over:
                break
            self.run(self.move(self.mean()), self.quickly)

    def both_at_once(self) -> None:
        """Two moves, one after the other begun before it was complete."""
        one = self.move(self.mean())
        if self.over:
            self.run(one)
            return
        answer = self.mean()
        two = self.move(answer)
        alike = [
            self.end(reply)
            for ply in self.plies(self.where[0])
            if ply[1] != self.meant[-2]
            for reply in self.plies(self.game.advance(*ply))
        ]
        shared = {edge.point for edge in one} & {edge.point for edge in two}
        if shared or self.end(answer) in (*alike, *self.earlier()):
            self.run([*one, *two], self.quickly)
            return
        merged: Script = [one.pop(0)]
        while one or two:
            turn = two if two and (not one or self.rng.random() < 0.4) else one
            merged.append(turn.pop(0))
        self.run(merged, self.quickly)

    def slow_slide(self) -> None:
        """Slide by way of other points, resting anywhere."""
        move = self.mean()
        script = self.move(move)
        lifted = [s.point for s in self.game.steps(*move) if s.action is Action.LIFT]
        for i in range(len(script) - 1, 0, -1):
            one, two = script[i - 1 : i + 1]
            busy = self.sensed | bits(edge.point for edge in script)
            near = bits(self.near(one.point)) & ~busy
            if near and one.point in lifted and not one.occupied and two.occupied:
                point = self.any(near)
                script[i:i] = [Edge(point, True), Edge(point, False)]
        self.run(script)

    def take_back_ply_by_ply(self) -> None:
        """Take back one move or several, looking after each."""
        for _ in range(self.rng.choice((1, 1, 2, 3))):
            if self.meant:
                self.run(self.blinking(self.unmove()))
                self.wait(1)

    def take_back_at_once(self) -> None:
        """Take back several moves in one go, and confirm it."""
        for _ in range(self.rng.randint(2, 4)):
            if self.meant:
                self.run(self.unmove(), self.quickly)
        if self.sensed == self.occupied(self.match.position):  # nothing seems to have happened
            self.meant = [played.move for played in self.match.history]
            self.where = [self.match.position]
        self.wait(1)
        if not self.confirmed() and any(
            self.occupied(p.position) == self.sensed for p in self.match.history[:-1]
        ):
            self.excused = True

    def confirmed(self) -> bool:
        """Confirm, where that is asked for."""
        asked = self.bench.phase is Phase.CONFIRM
        if asked:
            self.acts.append("confirm")
            self.bench.confirm()
        return asked

    def change_of_mind(self) -> None:
        """Make a move, and then another one instead."""
        first = self.mean()
        script = self.move(first)
        self.run(script)
        self.wait(self.rng.choice((0.05, 0.3, 2.0)))
        others = [p for p in self.plies(first[0]) if self.end(p) != self.end(first)]
        if others:
            self.meant.pop()
            second = self.mean(self.rng.choice(others))
            back = simplified([*reverse(script), *self.move(second)])
            self.run(back, self.quickly if self.rng.random() < 0.5 else None)
            self.excused = True

    def knock(self) -> None:
        """Knock over at least five pieces, and put them back anyhow."""
        pieces = list(points_of(self.occupied()))
        self.rng.shuffle(pieces)
        if len(pieces) < 5:
            self.kind = "plain"
            self.plain()
            return
        down = pieces[: self.rng.randint(5, 9)]
        vacant = list(points_of(self.game.board.full & ~self.occupied()))
        self.rng.shuffle(vacant)
        strays = vacant[: self.rng.randint(0, min(3, len(down)))]
        fallen = [*(Edge(p, False) for p in down), *(Edge(p, True) for p in strays)]
        self.rng.shuffle(fallen)
        self.run(fallen, lambda: self.rng.uniform(0, 0.1))
        self.wait(self.rng.choice((0.3, 0.6, 2.0)))
        if self.rng.random() < 0.5:
            back = [*(Edge(p, True) for p in down), *(Edge(p, False) for p in strays)]
            self.rng.shuffle(back)
            slowly = self.rng.choice((0.1, 0.5, 1.5))
            self.run(back, lambda: self.rng.uniform(0, 2 * slowly))
        else:
            self.obey()
            self.run(self.difference(self.occupied()))  # it may look like a move in hand

    # What is meant

    @property
    def over(self) -> bool:
        times = [p.position for p in self.match.history[: len(self.known)]] + self.where
        limit = self.game.repetitions
        repeated = 0 < limit <= times.count(self.where[-1])
        return repeated or not self.game.moves(self.where[-1])

    def plies(self, position: Any) -> list[Ply]:
        return [(position, move) for move in self.game.moves(position)]

    def draw(self) -> Ply:
        return self.rng.choice(self.plies(self.where[-1]))

    def mean(self, ply: Ply | None = None) -> Ply:
        """Mean to make a move; `where` then ends with the position after it."""
        ply = self.draw() if ply is None else ply
        self.meant.append(ply[1])
        self.where.append(self.game.advance(*ply))
        return ply

    def taken(self, ply: Ply) -> list[Point]:
        """The points whose piece a move takes off for good."""
        steps = self.game.steps(*ply)
        return [s.point for s in steps if s.action is Action.REMOVE and not s.occupied]

    def occupied(self, position: Any = None) -> int:
        return int(self.game.occupancy(self.where[0] if position is None else position))

    def end(self, ply: Ply) -> int:
        return self.occupied(self.game.advance(*ply))

    def ends(self, but: Ply | None = None) -> set[int]:
        return {self.end(ply) for ply in self.plies(self.where[0]) if ply != but}

    def earlier(self) -> set[int]:
        """The boards that would take back what was played, or replace the last move."""
        past = [played.position for played in self.match.history]
        others = [self.end(ply) for position in past[-1:] for ply in self.plies(position)]
        return {*others, *(self.occupied(position) for position in past)}

    # Scripts

    def move(self, ply: Ply) -> Script:
        """One natural order of hands."""
        acts = natural(self.game.steps(*ply), self.rng)
        script = [Edge(act.point, act.occupied) for act in acts]
        for i, (one, two) in enumerate(pairwise(acts)):
            near = two.point in self.near(one.point) and two.occupied
            if near and one.hand == two.hand == "own" and self.rng.random() < self.habits.drag:
                # The magnet closes the next switch before it opens the last.
                script[i : i + 2] = [Edge(two.point, True), Edge(one.point, False, soon=True)]
        return script

    def unmove(self) -> Script:
        """Back to before the last move meant."""
        move = self.meant.pop()
        position = self.match.history[len(self.meant)].position
        self.where.append(position)
        return reverse(self.move((position, move)))

    def blinking(self, script: Script) -> Script:
        for _ in range(2):  # three or more at once are a knock
            if self.rng.random() < self.habits.blink:
                script = self.blink(script)
        return script

    def blink(self, script: Script) -> Script:
        """Let a point, a piece or one near the hands, show the other level for a while."""
        near = bits(point for edge in script for point in self.near(edge.point))
        point = self.any(self.sensed | near)
        begin = end = self.rng.randint(0, len(script))
        if script[begin:] and script[begin].soon:
            return script
        before = self.after(script[:begin]) >> point & 1
        while (
            before and end < len(script) and script[end].point != point and self.rng.random() < 0.6
        ):
            end += 1
        # A piece may be away for long; what closes a vacant point is only passing.
        blink, back = Edge(point, not before), Edge(point, bool(before), soon=not before)
        return [*script[:begin], blink, *script[begin:end], back, *script[end:]]

    def after(self, script: Script) -> int:
        board = self.sensed
        for point, occupied, _ in script:
            board = board | 1 << point if occupied else board & ~(1 << point)
        return board

    def difference(self, wanted: int) -> Script:
        """Whatever leads to a board, pieces that are too much first."""
        off = [Edge(p, False) for p in points_of(self.sensed & ~wanted)]
        on = [Edge(p, True) for p in points_of(wanted & ~self.sensed)]
        self.rng.shuffle(off)
        self.rng.shuffle(on)
        return [*off, *on]

    def near(self, point: Point) -> list[Point]:
        return [ray[0] for ray in self.game.board.rays[point].values()]

    # Hands and time

    @property
    def sensed(self) -> int:
        return int(self.bench.sensed)

    def any(self, mask: int) -> Point:
        return self.rng.choice(list(points_of(mask)))

    def pause(self) -> float:
        if self.rng.random() < self.habits.slow:
            return self.rng.choice(_LONG)
        return self.rng.uniform(0.0, 0.1)

    def quickly(self) -> float:
        return self.rng.uniform(0.0, 0.14)

    def wait(self, seconds: float) -> None:
        seconds = round(seconds, 2)
        self.acts.append(f"~{seconds}")
        if seconds >= _SETTLE and self.kind != "knock":
            self.excused = self.excused or self.looks_made()
        self.bench.wait(seconds)

    def looks_made(self) -> bool:
        """Whether the board rests where other moves than those meant would bring it."""
        back = self.kind.startswith("take_back")
        meant = [self.occupied(position) for position in self.where[-1 if back else 0 :]]
        if self.sensed in meant:
            return False
        before = [self.occupied(played.position) for played in self.match.history[-1:]]
        ends = {self.end(ply) for position in self.where for ply in self.plies(position)}
        return self.sensed in ends or self.sensed in before

    def run(self, script: Script, pause: Callable[[], float] | None = None) -> None:
        for point, occupied, soon in script:
            self.wait(self.quickly() if soon else (pause or self.pause)())
            self.acts.append(f"{'+' if occupied else '-'}{self.game.board.names[point]}")
            self.bench.do(self.acts[-1])

    def mistake(self, move: Ply, script: Script) -> None:
        """Make a mistake and mend it, unless it is a legal move or none at all."""
        sense = {*self.ends(), *self.earlier()}
        boards = {self.after(script[:count]) for count in range(1, len(script) + 1)}
        if self.after(script) == self.occupied() or boards & sense:
            self.run(self.blinking(self.move(move)))
        else:
            self.run(script)
            self.excused = True
            self.mend(move)

    def mend(self, move: Ply) -> None:
        """After a mistake: obey the guide, or go back, or go on to the end of the move."""
        way = self.rng.randrange(4)
        if way == 0:
            self.wait(self.pause())
            self.run(self.difference(self.occupied()))
            self.wait(0.5)
        elif way == 1:
            self.wait(self.pause())
        else:
            self.obey()
        if len(self.match.history) < len(self.meant) and self.sensed == self.occupied():
            self.run(self.move(move))
            return
        self.run(self.difference(self.end(move)))

    def obey(self) -> None:
        """Do what the guide says, literally, until it says no more."""
        self.wait(1.5)
        for _ in range(24):
            view = self.bench.view
            if self.bench.phase is not Phase.ASTRAY:
                return
            self.run([Edge(p, False) for p in points_of(view.take_away)])
            self.run([Edge(p, True) for p in points_of(view.put_here)])
            self.wait(1.5)
        raise Misunderstood(self.told("the guide leads nowhere"))

    def check(self) -> None:
        left = _BOUND
        self.wait(0.3)
        while self.bench.phase is not Phase.REST or (
            self.sensed != self.occupied(self.match.position)
        ):
            if left < 0:
                raise Misunderstood(self.told("unresolved"))
            if self.sensed in self.earlier():
                self.excused = self.confirmed() or self.excused
            if self.bench.phase is Phase.ASK:
                raise Misunderstood(self.told("a needless question"))
            self.wait(0.3)
            left -= 0.3
        self.wait(0.3)
        # One player's moves may be told in another order when they were made in one go.
        # And to take several moves back may lead to the same as to go on.
        if self.match.position != self.where[-1]:
            raise Misunderstood(self.told("other moves than meant"))
        self.meant = [played.move for played in self.match.history]
        fresh = len(self.meant) - len(self.known)
        made = len(self.bench.log) - self.logged
        back = self.kind.startswith("take_back")
        if not back and made != fresh:
            if not self.excused:
                raise Misunderstood(self.told("moves were made that were not meant"))
            self.excuses += 1

    def told(self, what: str) -> str:
        texts = []
        match = Bench(self.name, **self.options).match
        for move in self.meant:
            if move not in match.moves:
                texts.append("?")
                break
            texts.append(match.play(move).text)
        return (
            f"{what} ({self.kind}): {self.name} {self.options} at {self.text!r}\n"
            f"  after {' '.join(self.past[-4:])}; excused {self.excused}\n"
            f"  {' '.join(self.acts)}\n"
            f"  was made: {self.bench.log[self.logged :]}, meant: {texts[len(self.past) :]}"
            f" of {len(texts)}, phase {self.bench.phase.value}"
        )


def reverse(script: Script) -> Script:
    """The way back."""
    return [Edge(point, not occupied) for point, occupied, _ in reversed(script)]


def simplified(script: Script) -> Script:
    """Without putting a piece down only to lift it again."""
    found: Script = []
    for edge in script:
        if found and found[-1].point == edge.point and found[-1].occupied:
            found.pop()
        else:
            found.append(edge)
    return found
